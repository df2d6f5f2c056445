"""Calls of the API that are made from commands: the body, the handler and the answer."""

from collections.abc import Awaitable, Callable
from operator import getitem
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar, cast

import msgspec
from litestar import MediaType, Response, patch, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from msgspec import Meta
from msgspec.structs import asdict

from sixfold.base.bounds import POST_KEY_LENGTH
from sixfold.errors import TableError
from sixfold.table.room import LogEvent, message
from sixfold.table.room.commands import ByPerson, Command
from sixfold.table.room.event_kinds import KINDS
from sixfold.table.server.requester import ApiRequest, TheRequester, TheService
from sixfold.table.server.room_service import RoomService


class EventShape(TypedDict):
    """Something that happened in a room. What more it has depends on its kind; what is hidden has nothing more."""

    number: int
    kind: Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)})]
    version: int
    at: str
    person: str | None
    prev: str
    hash: str
    hidden: NotRequired[bool]
    record: NotRequired[dict[str, Any]]


class Problem(TypedDict):
    """An error (RFC 9457): `detail` is a sentence for people, `code` is stable, `column` counts from 1."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    column: NotRequired[int]
    expected: NotRequired[list[str]]
    guess: NotRequired[str]


Handler = TypeVar("Handler", bound=Callable[..., Any])

SERVERS = ("by", "secret", "witness", "silent")
"""Fields of commands that the server fills in."""


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all bodies of requests: unknown names are refused."""


def body_of(command: type[Command]) -> Any:
    """Return the body of the call for a command: its fields without those of the server and those in its path."""
    made: Any = msgspec.field
    fields = [
        (field.name, field.type, made(default=field.default, default_factory=field.default_factory))
        for field in msgspec.structs.fields(command)
        if field.name not in SERVERS and f"{{{field.name}}}" not in command.PATH
    ]
    about = {"__doc__": command.__doc__}
    name = f"New{command.TITLE or command.__name__}"
    return msgspec.defstruct(name, fields, bases=(RequestBody,), frozen=True, module=__name__, namespace=about)


def taking(command: type[Command]) -> Callable[[Handler], Handler]:
    """Have a handler take the body of a command as `data`."""

    def taken(handler: Handler) -> Handler:
        handler.__annotations__["data"] = getitem(JSONBody, body_of(command))
        return handler

    return taken


async def shown_to(service: RoomService, room_id: str, event: LogEvent, person: str) -> EventShape:
    """An event as a person may see it: the same bytes as on their socket, so they are not encoded again."""
    answer = Response(message(event, await service.person(room_id, person)), media_type=MediaType.JSON)
    return cast("EventShape", answer)


async def submit(
    request: ApiRequest, service: RoomService, room_id: str, command: Any, data: RequestBody | None = None
) -> EventShape:
    """Submit a command, and return the event that answers it."""
    decided = await service.submit(room_id, command, *idempotency_of(request, command.by, data))
    return await shown_to(service, room_id, await service.answering_event(room_id, decided), command.by)


def idempotency_of(request: ApiRequest, person: str, data: RequestBody | None) -> tuple[str, bytes]:
    """Return the person and key of a post, and its content. Raises TableError (table/unreadable) for a long key."""
    key = request.headers.get("idempotency-key", "")
    if len(key) > POST_KEY_LENGTH:
        raise TableError("table/unreadable", f"An Idempotency-Key has at most {POST_KEY_LENGTH} characters.")
    return (f"{person}\n{key}", f"{request.scope['path']}\n".encode() + msgspec.json.encode(data)) if key else ("", b"")


def http_call(
    command: type[ByPerson],
    summary: str,
    answer: Callable[[ApiRequest, RoomService, str, Any, RequestBody], Awaitable[EventShape]] = submit,
    tag: str = "throws",
) -> HTTPRouteHandler:
    """Return the call for a command of a room, at its path."""

    @taking(command)
    async def handler(
        request: ApiRequest, service: TheService, by: TheRequester, room: FromPath[str], data: Any
    ) -> EventShape:
        named = {name: value for name, value in request.path_params.items() if name != "room"}
        return await answer(request, service, room, command(by=by.id, **named, **asdict(data)), data)

    handler.__name__ = handler.__qualname__ = command.TITLE or command.__name__
    method = {"POST": post, "PUT": put, "PATCH": patch}[command.METHOD]
    return method(f"/rooms/{{room:str}}{command.PATH.replace('}', ':str}')}", tags=[tag], summary=summary)(handler)
