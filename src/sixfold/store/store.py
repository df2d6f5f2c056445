"""A store: one database, with its writer, its readers and its news; rooms that were put back from a copy begin anew."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Generic, TypeVar

from sqlalchemy import Connection, Engine, bindparam, select, update

from sixfold.errors import SixfoldError, StoreError
from sixfold.store.database import EVENT, ROOM, address, alone, answering, held, migrate, reading, writing
from sixfold.store.log import Fold, Log, Outcome, Writer, Written, events_since, rows_of
from sixfold.store.mark import Mark, marked

State = TypeVar("State")
Renew = Callable[[State, bytes], Outcome[State]]
"""How a room begins anew with a new secret."""

SECRET: Final = 32
"""Bytes of a room's secret, and of what is fresh for a command."""

ANEW: Final = (
    update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=bindparam("number"), secret=bindparam("new"))
)


def renewed(connection: Connection, fold: Fold[State], renew: Renew[State]) -> int:
    """Have every room begin anew; how many there are.

    Raises StoreError (store/version) for a room that cannot be read here: nothing is changed then.
    """
    rooms = [row.id for row in connection.execute(select(ROOM.c.id).order_by(ROOM.c.id))]
    for room in rooms:
        secret = secrets.token_bytes(SECRET)
        try:
            outcome = renew(fold(events_since(connection, room, 0), None), secret)
        except SixfoldError as error:
            raise StoreError(
                "store/version", f"A room of this copy cannot be opened by this Sixfold: {error.message}"
            ) from None
        connection.execute(EVENT.insert(), list(rows_of(room, outcome.events)))
        connection.execute(ANEW, {"room": room, "number": outcome.events[-1].number, "new": secret})
    return len(rooms)


class Store(Generic[State]):
    """Keeps rooms in a database: `log` reads, `writer` writes.

    `database` is a file for SQLite or `postgresql://...`. `fold` gives the state of a room after an event; `renew`
    decides how a room begins anew, with a new secret, in a database that was put back from a copy;
    `delivered` is told of everything that this store has committed, and `news` of rooms in which other servers may
    have written (an empty list: in any). Both are called from threads of the store.
    Raises StoreError: store/address, store/locked where another server uses the file, store/version, store/unavailable.
    """

    def __init__(
        self,
        database: str,
        fold: Fold[State],
        renew: Renew[State],
        delivered: Callable[[Sequence[Written[State]]], None],
        news: Callable[[Sequence[str]], None] = lambda rooms: None,
    ) -> None:
        self.url = address(database)
        self._lock = alone(Path(str(self.url.database))) if self.url.get_backend_name() == "sqlite" else None
        self._mark = Mark(Path(str(self.url.database)) if self._lock is not None else None)
        migrating = writing(self.url)
        try:
            migrate(migrating)
            self.renewed = self._begin(migrating, fold, renew)
            """How many rooms began anew, since the database was put back from a copy."""
        except StoreError:
            self._unlock()
            raise
        finally:
            migrating.dispose()
        self._readers = reading(self.url)
        self.log = Log(self._readers)
        self.writer = Writer(writing(self.url), fold, delivered, self._mark.wrote)
        self.writer.start()
        self._listener = None
        if self.url.get_backend_name() == "postgresql":
            from sixfold.store.listener import Listener  # here, since only PostgreSQL has other servers

            self._listener = Listener(self.url, news)
            self._listener.start()

    @property
    def shared(self) -> bool:
        """Whether other servers may use the same database."""
        return self._listener is not None

    def close(self) -> None:
        """Write what waits, then let go of the database."""
        if self._listener is not None:
            self._listener.stop()
        self.writer.stop()
        self._readers.dispose()
        self._mark.close()
        self._unlock()

    def _begin(self, engine: Engine, fold: Fold[State], renew: Renew[State]) -> int:
        """Nobody reads or writes yet: a room that was put back from a copy begins anew before anybody sees it."""
        with answering():
            with engine.begin() as connection:
                held(connection)
                newest = self._mark.newest(connection)
                rooms = 0 if newest else renewed(connection, fold, renew)
                if not newest or marked(connection) is None:
                    self._mark.renew(connection)
            with engine.begin() as connection:
                self._mark.follow(connection)
        return rooms

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
