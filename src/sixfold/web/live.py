"""The WebSocket of a room: events as they come, one a message."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from sixfold.bounds import ALIVE_SECONDS, GREETING_SECONDS, SEND_SECONDS
from sixfold.errors import SixfoldError
from sixfold.room import canonical, who
from sixfold.web.asking import TheHall
from sixfold.web.hall import Hall
from sixfold.web.hub import GONE, Listener

UNREADABLE, REFUSED, LATE = 4400, 4003, 4008
"""Codes with which a socket is closed: a message that cannot be read, a refusal, a greeting that did not come."""

SLOW = 1013
"""Too slow to read: come again, from where you were."""


class Greeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client: who he is, and whether his browser may be asked to be a witness."""

    token: str
    witness: bool = False


@websocket("/api/v1/rooms/{room:str}/live", name="live")
async def live(
    socket: WebSocket[Any, Any, Any],
    room: FromPath[str],
    hall: TheHall,
    after: FromQuery[int] = 0,
    head: FromQuery[str] = "",
) -> None:
    """Every event above `after`, then each as it happens; `{"kind": "alive"}` now and then, and witnesses wanted.

    Who has another log than this one (`head` is the hash of his last event) is told so, and gets it from its first.
    """
    await socket.accept()
    try:
        greeting = await asyncio.wait_for(_greeting(socket), GREETING_SECONDS)
        state = await hall.known(room)
        person = who(state, greeting.token)
        after = max(0, after)
        follows = await hall.follows(room, after, head)
        listener = hall.hub.listen(room, person.id, after if follows else 0, greeting.witness)
    except TimeoutError:
        await socket.close(LATE, "The first message says who you are.")
        return
    except msgspec.MsgspecError:
        await socket.close(UNREADABLE, 'The first message is {"token": ...}.')
        return
    except SixfoldError as error:
        await socket.close(GONE if error.code == "room/token" else REFUSED, error.code)
        return
    except WebSocketDisconnect:
        return
    try:
        if not follows:
            await _send(socket, canonical({"kind": "reset", "last": (await hall.state(room)).number}))
        await _carry(socket, hall, listener)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        await _let_go(socket)
    finally:
        hall.hub.leave(listener)


async def _greeting(socket: WebSocket[Any, Any, Any]) -> Greeting:
    return msgspec.json.decode(await socket.receive_text(), type=Greeting)


async def _carry(socket: WebSocket[Any, Any, Any], hall: Hall, listener: Listener) -> None:
    """One task sends; this one hears when the other end goes, and takes nothing else from it."""
    sending = asyncio.create_task(_send_all(socket, hall, listener))
    hearing = asyncio.create_task(_hear(socket))
    try:
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        hearing.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)


async def _hear(socket: WebSocket[Any, Any, Any]) -> None:
    """Until the other end goes. Acting is done by posts: whatever is sent here is not read."""
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        return


async def _send_all(socket: WebSocket[Any, Any, Any], hall: Hall, listener: Listener) -> None:
    try:
        while not listener.closing:
            listener.more.clear()
            while listener.asked and not listener.closing:
                await _send(socket, canonical({"kind": "witness", "call": listener.asked.popleft()}))
            events = await hall.events(listener.room, listener.after)
            for event in events:
                await _send(socket, hall.hub.message(listener.room, event, listener.person))
                listener.after = event.number
                if listener.closing:
                    break
            if not events and not listener.more.is_set():
                await _wait(socket, listener)
        await socket.close(listener.closing, "")
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        # A reader who takes nothing for so long is gone, or will come again from where he was.
        await _let_go(socket)


async def _wait(socket: WebSocket[Any, Any, Any], listener: Listener) -> None:
    """Until there is more; a sign of life now and then, since browsers do not see the protocol's own."""
    try:
        await asyncio.wait_for(listener.more.wait(), ALIVE_SECONDS)
    except TimeoutError:
        await _send(socket, canonical({"kind": "alive", "last": listener.after}))


async def _send(socket: WebSocket[Any, Any, Any], data: bytes) -> None:
    await asyncio.wait_for(socket.send_text(data.decode()), SEND_SECONDS)


async def _let_go(socket: WebSocket[Any, Any, Any]) -> None:
    try:
        await asyncio.wait_for(socket.close(SLOW, ""), 1)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        return
