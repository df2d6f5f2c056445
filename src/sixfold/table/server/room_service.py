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
from sixfold.table.store.posts import IdempotencyKey, Written
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
        self._live_rooms: OrderedDict[str, LiveRoom] = OrderedDict()
        self._readers: dict[str, asyncio.Task[LiveRoom]] = {}
        self._living: asyncio.Task[None] | None = None
        self._closed = False
        self.store: Store[RoomState] = Store(
            database,
            self._replay,
            _renewed,
            on_written=partial(self._in_loop, self._on_written),
            on_news=partial(self._in_loop, self._on_news),
        )

    def _replay(self, events: Sequence[LogEvent], state: RoomState | None) -> RoomState:
        return replay(events, self.own_games.systems, state)

    async def close(self) -> None:
        """Close all connections, and write what waits."""
        self._closed = True
        if self._living is not None:
            self._living.cancel()
        for live_room in self._live_rooms.values():
            for listener in live_room.listeners:
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

    async def submit(self, room_id: str, command: Command, key: str = "", request: bytes = b"") -> Decided:
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

        idempotency = IdempotencyKey(digest(key.encode()), digest(request)) if key else None

        async def write(decide_then: Callable[[RoomState, bytes], Decided]) -> Written[RoomState]:
            return await asyncio.wrap_future(self.store.writer.enqueue(room_id, decide_then, idempotency))

        await self.own_games.wait(room_id)
        try:
            written = await write(decide_here)
        except ElsewhereError:
            number, randomness = elsewhere[-1]
            written = await self.own_games.submit(room_id, command, randomness, number, write)
        if isinstance(written.outcome, Decided):
            return written.outcome
        return Decided((), await self.state(room_id), written.number, {})

    async def answering_event(self, room_id: str, decided: Decided) -> LogEvent:
        """The event that answers a command."""
        for event in decided.events:
            if event.number == decided.number:
                return event
        return await self.event(room_id, decided.number)

    # -- knowing -------------------------------------------------------------------------------------------

    async def live_room(self, room_id: str) -> LiveRoom:
        """The room as this server has it. Raises StoreError (store/no-room)."""
        known = self._live_rooms.get(room_id)
        return known if known is not None else await self._catch_up(room_id)

    async def state(self, room_id: str) -> RoomState:
        """The room as this server knows it. Raises StoreError (store/no-room)."""
        return (await self.live_room(room_id)).state

    async def find(self, room_id: str, look: Callable[[RoomState], Answer]) -> Answer:
        """Return what a function finds in a room by a token or a link, or in an empty one if there is no such room.

        If it finds nothing, the database is asked once, whether the room exists or not, so that the time of an answer
        does not tell which rooms there are. Raises what `look` raises.
        """
        try:
            try:
                return look(await self.state(room_id))
            except RoomError:
                return look((await self._catch_up(room_id)).state)
        except StoreError as error:
            if error.code != "store/no-room":
                raise
            return look(RoomState(self.own_games.systems))

    async def follows(self, room_id: str, after: int, head: str) -> bool:
        """Return whether a listener's log up to a number, with the hash of that event (if given), is this log.

        After the table was restored from a copy, a listener may have events that are lost.
        """
        if after > (await self.state(room_id)).number and after > (await self._catch_up(room_id)).state.number:
            return False
        return not head or after == 0 or (await self.event(room_id, after)).hash == head

    async def events(self, room_id: str, after: int, most: int = EVENTS_A_PAGE) -> Sequence[LogEvent]:
        """The events above a number, from memory where they are there."""
        recent = self._live_rooms[room_id].since(after) if room_id in self._live_rooms else None
        return recent[:most] if recent is not None else await self._kept(room_id, after, most)

    async def log(self, room_id: str) -> Sequence[LogEvent]:
        """All events of a room."""
        return await self._kept(room_id, 0, None)

    async def _kept(self, room_id: str, after: int, most: int | None = EVENTS_A_PAGE) -> Sequence[LogEvent]:
        """Events out of the database; the room is known as far as they go, so that a former GM sees no more."""
        events = await asyncio.to_thread(self.store.log.since, room_id, after, most)
        if events and events[-1].number > (await self.state(room_id)).number:
            await self._catch_up(room_id)
        return events

    async def person(self, room_id: str, person: str) -> Person:
        """A person as they are now: a GM who handed the room over meanwhile sees no more."""
        return (await self.state(room_id)).people[person]

    async def event(self, room_id: str, number: int) -> LogEvent:
        """One event. Raises RoomError (room/event)."""
        events = await self.events(room_id, number - 1, 1) if number > 0 else ()
        if not events:
            raise RoomError("room/event", f"There is no event {number} in this room.")
        return events[0]

    async def views(self, room_id: str, wanted: Sequence[tuple[str, Sequence[str]]]) -> list[dict[str, Any]]:
        """Return the room as people see it, each with the instruments of some games besides."""
        state = await self.state(room_id)
        known = replace(state, systems=self.own_games.without_code)
        try:
            return [view(known, *seen_by) for seen_by in wanted]
        except NotHere:  # the code of a game of one's own has to say
            return await self.own_games.views(room_id, state.number, wanted)

    async def _catch_up(self, room_id: str) -> LiveRoom:
        """Return the room after everything written so far, also by other servers. All who ask share one reader."""
        return await asyncio.shield(self._reader(room_id))

    def _reader(self, room_id: str) -> asyncio.Task[LiveRoom]:
        """Return the task that reads what was written in a room, which begins now unless it is under way."""
        if room_id not in self._readers:
            self._readers[room_id] = self._loop.create_task(self._read_on(room_id))
            self._readers[room_id].add_done_callback(partial(self._on_read, room_id))
        return self._readers[room_id]

    async def _read_on(self, room_id: str) -> LiveRoom:
        live_room = self._live_rooms.get(room_id)
        state = live_room.state if live_room is not None else None
        events = await asyncio.to_thread(self.store.log.since, room_id, state.number if state is not None else 0)
        folded = await asyncio.to_thread(self._replay, events, state) if events or state is None else state
        return self._note_events(room_id, folded, events)

    # -- following -----------------------------------------------------------------------------------------

    async def listen(self, room_id: str, listener: Listener) -> LiveRoom:
        """Begin to send a room to a listener. Raises RoomError (room/sockets) past the bounds."""
        live_room = self._live_rooms.setdefault(room_id, await self.live_room(room_id))
        live_room.listen(listener)
        if self._closed:
            listener.close(STOPPING)
        self._living = self._living or asyncio.create_task(self._signs_of_life())
        return live_room

    async def _signs_of_life(self) -> None:
        while True:
            await asyncio.sleep(bounds.ALIVE_SECONDS / LOOKS)
            for live_room in list(self._live_rooms.values()):
                live_room.keep_alive()
                await asyncio.sleep(0)  # others are served between rooms

    @property
    def sockets(self) -> int:
        """How many listen on this server."""
        return sum(len(live_room.listeners) for live_room in self._live_rooms.values())

    def _in_loop(self, act: Callable[[Any], None], news: Any) -> None:
        """Have something done about what a thread of the store tells."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act, news)

    def _on_written(self, batch: Sequence[Written[RoomState]]) -> None:
        for written in batch:
            if written.outcome is not None:
                self._note_events(written.room, written.outcome.state, written.outcome.events)

    def _on_news(self, rooms: Sequence[str]) -> None:
        for room_id in rooms or list(self._live_rooms):
            if room_id in self._live_rooms:
                self._reader(room_id)

    def _on_read(self, room_id: str, done: asyncio.Task[LiveRoom]) -> None:
        self._readers.pop(room_id, None)
        if not done.cancelled():
            done.exception()  # a database that is away is looked at again with the next news

    def _note_events(self, room_id: str, state: RoomState, events: Sequence[LogEvent]) -> LiveRoom:
        """Note new events of a room, and send them to its listeners in order."""
        live_room = self._live_rooms.get(room_id)
        if live_room is None:
            live_room = self._live_rooms[room_id] = LiveRoom(
                state, partial(self._kept, room_id), not self.store.shared, partial(self.views, room_id)
            )
        elif state.number > live_room.state.number:
            live_room.state = state
        self.own_games.happened(room_id, events)
        self._live_rooms.move_to_end(room_id)
        if len(self._live_rooms) > STORE_ROOMS_AT_HAND:
            idle = (
                other_id
                for other_id, kept in self._live_rooms.items()
                if other_id != room_id and not kept.listeners and not kept.awaited
            )
            self._live_rooms.pop(next(idle, ""), None)
        live_room.offer(events)
        return live_room


def _renewed(state: RoomState, secret: bytes) -> Decided:
    return decide(state, Restore(), Randomness(secret, secrets.token_bytes(SECRET)), _now())


def _now() -> datetime:
    return datetime.now(UTC)
