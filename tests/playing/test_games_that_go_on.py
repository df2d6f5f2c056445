"""A game that goes on, with dice thrown again and a cup: typed, stepped, told, kept and read again like any other."""

from __future__ import annotations

from typing import Any

import pytest

import sixfold
from sixfold.authoring.second_opinion.every_face import every_face
from sixfold.errors import ChoiceNeeded, DiceNeeded
from sixfold.rules import Die, Event, Rule, System, each_face
from sixfold.rules.table import Table, Values
from sixfold.show.values.record import told

COIN = Die.of("crown", "shield")


def hunt(table: Table, most: int = 3) -> Values:
    """Draw a die out of the cup and throw it, until two shields, as long as the cup lasts."""

    def turn(table: Any, state: Any) -> Any:
        crowns, shields, (red, black) = state
        drawn_red, drawn_black = table.read(table.draw((red, black), 1, "cup", ("red", "black")), *each_face(2))
        hand = table.roll(1 + drawn_red, "coins", COIN)
        hand = table.rethrow(hand, {"shield"}, "once more", ask="Which coins do you throw again?")
        crown, shield = table.read(hand, *each_face(COIN))
        table.tell("H1", "{n} shields so far", n=shields + shield)
        return crowns + crown, shields + shield, (red - drawn_red, black - drawn_black)

    crowns, shields, _ = table.repeat(turn, (0, 0, (2, 2)), lambda s: s[1] >= 2 or sum(s[2]) == 0, most=most)
    return {"total": crowns, "success": shields < 2}


GAME = System(
    Rule(hunt, example="hunt most 2", events=(Event("success", "Home", "success", otherwise="Caught"),)),
    name="hunt",
    title="a hunt",
)
GAMES = {**sixfold.SYSTEMS, "hunt": GAME}


def test_it_is_stepped_through() -> None:
    """Dice and choices are asked for one after the other, and a record comes at the end."""
    check = sixfold.parse("hunt most 2", GAMES)
    asked = sixfold.step(check)
    assert isinstance(asked, DiceNeeded) and (asked.size, asked.sides, asked.label) == (1, 4, "cup")
    assert "1 to 2 are red, 3 to 4 are black" in asked.message
    asked = sixfold.step(check, [1])
    assert isinstance(asked, DiceNeeded) and (asked.size, asked.label) == (2, "coins")
    assert "1 is crown, 2 is shield" in asked.message
    choice = sixfold.step(check, [1, 1, 2])
    assert (
        isinstance(choice, ChoiceNeeded)
        and choice.options == ("none", "shield", "crown", "shield, crown")
        and choice.default == 1
    )
    asked = sixfold.step(check, [1, 1, 2], [1])
    assert isinstance(asked, DiceNeeded) and (asked.size, asked.label) == (1, "once more")
    asked = sixfold.step(check, [1, 1, 2, 1], [1])
    assert isinstance(asked, DiceNeeded) and (asked.size, asked.sides, asked.label) == (1, 3, "cup")
    record = sixfold.step(check, [1, 1, 2, 1, 3, 1], [1, 0])
    assert isinstance(record, sixfold.Record)
    assert dict(record.outcome) == {"total": 3, "success": True}


def test_it_is_kept_and_read_again() -> None:
    """A record of it, rolled by a seed, survives JSON: it is played again from its dice and choices."""
    for seed in map(str, range(20)):
        record = sixfold.roll("hunt", seed=seed, systems=GAMES)
        assert sixfold.Record.from_json(record.to_json(), GAMES) == record
        assert sixfold.replay(record.check, record.faces).outcome == record.outcome


def test_it_is_told_in_words() -> None:
    """Every throw is a line: what was drawn, what the sides showed, and what the rule says of it."""
    record = sixfold.roll("hunt most 1", faces=[1, 1, 2, 1], systems=GAMES)
    lines = [tuple(line) for line in told(record)]
    assert lines[0] == ("cup", (("red", True),), "1 × 1, 0 × 2")
    assert lines[1] == ("coins", (("crown", True), ("shield", False)), "")
    assert lines[2] == ("once more", (("crown", True),), "2 crown, 0 shield")
    assert lines[3][-1] == "H1: 0 shields so far"


def test_every_face_that_can_be_rolled_is_solved() -> None:
    """All dice on the table, face by face, give the odds to the last fraction."""
    check = sixfold.parse("hunt most 2", GAMES)
    rolled, odds = every_face(check, 20_000), sixfold.odds(check)
    assert rolled.left == 0
    assert rolled.chances == {tuple(chance.outcome.items()): chance.exact for chance in odds}


def test_what_is_rolled_is_what_is_solved() -> None:
    """Hundreds of throws agree with the odds."""
    odds = sixfold.odds("hunt", systems=GAMES)
    assert odds.unresolved == 0
    home = sum(record.outcome.success for record in sixfold.rolls("hunt", 500, seed="x", systems=GAMES)) / 500
    assert abs(home - float(odds.events["success"])) < 0.06


@pytest.mark.parametrize("faces", [[5], [1, 3], [1, 1, 2, 3]])
def test_what_no_side_is_cannot_be_typed(faces: list[int]) -> None:
    """A die with symbols has the sides that it has, and a cup what is left in it."""
    with pytest.raises(sixfold.SixfoldError, match="cannot show"):
        sixfold.roll("hunt", faces=faces, systems=GAMES)


def test_a_hand_thrown_again_beside_one_that_was_not() -> None:
    """Only the dice that were thrown again stop counting."""
    record = sixfold.roll(sixfold.parse("hunt most 1", GAMES), faces=[3, 2, 1])
    assert [throw.kept for throw in record.throws] == [(True,), (False,), (True,)]
