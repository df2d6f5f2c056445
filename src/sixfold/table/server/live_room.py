"""A room that people listen to: its newest events in memory, who is present, and who could be a witness."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import Any, Final

from sixfold.base import bounds
from sixfold.errors import RoomError, SixfoldError
from sixfold.table.room import LogEvent, Person, RoomState, message, sees
from sixfold.table.server.listeners import (
    GONE,
    SLOW,
    TOO_MANY_SOCKETS,
    Alive,
    Listener,
    Presence,
    ShownRoom,
    WitnessNeeded,
)
from sixfold.table.server.websocket_frames import framed

LOOKS: Final = 10
"""How often in bounds.ALIVE_SECONDS it is looked for listeners who heard nothing."""


@dataclass(slots=True, eq=False)
class EncodedEvent:
    """A new event and its two frames: one for people who see the public part, one for people who see all of it."""

    event: LogEvent
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
class LiveRoom:
    """A room that this server has at hand: its state, its listeners, and while there are any its newest events.

    `read` reads the events above a number from the database. `whole` says whether this server knows everyone who is
    present: no other one has the same room. `views` shows the room to some people, each with some games besides.
    `present` are the people who are connected, as listeners were told; after `due` it is looked who has left, and after
    `showing` the room is sent to those who want it. `awaited` are the calls for whose result somebody waits.
    """

    state: RoomState
    read: Callable[[int], Awaitable[Sequence[LogEvent]]]
    whole: bool
    views: Callable[[Sequence[tuple[str, Sequence[str]]]], Awaitable[Sequence[Mapping[str, Any]]]]
    listeners: set[Listener] = field(default_factory=set)
    recent: deque[LogEvent] = field(default_factory=lambda: deque(maxlen=bounds.RECENT_EVENTS))
    awaited: dict[int, asyncio.Future[LogEvent]] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    _turn: int = 0
    _due: asyncio.TimerHandle | None = None
    _showing: asyncio.TimerHandle | None = None
    _owed: set[Listener] = field(default_factory=set)
    _looking: asyncio.Task[None] | None = None

    def listen(self, listener: Listener) -> None:
        """Begin to send the room to a listener. Raises RoomError (room/sockets) past the bounds."""
        if sum(other.person == listener.person for other in self.listeners) >= bounds.SOCKETS_A_PERSON:
            raise RoomError("room/sockets", TOO_MANY_SOCKETS)
        self.listeners.add(listener)
        self._catch_up(listener)
        self._set_present({*self.present, listener.person})

    def leave(self, listener: Listener) -> None:
        """Stop listening."""
        self.listeners.discard(listener)
        if not self.listeners:
            self.recent.clear()
            self.present = ()
        elif self._due is None:
            self._due = asyncio.get_running_loop().call_later(bounds.PRESENCE_SECONDS, self._look_who_went)
        if listener.catching_up is not None:
            listener.catching_up.cancel()

    def offer(self, events: Sequence[LogEvent]) -> None:
        """Send new events to everyone who listens, and close the connections of people who have left."""
        for event in events if self.awaited else ():
            for call in event.body.settles:
                if call in self.awaited:
                    self.awaited.pop(call).set_result(event)
        for event in events if self.listeners else ():
            self._remember(event)
        news = [EncodedEvent(event) for event in events]
        for listener in self.listeners:
            person = self.state.people[listener.person]
            if person.member:
                self._carry(listener, person, news)
            else:
                listener.close(GONE)
        if self._showing is None and any(listener.wants_room for listener in self.listeners):
            self._showing = asyncio.get_running_loop().call_later(bounds.SHOW_SECONDS, self._show)

    def since(self, after: int) -> list[LogEvent] | None:
        """Return the events above a number, or None if they are not all in memory."""
        missing = self._last - after
        if not self.recent or missing < 0 or missing > len(self.recent):
            return None
        return list(islice(self.recent, len(self.recent) - missing, None)) if missing else []

    # -- carrying ------------------------------------------------------------------------------------------

    @property
    def _last(self) -> int:
        """The number of the newest event in memory; 0 where there is none."""
        return self.recent[-1].number if self.recent else 0

    def _remember(self, event: LogEvent) -> None:
        """Add an event. An event that does not follow on the last one replaces everything in memory."""
        if self.recent and event.number > self._last + 1:
            self.recent.clear()
        if not self.recent or event.number == self._last + 1:
            # What was worked out of the event stays behind: it would need more memory than its bytes.
            self.recent.append(LogEvent(event.number, event.public, event.private, event.seers))

    def _carry(self, listener: Listener, person: Person, news: Sequence[EncodedEvent]) -> None:
        """Write new events to listeners who are up to date; a task reads on for the others."""
        if listener.closing or listener.catching_up is not None:
            return
        fresh = [frames for frames in news if frames.event.number > listener.after]
        if fresh and fresh[0].event.number == listener.after + 1 and not listener.wire.full:
            listener.send_events(b"".join([frames.of(person) for frames in fresh]), fresh[-1].event.number)
        if listener.after < self._last:
            self._catch_up(listener)

    def _catch_up(self, listener: Listener) -> None:
        listener.catching_up = asyncio.create_task(self._read_on(listener))

    async def _read_on(self, listener: Listener) -> None:
        """Write all events after the listener's last one, as fast as they read."""
        try:
            while not listener.closing:
                events = self.since(listener.after)
                if events is None:
                    events = list(await self.read(listener.after))
                    if events and not self.recent and events[-1].number >= self.state.number:
                        for event in events:  # the next listener of this room finds them in memory
                            self._remember(event)
                for at in range(0, len(events) + 1, bounds.EVENTS_A_WRITE):  # the room waits for space, too
                    if listener.wire.full:
                        async with asyncio.timeout(bounds.SEND_SECONDS):
                            await listener.wire.drained()
                    if listener.closing:
                        return
                    if some := events[at : at + bounds.EVENTS_A_WRITE]:
                        person = self.state.people.get(listener.person)
                        frames = [framed(message(event, person)) for event in some]
                        listener.send_events(b"".join(frames), some[-1].number)
                if not events and listener.after >= self._last:
                    self._show_to(listener)
                    self._send_presence(listener)
                    return
        except (TimeoutError, SixfoldError):
            listener.close(SLOW)
        finally:
            listener.catching_up = None

    def _show(self) -> None:
        """Send the room, a moment after it changed: what several events change is sent once."""
        self._showing = None
        for listener in self._up_to_date(self.listeners):
            self._show_to(listener)

    def _up_to_date(self, listeners: Iterable[Listener]) -> Iterator[Listener]:
        """Yield those of some listeners to whom something can be sent; the others get it once they have read on."""
        for listener in listeners:
            if listener.catching_up is None and listener.takes:
                yield listener
            elif listener.catching_up is None:
                self._catch_up(listener)

    def _show_to(self, listener: Listener) -> None:
        if listener.wants_room:
            self._owed.add(listener)
            self._looking = self._looking or asyncio.create_task(self._show_to_owed())

    async def _show_to_owed(self) -> None:
        """Send the room to those to whom it is owed; one look is enough for all connections of a person."""
        try:
            while self._owed:
                owed, self._owed = self._owed, set()
                people = sorted({listener.person for listener in owed})
                with suppress(SixfoldError):  # it is shown again after the next change
                    views = await self.views([(person, ()) for person in people])
                    shown = dict(zip(people, views, strict=True))
                    for listener in self._up_to_date(owed):
                        listener.send(ShownRoom(shown[listener.person]))
        finally:
            self._looking = None

    def keep_alive(self) -> None:
        """Send a sign of life to everyone who heard nothing for a while: browsers do not see protocol pings."""
        quiet = monotonic() - bounds.ALIVE_SECONDS * (1 - 1 / LOOKS)
        for listener in self.listeners:
            if listener.heard < quiet and listener.takes:
                listener.send(Alive(listener.after))

    # -- who is present ------------------------------------------------------------------------------------

    def _look_who_went(self) -> None:
        """Look who has left, a moment after a connection closed: a person who only reloads a page was never away."""
        self._due = None
        self._set_present({listener.person for listener in self.listeners if not listener.closing})

    def _set_present(self, people: set[str]) -> None:
        if people == set(self.present):
            return
        self.present = tuple(sorted(people))
        for listener in self._up_to_date(self.listeners):
            self._send_presence(listener)

    def _send_presence(self, listener: Listener) -> None:
        if listener.wants_presence:
            listener.send(self.presence)

    @property
    def presence(self) -> Presence:
        """The people who listen."""
        return Presence(list(self.present), self.whole)

    # -- witnesses -----------------------------------------------------------------------------------------

    def witnesses(self, roller: str) -> list[str]:
        """Return who could be a witness, by turns: everyone who offered it and reads what comes, except the roller."""
        ready = sorted({one.person for one in self.listeners if one.witness and one.takes and one.person != roller})
        self._turn += 1
        turn = self._turn % len(ready) if ready else 0
        return ready[turn:] + ready[:turn]

    def want(self, person: str, call: int) -> None:
        """Ask a person's browsers for entropy."""
        for listener in self.listeners:
            if listener.person == person and listener.witness and listener.takes:
                listener.send(WitnessNeeded(call))

    def awaiting(self, call: int) -> asyncio.Future[LogEvent]:
        """Return a future of the event that a call leads to. Everyone who asks shares it, so shield it."""
        if call not in self.awaited:
            self.awaited[call] = asyncio.get_running_loop().create_future()
        return self.awaited[call]
