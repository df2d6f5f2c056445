"""The listeners of a room, and how far each of them has come.

A listener is a place in the log, not a queue. A listener who is up to date gets every new event at once. A listener who
is not (they return after a while, or do not read) has a task that reads on from their place, from the newest events in
memory or from the database. So a slow listener costs nothing but their own connection.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from msgspec import Raw, Struct

from sixfold.table.room import ordered
from sixfold.table.server.websocket_frames import WebSocketConnection, framed

GONE = 4001
"""This person is not in the room, or has left it."""

STOPPING = 1012
"""The server is stopping: connect again in a moment."""

TOO_MANY_SOCKETS = "Too many connections are open. Close another window first."

SLOW = 1013
"""You read too slowly, or the table is not available now: connect again from your last event."""


class Alive(Struct, frozen=True, tag_field="kind", tag="alive"):
    """A sign of life; `last` is the number of your last event."""

    last: int


class Reset(Struct, frozen=True, tag_field="kind", tag="reset"):
    """Your log is not this one: discard it; all events follow from the first one."""

    last: int


class WitnessNeeded(Struct, frozen=True, tag_field="kind", tag="witness"):
    """Send entropy for this call."""

    call: int


class Presence(Struct, frozen=True, tag_field="kind", tag="here"):
    """The people who are present, by id, and whether that is the `whole` truth."""

    people: list[str]
    whole: bool


class Tail(Struct, frozen=True, tag_field="kind", tag="tail"):
    """The newest `events` in order, without a gap, in one message: the next ones follow one a message."""

    events: list[Raw]


class ShownRoom(Struct, frozen=True, tag_field="kind", tag="room"):
    """The `room` at this moment, as `GET /rooms/{room}` shows it to you, without `here`."""

    room: Mapping[str, Any]


TOLD: Final[Mapping[str, type[Struct]]] = {
    str(kind.__struct_config__.tag): kind for kind in (Alive, WitnessNeeded, Reset, Presence, Tail, ShownRoom)
}
"""Messages to a listener besides events."""


@dataclass(slots=True, eq=False)
class Listener:
    """A listener: the number of their last event, and the connection that gets the next ones.

    `wants_presence` says whether they want to know who is present, and `wants_room` whether they want the room after
    each change. `catching_up` is the task that reads on for them while they are not up to date, and `heard` the time
    when something was last written to them.
    """

    person: str
    after: int
    witness: bool
    wants_presence: bool
    wants_room: bool
    wire: WebSocketConnection
    catching_up: asyncio.Task[None] | None = None
    heard: float = field(default_factory=monotonic)
    closing: bool = False

    @property
    def takes(self) -> bool:
        """Whether something written to them now would reach them at once."""
        return not self.closing and not self.wire.full

    def send_events(self, frames: bytes, last: int) -> None:
        """Write the frames of events at once, up to the event with a number."""
        self.wire.put(frames)
        self.after = last
        self.heard = monotonic()

    def send(self, message: Struct) -> None:
        """Write something that is no event."""
        self.wire.put(framed(ordered(message)))
        self.heard = monotonic()

    def close(self, code: int) -> None:
        """Close the listener's connection."""
        if not self.closing:
            self.closing = True
            self.wire.part(code)
