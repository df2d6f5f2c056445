"""Reading what is kept: the events of a room by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from sixfold.errors import StoreError
from sixfold.room.events import Event
from sixfold.store.database import EVENT, ROOM, answering

EVENTS = select(EVENT.c.number, EVENT.c.public, EVENT.c.private, EVENT.c.seers).order_by(EVENT.c.number)


class Log:
    """Reads events on connections of its own; it never writes and never waits for a writer."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def since(self, room: str, after: int = 0, most: int | None = None) -> list[Event]:
        """The events of a room with numbers above `after`, `most` of them at most, in order.

        Raises StoreError: store/no-room for a room that there is not, store/unavailable where it cannot be read.
        """
        with answering(), self._engine.connect() as connection:
            found = events_since(connection, room, after, most)
            if not found and not after:
                raise no_room(room)
            return found

    def rooms(self) -> int:
        """How many rooms are kept."""
        with answering(), self._engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(ROOM)).scalar_one())


def events_since(connection: Connection, room: str, after: int, most: int | None = None) -> list[Event]:
    """The events of a room above a number, on a connection that is there."""
    asked = EVENTS.where(EVENT.c.room == room, EVENT.c.number > after).limit(most)
    return [
        Event(row.number, bytes(row.public), bytes(row.private), tuple(row.seers.split()))
        for row in connection.execute(asked)
    ]


def rows_of(room: str, events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    """Events as rows."""
    for event in events:
        yield {
            "room": room,
            "number": event.number,
            "public": event.public,
            "private": event.private,
            "seers": " ".join(event.seers),
        }


def no_room(room: str) -> StoreError:
    """There is no such room."""
    return StoreError("store/no-room", "There is no such room. Ask for a new link, or open your own room.")
