"""Checking an export: the chain, every draw that it opens, every record played again, and what it cannot see.

It believes nothing of what the log says about itself, and shares no code with what wrote it except the rules of the
games, what is a name, and how older events are read. Every field of every event is worked out again, or has a form
that it must have; docs/fairness/verifying.md lists what a proof cannot show. What is wrong is named by event; what
is hidden is named too, since nobody can check it from here.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sixfold.bounds import DICE_OF_A_THROW
from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, RecordError, SixfoldError
from sixfold.playing.record import Record
from sixfold.room.asking import AS_OPEN
from sixfold.room.names import read_line
from sixfold.room.playing import on_the_table, play
from sixfold.room.proof import canon, committed, faces, sealed, sha
from sixfold.room.reading import Twice, read
from sixfold.room.seats import Lie, Seats
from sixfold.room.shapes import ENVELOPE, misshapen
from sixfold.room.upgrades import VERSIONS, upgraded
from sixfold.rules.dice import Die
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS

NOBODY: Final = ("opened", "restored")
"""Kinds of events that are by nobody."""


class Problem(NamedTuple):
    """Something that is wrong: the number of the event (0: the document itself) and a sentence."""

    number: int
    message: str


@dataclass
class Report:
    """What was found: what is wrong, what was checked, and what cannot be seen from here.

    `draws` were recomputed, `replayed` records were played again, `witnessed` draws had a witness's entropy. `typed`
    throws are somebody's word. `hidden` are throws, corrections, notes, requests and what instruments did that nobody
    opened to this reader, `waiting` calls without a throw.
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
        data = read(text)
    except RecursionError:
        raise RecordError("record/malformed", "This is not an export of a room.") from None
    except Twice as twice:
        raise RecordError("record/malformed", f"This export can be read in two ways: {twice}.") from None
    except ValueError:
        data = {"events": _lines(text)}
    if isinstance(data, dict) and "stored" in data:
        data = {"events": [data]}
    events = data.get("events") if isinstance(data, dict) else None
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise RecordError("record/malformed", "This is not an export of a room: it has no list of events.")
    lines = [event for event in events if "stored" in event or "play" not in event]
    if not any("stored" in event for event in lines):
        raise RecordError("record/malformed", "This is not an export of a room: it has no events.")
    named = data.get("room", "") if isinstance(data, dict) else ""
    return named if isinstance(named, str) else "", lines


def _lines(text: str) -> list[Any]:
    found: list[Any] = []
    rows = text.splitlines()
    for at, row in enumerate(rows, start=1):
        try:
            found.append(read(row))
        except Twice as twice:
            raise RecordError("record/malformed", f"Line {at} can be read in two ways: {twice}.") from None
        except (ValueError, RecursionError):
            if at == len(rows) and found and not text.endswith("\n"):
                break  # the last line was being written when its program was stopped
            raise RecordError("record/malformed", f"Line {at} is not valid JSON.") from None
    return found


@dataclass
class _Draw:
    """A call, and what was opened of it. `masters` are those who see what is for a master: then, and since."""

    person: str
    index: int
    seal: str
    hidden: bool
    masters: Sequence[str]
    witness: str | None
    request: Mapping[str, Any] | None
    c: str | None
    answers: int | None = None
    opened: int = 0
    w: str = ""
    faces: list[int] | None = None


@dataclass
class _Form:
    """A throw, or a correction of the throw `root`, as far as it is known; `hidden` until it is revealed."""

    root: int
    person: str
    public: Mapping[str, Any]
    known: Mapping[str, Any] | None
    hidden: bool
    masters: Sequence[str]


@dataclass
class _Act:
    """What an instrument did, or the master asked for: it can be taken back."""

    kind: str
    person: str
    hidden: bool
    known: Mapping[str, Any] | None
    withdrawn: bool = False


class _Event(NamedTuple):
    """An event: its public part, and with it the private one; `known` is None where that is hidden from here."""

    number: int
    body: Mapping[str, Any]
    known: Mapping[str, Any] | None

    @property
    def person(self) -> str:
        """Who did it."""
        return str(self.body["person"])

    @property
    def hidden(self) -> bool:
        """Whether not everyone may see it."""
        return "hidden" in self.body


class _Shown:
    """A source of the dice that a draw gave, in the order thrown; it notes which dice were thrown."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)
        self.rows: list[list[int]] = []

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        """The next dice."""
        if size > len(self.left):
            raise Lie("shows fewer dice than the rule rolls")
        self.rows.append([size, die.sides, die.lowest])
        thrown, self.left = self.left[:size], self.left[size:]
        return thrown


class _Check:
    """The walk over the log, from its first event to its last."""

    def __init__(self, systems: Mapping[str, System], report: Report) -> None:
        self.systems = systems
        self.report = report
        self.at = ""
        self.seats = Seats()
        self.commitments: dict[tuple[str, int], str] = {}
        self.told: dict[str, int] = {}
        self.used: dict[str, int] = {}
        self.calls: dict[int, _Draw] = {}
        self.called: dict[str, int] = {}
        self.questions: dict[int, Mapping[str, Any]] = {}
        self.answers: dict[int, int] = {}
        self.done: set[int] = set()
        self.forms: dict[int, _Form] = {}
        self.latest: dict[int, int] = {}
        self.acts: dict[int, _Act] = {}
        self.unseen: list[int] = []
        self.due = 0

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
            wrong = misshapen(body["kind"], body, private)
            if wrong:
                raise Lie(wrong)
            twice = set(private or ()) & set(body)
            if twice:
                raise Lie(f"says {', '.join(sorted(twice))} in public and in private")
            due, self.due = self.due, 0
            if due and body.get("answers") != due:
                raise Lie("comes between an answer and what goes on from it")
            known = None if "hidden" in body and private is None else {**body, **(private or {})}
            STEPS[body["kind"]](self, _Event(number, body, known))
        except Lie as lie:
            self._note(number, str(lie))
        except SixfoldError as error:
            self._note(number, f"does not play: {error.message}")
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
            self._note(number, f"cannot be read ({type(error).__name__}: {error})"[:200])

    def end(self) -> None:
        """What is still open at the end of the log."""
        self.report.waiting += [number for number, call in self.calls.items() if not call.opened]
        hidden = [number for number, form in self.forms.items() if form.known is None]
        self.report.hidden += sorted([*hidden, *self.unseen])

    # -- what every event holds ------------------------------------------------------------------------------

    def _envelope(self, number: int, body: Mapping[str, Any], before: str) -> None:
        if body["number"] != number:
            self._note(number, f"is numbered {str(body['number'])[:20]}: the log has a gap, or events changed places")
        if body["prev"] != before:
            self._note(number, "does not hold the hash of the event before it: the chain is broken")
        known = body["kind"] in STEPS and type(body["version"]) is int
        if not known or body["version"] not in range(1, VERSIONS[body["kind"]] + 1):
            raise Lie(f"is of an unknown kind or version ({str(body['kind'])[:40]!r})")
        if body["at"] < self.at:
            self._note(number, "is earlier than the event before it")
        self.at = body["at"]
        if (number == 1) != (body["kind"] == "opened"):
            raise Lie("is not where a room is opened")
        if (body["person"] is None) != (body["kind"] in NOBODY):
            raise Lie("is by nobody" if body["person"] is None else "is by somebody, and can be by nobody alone")
        if body["kind"] not in (*NOBODY, "joined") and body["person"] not in self.seats.people:
            raise Lie(f"is by {str(body['person'])[:40]!r}, who never came in")

    def _note(self, number: int, message: str) -> None:
        self.report.problems.append(Problem(number, message))

    def _private(self, body: Mapping[str, Any], private: Any) -> Mapping[str, Any] | None:
        """The private part as data, if there is one: it must be what the public part is sealed with."""
        if private is None or private == "":
            return None
        if not isinstance(private, str) or sha(private.encode()) != body.get("sealed"):
            raise Lie("has a private part that is not the one it was sealed with")
        return _object(private)

    # -- people ----------------------------------------------------------------------------------------------

    def opened(self, event: _Event) -> None:
        room = event.body["room"]
        if self.report.room and room != self.report.room:
            raise Lie("opens another room than the document is of")
        self.report.room = room
        self.seats.opened(event.body)

    def noted(self, event: _Event) -> None:
        """A line of somebody who is more than a spectator."""
        self.seats.here(event.person, "master", "player")
        if event.known is None:
            self.unseen.append(event.number)
        elif read_line(event.known["text"]) != event.known["text"]:
            raise Lie("has an impossible text")

    def asked(self, event: _Event) -> None:
        """By a master, of people who are here and throw."""
        self.seats.here(event.person, "master")
        known = event.known
        if known is not None:
            people = known["people"]
            for person in people:
                self.seats.here(person, "master", "player")
            if not people or len(set(people)) < len(people):
                raise Lie("asks nobody, or somebody twice")
            if event.hidden == (known["visible"] == "all"):
                raise Lie("is not as visible as it was asked to be")
            self._text(event.number, known["check"])
        self._acted(event)

    def laid_out(self, event: _Event) -> None:
        """By a master, games by name."""
        self.seats.here(event.person, "master")
        if len(set(event.body["games"])) < len(event.body["games"]):
            raise Lie("lays out a game twice")

    def instrument(self, event: _Event) -> None:
        """What an instrument did is the game's own."""
        self.seats.here(event.person, "master", "player")
        known = event.known
        system = self.systems.get(known["system"]) if known is not None else None
        if known is not None and system is None:
            self._unknown(event.number)
        elif known is not None and system is not None:
            names = [instrument.name for instrument in system.instruments()]
            if known["instrument"] not in names:
                raise Lie(f"is of an instrument that {system.name} does not have")
        self._acted(event)

    def _acted(self, event: _Event) -> None:
        self.acts[event.number] = _Act(event.body["kind"], event.person, event.hidden, event.known)
        if event.known is None:
            self.unseen.append(event.number)

    # -- the protocol ----------------------------------------------------------------------------------------

    def lane(self, event: _Event) -> None:
        person, first, commitments = event.person, event.body["first"], event.body["commitments"]
        if self.seats.people[person].role == "spectator":
            raise Lie("commits to draws of a spectator")
        if first != self.told.get(person, 0) or not commitments:
            raise Lie("commits to draws a second time, or leaves some out")
        for index, commitment in enumerate(commitments, start=first):
            self.commitments[person, index] = commitment
        self.told[person] = first + len(commitments)

    def call(self, event: _Event) -> None:
        body, person, index = event.body, event.person, event.body["index"]
        if (person, index) not in self.commitments:
            raise Lie(f"calls draw {index}, to whose key nobody committed before")
        if index != self.used.get(person, 0):
            raise Lie(f"calls draw {index}; the next one is {self.used.get(person, 0)}: one was skipped or used again")
        before = self.calls.get(self.called.get(person, 0))
        if before is not None and not before.opened:
            raise Lie("calls a draw while another one of the same person is still open")
        if body["witness"] is not None:
            self.seats.here(body["witness"])
            if body["witness"] == person:
                raise Lie("asks the roller to be the witness")
        self.used[person] = index + 1
        self.called[person] = event.number
        if "answers" in body:
            self._follows(body)
        else:
            self.seats.here(person, "master", "player")
        known = event.known or {}
        self.calls[event.number] = _Draw(
            person, index, body["seal"], event.hidden, self.seats.watching(), body["witness"],
            known.get("request"), known.get("c"), body.get("answers"),
        )  # fmt: skip
        if event.known is not None:
            self._request(event, known["request"])

    def thrown(self, event: _Event) -> None:
        body = event.body
        self._settle(event)
        typed = "typed" in body
        if typed:
            self.report.typed.append(event.number)
        elif not body["calls"]:
            raise Lie("has neither drawn nor typed dice")
        call = self.calls.get(body.get("call", 0))
        if call is not None and event.hidden != call.hidden:
            raise Lie("is hidden and its call is open, or the other way round")
        if "answers" in body and event.hidden:
            raise Lie("is hidden, and the question before it was not")
        masters = call.masters if call is not None else self.seats.watching()
        self.forms[event.number] = _Form(event.number, event.person, body, event.known, event.hidden, masters)
        self.latest[event.number] = event.number
        if event.known is not None:
            if call is None:
                self._request(event, event.known["request"])
            self._open(event.number, body, event.known)

    def question(self, event: _Event) -> None:
        body, typed = event.body, "typed" in event.body
        self._settle(event)
        if body["request"]["visible"] != "all":
            raise Lie("asks of a hidden throw")
        drawn = self._draw(body, body)
        if "call" not in body:
            self._request(event, body["request"])
        lying = [face for throw in body["throws"] for face in throw["faces"]]
        self._holds(body, lying, body["calls"], typed)
        if body["choices"] != self._taken(body):
            raise Lie("has other choices than were answered")
        name = "typed" if typed else "system"
        found = self._played(body["request"]["check"], lying, drawn, body, body["choices"], name)
        asked = {name: body[name] for name in ("label", "options", "meanings", "default", "throws")}
        if found is not None and (not isinstance(found, ChoiceNeeded) or asked != _asked(found)):
            raise Lie("asks a different question than the rule with these dice")
        self.questions[event.number] = body

    def answer(self, event: _Event) -> None:
        """By the thrower, or by a master for somebody who is gone."""
        body, question = event.body, self.questions.get(event.body["question"])
        by = self.seats.here(event.person, "master", "player")
        if question is None or body["question"] in self.answers:
            raise Lie("answers no open question")
        thrower = question["person"]
        if event.person != thrower and (self.seats.people[thrower].here or by.role != "master"):
            raise Lie("takes a choice that is somebody else's")
        if body["choice"] >= len(question["options"]):
            raise Lie("takes an option that does not exist")
        self.answers[body["question"]] = body["choice"]
        self.due = body["question"]

    def reveal(self, event: _Event) -> None:
        """By somebody who saw it: as it was sealed, once."""
        body, form = event.body, self.forms.get(event.body["throw"])
        self.seats.here(event.person)
        if form is None or "hidden" not in form.public:
            raise Lie("reveals an event that was not hidden")
        if not form.hidden:
            raise Lie("reveals a second time")
        hidden = {name: value for name, value in body.items() if name not in (*ENVELOPE, "throw")}
        if sha(canon(hidden)) != form.public["sealed"]:
            raise Lie("reveals something other than the hidden event")
        wrong = misshapen(form.public["kind"], form.public, hidden)
        if wrong:
            raise Lie(f"reveals what {wrong}")
        form.hidden = False
        seen_before, form.known = form.known, {**form.public, **hidden}
        if seen_before is None:
            if form.root == body["throw"]:
                self._open(form.root, form.public, form.known)
            else:
                self._correction(body["throw"], form)
        root = self.forms[form.root].known or form.known
        visible = str((root.get("request") or {}).get("visible"))
        if visible in SEERS and event.person not in SEERS[visible](self.forms[form.root]):
            raise Lie("is by somebody who could not see the hidden event")

    def correct(self, event: _Event) -> None:
        body = event.body
        by, root = self.seats.here(event.person, "master", "player"), body["throw"]
        act = self.acts.get(root)
        if act is not None:
            self._taken_back(event, act)
            return
        first = self.forms.get(root)
        if first is None or first.root != root:
            raise Lie("corrects an event that is not a roll")
        if by.role != "master" and event.person != first.person:
            raise Lie("corrects somebody else's roll")
        before = self.forms[self.latest[root]]
        if event.hidden != before.hidden:
            raise Lie("is hidden and what it corrects is open, or the other way round")
        form = _Form(root, event.person, body, event.known, event.hidden, first.masters)
        self.forms[event.number] = form
        if event.known is not None:
            self._correction(event.number, form)
        self.latest[root] = event.number

    def restored(self, event: _Event) -> None:
        """What was committed to and not used is void, and so is a draw that was called and not thrown."""
        waiting = [call for call, draw in self.calls.items() if not draw.opened]
        if event.body["void"] != waiting:
            raise Lie("says that other draws are void than those that waited")
        for call in waiting:
            draw = self.calls[call]
            draw.opened = event.number
            self.answers.pop(draw.answers or 0, None)
        self.used = dict(self.told)
        self.report.restored.append(event.number)

    # -- what they need --------------------------------------------------------------------------------------

    def _text(self, number: int, text: str) -> None:
        """The text of a check is as its game writes it, where the game is known."""
        if text.split(None, 1)[0] not in self.systems:
            self._unknown(number)
        elif parse(text, self.systems).text != text:
            raise Lie("has a check that is not in its canonical spelling")

    def _unknown(self, number: int) -> None:
        if number not in self.report.unknown:
            self.report.unknown.append(number)

    def _request(self, event: _Event, request: Mapping[str, Any]) -> None:
        """What was asked for, at the moment when it was."""
        if event.hidden == (request["visible"] == "all"):
            raise Lie("is not as visible as it was asked to be")
        self.seats.audience(event.person, request["visible"])
        self._text(event.number, request["check"])
        if "answers" in event.body:
            before = self.questions[event.body["answers"]]["request"]
            if "index" in event.body:
                before = {**before, "question": event.body["answers"], "choices": self._taken(event.body)}
            if request != before:
                raise Lie("asks for something else than the question that it goes on from")
            return
        if "question" in request:
            raise Lie("says that it answers a question, and goes on from none")
        replaced = self.forms.get(request["instead"]) if "instead" in request else None
        if "instead" in request and (replaced is None or replaced.root != request["instead"]):
            raise Lie("replaces an event that is not a roll")
        if replaced is not None and event.person not in (replaced.person, *self.seats.masters):
            raise Lie("replaces somebody else's roll")
        if "to" in request:
            self._asked_for(event, request)

    def _asked_for(self, event: _Event, request: Mapping[str, Any]) -> None:
        """A throw for an event that was, and where that is a request, with what was asked for and of who was asked."""
        if request["to"] >= event.number:
            raise Lie("is for an event that does not exist yet")
        act = self.acts.get(request["to"])
        asked = act.known if act is not None and act.kind == "asked" else None
        if act is None or asked is None:
            return
        if act.withdrawn or (event.person not in asked["people"] and "instead" not in request):
            raise Lie("answers a request that this person did not get, or that was withdrawn")
        if request["visible"] not in AS_OPEN[asked["visible"]]:
            raise Lie("is more visible than it was asked to be")
        if asked["check"].split(None, 1)[0] not in self.systems:
            return
        wanted, check = parse(asked["check"], self.systems), parse(request["check"], self.systems)
        fits = (wanted.system, wanted.rule.name) == (check.system, check.rule.name) and all(
            word.keeps(before, said)
            for (_, before), (_, said), word in zip(wanted.settings, check.settings, wanted.rule.words, strict=True)
        )
        if not fits:
            raise Lie("is another check than was asked for")

    def _taken(self, body: Mapping[str, Any]) -> list[int]:
        """The choices made before an event, in order."""
        taken: list[int] = []
        asked = body.get("answers")
        while asked is not None:
            taken.insert(0, self.answers[asked])
            asked = self.questions[asked].get("answers")
        return taken

    def _follows(self, body: Mapping[str, Any]) -> None:
        """What goes on from a question does so once, after its answer, and is the same person's."""
        asked = body["answers"]
        if asked not in self.answers or asked in self.done:
            raise Lie("goes on from a question that was not answered")
        if self.questions[asked]["person"] != body["person"]:
            raise Lie("goes on from somebody else's question")

    def _settle(self, event: _Event) -> None:
        """What an event says that it answers was open: a call that nobody opened, a question that was answered."""
        body, typed = event.body, "typed" in event.body
        if "answers" in body:
            self._follows(body)
            self.done.add(body["answers"])
            if typed != ("typed" in self.questions[body["answers"]]):
                raise Lie("has typed dice after drawn ones, or the other way round")
        elif typed:
            self.seats.here(event.person, "master", "player")
        if "call" in body:
            self._open_call(event)
        elif "answers" in body and any(call.answers == body["answers"] and not call.opened for call in self.open_calls):
            raise Lie("goes on from a question whose dice were called and not thrown")
        if not typed and body["calls"] != self._draws_of(body):
            raise Lie("counts other draws than its own and those of the question that it goes on from")

    @property
    def open_calls(self) -> Sequence[_Draw]:
        """The calls that were not thrown."""
        last = (self.calls.get(number) for number in self.called.values())
        return [call for call in last if call is not None and not call.opened]

    def _open_call(self, event: _Event) -> None:
        body, person = event.body, event.person
        call = self.calls.get(body["call"])
        if call is None or call.opened or call.person != person or call.index != body["index"]:
            raise Lie("opens no call of this person, or one that was opened before")
        w, witness, silent = body["w"], body["witness"], body["silent"]
        if (w == "") != (witness is None) or witness == person:
            raise Lie("has a witness without entropy, entropy without a witness, or the roller as witness")
        if witness is not None:
            self.seats.here(witness)
            self.report.witnessed += 1
        if call.witness is None and (witness is not None or silent):
            raise Lie("names a witness or a silent person, but its call asks nobody")
        if len(set(silent)) < len(silent) or not set(silent) <= set(self.seats.people) - {person, witness}:
            raise Lie("names a silent person who never joined, twice the same, or its roller or witness")
        if call.witness is not None and witness is None and silent[:1] != [call.witness]:
            raise Lie("has no witness, and does not say that the person asked was silent")
        call.opened, call.w = event.number, w
        if call.answers != body.get("answers"):
            raise Lie("goes on from another question than its call")

    def _draws_of(self, body: Mapping[str, Any]) -> list[int]:
        """The calls whose dice an event may count: a draw of long ago fell for something else."""
        before = self.questions[body["answers"]]["calls"] if "answers" in body else []
        return [*before, *([body["call"]] if "call" in body else [])]

    def _open(self, number: int, public: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        """A throw whose dice are shown: the draw is recomputed, the record is played again."""
        drawn = self._draw(public, known)
        record, request, typed = known["record"], known["request"], "typed" in public
        if ("hidden" in public) == (request["visible"] == "all"):
            raise Lie("is not as visible as it was asked to be")
        lying = [face for throw in record["throws"] for face in throw["faces"]]
        self._holds(known, lying, public.get("calls", []), typed)
        if record["source"] != ("typed" if typed else "system") or record["text"] != request["check"]:
            raise Lie("has a record of another check, or of dice of another kind")
        taken = self._taken(public)
        if taken and taken != record.get("choices"):
            raise Lie("has other choices than were answered")
        if typed and taken:
            before = [face for throw in self.questions[public["answers"]]["throws"] for face in throw["faces"]]
            if lying[: len(before)] != before:
                raise Lie("has other dice than lay on the table")
        self._replay(number, record, lying, drawn, known)

    def _draw(self, public: Mapping[str, Any], known: Mapping[str, Any]) -> list[int]:
        """The faces of an event's own draw, worked out again; none where it has no draw."""
        if "call" not in public:
            return []
        call = self.calls[public["call"]]
        key, request, c, dice = known["key"], known["request"], known["c"], known["dice"]
        if committed(key) != self.commitments[call.person, call.index]:
            raise Lie("shows another key than was committed to")
        if sealed(key, request, c) != call.seal:
            raise Lie("shows another request or entropy than was sealed at the call")
        if (call.request is not None and call.request != request) or (call.c is not None and call.c != c):
            raise Lie("shows another request or entropy than the call")
        if sum(count for count, _, _ in dice) > DICE_OF_A_THROW:
            raise Lie("rolls more dice than a roll can have")
        drawn = faces(key, self.report.room, call.person, call.index, request, c, call.w, dice)
        if drawn != known["faces"]:
            raise Lie(f"shows the faces {known['faces']}, and the draw gives {drawn}")
        call.faces = drawn
        self.report.draws += 1
        return drawn

    def _holds(self, known: Mapping[str, Any], lying: Sequence[int], calls: Sequence[int], typed: bool) -> None:
        """The dice that a record or question shows are those of its draws, all of them, in order."""
        if typed:
            if calls:
                raise Lie("has typed dice and counts draws")
            return
        drawn: list[int] = []
        for number in calls:
            faces = self.calls[number].faces
            if faces is None:
                raise Lie(f"counts dice of draw {number}, which was never opened")
            drawn += faces
        if drawn != list(lying):
            raise Lie("shows other dice than were drawn")

    def _played(
        self, text: str, lying: Sequence[int], drawn: Sequence[int], known: Mapping[str, Any], choices: Any, name: str
    ) -> Record | ChoiceNeeded | None:
        """The check played again, its last dice those of its own draw; None when its game is not known here."""
        if text.split(None, 1)[0] not in self.systems:
            return None
        shown = _Shown(drawn) if drawn else None
        found = play(parse(text, self.systems), lying[: len(lying) - len(drawn)], shown, choices, name)
        if shown is not None and (shown.left or shown.rows != known["dice"]):
            raise Lie("names other dice than the rule rolls")
        return found

    def _replay(
        self,
        number: int,
        record: Mapping[str, Any],
        lying: Sequence[int],
        drawn: Sequence[int],
        known: Mapping[str, Any],
    ) -> None:
        found = self._played(record["text"], lying, drawn, known, record.get("choices"), record["source"])
        if found is None:
            self._unknown(number)
        elif isinstance(found, ChoiceNeeded) or not _same(found.to_json(), record):
            raise Lie("has a record that does not follow from its dice")
        else:
            self.report.replayed += 1

    def _taken_back(self, event: _Event, act: _Act) -> None:
        """What an instrument did is taken back by who did it or a master, a request by a master, and nothing else."""
        role = self.seats.people[event.person].role
        if role != "master" and (act.kind == "asked" or event.person != act.person):
            raise Lie("takes back something that belongs to somebody else")
        if event.hidden != act.hidden:
            raise Lie("is hidden and what it takes back is open, or the other way round")
        if event.known is None:
            self.unseen.append(event.number)
            return
        if act.withdrawn or "withdrawn" not in event.known:
            raise Lie("takes back an event twice, or corrects an event that is not a roll")
        act.withdrawn = True
        self._reason(event.known)

    def _reason(self, known: Mapping[str, Any]) -> None:
        if "reason" in known and read_line(known["reason"]) != known["reason"]:
            raise Lie("has an impossible reason")

    def _correction(self, number: int, form: _Form) -> None:
        """The same dice read anew, or the throw taken back; held against the form before it, as far as it is known."""
        known = form.known or {}
        self._reason(known)
        numbers = [at for at, other in self.forms.items() if other.root == form.root and at < number]
        before = self.forms[max(numbers)].known
        if before is not None and "withdrawn" in before:
            raise Lie("corrects a roll that was taken back")
        if "withdrawn" in known:
            return
        record = known["record"]
        lying = [face for throw in record["throws"] for face in throw["faces"]]
        if record["source"] != ("typed" if "typed" in self.forms[form.root].public else "system"):
            raise Lie("makes drawn dice typed ones, or the other way round")
        if before is not None:
            if known["request"] != {**before["request"], "check": record["text"]}:
                raise Lie("is of another request than the throw that it corrects")
            lay = [face for throw in before["record"]["throws"] for face in throw["faces"]]
            if record["source"] != "typed" and lay != lying:
                raise Lie("corrects drawn dice, which cannot change")
        self._text(number, record["text"])
        self._replay(number, record, lying, [], known)


SEERS: Final[Mapping[str, Callable[[_Form], Sequence[str]]]] = MappingProxyType({
    "self": lambda form: (form.person,),
    "master": lambda form: (form.person, *form.masters),
    "blind": lambda form: form.masters,
})  # fmt: skip
"""Who sees a throw that is hidden from others."""


def _same(found: Any, said: Any) -> bool:
    """Whether data is the same, yes and no told from 1 and 0."""
    return canon(found) == canon(said)


def _asked(question: ChoiceNeeded) -> dict[str, Any]:
    return {
        "label": question.label,
        "options": list(question.options),
        "meanings": list(question.meanings),
        "default": question.default,
        "throws": on_the_table(question),
    }


def _object(text: str) -> dict[str, Any]:
    """A JSON object in which no name stands twice, so that every reader reads the same."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise Lie("has a name twice")
        return found

    def none(text: str) -> Any:
        raise Lie(f"has the number {text[:20]}, which is not a whole one")

    data = json.loads(text, object_pairs_hook=once, parse_float=none, parse_constant=none)
    if not isinstance(data, dict):
        raise Lie("is not an object")
    return data


Step = Callable[[_Check, _Event], None]


def _seated(step: Callable[[Seats, Mapping[str, Any]], None]) -> Step:
    return lambda check, event: step(check.seats, event.body)


STEPS: Final[Mapping[str, Step]] = MappingProxyType({
    "opened": _Check.opened, "joined": _seated(Seats.joined), "renamed": _seated(Seats.renamed),
    "removed": _seated(Seats.removed), "left": _seated(Seats.left), "handed-over": _seated(Seats.handed_over),
    "door": _seated(Seats.door), "links": _seated(Seats.renewed), "lane": _Check.lane, "call": _Check.call,
    "throw": _Check.thrown, "question": _Check.question, "answer": _Check.answer, "reveal": _Check.reveal,
    "correct": _Check.correct, "asked": _Check.asked, "noted": _Check.noted, "instrument": _Check.instrument,
    "restored": _Check.restored, "games": _Check.laid_out,
})  # fmt: skip
"""The check for each kind of event."""
