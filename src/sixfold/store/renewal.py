"""Rooms that were put back from a copy begin anew: each has a new secret, and an event that says so."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import Connection, bindparam, select, update

from sixfold.errors import SixfoldError, StoreError
from sixfold.store.log import events_since, rows_of
from sixfold.store.schema import EVENT, ROOM
from sixfold.store.writer import Fold, Outcome

State = TypeVar("State")
Renew = Callable[[State, bytes], Outcome[State]]
"""How a room begins anew with a new secret."""

SECRET: Final = 32
"""Bytes of a room's secret, and of what is fresh for a command."""

ANEW: Final = (
    update(ROOM).where(ROOM.c.id == bindparam("room")).values(last=bindparam("number"), secret=bindparam("new"))
)


def renewed(connection: Connection, fold: Fold[State], renew: Renew[State]) -> int:
    """Have every room begin anew; how many there are.

    Raises StoreError (store/version) for a room that cannot be read here: nothing is changed then.
    """
    rooms = [row.id for row in connection.execute(select(ROOM.c.id).order_by(ROOM.c.id))]
    for room in rooms:
        secret = secrets.token_bytes(SECRET)
        try:
            outcome = renew(fold(events_since(connection, room, 0), None), secret)
        except SixfoldError as error:
            raise StoreError(
                "store/version", f"A room of this copy cannot be opened by this Sixfold: {error.message}"
            ) from None
        connection.execute(EVENT.insert(), list(rows_of(room, outcome.events)))
        connection.execute(ANEW, {"room": room, "number": outcome.events[-1].number, "new": secret})
    return len(rooms)
