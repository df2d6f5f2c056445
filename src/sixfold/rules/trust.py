"""Whose a function is: the package's own, or that of an author of a game."""

from __future__ import annotations

OWN = "sixfold."
"""What the name of a module begins with whose functions are known to be functions of their arguments alone."""


def trusted(function: object) -> bool:
    """Whether a function is one of the package's own, which its tests know to depend on nothing around it.

    >>> trusted(trusted), trusted(print)
    (True, False)
    """
    return str(getattr(function, "__module__", "")).startswith(OWN)
