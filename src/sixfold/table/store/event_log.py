"""Reading the events of rooms by number, and the one thread that writes them.

Everything that waits goes into one transaction, acknowledged after the commit. A command is decided inside the
transaction that holds its room's row, on a state that has been caught up with whatever another server wrote since. So
numbers have no gaps, and nobody decides on what is no longer so.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from time import time
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, select, text, tuple_, update
from sqlalchemy.exc import SQLAlchemyError

from sixfold.base.bounds import STORE_BATCH, STORE_ROOMS_AT_HAND, STORE_WAITING
from sixfold.errors import StoreError
from sixfold.table.room.log_event import LogEvent
from sixfold.table.store.database import EVENT, MARK, POST, ROOM, answering, unavailable

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
    asked = EVENTS.where(EVENT.c.room == room, EVENT.c.number > after).limit(most)
    return [
        LogEvent(row.number, bytes(row.public), bytes(row.private), tuple(row.seers.split()))
        for row in connection.execute(asked)
    ]


def row_of(room: str, event: LogEvent) -> dict[str, Any]:
    """An event as a row."""
    bytes_ = {"public": event.public, "private": event.private}
    return {"room": room, "number": event.number, **bytes_, "seers": " ".join(event.seers)}


def no_room(room: str) -> StoreError:
    """There is no such room."""
    return StoreError("store/no-room", "There is no such room. Ask for a new link, or open your own room.")


State = TypeVar("State")
State_co = TypeVar("State_co", covariant=True)


class Decision(Protocol[State_co]):
    """The outcome of a command: the events to be written, the state after them, and the number of its answer."""

    @property
    def events(self) -> tuple[LogEvent, ...]: ...

    @property
    def state(self) -> State_co: ...

    @property
    def number(self) -> int: ...


Replay = Callable[[Sequence[LogEvent], State | None], State]
"""The state after events: from the first one, or on from a state."""

CHANNEL = "sixfold"
"""The channel on which PostgreSQL tells other servers which rooms have news."""

HOLD = (
    select(ROOM.c.id, ROOM.c.last, ROOM.c.secret)
    .where(ROOM.c.id.in_(bindparam("rooms", expanding=True)))
    .order_by(ROOM.c.id)
    .with_for_update()
)
"""Rooms are held in one order, so that servers never wait for each other in a circle."""

ASKED = select(POST).where(tuple_(POST.c.room, POST.c.key).in_(bindparam("keys", expanding=True)))
INSERT_EVENTS, INSERT_POSTS = EVENT.insert(), POST.insert()
COUNT = update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=bindparam("number"))
NOTIFY = text("select pg_notify(:channel, :rooms)")

PROBE = "a probe"
"""A row that is written and taken away again in one transaction, to see whether writing works."""


class Post(NamedTuple):
    """A post that may come twice: `key` says whose it is and which, `request` is the hash of what it asks."""

    key: str
    request: str


class Written(NamedTuple, Generic[State]):
    """A written post: the number of its answer, and its outcome; None if it had been answered before."""

    room: str
    number: int
    outcome: Decision[State] | None


class WaitingPost(NamedTuple):
    """A post that waits for its turn. With a `secret` its room is new."""

    room: str
    decide: Callable[[Any, bytes], Decision[Any]]
    post: Post | None
    secret: bytes | None
    future: Future[Any]


@dataclass(eq=False)
class Writer(Generic[State]):
    """Writes events, in a thread of its own.

    `replay` gives the state after an event; `on_written` is told, in the writer's thread, what has been committed, and
    `count` how many events that were.
    """

    engine: Engine
    replay: Replay[State]
    on_written: Callable[[Sequence[Written[State]]], None]
    count: Callable[[int], None]

    def __post_init__(self) -> None:
        self._waiting: SimpleQueue[WaitingPost | None] = SimpleQueue()
        self._kept: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self._thread = Thread(target=self._run, name="sixfold-writer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end."""
        self._waiting.put(None)
        self._thread.join()

    def submit(
        self, room: str, decide: Callable[[State, bytes], Decision[State]], post: Post | None = None
    ) -> Future[Written[State]]:
        """Have something decided and written; `decide` is given the room's state and secret.

        The future is done after the commit.

        It fails with what `decide` raises; with StoreError: store/no-room, store/unavailable, or store/other-post for
        a key that was used for something else. Raises StoreError (store/busy) when too much waits.
        """
        return self._put(WaitingPost(room, decide, post, None, Future()))

    def create(self, room: str, secret: bytes, outcome: Decision[State]) -> Future[Written[State]]:
        """Have a new room written, with its first events."""
        return self._put(WaitingPost(room, lambda state, secret: outcome, None, secret, Future()))

    def probe(self) -> Future[Written[State]]:
        """Have something written and taken away again. Fails with StoreError (store/unavailable) while writes fail."""
        return self._put(WaitingPost("", lambda state, secret: state, None, None, Future()))

    def _put(self, job: WaitingPost) -> Future[Written[State]]:
        if self._waiting.qsize() >= STORE_WAITING:
            raise StoreError("store/busy", "Too many requests are waiting to be written. Try again in a moment.")
        self._waiting.put(job)
        return job.future

    # -- in the thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[WaitingPost] = []
            job = self._waiting.get()
            try:
                while job is not None:
                    jobs.append(job)
                    if len(jobs) == STORE_BATCH:
                        break
                    job = self._waiting.get_nowait()
                going = job is not None
            except Empty:
                pass
            if jobs:
                self._write([job for job in jobs if job.future.set_running_or_notify_cancel()])
        self.engine.dispose()

    def _write(self, jobs: Sequence[WaitingPost]) -> None:
        try:
            with self.engine.begin() as connection:
                came, states = self._decide(connection, jobs)
        except SQLAlchemyError as error:
            for job in jobs:
                job.future.set_exception(unavailable(error))
            return
        for room, state in states.items():  # which is on disk now
            self._kept[room] = state
            self._kept.move_to_end(room)
        while len(self._kept) > STORE_ROOMS_AT_HAND:
            self._kept.popitem(last=False)
        written = [one for _, one in came if isinstance(one, Written) and one.outcome is not None]
        self.on_written(written)
        for job, one in came:
            job.future.set_exception(one) if isinstance(one, Exception) else job.future.set_result(one)
        self.count(sum(len(one.outcome.events) for one in written if one.outcome is not None))

    def _decide(
        self, connection: Connection, jobs: Sequence[WaitingPost]
    ) -> tuple[list[tuple[WaitingPost, Written[State] | Exception]], dict[str, tuple[Any, int]]]:
        """Decide everything that waits, and write all of it with one statement a table.

        Returns what came of each, and the states of all rooms with the numbers of their newest events.
        """
        now = int(time())
        if opened := [{"id": job.room, "secret": job.secret, "last": 0, "opened": now} for job in jobs if job.secret]:
            connection.execute(ROOM.insert(), opened)
        if not all(job.room for job in jobs):
            connection.execute(MARK.insert(), {"value": PROBE})
            connection.execute(MARK.delete().where(MARK.c.value == PROBE))
        held = {row.id: row for row in connection.execute(HOLD, {"rooms": list({job.room for job in jobs})})}
        states = {room: self._caught_up(connection, room, row.last) for room, row in held.items()}
        keys = [(job.room, job.post.key) for job in jobs if job.post is not None]
        known = connection.execute(ASKED, {"keys": keys}) if keys else ()
        posts = {(row.room, row.key): (row.request, row.number) for row in known}
        fresh: list[tuple[str, LogEvent]] = []
        answered: list[dict[str, Any]] = []
        came: list[tuple[WaitingPost, Written[State] | Exception]] = []
        for job in jobs:
            before = posts.get((job.room, job.post.key)) if job.post is not None else None
            if job.room not in held:
                came.append((job, no_room(job.room) if job.room else Written("", 0, None)))
            elif job.post is not None and before is not None:
                request, number = before
                came.append((job, Written(job.room, number, None) if request == job.post.request else other_post()))
            else:
                try:
                    outcome = job.decide(states[job.room], held[job.room].secret)
                except Exception as error:  # whatever is wrong with one post, the others are written all the same
                    came.append((job, error))
                    continue
                states[job.room] = outcome.state
                fresh += [(job.room, event) for event in outcome.events]
                if job.post is not None and outcome.events:
                    # What wrote nothing needs no memory: it may be asked again, by any number of keys.
                    posts[job.room, job.post.key] = job.post.request, outcome.number
                    answered.append({"room": job.room, **job.post._asdict(), "number": outcome.number})
                came.append((job, Written(job.room, outcome.number, outcome)))
        last = {room: row.last for room, row in held.items()} | {room: event.number for room, event in fresh}
        news = sorted({room for room, _ in fresh})
        if news:
            connection.execute(INSERT_EVENTS, [row_of(room, event) for room, event in fresh])
            connection.execute(COUNT, [{"room": room, "number": last[room]} for room in news])
            if connection.dialect.name == "postgresql":
                connection.execute(NOTIFY, {"channel": CHANNEL, "rooms": " ".join(news)})
        if answered:
            connection.execute(INSERT_POSTS, answered)
        return came, {room: (state, last[room]) for room, state in states.items()}

    def _caught_up(self, connection: Connection, room: str, last: int) -> Any:
        """The state of a room after its newest event."""
        state, known = self._kept.get(room, (None, 0))
        if known > last:
            state, known = None, 0  # the database was put back from a copy while this server ran
        return state if known == last else self.replay(events_since(connection, room, known), state)


def other_post() -> StoreError:
    """A key came with another request before."""
    return StoreError(
        "store/other-post", "This Idempotency-Key was used for another request. Use a new key for every request."
    )
