"""The rooms of one server: decides and writes requests, and carries new events to all listeners."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from sixfold.base import bounds
from sixfold.base.bounds import EVENTS_A_PAGE, STORE_ROOMS_AT_HAND
from sixfold.errors import RoomError, StoreError
from sixfold.table.room import Decided, LogEvent, Person, Randomness, RoomState, decide, replay, view
from sixfold.table.room.commands import Command, Open, Restore
from sixfold.table.room.log_event import digest
from sixfold.table.server.game_worker import Described, NotHere
from sixfold.table.server.listeners import STOPPING, Listener
from sixfold.table.server.live_room import LOOKS, LiveRoom
from sixfold.table.server.own_games import OwnGames
from sixfold.table.store.posts import Post, Written
from sixfold.table.store.store import SECRET, Store

Answer = TypeVar("Answer")


class ElsewhereError(Exception):
    """A command is decided in a process: it needs the code of a game of one's own."""


class RoomService:
    """Rooms by name, and the games that are played in them. Everything here runs in the event loop; the store has
    threads of its own, and code of authors runs in processes of its own.
    """

    def __init__(self, database: str, loop: asyncio.AbstractEventLoop, own: Sequence[Described] = ()) -> None:
        self.own_games = OwnGames(own, self.events)
        self._loop = loop
        self._rooms: OrderedDict[str, LiveRoom] = OrderedDict()
        self._readers: dict[str, asyncio.Task[LiveRoom]] = {}
        self._living: asyncio.Task[None] | None = None
        self._closed = False
        self.store: Store[RoomState] = Store(
            database,
            self._fold,
            _renewed,
            on_written=partial(self._in_loop, self._on_written),
            on_news=partial(self._in_loop, self._on_news),
        )

    def _fold(self, events: Sequence[LogEvent], state: RoomState | None) -> RoomState:
        return replay(events, self.own_games.systems, state)

    async def close(self) -> None:
        """Close all connections, and write what waits."""
        self._closed = True
        if self._living is not None:
            self._living.cancel()
        for room in self._rooms.values():
            for listener in room.listeners:
                listener.close(STOPPING)
        await asyncio.to_thread(self.own_games.close)
        await asyncio.to_thread(self.store.close)

    # -- doing ---------------------------------------------------------------------------------------------

    async def open(self, name: str) -> tuple[str, Mapping[str, str]]:
        """Open a room. Returns its id, and the secrets of its links by role."""
        secret = secrets.token_bytes(SECRET)
        decided = decide(
            RoomState(self.own_games.systems), Open(name), Randomness(secret, secrets.token_bytes(SECRET)), _now()
        )
        await asyncio.wrap_future(self.store.writer.create(decided.state.room, secret, decided))
        return decided.state.room, decided.given

    async def submit(self, room: str, command: Command, key: str = "", request: bytes = b"") -> Decided:
        """Have a command decided and written.

        With `key` (whose it is, and which) a post that comes again gets the answer of the first, without new events
        and secrets; `request` is what it asks. Raises what the room or the store refuses.
        """
        fresh = secrets.token_bytes(SECRET)
        elsewhere: list[tuple[int, Randomness]] = []  # not in the error: a log of errors must not have secrets

        def decide_here(state: RoomState, secret: bytes) -> Decided:
            known, randomness = replace(state, systems=self.own_games.without_code), Randomness(secret, fresh)
            try:
                decision = decide(known, command, randomness, _now())
            except NotHere:
                elsewhere.append((state.number, randomness))
                raise ElsewhereError from None
            return decision._replace(state=replace(decision.state, systems=self.own_games.systems))

        post = Post(digest(key.encode()), digest(request)) if key else None

        async def write(decide_then: Callable[[RoomState, bytes], Decided]) -> Written[RoomState]:
            return await asyncio.wrap_future(self.store.writer.submit(room, decide_then, post))

        await self.own_games.wait(room)
        try:
            written = await write(decide_here)
        except ElsewhereError:
            number, randomness = elsewhere[-1]
            written = await self.own_games.submit(room, command, randomness, number, write)
        if isinstance(written.outcome, Decided):
            return written.outcome
        return Decided((), await self.state(room), written.number, {})

    async def answer(self, room: str, decided: Decided) -> LogEvent:
        """The event that answers a command."""
        for event in decided.events:
            if event.number == decided.number:
                return event
        return await self.event(room, decided.number)

    # -- knowing -------------------------------------------------------------------------------------------

    async def room(self, name: str) -> LiveRoom:
        """The room as this server has it. Raises StoreError (store/no-room)."""
        known = self._rooms.get(name)
        return known if known is not None else await self._catch_up(name)

    async def state(self, room: str) -> RoomState:
        """The room as this server knows it. Raises StoreError (store/no-room)."""
        return (await self.room(room)).state

    async def known(self, room: str, find: Callable[[RoomState], Answer]) -> Answer:
        """Return what a function finds in a room by a token or a link, or in an empty one if there is no such room.

        If it finds nothing, the database is asked once, whether the room exists or not, so that the time of an answer
        does not tell which rooms there are. Raises what `find` raises.
        """
        try:
            try:
                return find(await self.state(room))
            except RoomError:
                return find((await self._catch_up(room)).state)
        except StoreError as error:
            if error.code != "store/no-room":
                raise
            return find(RoomState(self.own_games.systems))

    async def follows(self, room: str, after: int, head: str) -> bool:
        """Return whether a listener's log up to a number, with the hash of that event (if given), is this log.

        After the table was restored from a copy, a listener may have events that are lost.
        """
        if after > (await self.state(room)).number and after > (await self._catch_up(room)).state.number:
            return False
        return not head or after == 0 or (await self.event(room, after)).hash == head

    async def events(self, room: str, after: int, most: int = EVENTS_A_PAGE) -> Sequence[LogEvent]:
        """The events above a number, from memory where they are there."""
        recent = self._rooms[room].since(after) if room in self._rooms else None
        return recent[:most] if recent is not None else await self._kept(room, after, most)

    async def log(self, room: str) -> Sequence[LogEvent]:
        """All events of a room."""
        return await self._kept(room, 0, None)

    async def _kept(self, room: str, after: int, most: int | None = EVENTS_A_PAGE) -> Sequence[LogEvent]:
        """Events out of the database; the room is known as far as they go, so that a former GM sees no more."""
        events = await self.reading(self.store.log.since, room, after, most)
        if events and events[-1].number > (await self.state(room)).number:
            await self._catch_up(room)
        return events

    async def person(self, room: str, person: str) -> Person:
        """A person as they are now: a GM who handed the room over meanwhile sees no more."""
        return (await self.state(room)).people[person]

    async def event(self, room: str, number: int) -> LogEvent:
        """One event. Raises RoomError (room/event)."""
        events = await self.events(room, number - 1, 1) if number > 0 else ()
        if not events:
            raise RoomError("room/event", f"There is no event {number} in this room.")
        return events[0]

    def look(self, state: RoomState, person: str | None, games: Sequence[str] = ()) -> dict[str, Any] | None:
        """Return a room as a person sees it; None where the code of a game of one's own has to say."""
        try:
            return view(replace(state, systems=self.own_games.without_code), person, games)
        except NotHere:
            return None

    async def view(self, room: str, person: str, games: Sequence[str] = ()) -> dict[str, Any]:
        """Return the room as a person sees it, with the instruments of some games besides."""
        shown = self.look(await self.state(room), person, games)
        return shown if shown is not None else (await self._look_there(room, [(person, games)]))[0]

    async def _look_there(self, room: str, wanted: Sequence[tuple[str, Sequence[str]]]) -> list[dict[str, Any]]:
        return await self.own_games.views(room, (await self.state(room)).number, wanted)

    async def reading(self, read: Callable[..., Answer], *arguments: Any) -> Answer:
        """Read the database in a thread, so that the event loop does not wait for it."""
        return await asyncio.to_thread(read, *arguments)

    async def _catch_up(self, room: str) -> LiveRoom:
        """Return the room after everything written so far, also by other servers. All who ask share one reader."""
        return await asyncio.shield(self._reader(room))

    def _reader(self, room: str) -> asyncio.Task[LiveRoom]:
        """Return the task that reads what was written in a room, which begins now unless it is under way."""
        if room not in self._readers:
            self._readers[room] = self._loop.create_task(self._read_on(room))
            self._readers[room].add_done_callback(partial(self._on_read, room))
        return self._readers[room]

    async def _read_on(self, name: str) -> LiveRoom:
        room = self._rooms.get(name)
        state = room.state if room is not None else None
        events = await self.reading(self.store.log.since, name, state.number if state is not None else 0)
        folded = await self.reading(self._fold, events, state) if events or state is None else state
        return self._note_events(name, folded, events)

    # -- following -----------------------------------------------------------------------------------------

    async def listen(self, name: str, listener: Listener) -> LiveRoom:
        """Begin to send a room to a listener. Raises RoomError (room/sockets) past the bounds."""
        room = self._rooms.setdefault(name, await self.room(name))
        room.listen(listener)
        if self._closed:
            listener.close(STOPPING)
        self._living = self._living or asyncio.create_task(self._signs_of_life())
        return room

    async def _signs_of_life(self) -> None:
        while True:
            await asyncio.sleep(bounds.ALIVE_SECONDS / LOOKS)
            for room in list(self._rooms.values()):
                room.keep_alive()
                await asyncio.sleep(0)  # others are served between rooms

    @property
    def sockets(self) -> int:
        """How many listen on this server."""
        return sum(len(room.listeners) for room in self._rooms.values())

    def _in_loop(self, act: Callable[[Any], None], told: Any) -> None:
        """Have something done about what a thread of the store tells."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act, told)

    def _on_written(self, batch: Sequence[Written[RoomState]]) -> None:
        for written in batch:
            if written.outcome is not None:
                self._note_events(written.room, written.outcome.state, written.outcome.events)

    def _on_news(self, rooms: Sequence[str]) -> None:
        for room in rooms or list(self._rooms):
            if room in self._rooms:
                self._reader(room)

    def _on_read(self, room: str, done: asyncio.Task[LiveRoom]) -> None:
        self._readers.pop(room, None)
        if not done.cancelled():
            done.exception()  # a database that is away is looked at again with the next news

    def _note_events(self, name: str, state: RoomState, events: Sequence[LogEvent]) -> LiveRoom:
        """Note new events of a room, and send them to its listeners in order."""
        room = self._rooms.get(name)
        if room is None:
            room = self._rooms[name] = LiveRoom(
                state, partial(self._kept, name), not self.store.shared, self.look, partial(self._look_there, name)
            )
        elif state.number > room.state.number:
            room.state = state
        self.own_games.happened(name, events)
        self._rooms.move_to_end(name)
        if len(self._rooms) > STORE_ROOMS_AT_HAND:
            idle = (one for one, kept in self._rooms.items() if one != name and not kept.listeners and not kept.awaited)
            self._rooms.pop(next(idle, ""), None)
        room.offer(events)
        return room


def _renewed(state: RoomState, secret: bytes) -> Decided:
    return decide(state, Restore(), Randomness(secret, secrets.token_bytes(SECRET)), _now())


def _now() -> datetime:
    return datetime.now(UTC)
