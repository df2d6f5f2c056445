"""What every request goes through: origins and rates before it, headers of safety, figures and a log line after it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from time import perf_counter
from typing import Any, Final, NoReturn

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import HttpMethod, ScopeType
from litestar.types import Message, Receive, Scope, Send

from sixfold.bounds import SOCKETS
from sixfold.errors import TableError
from sixfold.room.reading import Twice, read
from sixfold.web.asking import Asking, Connection, Held, address_of, own_origin
from sixfold.web.problems import document
from sixfold.web.workers import ASKER

LOG: Final = logging.getLogger("sixfold.table")
FREE: Final = "/api/v1/health"
"""What may be asked as often as one likes."""

PROBES: Final = ("/api/v1/ready", "/api/v1/metrics")
"""Addresses for monitoring: they have their own rate, so that nothing else uses it up."""

METHODS: Final = frozenset(HttpMethod)
"""Methods that are counted by name."""

WITH_BODY: Final = ("POST", "PUT", "PATCH", "DELETE")
"""Methods whose requests may have a body."""

HEADERS: Final[Mapping[bytes, bytes]] = {
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}


async def admitted(request: Asking) -> None:
    """What a request needs before anything is done for it.

    Raises TableError: table/origin for another site's page, table/too-many past the rate of an address,
    table/unreadable for a body in which a name stands twice.
    """
    state = request.app.state
    if not own_origin(request.headers, state.settings):
        raise TableError("table/origin", "This page does not belong to this table.")
    path = request.scope["path"]
    address = address_of(request, state.settings)
    ASKER.set(address)
    if path != FREE:
        state.rates.take(f"{path} {address}" if path in PROBES else address)
    if request.method in WITH_BODY:
        field = request.route_handler.parsed_data_field
        unmistakable(await request.body(), field.annotation if field is not None else Any)


def unmistakable(body: bytes, kind: Any) -> None:
    """Check that a body can be read in one way only, and is of a kind: a number is not a text, and is written whole.

    Raises TableError (table/unreadable).
    """
    try:
        msgspec.convert(read(body, parse_float=_no_fraction), kind)
    except Twice as twice:
        raise TableError("table/unreadable", f"This request cannot be read: {twice}.") from None
    except TableError:
        raise
    except msgspec.ValidationError as error:
        raise TableError("table/unreadable", f"This request cannot be read: {error}.") from None
    except ValueError:
        return  # the reader of the body reports any other type


def _no_fraction(number: str) -> NoReturn:
    raise TableError("table/unreadable", f"Numbers are whole, and written without a point: not {number[:20]}.")


class Guard:
    """The application, with what every answer carries and what is counted of it."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._sockets = Held(app.state.settings.rate, SOCKETS)
        secure = app.state.settings.address.startswith("https:")
        self._headers = {**HEADERS, b"strict-transport-security": b"max-age=31536000"} if secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send)
            return
        began, status, method = perf_counter(), 500, scope["method"]
        state = self.app.state

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = (*message["headers"], *self._lacking({name for name, _ in message["headers"]}))
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            seconds = perf_counter() - began
            # A client may make methods up, and every label is kept for good.
            state.metrics.requests.labels(method if method in METHODS else "other", str(status)).inc()
            state.metrics.seconds.observe(seconds)
            # Neither address nor path: a path names a room.
            LOG.info("answered", extra={"method": method[:20], "status": status, "ms": round(1000 * seconds, 1)})

    def _lacking(self, names: Collection[bytes]) -> Iterable[tuple[bytes, bytes]]:
        """The headers of safety that an answer has not of its own."""
        return (header for header in self._headers.items() if header[0] not in names)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket is counted before it is opened, whether it ever says who it is or not."""
        settings = self.app.state.settings
        connection: Connection = ASGIConnection(scope)
        address = address_of(connection, settings)
        if not own_origin(connection.headers, settings):
            await _turned_away(receive, send, "table/origin", "This page does not belong to this table.")
        elif not self.app.state.rates.allows(address):
            sentence = f"Too many requests: the limit is {settings.rate} per minute. Wait a few seconds."
            await _turned_away(receive, send, "table/too-many", sentence)
        elif not self._sockets.takes(address):
            sentence = "Too many connections are open. Close another window first."
            await _turned_away(receive, send, "room/sockets", sentence)
        else:
            try:
                await self.app(scope, receive, send)
            finally:
                self._sockets.leave(address)


async def _turned_away(receive: Receive, send: Send, code: str, sentence: str) -> None:
    """A socket that is not opened: its request is answered with a problem, as any other."""
    await receive()
    status, headers, body = document(code, sentence)
    head = [*((name.lower().encode(), value.encode()) for name, value in headers.items()), *HEADERS.items()]
    await send({"type": "websocket.http.response.start", "status": status, "headers": head})
    await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
