"""Functions of the package and functions of authors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

OWN = "sixfold."
"""The prefix of the package's own modules, whose functions depend on their arguments alone."""


class Wrapped:
    """A function as tables play it, around the `function` that its author wrote."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__name__ = str(getattr(function, "__name__", "rule"))


def of_package(function: object) -> bool:
    """Return whether a function is one of the package's own, which its tests know to depend on its arguments alone.

    >>> of_package(of_package), of_package(print)
    (True, False)
    """
    return str(getattr(function, "__module__", "")).startswith(OWN)


def innermost(play: Any) -> Any:
    """Return the function itself, without what is around it: options that are given already, or a watched table."""
    while isinstance(play, partial | Wrapped):
        play = play.func if isinstance(play, partial) else play.function
    return play
