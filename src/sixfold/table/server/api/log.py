"""The log of a room: by number, as a document, its luck, and live over a WebSocket, one event a message."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

import msgspec
from litestar import Response, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery, QueryParameter

from sixfold.base.bounds import EVENTS_A_PAGE, GREETING_SECONDS
from sixfold.base.shapes.reading import in_words
from sixfold.base.strict_json import RepeatedNameError, read_json
from sixfold.errors import SixfoldError
from sixfold.table.room import LogEvent, message, seen_by, who
from sixfold.table.room.commands import API
from sixfold.table.room.log_export import written
from sixfold.table.server import game_worker
from sixfold.table.server.api.command_calls import EventShape
from sixfold.table.server.api.rules import FORMATS
from sixfold.table.server.listeners import GONE, Listener, Reset, Tail
from sixfold.table.server.live_room import LiveRoom
from sixfold.table.server.requester import TheRequester, TheService, TheWorkers, address_of
from sixfold.table.server.room_service import RoomService
from sixfold.table.server.websocket_frames import wire_of


class Page(TypedDict):
    """Events in order; `last` is the number of the newest event of the room.

    `reset` is true where the log that you have is not this one: the table was put back from a copy. Forget what you
    have, and ask for everything after 0.
    """

    events: list[EventShape]
    last: int
    reset: NotRequired[bool]


TAGS = ["log"]
After = Annotated[int, QueryParameter(ge=0, le=2**31 - 1, description="the number of the last event that you have")]
Before = Annotated[
    int, QueryParameter(ge=0, le=2**31 - 1, description="instead of `after`: the newest events below this number")
]
Limit = Annotated[int, QueryParameter(ge=1, le=EVENTS_A_PAGE, description="how many events at most")]
Head = Annotated[str, QueryParameter(max_length=64, description="the hash of that event, if you like")]


@get("/rooms/{room:str}/events", tags=TAGS, summary="Events above a number, a page at a time")
async def events(
    service: TheService,
    by: TheRequester,
    room: FromPath[str],
    after: After = 0,
    head: Head = "",
    before: Before = 0,
    limit: Limit = EVENTS_A_PAGE,
) -> Page:
    if before:
        before = min(before, (await service.state(room)).number + 1)
        after = max(0, before - 1 - limit)
        limit = before - 1 - after
    elif not await service.follows(room, after, head):
        return {"events": [], "last": (await service.state(room)).number, "reset": True}
    page = await service.events(room, after, limit) if limit else ()
    person = await service.person(room, by.id)
    shown = [cast("EventShape", seen_by(event, person)) for event in page]
    return {"events": shown, "last": (await service.state(room)).number}


@get("/rooms/{room:str}/export", tags=TAGS, summary="The log as you may see it; sixfold verify checks it")
async def export(
    service: TheService,
    by: TheRequester,
    room: FromPath[str],
    format: FromQuery[Literal["json", "csv", "markdown"]] = "json",
) -> Response[str]:
    log = await service.log(room)
    text = await asyncio.to_thread(written, format, room, log, await service.person(room, by.id))
    headers = {"Content-Disposition": f'attachment; filename="evening{FORMATS[format].ending}"'}
    return Response(text, media_type=FORMATS[format].media, headers=headers)


@get("/rooms/{room:str}/luck", tags=TAGS, summary="Each person's results compared with the exact odds")
async def luck(service: TheService, workers: TheWorkers, by: TheRequester, room: FromPath[str]) -> dict[str, Any]:
    log = await service.log(room)
    person = await service.person(room, by.id)
    answer: dict[str, Any] = await workers.answer(
        game_worker.luck, service.own_games.files, log, person, files=service.own_games.files
    )
    return answer


HANDLERS = [events, export, luck]


UNREADABLE, REFUSED, LATE = 4400, 4003, 4008
"""Codes with which a socket is closed: a message that cannot be read, a refusal, a greeting that did not come."""

REASON_LENGTH = 80
"""Characters of a sentence about a message; a reason has at most 123 bytes."""


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client: their token, and what else they want.

    `witness` says that their browser may be a witness, `here` that they want to know who is here, and `room` that they
    want the room itself, at once and after each change. With `tail` they get at most so many of the newest events
    above `after`, in one message; the ones before it are at `GET /events?before=N`.
    """

    token: str
    witness: bool = False
    here: bool = False
    room: bool = False
    tail: Annotated[int, msgspec.Meta(ge=0, le=EVENTS_A_PAGE)] | None = None


@websocket(f"{API}/rooms/{{room:str}}/live", name="live")
async def live(
    socket: WebSocket[Any, Any, Any],
    room: FromPath[str],
    service: TheService,
    after: FromQuery[int] = 0,
    head: FromQuery[str] = "",
) -> None:
    """Every event above `after`, then each as it happens; `{"kind": "alive"}` now and then, and witnesses wanted.

    With `tail` in the greeting, the newest events come first, in one message, instead of all above `after`.
    A client with another log than this one (`head` is the hash of their last event) gets this log from its first event.
    The room's listeners are written to elsewhere; here it is only heard when the other end goes.
    """
    await socket.accept()
    try:
        listener, live_room, first = await _greeted(socket, room, service, max(0, after), head)
    except TimeoutError:
        await socket.close(LATE, "The first message must contain your token.")
        return
    except msgspec.ValidationError as error:
        await socket.close(UNREADABLE, f"The first message: {in_words(error, Greeting)[:REASON_LENGTH]}")
        return
    except (msgspec.MsgspecError, RepeatedNameError):
        await socket.close(UNREADABLE, 'The first message is {"token": ...}.')
        return
    except SixfoldError as error:
        await socket.close(GONE if error.code == "room/token" else REFUSED, error.code)
        return
    except WebSocketDisconnect:
        return
    try:
        for news in first:
            listener.send(news)
        # Acting is done by posts: other messages are not read, and counts as a request.
        address = address_of(socket, socket.app.state.settings)
        while True:
            await socket.receive_data(mode="text")
            if not socket.app.state.rates.allows(address):
                await socket.close(REFUSED, "table/too-many")
                return
    except WebSocketDisconnect:
        return
    finally:
        live_room.leave(listener)


async def _greeted(
    socket: WebSocket[Any, Any, Any], room: str, service: RoomService, after: int, head: str
) -> tuple[Listener, LiveRoom, list[msgspec.Struct]]:
    """Take a greeting: who listens from now on, the room that they hear, and what is sent before its events.

    Raises TimeoutError, SixfoldError, or an error of msgspec for no greeting, or one that is refused.
    """
    async with asyncio.timeout(GREETING_SECONDS):
        text = await socket.receive_text()
    greeting = msgspec.json.decode(text, type=Greeting)
    read_json(text)
    await service.find(room, lambda state: who(state, greeting.token))
    follows = await service.follows(room, after, head)
    place = after if follows else 0
    tail: Sequence[LogEvent] = ()
    if greeting.tail is not None:
        place = max(place, (await service.state(room)).number - greeting.tail)
        tail = await service.events(room, place)
    state = await service.state(room)
    person = who(state, greeting.token)  # they may have been removed meanwhile
    place = tail[-1].number if tail else place
    first: list[msgspec.Struct] = [] if follows else [Reset(state.number)]
    if greeting.tail is not None:
        first.append(Tail([msgspec.Raw(message(event, person)) for event in tail]))
    listener = Listener(person.id, place, greeting.witness, greeting.here, greeting.room, wire_of(socket.scope))
    return listener, await service.listen(room, listener), first
