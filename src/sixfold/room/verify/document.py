"""Reading a log: the events of an export, or of a file with an event on each line."""

from __future__ import annotations

import json
from typing import Any

from sixfold.errors import RecordError
from sixfold.room.reading import Twice, read
from sixfold.room.verify.seats import Lie


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
