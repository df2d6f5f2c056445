"""What a caller hands in, looked at where it enters: of the wrong kind, it is refused in one sentence.

Each takes the value and what it is called in the sentence, and gives it back as what it must be. They raise
UsageError (usage/argument) for another kind of thing, BoundsError for too much of the right one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, TypeVar

from sixfold.errors import BoundsError, UsageError
from sixfold.printable import shown

Kind = TypeVar("Kind")


def text(value: object, what: str, most: int | None = None) -> str:
    """Text of at most so many characters.

    >>> text("tavern", "A seed"), text("", "A seed", 5)
    ('tavern', '')
    """
    if not isinstance(value, str):
        raise wrong(value, what, "text")
    if most is not None and len(value) > most:
        raise BoundsError(f"{what} has at most {most:,} characters; this one has {len(value):,}.")
    return value


def whole(value: object, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number within bounds; true and false are none.

    >>> whole(3, "The number of throws", 1, 100_000)
    3
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong(value, what, "a whole number")
    if (low is not None and value < low) or (high is not None and value > high):
        raise BoundsError(f"{what} is {_span(low, high)}, not {shown(value)}.")
    return int(value)


def several(values: Iterable[Kind] | object, what: str, most: int) -> list[Any]:
    """The members of a list, or of anything that is gone through; text and mappings are not lists.

    >>> several((6, 3, 2), "The faces", 10_000)
    [6, 3, 2]
    """
    if isinstance(values, str | bytes | bytearray | Mapping) or not isinstance(values, Iterable):
        raise wrong(values, what, "a list")
    found = list(islice(values, most + 1))
    if len(found) > most:
        raise BoundsError(f"{what}: at most {most:,} are taken.")
    return found


def one_of(value: object, what: str, kind: type[Kind], called: str) -> Kind:
    """A value of one of the package's own kinds.

    >>> from fractions import Fraction
    >>> one_of(Fraction(1, 2), "The share", Fraction, "a fraction")
    Fraction(1, 2)
    """
    if not isinstance(value, kind):
        raise wrong(value, what, called)
    return value


def function(value: object, what: str) -> Callable[..., Any]:
    """A function, to be called.

    >>> function(len, "The predicate") is len
    True
    """
    if not callable(value):
        raise wrong(value, what, "a function")
    return value


def wrong(value: object, what: str, kind: str) -> UsageError:
    """The error for a value of another kind than is meant."""
    return UsageError(f"{what} must be {kind}, not {shown(value)}.", "usage/argument")


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high:,}"
    return f"at least {low:,}" if high is None else f"from {low:,} to {high:,}"
