"""`dice`: plain dice in the usual notation."""

from sixfold.systems.dice.rules import SYSTEM as SYSTEM
