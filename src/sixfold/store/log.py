"""Reading what is kept: the events of a room by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import StoreError
from sixfold.room.events import Event
from sixfold.store.database import EVENT, ROOM, unavailable

EVENTS = select(EVENT.c.number, EVENT.c.public, EVENT.c.private, EVENT.c.seers).order_by(EVENT.c.number)


class Log:
    """Reads events on connections of its own; it never writes and never waits for a writer."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def since(self, room: str, after: int = 0, most: int | None = None) -> list[Event]:
        """The events of a room with numbers above `after`, `most` of them at most, in order.

        Raises StoreError: store/no-room for a room that there is not, store/unavailable where it cannot be read.
        """
        with self._reading() as connection:
            found = events_since(connection, room, after, most)
            if not found and not after:
                raise no_room(room)
            return found

    def last(self, rooms: Iterable[str]) -> dict[str, int]:
        """The number of the newest event of each room that there is."""
        with self._reading() as connection:
            rows = connection.execute(select(ROOM.c.id, ROOM.c.last).where(ROOM.c.id.in_(list(rooms))))
            return {row.id: row.last for row in rows}

    def rooms(self) -> int:
        """How many rooms are kept."""
        with self._reading() as connection:
            return int(connection.execute(select(func.count()).select_from(ROOM)).scalar_one())

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """One short transaction; failures of the database become StoreErrors."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise unavailable(error) from None


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
