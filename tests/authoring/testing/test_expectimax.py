"""Best play by every face and every choice, which the examination of a game compares with the solver's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sixfold
from sixfold.authoring.testing import examine
from sixfold.authoring.testing.expectimax import expectimax
from sixfold.rules import System, Table, total


def again(table: Table) -> int:
    """One die, which may be rolled once more; an opponent may take one away from it."""
    first = table.read(table.roll(1), total())
    if table.choose("Again?", ("no", "yes"), 0) == "yes":
        first = table.read(table.roll(1), total())
    return int(first - (table.choose("Take one?", ("no", "yes"), 0, against=True) == "yes"))


GAMES = {"light": System(again, name="light")}


def worth(outcome: Any) -> int:
    return int(outcome["total"])


def test_each_side_chooses_best() -> None:
    """The player rolls a 1, 2 or 3 again, and the opponent always takes one: 4.25 - 1."""
    check = sixfold.parse("light", GAMES)
    assert expectimax(check, worth, 1_000) == Fraction(13, 4)
    assert sixfold.odds(check, aim="total", systems=GAMES).best.low == Fraction(13, 4)


def test_too_many_rolls() -> None:
    """A game with more plays than its limit is left without a verdict."""
    assert expectimax(sixfold.parse("light", GAMES), worth, 20) is None


def test_the_examination_compares_best_play() -> None:
    """A game with few choices has its best play compared; the report says in how many checks."""
    found = examine(GAMES["light"], throws=100)
    assert found.sound and found.best == 1
    assert "best play against every choice in 1 check" in str(found.report())


def never(table: Table) -> dict[str, bool]:
    """A die of which an event that is declared never comes."""
    face = table.read(table.roll(1), total())
    return {"success": face > 3, "seven": face > 6}


def test_an_event_that_never_happens() -> None:
    """An event that has no chance in any check that is tried is a fault."""
    events = (sixfold.rules.Event("success", "Yes", "success"), sixfold.rules.Event("seven", "Seven"))
    found = examine(System(sixfold.rules.Rule(never, events=events), name="light"), throws=100)
    assert any("The event “seven” of never never happens" in fault.sentence for fault in found.faults)
