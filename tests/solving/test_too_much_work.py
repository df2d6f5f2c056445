"""A rule that is too much work is told with the line that divides its paths most, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sixfold.errors import OddsError
from sixfold.rules import Table, total
from sixfold.solving.solver import TOLERANCE, solve

WORK = 200_000


def counts_with_if(table: Table) -> dict[str, Any]:
    hits = harm = 0
    for at in range(14):
        face = table.read(table.roll(1, f"die {at}"), total())
        if face >= 5:  # the line
            hits += 1
            harm += face
    return {"hits": hits, "harm": harm}


def needs_the_number(table: Table) -> dict[str, Any]:
    words: list[str] = []
    for at in range(9):
        face = table.read(table.roll(1, f"die {at}"), total())
        words += [str(face)]  # the line
    return {"words": " ".join(words)}


def in_a_helper(table: Table) -> dict[str, Any]:
    return {"total": sum(helper(table, at) for at in range(14))}


def helper(table: Table, at: int) -> int:
    face = table.read(table.roll(1, f"die {at}"), total())
    return 0 if face < 3 else at  # the line


@pytest.mark.parametrize(
    ("rule", "within", "remedy"),
    [
        (counts_with_if, counts_with_if, "count instead, as in hits += face >= 5."),
        (needs_the_number, needs_the_number, "Limit it with clamp"),
        (in_a_helper, helper, "count instead"),
    ],
)
def test_the_line_is_named(rule: Callable[..., Any], within: Callable[..., Any], remedy: str) -> None:
    """The refusal names the author's line, in a function that the rule calls too, and the remedy that fits."""
    with pytest.raises(OddsError) as caught:
        solve(rule, TOLERANCE, WORK)
    lines = Path(__file__).read_text("utf-8").splitlines()
    marked = next(at for at in range(within.__code__.co_firstlineno, len(lines) + 1) if "# the line" in lines[at - 1])
    assert caught.value.code == "odds/too-large"
    assert f"Line {marked} of test_too_much_work.py divides them most" in caught.value.message
    assert remedy in caught.value.message


def test_what_divides_nothing_is_refused_as_before() -> None:
    """Too many dice are too much without any line that divides."""
    with pytest.raises(OddsError, match="Ask for fewer dice"):
        solve(lambda table: {"x": table.read(table.roll(900, "dice", 1000), total())}, TOLERANCE, 1000)
