"""The log as one person may see it, as a document that `sixfold verify` and any stranger can check."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sixfold.room.events import Event, sees

VERSION = 1


def exported(room: str, events: Iterable[Event], person: str | None) -> dict[str, Any]:
    """All events of a room as a person (None: anyone) may see them.

    `stored` is the public part byte for byte, as text, which the chain of hashes is about; `private` is there where
    this person has a private part, byte for byte as well.
    """
    return {"version": VERSION, "room": room, "events": [line(event, person) for event in events]}


def line(event: Event, person: str | None) -> dict[str, Any]:
    """One event of an export."""
    shown = {"stored": event.public.decode()}
    if sees(event, person):
        shown["private"] = event.private.decode()
    return shown


def written_out(document: dict[str, Any]) -> str:
    """An export as text, an event a line."""
    head = json.dumps({key: value for key, value in document.items() if key != "events"}, ensure_ascii=False)[:-1]
    lines = ",\n".join(json.dumps(event, ensure_ascii=False) for event in document["events"])
    return f'{head}, "events": [\n{lines}\n]}}\n'
