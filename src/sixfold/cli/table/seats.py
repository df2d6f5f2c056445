"""The seats of this user at tables, in a private file, so that they come back as the same person tomorrow."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

KEPT = 200
"""Seats that are remembered; the oldest are forgotten."""


def place() -> Path:
    """The file of seats."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base) / "sixfold" / "seats.json"


def seat_at(link: str) -> tuple[str, str] | None:
    """The token and the person that this link gave before."""
    found = _read().get(link)
    if isinstance(found, dict) and isinstance(found.get("token"), str) and isinstance(found.get("person"), str):
        return found["token"], found["person"]
    return None


def remember(link: str, token: str, person: str) -> None:
    """Keep a seat; where it cannot be kept, the next time is a new one."""
    seats = _read()
    seats.pop(link, None)
    seats[link] = {"token": token, "person": person}
    with suppress(OSError):
        file = place()
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = file.with_suffix(".new")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
            json.dump(dict(list(seats.items())[-KEPT:]), stream)
        os.replace(beside, file)


def _read() -> dict[str, Any]:
    try:
        found = json.loads(place().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
