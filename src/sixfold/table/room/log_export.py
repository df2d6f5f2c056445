"""The log to take along, as one person may see it: a document that any stranger can check, a table, a transcript."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sixfold.show.formats.markdown import escaped
from sixfold.show.formats.tabular import csv_lines
from sixfold.table.room.event_sentences import dice, transcript
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.visibility import Person, seen_by, sees

VERSION = 1


def exported(room: str, events: Iterable[LogEvent], person: Person | None) -> dict[str, Any]:
    """Return all events of a room as a person (None: anyone) may see them.

    `stored` is the public part byte for byte, as text, which the chain of hashes is about; `private` is there where
    this person has a private part, byte for byte as well.
    """
    return {"version": VERSION, "room": room, "events": [line(event, person) for event in events]}


def line(event: LogEvent, person: Person | None) -> dict[str, Any]:
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


def written(form: str, room: str, events: Iterable[LogEvent], person: Person | None) -> str:
    """Return the log as a person may see it, as text: `json` (an export), `csv` or `markdown`."""
    if form == "json":
        return written_out(exported(room, events, person))
    return (as_csv if form == "csv" else as_markdown)(events, person)


COLUMNS = ("number", "at", "person", "kind", "check", "dice", "result", "typed", "hidden", "words")


def as_csv(events: Iterable[LogEvent], person: Person | None) -> str:
    """Return the evening as a table, with a line for each event that has a sentence, as a person may see it."""
    rows = []
    for shown, who, words in transcript(seen_by(event, person) for event in events):
        record = {"text": "", "throws": (), "announcement": "", **(shown.get("record") or {})}
        rolled = (record["text"], dice(record), record["announcement"])
        marks = (name if shown.get(name) else "" for name in ("typed", "hidden"))
        rows.append((shown["number"], shown["at"], who, shown["kind"], *rolled, *marks, words))
    return "".join(csv_lines(COLUMNS, rows))


def as_markdown(events: Iterable[LogEvent], person: Person | None) -> str:
    """Return the evening as a transcript to read, as a person may see it."""
    lines: list[str] = []
    day = ""
    for shown, _, words in transcript(seen_by(event, person) for event in events):
        if shown["kind"] == "opened":
            lines.append(f"# {escaped(shown['name'])}")
        date, _, time = shown["at"].partition("T")
        if date != day:
            lines += ["", f"## {date}", ""]
            day = date
        lines.append(f"- {time[:5]} ({shown['number']}) {escaped(words)}")
    return "\n".join(lines) + "\n"
