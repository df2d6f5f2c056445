"""What a table has to survive: being killed, readers who never read, giant and torn frames, many at once."""

from __future__ import annotations

import json
import os
import signal
import socket as sockets
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Flag
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sixfold.table.room.verify import verify
from tests.table.server.kit import Person, Room, Table, closed, connect, sent, serving
from tests.table.store.kit import KILLS, another_postgresql, fresh
from tests.waiting import PATIENCE, wait_until

Acknowledged = dict[tuple[str, str], dict[str, Any]]
"""Events by who threw, and the key of his post."""

THROWS = 100
"""Throws in the midst of which a server is killed."""


def throws(person: Person, table: Table, turn: int, many: int, done: Acknowledged) -> None:
    """Throws until the server is gone, and notes what was acknowledged."""
    with httpx.Client(base_url=table.address, timeout=PATIENCE) as http:
        for at in range(many):
            key = f"{turn}/{at}"
            headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": key}
            path = f"/api/v1/rooms/{person.room.name}/throws"
            try:
                answer = http.post(path, json={"check": "ten", "visible": "all"}, headers=headers)
            except httpx.TransportError:
                return
            assert answer.status_code == 201, answer.text
            done[person.id, key] = answer.json()


def test_killed_in_the_midst_of_throws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """kill -9 in the midst of a hundred throws: every acknowledged one is there once, in order, and only once.

    `make kill` does it a hundred times, at another moment each time.
    """
    database = tmp_path / "table.db"
    with serving(database, tmp_path) as table:
        room = table.open()
        people = [room.join(f"P{at}") for at in range(4)]
        assert table.stop() == 0
    acknowledged: Acknowledged = {}
    for turn in range(KILLS):
        before, after = len(acknowledged), 1 + turn * 37 % (THROWS - 10)
        with serving(database, tmp_path) as table, ThreadPoolExecutor(4) as pool:
            for person in people:
                pool.submit(throws, person, table, turn, THROWS // 4, acknowledged)
            wait_until(lambda aim=before + after: len(acknowledged) >= aim)  # type: ignore[misc]
            assert table.process.poll() is None
            table.process.send_signal(signal.SIGKILL)
    with serving(database, tmp_path) as table:
        room.table = table
        events: list[dict[str, Any]] = []
        while page := people[0].events(len(events)):
            events += page
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        assert {event["kind"] for event in events} == {"opened", "joined", "lane", "call", "throw"}
        assert len(acknowledged) >= KILLS
        assert len({event["number"] for event in acknowledged.values()}) == len(acknowledged)
        for (whose, key), event in acknowledged.items():
            assert events[event["number"] - 1] == event
            again = next(person for person in people if person.id == whose).throw("ten", key=key)
            assert again == event
        assert verify(people[0].get("/export").text).problems == []
    thrown = sum(event["kind"] == "throw" for event in events)
    with capsys.disabled():
        print(
            f"\nkilled {KILLS} times in the midst of {THROWS} throws: {len(acknowledged)} were acknowledged, all are "
            f"there, once and in order ({thrown - len(acknowledged)} more were written and never acknowledged)"
        )


def test_a_reader_who_never_reads_holds_nobody_up(table: Table) -> None:
    """Somebody who connects and reads nothing does not hold anybody up."""
    room = table.open()
    one, lazy = room.join("One"), room.join("Lazy")
    host, port = table.address.removeprefix("http://").split(":")
    with sockets.socket() as stuck:
        stuck.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        stuck.connect((host, int(port)))
        stuck.sendall(
            f"GET /api/v1/rooms/{room.name}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in stuck.recv(2**16)
        stuck.sendall(frame(json.dumps({"token": lazy.token}).encode()))
        for _ in range(40):
            one.throw("dice 100d1000")
        with one.listening() as socket:
            assert socket.until(one.throw("ten")["number"])


def frame(data: bytes, opcode: int = 1, last: bool = True) -> bytes:
    """A frame from a client, with a mask of zeros."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    if len(data) > 65_535:
        length = b"\xff" + len(data).to_bytes(8, "big")
    return bytes([(0x80 if last else 0) | opcode]) + length + bytes(4) + data


@pytest.mark.parametrize(
    "greeting",
    [
        "",
        "x" * 100_000,
        "[]",
        '{"token": 7}',
        '{"token": "x", "more": 1}',
        "{" * 4000,
        '{"token": "x", "token": "y"}',
        '{"token": "\\ud800"}',
    ],
)
def test_greetings_that_cannot_be_read(room: Room, greeting: str) -> None:
    """Whatever comes first, the socket is closed with a code; the server goes on."""
    one = room.join("One")
    address = room.table.address.replace("http", "ws", 1) + f"/api/v1/rooms/{room.name}/live"
    with connect(address) as socket:
        sent(socket, greeting)
        assert closed(socket)[0] in (1006, 1009, 1007, 4400, 4001)
    assert one.throw("ten")["kind"] == "throw"


def test_giant_and_torn_bodies(room: Room) -> None:
    """A body that is too large, torn, deep, or of another kind is refused with a problem."""
    one = room.join("One")
    headers = {"Authorization": f"Bearer {one.token}", "Idempotency-Key": "k", "Content-Type": "application/json"}
    path = f"/rooms/{room.name}/throws"
    for body in (
        b"", b"{", b"[" * 100_000, b'{"check": "' + b"x" * 3000 + b'"}', b'{"check": "' + b"x" * 3_000_000 + b'"}',
        b"\xff\xfe", b'{"\xff": 1}', b'{"check": "\xff"}',
        b'{"check": "ten", "faces": [' + b"1," * 50_000 + b"1]}", b'{"check": NaN}',
        b'{"check": {"system": "ten", "options": {"modifier": 1e999}}}', b'{"check": "ten \\u0000"}',
    ):  # fmt: skip
        answer = room.table.http.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, (body[:40], answer.status_code, answer.text[:200])
        assert answer.headers["content-type"] == "application/problem+json"


def test_many_listen_at_once(room: Room) -> None:
    """A hundred sockets in one room hear every throw, each once and in order."""
    people = [room.join(f"P{at}") for at in range(100)]
    start = len(people[0].events())
    with ExitStack() as stack:
        listening = [stack.enter_context(person.listening(after=start)) for person in people]
        last = [people[0].throw("ten") for _ in range(5)][-1]["number"]
        for socket in listening:
            assert [event["number"] for event in socket.until(last)] == list(range(start + 1, last + 1))


def test_two_servers_share_a_room(tmp_path: Path) -> None:
    """Two servers on one PostgreSQL hear of each other; when one is killed nothing is lost."""
    database = fresh("postgresql", tmp_path)
    with serving(database, tmp_path) as first, serving(database, tmp_path) as second:
        room = first.open()
        one, two = room.join("One"), room.join("Two")
        here = Room(second, room.name, room.links)
        two.room = here
        with two.listening() as socket:
            for _ in range(10):
                one.throw("ten")
                last = two.throw("wild 3D")["number"]
            heard = socket.until(last)
            assert [event["number"] for event in heard] == list(range(1, last + 1))
            first.process.kill()
            one.room = here
            after = one.throw("ten")
            assert socket.until(after["number"])[-1] == after
        assert [event["number"] for event in one.events()] == list(range(1, after["number"] + 1))


@dataclass
class Storm:
    """Throws that go on until `done`, whatever becomes of them."""

    done: Flag = field(default_factory=Flag)
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def throws(self, person: Person) -> None:
        """Roll on and on, each as often as it takes until it is acknowledged."""
        mine = 0
        with httpx.Client(base_url=person.room.table.address, timeout=PATIENCE) as http:
            while not self.done.is_set():
                headers = {"Authorization": f"Bearer {person.token}", "Idempotency-Key": f"{mine}"}
                answer = http.post(f"/api/v1/rooms/{person.room.name}/throws", json={"check": "ten"}, headers=headers)
                if answer.status_code == 201:
                    self.acknowledged.append(answer.json())
                    mine += 1
                else:
                    assert (answer.status_code, answer.json()["code"]) == (503, "store/unavailable")
                    assert answer.headers["retry-after"]
                    self.refused.append(person.id)
                    self.done.wait(0.05)

    def goes_on(self, many: int = 10) -> None:
        """Wait until so many more throws are acknowledged."""
        aim = len(self.acknowledged) + many
        wait_until(lambda: len(self.acknowledged) >= aim)


def test_a_database_that_starts_again(tmp_path: Path) -> None:
    """PostgreSQL goes down at once and comes back while rooms play on two servers: nothing is lost or doubled.

    Sockets that stayed open hear all of it, also what the other server wrote.
    """
    database = another_postgresql()
    with serving(database.get_uri(), tmp_path) as first, serving(database.get_uri(), tmp_path) as second:
        room = first.open()
        one, two, watcher = room.join("One"), room.join("Two"), room.join("Watcher", "spectator")
        two.room = watcher.room = Room(second, room.name, room.links)
        storm = Storm()
        with ThreadPoolExecutor(2) as pool, watcher.listening() as socket:
            futures = [pool.submit(storm.throws, who) for who in (one, two)]
            try:
                storm.goes_on()
                postmaster = database.get_postmaster_info().process
                os.kill(postmaster.pid, signal.SIGQUIT)
                wait_until(lambda: {one.id, two.id} <= {*storm.refused} or any(future.done() for future in futures))
                wait_until(lambda: not postmaster.is_running())  # while it goes down, `start` takes it for running
                database.start()
                storm.goes_on()
            finally:
                storm.done.set()
            for future in futures:
                future.result()
            last = one.throw("ten")["number"]
            try:
                heard = socket.until(last)
            except ConnectionClosed as closed:
                # Whoever had to be sent what the database holds while it was gone was told to come again.
                if closed.rcvd is None or closed.rcvd.code != 1013:
                    raise
                with watcher.listening() as again:
                    heard = again.until(last)
        assert [event["number"] for event in heard] == list(range(1, last + 1))
        by_number = {event["number"]: event for event in heard}
        acknowledged = storm.acknowledged
        assert len({event["number"] for event in acknowledged}) == len(acknowledged)
        assert all(by_number[event["number"]] == event for event in acknowledged)
        assert sum(event["kind"] == "throw" for event in heard) == len(acknowledged) + 1
