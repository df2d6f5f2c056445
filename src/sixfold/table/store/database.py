"""The database: its tables (`migrations` makes them), the engines that write and read, and moving it to a version."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, column, create_engine, event, inspect, table, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from sixfold.base.bounds import STORE_READERS
from sixfold.errors import StoreError

ROOM: Final = table("room", *map(column, ("id", "secret", "last", "opened")))
"""`secret` never leaves the server; `last` is the number of the newest event, and who writes holds its row."""

EVENT: Final = table("event", *map(column, ("room", "number", "public", "private", "seers")))
"""The stored bytes of each event, as `LogEvent` has them; `seers` are names with blanks between them."""

POST: Final = table("post", *map(column, ("room", "key", "request", "number")))
"""Answered posts: who sent which key (hashed together), the hash of what was asked, and the number of the answer."""

MARK: Final = table("mark", column("value"))
"""One row: the mark by which a database is told from copies of it (see `store`)."""

PATIENCE = 5_000
"""Milliseconds for which a reader of SQLite waits for a lock."""

OWNER = 0o600
"""The permissions of a new file of a table: its owner alone opens it."""


def address(database: str) -> URL:
    """The address of a database: `postgresql://...`, or the path of a file for SQLite.

    Raises StoreError (store/address) for anything else.

    >>> address("sqlite:///table.db") == address("table.db")
    True
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
        return create_engine(url, pool_pre_ping=True)
    Path(str(url.database)).touch(OWNER)  # it holds the secrets of every room; SQLite's other files follow it
    engine = create_engine(url, poolclass=StaticPool)
    _begin_with(engine, "BEGIN IMMEDIATE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    return engine


def reading(url: URL) -> Engine:
    """The engine of everyone who reads."""
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_size=STORE_READERS, max_overflow=0, pool_pre_ping=True)
    engine = create_engine(url, pool_size=STORE_READERS, max_overflow=0)
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
    if not os.access(path.parent, os.W_OK):
        raise StoreError("store/unavailable", f"The folder {path.parent} of the database cannot be written.")
    if path.is_dir():
        raise StoreError("store/unavailable", f"{path} is a folder. Name a file in it, as in {path / 'table.db'}.")
    if path.exists() and path.stat().st_nlink > 1:
        raise StoreError("store/locked", f"{path} has several names (hard links). Keep only one of them.")
    lock = FileLock(path.with_name(f"{path.name}.lock"), thread_local=False)  # another thread may let go of it
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreError(
            "store/locked", f"Another table uses {path}. Stop it first, or use PostgreSQL for several servers."
        ) from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise StoreError("store/unavailable", f"{path} cannot be used: {why}.") from None
    return lock


MIGRATIONS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 6_660_001
"""The advisory lock under which one server of several migrates."""


def migrate(engine: Engine) -> None:
    """Migrate an empty database, or one of any earlier version, to the newest one.

    Raises StoreError: store/version for a database of a newer Sixfold or of another program, store/unavailable where
    it cannot be opened.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with answering(), engine.begin() as connection:
            held(connection)
            _not_anothers(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            "store/version", f"This database is from a newer Sixfold, or not from Sixfold at all ({error})."
        ) from None


def held(connection: Connection) -> None:
    """Hold the database until the end of this transaction, so that servers that start at once do it by turns."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _not_anothers(connection: Connection) -> None:
    """Tables without our mark are another program's: nothing is put beside them."""
    tables = set(inspect(connection).get_table_names())
    if tables and "alembic_version" not in tables:
        raise StoreError(
            "store/version",
            f"This database belongs to another program: it has a table “{min(tables)}”. Use a separate database.",
        )


def unavailable(error: SQLAlchemyError) -> StoreError:
    """Return the error that users get for a failure of the database."""
    why = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
    return StoreError("store/unavailable", f"The database does not answer as it should: {why[0][:200]}.")


@contextmanager
def answering() -> Iterator[None]:
    """A context in which failures of the database are StoreErrors (store/unavailable)."""
    try:
        yield
    except SQLAlchemyError as error:
        raise unavailable(error) from None
