"""Tables that were copied out of a book: which head belongs to which cell."""

from __future__ import annotations

from typing import Annotated

import pytest

from sixfold.rules import System, Table, total
from sixfold.study import equivalent
from sixfold.study.claims import table_claims
from sixfold.systems import SYSTEMS


@pytest.mark.parametrize(
    ("table", "check", "claims"),
    [
        ("0 | 62.5 %\n+3 | 91 %", "ten +?", [("ten", None, "62.5 %"), ("ten +3", None, "91 %")]),
        ("bonus | chance\n+3 | 91 %", "ten +?", [("ten +3", None, "91 %")]),
        (
            "bonus | success | quality=critical\n0 | 62.5 % | 4.6 %",
            "ten +?",
            [("ten", "success", "62.5 %"), ("ten", "quality=critical", "4.6 %")],
        ),
        ("success | chaos\n+1 | 60 % | 3 %", "ten +?", [("ten +1", "success", "60 %"), ("ten +1", "chaos", "3 %")]),
        ("success\n0 | 62.5 % | 4.6 %", "ten +?", [("ten", None, "62.5 %"), ("ten", None, "4.6 %")]),
        ("to | 10\n+1 | 60 %", "skew +? vs ?", [("skew +1 vs 10", None, "60 %")]),
        ("10 | 12\n0 | 50 % | 40 %", "skew +? vs ?", [("skew vs 10", None, "50 %"), ("skew vs 12", None, "40 %")]),
    ],
)
def test_heads_of_a_table(table: str, check: str, claims: list[tuple[str, str | None, str]]) -> None:
    """Several columns have their events, or the second number, in the first line; one column needs neither."""
    found = [
        (claim.checks[0].text, claim.event and claim.event.text, claim.figure.text)
        for claim in table_claims(table, check)
    ]
    assert found == claims


def climb(table: Table, vs: Annotated[int, range(20, 60)]) -> bool:
    """Two dice and 20 against a height."""
    return table.read(table.roll(2), total()) + 20 >= vs


def test_numbers_far_from_those_that_are_tried_first() -> None:
    """If none of the first guesses is possible, the search begins at the lowest number."""
    games = {**SYSTEMS, "climb": System(climb, name="climb")}
    found = equivalent("dice 1d6", "climb vs ?", event="total>=5", systems=games)
    assert (found.nearest.text, str(found.nearest.exact)) == ("climb vs 29", "5/18")
