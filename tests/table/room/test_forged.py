"""Logs that somebody wrote by hand: other documents, other types, other names and other texts, whose hashes all fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from sixfold.errors import RecordError, RoomError
from sixfold.systems import SYSTEMS
from sixfold.table.room.commands import Correct, RequestRoll, Roll, Visible, Witness
from sixfold.table.room.verify import verify
from sixfold.table.room.visibility import AS_OPEN
from tests.table.room.evening import Log, chained, evening, public
from tests.table.room.table import C, Table, W, seated

EVENING = evening()
TEXT = EVENING.export(None)
DOCUMENT: dict[str, Any] = json.loads(TEXT)
LINES: list[dict[str, Any]] = DOCUMENT["events"]
DEEP = "[" * 50_000 + "]" * 50_000


def lines(at: int, line: Any) -> str:
    """The export with another line in the place of one."""
    return json.dumps({**DOCUMENT, "events": [*LINES[:at], line, *LINES[at + 1 :]]})


DOCUMENTS = {
    "the version is true": (0, json.dumps({**DOCUMENT, "version": True})),
    "the version is 1.0": (0, json.dumps({**DOCUMENT, "version": 1.0})),
    "the version is a text": (0, json.dumps({**DOCUMENT, "version": "1"})),
    "the version is endless": (0, json.dumps({**DOCUMENT, "version": float("inf")})),
    "without a version": (0, json.dumps({"room": DOCUMENT["room"], "events": LINES})),
    "without a room": (0, json.dumps({**DOCUMENT, "room": None})),
    "another room": (1, json.dumps({**DOCUMENT, "room": "\u0430" + DOCUMENT["room"][1:]})),
    "another name": (0, json.dumps({**DOCUMENT, "note": 1})),
    "a line with another name": (1, lines(0, {**LINES[0], "comment": "x"})),
    "who sees it, which only a file of play says": (1, lines(0, {**LINES[0], "seers": None})),
    "a line that is no event": (4, lines(3, {})),
    "an event as data": (1, lines(0, {"stored": json.loads(LINES[0]["stored"])})),
    "an event as a deep list": (1, lines(0, {"stored": DEEP})),
    "an event as a list": (1, lines(0, {"stored": "[]"})),
    "a mark before an event": (1, lines(0, {"stored": "\ufeff" + LINES[0]["stored"]})),
    "half a character": (1, lines(0, {"stored": LINES[0]["stored"].replace("Friday", "\ud800")})),
    "blanks in an event": (1, lines(0, {"stored": json.dumps(json.loads(LINES[0]["stored"]))})),
    "a time said twice": (85, lines(84, {"stored": LINES[84]["stored"].replace("{", '{"at":"",', 1)})),
    "a private part that is null": (6, lines(5, {**LINES[5], "private": None})),
    "a private part of what is open": (3, lines(2, {**LINES[2], "private": "{}"})),
}  # fmt: skip
"""Documents, each with the number of the event that is named; 0 is the document itself."""


@pytest.mark.parametrize("what", DOCUMENTS)
def test_another_document_is_named(what: str) -> None:
    """A document that no table writes is a problem, at the event where it begins."""
    number, text = DOCUMENTS[what]
    assert verify(text).problems[0].number == number


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (json.dumps(LINES), "record/headless"),
        ("\n".join(map(json.dumps, LINES)), "record/headless"),
        (json.dumps(LINES[0]), "record/headless"),
        (json.dumps([{"play": 1, "room": DOCUMENT["room"], "secret": "00"}, *LINES]), "record/headless"),
        (json.dumps({**DOCUMENT, "events": dict(enumerate(LINES))}), "record/malformed"),
        (json.dumps({**DOCUMENT, "events": [LINES]}), "record/malformed"),
        (json.dumps({**DOCUMENT, "events": []}), "record/malformed"),
        (TEXT.replace('"version"', '"version":1,"\\u0076ersion"', 1), "record/ambiguous"),
        (TEXT + "{}", "record/malformed"),
        (DEEP, "record/malformed"),
    ],
    ids=["list", "lines", "line", "list of play", "numbered", "nested", "empty", "twice", "more", "deep"],
)  # fmt: skip
def test_what_is_no_export_is_refused(text: str, code: str) -> None:
    """A text without the document around its events says no version, so that nobody knows how to read it."""
    with pytest.raises(RecordError) as refused:
        verify(text)
    assert refused.value.code == code


def first(kind: str, change: Callable[[dict[str, Any]], object]) -> Callable[[Log], int]:
    """Change the first event of a kind; gives its number."""

    def forge(log: Log) -> int:
        event = next(event for event in log if event["kind"] == kind)
        number: int = event["number"]
        change(event)
        return number

    return forge


def thrown(*path: str | int, to: Any) -> Callable[[Log], int]:
    """Have another value in the first roll."""

    def change(event: Any) -> None:
        *before, last = path
        for name in before:
            event = event[name]
        event[last] = to(event[last]) if callable(to) else to

    return first("throw", change)


FORGED: dict[str, Callable[[Log], int]] = {
    "a huge number": first("lane", lambda event: event.update(number=10**400)),
    "a number that is true": first("opened", lambda event: event.update(number=True)),
    "a number as a text": first("lane", lambda event: event.update(number=str(event["number"]))),
    "a version that is true": first("lane", lambda event: event.update(version=True)),
    "a time before": first("call", lambda event: event.update(at="2000-01-01T00:00:00Z")),
    "a time with an offset": first("reveal", lambda event: event.update(at=event["at"].replace("Z", "+00:00"))),
    "digits of another script": first("reveal", lambda event: event.update(at=event["at"].replace("2", "\uff12"))),
    "a kind in a list": first("call", lambda event: event.update(kind=["call"])),
    "a person in a list": first("call", lambda event: event.update(person=["p2"])),
    "a person with another digit": first("call", lambda event: event.update(person="p\uff12")),
    "nobody said": first("call", lambda event: event.pop("person")),
    "a name without letters": first("call", lambda event: event.update({"": 1})),
    "a face that is true": thrown("faces", 0, to=True),
    "a face with a point": thrown("faces", 0, to=float),
    "a face below zero": thrown("faces", 0, to=-1),
    "faces in a list": thrown("faces", to=lambda faces: [faces]),
    "faces as a text": thrown("faces", to=lambda faces: "".join(map(str, faces))),
    "one die more": thrown("faces", to=lambda faces: [*faces, 1]),
    "a record in capitals": thrown("record", "text", to=str.upper),
    "a record of another version": thrown("record", "version", to=True),
    "a success as a number": thrown("record", "outcome", "success", to=int),
    "a margin with a point": thrown("record", "outcome", "margin", to=float),
    "an announcement with more than is seen": thrown("record", "announcement", to=lambda said: said + "\u200b"),
    "kept dice as numbers": thrown("record", "throws", 0, "kept", to=lambda kept: list(map(int, kept))),
    "another source": thrown("record", "source", to="typed"),
    "a request that is null": thrown("request", to=None),
    "a key in capitals": thrown("key", to=str.upper),
    "a short key": thrown("key", to=lambda key: key[:-2]),
    "an index that is false": first("call", lambda event: event.update(index=False)),
    "one key for two draws": first("lane", lambda event: event["commitments"].__setitem__(1, event["commitments"][0])),
    "a name written backwards": first("joined", lambda event: event.update(name="A\u202eb")),
    "an unknown role": first("joined", lambda event: event.update(role="owner")),
    "a reveal of a huge number": first("reveal", lambda event: event.update(throw=2**70)),
    "a choice that is true": first("answer", lambda event: event.update(choice=bool(event["choice"]))),
    "options in another order": first("question", lambda event: event["options"].reverse()),
    "a default that is true": first("question", lambda event: event.update(default=True)),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_event_is_named(what: str) -> None:
    """The event in which something of another kind, type or spelling stands is a problem, though the chain holds."""
    log = public(EVENING)
    number = FORGED[what](log)
    assert number in [problem.number for problem in verify(chained(log, DOCUMENT["room"])).problems]


def test_what_is_taken_back_is_taken_back_once_and_said() -> None:
    """A request that is taken back twice, or corrected like a roll, is a problem at that event."""
    table, master, ada, *_ = seated()
    table.do(RequestRoll(master, "ten", (ada,)))
    table.do(Correct(master, table.state.number, withdraw=True, reason="too late"))
    room = json.loads(table.export(None))["room"]
    log = public(table)
    assert not verify(chained(log, room)).problems
    last = log[-1]
    roll = next(event for event in public(EVENING) if event["kind"] == last["kind"] and "record" in event)
    twice = [*log, {**last, "number": last["number"] + 1}]
    unsaid = [*log[:-1], {**roll, **{name: last[name] for name in ("number", "at", "person", "throw")}}]
    for forged in (twice, unsaid):
        problems = verify(chained(forged, room)).problems
        assert [(one.number, "twice" in str(one)) for one in problems] == [(len(forged), True)], problems


def test_a_request_that_was_withdrawn_is_not_answered() -> None:
    """A roll for a request stands before the request is taken back; the other way round it is a problem."""
    table, master, ada, *_ = seated()
    table.do(RequestRoll(master, "ten", (ada,)))
    asked = table.state.number
    table.do(Roll(ada, "ten", faces=(3, 4, 5), to=asked))
    table.do(Correct(master, asked, withdraw=True))
    room = json.loads(table.export(None))["room"]
    *before, roll, back = public(table)
    assert not verify(chained([*before, roll, back], room)).problems
    times = [{name: event[name] for name in ("number", "at")} for event in (roll, back)]
    (problem,) = verify(chained([*before, {**back, **times[0]}, {**roll, **times[1]}], room)).problems
    assert (problem.number, problem.message) == (back["number"], "answers a request that was withdrawn")


@pytest.mark.parametrize("visible", AS_OPEN)
@pytest.mark.parametrize("wanted", AS_OPEN)
def test_a_request_is_answered_no_more_openly(wanted: Visible, visible: Visible) -> None:
    """Other eyes than asked for are refused at a table, and a problem for who sees both the request and the roll."""
    table, master, ada, *_ = seated()
    table.do(RequestRoll(master, "ten", (ada,), visible=wanted))
    answer = Roll(ada, "ten", c=C, visible=visible, to=table.state.number)
    try:
        table.do(answer)
        problems = set()
    except RoomError:
        problems = {"is visible to other people than asked for"}
        with patch("sixfold.table.room.requests.AS_OPEN", dict.fromkeys(AS_OPEN, tuple(AS_OPEN))):
            table.do(answer)
    found = [problem for person in (master, ada) for problem in verify(table.export(person)).problems]
    assert {problem.message for problem in found} == problems
    in_public = problems if visible == "all" else set()
    assert {problem.message for problem in verify(table.export()).problems} == in_public


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_request_is_of_somebody_and_of_each_once(times: int) -> None:
    """A request of the GM that names nobody, or somebody twice, is no event of a table."""
    table, master, ada, *_ = seated()
    table.do(RequestRoll(master, "ten +4", (ada,)))
    log = public(table)
    log[-1]["people"] = [ada] * times
    problems = verify(chained(log, table.state.room)).problems
    assert [one.message for one in problems] == ([] if times == 1 else ["asks nobody, or somebody twice"])


@pytest.mark.parametrize("known", [True, False])
def test_other_choices_than_were_answered(known: bool) -> None:
    """The record of a roll has the choices that its player took, also where nobody knows the game to play it again."""
    table, _, ada, *_ = seated()
    asked = table.throw(ada, "odgs vs 15 advantage 1 combat", faces=[6, 6, 2, 1])
    asked = table.answer(ada, asked["number"], 1)
    assert table.answer(ada, asked["number"], 0)["record"]["choices"] == [1, 0]
    forged = table.forged(lambda last: last["record"].update(choices=[0, 0]))
    systems = {name: system for name, system in SYSTEMS.items() if known or name != "odgs"}
    (problem,) = verify(forged, systems).problems
    assert problem.message == "has other choices than were answered"


def test_commitments_may_come_late_where_a_program_was_stopped() -> None:
    """A file of `sixfold play` that ends behind a roll is gone on from; in an export, the commitments come at once."""
    table = Table()
    player = table.join("master", "Player")
    while table.last()["kind"] != "lane" or len(table.events) < 10:
        table.throw(player, "ten")
    table.events.pop()
    table.state = table.again()
    table.throw(player, "ten")
    document = json.loads(table.export(player))
    file = [{"play": 1, "room": document["room"], "secret": ""}, *document["events"]]
    assert verify("".join(json.dumps(line) + "\n" for line in file)).problems == []
    assert [one.message for one in verify(table.export()).problems][:1] == ["comes before draws were committed to"]


def test_a_roll_goes_on_from_the_question_of_its_roller() -> None:
    """Of two people who were asked, one answers, and the other one's roll goes on from it."""
    table, _, ada, bo, _ = seated()
    asked = [table.throw(person, "odgs vs 15 advantage 1 combat", faces=[6, 6, 2, 1]) for person in (ada, bo)]
    table.answer(ada, asked[0]["number"], 0)
    (problem,) = verify(table.forged(lambda last: last.update(person=bo))).problems
    assert problem.message == "goes on from somebody else's question"


@pytest.mark.parametrize("check", ["ten hard", "ten easy"])
def test_the_private_part_of_a_call_may_be_withheld(check: str) -> None:
    """If the call of a hidden roll does not show its request, a wrong request is found in the roll."""
    table, master, ada, *_ = seated()
    table.do(RequestRoll(master, "ten hard", (ada,)))
    with patch("sixfold.table.room.rolls.require_fit"):
        table.throw(ada, check, to=table.state.number, visible="master")
    document = json.loads(table.export(ada))
    call = next(line for line in document["events"] if '"kind":"call"' in line["stored"])
    del call["private"]
    found = [problem.message for problem in verify(json.dumps(document)).problems]
    assert found == ["is another check than was asked for"] * (check == "ten easy")


@pytest.mark.parametrize("how", [{"faces": (6, 6, 2, 1)}, {"c": C}, {"c": C, "witness": "p3"}])
@pytest.mark.parametrize("check", ["odgs vs 15 advantage 1", "odgs vs 15 advantage 1 combat"])
def test_a_request_of_others_is_answered_once(check: str, how: dict[str, Any]) -> None:
    """A roll for a request that somebody did not get is one problem, where it begins, however it goes on."""
    table, master, ada, bo, _ = seated()
    table.do(RequestRoll(master, check, (ada,)))
    asked = table.state.number
    table.do(Roll(ada, check, to=asked, **how))
    begun = asked + 1
    if "witness" in how:
        table.do(Witness(bo, begun, W))
    while asking := [number for number, one in table.state.questions.items() if one.open]:
        table.answer(ada, asking[0], 0)
    log, room = public(table), table.state.room
    assert not verify(chained(log, room)).problems
    log[asked - 1]["people"] = [bo]
    (problem,) = verify(chained(log, room)).problems
    assert (problem.number, problem.message) == (begun, "answers a request that this person did not get")


@pytest.mark.parametrize("check", ["dice 4d6", "odgs vs 15 advantage 1"])
def test_a_question_that_nobody_asks(check: str) -> None:
    """A question is a problem where the rule comes to its end with these dice, or asks for something else."""
    table, _, ada, *_ = seated()
    table.throw(ada, "odgs vs 15 advantage 1 combat", faces=[6, 6, 2, 1])
    (problem,) = verify(table.forged(lambda last: last["request"].update(check=check))).problems
    assert problem.message == "asks a different question than the rule with these dice"
