"""`long`: longer play, made of checks of the other games."""

from sixfold.systems.long.game import SYSTEM

__all__ = ["SYSTEM"]
