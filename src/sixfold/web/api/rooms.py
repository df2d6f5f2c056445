"""Rooms and the people in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec
from litestar import delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, Parameter

from sixfold.bounds import NAME_LENGTH, POST_KEY_LENGTH
from sixfold.errors import TableError
from sixfold.room import Event, role_of, view
from sixfold.room.commands import Command, Door, HandOver, Join, LayOut, Leave, Links, Remove, Rename
from sixfold.room.names import read_name
from sixfold.room.sight import masters
from sixfold.web.api.answers import EventShape, Invitation, Joined, Opened
from sixfold.web.api.bodies import Body, ChangedPerson, DoorState, NewGames, NewLinks, NewMaster, NewPerson, NewRoom
from sixfold.web.asking import Asking, TheHall, address_of, asker, bearer, link, public_address
from sixfold.web.hall import Hall

TAGS = ["rooms"]

Games = Annotated[str, Parameter(max_length=NAME_LENGTH * 10, description="games, with commas between")]


def links_of(request: Asking, room: str, given: Mapping[str, str]) -> dict[str, str]:
    """Links by role, at the address by which this request came unless the table has a public one."""
    address = public_address(request)
    return {role: link(address, room, secret) for role, secret in given.items()}


async def seen(hall: Hall, room: str, event: Event, person: str) -> EventShape:
    """An event as a person may see it."""
    return cast("EventShape", await hall.seen(room, event, person))


async def done(
    request: Asking, hall: Hall, room: str, command: Command, person: str, data: Body | None = None
) -> EventShape:
    """Ask for something and give the event that came of it."""
    asked = await hall.ask(room, command, *key_of(request, person, data))
    return await seen(hall, room, await hall.answer(room, asked), person)


def key_of(request: Asking, person: str, data: Body | None) -> tuple[str, bytes]:
    """Whose post this is and which, and what it asks. Raises TableError (table/unreadable) for a key too long."""
    key = request.headers.get("idempotency-key", "")
    if len(key) > POST_KEY_LENGTH:
        raise TableError("table/unreadable", f"An Idempotency-Key has at most {POST_KEY_LENGTH} characters.")
    return (f"{person}\n{key}", f"{request.scope['path']}\n".encode() + msgspec.json.encode(data)) if key else ("", b"")


@post("/rooms", tags=TAGS, summary="Open a room; its three links are returned only once")
async def open_room(request: Asking, hall: TheHall, data: JSONBody[NewRoom]) -> Opened:
    request.app.state.opening.take(address_of(request, request.app.state.settings))
    if await hall.reading(hall.store.log.rooms) >= request.app.state.settings.rooms:
        raise TableError("table/full", "This server has its maximum number of rooms. Ask its operator.")
    room, given = await hall.open(data.name)
    return {"room": room, "links": links_of(request, room, given)}


@get("/rooms/{room:str}", tags=TAGS, summary="The room at this moment, as you may see it")
async def show_room(request: Asking, hall: TheHall, room: FromPath[str], games: Games = "") -> dict[str, Any]:
    """`games`, with commas between: whose instruments are wanted, besides those of which you saw something."""
    person = await asker(request, hall, room)
    return {**view(await hall.state(room), person.id, games.split(",")), "here": hall.hub.here(room)}


@get("/rooms/{room:str}/invitation", tags=TAGS, summary="The room of a link (its secret is the bearer token)")
async def invitation(request: Asking, hall: TheHall, room: FromPath[str]) -> Invitation:
    state = await hall.known(room)
    role = role_of(state, bearer(request))
    names = [state.people[person].name for person in masters(state.people)]
    return {"name": state.name, "role": role, "open": state.open or role == "master", "masters": names}


@post("/rooms/{room:str}/people", tags=TAGS, summary="Come in by a link (its secret is the bearer token)")
async def join(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewPerson]) -> Joined:
    secret = bearer(request)
    role_of(await hall.known(room), secret)
    asked = await hall.ask(room, Join(secret, data.name, data.colour))
    body = (await hall.answer(room, asked)).shown
    return {
        "person": body["person"],
        "name": body["name"],
        "colour": body["colour"],
        "role": body["role"],
        "taken": body["name"] != read_name(data.name),
        "token": asked.given["token"],
    }


@patch("/rooms/{room:str}/people/{person:str}", tags=TAGS, summary="Another name or colour: your own, or as master")
async def rename(
    request: Asking, hall: TheHall, room: FromPath[str], person: FromPath[str], data: JSONBody[ChangedPerson]
) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Rename(by, person, data.name, data.colour), by, data)


@delete(
    "/rooms/{room:str}/people/{person:str}", tags=TAGS, status_code=200, summary="Leave, or (as master) remove somebody"
)
async def remove(request: Asking, hall: TheHall, room: FromPath[str], person: FromPath[str]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Leave(by) if by == person else Remove(by, person), by)


@post("/rooms/{room:str}/masters", tags=TAGS, summary="Hand the room over")
async def hand_over(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewMaster]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, HandOver(by, data.person), by, data)


@put("/rooms/{room:str}/door", tags=TAGS, summary="Open or close the door for newcomers")
async def set_door(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[DoorState]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, Door(by, data.open), by, data)


@put("/rooms/{room:str}/games", tags=TAGS, summary="Choose the games of the room, as master")
async def lay_out(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewGames]) -> EventShape:
    by = (await asker(request, hall, room)).id
    return await done(request, hall, room, LayOut(by, data.games), by, data)


@post("/rooms/{room:str}/links", tags=TAGS, summary="New links; the old ones end")
async def renew_links(request: Asking, hall: TheHall, room: FromPath[str], data: JSONBody[NewLinks]) -> Opened:
    by = (await asker(request, hall, room)).id
    asked = await hall.ask(room, Links(by, data.roles))
    return {"room": room, "links": links_of(request, room, asked.given)}


HANDLERS = [open_room, show_room, invitation, join, rename, remove, hand_over, set_door, lay_out, renew_links]
