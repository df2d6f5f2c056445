"""Parameters of functions: whether a function can be called as it will be."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any


def can_take(function: Callable[..., Any], wanted: int) -> bool:
    """Return whether a function can be called with so many things, each by its place.

    >>> can_take(lambda table, state: state, 2), can_take(lambda: 0, 1)
    (True, False)
    """
    try:
        signature(function).bind(*[None] * wanted)
    except TypeError:
        return False
    except ValueError:  # a function of Python itself that does not say
        return True
    return True


def parameters_of(function: Callable[..., Any]) -> str:
    """Return the parameters of a function, by name.

    >>> parameters_of(lambda table, state: state)
    'table, state'
    """
    return ", ".join(signature(function).parameters) or "nothing"
