"""A store: one database, with its writer, its readers and its news. A copy of one has its rooms begin anew."""

import secrets
from collections.abc import Callable, Sequence
from typing import Final, Generic

from sqlalchemy import Connection, Engine, bindparam, select, update

from sixfold.errors import SixfoldError, StoreError
from sixfold.table.store.backends import backend_of
from sixfold.table.store.database import EVENT, ROOM, answering, migrate
from sixfold.table.store.event_reader import EventReader, events_since, row_of
from sixfold.table.store.marks import marked
from sixfold.table.store.posts import NewEvents, Replay, State, Written
from sixfold.table.store.writer import Writer

Renew = Callable[[State, bytes], NewEvents[State]]
"""How a room begins anew with a new secret."""

SECRET: Final = 32
"""Bytes of a room's secret, and of what is fresh for a command."""

ANEW: Final = (
    update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=bindparam("number"), secret=bindparam("new"))
)


def renewed(connection: Connection, replay: Replay[State], renew: Renew[State]) -> None:
    """Have every room begin anew.

    Raises StoreError (store/version) for a room that cannot be read here: nothing is changed then.
    """
    for room in list(connection.execute(select(ROOM.c.id).order_by(ROOM.c.id)).scalars()):
        secret = secrets.token_bytes(SECRET)
        try:
            outcome = renew(replay(events_since(connection, room, 0), None), secret)
        except SixfoldError as error:
            raise StoreError(
                "store/version", f"A room of this copy cannot be opened by this Sixfold: {error.message}"
            ) from None
        connection.execute(EVENT.insert(), [row_of(room, event) for event in outcome.events])
        connection.execute(ANEW, {"room": room, "number": outcome.events[-1].number, "new": secret})


class Store(Generic[State]):
    """Keeps rooms in a database: `log` reads, `writer` writes.

    `database` is a file for SQLite or `postgresql://...`. `replay` gives the state of a room after an event; `renew`
    decides how a room begins anew, with a new secret, in a database that was put back from a copy;
    `on_written` is told of everything that this store has committed, and `on_news` of rooms in which other servers may
    have written (an empty list: in any). Both are called from threads of the store.
    Raises StoreError: store/address, store/locked where another server uses the file, store/version, store/unavailable.
    """

    def __init__(
        self,
        database: str,
        replay: Replay[State],
        renew: Renew[State],
        on_written: Callable[[Sequence[Written[State]]], None],
        on_news: Callable[[Sequence[str]], None] = lambda rooms: None,
    ) -> None:
        self._backend = backend_of(database)
        self._backend.lock()
        migrating = self._backend.writing()
        try:
            migrate(migrating, self._backend.hold)
            self._begin(migrating, replay, renew)
        except StoreError:
            self._backend.unlock()
            raise
        finally:
            migrating.dispose()
        self._readers = self._backend.reading()
        self.log = EventReader(self._readers)
        self.writer = Writer(
            self._backend.writing(), self._backend.notify, replay, on_written, self._backend.mark.count
        )
        self._backend.listen(on_news)

    @property
    def shared(self) -> bool:
        """Whether other servers may use the same database."""
        return self._backend.shared

    def close(self) -> None:
        """Write what waits, then let go of the database."""
        self._backend.stop_listening()
        self.writer.stop()
        self._readers.dispose()
        self._backend.mark.close()
        self._backend.unlock()

    def _begin(self, engine: Engine, replay: Replay[State], renew: Renew[State]) -> None:
        """Nobody reads or writes yet: a room that was put back from a copy begins anew before anybody sees it."""
        mark = self._backend.mark
        with answering():
            with engine.begin() as connection:
                self._backend.hold(connection)
                newest = mark.newest(connection)
                if not newest:
                    renewed(connection, replay, renew)
                if not newest or marked(connection) is None:
                    mark.renew(connection)
            with engine.begin() as connection:
                mark.follow(connection)
