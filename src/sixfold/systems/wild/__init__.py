"""`wild`: a pool with a wild die (clauses W1 to W11)."""

from sixfold.systems.wild.rules import SYSTEM as SYSTEM
