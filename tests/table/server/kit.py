"""A real table on loopback, and the people at it."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as opened

from sixfold.base.bounds import ALIVE_SECONDS
from tests.forked import Forked
from tests.waiting import PATIENCE, wait_until

API = "/api/v1"

connect: Final = partial(opened, open_timeout=PATIENCE, ping_timeout=PATIENCE)
"""Open a WebSocket, however long a busy machine takes for it."""

SIGNS: Final = round(PATIENCE / ALIVE_SECONDS)
"""Signs of life after which waiting is given up: each of them ends the wait for a message."""


@dataclass
class Table:
    """A table at an address."""

    address: str

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.address + API, timeout=PATIENCE)

    def open(self, name: str = "Friday") -> Room:
        """A new room."""
        answer = self.http.post("/rooms", json={"name": name})
        assert answer.status_code == 201, answer.text
        body = answer.json()
        secrets = {role: link.partition("#")[2] for role, link in body["links"].items()}
        return Room(self, body["room"], secrets)


@dataclass
class Server(Table):
    """A table in a process of its own."""

    process: Forked
    log: Path

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell the server to stop, and wait until it has."""
        self.http.close()
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@dataclass
class Room:
    """A room of a table."""

    table: Table
    name: str
    links: Mapping[str, str]

    def join(self, name: str, role: str = "player") -> Person:
        """Somebody comes in."""
        headers = {"Authorization": f"Bearer {self.links[role]}"}
        answer = self.table.http.post(f"/rooms/{self.name}/people", json={"name": name}, headers=headers)
        assert answer.status_code == 201, answer.text
        body = answer.json()
        assert body["role"] == role
        return Person(self, body["person"], body["token"])


@dataclass
class Person:
    """Somebody at a table."""

    room: Room
    id: str
    token: str

    def _headers(self, key: str = "") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} | ({"Idempotency-Key": key} if key else {})

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Ask for something of the room."""
        return self.room.table.http.get(f"/rooms/{self.room.name}{path}", params=query, headers=self._headers())

    def post(self, path: str, body: Any, key: str = "") -> httpx.Response:
        """Do something in the room."""
        return self.room.table.http.post(f"/rooms/{self.room.name}{path}", json=body, headers=self._headers(key))

    def throw(self, check: str, visible: str = "all", key: str = "", **more: Any) -> dict[str, Any]:
        """Roll a check; returns the event as this person sees it."""
        key = key or f"{check} {uuid4()}"
        answer = self.post("/throws", {"check": check, "visible": visible, **more}, key)
        assert answer.status_code == 201, answer.text
        event: dict[str, Any] = answer.json()
        return event

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        """What he sees of the log."""
        found: list[dict[str, Any]] = self.get("/events", after=after).json()["events"]
        return found

    @contextmanager
    def listening(
        self, after: int = 0, witness: bool = False, token: str | None = None, head: str = "", **wants: Any
    ) -> Iterator[Socket]:
        """Their socket, with what else they want: `here`, `room`, `tail`."""
        address = self.room.table.address.replace("http", "ws", 1) + API
        with connect(f"{address}/rooms/{self.room.name}/live?after={after}&head={head}", max_size=2**24) as connection:
            greeting = {"token": self.token if token is None else token, "witness": witness, **wants}
            connection.send(json.dumps(greeting))
            yield Socket(connection)


@dataclass
class Socket:
    """An open WebSocket."""

    connection: ClientConnection

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message that is not a sign of life. Fails when only such signs come."""
        for _ in range(SIGNS):
            message: dict[str, Any] = json.loads(self.connection.recv(timeout))
            if message["kind"] != "alive":
                return message
        raise AssertionError("It never came: the table only lives on.")

    def until(self, number: int, timeout: float = PATIENCE) -> list[dict[str, Any]]:
        """All events up to one."""
        found: list[dict[str, Any]] = []
        while not found or found[-1].get("number", 0) < number:
            found.append(self.next(timeout))
        return found


def closed(connection: ClientConnection, timeout: float = PATIENCE) -> tuple[int, str]:
    """Reads until the other side closes; its code and reason."""
    socket = Socket(connection)
    try:
        while True:
            socket.next(timeout)
    except ConnectionClosed as end:
        return (end.rcvd.code, end.rcvd.reason) if end.rcvd is not None else (1006, "")


def sent(connection: ClientConnection, message: str | Iterable[str]) -> None:
    """Send a message, in pieces if it has some. One that is refused may be cut off before its end."""
    with suppress(ConnectionClosed):
        connection.send(message)


PORTS: Final = count(os.getpid())
HELD: Final[list[socket.socket]] = []
"""What keeps the ports of this process from others that test as well, see `free_port`."""


def free_port() -> int:
    """A port that nobody listens on, and that nobody takes meanwhile.

    It is below those that systems give to whoever calls, and above 10080, which browsers refuse to open. A server takes
    a while until it listens, so the same number of UDP, which nobody here uses, is held from now on: other processes
    that look for a port pass it by.
    """
    while True:
        port = 10_100 + next(PORTS) % 5_900
        held = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            held.bind(("127.0.0.1", port))
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            held.close()
            continue
        HELD.append(held)
        return port


@contextmanager
def serving(
    database: str | Path, folder: Path, *options: str, port: int = 0, module: str = "sixfold"
) -> Iterator[Server]:
    """A server as its own process; it is stopped in the end, whatever happened."""
    port = port or free_port()
    log = folder / f"server-{port}.log"
    words = ["serve", "--port", str(port), "--rate", "1000000", *options]
    words += ["--database" if "://" in str(database) else "--data", str(database)]
    process = Forked(module, words, log)
    table = Server(f"http://127.0.0.1:{port}", process, log)
    try:
        ready(table)
        yield table
    finally:
        table.http.close()
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)
        process.said.close()


def ready(table: Server) -> None:
    """Wait until it answers."""

    address = (table.http.base_url.host, table.http.base_url.port or 80)

    def listens() -> bool:
        assert table.process.poll() is None, table.log.read_text()
        with suppress(OSError), socket.create_connection(address):
            return True
        return False

    wait_until(listens)
    assert table.http.get("/health").status_code == 200
