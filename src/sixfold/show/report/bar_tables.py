"""Tables of chances with a bar in each row: named ones, and a distribution value by value or bin by bin."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from sixfold.base.number_distribution import NumberDistribution
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import minus
from sixfold.show.report.binning import in_bins, likely, span
from sixfold.show.report.chances import one_in, percent, short_fraction
from sixfold.show.report.tables import Column, Columns, Row

ROWS = 24
"""Bars of a distribution, unless all are asked for."""

NEARLY_ALL = Fraction(9, 10)
"""The chance of the likeliest values from which each has a bar of its own; below it, several share one."""

NAMED = (Column(), Column(align="right"), Column(align="right", style="quiet"))

VALUES = (Column("", "right"), Column("chance", "right"), Column("", "right", "quiet"), Column("at least", "right"),
          Column("at most", "right"))  # fmt: skip
"""The columns of named chances and of values; each row has the chance, and as a fraction if that is short."""


def named_bars(chances: Iterable[tuple[str, Bounds]]) -> Columns:
    """A bar for each name, as long as its chance (0 to 1)."""
    rows = tuple(_row(name, chance, float(chance.low)) for name, chance in chances)
    return Columns(NAMED, rows, beside=True)


def value_bars(number: NumberDistribution, whole: bool = False) -> Columns:
    """A bar for each value in rising order, with the chances of at least and at most that value.

    Of more than 24 values, rare ones at both ends share the first and the last bar, and others share one in equal runs;
    `whole` lists every value.

    >>> [row.cells for row in value_bars(NumberDistribution({-1: 1, 0: 3}, 4)).rows]
    [('−1', '25.00 %', '1/4', '100 %', '25.00 %'), ('0', '75.00 %', '3/4', '75.00 %', '100 %')]
    """
    ways = number.ways
    values = list(ways)
    bins = [(value, value) for value in values]
    if len(values) > ROWS and not whole:
        run = _middle(ways, ROWS - 2)
        if sum(ways[value] for value in run) >= NEARLY_ALL * sum(ways.values()):
            bins = [(value, value) for value in run]
        else:
            bins = [(max(low, values[0]), min(high, values[-1])) for low, high in in_bins(*likely(ways), ROWS - 2)]
    rows = [(span(*run), *reaches(number, *run)) for run in bins]
    if len(bins) < len(ways):
        # A bin for all below and one for all above; what is known to lie there counts.
        low, high = bins[0][0] - 1, bins[-1][1] + 1
        _, from_first, below = reaches(number, min(values[0], low), low)
        _, above, to_last = reaches(number, high, max(values[-1], high))
        under = (f"≤ {minus(str(low))}", below, from_first, below)
        over = (f"≥ {minus(str(high))}", above, above, to_last)
        rows = [row for row in (under, *rows, over) if row[1].low]
    longest = max(chance.low for _, chance, _, _ in rows) or Fraction(1)
    drawn = (
        _row(name, chance, float(chance.low / longest), (percent(least), percent(most)))
        for name, chance, least, most in rows
    )
    return Columns(VALUES, tuple(drawn), beside=True)


def reaches(number: NumberDistribution, first: int, last: int) -> tuple[Bounds, Bounds, Bounds]:
    """The chance of a run of values, of its first value or more, and of its last value or less."""
    return number.between(first, last), number.between(first, None), number.between(None, last)


def _row(name: str, chance: Bounds, share: float, more: tuple[str, ...] = ()) -> Row:
    shown = percent(chance)
    exactly = short_fraction(chance) or (one_in(chance) if shown.startswith("<") and chance.low else "")
    return Row((name, shown, exactly, *more), share=share)


def _middle(ways: Mapping[int, int], width: int) -> list[int]:
    """The run of so many values that holds the most."""
    values, counts = list(ways), list(ways.values())
    best = inside = sum(counts[:width])
    first = 0
    for start in range(1, len(values) - width + 1):
        inside += counts[start + width - 1] - counts[start - 1]
        if inside > best:
            best, first = inside, start
    return values[first : first + width]
