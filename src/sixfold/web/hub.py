"""The listeners of every room, and how far each of them has come.

A listener is a place in the log, not a queue. A listener who is up to date gets every new event at once. A listener who
is not (they return after a while, or do not read) has a task that reads on from their place, from the newest events in
memory or from the database. So a slow listener costs nothing but their own connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Any, Final

from msgspec import Raw, Struct

from sixfold.bounds import (
    ALIVE_SECONDS,
    EVENTS_A_WRITE,
    HERE_SECONDS,
    RECENT_EVENTS,
    SEND_SECONDS,
    SHOW_SECONDS,
    SOCKETS,
    SOCKETS_A_PERSON,
)
from sixfold.errors import RoomError, SixfoldError
from sixfold.room import Event, Person, State, canonical, message, sees, view
from sixfold.web.sockets import Wire, framed

GONE = 4001
"""This person is not in the room, or has left it."""

STOPPING = 1012
"""The server is stopping: connect again in a moment."""

SLOW = 1013
"""You read too slowly, or the table is not available now: connect again from your last event."""


class Alive(Struct, frozen=True, tag_field="kind", tag="alive"):
    """A sign of life; `last` is the number of your last event."""

    last: int


class Reset(Struct, frozen=True, tag_field="kind", tag="reset"):
    """Your log is not this one: discard it; all events follow from the first one."""

    last: int


class Wanted(Struct, frozen=True, tag_field="kind", tag="witness"):
    """Send entropy for this call."""

    call: int


class Here(Struct, frozen=True, tag_field="kind", tag="here"):
    """The people who are present, by id, and whether that is the `whole` truth."""

    people: list[str]
    whole: bool


class Tail(Struct, frozen=True, tag_field="kind", tag="tail"):
    """The newest `events` in order, without a gap, in one message: the next ones follow one a message."""

    events: list[Raw]


class Shown(Struct, frozen=True, tag_field="kind", tag="room"):
    """The `room` at this moment, as `GET /rooms/{room}` shows it to you, without `here`."""

    room: dict[str, Any]


TOLD: Final[Mapping[str, type[Struct]]] = {
    "alive": Alive, "witness": Wanted, "reset": Reset, "here": Here, "tail": Tail, "room": Shown,
}  # fmt: skip
"""What a listener hears besides events."""

LOOKS = 10
"""How often in ALIVE_SECONDS the hub looks for listeners who heard nothing."""

Read = Callable[[str, int], Awaitable[Sequence[Event]]]
"""Reads the events of a room above a number from the database."""


@dataclass(slots=True, eq=False)
class Listener:
    """A listener: the number of their last event, and the connection that gets the next ones.

    `here` says whether they want to know who is present, and `shows` whether they want the room after each change.
    `catching_up` is the task that reads on for them while they are not up to date, and `heard` the time when something
    was last written to them.
    """

    room: str
    person: str
    after: int
    witness: bool
    here: bool
    shows: bool
    wire: Wire
    catching_up: asyncio.Task[None] | None = None
    heard: float = field(default_factory=monotonic)
    closing: bool = False

    def send_events(self, frames: bytes, last: int) -> None:
        """Write the frames of events at once, up to the event with a number."""
        self.wire.put(frames)
        self.after = last
        self.heard = monotonic()

    def send_tail(self, events: Sequence[Event], person: Person) -> None:
        """Write the newest events as one message."""
        self.send(Tail([Raw(message(event, person)) for event in events]))

    def send(self, said: Struct) -> None:
        """Write something that is no event."""
        self.wire.put(framed(canonical(said)))
        self.heard = monotonic()

    def close(self, code: int) -> None:
        """Close the listener's connection."""
        if not self.closing:
            self.closing = True
            self.wire.part(code)


@dataclass(slots=True, eq=False)
class Frames:
    """A new event and its two frames: one for people who see the public part, one for people who see all of it."""

    event: Event
    _public: bytes = b""
    _whole: bytes = b""

    def of(self, person: Person | None) -> bytes:
        """Return the event as a person sees it; people who see the same share the bytes."""
        if sees(self.event, person):
            self._whole = self._whole or framed(message(self.event, person))
            return self._whole
        self._public = self._public or framed(message(self.event, None))
        return self._public


@dataclass(slots=True, eq=False)
class Room:
    """The listeners of a room and its newest events.

    `here` are the people who are present, as listeners were told; after `due` the hub looks who has left, and after
    `showing` it sends the room to those who want it.
    """

    state: State
    listeners: set[Listener] = field(default_factory=set)
    recent: deque[Event] = field(default_factory=lambda: deque(maxlen=RECENT_EVENTS))
    turn: int = 0
    here: tuple[str, ...] = ()
    due: asyncio.TimerHandle | None = None
    showing: asyncio.TimerHandle | None = None

    @property
    def last(self) -> int:
        """The number of the newest event in memory; 0 where there is none."""
        return self.recent[-1].number if self.recent else 0

    def add(self, event: Event) -> None:
        """Add an event. An event that does not follow on the last one replaces everything in memory."""
        if self.recent and event.number > self.last + 1:
            self.recent.clear()
        if not self.recent or event.number == self.last + 1:
            # What was worked out of the event stays behind: it would need more memory than its bytes.
            self.recent.append(Event(event.number, event.public, event.private, event.seers))

    def since(self, after: int) -> list[Event] | None:
        """Return the events above a number, or None if they are not all in memory."""
        missing = self.last - after
        if not self.recent or missing < 0 or missing > len(self.recent):
            return None
        return list(islice(self.recent, len(self.recent) - missing, None)) if missing else []


class Hub:
    """All listeners of a server. Everything here runs in the event loop; `read` reads what is not in memory."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._rooms: dict[str, Room] = {}
        self._closed = False
        self._living: asyncio.Task[None] | None = None
        self.sockets = 0
        self.whole = True
        """Whether this server knows everyone who is present: no other server has the same rooms."""

    def listen(self, state: State, listener: Listener) -> None:
        """Begin to send a room to a listener. Raises RoomError (room/sockets) past the bounds."""
        name, person = listener.room, listener.person
        listeners = self._rooms[name].listeners if name in self._rooms else set()
        if self.sockets >= SOCKETS or sum(other.person == person for other in listeners) >= SOCKETS_A_PERSON:
            raise RoomError("room/sockets", "Too many connections are open. Close another window first.")
        room = self._rooms.setdefault(name, Room(state))
        room.listeners.add(listener)
        self.sockets += 1
        if self._closed:
            listener.close(STOPPING)
            return
        self._living = self._living or asyncio.create_task(self._signs_of_life())
        self._catch_up(listener)
        if person not in room.here:
            self._now_here(room, {*room.here, person})

    def leave(self, listener: Listener) -> None:
        """Stop listening."""
        room = self._rooms.get(listener.room)
        if room is not None and listener in room.listeners:
            room.listeners.discard(listener)
            self.sockets -= 1
            if not room.listeners:
                del self._rooms[listener.room]
            elif room.due is None and not self._closed:
                room.due = asyncio.get_running_loop().call_later(HERE_SECONDS, self._look_who_went, room)
        if listener.catching_up is not None:
            listener.catching_up.cancel()

    def offer(self, name: str, state: State, events: Sequence[Event]) -> None:
        """Send new events to everyone who listens, and close the connections of people who have left."""
        room = self._rooms.get(name)
        if room is None:
            return
        for event in events:
            room.add(event)
        news = [Frames(event) for event in events]
        room.state = state
        shows = False
        for listener in room.listeners:
            person = state.people.get(listener.person)
            if person is None or not person.here:
                listener.close(GONE)
            else:
                self._carry(room, listener, person, news)
                shows = shows or listener.shows
        if shows and room.showing is None and not self._closed:
            room.showing = asyncio.get_running_loop().call_later(SHOW_SECONDS, self._show, room)

    def since(self, name: str, after: int) -> list[Event] | None:
        """Return the newest events above a number, or None if they are not all in memory."""
        room = self._rooms.get(name)
        return room.since(after) if room is not None else None

    # -- carrying ------------------------------------------------------------------------------------------

    def _carry(self, room: Room, listener: Listener, person: Person, news: Sequence[Frames]) -> None:
        """Write new events to listeners who are up to date; a task reads on for the others."""
        if listener.closing or listener.catching_up is not None:
            return
        found = [frames for frames in news if frames.event.number > listener.after]
        if found and found[0].event.number == listener.after + 1 and not listener.wire.full:
            listener.send_events(b"".join([frames.of(person) for frames in found]), found[-1].event.number)
        if listener.after < room.last:
            self._catch_up(listener)

    def _catch_up(self, listener: Listener) -> None:
        listener.catching_up = asyncio.create_task(self._read_on(self._rooms[listener.room], listener))

    async def _read_on(self, room: Room, listener: Listener) -> None:
        """Write all events after the listener's last one, as fast as they read."""
        try:
            while not listener.closing:
                found = room.since(listener.after)
                if found is None:
                    found = list(await self._read(listener.room, listener.after))
                    if found and not room.recent and found[-1].number >= room.state.number:
                        for event in found:  # the next listener of this room finds them in memory
                            room.add(event)
                for at in range(0, len(found) + 1, EVENTS_A_WRITE):  # the room and who is here wait for space, too
                    if listener.wire.full:
                        async with asyncio.timeout(SEND_SECONDS):
                            await listener.wire.drained()
                    if listener.closing:
                        return
                    if some := found[at : at + EVENTS_A_WRITE]:
                        person = room.state.people.get(listener.person)
                        frames = [framed(message(event, person)) for event in some]
                        listener.send_events(b"".join(frames), some[-1].number)
                if not found and listener.after >= room.last:
                    self._show_to(room, listener)
                    self._say_who_is_here(room, listener)
                    return
        except (TimeoutError, SixfoldError):
            listener.close(SLOW)
        finally:
            listener.catching_up = None

    def _show(self, room: Room) -> None:
        """Send the room, a moment after it changed: what several events change is sent once."""
        room.showing = None
        for listener in room.listeners:
            if listener.catching_up is None:
                self._show_to(room, listener)

    def _show_to(self, room: Room, listener: Listener) -> None:
        if listener.shows and not listener.closing and not listener.wire.full:
            listener.send(Shown(view(room.state, listener.person)))

    async def _signs_of_life(self) -> None:
        """Send a sign of life to everyone who heard nothing for a while: browsers do not see protocol pings."""
        while True:
            await asyncio.sleep(ALIVE_SECONDS / LOOKS)
            for room in list(self._rooms.values()):
                quiet = monotonic() - ALIVE_SECONDS * (1 - 1 / LOOKS)
                for listener in room.listeners:
                    if listener.heard < quiet and not listener.closing and not listener.wire.full:
                        listener.send(Alive(listener.after))
                await asyncio.sleep(0)  # others are served between rooms

    # -- who is here ---------------------------------------------------------------------------------------

    def here(self, name: str) -> Here:
        """Return the people who listen to a room."""
        room = self._rooms.get(name)
        return Here(list(room.here) if room is not None else [], self.whole)

    def _look_who_went(self, room: Room) -> None:
        """Look who has left, a moment after a connection closed: a person who only reloads a page was never away."""
        room.due = None
        self._now_here(room, {listener.person for listener in room.listeners if not listener.closing})

    def _now_here(self, room: Room, people: set[str]) -> None:
        if people == set(room.here):
            return
        room.here = tuple(sorted(people))
        for listener in room.listeners:
            if listener.catching_up is None:
                self._say_who_is_here(room, listener)

    def _say_who_is_here(self, room: Room, listener: Listener) -> None:
        """Send presence to listeners who are up to date."""
        if listener.here and not listener.closing and not listener.wire.full:
            listener.send(Here(list(room.here), self.whole))

    # -- witnesses -----------------------------------------------------------------------------------------

    def witnesses(self, name: str, thrower: str) -> list[str]:
        """Return who could be a witness, by turns: everyone who offered it and reads what comes, except the roller."""
        room = self._rooms.get(name)
        if room is None:
            return []
        people = sorted({other.person for other in room.listeners if _ready(other) and other.person != thrower})
        if not people:
            return []
        room.turn += 1
        turn = room.turn % len(people)
        return people[turn:] + people[:turn]

    def want(self, name: str, person: str, call: int) -> None:
        """Ask a person's browsers for entropy."""
        room = self._rooms.get(name)
        for listener in room.listeners if room is not None else ():
            if listener.person == person and _ready(listener):
                listener.send(Wanted(call))

    def close(self) -> None:
        """Close all connections."""
        self._closed = True
        if self._living is not None:
            self._living.cancel()
        for room in self._rooms.values():
            for listener in room.listeners:
                listener.close(STOPPING)


def _ready(listener: Listener) -> bool:
    """Whether somebody may be asked to be a witness, and would hear it at once."""
    return listener.witness and not listener.wire.full and not listener.closing
