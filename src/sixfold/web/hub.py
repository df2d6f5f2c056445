"""Who listens to which room, and how far each of them has come.

A listener is a place in the log, not a queue: it is woken when there is more, and reads on from where it is, from the
newest events in memory or from the database. So a slow one costs nothing but its own connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from sixfold.bounds import RECENT_EVENTS, SOCKETS, SOCKETS_A_PERSON
from sixfold.errors import RoomError
from sixfold.room import Event, State, message


class Listener:
    """Somebody who listens: after which event he is, and whether there is more."""

    __slots__ = ("after", "asked", "closing", "more", "person", "room", "witness")

    def __init__(self, room: str, person: str, after: int, witness: bool) -> None:
        self.room = room
        self.person = person
        self.after = after
        self.witness = witness
        self.more = asyncio.Event()
        self.asked: deque[int] = deque(maxlen=RECENT_EVENTS)
        """Calls for which his entropy is wanted."""
        self.closing = 0
        """The code with which his socket is closed, once it is to be."""

    def close(self, code: int) -> None:
        """Send him away."""
        self.closing = self.closing or code
        self.more.set()


class Room:
    """The listeners of a room and its newest events."""

    __slots__ = ("listeners", "recent", "shown", "turn")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.recent: deque[Event] = deque(maxlen=RECENT_EVENTS)
        self.shown: dict[int, bytes] = {}
        self.turn = 0


GONE = 4001
"""This person is not, or no longer, in the room."""

STOPPING = 1012
"""The server stops: come again in a moment."""


class Hub:
    """All listeners of a server."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self.sockets = 0
        self._closed = False

    def listen(self, room: str, person: str, after: int, witness: bool) -> Listener:
        """Begin to listen. Raises RoomError (room/sockets) past the bounds."""
        listeners = self._rooms[room].listeners if room in self._rooms else set()
        if self.sockets >= SOCKETS or sum(other.person == person for other in listeners) >= SOCKETS_A_PERSON:
            raise RoomError("room/sockets", "Too many connections are open. Close another window first.")
        listener = Listener(room, person, after, witness)
        self._rooms.setdefault(room, Room()).listeners.add(listener)
        self.sockets += 1
        if self._closed:
            listener.close(STOPPING)
        return listener

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        room = self._rooms.get(listener.room)
        if room is not None and listener in room.listeners:
            room.listeners.discard(listener)
            self.sockets -= 1
            if not room.listeners:
                del self._rooms[listener.room]

    def offer(self, name: str, state: State, events: Sequence[Event]) -> None:
        """There are new events: wake everyone who listens, and send away who is no longer here."""
        room = self._rooms.get(name)
        if room is None:
            return
        for event in events:
            if room.recent and event.number > room.recent[-1].number + 1:
                room.recent.clear()
            if not room.recent or event.number == room.recent[-1].number + 1:
                room.recent.append(event)
        oldest = room.recent[0].number if room.recent else 0
        room.shown = {number: data for number, data in room.shown.items() if number >= oldest}
        for listener in room.listeners:
            person = state.people.get(listener.person)
            if person is None or not person.here:
                listener.close(GONE)
            listener.more.set()

    def since(self, name: str, after: int) -> list[Event] | None:
        """The newest events above a number, or None where they are not all in memory."""
        room = self._rooms.get(name)
        if room is None or not room.recent or after < room.recent[0].number - 1 or after > room.recent[-1].number:
            return None
        return [event for event in room.recent if event.number > after]

    def message(self, name: str, event: Event, person: str) -> bytes:
        """An event as bytes for one person; those who see the public part alone share them."""
        room = self._rooms.get(name)
        if room is None or person in event.seers:
            return message(event, person)
        shown = room.shown.get(event.number)
        if shown is None:
            shown = room.shown[event.number] = message(event, None)
        return shown

    def witnesses(self, name: str, thrower: str) -> list[str]:
        """Who could be a witness, in turns: those who offered it, but for the thrower."""
        room = self._rooms.get(name)
        if room is None:
            return []
        people = sorted({other.person for other in room.listeners if other.witness and other.person != thrower})
        room.turn += 1
        turn = room.turn % len(people) if people else 0
        return people[turn:] + people[:turn]

    def want(self, name: str, person: str, call: int) -> None:
        """Ask a person's browsers for entropy."""
        room = self._rooms.get(name)
        for listener in room.listeners if room is not None else ():
            if listener.person == person and listener.witness:
                listener.asked.append(call)
                listener.more.set()

    def close(self) -> None:
        """Send everyone away."""
        self._closed = True
        for room in self._rooms.values():
            for listener in room.listeners:
                listener.close(STOPPING)
