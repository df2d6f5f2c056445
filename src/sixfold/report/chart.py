"""What a chart shows, as plain data: distributions, named chances and grids, with exact figures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple


class Distribution(NamedTuple):
    """A number value by value: the exact chance (0 to 1) of each, in rising order.

    `good` is the part of each chance on which the check succeeds, where it may; `sides` is what success and failure
    are called there.
    """

    name: str
    chances: tuple[tuple[int, Fraction], ...]
    good: tuple[Fraction, ...] = ()
    sides: tuple[str, str] = ("", "")


class Histogram(NamedTuple):
    """How often each value of a number comes."""

    of: Distribution


class Reach(NamedTuple):
    """How often each value of a number, or more, comes."""

    of: Distribution


class Named(NamedTuple):
    """A chance (0 to 1, exact) with its name and the figure beside it."""

    name: str
    chance: Fraction
    figure: str


class Chances(NamedTuple):
    """Named chances beside each other; `axis` says what they are chances of."""

    of: tuple[Named, ...]
    axis: str = ""
    coloured: bool = False


class Together(NamedTuple):
    """The distributions of several checks; `alike` if they are of one number of one game."""

    of: tuple[tuple[str, Distribution], ...]
    alike: bool


class Scale(NamedTuple):
    """What goes through a range, and the words for each value."""

    name: str
    labels: tuple[str, ...]


class HeatMap(NamedTuple):
    """Exact values over two axes, and how each is written; `chances` are from 0 to 1."""

    rows: Scale
    columns: Scale
    values: tuple[tuple[Fraction | None, ...], ...]
    figures: tuple[tuple[str, ...], ...]
    chances: bool


class Curves(NamedTuple):
    """Exact values over one axis, a curve for each name."""

    rows: Scale
    names: tuple[str, ...]
    values: tuple[tuple[Fraction | None, ...], ...]
    chances: bool


Plot = Histogram | Reach | Chances | Together | HeatMap | Curves


class Chart(NamedTuple):
    """A title, what is to know about it, and the plots under each other."""

    title: str
    facts: str
    plots: tuple[Plot, ...]


def apart(names: Iterable[str], most: int = 48) -> tuple[str, ...]:
    """Names of at most so many characters that differ, also where two checks are the same.

    >>> apart(["ten", "hs 2d", "ten"])
    ('ten', 'hs 2d', 'ten (2)')
    """
    found: list[str] = []
    for name in names:
        shown, many = shortened(name, most), 2
        while shown in found:
            shown, many = f"{shortened(name, most - 4)} ({many})", many + 1
        found.append(shown)
    return tuple(found)


def shortened(text: str, most: int) -> str:
    """The text, its end left out where it is longer than this."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
