"""A copy of a running table's database, whole as of one moment, and putting one back."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sixfold.errors import StoreError, refusal
from sixfold.table.store.backends import alone
from sixfold.table.store.database import OWNER
from sixfold.table.store.marks import COPY

PAGES: Final = 1_000
"""Pages copied before others have their turn."""

BESIDE: Final = ("-wal", "-shm")
"""The endings of files that SQLite keeps beside a database in use."""

TABLES: Final = "select count(*) from sqlite_master where type = 'table' and name in ('room', 'event', 'mark')"
"""How many of a table's own tables a database has."""


def backup(database: Path, copy: Path) -> None:
    """Copy an SQLite database that may be in use into a new file, which is there whole or not at all.

    The copy is marked as one: a server that opens it renews its rooms, with new keys for all dice.
    Raises StoreError (store/backup) when there is no such database, or the copy cannot be written.
    """
    if not database.is_file():
        raise StoreError("store/backup", f"There is no database {database}.")
    try:
        lock = alone(database)
    except StoreError:  # a table uses it: what lies beside it is that table's
        _copy(database, copy, "mode=ro")
    else:
        with lock:
            _copy(database, copy, "mode=rw")


def restore(copy: Path, database: Path) -> bool:
    """Put a copy in the place of a database that nobody uses; what was there is kept beside it as `.before`.

    Whether there was anything. Raises StoreError (store/backup) when the copy is not a table's database, or it cannot
    be put there; store/locked when a table uses the database.
    """
    if not copy.is_file():
        raise StoreError("store/backup", f"There is no copy {copy}.")
    with alone(database):
        there = database.exists()
        if there:
            _copy(database, database.with_name(f"{database.name}.before"), "mode=rw", replace=True)
        _copy(copy, database, "mode=rw" if _in_use(copy) else "mode=ro&immutable=1", replace=True)
        for ending in BESIDE:
            database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
        return there


def _in_use(copy: Path) -> bool:
    """Whether a part of a copy lies beside it still, as with files that were copied by hand while a table ran."""
    return any(copy.with_name(f"{copy.name}{ending}").exists() for ending in BESIDE)


def _copy(source: Path, target: Path, how: str, replace: bool = False) -> None:
    if target.exists() and not replace:
        raise StoreError("store/backup", f"{target} already exists; choose another name.")
    half = target.with_name(f".{target.name}.half")
    try:
        half.unlink(missing_ok=True)
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?{how}", uri=True)) as kept:
            if kept.execute(TABLES).fetchone()[0] < 3:
                raise StoreError("store/backup", f"{source} is not the database of a table.")
            half.touch(OWNER)
            with closing(sqlite3.connect(half)) as made:
                kept.backup(made, pages=PAGES)
                if made.execute("pragma quick_check").fetchone()[0] != "ok":
                    raise StoreError("store/backup", f"{source} is damaged: its copy is incomplete.")
                made.execute("pragma journal_mode=delete")  # one file, with nothing beside it
                with made:
                    made.execute("delete from mark")
                    made.execute("insert into mark values (?)", (COPY,))
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(half, target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError("store/backup", f"{source} cannot be copied to {target}: {refusal(error)}.") from None
    finally:
        for ending in ("", "-journal", *BESIDE):
            half.with_name(f"{half.name}{ending}").unlink(missing_ok=True)
