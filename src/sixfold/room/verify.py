"""Checking an export: the chain, every draw that it opens, every record played again, and what it cannot see.

It believes nothing of what the log says about itself, and shares no code with what wrote it except the rules of the
games and how older events are read. What is wrong is named by event; what is hidden is named too, since nobody can
check it from here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sixfold.bounds import DICE_OF_A_THROW, SIDES
from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, RecordError, SixfoldError
from sixfold.playing.record import Record
from sixfold.room.playing import on_the_table, play
from sixfold.room.proof import canon, committed, faces, sealed, sha
from sixfold.room.upgrades import VERSIONS, upgraded
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS

HEX: Final = frozenset("0123456789abcdef")
ENVELOPE: Final = ("at", "kind", "number", "person", "prev", "version")


class Problem(NamedTuple):
    """Something that is wrong: the number of the event (0: the document itself) and a sentence."""

    number: int
    message: str


@dataclass
class Report:
    """What was found: what is wrong, what was checked, and what cannot be seen from here.

    `draws` were recomputed, `replayed` records were played again, `witnessed` draws had a witness's entropy. `typed`
    throws are somebody's word. `hidden` are throws that nobody opened to this reader, `waiting` calls without a throw.
    `unknown` records are of games that are not known here. `restored` are the events at which the table was put back
    from a copy, and lost what had come after it.
    `last` is the hash of the last event: everyone in the room who reads the same aloud has the same log.
    """

    room: str = ""
    events: int = 0
    last: str = ""
    problems: list[Problem] = field(default_factory=list)
    draws: int = 0
    replayed: int = 0
    witnessed: int = 0
    typed: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    restored: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "version": 1,
            "room": self.room,
            "events": self.events,
            "last": self.last,
            "problems": [{"number": number, "message": message} for number, message in self.problems],
            "draws": self.draws,
            "witnessed": self.witnessed,
            "replayed": self.replayed,
            "typed": self.typed,
            "hidden": self.hidden,
            "waiting": self.waiting,
            "unknown": self.unknown,
            "restored": self.restored,
        }


class _Lie(Exception):
    """The log does not hold."""


def verify(text: str, systems: Mapping[str, System] = SYSTEMS) -> Report:
    """Check an export of a room, or the file of `sixfold play`, given as text.

    Raises RecordError (record/malformed) for a text that is neither.
    """
    room, lines = _read(text)
    check = _Check(systems, Report(room, len(lines)))
    for number, line in enumerate(lines, start=1):
        check.event(number, line)
    check.end()
    return check.report


def _read(text: str) -> tuple[str, list[dict[str, Any]]]:
    """The room and the events of an export, or of a file with an event a line."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise RecordError("record/malformed", "This is not an export of a room.") from None
    except ValueError:
        data = {"events": _lines(text)}
    if isinstance(data, dict) and "stored" in data:
        data = {"events": [data]}
    events = data.get("events") if isinstance(data, dict) else None
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise RecordError("record/malformed", "This is not an export of a room: it has no list of events.")
    lines = [event for event in events if "stored" in event or "play" not in event]
    if not lines:
        raise RecordError("record/malformed", "This is not an export of a room: it has no events.")
    named = data.get("room", "") if isinstance(data, dict) else ""
    return named if isinstance(named, str) else "", lines


def _lines(text: str) -> list[Any]:
    found: list[Any] = []
    rows = text.splitlines()
    for at, row in enumerate(rows, start=1):
        try:
            found.append(json.loads(row))
        except (ValueError, RecursionError):
            if at == len(rows) and found and not text.endswith("\n"):
                break  # the last line was being written when its program was stopped
            raise RecordError("record/malformed", f"Line {at} is not valid JSON.") from None
    return found


@dataclass
class _Draw:
    """A call, and what was opened of it."""

    person: str
    index: int
    seal: str
    hidden: bool
    request: Mapping[str, Any] | None
    c: str | None
    answers: int | None = None
    opened: int = 0
    w: str = ""
    faces: list[int] | None = None
    dice: list[list[int]] = field(default_factory=list)


@dataclass
class _Throw:
    """A throw as far as it is known."""

    person: str
    sealed: str | None
    body: Mapping[str, Any] | None
    public: Mapping[str, Any]
    shown: bool = False


class _Check:
    """The walk over the log, from its first event to its last."""

    def __init__(self, systems: Mapping[str, System], report: Report) -> None:
        self.systems = systems
        self.report = report
        self.at = ""
        self.people: set[str] = set()
        self.commitments: dict[tuple[str, int], str] = {}
        self.told: dict[str, int] = {}
        self.used: dict[str, int] = {}
        self.calls: dict[int, _Draw] = {}
        self.called: dict[str, int] = {}
        self.questions: dict[int, Mapping[str, Any]] = {}
        self.answers: dict[int, int] = {}
        self.done: set[int] = set()
        self.throws: dict[int, _Throw] = {}
        self.records: dict[int, Mapping[str, Any]] = {}
        self.acts: set[int] = set()

    def event(self, number: int, line: Mapping[str, Any]) -> None:
        """One event; whatever is wrong with it is noted, and the walk goes on."""
        stored = line.get("stored")
        if not isinstance(stored, str):
            self._note(number, "has no stored bytes")
            return
        try:
            raw = stored.encode()
            before, self.report.last = self.report.last, sha(raw)
            body = _object(stored)
            self._envelope(number, body, before)
            body = upgraded(body)
            private = self._private(body, line.get("private"))
            STEPS[body["kind"]](self, number, body, private)
        except _Lie as lie:
            self._note(number, str(lie))
        except SixfoldError as error:
            self._note(number, f"does not play: {error.message}")
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
            self._note(number, f"cannot be read ({type(error).__name__}: {error})"[:200])

    def end(self) -> None:
        """What is still open at the end of the log."""
        self.report.waiting += [number for number, call in self.calls.items() if not call.opened]
        self.report.hidden += [n for n, throw in self.throws.items() if throw.body is None and not throw.shown]

    # -- what every event holds ------------------------------------------------------------------------------

    def _envelope(self, number: int, body: Mapping[str, Any], before: str) -> None:
        if body["number"] != number:
            self._note(number, f"is numbered {body['number']!r}: the log has a gap, or events changed places")
        if body["prev"] != before:
            self._note(number, "does not hold the hash of the event before it: the chain is broken")
        if body["kind"] not in STEPS or body["version"] not in range(1, VERSIONS[body["kind"]] + 1):
            raise _Lie(f"is of an unknown kind or version ({str(body['kind'])[:40]!r})")
        if not isinstance(body["at"], str) or body["at"] < self.at:
            self._note(number, "is earlier than the event before it")
        self.at = body["at"]
        if (number == 1) != (body["kind"] == "opened"):
            raise _Lie("is not where a room is opened")
        if any(body.get(mark, True) is not True for mark in ("hidden", "typed")):
            raise _Lie("is neither hidden nor open, or neither typed nor drawn")
        if body.get("hidden") or "sealed" in body:
            _hexadecimal(body["sealed"], 64, "the seal of its private part")
        person = body["person"]
        if (person is None) != (body["kind"] in ("opened", "restored")):
            raise _Lie("is by nobody")
        if body["kind"] not in ("opened", "joined", "restored") and person not in self.people:
            raise _Lie(f"is by {str(person)[:40]!r}, who never came in")

    def _note(self, number: int, message: str) -> None:
        self.report.problems.append(Problem(number, message))

    def _private(self, body: Mapping[str, Any], private: Any) -> Mapping[str, Any] | None:
        """The private part as data, if there is one: it must be what the public part is sealed with."""
        if private is None or private == "":
            return None
        if not isinstance(private, str) or sha(private.encode()) != body.get("sealed"):
            raise _Lie("has a private part that is not the one it was sealed with")
        return _object(private)

    # -- the protocol ----------------------------------------------------------------------------------------

    def opened(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        room = body["room"]
        if self.report.room and room != self.report.room:
            raise _Lie("opens another room than the document is of")
        self.report.room = room

    def joined(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        if body["person"] in self.people:
            raise _Lie(f"lets {body['person']} in a second time")
        self.people.add(body["person"])

    def plain(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        """Nothing about dice."""

    def lane(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        person, first, commitments = body["person"], body["first"], body["commitments"]
        if first != self.told.get(person, 0):
            raise _Lie("commits to draws a second time, or leaves some out")
        for index, commitment in enumerate(commitments, start=first):
            _hexadecimal(commitment, 64, "a commitment")
            self.commitments[person, index] = commitment
        self.told[person] = first + len(commitments)

    def call(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        person, index = body["person"], body["index"]
        if (person, index) not in self.commitments:
            raise _Lie(f"calls draw {index}, to whose key nobody committed before")
        if type(index) is not int or index != self.used.get(person, 0):
            raise _Lie(f"calls draw {index}; the next one is {self.used.get(person, 0)}: one was skipped or used again")
        before = self.calls.get(self.called.get(person, 0))
        if before is not None and not before.opened:
            raise _Lie("calls a draw while another one of the same person was never thrown")
        if body["witness"] is not None and body["witness"] not in self.people - {person}:
            raise _Lie("asks a witness who never came in, or the thrower himself")
        self.used[person] = index + 1
        self.called[person] = number
        known = _merged(body, private)
        _hexadecimal(body["seal"], 64, "the seal")
        if bool(body.get("hidden")) == ("request" in body or "c" in body):
            raise _Lie("shows its request and is hidden, or neither")
        if "c" in known:
            _hexadecimal(known["c"], 32, "the thrower's entropy")
            if not isinstance(known["request"], dict):
                raise _Lie("has no request")
        hidden = bool(body.get("hidden"))
        self.calls[number] = _Draw(
            person, index, body["seal"], hidden, known.get("request"), known.get("c"), body.get("answers")
        )

    def thrown(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        hidden = bool(body.get("hidden"))
        self._settle(number, body)
        if body.get("typed"):
            self.report.typed.append(number)
        elif not body["calls"]:
            raise _Lie("has neither drawn nor typed dice")
        known = None if hidden and private is None else _merged(body, private)
        if hidden and ("record" in body or "key" in body):
            raise _Lie("is hidden and shows its dice")
        if "call" in body and hidden != self.calls[body["call"]].hidden:
            raise _Lie("is hidden and its call is open, or the other way round")
        self.throws[number] = _Throw(body["person"], body.get("sealed"), known, body)
        if known is not None:
            self._open(number, body, known)

    def question(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        self._settle(number, body)
        self._draw(number, body, body)
        lying = [face for throw in body["throws"] for face in throw["faces"]]
        self._holds(body, lying, body["calls"], bool(body.get("typed")))
        name = "typed" if body.get("typed") else "system"
        found = self._played(body["request"]["check"], lying, body["choices"], name)
        asked = {name: body[name] for name in ("label", "options", "meanings", "default", "throws")}
        if found is not None and (not isinstance(found, ChoiceNeeded) or asked != _asked(found)):
            raise _Lie("asks something else than the rule does with these dice")
        self.questions[number] = body

    def answer(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        question = self.questions.get(body["question"])
        if question is None or body["question"] in self.answers:
            raise _Lie("answers no open question")
        if type(body["choice"]) is not int or not 0 <= body["choice"] < len(question["options"]):
            raise _Lie("takes an option that there is not")
        self.answers[body["question"]] = body["choice"]

    def reveal(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        throw = self.throws.get(body["throw"])
        if throw is None or throw.sealed is None:
            raise _Lie("reveals what was not hidden")
        if throw.shown:
            raise _Lie("reveals a second time")
        known = {name: value for name, value in body.items() if name not in (*ENVELOPE, "throw")}
        if sha(canon(known)) != throw.sealed:
            raise _Lie("reveals something else than was hidden")
        throw.shown = True
        if throw.body is None:
            throw.body = {**throw.public, **known}
            if "throw" in throw.public:
                self._correction(body["throw"], throw.body)
            else:
                self._open(body["throw"], throw.public, throw.body)

    def correct(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        if body["throw"] in self.acts:
            return
        if body["throw"] not in self.throws:
            raise _Lie("corrects what was not thrown")
        known = None if body.get("hidden") and private is None else _merged(body, private)
        self.throws[number] = _Throw(body["person"], body.get("sealed"), known, body)
        if known is not None:
            self._correction(number, known)

    def act(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        """What an instrument did is the game's own, what was asked for the master's; both can be taken back."""
        self.acts.add(number)

    def restored(self, number: int, body: Mapping[str, Any], private: Mapping[str, Any] | None) -> None:
        """What was committed to and not used is void, and so is a draw that was called and not thrown."""
        waiting = [call for call, draw in self.calls.items() if not draw.opened]
        if body["void"] != waiting:
            raise _Lie("says that other draws are void than those that waited")
        for call in waiting:
            draw = self.calls[call]
            draw.opened = number
            self.answers.pop(draw.answers or 0, None)
        self.used = dict(self.told)
        self.report.restored.append(number)

    # -- what they need --------------------------------------------------------------------------------------

    def _settle(self, number: int, body: Mapping[str, Any]) -> None:
        """What an event says that it answers was open: a call that nobody opened, a question that was answered."""
        if "answers" in body:
            asked = body["answers"]
            if asked not in self.answers or asked in self.done:
                raise _Lie("goes on from a question that was not answered")
            self.done.add(asked)
            if self.questions[asked]["person"] != body["person"]:
                raise _Lie("goes on from somebody else's question")
        if "call" in body:
            self._open_call(number, body)
        if not body.get("typed") and body["calls"] != self._draws_of(body):
            raise _Lie("counts other draws than its own and those of the question that it goes on from")

    def _open_call(self, number: int, body: Mapping[str, Any]) -> None:
        call = self.calls.get(body["call"])
        if call is None or call.opened or call.person != body["person"] or call.index != body["index"]:
            raise _Lie("opens no call of this person, or one that was opened before")
        w, witness = body["w"], body["witness"]
        if (w == "") != (witness is None) or witness == body["person"]:
            raise _Lie("has a witness without entropy, entropy without a witness, or the thrower as his own witness")
        if witness is not None:
            _hexadecimal(w, 32, "the witness's entropy")
            if witness not in self.people:
                raise _Lie("has a witness who never came in")
            self.report.witnessed += 1
        if not set(body["silent"]) <= self.people:
            raise _Lie("asked a witness who never came in")
        call.opened, call.w = number, w
        if call.answers != body.get("answers"):
            raise _Lie("goes on from another question than its call")

    def _draws_of(self, body: Mapping[str, Any]) -> list[int]:
        """The calls whose dice an event may count: a draw of long ago fell for something else."""
        before = self.questions[body["answers"]]["calls"] if "answers" in body else []
        return [*before, *([body["call"]] if "call" in body else [])]

    def _open(self, number: int, public: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        """A throw whose dice are shown: the draw is recomputed, the record is played again."""
        self._draw(number, public, known)
        record, request, typed = known["record"], known["request"], bool(public.get("typed"))
        if bool(public.get("hidden")) == (request["visible"] == "all"):
            raise _Lie("is not as visible as it was asked to be")
        lying = [face for throw in record["throws"] for face in throw["faces"]]
        self._holds(known, lying, public.get("calls", []), typed)
        if record["source"] != ("typed" if typed else "system") or record["text"] != request["check"]:
            raise _Lie("has a record of another check, or of dice of another kind")
        asked, taken = public.get("answers"), []
        while asked is not None:
            taken.append(self.answers[asked])
            asked = self.questions[asked].get("answers")
        if taken and list(reversed(taken)) != record.get("choices"):
            raise _Lie("has other choices than were answered")
        self._replay(number, record, lying)

    def _draw(self, number: int, public: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        if "call" not in public:
            return
        call = self.calls[public["call"]]
        key, request, c, dice = known["key"], known["request"], known["c"], known["dice"]
        _hexadecimal(key, 64, "the key")
        _hexadecimal(c, 32, "the thrower's entropy")
        if committed(key) != self.commitments[call.person, call.index]:
            raise _Lie("shows another key than was committed to")
        if sealed(key, request, c) != call.seal:
            raise _Lie("shows another request or entropy than was sealed at the call")
        if (call.request is not None and call.request != request) or (call.c is not None and call.c != c):
            raise _Lie("shows another request or entropy than the call")
        if sum(count for count, _, _ in dice) > DICE_OF_A_THROW or any(
            not 1 <= sides <= SIDES or count < 0 for count, sides, _ in dice
        ):
            raise _Lie("throws dice that there are not")
        drawn = faces(key, self.report.room, call.person, call.index, request, c, call.w, dice)
        if drawn != known["faces"]:
            raise _Lie(f"shows the faces {known['faces']}, and the draw gives {drawn}")
        call.faces, call.dice = drawn, dice
        self.report.draws += 1

    def _holds(self, known: Mapping[str, Any], lying: Sequence[int], calls: Sequence[int], typed: bool) -> None:
        """The dice that a record or question shows are those of its draws, all of them, in order."""
        if typed:
            return
        drawn: list[int] = []
        for number in calls:
            faces = self.calls[number].faces
            if faces is None:
                raise _Lie(f"counts dice of draw {number}, which was not opened")
            drawn += faces
        if drawn != list(lying):
            raise _Lie("shows other dice than were drawn")

    def _played(self, text: str, lying: Sequence[int], choices: Any, name: str) -> Record | ChoiceNeeded | None:
        """The check played again; None when its game is not one that is known here."""
        if text.split(None, 1)[0] not in self.systems:
            return None
        return play(parse(text, self.systems), lying, None, choices, name)

    def _replay(self, number: int, record: Mapping[str, Any], lying: Sequence[int]) -> None:
        found = self._played(record["text"], lying, record.get("choices"), record["source"])
        if found is None:
            self.report.unknown.append(number)
        elif isinstance(found, ChoiceNeeded) or found.to_json() != record:
            raise _Lie("has a record that its dice do not give")
        else:
            self.report.replayed += 1
        self.records[number] = record

    def _correction(self, number: int, known: Mapping[str, Any]) -> None:
        if known.get("withdrawn"):
            return
        record = known["record"]
        lying = [face for throw in record["throws"] for face in throw["faces"]]
        first = self.records.get(known["throw"])
        if first is not None and record["source"] != first["source"]:
            raise _Lie("makes drawn dice typed ones, or the other way round")
        if first is not None and record["source"] != "typed":
            lay = [face for throw in first["throws"] for face in throw["faces"]]
            if lay != lying:
                raise _Lie("corrects drawn dice, which stay as they fell")
        self._replay(number, record, lying)


def _asked(question: ChoiceNeeded) -> dict[str, Any]:
    return {
        "label": question.label,
        "options": list(question.options),
        "meanings": list(question.meanings),
        "default": question.default,
        "throws": on_the_table(question),
    }


def _merged(body: Mapping[str, Any], private: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if private is None:
        return body
    twice = set(private) & set(body)
    if twice:
        raise _Lie(f"says {', '.join(sorted(twice))} in public and in private")
    return {**body, **private}


def _object(text: str) -> dict[str, Any]:
    """A JSON object in which no name stands twice, so that every reader reads the same."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise _Lie("has a name twice")
        return found

    def none(text: str) -> Any:
        raise _Lie(f"has the number {text[:20]}, which is not a whole one")

    data = json.loads(text, object_pairs_hook=once, parse_float=none, parse_constant=none)
    if not isinstance(data, dict):
        raise _Lie("is not an object")
    return data


def _hexadecimal(text: Any, length: int, what: str) -> None:
    if not isinstance(text, str) or len(text) != length or not set(text) <= HEX:
        raise _Lie(f"does not have {what} as {length} hexadecimal digits")


Step = Callable[[_Check, int, Mapping[str, Any], Mapping[str, Any] | None], None]
STEPS: Final[Mapping[str, Step]] = MappingProxyType({
    "opened": _Check.opened, "joined": _Check.joined, "renamed": _Check.plain, "removed": _Check.plain,
    "left": _Check.plain, "handed-over": _Check.plain, "door": _Check.plain, "links": _Check.plain,
    "games": _Check.plain,
    "lane": _Check.lane, "call": _Check.call, "throw": _Check.thrown, "question": _Check.question,
    "answer": _Check.answer, "reveal": _Check.reveal, "correct": _Check.correct, "asked": _Check.act,
    "noted": _Check.plain, "instrument": _Check.act, "restored": _Check.restored,
})  # fmt: skip
"""What is checked of each kind of event."""
