"""The database: its tables (`migrations` makes them), and moving it to a version."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, column, inspect, table
from sqlalchemy.exc import SQLAlchemyError

from sixfold.errors import StoreError

ROOM: Final = table("room", *map(column, ("id", "secret", "last", "opened")))
"""`secret` never leaves the server; `last` is the number of the newest event, and who writes holds its row."""

EVENT: Final = table("event", *map(column, ("room", "number", "public", "private", "seers")))
"""The stored bytes of each event, as `LogEvent` has them; `seers` are names with blanks between them."""

POST: Final = table("post", *map(column, ("room", "key", "request", "number")))
"""Answered posts: who sent which key (hashed together), the hash of what was asked, and the number of the answer."""

MARK: Final = table("mark", column("value"))
"""One row: the mark by which a database is told from copies of it (see `store`)."""

OWNER = 0o600
"""The permissions of a new file of a table: its owner alone opens it."""


MIGRATIONS: Final = Path(__file__).parent / "migrations"


def migrate(engine: Engine, hold: Callable[[Connection], None]) -> None:
    """Migrate an empty database, or one of any earlier version, to the newest one, while it is held.

    Raises StoreError: store/version for a database of a newer Sixfold or of another program, store/unavailable where
    it cannot be opened.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        with answering(), engine.begin() as connection:
            hold(connection)
            _not_anothers(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            "store/version", f"This database is from a newer Sixfold, or not from Sixfold at all ({error})."
        ) from None


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
