"""What a table's server would cost without a table: the same calls, sockets and messages, no store, no rules, no rooms.

A throw is two messages of the sizes that they have at a table: the call, and what came of it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from itertools import count
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

ROOMS: dict[str, set[asyncio.Queue[str]]] = {}
NUMBERS = count(1)


@post("/api/v1/rooms")
async def open_room() -> dict[str, Any]:
    return {"room": f"r{next(NUMBERS)}", "links": {"player": "#x"}}


@post("/api/v1/rooms/{room:str}/people")
async def join(room: FromPath[str]) -> dict[str, str]:
    return {"token": "x"}


@post("/api/v1/rooms/{room:str}/throws")
async def throw(room: FromPath[str]) -> dict[str, Any]:
    call = {"number": next(NUMBERS), "kind": "call", "padding": "x" * 380}
    event = {"number": next(NUMBERS), "kind": "throw", "padding": "x" * 800}
    messages = [json.dumps(message, separators=(",", ":")) for message in (call, event)]
    for queue in ROOMS.get(room, ()):
        for message in messages:
            queue.put_nowait(message)
    return event


@websocket("/api/v1/rooms/{room:str}/live")
async def live(socket: WebSocket[Any, Any, Any], room: FromPath[str]) -> None:
    await socket.accept()
    await socket.receive_text()
    queue: asyncio.Queue[str] = asyncio.Queue()
    ROOMS.setdefault(room, set()).add(queue)
    try:
        while True:
            await socket.send_text(await queue.get())
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        ROOMS[room].discard(queue)


if __name__ == "__main__":
    app = Litestar([open_room, join, throw, live], logging_config=None)
    config = uvicorn.Config(
        app,
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        lifespan="off",
        timeout_keep_alive=75,
    )
    uvicorn.Server(config).run()
