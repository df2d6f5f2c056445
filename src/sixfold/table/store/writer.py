"""The one thread that writes the events of rooms.

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
from typing import Any, Generic, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError

from sixfold.base.bounds import STORE_BATCH, STORE_ROOMS_AT_HAND, STORE_WAITING
from sixfold.errors import StoreError
from sixfold.table.room.log_event import LogEvent
from sixfold.table.store.database import EVENT, MARK, POST, ROOM, unavailable
from sixfold.table.store.event_reader import events_since, no_room, row_of
from sixfold.table.store.posts import IdempotencyKey, NewEvents, Replay, State, Written, other_post

HOLD = (
    select(ROOM.c.id, ROOM.c.last, ROOM.c.secret)
    .where(ROOM.c.id.in_(bindparam("rooms", expanding=True)))
    .order_by(ROOM.c.id)
    .with_for_update()
)
"""Rooms are held in one order, so that servers never wait for each other in a circle."""

ANSWERED_POSTS = select(POST).where(tuple_(POST.c.room, POST.c.key).in_(bindparam("keys", expanding=True)))
INSERT_EVENTS, INSERT_POSTS = EVENT.insert(), POST.insert()
COUNT = update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=bindparam("number"))

PROBE = "a probe"
"""A row that is written and taken away again in one transaction, to see whether writing works."""


class WaitingPost(NamedTuple):
    """A post that waits for its turn. With a `secret` its room is new."""

    room: str
    decide: Callable[[Any, bytes], NewEvents[Any]]
    idempotency: IdempotencyKey | None
    secret: bytes | None
    future: Future[Any]


class Probe(NamedTuple):
    """Somebody who waits to know whether writing works."""

    future: Future[Any]


@dataclass(eq=False)
class Writer(Generic[State]):
    """Writes events, in a thread of its own.

    `notify` tells other servers, in a transaction, of rooms with new events. `replay` gives the state after an event;
    `on_written` is told, in the writer's thread, what has been committed, and `count` how many events that were.
    """

    engine: Engine
    notify: Callable[[Connection, Sequence[str]], None]
    replay: Replay[State]
    on_written: Callable[[Sequence[Written[State]]], None]
    count: Callable[[int], None]

    def __post_init__(self) -> None:
        self._waiting: SimpleQueue[WaitingPost | Probe | None] = SimpleQueue()
        self._kept: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self._thread = Thread(target=self._run, name="sixfold-writer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end."""
        self._waiting.put(None)
        self._thread.join()

    def enqueue(
        self, room: str, decide: Callable[[State, bytes], NewEvents[State]], idempotency: IdempotencyKey | None = None
    ) -> Future[Written[State]]:
        """Have something decided and written; `decide` is given the room's state and secret.

        The future is done after the commit.

        It fails with what `decide` raises; with StoreError: store/no-room, store/unavailable, or store/other-post for
        a key that was used for something else. Raises StoreError (store/busy) when too much waits.
        """
        return self._put(WaitingPost(room, decide, idempotency, None, Future()))

    def create(self, room: str, secret: bytes, outcome: NewEvents[State]) -> Future[Written[State]]:
        """Have a new room written, with its first events."""
        return self._put(WaitingPost(room, lambda state, secret: outcome, None, secret, Future()))

    def probe(self) -> Future[None]:
        """Have something written and taken away again. Fails with StoreError (store/unavailable) while writes fail."""
        return self._put(Probe(Future()))

    def _put(self, job: WaitingPost | Probe) -> Future[Any]:
        if self._waiting.qsize() >= STORE_WAITING:
            raise StoreError("store/busy", "Too many requests are waiting to be written. Try again in a moment.")
        self._waiting.put(job)
        return job.future

    # -- in the thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[WaitingPost | Probe] = []
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

    def _write(self, jobs: Sequence[WaitingPost | Probe]) -> None:
        probes = [job for job in jobs if isinstance(job, Probe)]
        try:
            with self.engine.begin() as connection:
                if probes:
                    connection.execute(MARK.insert(), {"value": PROBE})
                    connection.execute(MARK.delete().where(MARK.c.value == PROBE))
                results, states = self._decide(connection, [job for job in jobs if isinstance(job, WaitingPost)])
        except SQLAlchemyError as error:
            for job in jobs:
                job.future.set_exception(unavailable(error))
            return
        for room, state in states.items():  # which is on disk now
            self._kept[room] = state
            self._kept.move_to_end(room)
        while len(self._kept) > STORE_ROOMS_AT_HAND:
            self._kept.popitem(last=False)
        written = [result for _, result in results if isinstance(result, Written) and result.outcome is not None]
        self.on_written(written)
        for probe in probes:
            probe.future.set_result(None)
        for job, result in results:
            job.future.set_exception(result) if isinstance(result, Exception) else job.future.set_result(result)
        self.count(sum(len(result.outcome.events) for result in written if result.outcome is not None))

    def _decide(
        self, connection: Connection, jobs: Sequence[WaitingPost]
    ) -> tuple[list[tuple[WaitingPost, Written[State] | Exception]], dict[str, tuple[Any, int]]]:
        """Decide everything that waits, and write all of it with one statement a table.

        Returns what came of each, and the states of all rooms with the numbers of their newest events.
        """
        now = int(time())
        if opened := [{"id": job.room, "secret": job.secret, "last": 0, "opened": now} for job in jobs if job.secret]:
            connection.execute(ROOM.insert(), opened)
        rooms = {row.id: row for row in connection.execute(HOLD, {"rooms": list({job.room for job in jobs})})}
        states = {room: self._state_now(connection, room, row.last) for room, row in rooms.items()}
        keys = [(job.room, job.idempotency.key) for job in jobs if job.idempotency is not None]
        known = connection.execute(ANSWERED_POSTS, {"keys": keys}) if keys else ()
        posts = {(row.room, row.key): (row.request, row.number) for row in known}
        fresh: list[tuple[str, LogEvent]] = []
        answered: list[dict[str, Any]] = []
        results: list[tuple[WaitingPost, Written[State] | Exception]] = []
        for job in jobs:
            earlier = posts.get((job.room, job.idempotency.key)) if job.idempotency is not None else None
            result = _result_of(job, rooms.get(job.room), states.get(job.room), earlier)
            results.append((job, result))
            if isinstance(result, Exception) or result.outcome is None:
                continue
            outcome = result.outcome
            states[job.room] = outcome.state
            fresh += [(job.room, event) for event in outcome.events]
            if job.idempotency is not None and outcome.events:
                # What wrote nothing needs no memory: it may be asked again, by any number of keys.
                posts[job.room, job.idempotency.key] = job.idempotency.request, outcome.number
                answered.append({"room": job.room, **job.idempotency._asdict(), "number": outcome.number})
        last = {room: row.last for room, row in rooms.items()} | {room: event.number for room, event in fresh}
        news = sorted({room for room, _ in fresh})
        if news:
            connection.execute(INSERT_EVENTS, [row_of(room, event) for room, event in fresh])
            connection.execute(COUNT, [{"room": room, "number": last[room]} for room in news])
            self.notify(connection, news)
        if answered:
            connection.execute(INSERT_POSTS, answered)
        return results, {room: (state, last[room]) for room, state in states.items()}

    def _state_now(self, connection: Connection, room: str, last: int) -> Any:
        """The state of a room after its newest event."""
        state, known = self._kept.get(room, (None, 0))
        if known > last:
            state, known = None, 0  # the database was put back from a copy while this server ran
        return state if known == last else self.replay(events_since(connection, room, known), state)


def _result_of(job: WaitingPost, row: Any, state: Any, earlier: tuple[Any, int] | None) -> Written[Any] | Exception:
    """Return the result of a post in its room: what an `earlier` one with its key has written, or new events."""
    if row is None:
        return no_room(job.room)
    if job.idempotency is not None and earlier is not None:
        request, number = earlier
        return Written(job.room, number, None) if request == job.idempotency.request else other_post()
    try:
        outcome = job.decide(state, row.secret)
    except Exception as error:  # whatever is wrong with one post, the others are written all the same
        return error
    return Written(job.room, outcome.number, outcome)
