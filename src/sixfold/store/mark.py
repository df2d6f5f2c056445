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

    def wrote(self, events: int) -> None:
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
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return "", 0


def _place(connection: Connection) -> str:
    try:
        with connection.begin_nested():
            return str(connection.execute(text(PLACE)).scalar_one())
    except SQLAlchemyError:  # somebody who may not know the cluster knows the table at least
        return str(connection.execute(text("select pg_relation_filenode('room')")).scalar_one())


def _events(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(ROOM.c.last), 0))).scalar_one())
