"""`skew`: open-ended 3d6 with skew (clauses K1 to K11)."""

from sixfold.systems.skew.rules import SYSTEM as SYSTEM
