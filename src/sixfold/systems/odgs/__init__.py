"""`odgs`: 3d6 saves (clauses O1 to O16)."""

from sixfold.systems.odgs.game import SYSTEM

__all__ = ["SYSTEM"]
