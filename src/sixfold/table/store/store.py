"""A store: one database, with its writer, its readers and its news, and how it is told from a copy of it.

In a copy, keys of draws are still to be used that may have been published since: their owner could choose their
dice. So a database that is not known to be the newest has its rooms begin anew, with new secrets.

A file of SQLite has a mark, and beside it lies `FILE.mark` with the same mark and how many events the file has at
least. A copy has fewer; a file that was moved, or of another line of copies, has another mark; and `sixfold backup`
marks what it writes. A PostgreSQL has no place beside it: there the mark says which cluster, timeline, database and
table it is, which a restored one is not.
"""

import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, Generic, TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import SixfoldError, StoreError
from sixfold.table.store.database import (
    EVENT,
    MARK,
    OWNER,
    ROOM,
    address,
    alone,
    answering,
    held,
    migrate,
    reading,
    writing,
)
from sixfold.table.store.event_log import Decision, EventReader, Replay, Writer, Written, events_since, row_of

COPY: Final = "a copy"
"""The mark of a copy: a server that opens it renews its rooms."""

PLACE: Final = """
select concat_ws('/', (select system_identifier from pg_control_system()),
                 (select timeline_id from pg_control_checkpoint()),
                 (select oid from pg_database where datname = current_database()), pg_relation_filenode('room'))
"""


def marked(connection: Connection) -> str | None:
    """The mark in the database."""
    return connection.execute(select(MARK.c.value)).scalar_one_or_none()


class Mark:
    """The mark of one database: of an SQLite file, with what lies beside it, or (without a file) of a PostgreSQL."""

    def __init__(self, database: Path | None) -> None:
        self._path = database.with_name(f"{database.name}.mark") if database is not None else None
        self._file: BinaryIO | None = None
        self._mark = ""
        self._events = 0

    def newest(self, connection: Connection) -> bool:
        """Whether this database is the one that was written last, as far as anybody can know.

        An SQLite file has the mark that lies beside it, and as many events; a PostgreSQL is where it was.
        Raises StoreError (store/lost) for an empty file where the mark says that there were events.
        """
        self._mark = marked(connection) or ""
        if self._path is None:
            return self._mark in ("", _place(connection))
        beside = self._beside(self._path)
        if beside is None:
            return not self._mark  # a new file has no mark, and nothing that can be read beside it
        events = _events(connection)
        if beside[1] and not events and self._mark != COPY:
            raise StoreError(
                "store/lost",
                f"{self._path.with_suffix('')} is empty, but had {beside[1]:,} events. Restore a copy, or remove "
                f"{self._path.name} to begin a new table.",
            )
        return self._mark == beside[0] and events >= beside[1]

    def renew(self, connection: Connection) -> None:
        """Mark the database, in the transaction in which its rooms began anew: as no other file, or where it is now."""
        self._mark = secrets.token_hex(16) if self._path is not None else _place(connection)
        connection.execute(MARK.delete())
        connection.execute(MARK.insert(), {"value": self._mark})

    def follow(self, connection: Connection) -> None:
        """Begin to count what is written, beside the file."""
        if self._path is None:
            return
        self._events = _events(connection)
        with suppress(OSError):  # where nothing can be written beside it, the next start begins anew
            self._file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER), "wb", buffering=0)
            self._write()
            os.fsync(self._file.fileno())

    def count(self, events: int) -> None:
        """Count events after their commit, so that what lies beside the file never says more than it has."""
        self._events += events
        with suppress(OSError):
            self._write()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    def _write(self) -> None:
        if self._file is not None:
            self._file.seek(0)
            self._file.write(f"{self._mark} {self._events:020}\n".encode())

    def _beside(self, path: Path) -> tuple[str, int] | None:
        try:
            mark, _, events = path.read_text("ascii").partition(" ")
            return mark, int(events)
        except (OSError, ValueError):
            return None


def _place(connection: Connection) -> str:
    try:
        with connection.begin_nested():
            return str(connection.execute(text(PLACE)).scalar_one())
    except SQLAlchemyError:  # somebody who may not know the cluster knows the table at least
        return str(connection.execute(text("select pg_relation_filenode('room')")).scalar_one())


def _events(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(ROOM.c.last), 0))).scalar_one())


State = TypeVar("State")
Renew = Callable[[State, bytes], Decision[State]]
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
        self.url = address(database)
        self._lock = alone(Path(str(self.url.database))) if self.url.get_backend_name() == "sqlite" else None
        self._mark = Mark(Path(str(self.url.database)) if self._lock is not None else None)
        migrating = writing(self.url)
        try:
            migrate(migrating)
            self._begin(migrating, replay, renew)
        except StoreError:
            self._unlock()
            raise
        finally:
            migrating.dispose()
        self._readers = reading(self.url)
        self.log = EventReader(self._readers)
        self.writer = Writer(writing(self.url), replay, on_written, self._mark.count)
        self._listener = None
        if self.url.get_backend_name() == "postgresql":
            from sixfold.table.store.notifications import Notifications  # here, since only PostgreSQL has other servers

            self._listener = Notifications(self.url, on_news)
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

    def _begin(self, engine: Engine, replay: Replay[State], renew: Renew[State]) -> None:
        """Nobody reads or writes yet: a room that was put back from a copy begins anew before anybody sees it."""
        with answering():
            with engine.begin() as connection:
                held(connection)
                newest = self._mark.newest(connection)
                if not newest:
                    renewed(connection, replay, renew)
                if not newest or marked(connection) is None:
                    self._mark.renew(connection)
            with engine.begin() as connection:
                self._mark.follow(connection)

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
