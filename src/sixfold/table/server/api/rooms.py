"""Rooms and the people in them; and the calls that ask a command of a room, which are made from the command."""

from collections.abc import Awaitable, Callable, Mapping
from operator import getitem
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar, cast

import msgspec
from litestar import MediaType, Response, delete, get, patch, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, Parameter
from msgspec import Meta
from msgspec.structs import asdict

from sixfold.base.bounds import NAME_LENGTH, POST_KEY_LENGTH
from sixfold.errors import TableError
from sixfold.table.room import Event, message, role_of
from sixfold.table.room.commands import (
    ByPerson,
    Command,
    Door,
    HandOver,
    Join,
    LayOut,
    Leave,
    Links,
    Open,
    Remove,
    Rename,
)
from sixfold.table.room.kinds import VERSIONS
from sixfold.table.room.names import read_name
from sixfold.table.room.visibility import masters
from sixfold.table.server.caller import Asking, TheAsker, TheService, address_of, bearer, link, public_address
from sixfold.table.server.room_service import RoomService


class EventShape(TypedDict):
    """Something that happened in a room. What more it has depends on its kind; what is hidden has nothing more."""

    number: int
    kind: Annotated[str, Meta(extra_json_schema={"enum": list(VERSIONS)})]
    version: int
    at: str
    person: str | None
    prev: str
    hash: str
    hidden: NotRequired[bool]
    record: NotRequired[dict[str, Any]]


class Opened(msgspec.Struct, frozen=True):
    """A new room; the secret of each link is its fragment."""

    room: str
    links: dict[str, str]


class Invitation(msgspec.Struct, frozen=True):
    """The target of a link: a room, the role there, whether the door is open for that role, and the GM."""

    name: str
    role: str
    open: bool
    masters: list[str]


class Joined(msgspec.Struct, frozen=True):
    """Your seat in a room. The token is told this once.

    `taken` says that somebody has the name you asked for, so that a number stands behind yours.
    """

    person: str
    name: str
    colour: str
    role: str
    taken: bool
    token: str


class Page(TypedDict):
    """Events in order; `last` is the number of the newest event of the room.

    `reset` is true where the log that you have is not this one: the table was put back from a copy. Forget what you
    have, and ask for everything after 0.
    """

    events: list[EventShape]
    last: int
    reset: NotRequired[bool]


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


Games = Annotated[str, Parameter(max_length=NAME_LENGTH * 10, description="games, with commas between")]

Handler = TypeVar("Handler", bound=Callable[..., Any])

SERVERS = ("by", "secret", "witness", "silent")
"""Fields of commands that the server fills in."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all bodies: unknown names are refused."""


def body_of(command: type[Command], *besides: str) -> Any:
    """The body of the call that asks a command: its fields without those of the server, and `besides`."""
    made: Any = msgspec.field
    fields = [
        (field.name, field.type, made(default=field.default, default_factory=field.default_factory))
        for field in msgspec.structs.fields(command)
        if field.name not in (*SERVERS, *besides)
    ]
    about = {"__doc__": command.__doc__}
    name = f"New{command.__name__}"
    return msgspec.defstruct(name, fields, bases=(Body,), frozen=True, kw_only=True, module=__name__, namespace=about)


def taking(command: type[Command], *besides: str) -> Callable[[Handler], Handler]:
    """Have a handler take the body of a command as `data`."""

    def taken(handler: Handler) -> Handler:
        handler.__annotations__["data"] = getitem(JSONBody, body_of(command, *besides))
        return handler

    return taken


def links_of(request: Asking, room: str, given: Mapping[str, str]) -> dict[str, str]:
    """Links by role, at the address by which this request came unless the table has a public one."""
    address = public_address(request)
    return {role: link(address, room, secret) for role, secret in given.items()}


async def seen(service: RoomService, room: str, event: Event, person: str) -> EventShape:
    """An event as a person may see it: the same bytes as on their socket, so they are not encoded again."""
    answer = Response(message(event, await service.person(room, person)), media_type=MediaType.JSON)
    return cast("EventShape", answer)


async def done(request: Asking, service: RoomService, room: str, command: Any, data: Body | None = None) -> EventShape:
    """Ask for something and give the event that came of it."""
    asked = await service.ask(room, command, *key_of(request, command.by, data))
    return await seen(service, room, await service.answer(room, asked), command.by)


def key_of(request: Asking, person: str, data: Body | None) -> tuple[str, bytes]:
    """Return the person and key of a post, and its content. Raises TableError (table/unreadable) for a long key."""
    key = request.headers.get("idempotency-key", "")
    if len(key) > POST_KEY_LENGTH:
        raise TableError("table/unreadable", f"An Idempotency-Key has at most {POST_KEY_LENGTH} characters.")
    return (f"{person}\n{key}", f"{request.scope['path']}\n".encode() + msgspec.json.encode(data)) if key else ("", b"")


def call(
    path: str,
    command: type[ByPerson],
    summary: str,
    answer: Callable[[Asking, RoomService, str, Any, Body], Awaitable[EventShape]] = done,
    method: Callable[..., Callable[..., HTTPRouteHandler]] = post,
    tag: str = "throws",
) -> HTTPRouteHandler:
    """The call that asks a command of a room."""

    @taking(command)
    async def ask(request: Asking, service: TheService, by: TheAsker, room: FromPath[str], data: Any) -> EventShape:
        return await answer(request, service, room, command(by=by.id, **asdict(data)), data)

    ask.__name__ = ask.__qualname__ = command.__name__
    return method(f"/rooms/{{room:str}}{path}", tags=[tag], summary=summary)(ask)


@post("/rooms", tags=["rooms"], summary="Open a room; its three links are returned only once")
@taking(Open)
async def open_room(request: Asking, service: TheService, data: Any) -> Opened:
    request.app.state.opening.take(address_of(request, request.app.state.settings))
    if await service.reading(service.store.log.rooms) >= request.app.state.settings.rooms:
        raise TableError("table/full", "This server has its maximum number of rooms. Ask its operator.")
    room, given = await service.open(data.name)
    return Opened(room, links_of(request, room, given))


@get("/rooms/{room:str}", tags=["rooms"], summary="The room at this moment, as you may see it")
async def show_room(service: TheService, by: TheAsker, room: FromPath[str], games: Games = "") -> dict[str, Any]:
    """`games`, with commas between: whose instruments are wanted, besides those of which you saw something."""
    return {
        **await service.view(room, by.id, games.split(",")),
        "here": asdict((await service.room(room)).present),
    }


@get("/rooms/{room:str}/invitation", tags=["rooms"], summary="The room of a link (its secret is the bearer token)")
async def invitation(request: Asking, service: TheService, room: FromPath[str]) -> Invitation:
    secret = bearer(request)
    role = await service.known(room, lambda state: role_of(state, secret))
    state = await service.state(room)
    names = [state.people[person].name for person in masters(state.people)]
    return Invitation(state.name, role, state.open or role == "master", names)


@post("/rooms/{room:str}/people", tags=["rooms"], summary="Come in by a link (its secret is the bearer token)")
@taking(Join)
async def join(request: Asking, service: TheService, room: FromPath[str], data: Any) -> Joined:
    secret = bearer(request)
    await service.known(room, lambda state: role_of(state, secret))
    asked = await service.ask(room, Join(secret, data.name, data.colour, data.role))
    body = (await service.answer(room, asked)).shown
    taken = body["name"] != read_name(data.name)
    return Joined(body["person"], body["name"], body["colour"], body["role"], taken, asked.given["token"])


@patch(
    "/rooms/{room:str}/people/{person:str}", tags=["rooms"], summary="Change a name or colour: your own, or as master"
)
@taking(Rename, "person")
async def rename(
    request: Asking, service: TheService, by: TheAsker, room: FromPath[str], person: FromPath[str], data: Any
) -> EventShape:
    return await done(request, service, room, Rename(by.id, person, data.name, data.colour), data)


@delete(
    "/rooms/{room:str}/people/{person:str}",
    tags=["rooms"],
    status_code=200,
    summary="Leave, or (as master) remove somebody",
)
async def remove(
    request: Asking, service: TheService, by: TheAsker, room: FromPath[str], person: FromPath[str]
) -> EventShape:
    return await done(request, service, room, Leave(by.id) if by.id == person else Remove(by.id, person))


@post("/rooms/{room:str}/links", tags=["rooms"], summary="New links; the old ones end")
@taking(Links)
async def renew_links(request: Asking, service: TheService, by: TheAsker, room: FromPath[str], data: Any) -> Opened:
    asked = await service.ask(room, Links(by.id, data.roles))
    return Opened(room, links_of(request, room, asked.given))


HANDLERS = [
    open_room,
    show_room,
    invitation,
    join,
    rename,
    remove,
    renew_links,
    call("/masters", HandOver, "Hand the room over", tag="rooms"),
    call("/door", Door, "Open or close the door for newcomers", method=put, tag="rooms"),
    call("/games", LayOut, "Choose the games of the room, as master", method=put, tag="rooms"),
]
