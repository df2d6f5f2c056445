"""Running a table: the application, its parts put together, and uvicorn around it."""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, contextmanager
from threading import Thread
from time import monotonic
from types import FrameType
from typing import Any, Final

import uvicorn
from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from uvicorn.loops.auto import auto_loop_factory
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sixfold import __version__
from sixfold.authoring.load import in_file
from sixfold.base import bounds
from sixfold.base.rate_limiter import RateLimiter
from sixfold.checks.check import parse
from sixfold.errors import SixfoldError, TableError
from sixfold.rules.rule import System
from sixfold.table.api_questions import answer_question
from sixfold.table.room.commands import API
from sixfold.table.server import pages
from sixfold.table.server.api import games, log, rolls, rooms, rules, server
from sixfold.table.server.api.log import live
from sixfold.table.server.api.server import Metrics
from sixfold.table.server.game_worker import described
from sixfold.table.server.middleware import Guard, admitted, mistake, refused, too_deep, unreadable
from sixfold.table.server.pages import Page
from sixfold.table.server.pages import handlers as handlers_of_page
from sixfold.table.server.requester import requester
from sixfold.table.server.room_service import RoomService
from sixfold.table.server.settings import Settings, links
from sixfold.table.server.websocket_frames import WebSocketConnection
from sixfold.table.server.workers import Workers

HANDLERS: Final = [handler for part in (server, rooms, rolls, log, rules, games) for handler in part.HANDLERS]
"""Every call of the API."""


def application(
    settings: Settings,
    service: RoomService,
    workers: Workers,
    page: Page,
    clock: Callable[[], float] = monotonic,
) -> Guard:
    """A table as an ASGI application: a service with its rooms, workers for what takes long, and the page.

    `clock` tells seconds, by which rates are counted.
    """
    app = Litestar(
        [
            Router(API, route_handlers=HANDLERS, before_request=admitted),
            live,
            *handlers_of_page(page),
            *pages.site(settings.site),
        ],
        state=State(
            {
                "settings": settings,
                "games": games.catalogue(settings, service.own_games.described),
                "metrics": Metrics(service),
                "rates": RateLimiter(settings.rate, clock),
                "opening": RateLimiter(max(1, settings.rate * bounds.ROOMS_A_MINUTE // bounds.RATE_A_MINUTE), clock),
            }
        ),
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "workers": Provide(lambda: workers, sync_to_thread=False),
            "by": Provide(requester),
        },
        exception_handlers={
            SixfoldError: refused,
            HTTPException: unreadable,
            RecursionError: too_deep,
            Exception: mistake,
        },
        openapi_config=OpenAPIConfig(
            title="Sixfold",
            version=__version__,
            description="Rooms, rolls and odds. Errors are problem documents (RFC 9457) with a `code`.",
            path="/unserved",
            render_plugins=[],
        ),
        request_max_body_size=bounds.BODY_BYTES,
        logging_config=None,
    )
    return Guard(app)


END: Final = b"\0end\n"
"""Tells the reader of standard error that nothing more comes."""

FIRST_ROOM: Final = "The first room"


class Requests(HttpToolsProtocol):
    """Requests that come whole in time, with heads that end; a connection that dribbles, or says nothing, is let go."""

    _due: asyncio.TimerHandle | None = None
    _beside = 0
    """Bytes of the request that are not its body: its head as far as it came, and what stands around a body."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._due = self.loop.call_later(bounds.REQUEST_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._due is None:
            self._due = self.loop.call_later(bounds.REQUEST_SECONDS, self.transport.abort)
        self._beside += len(data)
        super().data_received(data)
        if self not in self.connections or self._whole():
            self._in_time()
        elif self._beside > bounds.HEAD_BYTES:
            self.transport.abort()

    def on_body(self, body: bytes) -> None:
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._beside = 0
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def _whole(self) -> bool:
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _in_time(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class Lines(logging.Formatter):
    """Log lines as JSON: what happened and its figures; no addresses, no rooms, no secrets."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), "level": record.levelname.lower()}
        line["event"] = record.getMessage()
        line |= {name: vars(record)[name] for name in ("method", "status", "ms") if name in vars(record)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


@contextmanager
def json_lines() -> Generator[None, None, None]:
    """Have every line on standard error be a JSON object: those of libraries and of other processes too."""
    sys.stderr.flush()
    reading, writing = os.pipe()
    plain = os.dup(2)
    os.dup2(writing, 2)
    os.close(writing)
    handler = logging.StreamHandler(os.fdopen(plain, "w", encoding="utf-8", closefd=False))
    handler.setFormatter(Lines())
    logging.getLogger().addHandler(handler)
    logging.getLogger("sixfold.table").setLevel(logging.INFO)
    logging.captureWarnings(True)
    reader = Thread(target=_relay, args=(reading,), daemon=True)
    reader.start()
    try:
        yield
    finally:
        sys.stderr.flush()
        os.write(2, END)
        reader.join()
        logging.captureWarnings(False)
        logging.getLogger().removeHandler(handler)
        os.dup2(plain, 2)
        os.close(plain)


def _relay(reading: int) -> None:
    """Log every line that something else writes on standard error."""
    with os.fdopen(reading, "rb") as lines:
        for line in lines:
            if line == END:
                return
            if line.strip():
                logging.getLogger("sixfold.table").error(line.decode("utf-8", "replace").rstrip())


class _Stop:
    """The one handler of signals from the first moment to the last: whenever one comes, the server stops."""

    def __init__(self) -> None:
        self.asked = False
        self.starting: Callable[[], object] | None = None
        """Ends what is done before there is a server."""
        self.server: uvicorn.Server | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        if self.server is not None:
            self.server.handle_exit(number, frame)
        elif self.starting is not None:
            self.starting()


def serve(settings: Settings, systems: Mapping[str, System], say: Callable[[str], None]) -> int:
    """Serve a table until it is told to stop (SIGTERM, SIGINT): what waits is written, sockets are closed.

    `say` is told the address once it answers, and the links of the first room where there is none yet. Gives the exit
    status. Raises StoreError for a database that cannot be used, TableError (table/port) for a port that is taken.
    """
    stop = _Stop()
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with (
            closing(listening(settings)) as socket_,
            json_lines(),
            asyncio.Runner(loop_factory=auto_loop_factory()) as runner,
        ):
            return runner.run(_serve(settings, systems, socket_, say, stop))
    except asyncio.CancelledError:
        return 0
    finally:
        # After a signal the process is about to end: another one must find no handler that is just being changed.
        for number, what in before.items() if not stop.asked else ():
            signal.signal(number, what)


async def _serve(
    settings: Settings,
    systems: Mapping[str, System],
    listening: socket.socket,
    say: Callable[[str], None],
    stop: _Stop,
) -> int:
    reachable = settings._replace(host=own_address(settings.host)) if settings.everywhere else settings
    files = [game.home.place for game in systems.values() if game.home and game.home.find is in_file]
    files += games.kept(settings.own_games)
    workers, service = Workers(), None
    try:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        stop.starting = lambda: task and loop.call_soon_threadsafe(task.cancel)
        own = [await workers.answer(described, file, seconds=bounds.OWN_ROLL_SECONDS, files=[file]) for file in files]
        service = await asyncio.to_thread(RoomService, settings.database, asyncio.get_running_loop(), own)
        workers.warm(answer_question, "outlook", {"check": parse("ten")}, (), "json")
        links = await _first_links(service, reachable)
        server = _Server(configuration(application(settings, service, workers, pages.read())))
        server.told = lambda: say(_greeting(reachable, links, settings.everywhere))
        stop.server = server
        if not stop.asked:
            await server.serve([listening])
        return 0
    finally:
        if service is not None:
            await service.close()
        workers.close()


class _Server(uvicorn.Server):
    """Says when it answers, and leaves signals to `_Stop`."""

    told: Callable[[], None]

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.told()


def configuration(app: Guard) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Requests,
        ws=WebSocketConnection,
        ws_max_size=bounds.FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        lifespan="off",
        timeout_keep_alive=bounds.KEPT_SECONDS,
        timeout_graceful_shutdown=bounds.GOING_SECONDS,
    )


async def _first_links(service: RoomService, settings: Settings) -> Mapping[str, str]:
    """A room for those who start a table for the first time, and its links."""
    if await asyncio.to_thread(service.store.log.rooms):
        return {}
    room, secrets = await service.open(FIRST_ROOM)
    return links(settings.address, room, secrets)


def own_address(host: str) -> str:
    """Return this machine's address in its network, for one that listens everywhere; `host` itself without a network.

    Nothing is sent: a socket that is only aimed at another network knows its own end.
    """
    family, target = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as aimed:
            aimed.connect((target, 9))
            return str(aimed.getsockname()[0])
    except OSError:
        return host


def _greeting(settings: Settings, links: Mapping[str, str], everywhere: bool) -> str:
    lines = [f"The table is open at {settings.address}"]
    if everywhere:
        lines.append(f"If others cannot open it, replace {settings.host} with one that they can, or use --public.")
    if links:
        lines += ["", f"A first room, “{FIRST_ROOM}”, waits:"]
        lines += [f"  {role.ljust(9)}  {address}" for role, address in links.items()]
        lines += ["", "Keep the master's link for yourself; the others are for your players and for spectators."]
    return "\n".join(lines)


def listening(settings: Settings) -> socket.socket:
    """The socket on which the table listens."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        server = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).lower().partition(" (while")[0]
        another = settings.port % 65535 + 1
        hint = f" Choose another, as in --port {another} (make serve PORT={another})." if (error.errno or 0) > 0 else ""
        raise TableError(
            "table/port", f"Port {settings.port} of {settings.host} cannot be used: {why}.{hint}"
        ) from None
    # What is said is sent at once. Connections inherit it; asyncio's loop does not see to it with a socket of our own,
    # and each answer would come 40 ms late.
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return server
