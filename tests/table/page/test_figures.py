"""The page writes chances and numbers as the engine does."""

from __future__ import annotations

from fractions import Fraction

from playwright.sync_api import Browser

from sixfold.base.shapes.fraction import Bounds, exact
from sixfold.show.report.chances import as_decimal, percent
from tests.table.page.kit import sitting
from tests.table.server.kit import Table

WRITTEN = """async (all) => {
    const { decimal, percent } = await import("/page/parts/chances.js");
    return all.map(([exact, unresolved]) => [percent({ exact, unresolved }), decimal({ exact }, 2)]);
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
