"""The check of one event after another: its place in the log, its form, and then what its kind says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sixfold.errors import SixfoldError
from sixfold.room.kinds import VERSIONS
from sixfold.room.upgrades import upgraded
from sixfold.room.verify import corrections, draws, requests, rolls
from sixfold.room.verify.document import read_log, read_object
from sixfold.room.verify.formulas import sha
from sixfold.room.verify.report import Report
from sixfold.room.verify.seats import Lie, Seats
from sixfold.room.verify.shapes import misshapen
from sixfold.room.verify.walk import Event, Walk
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS

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
    stored = line.get("stored")
    if not isinstance(stored, str):
        walk.note(number, "has no stored bytes")
        return
    try:
        raw = stored.encode()
        before, walk.report.last = walk.report.last, sha(raw)
        body = read_object(stored)
        _envelope(walk, number, body, before)
        body = upgraded(body)
        private = _private(walk, body, line.get("private"))
        wrong = misshapen(body["kind"], body, private)
        if wrong:
            raise Lie(wrong)
        twice = set(private or ()) & set(body)
        if twice:
            raise Lie(f"says {', '.join(sorted(twice))} in public and in private")
        due, walk.due = walk.due, 0
        if due and body.get("answers") != due:
            raise Lie("comes between an answer and what goes on from it")
        if walk.owed and (body["kind"], body.get("throw")) != ("reveal", walk.owed[0]):
            walk.owed = []
            raise Lie("comes between a roll that was revealed and its corrections")
        known = None if "hidden" in body and private is None else {**body, **(private or {})}
        STEPS[body["kind"]](walk, Event(number, body, known))
    except Lie as lie:
        walk.note(number, str(lie))
    except SixfoldError as error:
        walk.note(number, f"does not play: {error.message}")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        walk.note(number, f"cannot be read ({type(error).__name__}: {error})"[:200])


def _end(walk: Walk) -> None:
    """What is still open at the end of the log."""
    if walk.owed:
        walk.note(walk.report.events, "reveals a roll and not its corrections")
    walk.report.waiting += [number for number, call in walk.calls.items() if not call.opened]
    hidden = [number for number, form in walk.forms.items() if form.known is None]
    walk.report.hidden += sorted([*hidden, *walk.unseen])


def _envelope(walk: Walk, number: int, body: Mapping[str, Any], before: str) -> None:
    if body["number"] != number:
        walk.note(number, f"is numbered {str(body['number'])[:20]}: the log has a gap, or events changed places")
    if body["prev"] != before:
        walk.note(number, "does not hold the hash of the event before it: the chain is broken")
    known = body["kind"] in STEPS and type(body["version"]) is int
    if not known or body["version"] not in range(1, VERSIONS[body["kind"]] + 1):
        raise Lie(f"is of an unknown kind or version ({str(body['kind'])[:40]!r})")
    if body["at"] < walk.at:
        walk.note(number, "is earlier than the event before it")
    walk.at = body["at"]
    if (number == 1) != (body["kind"] == "opened"):
        raise Lie("is not where a room is opened")
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


def _opened(walk: Walk, event: Event) -> None:
    room = event.body["room"]
    if walk.report.room and room != walk.report.room:
        raise Lie("opens another room than the document is of")
    walk.report.room = room
    walk.seats.opened(event.body)


Step = Callable[[Walk, Event], None]


def _seated(step: Callable[[Seats, Mapping[str, Any]], None]) -> Step:
    return lambda walk, event: step(walk.seats, event.body)


STEPS: Final[Mapping[str, Step]] = MappingProxyType({
    "opened": _opened, "joined": _seated(Seats.joined), "renamed": _seated(Seats.renamed),
    "removed": _seated(Seats.removed), "left": _seated(Seats.left), "handed-over": _seated(Seats.handed_over),
    "door": _seated(Seats.door), "links": _seated(Seats.renewed), "games": requests.laid_out,
    "lane": draws.lane, "call": draws.call, "restored": draws.restored,
    "throw": rolls.thrown, "failed": rolls.failed, "question": rolls.question, "answer": rolls.answer,
    "reveal": corrections.reveal, "correct": corrections.correct,
    "asked": requests.asked, "noted": requests.noted, "instrument": requests.instrument,
})  # fmt: skip
"""The check for each kind of event."""
