"""The two kinds of databases, and all in which they differ: a file of SQLite for one server, PostgreSQL for several."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar, Final

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

from sixfold.base import machine
from sixfold.base.bounds import STORE_READERS
from sixfold.errors import StoreError, refusal
from sixfold.table.store.database import OWNER
from sixfold.table.store.marks import FileMark, Mark, PlaceMark

if TYPE_CHECKING:
    from sixfold.table.store.notifications import Notifications

PATIENCE = 5_000
"""Milliseconds for which a reader of SQLite waits for a lock."""

LOCK: Final = 6_660_001
"""The advisory lock under which one server of several migrates."""

CHANNEL: Final = "sixfold"
"""The channel on which PostgreSQL tells other servers which rooms have news."""

NOTIFY: Final = text("select pg_notify(:channel, :rooms)")


class Backend:
    """One database, by its address. `shared` says whether several servers may use it at once.

    `mark` is that by which it is told from its copies. A method does nothing where there is nothing to do.
    """

    shared: ClassVar[bool]
    url: URL
    mark: Mark

    def lock(self) -> None:
        """Take the database for this server, where it is for one alone. Raises StoreError."""

    def unlock(self) -> None:
        """Let go of the database."""

    def writing(self) -> Engine:
        """Return the engine of the one thread that writes, in transactions. A commit is on disk when it returns."""
        raise NotImplementedError

    def reading(self) -> Engine:
        """Return the engine of everyone who reads."""
        raise NotImplementedError

    def hold(self, connection: Connection) -> None:
        """Hold the database until the end of this transaction, so that servers that start at once do it by turns."""

    def notify(self, connection: Connection, rooms: Sequence[str]) -> None:
        """Tell other servers, once this transaction is committed, that rooms have new events."""

    def listen(self, on_news: Callable[[Sequence[str]], None]) -> None:
        """Begin to hear, in a thread of its own, what other servers tell."""

    def stop_listening(self) -> None:
        """Hear nothing any more."""


class SQLite(Backend):
    """A file of SQLite, for one server. A transaction that writes holds all of it from its first moment on."""

    shared = False

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self.url = URL.create("sqlite", database=str(self._path))
        self.mark = FileMark(self._path)
        self._lock: IO[bytes] | None = None

    def lock(self) -> None:
        """Take the file, as `alone` does."""
        self._lock = alone(self._path)

    def unlock(self) -> None:
        """Let go of the file."""
        if self._lock is not None:
            self._lock.close()

    def writing(self) -> Engine:
        """Return the engine of the one thread that writes."""
        self._path.touch(OWNER)  # it holds the secrets of every room; SQLite's other files follow it
        engine = create_engine(self.url, poolclass=StaticPool)
        _begin_with(engine, "BEGIN IMMEDIATE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
        return engine

    def reading(self) -> Engine:
        """Return the engine of everyone who reads."""
        engine = create_engine(self.url, pool_size=STORE_READERS, max_overflow=0)
        # Two connections that checkpoint can lose pages in SQLite before 3.51.3: readers leave that to the writer.
        _begin_with(engine, "BEGIN", "query_only=ON", "wal_autocheckpoint=0")
        return engine


class PostgreSQL(Backend):
    """A database of a PostgreSQL."""

    shared = True

    def __init__(self, url: URL) -> None:
        self.url = url.set(drivername="postgresql+psycopg")
        self.mark = PlaceMark()
        self._listener: Notifications | None = None

    def writing(self) -> Engine:
        """Return the engine of the one thread that writes."""
        return create_engine(self.url, pool_pre_ping=True)

    def reading(self) -> Engine:
        """Return the engine of everyone who reads."""
        return create_engine(self.url, pool_size=STORE_READERS, max_overflow=0, pool_pre_ping=True)

    def hold(self, connection: Connection) -> None:
        """Wait for a lock that is for this alone."""
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})

    def notify(self, connection: Connection, rooms: Sequence[str]) -> None:
        """Tell the names of the rooms."""
        connection.execute(NOTIFY, {"channel": CHANNEL, "rooms": " ".join(rooms)})

    def listen(self, on_news: Callable[[Sequence[str]], None]) -> None:
        """Begin to hear which rooms have news."""
        from sixfold.table.store.notifications import Notifications  # here, since it needs the client of PostgreSQL

        self._listener = Notifications(self.url, CHANNEL, on_news)
        self._listener.start()

    def stop_listening(self) -> None:
        """Hear nothing any more."""
        if self._listener is not None:
            self._listener.stop()


def backend_of(database: str) -> Backend:
    """Return the database with an address: `postgresql://...`, or the path of a file for SQLite.

    Raises StoreError (store/address) for anything else.

    >>> backend_of("sqlite:///table.db").url == backend_of("table.db").url
    True
    """
    if "://" not in database:
        return SQLite(Path(database))
    try:
        url = make_url(database)
    except ArgumentError:
        url = None
    kind = url.get_backend_name() if url is not None else ""
    if url is not None and kind == "postgresql":
        return PostgreSQL(url)
    if url is not None and kind == "sqlite":
        return backend_of(url.database or "")
    raise StoreError("store/address", "A database is a file, or an address that begins with postgresql://.")


def _begin_with(engine: Engine, begin: str, *pragmas: str) -> None:
    """SQLite with transactions of our own making, and settings for each connection."""

    def connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        for pragma in (f"busy_timeout={PATIENCE}", *pragmas):
            connection.execute(f"PRAGMA {pragma}")

    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)


def alone(path: Path) -> IO[bytes]:
    """Return the lock of an SQLite database, which is for one server: it ends when it is closed, or with the process,
    however that ends.

    Raises StoreError: store/locked where another one has it, or where the file has several names (hard links), since
    SQLite keeps what was written last beside one name only; store/unavailable where there is no such folder.
    """
    path = path.resolve()
    if not path.parent.is_dir():
        raise StoreError("store/unavailable", f"There is no folder {path.parent} for the database.")
    if not os.access(path.parent, os.W_OK):
        raise StoreError("store/unavailable", f"The folder {path.parent} of the database cannot be written.")
    if path.is_dir():
        raise StoreError("store/unavailable", f"{path} is a folder. Name a file in it, as in {path / 'table.db'}.")
    if path.exists() and path.stat().st_nlink > 1:
        raise StoreError("store/locked", f"{path} has several names (hard links). Keep only one of them.")
    try:
        lock = os.fdopen(machine.growing(f"{path}.lock", OWNER), "rb")
    except OSError as error:
        raise StoreError("store/unavailable", f"{path} cannot be used: {refusal(error)}.") from None
    if not machine.locked(lock.fileno()):
        lock.close()
        raise StoreError(
            "store/locked", f"Another table uses {path}. Stop it first, or use PostgreSQL for several servers."
        )
    return lock
