"""WebSockets as they go over the wire: frames made once and written to many, connections that end when closed."""

import asyncio
from typing import Any, Final, cast

from litestar.types import Scope
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from sixfold.base.bounds import LINGER_SECONDS

WIRE: Final = "sixfold.wire"
"""The name of the ASGI extension by which an application is handed the connection of a socket."""

PARTING: Final = 1.0
"""Seconds that the last message of a socket may take."""


def framed(text: bytes) -> bytes:
    """A message as a frame. A server's frames have no mask, so that one is the same for everyone.

    >>> framed(b"{}")
    b'\\x81\\x02{}'
    """
    return Frame(Opcode.TEXT, text).serialize(mask=False)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """WebSockets that hand their connection to the application.

    A connection ends soon after its socket is closed, also where the other side never reads.
    """

    def connection_made(self, transport: Any) -> None:
        super().connection_made(cast("asyncio.Transport", _Lingering(transport, self.loop)))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[WIRE] = {"wire": self}

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:  # an answer instead of a socket is no mistake, which uvicorn would report
            self.handshake_complete = True

    @property
    def full(self) -> bool:
        """Whether the other side does not take what was written to it."""
        return not self.writable.is_set()

    def put(self, frame: bytes) -> None:
        """Write a frame, without waiting for anything; nothing once the socket closes."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)

    async def drained(self) -> None:
        """Wait until the other side has taken most of what was written."""
        await self.writable.wait()

    def part(self, code: int) -> None:
        """Close the socket with a code; the connection of who does not take even that is cut."""
        task = self.loop.create_task(self._part(code))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _part(self, code: int) -> None:
        try:
            async with asyncio.timeout(PARTING):
                await self.send({"type": "websocket.close", "code": code, "reason": ""})
        except TimeoutError:
            self.transport.abort()
        except (ClientDisconnected, RuntimeError):
            return  # the other side was faster


class _Lingering:
    """A transport that is given up some seconds after it was closed."""

    __slots__ = ("_loop", "_transport", "is_closing", "write")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self.write = transport.write
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        self._transport.close()
        self._loop.call_later(LINGER_SECONDS, self._transport.abort)


def wire_of(scope: Scope) -> WebSocketConnection:
    """The connection of the socket that an application was called for."""
    extensions: dict[str, Any] = cast("dict[str, Any]", scope.get("extensions") or {})
    wire: WebSocketConnection = extensions[WIRE]["wire"]
    return wire
