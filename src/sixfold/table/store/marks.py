"""The mark of a database, by which it is told from a copy of it.

In a copy, keys of draws are still to be used that may have been published since: their owner could choose their
dice. So a database that is not known to be the newest has its rooms begin anew, with new secrets.

A file of SQLite has a mark, and beside it lies `FILE.mark` with the same mark and how many events the file has at
least. A copy has fewer; a file that was moved, or of another line of copies, has another mark; and `sixfold backup`
marks what it writes. A PostgreSQL has no place beside it: there the mark says which cluster, timeline, database and
table it is, which a restored one is not.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import StoreError
from sixfold.table.store.database import MARK, OWNER, ROOM

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


def mark_with(connection: Connection, mark: str) -> None:
    """Write the mark into the database, in the place of the one before."""
    connection.execute(MARK.delete())
    connection.execute(MARK.insert(), {"value": mark})


class Mark:
    """The mark of one database. Nothing is counted where nothing lies beside it."""

    def newest(self, connection: Connection) -> bool:
        """Whether this database is the one that was written last, as far as anybody can know."""
        raise NotImplementedError

    def renew(self, connection: Connection) -> None:
        """Mark the database, in the transaction in which its rooms began anew."""
        raise NotImplementedError

    def follow(self, connection: Connection) -> None:
        """Begin to count what is written, if that is kept beside the database."""

    def count(self, events: int) -> None:
        """Count events after their commit, so that what lies beside the database never says more than it has."""

    def close(self) -> None:
        """Let go of what lies beside the database."""


class FileMark(Mark):
    """The mark of an SQLite file, with what lies beside it: the same mark, and the number of its events."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.mark")
        self._file: BinaryIO | None = None
        self._mark = ""
        self._events = 0

    def newest(self, connection: Connection) -> bool:
        """Whether the file has the mark that lies beside it, and as many events.

        Raises StoreError (store/lost) for an empty file where the mark says that there were events.
        """
        self._mark = marked(connection) or ""
        beside = self._beside()
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
        """Mark the file as no other one."""
        self._mark = secrets.token_hex(16)
        mark_with(connection, self._mark)

    def follow(self, connection: Connection) -> None:
        """Begin to count what is written, beside the file."""
        self._events = _events(connection)
        with suppress(OSError):  # where nothing can be written beside it, the next start begins anew
            self._file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER), "wb", buffering=0)
            self._write()
            os.fsync(self._file.fileno())

    def count(self, events: int) -> None:
        """Count events after their commit."""
        self._events += events
        with suppress(OSError):
            self._write()

    def close(self) -> None:
        """Let go of the file beside it."""
        if self._file is not None:
            self._file.close()

    def _write(self) -> None:
        if self._file is not None:
            self._file.seek(0)
            self._file.write(f"{self._mark} {self._events:020}\n".encode())

    def _beside(self) -> tuple[str, int] | None:
        try:
            mark, _, events = self._path.read_text("ascii").partition(" ")
            return mark, int(events)
        except (OSError, ValueError):
            return None


class PlaceMark(Mark):
    """The mark of a PostgreSQL: the place where it is. Nothing lies beside it."""

    def newest(self, connection: Connection) -> bool:
        """Whether the database is where it was when it was marked, or was never marked."""
        return (marked(connection) or "") in ("", _place(connection))

    def renew(self, connection: Connection) -> None:
        """Mark the database with its place."""
        mark_with(connection, _place(connection))


def _place(connection: Connection) -> str:
    try:
        with connection.begin_nested():
            return str(connection.execute(text(PLACE)).scalar_one())
    except SQLAlchemyError:  # somebody who may not know the cluster knows the table at least
        return str(connection.execute(text("select pg_relation_filenode('room')")).scalar_one())


def _events(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(ROOM.c.last), 0))).scalar_one())
