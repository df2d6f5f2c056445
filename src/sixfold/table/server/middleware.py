"""Checks and marks every request: origins and rates before it; safety headers, figures and a log line after it; and
errors, as problem documents (RFC 9457) for programs and as a page for somebody who opens an address.
"""

import logging
from collections import Counter
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from json import JSONDecodeError
from time import perf_counter
from types import MappingProxyType
from typing import Any, Final, NoReturn

import msgspec
from litestar import Litestar, Request, Response
from litestar.connection import ASGIConnection
from litestar.enums import HttpMethod, ScopeType
from litestar.exceptions import HTTPException
from litestar.types import Message, Receive, Scope, Send

from sixfold.base.bounds import SOCKETS
from sixfold.base.shapes.reading import in_words
from sixfold.base.strict_json import RepeatedNameError, read_json
from sixfold.errors import RoomError, SixfoldError, TableError
from sixfold.table.server.listeners import TOO_MANY_SOCKETS
from sixfold.table.server.pages import KINDS, POLICY
from sixfold.table.server.requester import ApiRequest, Connection, address_of, check_host
from sixfold.table.server.workers import ASKER

STATUSES = {
    "table/unreadable": 400,
    "room/link": 401, "room/token": 401,
    "room/forbidden": 403, "room/closed": 403, "table/origin": 403, "table/host": 403, "table/own-games": 403,
    "room/person": 404, "room/event": 404, "store/no-room": 404, "table/nowhere": 404,
    "table/method": 405,
    "room/index": 409, "room/seen": 409, "room/waiting": 409, "room/shown": 409, "room/answered": 409, "room/full": 409,
    "table/too-large": 413, "table/media": 415,
    "table/too-many": 429, "room/sockets": 429,
    "table/mistake": 500,
    "store/unavailable": 503, "store/busy": 503, "table/deadline": 503,
}  # fmt: skip
"""The status of each code; any other is 422: it can be read, and cannot be done."""

MEDIA = "application/problem+json"
RETRY = "2"
"""Seconds after which to try again, where that may help."""

LOG = logging.getLogger("sixfold.table")


PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This page cannot be shown · Sixfold</title>
<link rel="stylesheet" href="/page/style/all.css">
</head>
<body><main class="page"><section class="sheet stack pad">
<h1>This page cannot be shown</h1>
<p>{detail}</p>
<p><a class="button" href="/">To the first page</a></p>
</section></main></body>
</html>
"""
"""A problem as somebody sees it who opens an address in a browser."""


def document(request: Connection, code: str, detail: str, **more: Any) -> tuple[int, dict[str, str], bytes]:
    """A problem as status, headers and bytes: a page for a browser that opens an address, which asks for HTML first."""
    status = STATUSES.get(code, 422)
    retry = {"Retry-After": RETRY} if status in (429, 503) else {}
    if request.headers.get("accept", "").startswith(KINDS["html"]) and _opens(request):
        shown = {"Content-Type": f"{KINDS['html']}; charset=utf-8", "content-security-policy": POLICY}
        return status, {**shown, **retry}, PAGE.format(detail=escape(detail)).encode()
    body = {
        "type": f"urn:sixfold:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }
    return status, {"Content-Type": MEDIA, **retry}, msgspec.json.encode(body)


def _opens(request: Connection) -> bool:
    """Whether somebody may have opened an address: that sends nothing, and no token. Some programs ask for HTML too."""
    return request.scope.get("method") in ("GET", "HEAD") and "authorization" not in request.headers


def problem(request: Connection, code: str, detail: str, **more: Any) -> Response[bytes]:
    """A problem as an answer."""
    status, headers, body = document(request, code, detail, **more)
    return Response(body, status_code=status, media_type=headers["Content-Type"], headers=headers)


def refused(request: Request[Any, Any, Any], error: SixfoldError) -> Response[bytes]:
    """Return a refusal of the engine, the room or the store, with its place in the text if there is one."""
    details: Any = error.to_json()["error"]
    more = {name: value for name, value in details.items() if name not in ("code", "message")}
    return problem(request, error.code, error.message, **more)


_UNREAD: Final = ("table/unreadable", "The address of this socket cannot be read: after is a whole number.")
_NOWHERE: Final = ("table/nowhere", "There is nothing at this address. Those of the API are in /api/v1/openapi.json.")


def unreadable(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Return a refusal of the HTTP side: an unknown address, or a body of the wrong form."""
    known = {
        404: _NOWHERE,
        405: ("table/method", f"{request.method} is not a method of this address."),
        413: ("table/too-large", "This request is too large."),
        415: ("table/media", "A body is JSON: Content-Type: application/json."),
    }
    default = ("table/unreadable", f"This request cannot be read: {_why(error)}")
    return problem(request, *known.get(error.status_code, default))


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    """A body with more inside each other than anybody means."""
    return problem(request, "table/unreadable", "This request cannot be read: it is nested too deeply.")


def _why(error: HTTPException) -> str:
    match error.extra:
        case [{"key": key, "message": message}, *_]:
            return f"{key}: {message}."
        case [{"message": message}, *_]:
            return f"{message}."
    return f"{error.detail}."


def mistake(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A mistake of ours: the log has it, the client learns only that there was one."""
    LOG.error("mistake", exc_info=error)
    detail = "This is a bug in Sixfold, not in the request. The server's log has details."
    return problem(request, "table/mistake", detail)


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


async def admitted(request: ApiRequest) -> None:
    """Check a request before anything is done for it.

    Raises TableError: table/too-many past the rate of an address, table/unreadable for a number of the query that is
    not whole, and for a body in which a name stands twice.
    """
    # Probes of monitoring have rates of their own, so that nothing else uses them up.
    ASKER.set(_counted(request, request.app.state, request.route_handler.opt.get("rate", "")))
    taken = request.route_handler.parsed_fn_signature.parameters
    for name, value in request.query_params.items():
        if name in taken and taken[name].is_subclass_of(int) and not value.removeprefix("-").isdigit():
            raise TableError("table/unreadable", f"{name} is a whole number, and written without a point.")
    if request.method in WITH_BODY:
        field = request.route_handler.parsed_data_field
        body = await request.body()
        if body.strip():
            unmistakable(body, field.annotation if field is not None else Any)
        elif field is not None:
            raise TableError("table/unreadable", "This request cannot be read: its body is empty.")


def _counted(connection: Connection, state: Any, rate: str | None = "") -> str:
    """Return the address of a request or socket, counted at its `rate` (None: not at all). Raises TableError."""
    address = address_of(connection, state.settings)
    if rate is not None:
        state.rates.take(rate + address)
    return address


def unmistakable(body: bytes, kind: Any) -> None:
    """Check that a body can be read in one way only, and is of a kind: a number is not a text, and is written whole.

    Raises TableError (table/unreadable).
    """
    try:
        msgspec.convert(read_json(body, parse_float=_no_fraction), kind)
    except RepeatedNameError as twice:
        raise TableError("table/unreadable", f"This request cannot be read: {twice}.") from None
    except TableError:
        raise
    except msgspec.ValidationError as error:
        raise TableError("table/unreadable", f"This request cannot be read: {in_words(error, kind)}") from None
    except UnicodeDecodeError:
        raise TableError("table/unreadable", "This request cannot be read: it is not in UTF-8.") from None
    except JSONDecodeError as error:
        where = f"from line {error.lineno}, column {error.colno} on"
        raise TableError("table/unreadable", f"This request cannot be read: {where} it is not JSON.") from None
    except ValueError:
        return  # the reader of the body reports any other type


def _no_fraction(number: str) -> NoReturn:
    raise TableError("table/unreadable", f"Numbers are whole, and written without a point: not {number[:20]}.")


class SocketLimit:
    """Counts open things of each name and of all names together, up to a limit for each.

    >>> held = SocketLimit(1, 2)
    >>> [held.takes(name) for name in ("a", "a", "b", "c")]
    [True, False, True, False]
    """

    def __init__(self, most: int, in_all: int) -> None:
        self._most = most
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self._all = 0

    def takes(self, name: str) -> bool:
        """Whether there is room for one more of this name; it is held until it is left."""
        if self._open[name] >= self._most or self._all >= self._in_all:
            return False
        self._open[name] += 1
        self._all += 1
        return True

    def leave(self, name: str) -> None:
        """It is open no more."""
        self._open[name] -= 1
        self._all -= 1
        if not self._open[name]:
            del self._open[name]


class Guard:
    """The application, with what every answer carries and what is counted of it."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self._sockets = SocketLimit(app.state.settings.rate, SOCKETS)
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
                own = {name for name, _ in message["headers"]}
                safe = (header for header in self._headers.items() if header[0] not in own)
                message["headers"] = (*message["headers"], *safe)
            await send(message)

        try:
            check_host(ASGIConnection(scope).headers, state.settings)
            await self.app(scope, receive, sending)
        except TableError as error:
            await _turn_away(ASGIConnection(scope), sending, error, "http.response")
        finally:
            seconds = perf_counter() - began
            # A client may make methods up, and every label is kept for good.
            state.metrics.requests.labels(method if method in METHODS else "other", str(status)).inc()
            state.metrics.seconds.observe(seconds)
            # Neither address nor path: a path names a room.
            LOG.info("answered", extra={"method": method[:20], "status": status, "ms": round(1000 * seconds, 1)})

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket is counted before it is opened, whether it ever says who it is or not."""
        try:
            check_host(ASGIConnection(scope).headers, self.app.state.settings)
            address = _counted(ASGIConnection(scope), self.app.state)
            if not self._sockets.takes(address):
                raise RoomError("room/sockets", TOO_MANY_SOCKETS)
        except SixfoldError as error:
            await receive()
            await _turn_away(ASGIConnection(scope), send, error, "websocket.http.response", HEADERS)
            return
        opened = False

        async def sending(message: Message) -> None:
            nonlocal opened
            if message["type"] == "websocket.close" and not opened:
                why = _UNREAD if "route_handler" in scope else _NOWHERE
                await _turn_away(ASGIConnection(scope), send, TableError(*why), "websocket.http.response", HEADERS)
                return
            opened = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            self._sockets.leave(address)


async def _turn_away(
    request: Connection, send: Send, error: SixfoldError, kind: str, safe: Mapping[bytes, bytes] = MappingProxyType({})
) -> None:
    """Answer a request that goes no further, or a socket that is not opened, with a problem."""
    status, headers, body = document(request, error.code, error.message)
    head = [*((name.lower().encode(), value.encode()) for name, value in headers.items()), *safe.items()]
    answer: Any = {"type": f"{kind}.start", "status": status, "headers": head}
    await send(answer)
    answer = {"type": f"{kind}.body", "body": body, "more_body": False}
    await send(answer)
