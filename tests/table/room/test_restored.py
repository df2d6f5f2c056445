"""A room that was put back from a copy: no key comes again, and everyone is told what is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from sixfold.errors import RoomError
from sixfold.rules.folds import total
from sixfold.rules.rule import System
from sixfold.rules.table import Table as Dice
from sixfold.rules.table import Values
from sixfold.systems import SYSTEMS
from sixfold.table.room import as_markdown, replay, view
from sixfold.table.room.commands import Answer, Command, Leave, Reveal, Roll, Unwitnessed, Witness
from sixfold.table.room.commands import Restore as PutBack
from sixfold.table.room.verify import verify
from tests.table.room import stranger
from tests.table.room.evening import chained, public
from tests.table.room.table import C, Table, W, seated


def copied(table: Table) -> Table:
    """The room as a copy has it."""
    copy = Table.__new__(Table)
    vars(copy).update(vars(table), events=[replace(event) for event in table.events])
    return copy


def put_back(table: Table) -> Table:
    """A copy in the place of the room: with a new secret."""
    table.secret = sha256(table.secret).digest()
    table.do(PutBack())
    return table


def keys(table: Table) -> dict[str, int]:
    """Every key that a log shows, with the number of its event."""
    return {e["key"]: e["number"] for e in (json.loads(event.whole) for event in table.events) if "key" in e}


def holds(table: Table) -> None:
    """The log folds to the same room, and holds for every reader, by both verifiers."""
    assert replay([replace(event) for event in table.events], table.systems) == table.state
    for person in (None, *table.state.people):
        assert verify(table.export(person), table.systems).problems == []
        assert stranger.wrong(table.export(person))[0] == []


def test_no_key_comes_again() -> None:
    """Of forty draws that are thrown after the copy no key is used, or committed to, after it is put back."""
    table, _, ada, bo, _ = seated()
    table.throw(ada, "ten")
    copy = copied(table)
    for _ in range(40):
        table.throw(ada, "ten")
        table.throw(bo, "wild 3D", visible="self")
    seen = keys(table)
    before = len(copy.events)
    put_back(copy)
    for _ in range(40):
        copy.throw(ada, "ten")
        copy.throw(bo, "wild 3D", visible="self")

    assert [e for e in keys(copy) if e in seen and copy.event(seen[e]) != table.event(seen[e])] == []
    assert not {key for key, number in keys(copy).items() if number > before} & set(seen)
    committed = [c for event in copy.events[before:] for c in event.shown.get("commitments", ())]
    shown = {sha256(b"sixfold/1/commit\n" + bytes.fromhex(key)).hexdigest() for key in seen}
    assert committed
    assert not shown & set(committed)
    holds(copy)


def test_commitments_come_before_anything_else() -> None:
    """The new commitments of everyone who may throw are in the log before anyone is asked for his entropy."""
    table, master, ada, bo, cy = seated()
    table.throw(bo, "ten")
    table.do(Leave(bo))
    put_back(table)
    told = [event.shown for event in table.events if event.number >= table.state.restored]

    assert [(e["kind"], e["person"]) for e in told] == [("restored", None), ("lane", master), ("lane", ada)]
    assert [e["first"] for e in told[1:]] == [32, 32]
    assert {p: (lane.used, lane.committed) for p, lane in table.state.lanes.items()} == {
        master: (32, 64), ada: (32, 64), bo: (32, 32),
    }  # fmt: skip
    assert table.throw(ada, "ten")["index"] == 32
    with pytest.raises(RoomError, match="next draw of this lane is 33, not 1"):
        table.throw(ada, "ten", index=1)
    assert view(table.state, cy)["restored"] == told[0]["number"]
    holds(table)


def test_a_throw_that_waited_is_void() -> None:
    """A draw that was called is not thrown any more: its key may be known. Who called it throws again."""
    table, master, ada, bo, _ = seated()
    table.do(Roll(ada, "ten", c=C, index=0, witness=bo))
    call = table.state.number
    put_back(table)

    assert table.event(table.state.restored)["void"] == [call]
    late: tuple[Command, ...] = (Witness(bo, call, W), Unwitnessed(call))
    for command in late:
        with pytest.raises(RoomError, match="waits for a witness"):
            table.do(command)
    with pytest.raises(RoomError, match="next draw of this lane is 32"):
        table.do(Roll(ada, "ten", c=C, index=0, witness=bo))
    assert table.throw(ada, "ten")["kind"] == "throw"
    report = verify(table.export(master))
    assert (report.waiting, report.restored, report.problems) == ([], [table.state.restored], [])
    holds(table)


def test_a_throw_before_the_copy_is_the_same_throw() -> None:
    """Who repeats a throw that the copy has gets that throw."""
    table, _, ada, *_ = seated()
    thrown = table.throw(ada, "ten", index=0)
    put_back(table)
    assert table.throw(ada, "ten", index=0) == thrown


def push(table: Dice) -> Values:
    """A die, and another one for whoever dares."""
    found: int = table.read(table.roll(1, "first"), total())
    if table.choose("Another one?", ("stop", "throw"), 0) == 1:
        found += table.read(table.roll(1, "second"), total())
    return {"total": found}


PUSH = System(push, name="push")


def test_a_question_waits_on() -> None:
    """A question stays open; one whose dice were called for and not thrown is open again, for another choice too."""
    table, _, ada, bo, _ = seated(systems={**SYSTEMS, "push": PUSH})
    asked = table.throw(ada, "push")["number"]
    before = table.state
    put_back(table)
    assert table.state.questions == before.questions
    for _ in range(2):
        table.do(Answer(ada, asked, 1, C, witness=bo))
        assert table.state.calls
        assert not table.state.questions[asked].open
        put_back(table)
        assert table.state.questions == before.questions
    assert table.answer(ada, asked, 1, c=C)["record"]["choices"] == [1]
    holds(table)


def test_everyone_is_told() -> None:
    """The log says in words what is lost, and what is void."""
    table, _, ada, bo, _ = seated()
    table.do(Roll(ada, "ten", c=C, witness=bo))
    last = table.state.number
    put_back(table)
    assert as_markdown(table.events, None).splitlines()[-1].partition(") ")[2] == (
        f"The table was restored from a copy: everything after event {last} is lost. "
        "From here on, all dice have new keys. A roll that waited is void: roll again."
    )


def test_a_full_room_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """EVENTS does not keep a room from its new keys."""
    table, _, ada, *_ = seated()
    monkeypatch.setattr("sixfold.table.room.dispatch.EVENTS", table.state.number)
    put_back(table)
    with pytest.raises(RoomError, match="is full"):
        table.throw(ada, "ten")


def test_a_hidden_throw_is_revealed_later() -> None:
    """What was hidden before the copy can be shown after it."""
    table, master, ada, *_ = seated()
    hidden = table.throw(ada, "ten", visible="self")
    put_back(table)
    table.do(Reveal(ada, hidden["number"]))
    assert verify(table.export(master)).hidden == []
    holds(table)


def _log() -> list[dict[str, Any]]:
    table, _, ada, bo, _ = seated()
    table.throw(ada, "ten")
    table.do(Roll(ada, "ten", c=C, witness=bo))
    put_back(table)
    table.throw(ada, "ten")
    return public(table)


@pytest.mark.parametrize("lie", ["nothing void", "another void", "no restore", "old lane", "by somebody"])
def test_lies_about_it_are_found(lie: str) -> None:
    """A draw that is void and is not said to be, and one that is skipped in silence, are found by both verifiers."""
    log = _log()
    restored = next(e for e in log if e["kind"] == "restored")
    if lie == "nothing void":
        restored["void"] = []
    elif lie == "another void":
        restored["void"] = [restored["void"][0], 1]
    elif lie == "no restore":
        log.remove(restored)
        for at, event in enumerate(log, start=1):
            event["number"] = at
    elif lie == "old lane":
        next(e for e in log if e["kind"] == "lane" and e["number"] > restored["number"])["first"] = 0
    else:
        restored["person"] = "p1"
    assert verify(chained(log, log[0]["room"])).problems
    assert stranger.wrong(chained(log, log[0]["room"]))[0]
