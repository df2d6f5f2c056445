"""`ten`: 3d6 against 10 (clauses T1 to T14)."""

from sixfold.systems.ten.rules import SYSTEM as SYSTEM
