"""Reading logs and checking one event after another: its place in the log, its form, and what its kind says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sixfold.base.bounds import COMMITMENTS
from sixfold.base.strict_json import RepeatedNameError, read_json
from sixfold.errors import RecordError, SixfoldError
from sixfold.rules.rule import System
from sixfold.show.values.verified import EventProblem, Verified
from sixfold.systems import SYSTEMS
from sixfold.table.room.event_kinds import KINDS
from sixfold.table.room.verify import characters, corrections, draws, games, notes, requests, rolls
from sixfold.table.room.verify.formulas import canon, sha
from sixfold.table.room.verify.shapes import ENVELOPE, misshapen
from sixfold.table.room.verify.verifier import (
    NEVER,
    Expected,
    LoggedEvent,
    LogVerifier,
    Members,
    VerificationError,
    fail_if,
)


class LogDocument(NamedTuple):
    """The `room` that a log names, the lines of its events, and the faults of the document around them.

    An export is `whole`; the file of `sixfold play` may end where its program was stopped.
    """

    room: str
    lines: Sequence[Mapping[str, Any]]
    faults: Sequence[str] = ()
    whole: bool = True


DOCUMENT: Final = frozenset({"version", "room", "events"})
HEADER: Final = frozenset({"play", "room", "secret"})
LINE: Final = frozenset({"stored", "private"})
"""The names in an export, in the first line of a file of `sixfold play`, and in the line of an event."""


def read_log(text: str) -> LogDocument:
    """Return a log. Raises RecordError (record/malformed) for other texts."""
    rows: list[Any] = []
    try:
        head = read_json(text)
    except RecursionError:
        raise RecordError("record/malformed", "This is not an export of a room.") from None
    except RepeatedNameError as twice:
        raise RecordError("record/ambiguous", f"This export can be read in two ways: {twice}.") from None
    except ValueError:
        head, *rows = _lines(text) or [{}]
    line = head[0] if isinstance(head, list) and head else head
    if isinstance(line, dict) and (line is not head or "stored" in line):
        raise RecordError("record/headless", "These are events without the export around them, which has its version.")
    whole = not rows
    events = rows or (head.get("events") if isinstance(head, dict) else None)
    if not (isinstance(head, dict) and isinstance(events, list) and all(isinstance(event, dict) for event in events)):
        raise RecordError("record/malformed", "This is not an export of a room: it has no list of events.")
    if not any("stored" in event for event in events):
        raise RecordError("record/malformed", "This is not an export of a room: it has no events.")
    named = head.get("room", "")
    return LogDocument(named if isinstance(named, str) else "", events, list(_faults(head, whole)), whole)


def _faults(head: Mapping[str, Any], whole: bool) -> Iterator[str]:
    """Yield the faults of the document around the events, or of the line before them, if there is one."""
    names, version = (DOCUMENT, "version") if whole else (HEADER, "play")
    if set(head) != names:
        yield f"has {', '.join(repr(name[:40]) for name in sorted(names ^ set(head)))} too much, or not at all"
    if type(head.get(version)) is not int or head[version] != VERSION:
        yield f"is of the version {str(head.get(version))[:40]!r}, and not of {VERSION}"
    if not isinstance(head.get("room"), str):
        yield "names no room"


def _lines(text: str) -> list[Any]:
    events: list[Any] = []
    rows = text.splitlines()
    for at, row in enumerate(rows, start=1):
        try:
            events.append(read_json(row))
        except RepeatedNameError as twice:
            raise RecordError("record/ambiguous", f"Line {at} can be read in two ways: {twice}.") from None
        except (ValueError, RecursionError):
            if at == len(rows) and events and not text.endswith("\n"):
                break  # the last line was being written when its program was stopped
            raise RecordError("record/malformed", f"Line {at} is not valid JSON.") from None
    return events


def read_object(text: str) -> dict[str, Any]:
    """Return a JSON object that is written as events are, so that every reader reads the same.

    Raises VerificationError for any other text.
    """

    def none(text: str) -> Any:
        raise VerificationError(f"has the number {text[:20]}, which is not a whole one")

    try:
        data = read_json(text, none)
    except RepeatedNameError:
        raise VerificationError("has a name twice") from None
    except (ValueError, RecursionError):
        raise VerificationError("is not valid JSON") from None
    if not isinstance(data, dict):
        raise VerificationError("is not an object")
    fail_if(canon(data) != text.encode(), "is not written as events are: names sorted, no blanks")
    return data


VERSION: Final = 1
"""The version of the documents that are read here."""


def verify(text: str, systems: Mapping[str, System] = SYSTEMS) -> Verified:
    """Check an export of a room, or the file of `sixfold play`, given as text.

    Raises RecordError (record/malformed) for a text that is neither.
    """
    return check_log(read_log(text), systems)


def check_log(log: LogDocument, systems: Mapping[str, System]) -> Verified:
    """Check a log: the document, its events one after the other, and what all of them say together."""
    verifier = LogVerifier(systems, Verified(room=log.room, events=len(log.lines)), log.whole)
    for fault in log.faults:
        verifier.note(0, fault)
    for number, line in enumerate(log.lines, start=1):
        _event(verifier, number, line)
    _end(verifier)
    return verifier.report


def _event(verifier: LogVerifier, number: int, line: Mapping[str, Any]) -> None:
    """One event; whatever is wrong with it is noted, and the next one is looked at."""
    stored, event = line.get("stored"), None
    names = LINE if verifier.whole else LINE | {"seers"}
    if not isinstance(stored, str) or not set(line) <= names:
        verifier.note(number, "has no stored bytes" if not isinstance(stored, str) else "has names that a line has not")
        return
    try:
        raw = stored.encode()
        before, verifier.report.last = verifier.report.last, sha(raw)
        verifier.hashes += [""] * (number - 1 - len(verifier.hashes)) + [verifier.report.last]
        body = read_object(stored)
        _envelope(verifier, number, body, before)
        private = _private(body, line)
        wrong = misshapen(body["kind"], body, private)
        fail_if(wrong, wrong)
        twice = set(private or ()) & set(body)
        fail_if(twice, f"says {', '.join(sorted(twice))} in public and in private")
        _in_turn(verifier, body)
        known = None if "hidden" in body and private is None else {**body, **(private or {})}
        hidden, members = "hidden" in body, verifier.members
        event = LoggedEvent(number, body, known, hidden, members.role(body), members.masters, verifier.bearers)
        event.shown = NEVER if hidden else number
        STEPS[event.kind](verifier, event)
        for person in _in_need(verifier, event):
            fields = {"kind": "lane", "person": person, "first": verifier.committed.get(person, 0)}
            verifier.expected.append(Expected(fields, "before draws were committed to"))
    except VerificationError as lie:
        verifier.note(number, str(lie))
    except SixfoldError as error:
        verifier.note(number, f"does not play: {error.message}")
    except KeyError:
        verifier.note(number, "goes on from something that is missing, or wrong before it")
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        verifier.note(number, f"cannot be read ({type(error).__name__}: {error})"[:200])
    if event is not None:
        verifier.add(event)


def _in_turn(verifier: LogVerifier, body: Mapping[str, Any]) -> None:
    """Check that an event is the one that has to follow, if there is such a one; draws are committed to in no other."""
    expected = verifier.expected.pop(0) if verifier.expected else None
    if expected is None:
        fail_if(body["kind"] == "lane", "commits to draws when there are enough")
    elif not expected.fields.items() <= body.items():
        verifier.expected = []
        # A program that is stopped between a roll and its commitments makes them after the next roll.
        fail_if(verifier.whole or expected.fields.get("kind") != "lane", f"comes {expected.why}")


def _in_need(verifier: LogVerifier, event: LoggedEvent) -> list[str]:
    """The people whose next draws are committed to in the events after this one."""
    body, kind = event.body, event.kind
    if kind == "joined":
        return [event.person] if body["role"] != "spectator" else []
    if kind == "handed-over":
        return [body["to"]] if body["to"] not in verifier.committed else []
    if kind == "restored":
        return [person for person in verifier.committed if verifier.members.people[person].member]
    left = verifier.committed.get(event.person, 0) - verifier.used.get(event.person, 0)
    return [event.person] if "call" in body and left <= COMMITMENTS // 4 else []


def _end(verifier: LogVerifier) -> None:
    """Check what only the whole log shows, and count what is still open at its end."""
    if verifier.expected and verifier.whole:
        verifier.note(verifier.report.events, f"is the last event, {verifier.expected[0].why}")
    for number, lie in requests.answered_wrongly(verifier):
        verifier.note(number, lie)
    verifier.report.waiting += sorted(verifier.waiting.values())
    verifier.report.hidden += [
        n for n, event in verifier.events.items() if event.known is None and event.kind != "call"
    ]


def _envelope(verifier: LogVerifier, number: int, body: Mapping[str, Any], before: str) -> None:
    fail_if(not set(body) >= ENVELOPE, "is no event: it has no number, person, kind, version, time or hash before it")
    if body["number"] != number:
        verifier.note(number, f"is numbered {str(body['number'])[:20]}: the log has a gap, or events changed places")
    if body["prev"] != before:
        verifier.note(number, "does not hold the hash of the event before it: the chain is broken")
    if body["kind"] not in STEPS or type(body["version"]) is not int or body["version"] != KINDS[body["kind"]].VERSION:
        raise VerificationError(f"is of an unknown kind or version ({str(body['kind'])[:40]!r})")
    if body["at"] < verifier.at:
        verifier.note(number, "is earlier than the event before it")
    verifier.at = body["at"]
    fail_if((number == 1) != (body["kind"] == "opened"), "is not where a room is opened")
    if (body["person"] is None) != KINDS[body["kind"]].BY_NOBODY:
        raise VerificationError(
            "is by nobody" if body["person"] is None else "is by somebody, and can be by nobody alone"
        )
    if not KINDS[body["kind"]].BY_NOBODY and body["kind"] != "joined" and body["person"] not in verifier.members.people:
        raise VerificationError(f"is by {str(body['person'])[:40]!r}, who never came in")


def _private(body: Mapping[str, Any], line: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The private part as data, if there is one: it must be what the public part is sealed with."""
    if "private" not in line:
        return None
    private = line["private"]
    if not isinstance(private, str) or sha(private.encode()) != body.get("sealed"):
        raise VerificationError("has a private part that is not the one it was sealed with")
    return read_object(private)


def _opened(verifier: LogVerifier, event: LoggedEvent) -> None:
    room = event.body["room"]
    fail_if(verifier.report.room and room != verifier.report.room, "opens another room than the document is of")
    verifier.report.room = room
    verifier.members.opened(event.body)


Step = Callable[[LogVerifier, LoggedEvent], None]


def _seated(step: Callable[[Members, Mapping[str, Any]], None]) -> Step:
    return lambda verifier, event: step(verifier.members, event.body)


STEPS: Final[Mapping[str, Step]] = MappingProxyType({
    "opened": _opened, "joined": _seated(Members.joined), "renamed": _seated(Members.renamed),
    "removed": _seated(Members.removed), "left": _seated(Members.left), "handed-over": _seated(Members.handed_over),
    "door": _seated(Members.door), "links": _seated(Members.renewed), "games": games.laid_out,
    "instrument": games.instrument, "character": characters.character,
    "lane": draws.lane, "call": draws.call, "restored": draws.restored,
    "throw": rolls.roll_done, "failed": rolls.roll_done, "question": rolls.question, "answer": rolls.answer,
    "reveal": corrections.reveal, "correct": corrections.correct,
    "asked": requests.gm_request, "noted": notes.noted,
})  # fmt: skip
"""The check for each kind of event."""


def verify_together(texts: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> Verified:
    """Check exports of one room by several people, or by one person at several times.

    The report is about everything that they show together: a private part that one of them has is checked for all.
    An export that is older has fewer events. Any other difference is a problem: a server has shown two logs.
    Raises RecordError (record/malformed) for a text that is no export.
    """
    logs = [read_log(text) for text in texts]
    longest = max(logs, key=lambda log: len(log.lines))
    merged = [dict(line) for line in longest.lines]
    problems: list[EventProblem] = []
    for at, log in enumerate(logs, start=1):
        reports = check_log(log._replace(room=longest.room), systems).problems
        problems += [EventProblem(problem.number, f"{problem.message} (log {at})") for problem in reports]
        differs = _first_difference(log.lines, longest.lines)
        if differs is not None:
            problems.append(EventProblem(differs, f"is another event in log {at}: people were shown different logs"))
        for line, whole in zip(log.lines[: None if differs is None else differs - 1], merged, strict=False):
            if line.get("private"):
                whole.setdefault("private", line["private"])
    report = check_log(longest._replace(lines=merged, faults=()), systems)
    known = {(problem.number, problem.message.rpartition(" (log ")[0]) for problem in problems}
    fresh = [problem for problem in report.problems if (problem.number, problem.message) not in known]
    report.problems = problems + fresh
    report.logs = len(logs)
    return report


def _first_difference(lines: Sequence[Mapping[str, Any]], longest: Sequence[Mapping[str, Any]]) -> int | None:
    """The number of the first event that is another one in another log."""
    pairs = enumerate(zip(lines, longest, strict=False), start=1)
    return next((number for number, (one, other) in pairs if one.get("stored") != other.get("stored")), None)
