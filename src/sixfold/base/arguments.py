"""Checks of the arguments of public functions: a wrong one is refused in one sentence.

Each takes the value and what it is called in the sentence, and gives it back as what it must be. They raise
UsageError (usage/argument) for another kind of thing, BoundsError for too much of the right one.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from os import PathLike, fspath
from typing import Any, TypeVar

from sixfold.base.bounds import FIGURE_LENGTH, LABEL_LENGTH
from sixfold.base.printable import printable, quoted, shown
from sixfold.errors import BoundsError, UsageError

Kind = TypeVar("Kind")

LARGEST_POWER = 1_000
"""Powers of ten in the text of a number stay below it, either way."""


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


def name(value: object, what: str) -> str:
    """A name: 1 to 80 characters that can be shown, as in a label.

    >>> name("Mira", "A name")
    'Mira'
    """
    called = text(value, what, LABEL_LENGTH)
    if not called.strip():
        raise BoundsError(f"{what} has 1 to {LABEL_LENGTH} characters.")
    if printable(called) != called:
        raise wrong(value, what, "text that can be shown")
    return called


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


def fraction(value: object, what: str) -> Fraction:
    """A number as an exact fraction: a fraction, a whole number, a float that is one, or text (`3/4`, `0.75`, `1e-9`).

    Text is looked at before it is reckoned: 1e-999999999 is short to write.

    >>> fraction("1e-3", "A number"), fraction(0.5, "A number")
    (Fraction(1, 1000), Fraction(1, 2))
    """
    if isinstance(value, str) and len(value) <= FIGURE_LENGTH and value.isascii():
        power = value.lower().partition("e")[2].strip()
        if len(power.lstrip("+-0")) <= len(str(LARGEST_POWER)) - 1:
            with suppress(ValueError, ZeroDivisionError):
                return Fraction(value)
    elif isinstance(value, int | Fraction | float) and not isinstance(value, bool):
        with suppress(ValueError, OverflowError):
            return Fraction(value)
    raise wrong(value, what, "a number")


def mapping(value: object, what: str) -> Mapping[Any, Any]:
    """Values by name.

    >>> mapping({"total": 3}, "The outcome")
    {'total': 3}
    """
    if not isinstance(value, Mapping):
        raise wrong(value, what, "a mapping of names to values")
    return value


def iterable(values: object, what: str) -> Iterable[Any]:
    """A list, or anything else that is gone through; text and mappings are not lists.

    >>> iterable(range(3), "The faces")
    range(0, 3)
    """
    if isinstance(values, str | bytes | bytearray | Mapping) or not isinstance(values, Iterable):
        raise wrong(values, what, "a list")
    return values


def several(values: object, what: str, most: int) -> list[Any]:
    """The members of a list, at most so many.

    >>> several((6, 3, 2), "The faces", 10_000)
    [6, 3, 2]
    """
    items = list(islice(iterable(values, what), most + 1))
    if len(items) > most:
        raise BoundsError(f"{what}: at most {most:,} are taken.")
    return items


def one_of(value: object, what: str, kind: type[Kind], called: str) -> Kind:
    """A value of one of the package's own kinds.

    >>> from fractions import Fraction
    >>> one_of(Fraction(1, 2), "The share", Fraction, "a fraction")
    Fraction(1, 2)
    """
    if not isinstance(value, kind):
        raise wrong(value, what, called)
    return value


def path(value: object, what: str) -> str:
    """The name of a file.

    >>> path("evening.json", "A file")
    'evening.json'
    """
    if not isinstance(value, str | PathLike) or not isinstance(named := fspath(value), str) or "\0" in named:
        raise wrong(value, what, "the name of a file")
    return named


def function(value: object, what: str) -> Callable[..., Any]:
    """A function, to be called.

    >>> function(len, "The predicate") is len
    True
    """
    if not callable(value):
        raise wrong(value, what, "a function")
    return value


def wrong(value: object, what: str, kind: str) -> UsageError:
    """The error for a value of another kind than is meant.

    >>> wrong("1", "The margin", "a whole number").message
    'The margin must be a whole number, not “1”.'
    """
    return UsageError(f"{what} must be {kind}, not {quoted(value)}.", "usage/argument")


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high:,}"
    return f"at least {low:,}" if high is None else f"from {low:,} to {high:,}"
