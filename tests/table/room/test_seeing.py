"""Who sees what: nothing that leaves the room tells more than the onlooker may know."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sixfold.checks.check import parse
from sixfold.errors import SixfoldError
from sixfold.table.room import as_csv, as_markdown, evening, message, seen_by, view
from sixfold.table.room.commands import Command, Correct, Note, RequestRoll, Reveal, Roll, Visible, Witness
from sixfold.table.room.dispatch import apply
from sixfold.table.room.event_kinds import KINDS
from sixfold.table.room.state import RoomState
from sixfold.table.room.verify import verify
from sixfold.table.room.visibility import may_see
from tests.effort import THOROUGH
from tests.table.room.table import C, Table, W, seated
from tests.table.room.test_mutations import evening as every_kind

MASTER, ADA, BO, SPECTATOR = PEOPLE = ("p1", "p2", "p3", "p4")
ONLOOKERS = (None, *PEOPLE)
VISIBLE: tuple[Visible, ...] = ("all", "master", "blind", "self")
PUBLIC = {"at", "call", "calls", "hash", "hidden", "index", "kind", "number", "person", "prev", "sealed", "silent",
          "typed", "version", "w", "witness"}  # fmt: skip
CHECKS = ("ten +4 superior 1", "wild 8D", "odgs vs 15 advantage 3 combat", "hs 0d", "skew percentile", "dice 60d6",
          "ten extended threshold 9", "dice d6", "odgs vs 9 combat")  # fmt: skip


def seers(visible: str, thrower: str) -> set[str | None]:
    """Who sees a throw, said once more and without the room."""
    known: dict[str, set[str | None]] = {
        "all": {None, *PEOPLE},
        "master": {MASTER, thrower},
        "blind": {MASTER},
        "self": {thrower},
    }
    return known[visible]


THROWERS = st.sampled_from([MASTER, ADA, BO])
HIDDEN = st.sampled_from(["master", "blind", "self"])


def outputs(table: Table, onlooker: str | None) -> list[str]:
    """Everything that leaves the room for one onlooker."""
    return [
        *[message(event, table.person(onlooker)).decode() for event in table.events],
        *[json.dumps(seen_by(event, table.person(onlooker)), sort_keys=True) for event in table.events],
        json.dumps(view(table.state, onlooker), sort_keys=True),
        json.dumps(view(table.state, onlooker, table.systems), sort_keys=True),
        json.dumps(evening(table.events, table.person(onlooker)), sort_keys=True),
        as_csv(table.events, table.person(onlooker)),
        as_markdown(table.events, table.person(onlooker)),
        table.export(onlooker),
        json.dumps(verify(table.export(onlooker)).to_json()),
    ]


def masked(texts: Sequence[str]) -> list[str]:
    """The texts without what is a hash, a seal or a commitment: 64 hexadecimal digits that tell nothing."""
    return [re.sub(r"\b[0-9a-f]{64}\b", "#", text) for text in texts]


def thrown(visible: str, thrower: str, check: str) -> Table:
    table, *_ = seated()
    table.throw(thrower, check, visible=visible)
    return table


@given(THROWERS, st.sampled_from(VISIBLE), st.sampled_from(CHECKS))
def test_who_sees_a_throw(thrower: str, visible: str, check: str) -> None:
    """Those who may see a throw have its record, and for all others it is number, person and hidden."""
    table = thrown(visible, thrower, check)
    number = next(
        event.number
        for event in table.events[::-1]
        if seen_by(event, table.person(thrower))["kind"] in ("throw", "question")
    )
    for onlooker in ONLOOKERS:
        shown = table.event(number, onlooker)
        if onlooker in seers(visible, thrower):
            assert {"key", "faces", "request"} <= set(shown)
        else:
            assert set(shown) <= PUBLIC
            assert (shown["hidden"], shown["person"], shown["number"]) == (True, thrower, number)


@given(THROWERS, HIDDEN, st.sampled_from(CHECKS), st.sampled_from(CHECKS), st.booleans())
def test_hidden_throws_look_alike(thrower: str, visible: Visible, one: str, other: str, typed: bool) -> None:
    """Whatever is thrown in secret, everything that others get is the same, but for seals; its length too."""
    tables = [seated()[0] for _ in range(2)]
    for table, check in zip(tables, (one, other), strict=True):
        if typed:
            known = Table("elsewhere")
            record = known.throw(known.join("player", "Di"), check, visible="self")["record"]
            faces = tuple(face for throw in record["throws"] for face in throw["faces"])
            table.do(Roll(thrower, check, visible, faces=faces))
        else:
            table.throw(thrower, check, visible=visible)
    for onlooker in set(ONLOOKERS) - seers(visible, thrower) - ({thrower} if visible == "blind" else set()):
        first, second = (outputs(table, onlooker) for table in tables)
        assert masked(first) == masked(second)
        assert [len(text) for text in first] == [len(text) for text in second]


@given(st.sampled_from(CHECKS))
def test_what_the_thrower_of_a_blind_throw_knows(check: str) -> None:
    """Of a blind throw its thrower sees what he asked for, and nothing of how it came out."""
    table, *_ = seated()
    table.throw(ADA, check, visible="blind")
    call, throw = table.event(len(table.events) - 1, ADA), table.last(ADA)
    assert call["request"] == {"check": parse(check).text, "visible": "blind"}
    assert set(throw) <= PUBLIC
    secrets = table.last(MASTER)
    for text in outputs(table, ADA):
        assert secrets["key"] not in text
        assert json.dumps(secrets["record"]["throws"], sort_keys=True)[1:-1] not in text


@given(THROWERS, st.lists(st.sampled_from(PEOPLE), unique=True, min_size=1))
def test_a_whisper_is_for_those_whom_it_names(writer: str, people: list[str]) -> None:
    """They and the writer read a line; for all others two whispers are alike, also in whom they are for."""
    tables = [seated()[0] for _ in range(2)]
    tables[0].do(Note(writer, "the first of two lines", people=tuple(people)))
    tables[1].do(Note(writer, "another line of them, to oneself", "self"))
    readers = {writer, *people}
    for onlooker in ONLOOKERS:
        shown = tables[0].last(onlooker)
        assert ("text" in shown) == (onlooker in readers)
        assert shown.get("people", people) == [person for person in people if person != writer] or shown["hidden"]
        if onlooker not in readers:
            assert masked(outputs(tables[0], onlooker)) == masked(outputs(tables[1], onlooker))
        assert verify(tables[0].export(onlooker)).problems == []


@given(THROWERS, st.sampled_from(VISIBLE))
def test_a_note_is_as_hidden_as_its_roll(thrower: str, visible: Visible) -> None:
    """What a roll is for is sealed with it: those who see the roll read the note, and a reveal shows it."""
    table, *_ = seated()
    table.throw(thrower, "ten +4", visible=visible, note="for the old gate")
    for onlooker in ONLOOKERS:
        told = any("for the old gate" in text for text in outputs(table, onlooker))
        assert told == (onlooker in seers(visible, thrower) | ({thrower} if visible == "blind" else set()))
        assert verify(table.export(onlooker)).problems == []


COMMANDS = st.lists(
    st.one_of(
        st.builds(Roll, THROWERS, st.sampled_from(CHECKS), st.sampled_from(VISIBLE), st.just(C)),
        st.builds(lambda by, check, visible: Roll(by, check, visible, C, witness=SPECTATOR), THROWERS,
                  st.sampled_from(CHECKS), st.sampled_from(VISIBLE)),
        st.builds(Witness, st.just(SPECTATOR), st.integers(9, 30), st.just(W)),
        st.builds(Note, THROWERS, st.just("a secret of the note"), st.sampled_from(["all", "master", "self"]),
                  st.sampled_from([(), (ADA,), (BO, SPECTATOR)])),
        st.builds(RequestRoll, st.just(MASTER), st.sampled_from(CHECKS), st.sampled_from([(ADA,), (BO,), ()]), HIDDEN),
        st.builds(Reveal, THROWERS, st.integers(8, 30)),
        st.builds(lambda by, n: Correct(by, n, withdraw=True), THROWERS, st.integers(8, 30)),
        st.builds(lambda by, n: Correct(by, n, check="ten +9 superior 1"), THROWERS, st.integers(8, 30)),
    ),
    max_size=14,
)  # fmt: skip


def played(commands: Sequence[Command]) -> Table:
    """An evening of these commands; what is refused has not happened."""
    table, *_ = seated()
    for command in commands:
        try:
            table.do(command)
        except SixfoldError:
            continue
    return table


@given(COMMANDS)
@settings(max_examples=60 * THOROUGH, deadline=None)
def test_nothing_leaks(commands: list[Command]) -> None:
    """In an evening of anything, no text for anybody holds a secret that is not his: keys, salts, private parts."""
    table = played(commands)
    shown: set[str] = set()
    for event in table.events:
        shown |= set(re.findall(r"[0-9a-f]{64}", event.public.decode()))
    for onlooker in ONLOOKERS:
        text = "\n".join(outputs(table, onlooker))
        for event in table.events:
            if event.private and onlooker not in event.seers:
                told = json.loads(event.private)
                assert told["salt"] not in text or told["salt"] in shown
                assert "key" not in told or told["key"] not in text or told["key"] in shown
                assert event.private.decode() not in text
            assert table.secret.hex() not in text
        for token in [*table.tokens.values(), *table.links.values()]:
            assert token not in text


@given(COMMANDS)
@settings(max_examples=40 * THOROUGH, deadline=None)
def test_a_message_is_what_is_seen(commands: list[Command]) -> None:
    """The bytes of a message say what `seen_by` says; those who see the public part alone all get the same bytes."""
    table = played(commands)
    for event in table.events:
        for onlooker in ONLOOKERS:
            assert json.loads(message(event, table.person(onlooker))) == seen_by(event, table.person(onlooker))
        strangers = {message(event, table.person(onlooker)) for onlooker in ONLOOKERS if onlooker not in event.seers}
        assert len(strangers) <= 1


@given(COMMANDS)
@settings(max_examples=40 * THOROUGH, deadline=None)
def test_every_reader_can_verify(commands: list[Command]) -> None:
    """Whatever was played and whoever reads it, the log holds; and the room folds to the same state again."""
    table = played(commands)
    assert table.again() == table.state
    for onlooker in ONLOOKERS:
        assert verify(table.export(onlooker)).problems == []


def test_what_is_hidden_changes_no_view() -> None:
    """The room looks as before to whoever does not see an event, whatever its kind; only draws and calls go on."""
    table = every_kind()
    state, hidden = RoomState(table.systems), set()
    for event in table.events:
        after = apply(state, event)
        for onlooker in (None, *after.people):
            if not may_see(after.people.get(onlooker or ""), event.audience, event.number):
                hidden.add(event.shown["kind"])
                assert looks(state, onlooker) == looks(after, onlooker), (event.shown, onlooker)
        state = after
    may_be = {tag for tag, kind in KINDS.items() if kind.MAY_BE_HIDDEN}
    assert hidden == may_be - {"instrument"}  # acts of these games are open


def looks(state: RoomState, onlooker: str | None) -> dict[str, Any]:
    """A room as somebody sees it, without what counts all events and draws."""
    shown = view(state, onlooker, state.systems)
    return {name: value for name, value in shown.items() if name not in ("number", "lanes", "calls")}


def test_refusals_tell_nothing() -> None:
    """A throw that one does not see is refused like one that there is not, word for word."""
    table, *_ = seated()
    hidden = table.throw(BO, "wild 3D", visible="self")["number"]
    commands: list[Any] = [
        lambda n: Reveal(ADA, n),
        lambda n: Correct(ADA, n, withdraw=True),
        lambda n: Correct(MASTER, n, check="ten"),
        lambda n: Roll(ADA, "ten", c=C, instead=n),
    ]
    for made in commands:
        said = set()
        for number in (hidden, 7, 999):
            try:
                table.do(made(number))
            except SixfoldError as error:
                said.add(error.message.replace(str(number), "N"))
        assert said == {"You see no roll with the number N."}
