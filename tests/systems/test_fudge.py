"""Fudge dice in plain dice: each shows -1, 0 or 1."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import sixfold
from sixfold import Record
from sixfold.errors import BoundsError, DiceNeeded


@pytest.mark.parametrize("size", range(5))
def test_the_odds_of_fudge_dice(size: int) -> None:
    """Every total is as likely as the faces -1, 0 and 1 make it."""
    totals = [sum(faces) for faces in product((-1, 0, 1), repeat=size)]
    found = {one.outcome["total"]: one.exact for one in sixfold.odds(f"dice {size}dF").outcomes}
    assert found == {n: Fraction(totals.count(n), len(totals)) for n in set(totals)}


@pytest.mark.parametrize(
    ("text", "canonical"), [("dice 4df+2", "dice 4dF+2"), ("dice dF", "dice 1dF"), ("dice (2dF+1)*2", "dice (2dF+1)*2")]
)
def test_fudge_dice_have_one_text(text: str, canonical: str) -> None:
    """What is read is written in one way, which reads as the same check."""
    check = sixfold.parse(text)
    assert (str(check), sixfold.parse(str(check))) == (canonical, check)


def test_a_plain_die_stands_for_a_fudge_die() -> None:
    """On a real table a d3 stands for it; a record holds its sides and gives the same total again."""
    record = sixfold.roll("dice 4dF+1", faces=[1, 2, 3, 3])
    assert (record.outcome["total"], record.throws[0].sides) == (2, 3)
    assert Record.from_json(record.to_json()) == record
    asked = sixfold.step("dice 2dF", [1])
    assert isinstance(asked, DiceNeeded)
    assert asked.shows == "1 is −, 2 is 0, 3 is +"


def test_fudge_dice_are_bounded() -> None:
    """As many dice as in any other hand."""
    with pytest.raises(BoundsError):
        sixfold.parse("dice 1000000dF")
