"""Telling the database that was written last from a copy that was put in its place.

In a copy, keys of draws are still to be used that may have been published since: their owner could choose their
dice. So a database that is not known to be the newest has its rooms begin anew, with new secrets.

A file of SQLite has a mark, and beside it lies `FILE.mark` with the same mark and how many events the file has at
least. A copy has fewer; a file that was moved, or of another line of copies, has another mark; and `sixfold backup`
marks what it writes. A PostgreSQL has no place beside it: there the mark says which cluster, timeline, database and
table it is, which a restored one is not.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import StoreError
from sixfold.store.database import MARK, OWNER, ROOM

COPY: Final = "a copy"
"""The mark of a copy: a server that opens it renews its rooms."""

PLACE: Final = """
select concat_ws('/', (select system_identifier from pg_control_system()),
                 (select timeline_id from pg_control_checkpoint()),
                 (select oid from pg_database where datname = current_database()), pg_relation_filenode('room'))
"""


class Mark:
    """The mark of one database. Unless a subclass says otherwise, nothing is counted."""

    def newest(self, connection: Connection) -> bool:
        """Whether this database is the one that was written last, as far as anybody can know."""
        raise NotImplementedError

    def renew(self, connection: Connection) -> None:
        """Mark the database, in the transaction in which its rooms began anew."""
        raise NotImplementedError

    def follow(self, connection: Connection) -> None:
        """Begin to count what is written, after that transaction."""

    def wrote(self, events: int) -> None:
        """Count this many events more."""

    def close(self) -> None:
        """Count no more."""


def marked(connection: Connection) -> str | None:
    """The mark in the database."""
    return connection.execute(select(MARK.c.value)).scalar_one_or_none()


def put(connection: Connection, mark: str) -> None:
    """Give the database a mark."""
    connection.execute(MARK.delete())
    connection.execute(MARK.insert(), {"value": mark})


class FileMark(Mark):
    """The mark of an SQLite file, with what lies beside it."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.mark")
        self._file: BinaryIO | None = None
        self._mark = ""
        self._events = 0

    def newest(self, connection: Connection) -> bool:
        """Whether the file has the mark that lies beside it, and as many events.

        Raises StoreError (store/lost) for an empty file where the mark says that there were events.
        """
        self._mark, beside = marked(connection) or "", self._beside()
        if beside is None:
            return not self._mark  # a file of an earlier version has no mark, and nothing beside it
        events = _events(connection)
        if beside[1] and not events and self._mark != COPY:
            raise StoreError(
                "store/lost",
                f"{self._path.with_suffix('')} is empty, but had {beside[1]:,} events. Restore a copy, or remove "
                f"{self._path.name} to begin a new table.",
            )
        return self._mark == beside[0] and events >= beside[1]

    def renew(self, connection: Connection) -> None:
        """A mark that no other file has."""
        self._mark = secrets.token_hex(16)
        put(connection, self._mark)

    def follow(self, connection: Connection) -> None:
        """Write beside the file what it is."""
        self._events = _events(connection)
        with suppress(OSError):  # where nothing can be written beside it, the next start begins anew
            self._file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER), "wb", buffering=0)
            self._write()
            os.fsync(self._file.fileno())

    def wrote(self, events: int) -> None:
        """After the commit, so that what lies here never says more than the file has."""
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

    def _beside(self) -> tuple[str, int] | None:
        try:
            mark, _, events = self._path.read_text("ascii").partition(" ")
            return mark, int(events)
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return "", 0


class PlaceMark(Mark):
    """The mark of a PostgreSQL: where its table is. Several servers find the same."""

    def newest(self, connection: Connection) -> bool:
        """Whether the table is where it was."""
        before, now = marked(connection), _place(connection)
        return before is None or before == now

    def renew(self, connection: Connection) -> None:
        """Where the table is now."""
        put(connection, _place(connection))


def _place(connection: Connection) -> str:
    try:
        with connection.begin_nested():
            return str(connection.execute(text(PLACE)).scalar_one())
    except SQLAlchemyError:  # somebody who may not know the cluster knows the table at least
        return str(connection.execute(text("select pg_relation_filenode('room')")).scalar_one())


def _events(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(ROOM.c.last), 0))).scalar_one())
