"""The master's office: who follows a master sees what he saw, and nobody else sees anything more."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.errors import SixfoldError
from sixfold.table.room import LogEvent, as_csv, evening, exported, seen_by, view, visibility, written_out
from sixfold.table.room.commands import Command, Correct, HandOver, Note, RequestRoll, Reveal, Roll, Use
from sixfold.table.room.verify import verify
from tests.effort import THOROUGH
from tests.table.room.table import C, Table, seated

MASTER, ADA, BO, SPECTATOR = "p1", "p2", "p3", "p4"


def seen(table: Table, number: int, person: str | None) -> dict[str, Any]:
    """An event as a server hands it out."""
    return seen_by(table.events[number - 1], table.person(person))


def lines(table: Table, person: str) -> list[str]:
    """What the instruments say to somebody."""
    return [line for one in view(table.state, person, ["ten", "odgs"])["instruments"] for line in one["lines"]]


def test_the_new_master_sees_what_the_master_saw() -> None:
    """Throws, notes and requests for the master's eyes are the new one's too; what was somebody's own is not."""
    table, master, ada, bo, _ = seated()
    office = [
        table.throw(bo, "ten +1", visible="master")["number"],
        table.do(Roll(bo, "ten +2", "blind", C)).number,
        table.throw(master, "ten +3", visible="master")["number"],
        table.do(Note(bo, "for the master", "master")).number,
        table.do(RequestRoll(master, "ten", (bo,), "blind")).number,
    ]
    own = [
        table.throw(master, "ten +4", visible="self")["number"],
        table.throw(bo, "ten +5", visible="self")["number"],
        table.do(Note(master, "my plan", "self")).number,
    ]
    for number in office + own:
        assert "salt" not in seen(table, number, ada)
    table.do(HandOver(master, ada))
    for number in office:
        assert "salt" in seen(table, number, ada)
        assert "salt" in seen(table, number, master)
        assert "salt" not in seen(table, number, SPECTATOR)
        assert "salt" not in seen(table, number, None)
    for number in own:
        assert "salt" not in seen(table, number, ada)
    assert [one["check"] for one in view(table.state, ada)["asked"]] == ["ten"]
    table.do(Reveal(ada, office[1]))
    table.do(Correct(ada, office[0], check="ten +9"))


def test_the_old_master_sees_no_more() -> None:
    """What is thrown for the master after a hand-over is the new one's alone; an old one keeps all of his time."""
    table, master, ada, bo, _ = seated()
    first = table.throw(bo, "ten +1", visible="master")["number"]
    table.do(HandOver(master, ada))
    second = table.do(Roll(bo, "ten +2", "blind", C)).number
    table.do(HandOver(ada, SPECTATOR))
    third = table.throw(bo, "ten +3", visible="master")["number"]
    told = {who: ["salt" in seen(table, n, who) for n in (first, second, third)] for who in table.state.people}
    assert told == {
        MASTER: [True, False, False],
        ADA: [True, True, False],
        BO: [True, False, True],
        SPECTATOR: [True, True, True],
    }
    newcomer = table.join("player", "Di")
    assert [n for n in (first, second, third) if "salt" in seen(table, n, newcomer)] == []


def test_instruments_go_with_the_office() -> None:
    """The new master's instruments show what follows from hidden throws; the old one's go on from what he saw."""
    table, master, ada, bo, _ = seated()
    hidden = table.throw(bo, "ten", visible="master", faces=(5, 5, 5))["number"]
    assert lines(table, ada) == lines(table, SPECTATOR)
    table.do(HandOver(master, ada))
    assert (
        lines(table, master) == lines(table, bo) == ["Chaos strikes. Bo rolled three of a kind. The GM rolls for it."]
    )
    assert lines(table, ada) == ["Chaos strikes. Bo rolled three of a kind. Roll for it."]
    assert lines(table, SPECTATOR) == []
    table.throw(ada, "ten chaos", visible="master", faces=(6, 6, 6))
    assert lines(table, ada) != lines(table, master)
    table.do(Correct(ada, hidden, withdraw=True))
    table.do(Use(ada, "odgs", "effort", "combat", {"on": True}))
    assert "In combat." in lines(table, ada)
    assert table.again() == table.state


COMMANDS = st.lists(
    st.one_of(
        st.builds(
            lambda by, check, visible: Roll(by, check, visible, C),
            st.sampled_from([MASTER, ADA, BO]),
            st.sampled_from(["ten +4", "odgs vs 9 combat", "ten chaos"]),
            st.sampled_from(["all", "master", "blind", "self"]),
        ),
        st.builds(Note, st.sampled_from([MASTER, ADA]), st.just("psst"), st.sampled_from(["master", "self"])),
        st.builds(HandOver, st.sampled_from([MASTER, ADA, BO]), st.sampled_from([MASTER, ADA, BO])),
        st.builds(Reveal, st.sampled_from([MASTER, ADA, BO]), st.integers(8, 24)),
        st.builds(lambda by, n: Correct(by, n, withdraw=True), st.sampled_from([MASTER, ADA]), st.integers(8, 24)),
        st.builds(RequestRoll, st.sampled_from([MASTER, ADA]), st.just("ten"), st.just((BO,)), st.just("master")),
    ),
    max_size=16,
)


@given(COMMANDS)
@settings(max_examples=60 * THOROUGH, deadline=None)
def test_a_hand_over_tells_nobody_else(commands: list[Command]) -> None:
    """Whoever was never master sees what he would see without any office; every reader's log holds."""
    table, *_ = seated()
    masters = {MASTER}
    for command in commands:
        try:
            table.do(command)
        except SixfoldError:
            continue
        masters |= {person.id for person in table.state.people.values() if person.role == "master"}
    named = [replace(event, seers=tuple({*event.seers} - {visibility.MASTER})) for event in table.events]
    for one in (None, *table.state.people):
        text, person = table.export(one), table.person(one)
        assert verify(text).problems == []
        if one not in masters:
            assert text == written_out(exported(table.state.room, named, person))
            assert as_csv(named, person) == as_csv(table.events, person)
            assert json.dumps(evening(named, person)) == json.dumps(evening(table.events, person))
    assert table.again() == table.state


def test_an_older_room_has_no_office() -> None:
    """Events that name people alone are theirs alone, whoever becomes master."""
    table, master, ada, bo, _ = seated()
    number = table.throw(bo, "ten +1", visible="master")["number"]
    event = table.events[number - 1]
    table.events[number - 1] = LogEvent(event.number, event.public, event.private, (MASTER, BO))
    table.state = table.again()
    table.do(HandOver(master, ada))
    assert "salt" not in seen(table, number, ada)
