"""Who asks: the token or link in the header, never in an address."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from sixfold.errors import RoomError
from sixfold.room import Person, who
from sixfold.web.hall import Hall
from sixfold.web.workers import Workers

Asking = Request[Any, Any, Any]
TheHall = NamedDependency[Hall]
TheWorkers = NamedDependency[Workers]
"""What handlers are handed."""


def bearer(request: Asking) -> str:
    """The secret of `Authorization: Bearer ...`. Raises RoomError (room/token) where there is none."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.strip() or len(secret) > 200:
        raise RoomError("room/token", "Say who you are: Authorization: Bearer and your token.")
    return secret.strip()


async def asker(request: Asking, hall: Hall, room: str) -> Person:
    """The person whose token a request brings. Raises RoomError (room/token) or StoreError (store/no-room).

    A room that there is not answers like a token that is nobody's, so that rooms cannot be looked for.
    """
    person = who(await hall.state(room), bearer(request))
    request.app.state.rates.take(f"{room} {person.id}")
    return person


def address_of(request: Asking) -> str:
    """Where a request comes from; behind a proxy, what the proxy says."""
    if request.app.state.settings.proxy:
        # Some proxies add a line of their own below the client's: only the end of the last one is theirs.
        forwarded = request.headers.getall("x-forwarded-for", [""])[-1]
        if forwarded:
            return str(forwarded.rpartition(",")[2].strip())
    return request.client.host if request.client else ""
