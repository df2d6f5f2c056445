"""Running a table: uvicorn around the application, and letting go of readers who never read."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Mapping
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sixfold.bounds import FRAME_BYTES, GOING_SECONDS, LINGER_SECONDS
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS
from sixfold.web.app import application
from sixfold.web.settings import Settings


class Sockets(WebSocketsSansIOProtocol):
    """WebSockets whose connection ends soon after they are closed, also where the other side never reads."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(_Lingering(transport, self.loop))


class _Lingering:
    """A transport that is given up some seconds after it was closed."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        self._transport.close()
        self._loop.call_later(LINGER_SECONDS, self._transport.abort)


class Lines(logging.Formatter):
    """Log lines as JSON: what happened and its figures; no addresses, no rooms, no secrets."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), "level": record.levelname.lower()}
        line["event"] = record.getMessage()
        line |= {name: vars(record)[name] for name in ("method", "status", "ms") if name in vars(record)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def serve(settings: Settings, systems: Mapping[str, System] = SYSTEMS) -> None:
    """Serve a table until it is told to stop (SIGTERM, SIGINT): what waits is written, sockets are closed."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    log = logging.getLogger("sixfold.table")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    config = uvicorn.Config(
        application(settings, systems),
        host=settings.host,
        port=settings.port,
        ws=Sockets,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GOING_SECONDS,
    )
    uvicorn.Server(config).run()
