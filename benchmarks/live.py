"""A full table under load: a thousand sockets in two hundred rooms, beside the same fan-out without store and rules.

`python -m benchmarks.live` prints one table, and writes it into the docs with `--write`; `make bench` ends with it.
Sender and receivers are one process, so that times need no common clock; the server is another.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.printed import Printed

ROOMS, SOCKETS = 200, 5
"""Rooms, and sockets in each."""

RATE, SECONDS = 100, 10
"""Rolls a second, and for how long."""

RAMP, RAMP_SECONDS = (200, 400, 800, 1600), 3
"""Rolls a second that are tried, and for how long each, until the 99th percentile passes the limit."""

AT_ONCE = 20
"""Rooms in which people sit down at the same time."""

COMMITS = 200
"""Commits that are timed, since every roll waits for one."""

LIMIT = 50.0
"""Milliseconds from post to last receipt beyond which a table is too slow."""


class Seat(NamedTuple):
    """A person: where he throws, and who he is."""

    room: str
    token: str


class Figures(NamedTuple):
    """Seconds until everybody sat; milliseconds from post to the last receipt; what it cost the server: milliseconds
    of processor time for a roll, kilobytes for a socket; and how many rolls a second were within the limit.
    """

    seated: float
    p50: float
    p99: float
    done: int
    asked: int
    processor: float
    socket_kb: float
    most: int


class Http:
    """One kept connection; just as much HTTP as the two servers need."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: Any, token: str = "", key: str = "") -> Any:
        """Post JSON and read the JSON that comes back."""
        if self._idle:
            reader, writer = self._idle.pop()
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(data)}\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\r\n"
        writer.write(head.encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
        found = json.loads(await reader.readexactly(length))
        self._idle.append((reader, writer))
        if not answer.startswith(b"http/1.1 201"):
            raise RuntimeError(found)
        return found


class Crowd:
    """Everyone who sits at the table, and when each of them heard of which event."""

    def __init__(self, port: int) -> None:
        self.http = Http(port)
        self.port = port
        self.seats: list[list[Seat]] = []
        self.heard: dict[tuple[str, int], list[float]] = {}
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Open all rooms and all sockets; in some rooms at a time, as on an evening."""
        for _ in range(0, ROOMS, AT_ONCE):
            await asyncio.gather(*(self._fill_a_room() for _ in range(AT_ONCE)))

    async def _fill_a_room(self) -> None:
        opened = await self.http.post("/api/v1/rooms", {"name": "Load"})
        link = opened["links"]["player"].partition("#")[2]
        path = f"/api/v1/rooms/{opened['room']}/people"
        people = [await self.http.post(path, {"name": f"P{at}"}, link) for at in range(SOCKETS)]
        seats = [Seat(opened["room"], person["token"]) for person in people]
        self.seats.append(seats)
        for seat in seats:
            await self._listen(seat)

    async def _listen(self, seat: Seat) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/v1/rooms/{seat.room}/live?after=0"
        listening = await connect(address, compression=None, ping_interval=None)
        await listening.send(json.dumps({"token": seat.token}))
        self._sockets.append(listening)
        self._tasks.append(asyncio.create_task(self._hear(seat.room, listening)))

    async def _hear(self, room: str, listening: ClientConnection) -> None:
        async for received in listening:
            message = str(received)
            now = time.perf_counter()
            at = message.find('"number":')
            if at >= 0 and '"kind":"throw"' in message:
                number = int(message[at + 9 : at + 20].partition(",")[0])
                self.heard.setdefault((room, number), []).append(now)

    async def throw(self, rate: int, seconds: float) -> tuple[list[float], int]:
        """Throws at a steady rate; the times to the last receipt, and how many throws there were."""
        sent: dict[tuple[str, int], float] = {}

        async def one(at: int) -> None:
            seats = self.seats[at % ROOMS]
            seat = seats[at // ROOMS % SOCKETS]
            began = time.perf_counter()
            path = f"/api/v1/rooms/{seat.room}/throws"
            event = await self.http.post(path, {"check": "ten +4 superior 1"}, seat.token, f"{began}")
            sent[(seat.room, event["number"])] = began

        start, tasks = time.perf_counter(), []
        for at in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, start + at / rate - time.perf_counter()))
            tasks.append(asyncio.create_task(one(at)))
        failed = [found for found in await asyncio.gather(*tasks, return_exceptions=True) if found is not None]
        if failed:
            raise RuntimeError(f"{len(failed)} throws failed, the first with {failed[0]!r}")
        await asyncio.sleep(1)
        whole = {key: began for key, began in sent.items() if len(self.heard.get(key, ())) == SOCKETS}
        return [1000 * (max(self.heard[key]) - began) for key, began in whole.items()], len(tasks)

    async def leave(self) -> None:
        """Close everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(one.close() for one in self._sockets), return_exceptions=True)


def usage(process: int) -> tuple[float, float]:
    """Seconds of processor time and kilobytes of memory of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    status = Path(f"/proc/{process}/status").read_text()
    memory = float(status.partition("VmRSS:")[2].split()[0])
    return (int(fields[11]) + int(fields[12])) / 100, memory


@contextmanager
def server(words: list[str], port: int) -> Iterator[int]:
    """A server as a process of its own."""
    process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until:  # the port is open before everything is loaded, which is no socket's memory
            with suppress(OSError, http.client.HTTPException):
                asking = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                asking.request("GET", "/api/v1/health")
                asking.getresponse()
                break
            time.sleep(0.1)
        yield process.pid
    finally:
        process.kill()
        process.wait(20)


async def measured(port: int, process: int, seconds: float) -> Figures:
    """The figures of a server."""
    crowd = Crowd(port)
    start, (_, before) = time.perf_counter(), usage(process)
    await crowd.sit_down()
    seated = time.perf_counter() - start
    await asyncio.sleep(1)
    began, after = usage(process)
    times, asked = await crowd.throw(RATE, seconds)
    ended, _ = usage(process)
    most = 0
    for rate in RAMP:
        ramped, tried = await crowd.throw(rate, min(seconds, RAMP_SECONDS))
        if len(ramped) < tried or percentile(ramped) > LIMIT:
            break
        most = rate
    await crowd.leave()
    return Figures(
        seated,
        statistics.median(times),
        percentile(times),
        len(times),
        asked,
        1000 * (ended - began) / asked,
        (after - before) / (ROOMS * SOCKETS),
        most,
    )


def percentile(times: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(times, n=100)[98]


def commits(folder: str) -> list[float]:
    """Milliseconds that commits of SQLite take in a folder: what a disk needs before a roll is acknowledged."""
    found = []
    with closing(sqlite3.connect(f"{folder}/commits.db", isolation_level=None)) as connection:
        for statement in ("pragma journal_mode=wal", "pragma synchronous=full", "create table row (bytes)"):
            connection.execute(statement)
        for _ in range(COMMITS):
            began = time.perf_counter()
            connection.execute("insert into row values (?)", (bytes(2000),))
            found.append(1000 * (time.perf_counter() - began))
    return found


HEAD = ("", "seated, s", "p50, ms", "p99, ms", "heard by all", "processor, ms a roll", "kB a socket", "rolls a second")


def main() -> None:
    """Measure both servers, one after the other, and print them side by side."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the table is under load")
    parser.add_argument("--write", action="store_true", help="write the figures into the docs")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sixfold-live-") as folder:
        data = f"{folder}/table.db"
        kinds = {
            "fan-out alone": (["benchmarks.live_bare", "8901"], 8901),
            "a table": (["sixfold", "serve", "--port", "8902", "--data", data, "--rate", "100000000"], 8902),
        }
        about = (
            f"{ROOMS * SOCKETS:,} sockets in {ROOMS} rooms and {RATE} rolls a second for {asked.seconds:g} seconds, "
            f"on loopback. The last column is the most rolls a second with a p99 below {LIMIT:g} ms. Each roll waits "
            "for a commit to this disk."
        )
        table = Printed(HEAD, about)
        for name, (words, port) in kinds.items():
            with server(words, port) as process:
                found = asyncio.run(measured(port, process, asked.seconds))
            table.row(
                name,
                f"{found.seated:.1f}",
                f"{found.p50:.1f}",
                f"{found.p99:.1f}",
                f"{found.done:,} of {found.asked:,}",
                f"{found.processor:.1f}",
                f"{found.socket_kb:.0f}",
                f"{found.most:,}",
            )
        disk = commits(folder)
        table.row("a commit", "", f"{statistics.median(disk):.1f}", f"{percentile(disk):.1f}", "", "", "", "")
    if asked.write:
        table.write("live")


if __name__ == "__main__":
    main()
