"""Connections to a database: an address becomes an engine that writes and one that reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool, StaticPool

from sixfold.bounds import STORE_READERS
from sixfold.errors import StoreError

PATIENCE = 5_000
"""Milliseconds for which a reader of SQLite waits for a lock."""

OWNER = 0o600
"""Who may open a new file of a table: its owner alone."""


def address(database: str) -> URL:
    """The address of a database: `postgresql://...`, or the path of a file for SQLite.

    Raises StoreError (store/address) for anything else.
    """
    if "://" not in database:
        return URL.create("sqlite", database=str(Path(database).resolve()))
    try:
        url = make_url(database)
    except ArgumentError:
        url = None
    if url is None or url.get_backend_name() not in ("postgresql", "sqlite"):
        raise StoreError("store/address", "A database is a file, or an address that begins with postgresql://.")
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    return address(url.database or "")


def writing(url: URL) -> Engine:
    """The engine of the one thread that writes, in transactions alone. A commit is on disk when it returns."""
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url, poolclass=QueuePool, pool_size=1, max_overflow=0, pool_pre_ping=True, pool_reset_on_return=None
        )
    if url.database and url.database != ":memory:" and Path(url.database).parent.is_dir():
        Path(url.database).touch(OWNER)  # it holds the secrets of every room; SQLite's other files follow it
    engine = create_engine(
        url, poolclass=StaticPool, pool_reset_on_return=None, connect_args={"check_same_thread": False}
    )
    _begin_with(engine, "BEGIN IMMEDIATE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    return engine


def reading(url: URL) -> Engine:
    """The engine of everyone who reads."""
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_size=STORE_READERS, max_overflow=0, pool_pre_ping=True)
    engine = create_engine(
        url, poolclass=QueuePool, pool_size=STORE_READERS, max_overflow=0, connect_args={"check_same_thread": False}
    )
    # Two connections that checkpoint can lose pages in SQLite before 3.51.3: readers leave that to the writer.
    _begin_with(engine, "BEGIN", "query_only=ON", "wal_autocheckpoint=0")
    return engine


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


def alone(path: Path) -> FileLock:
    """Return the lock of an SQLite database, which is for one server: it ends with the process, however that ends.

    Raises StoreError: store/locked where another one has it, or where the file has several names (hard links), since
    SQLite keeps what was written last beside one name only; store/unavailable where there is no such folder.
    """
    path = path.resolve()
    if not path.parent.is_dir():
        raise StoreError("store/unavailable", f"There is no folder {path.parent} for the database.")
    if path.exists() and path.stat().st_nlink > 1:
        raise StoreError("store/locked", f"{path} has several names (hard links). Keep only one of them.")
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreError(
            "store/locked", f"Another table uses {path}. Stop it first, or use PostgreSQL for several servers."
        ) from None
    except OSError as error:
        raise StoreError("store/unavailable", f"{path} cannot be used: {error}.") from None
    return lock
