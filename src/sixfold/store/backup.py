"""A copy of a running table's database, whole as of one moment, and putting one back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sixfold.errors import StoreError
from sixfold.store.database import OWNER, alone

PAGES = 1_000
"""Pages copied before others have their turn."""


def backup(database: Path, copy: Path) -> None:
    """Copy an SQLite database that may be in use into a new file, which is there whole or not at all.

    Raises StoreError (store/backup) when there is no such database, or the copy cannot be written.
    """
    if not database.is_file():
        raise StoreError("store/backup", f"There is no database {database}.")
    _copy(database, copy)


def restore(copy: Path, database: Path) -> None:
    """Put a copy in the place of a database that nobody uses; what was there is kept beside it as `.before`.

    Raises StoreError (store/backup) when the copy is not a table's database, or it cannot be put there;
    store/locked when a table uses the database.
    """
    if not copy.is_file():
        raise StoreError("store/backup", f"There is no copy {copy}.")
    with alone(database):
        if database.exists():
            _copy(database, database.with_name(f"{database.name}.before"), replace=True)
        _copy(copy, database, replace=True)
        for ending in ("-wal", "-shm"):
            database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)


def _copy(source: Path, target: Path, replace: bool = False) -> None:
    if target.exists() and not replace:
        raise StoreError("store/backup", f"{target} is there already; name a file that is not.")
    half = target.with_name(f".{target.name}.half")
    try:
        half.unlink(missing_ok=True)
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as kept:
            if (
                not kept.execute("select count(*) from sqlite_master where name in ('room', 'event')").fetchone()[0]
                == 2
            ):
                raise StoreError("store/backup", f"{source} is not the database of a table.")
            half.touch(OWNER)
            with closing(sqlite3.connect(half)) as made:
                kept.backup(made, pages=PAGES)
                if made.execute("pragma quick_check").fetchone()[0] != "ok":
                    raise StoreError("store/backup", f"{source} is damaged: its copy is not whole.")
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(half, target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError("store/backup", f"{source} cannot be copied to {target}: {error}.") from None
    finally:
        half.unlink(missing_ok=True)
