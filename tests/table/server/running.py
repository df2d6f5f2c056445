"""A table inside the tests' own process, where its bounds can be made small."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from threading import Thread

import uvicorn

from sixfold.table.server.pages import read
from sixfold.table.server.room_service import RoomService
from sixfold.table.server.serving import application, configuration, listening
from sixfold.table.server.settings import Settings
from sixfold.table.server.workers import Workers
from tests.table.server.kit import API, Room, Table, free_port
from tests.waiting import PATIENCE, wait_until

page = cache(read)
"""The page, which does not change while it is tested."""


@contextmanager
def running(
    folder: Path, clock: Callable[[], float] = float, public: str = "", own_games: str = "", **said: int
) -> Iterator[str]:
    """The address of the API of a table with these settings, at which rates see no time go by, or that of a clock."""
    settings = Settings(
        port=free_port(),
        database=str(folder / "table.db"),
        rate=said.get("rate", 10**6),
        rooms=said.get("rooms", 100),
        proxy=bool(said.get("proxy", 0)),
        public=public,
        own_games=own_games,
    )
    servers: list[uvicorn.Server] = []

    async def serve() -> None:
        service = await asyncio.to_thread(RoomService, settings.database, asyncio.get_running_loop())
        workers = Workers(1)
        server = uvicorn.Server(configuration(application(settings, service, workers, page(), clock)))
        servers.append(server)
        try:
            with closing(listening(settings)) as socket:
                await server.serve([socket])
        finally:
            await service.close()
            workers.close()

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        wait_until(lambda: not thread.is_alive() or (servers and servers[0].started))
        assert thread.is_alive()
        yield f"http://{settings.host}:{settings.port}{API}"
    finally:
        for server in servers:
            server.should_exit = True
        thread.join(PATIENCE)


@contextmanager
def inside(folder: Path) -> Iterator[Room]:
    """A room of such a table."""
    with running(folder) as address:
        table = Table(address.removesuffix(API))
        with table.http:
            yield table.open()
