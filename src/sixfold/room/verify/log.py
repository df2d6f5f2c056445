"""Reading logs and checking one event after another: its place in the log, its form, and what its kind says."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sixfold.errors import RecordError, SixfoldError
from sixfold.room.kinds import VERSIONS
from sixfold.room.names import Twice, read
from sixfold.room.verify import draws, rolls
from sixfold.room.verify.draws import sha
from sixfold.room.verify.shapes import misshapen
from sixfold.room.verify.walk import Lie, LoggedEvent, Problem, Report, Seats, Walk, deny
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def read_log(text: str) -> tuple[str, list[dict[str, Any]]]:
    """Return the room that a log names and its events. Raises RecordError (record/malformed) for other texts."""
    try:
        data = read(text)
    except RecursionError:
        raise RecordError("record/malformed", "This is not an export of a room.") from None
    except Twice as twice:
        raise RecordError("record/ambiguous", f"This export can be read in two ways: {twice}.") from None
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
            raise RecordError("record/ambiguous", f"Line {at} can be read in two ways: {twice}.") from None
        except (ValueError, RecursionError):
            if at == len(rows) and found and not text.endswith("\n"):
                break  # the last line was being written when its program was stopped
            raise RecordError("record/malformed", f"Line {at} is not valid JSON.") from None
    return found


def read_object(text: str) -> dict[str, Any]:
    """Return a JSON object in which no name occurs twice, so that every reader reads the same. Raises Lie."""

    def none(text: str) -> Any:
        raise Lie(f"has the number {text[:20]}, which is not a whole one")

    try:
        data = read(text, none)
    except Twice:
        raise Lie("has a name twice") from None
    if not isinstance(data, dict):
        raise Lie("is not an object")
    return data


NOBODY: Final = ("opened", "restored")
"""Kinds of events that are by nobody."""


def verify(text: str, systems: Mapping[str, System] = SYSTEMS) -> Report:
    """Check an export of a room, or the file of `sixfold play`, given as text.

    Raises RecordError (record/malformed) for a text that is neither.
    """
    return check_log(*read_log(text), systems)


def check_log(room: str, lines: Sequence[Mapping[str, Any]], systems: Mapping[str, System]) -> Report:
    """Check the events of a log that names this room."""
    walk = Walk(systems, Report(room=room, events=len(lines)))
    for number, line in enumerate(lines, start=1):
        _event(walk, number, line)
    _end(walk)
    return walk.report


def _event(walk: Walk, number: int, line: Mapping[str, Any]) -> None:
    """One event; whatever is wrong with it is noted, and the walk goes on."""
    stored, event = line.get("stored"), None
    if not isinstance(stored, str):
        walk.note(number, "has no stored bytes")
        return
    try:
        raw = stored.encode()
        before, walk.report.last = walk.report.last, sha(raw)
        body = read_object(stored)
        _envelope(walk, number, body, before)
        private = _private(walk, body, line.get("private"))
        wrong = misshapen(body["kind"], body, private)
        deny(wrong, wrong)
        twice = set(private or ()) & set(body)
        deny(twice, f"says {', '.join(sorted(twice))} in public and in private")
        due, walk.due = walk.due, 0
        deny(due and body.get("answers") != due, "comes between an answer and what goes on from it")
        if walk.owed and (body["kind"], body.get("throw")) != ("reveal", walk.owed[0]):
            walk.owed = []
            raise Lie("comes between a roll that was revealed and its corrections")
        known = None if "hidden" in body and private is None else {**body, **(private or {})}
        event = LoggedEvent(number, body, known, "hidden" in body)
        STEPS[event.kind](walk, event)
    except Lie as lie:
        walk.note(number, str(lie))
    except SixfoldError as error:
        walk.note(number, f"does not play: {error.message}")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        walk.note(number, f"cannot be read ({type(error).__name__}: {error})"[:200])
    if event is not None:
        walk.add(event)


def _end(walk: Walk) -> None:
    """Count what is still open at the end of the log."""
    if walk.owed:
        walk.note(walk.report.events, "reveals a roll and not its corrections")
    walk.report.waiting += sorted(walk.waiting.values())
    walk.report.hidden += [n for n, event in walk.events.items() if event.known is None and event.kind != "call"]


def _envelope(walk: Walk, number: int, body: Mapping[str, Any], before: str) -> None:
    if body["number"] != number:
        walk.note(number, f"is numbered {str(body['number'])[:20]}: the log has a gap, or events changed places")
    if body["prev"] != before:
        walk.note(number, "does not hold the hash of the event before it: the chain is broken")
    if body["kind"] not in STEPS or type(body["version"]) is not int or body["version"] != VERSIONS[body["kind"]]:
        raise Lie(f"is of an unknown kind or version ({str(body['kind'])[:40]!r})")
    if body["at"] < walk.at:
        walk.note(number, "is earlier than the event before it")
    walk.at = body["at"]
    deny((number == 1) != (body["kind"] == "opened"), "is not where a room is opened")
    if (body["person"] is None) != (body["kind"] in NOBODY):
        raise Lie("is by nobody" if body["person"] is None else "is by somebody, and can be by nobody alone")
    if body["kind"] not in (*NOBODY, "joined") and body["person"] not in walk.seats.people:
        raise Lie(f"is by {str(body['person'])[:40]!r}, who never came in")


def _private(walk: Walk, body: Mapping[str, Any], private: Any) -> Mapping[str, Any] | None:
    """The private part as data, if there is one: it must be what the public part is sealed with."""
    if private is None or private == "":
        return None
    if not isinstance(private, str) or sha(private.encode()) != body.get("sealed"):
        raise Lie("has a private part that is not the one it was sealed with")
    return read_object(private)


def _opened(walk: Walk, event: LoggedEvent) -> None:
    room = event.body["room"]
    deny(walk.report.room and room != walk.report.room, "opens another room than the document is of")
    walk.report.room = room
    walk.seats.opened(event.body)


Step = Callable[[Walk, LoggedEvent], None]


def _seated(step: Callable[[Seats, Mapping[str, Any]], None]) -> Step:
    return lambda walk, event: step(walk.seats, event.body)


STEPS: Final[Mapping[str, Step]] = MappingProxyType({
    "opened": _opened, "joined": _seated(Seats.joined), "renamed": _seated(Seats.renamed),
    "removed": _seated(Seats.removed), "left": _seated(Seats.left), "handed-over": _seated(Seats.handed_over),
    "door": _seated(Seats.door), "links": _seated(Seats.renewed), "games": draws.laid_out,
    "lane": draws.lane, "call": draws.call, "restored": draws.restored,
    "throw": rolls.thrown, "failed": rolls.thrown, "question": rolls.question, "answer": rolls.answer,
    "reveal": rolls.reveal, "correct": rolls.correct,
    "asked": draws.asked, "noted": draws.noted, "instrument": draws.instrument, "character": draws.character,
})  # fmt: skip
"""The check for each kind of event."""


def verify_together(texts: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> Report:
    """Check exports of one room by several people, or by one person at several times.

    The report is about everything that they show together: a private part that one of them has is checked for all.
    An export that is older has fewer events. Any other difference is a problem: a server has shown two logs.
    Raises RecordError (record/malformed) for a text that is no export.
    """
    logs = [read_log(text) for text in texts]
    room, longest = max(logs, key=lambda log: len(log[1]))
    merged = [dict(line) for line in longest]
    problems: list[Problem] = []
    for at, (_, lines) in enumerate(logs, start=1):
        problems += [
            Problem(one.number, f"{one.message} (log {at})") for one in check_log(room, lines, systems).problems
        ]
        differs = _first_difference(lines, longest)
        if differs is not None:
            problems.append(Problem(differs, f"is another event in log {at}: people were shown different logs"))
        for line, found in zip(lines[: None if differs is None else differs - 1], merged, strict=False):
            if line.get("private"):
                found.setdefault("private", line["private"])
    report = check_log(room, merged, systems)
    told = {(one.number, one.message.rpartition(" (log ")[0]) for one in problems}
    report.problems = problems + [one for one in report.problems if (one.number, one.message) not in told]
    report.logs = len(logs)
    return report


def _first_difference(lines: Sequence[Mapping[str, Any]], longest: Sequence[Mapping[str, Any]]) -> int | None:
    """The number of the first event that is another one in another log."""
    pairs = enumerate(zip(lines, longest, strict=False), start=1)
    return next((number for number, (one, other) in pairs if one.get("stored") != other.get("stored")), None)
