"""Whose a function is: the package's own, or that of an author of a game."""

from __future__ import annotations

from functools import partial
from typing import Any

OWN = "sixfold."
"""What the name of a module begins with whose functions are known to be functions of their arguments alone."""


def trusted(function: object) -> bool:
    """Whether a function is one of the package's own, which its tests know to depend on nothing around it.

    >>> trusted(trusted), trusted(print)
    (True, False)
    """
    return str(getattr(function, "__module__", "")).startswith(OWN)


def innermost(play: Any) -> Any:
    """The function itself, where options of it are given already."""
    while isinstance(play, partial):
        play = play.func
    return play
