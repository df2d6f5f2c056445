"""Rooms and the people in them."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.params import FromPath, Parameter
from msgspec.structs import asdict

from sixfold.base.bounds import NAME_LENGTH
from sixfold.errors import TableError
from sixfold.table.room import role_of
from sixfold.table.room.commands import ChooseGames, Door, HandOver, Join, Leave, Links, Open, Remove, Rename
from sixfold.table.room.names import read_name
from sixfold.table.room.visibility import masters
from sixfold.table.server.api.command_calls import EventShape, http_call, submit, taking
from sixfold.table.server.requester import ApiRequest, TheRequester, TheService, address_of, bearer, public_address
from sixfold.table.server.settings import links


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


Games = Annotated[str, Parameter(max_length=NAME_LENGTH * 10, description="games, with commas between")]


@post("/rooms", tags=["rooms"], summary="Open a room; its three links are returned only once")
@taking(Open)
async def open_room(request: ApiRequest, service: TheService, data: Any) -> Opened:
    request.app.state.opening.take(address_of(request, request.app.state.settings))
    if await asyncio.to_thread(service.store.log.rooms) >= request.app.state.settings.rooms:
        raise TableError("table/full", "This server has its maximum number of rooms. Ask its operator.")
    room, secrets = await service.open(data.name)
    return Opened(room, links(public_address(request), room, secrets))


@get("/rooms/{room:str}", tags=["rooms"], summary="The room at this moment, as you may see it")
async def show_room(service: TheService, by: TheRequester, room: FromPath[str], games: Games = "") -> dict[str, Any]:
    """`games`, with commas between: whose instruments are wanted, besides those of which you saw something."""
    (shown,) = await service.views(room, [(by.id, games.split(","))])
    return {**shown, "here": asdict((await service.live_room(room)).presence)}


@get("/rooms/{room:str}/invitation", tags=["rooms"], summary="The room of a link (its secret is the bearer token)")
async def invitation(request: ApiRequest, service: TheService, room: FromPath[str]) -> Invitation:
    secret = bearer(request)
    role = await service.find(room, lambda state: role_of(state, secret))
    state = await service.state(room)
    names = [state.people[person].name for person in masters(state.people)]
    return Invitation(state.name, role, state.open or role == "master", names)


@post("/rooms/{room:str}/people", tags=["rooms"], summary="Come in by a link (its secret is the bearer token)")
@taking(Join)
async def join(request: ApiRequest, service: TheService, room: FromPath[str], data: Any) -> Joined:
    secret = bearer(request)
    await service.find(room, lambda state: role_of(state, secret))
    decided = await service.submit(room, Join(secret, data.name, data.colour, data.role))
    body = (await service.answering_event(room, decided)).shown
    taken = body["name"] != read_name(data.name)
    return Joined(body["person"], body["name"], body["colour"], body["role"], taken, decided.given["token"])


@delete(
    "/rooms/{room:str}/people/{person:str}",
    tags=["rooms"],
    status_code=200,
    summary="Leave, or (as master) remove somebody",
)
async def remove(
    request: ApiRequest, service: TheService, by: TheRequester, room: FromPath[str], person: FromPath[str]
) -> EventShape:
    return await submit(request, service, room, Leave(by.id) if by.id == person else Remove(by.id, person))


@post("/rooms/{room:str}/links", tags=["rooms"], summary="New links; the old ones end")
@taking(Links)
async def renew_links(
    request: ApiRequest, service: TheService, by: TheRequester, room: FromPath[str], data: Any
) -> Opened:
    decided = await service.submit(room, Links(by.id, data.roles))
    return Opened(room, links(public_address(request), room, decided.given))


HANDLERS = [
    open_room,
    show_room,
    invitation,
    join,
    http_call(Rename, "Change a name or colour: your own, or as master", tag="rooms"),
    remove,
    renew_links,
    http_call(HandOver, "Hand the room over", tag="rooms"),
    http_call(Door, "Open or close the door for newcomers", tag="rooms"),
    http_call(ChooseGames, "Choose the games of the room, as master", tag="rooms"),
]
