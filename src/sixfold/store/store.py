"""A store: one database, with its writer, its readers and its news."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import StoreError
from sixfold.store.database import address, alone, reading, writing
from sixfold.store.log import Log
from sixfold.store.mark import FileMark, Mark, PlaceMark, marked
from sixfold.store.migrate import held, migrate, unavailable
from sixfold.store.renewal import Renew, renewed
from sixfold.store.writer import Fold, Writer, Written

State = TypeVar("State")


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
        self._mark: Mark = FileMark(Path(str(self.url.database))) if self._lock is not None else PlaceMark()
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
        try:
            with engine.begin() as connection:
                held(connection)
                newest = self._mark.newest(connection)
                rooms = 0 if newest else renewed(connection, fold, renew)
                if not newest or marked(connection) is None:
                    self._mark.renew(connection)
            with engine.begin() as connection:
                self._mark.follow(connection)
        except SQLAlchemyError as error:
            raise unavailable(error) from None
        return rooms

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
