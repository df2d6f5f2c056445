"""Chances as bars: named ones, and a distribution value by value with its tails gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from sixfold.report.chances import percent, short_fraction
from sixfold.report.tables import Bar, Bars
from sixfold.rules.message import minus

ROWS = 24
"""Bars of a distribution; a wider one has its tails gathered."""


def named_bars(chances: Iterable[tuple[str, Fraction]]) -> Bars:
    """A bar for each name, as long as its chance (0 to 1)."""
    return Bars(tuple(_bar(name, chance, float(chance)) for name, chance in chances))


def value_bars(
    ways: Mapping[int, int], scale: int, at_most: Callable[[int], Fraction], at_least: Callable[[int], Fraction]
) -> Bars:
    """A bar for each value, from its ways out of all; the tails of many gathered in the first and last bar.

    Tails can be more than the values in them: `at_most` and `at_least` give their chances.
    """
    values = list(ways)
    if len(values) > ROWS:
        values = _middle(ways, ROWS - 2)
    below = at_most(values[0] - 1) if len(values) < len(ways) else Fraction(0)
    above = at_least(values[-1] + 1) if len(values) < len(ways) else Fraction(0)
    shown = [(minus(str(value)), Fraction(ways.get(value, 0), scale)) for value in values]
    if below:
        shown.insert(0, (f"≤ {minus(str(values[0] - 1))}", below))
    if above:
        shown.append((f"≥ {minus(str(values[-1] + 1))}", above))
    longest = max(chance for _, chance in shown) or Fraction(1)
    return Bars(tuple(_bar(name, chance, float(chance / longest)) for name, chance in shown), numeric=True)


def _bar(name: str, chance: Fraction, share: float) -> Bar:
    return Bar(name, percent(chance), short_fraction(chance), share)


def _middle(ways: Mapping[int, int], width: int) -> list[int]:
    """The run of so many values that holds the most."""
    values, held = list(ways), list(ways.values())
    best = inside = sum(held[:width])
    first = 0
    for start in range(1, len(values) - width + 1):
        inside += held[start + width - 1] - held[start - 1]
        if inside > best:
            best, first = inside, start
    return values[first : first + width]
