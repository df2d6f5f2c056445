"""`odgs`: 3d6 saves (clauses O1 to O16)."""

from sixfold.systems.odgs.rules import SYSTEM as SYSTEM
