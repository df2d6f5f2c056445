"""`long`: longer play, made of checks of the other games."""

from sixfold.systems.long.rules import SYSTEM

__all__ = ["SYSTEM"]
