"""Reading the events of rooms by number, and the one thread that writes them.

Everything that waits goes into one transaction, acknowledged after the commit. A command is decided inside the
transaction that holds its room's row, on a state that has been caught up with whatever another server wrote since. So
numbers have no gaps, and nobody decides on what is no longer so.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from time import time
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from sixfold.bounds import STORE_BATCH, STORE_ROOMS_AT_HAND, STORE_WAITING
from sixfold.errors import StoreError
from sixfold.room.events import Event
from sixfold.store.database import EVENT, MARK, POST, ROOM, answering, unavailable

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


State = TypeVar("State")
State_co = TypeVar("State_co", covariant=True)


class Outcome(Protocol[State_co]):
    """What a command came to: the events to be written, the state after them, and the number of its answer."""

    @property
    def events(self) -> tuple[Event, ...]: ...

    @property
    def state(self) -> State_co: ...

    @property
    def number(self) -> int: ...


Fold = Callable[[Sequence[Event], State | None], State]
"""The state after events: from the first one, or on from a state."""

CHANNEL = "sixfold"
"""Where PostgreSQL tells other servers which rooms have news."""

HOLD = update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=ROOM.c.last).returning(ROOM.c.last, ROOM.c.secret)
ASKED = select(POST.c.request, POST.c.number).where(POST.c.room == bindparam("room"), POST.c.key == bindparam("key"))
COUNT = update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=bindparam("number"))
NOTIFY = text("select pg_notify(:channel, :rooms)")

PROBE = "a probe"
"""What is written and taken away again in one transaction, to see whether writing works."""


class Post(NamedTuple):
    """A post that may come twice: `key` says whose it is and which, `request` is the hash of what it asks."""

    key: str
    request: str


class Written(NamedTuple, Generic[State]):
    """What came of a post: the number of its answer, and what it came to; None when it had been answered before."""

    room: str
    number: int
    outcome: Outcome[State] | None


class Job(NamedTuple):
    """A post that waits for its turn. With a `secret` its room is new."""

    room: str
    decide: Callable[[Any, bytes], Outcome[Any]]
    post: Post | None
    secret: bytes | None
    future: Future[Any]


class Writer(Generic[State]):
    """Writes events, in a thread of its own.

    `fold` gives the state after an event; `delivered` is told, in the writer's thread, what has been committed, and
    `wrote` how many events that were.
    """

    def __init__(
        self,
        engine: Engine,
        fold: Fold[State],
        delivered: Callable[[Sequence[Written[State]]], None],
        wrote: Callable[[int], None],
    ) -> None:
        self._engine = engine
        self._fold = fold
        self._delivered = delivered
        self._wrote = wrote
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._kept: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self._thread = Thread(target=self._run, name="sixfold-writer", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end."""
        self._waiting.put(None)
        self._thread.join()

    def submit(
        self, room: str, decide: Callable[[State, bytes], Outcome[State]], post: Post | None = None
    ) -> Future[Written[State]]:
        """Have something decided and written; `decide` is given the room's state and secret.

        The future is done after the commit.

        It fails with what `decide` raises; with StoreError: store/no-room, store/unavailable, or store/other-post for
        a key that was used for something else. Raises StoreError (store/busy) when too much waits.
        """
        return self._put(Job(room, decide, post, None, Future()))

    def create(self, room: str, secret: bytes, outcome: Outcome[State]) -> Future[Written[State]]:
        """Have a new room written, with its first events."""
        return self._put(Job(room, lambda state, secret: outcome, None, secret, Future()))

    def probe(self) -> Future[Written[State]]:
        """Have something written and taken away again. Fails with StoreError (store/unavailable) while writes fail."""
        return self._put(Job("", lambda state, secret: state, None, None, Future()))

    def _put(self, job: Job) -> Future[Written[State]]:
        if self._waiting.qsize() >= STORE_WAITING:
            raise StoreError("store/busy", "Too many requests are waiting to be written. Try again in a moment.")
        self._waiting.put(job)
        return job.future

    # -- in the thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[Job] = []
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
        self._engine.dispose()

    def _write(self, jobs: Sequence[Job]) -> None:
        came: list[tuple[Job, Written[State] | Exception]] = []
        by_room: dict[str, list[Job]] = {}
        for job in jobs:
            by_room.setdefault(job.room, []).append(job)
        try:
            with self._engine.begin() as connection:
                # Rooms in one order, so that servers never wait for each other in a circle.
                news = [room for room in sorted(by_room) if self._write_room(connection, room, by_room[room], came)]
                if news and connection.dialect.name == "postgresql":
                    connection.execute(NOTIFY, {"channel": CHANNEL, "rooms": " ".join(news)})
        except SQLAlchemyError as error:
            # Nothing of this is on disk: what is at hand may be ahead of it.
            for job in jobs:
                self._kept.pop(job.room, None)
                job.future.set_exception(unavailable(error))
            return
        while len(self._kept) > STORE_ROOMS_AT_HAND:
            self._kept.popitem(last=False)
        written = [one for _, one in came if isinstance(one, Written) and one.outcome is not None]
        self._delivered(written)
        for job, one in came:
            job.future.set_exception(one) if isinstance(one, Exception) else job.future.set_result(one)
        self._wrote(sum(len(one.outcome.events) for one in written if one.outcome is not None))

    def _write_room(
        self, connection: Connection, room: str, jobs: Sequence[Job], came: list[tuple[Job, Written[State] | Exception]]
    ) -> bool:
        """Decide everything that waits for one room, and note what came of it; whether there is news."""
        if not room:
            connection.execute(MARK.insert(), {"value": PROBE})
            connection.execute(MARK.delete().where(MARK.c.value == PROBE))
            came += [(job, Written(room, 0, None)) for job in jobs]
            return False
        if jobs[0].secret is not None:
            opened = {"id": room, "secret": jobs[0].secret, "last": 0, "opened": int(time())}
            connection.execute(ROOM.insert(), opened)
        held = connection.execute(HOLD, {"room": room}).first()
        if held is None:
            came += [(job, no_room(room)) for job in jobs]
            return False
        secret, last = bytes(held.secret), held.last
        state = self._caught_up(connection, room, last)
        fresh: list[Event] = []
        posts: dict[str, dict[str, Any]] = {}
        for job in jobs:
            before: Any = None
            if job.post is not None:
                asked = {"room": room, "key": job.post.key}
                before = posts.get(job.post.key) or connection.execute(ASKED, asked).mappings().first()
            if before is not None:
                same = job.post is not None and before["request"] == job.post.request
                came.append((job, Written(room, int(before["number"]), None) if same else other_post()))
                continue
            try:
                outcome = job.decide(state, secret)
            except Exception as error:  # whatever is wrong with one post, the others are written all the same
                came.append((job, error))
                continue
            state = outcome.state
            fresh += outcome.events
            if job.post is not None and outcome.events:
                # What wrote nothing needs no memory: it may be asked again, by any number of keys.
                posts[job.post.key] = {"room": room, **job.post._asdict(), "number": outcome.number}
            came.append((job, Written(room, outcome.number, outcome)))
        if fresh:
            last = fresh[-1].number
            connection.execute(EVENT.insert(), list(rows_of(room, fresh)))
            connection.execute(COUNT, {"room": room, "number": last})
        if posts:
            connection.execute(POST.insert(), list(posts.values()))
        self._kept[room] = state, last
        self._kept.move_to_end(room)
        return bool(fresh)

    def _caught_up(self, connection: Connection, room: str, last: int) -> Any:
        """The state of a room after its newest event."""
        state, known = self._kept.get(room, (None, 0))
        if known > last:
            state, known = None, 0  # the database was put back from a copy while this server ran
        return state if known == last else self._fold(events_since(connection, room, known), state)


def other_post() -> StoreError:
    """A key came with another request before."""
    return StoreError(
        "store/other-post", "This Idempotency-Key was used for another request. Use a new key for every request."
    )
