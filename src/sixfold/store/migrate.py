"""Bring a database to the newest version of its tables."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import StoreError

HERE: Final = Path(__file__).parent / "migrations"
LOCK: Final = 6_660_001
"""The advisory lock under which one server of several migrates."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Migrate an empty database, or one of any earlier version, to `revision` (the newest).

    Raises StoreError: store/version for a database of a newer Sixfold or of another program, store/unavailable where
    it cannot be opened.
    """
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            held(connection)
            _not_anothers(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except CommandError as error:
        raise StoreError(
            "store/version", f"This database is from a newer Sixfold, or not from Sixfold at all ({error})."
        ) from None
    except SQLAlchemyError as error:
        raise unavailable(error) from None


def held(connection: Connection) -> None:
    """Hold the database until the end of this transaction, so that servers that start at once do it by turns."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def _not_anothers(connection: Connection) -> None:
    """Tables without our mark are another program's: nothing is put beside them."""
    found = set(inspect(connection).get_table_names())
    if found and "alembic_version" not in found:
        raise StoreError(
            "store/version",
            f"This database belongs to another program: it has a table “{min(found)}”. Use a separate database.",
        )


def unavailable(error: SQLAlchemyError) -> StoreError:
    """Return the error that users get for a failure of the database."""
    why = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
    return StoreError("store/unavailable", f"The database does not answer as it should: {why[0][:200]}.")
