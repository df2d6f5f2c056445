"""Charts as plain data: distributions, named chances and grids, with exact figures."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from sixfold.base.number_distribution import NumberDistribution
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import minus
from sixfold.show.report.binning import Bin, in_bins, likely

FEW = 30
"""Values that are all drawn, however rare the first and the last are."""

BARS = 200
"""Bars that a chart has room for; of more values, several share a bar."""


class Charted(NamedTuple):
    """A number by its name, value by value.

    `good` has the chance of each value with which the check also succeeds, where it may; `sides` is what success and
    failure are called there.
    """

    name: str
    number: NumberDistribution
    good: NumberDistribution | None = None
    sides: tuple[str, str] = ("", "")

    @property
    def words(self) -> str:
        """The name of the number as it is said."""
        return self.name.replace("_", " ")

    def bars(self) -> tuple[list[Bin], Bounds]:
        """The bars that a chart has room for, and the chance of all other values.

        Of many values, tails of one in two thousand are left out. Of more than 200, several share a bar.
        """
        ways, unresolved = self.number.ways, self.number.unresolved
        values = list(ways)
        first, last = (values[0], values[-1]) if len(values) <= FEW else likely(ways)
        if last - first + 1 > 4 * len(values):
            bars = [(value, value) for value in values if first <= value <= last]
        else:
            bars = [(max(low, values[0]), min(high, values[-1])) for low, high in in_bins(first, last, BARS)]
        drawn = sum(number for value, number in ways.items() if bars[0][0] <= value <= bars[-1][1])
        return bars, Bounds.of(1 - Fraction(drawn, self.number.scale) - unresolved, unresolved)

    def held(self, bars: list[Bin]) -> tuple[list[Bounds], list[Fraction]]:
        """The chance of each bar, and the part of it on which the check succeeds (0 where that is not told)."""
        good = [Fraction(0) if self.good is None else self.good.between(*bar).low for bar in bars]
        return [self.number.between(*bar) for bar in bars], good


class Histogram(NamedTuple):
    """The chance of each value of a number; of several, each has a `name` and its place among them."""

    of: Charted
    name: str = ""
    at: int = 0


class Named(NamedTuple):
    """A chance (0 to 1, exact) with its name and the figure beside it."""

    name: str
    chance: Fraction
    figure: str


class BarChart(NamedTuple):
    """Named chances beside each other; `axis` says what they are chances of."""

    of: tuple[Named, ...]
    axis: str = ""
    coloured: bool = False


class Scale(NamedTuple):
    """An axis: its name, and the words for each value."""

    name: str
    labels: tuple[str, ...]

    @property
    def numbers(self) -> list[int | None]:
        """The whole numbers that its labels are."""
        digits = [label.replace("−", "-") for label in self.labels]
        return [int(each) if each.lstrip("+-").isdigit() else None for each in digits]


class HeatMap(NamedTuple):
    """Exact values over two axes, and how each is written; `chances` are from 0 to 1."""

    rows: Scale
    columns: Scale
    values: tuple[tuple[Fraction | None, ...], ...]
    figures: tuple[tuple[str, ...], ...]
    chances: bool
    title: str = ""


class Curves(NamedTuple):
    """Exact values over one axis, a curve for each name; `of` says what they are."""

    rows: Scale
    names: tuple[str, ...]
    values: tuple[tuple[Fraction | None, ...], ...]
    chances: bool
    of: str = ""
    title: str = ""


def reaching(names: Sequence[str], numbers: Sequence[Charted]) -> Curves:
    """The chance of each value of a number or more, a curve for each of some numbers."""
    bars = [number.bars()[0] for number in numbers]
    low, high = min(spans[0][0] for spans in bars), max(spans[-1][1] for spans in bars)
    widest = max(bars, key=lambda spans: spans[-1][1] - spans[0][0])
    step = max(widest[0][1] - widest[0][0] + 1, -(-(high - low) // BARS), 1)
    values = range(-(-low // step) * step, high + 1, step)
    heights = tuple(tuple(charted.number.between(value, None).low for charted in numbers) for value in values)
    scale = Scale(f"{numbers[0].words} or more", tuple(minus(str(value)) for value in values))
    return Curves(scale, tuple(names), heights, True, "chance of this or more")


Plot = Histogram | BarChart | HeatMap | Curves


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
    distinct: list[str] = []
    for name in names:
        shown, many = shortened(name, most), 2
        while shown in distinct:
            shown, many = f"{shortened(name, most - 4)} ({many})", many + 1
        distinct.append(shown)
    return tuple(distinct)


def shortened(text: str, most: int) -> str:
    """The text, its end left out where it is longer than this."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
