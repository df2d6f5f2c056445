"""`hs`: the highest die of a pool (clauses H1 to H9)."""

from sixfold.systems.hs.rules import SYSTEM as SYSTEM
