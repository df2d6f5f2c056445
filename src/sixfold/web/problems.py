"""What was wrong, as a problem document (RFC 9457)."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from sixfold.errors import SixfoldError

STATUSES = {
    "room/link": 401, "room/token": 401,
    "room/forbidden": 403, "room/closed": 403, "table/origin": 403,
    "room/person": 404, "room/event": 404, "store/no-room": 404, "table/nowhere": 404,
    "table/method": 405,
    "room/index": 409, "room/waiting": 409, "room/shown": 409, "room/answered": 409, "room/full": 409,
    "table/too-large": 413, "table/media": 415,
    "table/too-many": 429, "room/sockets": 429,
    "table/mistake": 500,
    "store/unavailable": 503, "store/busy": 503, "table/deadline": 503,
}  # fmt: skip
"""The status of each code; any other is 400 where the request cannot be read, and 422 where it cannot be done."""

MEDIA = "application/problem+json"
RETRY = "2"
"""Seconds after which to try again, where that may help."""

LOG = logging.getLogger("sixfold.table")


def status_of(code: str) -> int:
    """The HTTP status of an error's code."""
    return STATUSES.get(code, 422)


def document(code: str, detail: str, **more: Any) -> tuple[int, dict[str, str], bytes]:
    """A problem as status, headers and bytes."""
    status = status_of(code) if code != "table/unreadable" else 400
    body = {
        "type": f"urn:sixfold:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }
    retry = {"Retry-After": RETRY} if status in (429, 503) else {}
    return status, {"Content-Type": MEDIA, **retry}, msgspec.json.encode(body)


def problem(code: str, detail: str, **more: Any) -> Response[bytes]:
    """A problem as an answer."""
    status, headers, body = document(code, detail, **more)
    return Response(body, status_code=status, media_type=MEDIA, headers=headers)


def refused(request: Request[Any, Any, Any], error: SixfoldError) -> Response[bytes]:
    """What the engine, the room or the store refused, with the place in the text where there is one."""
    details: Any = error.to_json()["error"]
    return problem(error.code, error.message, **{k: v for k, v in details.items() if k not in ("code", "message")})


def unreadable(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the HTTP side refused: no such place, a body that is not what it should be."""
    codes = {404: "table/nowhere", 405: "table/method", 413: "table/too-large", 415: "table/media"}
    code = codes.get(error.status_code, "table/unreadable")
    sentences = {
        "table/nowhere": "There is nothing at this address. All addresses are in /api/v1/openapi.json.",
        "table/method": f"{request.method} is not a method of this address.",
        "table/too-large": "This request is too large.",
        "table/media": "A body is JSON: Content-Type: application/json.",
    }
    return problem(code, sentences.get(code) or f"This request cannot be read: {_why(error)}")


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[bytes]:
    """A body with more inside each other than anybody means."""
    return problem("table/unreadable", "This request cannot be read: it is nested too deeply.")


def _why(error: HTTPException) -> str:
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "message" in extra[0]:
        key = f"{extra[0]['key']}: " if "key" in extra[0] else ""
        return f"{key}{extra[0]['message']}."
    return f"{error.detail}."


def mistake(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A mistake of ours: the log has it, the client learns only that there was one."""
    LOG.error("mistake", exc_info=error)
    return problem("table/mistake", "This is a bug in Sixfold, not in the request. The server's log has details.")
