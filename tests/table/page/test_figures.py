"""The page writes chances and numbers as the engine does."""

from __future__ import annotations

from fractions import Fraction

import pytest
from playwright.sync_api import Browser

from sixfold.base.shapes.fraction import Bounds, exact
from sixfold.base.wording import as_decimal
from sixfold.show.report.chances import percent
from sixfold.study.sweeps.questions import shown
from tests.table.page.kit import sitting
from tests.table.server.kit import Table

WRITTEN = """async (all) => {
    const { decimal, percent } = await import("/page/words/figures.js");
    return all.map(([exact, unresolved]) => [percent({ exact, unresolved }), decimal({ exact }, 2)]);
}"""

APART = """async (all) => {
    const { apart } = await import("/page/words/figures.js");
    return all.map((two) => apart(...two.map(([exact, unresolved]) => ({ exact, unresolved }))));
}"""

TICKS = """async (all) => {
    const { ticks } = await import("/page/parts/chart.js");
    return all.map(([low, high]) => ticks(low, high));
}"""

CHANCES = (
    [
        Fraction(above, below)
        for below in (1, 2, 3, 7, 8, 64, 200, 1296, 20_000, 10**6, 3**40)
        for above in range(9)
        if above <= below
    ]
    + [1 - Fraction(1, many) for many in (9_999, 10_001, 20_000, 10**9)]
    + [Fraction(19_999, 200_000), Fraction(1, 10_000)]
)
LEFT = [Fraction(0), Fraction(1, 10**13), Fraction(1, 20_000), Fraction(1, 500)]


def test_a_figure_is_the_engines(browser: Browser, table: Table) -> None:
    """Every chance and number has the same digits on the page as in a terminal, also with something unresolved."""
    asked = [(chance, left) for chance in CHANCES for left in LEFT if chance + left <= 1]
    with sitting(browser, table.address) as seat:
        written = seat.page.evaluate(WRITTEN, [[exact(chance), exact(left)] for chance, left in asked])
    for (chance, left), (in_percent, number) in zip(asked, written, strict=True):
        assert in_percent == percent(Bounds.of(chance, left)).replace(" %", "\u202f%"), (chance, left)
        assert number == as_decimal(chance, 2)


def test_a_difference_is_that_of_a_sweep(browser: Browser, table: Table) -> None:
    """How far two chances are apart is written as a sweep writes it; above zero, it has a plus."""
    one = Bounds.exactly(Fraction(1, 8))
    bounds = [Bounds.of(low, left) for low in (Fraction(0), one.low, Fraction(2, 7), Fraction(1)) for left in LEFT]
    pairs = [(first, second) for first in bounds for second in (one, *bounds) if max(first.high, second.high) <= 1]
    with sitting(browser, table.address) as seat:
        told = [[(exact(each.low), exact(each.high - each.low)) for each in pair] for pair in pairs]
        written = seat.page.evaluate(APART, told)
    for (first, second), text in zip(pairs, written, strict=True):
        difference = Bounds(first.low - second.high, first.high - second.low)
        plus = "+" if difference.low >= 0 and difference.high else ""
        assert text == plus + shown(difference).replace(" %", "\u202f%"), (first, second)


def test_marks_at_the_side_are_round_and_few(browser: Browser, table: Table) -> None:
    """A chart is marked at every multiple of a step of 1, 2 or 5, three to six steps high."""
    highs = [Fraction(above, 10**zeros) for zeros in (0, 1, 2, 7) for above in range(1, 10)]
    ranges = [(low, high) for high in highs for low in (Fraction(0), -high, -high / 7)]
    with sitting(browser, table.address) as seat:
        found = seat.page.evaluate(TICKS, [[float(low), float(high)] for low, high in ranges])
    for (low, high), marks in zip(ranges, found, strict=True):
        step = Fraction(marks[1] - marks[0]).limit_denominator(10**9)
        assert f"{float(step):e}"[:8] in ("1.000000", "2.000000", "5.000000"), (low, high)
        assert 2 < (high - low) / step <= 6, (low, high)
        lines = range(-8, 8)
        expected = [float(step * nth) for nth in lines if low <= step * nth <= high]
        assert marks == pytest.approx(expected, abs=1e-12), (low, high)
