"""Rolls that say what their rollers had seen: what came before them can be neither changed nor left out in one log."""

from __future__ import annotations

import json
from itertools import count

import pytest

from sixfold.table.room.commands import Answer, Bookmark, Note, Reveal, Roll
from sixfold.table.room.verify import verify
from tests.table.room.evening import chained, public
from tests.table.room.table import Table, seated
from tests.table.room.test_mutations import Line, written
from tests.table.room.test_structure import lies

ENTROPY = [f"{at:032x}" for at in range(40)]


def evening(rolls: int = 6, ground: str = "", seen: list[Bookmark] | None = None) -> Table:
    """An evening in which Ada and Bo roll by turns, and each has seen what came before.

    A server that lies draws Ada's second roll with the entropy `ground`, and has the rest as it was: what Bo's browser
    sent contains what he had `seen`.
    """
    table, _, ada, bo, _ = seated()
    for at in range(rolls):
        mine = ground if ground and at == 2 else ENTROPY[at]
        saw = seen[at] if seen else table.seen()
        table.do(Roll((ada, bo)[at % 2], "dice 100d6" if at == 2 else "ten +4", "all", mine, seen=saw))
        table.do(Note(ada, "That was close."))
    return table


def saw(table: Table) -> list[Bookmark]:
    """What was seen before each roll."""
    calls = [event for event in public(table) if event["kind"] == "call"]
    return [Bookmark(**call["request"]["seen"]) for call in calls]


def test_an_evening_that_is_bound_is_honest() -> None:
    """Whoever has seen the log up to any event before may say so; what they had seen is in the log."""
    table = evening()
    assert verify(table.export()).problems == []
    assert [seen.number for seen in saw(table)] == [8, 11, 14, 17, 20, 23]
    table.throw("p2", "ten", seen=table.seen(1))
    table.throw("p3", "ten")
    table.throw("p3", "ten", faces=(1, 2, 3), seen=table.seen(5))
    assert verify(table.export()).problems == []


def test_a_roll_that_is_drawn_again() -> None:
    """Somebody else's open roll that was drawn again is found from one log, however well it is made to fit."""
    honest = evening()
    lying = evening(ground="ab" * 16, seen=saw(honest))
    problems = verify(lying.export()).problems
    assert [problem.message for problem in problems] == ["is by somebody who had seen another log"] * 3
    assert [problem.number for problem in problems] == [18, 21, 24]


def test_what_is_left_out_repeated_or_moved_before_a_roll() -> None:
    """Any event in any other place than the one in which people saw it is found from one log."""
    table = evening()
    log: list[Line] = [{"stored": event} for event in public(table)]
    bound = max(seen.number for seen in saw(table))
    moved = [(lie, at, lying) for lie, at, lying in lies(log) if at < bound - 1 and lie != "again"]
    assert len(moved) > 100
    text = written(log).replace(json.loads(written(log))["room"], table.state.room)
    assert verify(text).problems == []
    for lie, at, lying in moved:
        told = json.loads(written(lying()))
        assert verify(json.dumps({**told, "room": table.state.room})).problems, (lie, at)


@pytest.mark.parametrize("seen", [Bookmark(3, "00" * 32), Bookmark(9, "00" * 32), Bookmark(400, "00" * 32)])
@pytest.mark.parametrize("how", [{"c": ENTROPY[0]}, {"faces": (1, 2, 3)}])
def test_what_nobody_can_have_seen(seen: Bookmark, how: dict[str, object]) -> None:
    """A roll after an event that the log has not, or has otherwise, is found; one in secret once it is shown."""
    table, _, ada, *_ = seated()
    assert len(table.events) == 8
    number = table.throw(ada, "ten", visible="self", seen=seen, **how)["number"]
    assert verify(table.export()).problems == []
    assert verify(table.export(ada)).problems
    table.do(Reveal(ada, number))
    assert verify(table.export()).problems


def test_dice_after_a_choice() -> None:
    """The dice that follow a choice are bound to what was seen when it was taken; without new dice, to the roll."""
    table, _, ada, *_ = seated()
    check = "long attempts (odgs vs 9 advantage 1) tries 2"
    asked = table.throw(ada, check, seen=table.seen())
    numbers = count()
    while asked["kind"] == "question" and next(numbers) < 9:
        table.do(Answer(ada, asked["number"], 0, ENTROPY[next(numbers)], seen=table.seen()))
        asked = table.last(ada)
    assert asked["kind"] == "throw"
    assert len(asked["calls"]) > 1
    assert verify(table.export()).problems == []
    assert len({seen.number for seen in saw(table)}) == len(asked["calls"])
    log = public(table)
    for event in log:
        if event.get("index") == 1:
            event["request"]["seen"]["hash"] = "00" * 32
    assert verify(chained(log, table.state.room)).problems
