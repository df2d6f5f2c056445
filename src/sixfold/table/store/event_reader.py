"""Reading the events of rooms, by number."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from sixfold.errors import StoreError
from sixfold.table.room.log_event import LogEvent
from sixfold.table.store.database import EVENT, ROOM, answering

EVENTS = select(EVENT.c.number, EVENT.c.public, EVENT.c.private, EVENT.c.seers).order_by(EVENT.c.number)


@dataclass(eq=False)
class EventReader:
    """Reads events on connections of its own; it never writes and never waits for a writer."""

    engine: Engine

    def since(self, room: str, after: int = 0, most: int | None = None) -> list[LogEvent]:
        """The events of a room with numbers above `after`, `most` of them at most, in order.

        Raises StoreError: store/no-room for a room that there is not, store/unavailable where it cannot be read.
        """
        with answering(), self.engine.connect() as connection:
            events = events_since(connection, room, after, most)
            if not events and not after:
                raise no_room(room)
            return events

    def rooms(self) -> int:
        """How many rooms are kept."""
        with answering(), self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(ROOM)).scalar_one())


def events_since(connection: Connection, room: str, after: int, most: int | None = None) -> list[LogEvent]:
    """The events of a room above a number, on a connection that is there."""
    query = EVENTS.where(EVENT.c.room == room, EVENT.c.number > after).limit(most)
    return [
        LogEvent(row.number, bytes(row.public), bytes(row.private), tuple(row.seers.split()))
        for row in connection.execute(query)
    ]


def row_of(room: str, event: LogEvent) -> dict[str, Any]:
    """An event as a row."""
    bytes_ = {"public": event.public, "private": event.private}
    return {"room": room, "number": event.number, **bytes_, "seers": " ".join(event.seers)}


def no_room(room: str) -> StoreError:
    """There is no such room."""
    return StoreError("store/no-room", "There is no such room. Ask for a new link, or open your own room.")
