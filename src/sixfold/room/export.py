"""The log as one person may see it, as a document that `sixfold verify` and any stranger can check."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from typing import Any

from sixfold.room.events import Event
from sixfold.room.person import Person
from sixfold.room.sight import sees
from sixfold.room.words import dice, transcript

VERSION = 1


def exported(room: str, events: Iterable[Event], person: Person | None) -> dict[str, Any]:
    """Return all events of a room as a person (None: anyone) may see them.

    `stored` is the public part byte for byte, as text, which the chain of hashes is about; `private` is there where
    this person has a private part, byte for byte as well.
    """
    return {"version": VERSION, "room": room, "events": [line(event, person) for event in events]}


def line(event: Event, person: Person | None) -> dict[str, Any]:
    """Return one event of an export."""
    shown = {"stored": event.public.decode()}
    if sees(event, person):
        shown["private"] = event.private.decode()
    return shown


def written_out(document: dict[str, Any]) -> str:
    """Return an export as text, with an event on each line."""
    head = json.dumps({key: value for key, value in document.items() if key != "events"}, ensure_ascii=False)[:-1]
    lines = ",\n".join(json.dumps(event, ensure_ascii=False) for event in document["events"])
    return f'{head}, "events": [\n{lines}\n]}}\n'


class _Lines:
    """A file for `csv` that keeps its lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> int:
        self.lines.append(line)
        return len(line)


COLUMNS = ("number", "at", "person", "kind", "check", "dice", "result", "typed", "hidden", "words")


def as_csv(events: Iterable[Event], person: Person | None) -> str:
    """Return the evening as a table, with a line for each event that has a sentence, as a person may see it.

    Text of people never begins a cell the way a formula does.
    """
    written = _Lines()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for shown, who, words in transcript(events, person):
        record = shown.get("record") or {}
        cells = (
            shown["number"],
            shown["at"],
            who,
            shown["kind"],
            record.get("text", ""),
            dice(record) if record else "",
            record.get("announcement", ""),
            "typed" if shown.get("typed") else "",
            "hidden" if shown.get("hidden") else "",
            words,
        )
        writer.writerow([_cell(cell) for cell in cells])
    return "".join(written.lines)


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def as_markdown(events: Iterable[Event], person: Person | None) -> str:
    """Return the evening as a transcript to read, as a person may see it."""
    lines: list[str] = []
    day = ""
    for shown, _, words in transcript(events, person):
        if shown["kind"] == "opened":
            lines.append(f"# {_escaped(shown['name'])}")
        date, _, time = shown["at"].partition("T")
        if date != day:
            lines += ["", f"## {date}", ""]
            day = date
        lines.append(f"- {time[:5]} ({shown['number']}) {_escaped(words)}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Text in Markdown that is only text."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|~!$&" else c for c in text)
