"""The WebSocket of a room: events as they come, one a message."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from sixfold.bounds import GREETING_SECONDS
from sixfold.errors import SixfoldError
from sixfold.room import who
from sixfold.room.reading import Twice, read
from sixfold.web.asking import TheHall, address_of
from sixfold.web.hub import GONE, Reset
from sixfold.web.sockets import wire_of

UNREADABLE, REFUSED, LATE = 4400, 4003, 4008
"""Codes with which a socket is closed: a message that cannot be read, a refusal, a greeting that did not come."""


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client: their token, whether their browser may be a witness, and whether they want
    to know who is here."""

    token: str
    witness: bool = False
    here: bool = False


@websocket("/api/v1/rooms/{room:str}/live", name="live")
async def live(
    socket: WebSocket[Any, Any, Any],
    room: FromPath[str],
    hall: TheHall,
    after: FromQuery[int] = 0,
    head: FromQuery[str] = "",
) -> None:
    """Every event above `after`, then each as it happens; `{"kind": "alive"}` now and then, and witnesses wanted.

    A client with another log than this one (`head` is the hash of their last event) gets this log from its first event.
    The hub writes all that; here it is only heard when the other end goes.
    """
    await socket.accept()
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            text = await socket.receive_text()
        greeting = msgspec.json.decode(text, type=Greeting)
        read(text)
        who(await hall.known(room), greeting.token)
        after = max(0, after)
        follows = await hall.follows(room, after, head)
        state = await hall.state(room)
        person = who(state, greeting.token)  # they may have been removed meanwhile
        place = after if follows else 0
        listener = hall.hub.listen(state, person.id, place, greeting.witness, greeting.here, wire_of(socket.scope))
    except TimeoutError:
        await socket.close(LATE, "The first message must contain your token.")
        return
    except (msgspec.MsgspecError, Twice):
        await socket.close(UNREADABLE, 'The first message is {"token": ...}.')
        return
    except SixfoldError as error:
        await socket.close(GONE if error.code == "room/token" else REFUSED, error.code)
        return
    except WebSocketDisconnect:
        return
    try:
        if not follows:
            listener.send(Reset(state.number))
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
        hall.hub.leave(listener)
