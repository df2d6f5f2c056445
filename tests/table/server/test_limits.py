"""Everything that a client can make grow has a bound, by name; past it, a sentence."""

from __future__ import annotations

import json
import pickle
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Request
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sixfold.base import bounds
from sixfold.base.rate_limiter import RateLimiter
from sixfold.table.server import listeners, middleware, room_service, serving, workers
from sixfold.table.server.api import log
from sixfold.table.server.requester import address_of, counted_as
from sixfold.table.server.settings import Settings
from tests.table.server.kit import Room, closed, connect, free_port, sent
from tests.table.server.running import running
from tests.waiting import PATIENCE, wait_until


def opened(api: httpx.Client) -> tuple[str, dict[str, str]]:
    """A room and its links."""
    body = api.post("/rooms", json={"name": "Friday"}).json()
    return body["room"], {role: link.partition("#")[2] for role, link in body["links"].items()}


def joined(api: httpx.Client, room: str, link: str, name: str = "One") -> str:
    """A person's token."""
    answer = api.post(f"/rooms/{room}/people", json={"name": name}, headers={"Authorization": f"Bearer {link}"})
    token: str = answer.json()["token"]
    return token


def greeted(address: str, room: str, token: str) -> Any:
    """An open socket."""
    socket = connect(f"{address.replace('http', 'ws', 1)}/rooms/{room}/live", legacy=True)
    socket.send(json.dumps({"token": token}))
    return socket


def let_in(address: str, room: str, token: str) -> Any:
    """An open socket on which the first event came; None where it was shut instead."""
    socket = greeted(address, room, token)
    try:
        socket.recv(PATIENCE)
    except ConnectionClosed:
        return None
    return socket


def code_of(answer: httpx.Response) -> str:
    """The code of a problem."""
    return str(answer.json()["code"])


def test_requests_a_minute(tmp_path: Path) -> None:
    """RATE_A_MINUTE: past the rate of an address nothing is answered but that there was too much, and when to come.

    Without a proxy, nobody is believed to be somebody else.
    """
    assert bounds.RATE_A_MINUTE == 600
    now = [0.0]
    with running(tmp_path, lambda: now[0], rate=20) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        others = [{"X-Forwarded-For": f"192.0.2.{at}", "X-Real-IP": f"192.0.2.{at}"} for at in range(25)]
        answers = [api.get("/openapi.json", headers=said) for said in others]
        assert [answer.status_code for answer in answers[:20]] == [200] * 20
        assert code_of(answers[-1]) == "table/too-many"
        assert answers[-1].headers["retry-after"] == "2"
        assert api.get("/health").status_code == 200
        now[0] = 3.0  # time for one of twenty
        assert [api.get("/openapi.json").status_code for _ in range(2)] == [200, 429]


def test_rooms_a_minute_and_in_all(tmp_path: Path) -> None:
    """ROOMS and ROOMS_A_MINUTE: rooms are opened slowly, and not without end."""
    assert bounds.ROOMS == 10_000
    with running(tmp_path, rate=60 * bounds.RATE_A_MINUTE // bounds.ROOMS_A_MINUTE, rooms=3) as address:
        answers = [httpx.post(f"{address}/rooms", json={"name": f"{at}"}, timeout=PATIENCE) for at in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 422]
        assert code_of(answers[-1]) == "table/full"
    with running(tmp_path, rate=2 * bounds.RATE_A_MINUTE // bounds.ROOMS_A_MINUTE) as address:
        codes = [httpx.post(f"{address}/rooms", json={"name": "x"}, timeout=PATIENCE).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


def test_addresses_that_are_counted() -> None:
    """RATE_ADDRESSES: the oldest are forgotten."""
    rates = RateLimiter(1, lambda: 0.0)
    assert rates.allows("first")
    assert not rates.allows("first")
    for at in range(bounds.RATE_ADDRESSES):
        rates.allows(f"{at}")
    assert rates.allows("first")


def test_sockets(tmp_path: Path) -> None:
    """SOCKETS_A_PERSON: one more is refused, another person's is not, and when one closes there is room again."""
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, links = opened(api)
        one, two = (joined(api, room, links["player"], name) for name in ("One", "Two"))
        sockets = [greeted(address, room, one) for _ in range(bounds.SOCKETS_A_PERSON)]
        for socket in sockets:
            socket.recv(PATIENCE)
        assert closed(greeted(address, room, one)) == (log.REFUSED, "room/sockets")
        sockets.append(greeted(address, room, two))
        sockets[-1].recv(PATIENCE)
        sockets.pop(0).close()
        sockets.append(wait_until(lambda: let_in(address, room, one)))
        for socket in sockets:
            socket.close()


@pytest.mark.parametrize(
    "said",
    [
        b"GET /" + b"a" * 99_999,
        b"GET / HTTP/1.1\r\nX: " + b"a" * 99_999,
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 20_000,
        b"POST /api/v1/odds HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: a\r\n" * 20_000,
        b"POST /api/v1/odds HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"a" * 99_999,
    ],
)
def test_heads_that_do_not_end(tmp_path: Path, said: bytes) -> None:
    """HEAD_BYTES: who sends headers, or anything but a body, without end is let go at once, and nothing is kept."""
    assert bounds.HEAD_BYTES == 65_536
    with running(tmp_path) as address, socket.create_connection(("127.0.0.1", httpx.URL(address).port)) as endless:
        endless.settimeout(PATIENCE)
        with suppress(ConnectionError):
            endless.sendall(said)
            while endless.recv(4096):
                pass
        assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /api/v1/health HTTP/1.1\r\nHost: [::1]\r\n",
        b"POST /api/v1/odds HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        b"GET /api/v1/health HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    ],
)
def test_requests_that_do_not_come_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    """REQUEST_SECONDS: who dribbles a request, byte after byte, has no connection for long; the server goes on."""
    assert bounds.REQUEST_SECONDS == 20
    monkeypatch.setattr(bounds, "REQUEST_SECONDS", 0.2)
    with running(tmp_path) as address:
        with socket.create_connection(("127.0.0.1", httpx.URL(address).port)) as slow:
            slow.sendall(said)
            slow.settimeout(0.01)

            def let_go() -> bool:
                try:
                    slow.sendall(b"G")
                    return not slow.recv(4096)
                except TimeoutError:
                    return False
                except ConnectionError:
                    return True

            wait_until(let_go)
        monkeypatch.undo()
        assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200


def test_what_came_whole_is_not_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """REQUEST_SECONDS: who listens, or keeps a connection after an answer, has all the time he wants."""
    made: list[serving.Requests] = []

    class Noted(serving.Requests):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            assert self._due is not None
            made.append(self)

    monkeypatch.setattr(serving, "Requests", Noted)
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, links = opened(api)
        with greeted(address, room, joined(api, room, links["player"])) as listening:
            listening.recv(PATIENCE)
            assert len(made) == 2
            wait_until(lambda: not any(one._due for one in made))


def test_methods_that_are_made_up(tmp_path: Path) -> None:
    """The figures of a server do not grow with what clients call their methods."""
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        for method in ("MKCOL", "PURGE", "REPORT", "LOCK"):
            assert api.request(method, "/health").status_code == 405
        assert api.request("MADEUP", "/health").status_code == 400  # this is no request
        figures = api.get("/metrics").text
        assert "MADEUP" not in figures
        assert 'sixfold_requests_total{method="other",status="405"} 4.0' in figures


def test_whose_request_a_proxy_says_it_is() -> None:
    """Only the end of the last line is the proxy's own; the lines above it are whatever the client wrote."""

    def asked(proxy: bool, *forwarded: bytes) -> str:
        scope: Any = {"type": "http", "client": ("127.0.0.1", 5), "headers": []}
        scope["headers"] = [(b"x-forwarded-for", line) for line in forwarded]
        return address_of(Request(scope), Settings(proxy=proxy))

    assert asked(False, b"6.6.6.6") == "127.0.0.1"
    assert asked(True) == "127.0.0.1"
    assert asked(True, b"6.6.6.6, 9.9.9.9") == "9.9.9.9"
    assert asked(True, b"6.6.6.6", b"9.9.9.9") == "9.9.9.9"
    assert asked(True, b"9.9.9.9:5") == asked(True, b"9.9.9.9:6") == "9.9.9.9"


def test_addresses_that_are_one() -> None:
    """RATE_PREFIX and RATE_ADDRESS_LENGTH: whoever has a network of IPv6 is counted as one, however he writes it."""
    assert (bounds.RATE_PREFIX, bounds.RATE_ADDRESS_LENGTH) == (64, 64)
    mine = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::", "[2001:DB8:1:2::7]:443", "[2001:db8:1:2::7]", "2001:db8:1:2::1%2")
    assert {counted_as(address) for address in mine} == {"2001:db8:1:2::/64"}
    assert counted_as("2001:db8:1:3::1") != counted_as(mine[0])
    assert counted_as("::ffff:192.0.2.7") == counted_as("192.0.2.7") == counted_as("192.0.2.7:80") == "192.0.2.7"
    assert counted_as("x" * 1000) == "x" * 64
    for odd in ("", "unknown", "[", "[]", "[]:", "1.2.3", "::1::", "%", "\ud800"):
        assert len(counted_as(odd)) <= 64


def turned_away(address: str, room: str, path: str = "live") -> tuple[int, str]:
    """The status and the code with which a socket is not opened."""
    with pytest.raises(InvalidStatus) as refused:
        connect(f"{address.replace('http', 'ws', 1)}/rooms/{room}/{path}", legacy=True)
    answer = refused.value.response
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, json.loads(answer.body or b"{}")["code"]


def test_sockets_at_an_address_that_cannot_be_read(tmp_path: Path) -> None:
    """A socket that is not opened is answered with a problem, as any other request is."""
    with running(tmp_path) as address:
        for after in ("x", "", "1.5", "%ff", "%C2%B2"):
            assert turned_away(address, "nowhere", f"live?after={after}") == (400, "table/unreadable")
        for path in ("events", "lives", ""):
            assert turned_away(address, "nowhere", path) == (404, "table/nowhere")


def test_sockets_a_minute(tmp_path: Path) -> None:
    """RATE_A_MINUTE holds for the opening of sockets, whether they ever say who they are; other requests count too."""
    with running(tmp_path, rate=20) as address:
        sockets = [greeted(address, "nowhere", "x") for _ in range(15)]
        assert {closed(socket) for socket in sockets} == {(listeners.GONE, "room/token")}
        assert httpx.get(f"{address}/openapi.json", timeout=PATIENCE).status_code == 200
        for _ in range(4):
            greeted(address, "nowhere", "x").close()
        assert turned_away(address, "nowhere") == (429, "table/too-many")
        assert code_of(httpx.get(f"{address}/openapi.json", timeout=PATIENCE)) == "table/too-many"
        assert [
            httpx.get(f"{address}{path}", timeout=PATIENCE).status_code for path in ("/health", "/ready", "/metrics")
        ] == [200] * 3


def test_messages_that_nobody_reads(tmp_path: Path) -> None:
    """RATE_A_MINUTE: who sends and sends on his socket has it closed; a few messages do no harm."""
    with running(tmp_path, rate=200) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, links = opened(api)
        token = joined(api, room, links["player"])
        with greeted(address, room, token) as socket:
            with suppress(ConnectionClosed):  # or all is sent, and lies on the way, before the server has read it
                for at in range(2_000):
                    socket.send("x" * bounds.FRAME_BYTES)
                    if at == 20:
                        socket.ping().wait(PATIENCE)
                        assert socket.close_code is None
            wait_until(lambda: socket.close_code)
            assert closed(socket) == (log.REFUSED, "table/too-many")


def test_sockets_of_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOCKETS counts those who never say who they are; an address has as many as it may ask in a minute."""
    assert bounds.SOCKETS == 10_000
    held = middleware.SocketLimit(2, 3)
    bounded = []

    def bounding(most: int, in_all: int) -> middleware.SocketLimit:
        bounded.append((most, in_all))
        return held

    monkeypatch.setattr(middleware, "SocketLimit", bounding)
    with running(tmp_path, rate=10**6) as address:
        assert bounded == [(10**6, bounds.SOCKETS)]
        silent = [connect(f"{address.replace('http', 'ws', 1)}/rooms/a/live", legacy=True) for _ in range(2)]
        assert turned_away(address, "a") == (429, "room/sockets")
        silent.pop().close()

        def connected() -> Any:
            with suppress(InvalidStatus):
                return connect(f"{address.replace('http', 'ws', 1)}/rooms/a/live", legacy=True)
            return None

        silent.append(wait_until(connected))
        assert held.takes("elsewhere")
        assert not held.takes("a third")
        for socket in silent:
            socket.close()


def test_probes_have_a_rate_of_their_own(tmp_path: Path) -> None:
    """RATE_A_MINUTE: whether the server is ready costs a look into the database, and is asked so often at most."""
    with running(tmp_path, rate=3) as address:
        assert [httpx.get(f"{address}/ready", timeout=PATIENCE).status_code for _ in range(4)] == [200, 200, 200, 429]
        assert [httpx.get(f"{address}/metrics", timeout=PATIENCE).status_code for _ in range(4)] == [200, 200, 200, 429]
        assert httpx.get(f"{address}/openapi.json", timeout=PATIENCE).status_code == 200
        assert [httpx.get(f"{address}/health", timeout=PATIENCE).status_code for _ in range(6)] == [200] * 6


def test_a_server_that_cannot_write_is_not_ready(tmp_path: Path) -> None:
    """As long as nothing can be written the server lives, and is not ready; then it is."""
    with running(tmp_path) as address:
        with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
            other.execute("begin immediate")
            answer = httpx.get(f"{address}/ready", timeout=PATIENCE)
            assert (answer.status_code, code_of(answer)) == (503, "store/unavailable")
            assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200
        wait_until(lambda: httpx.get(f"{address}/ready", timeout=PATIENCE).status_code == 200)


def test_a_greeting_that_does_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GREETING_SECONDS: who does not say who he is has no socket for long."""
    assert bounds.GREETING_SECONDS == 10
    monkeypatch.setattr(log, "GREETING_SECONDS", 0.2)
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, _ = opened(api)
        with connect(f"{address.replace('http', 'ws', 1)}/rooms/{room}/live") as socket:
            assert closed(socket)[0] == log.LATE


def test_signs_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ALIVE_SECONDS: a quiet socket hears that the table lives, and after which event."""
    assert bounds.ALIVE_SECONDS == 20
    monkeypatch.setattr(bounds, "ALIVE_SECONDS", 0.2)
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, links = opened(api)
        with connect(f"{address.replace('http', 'ws', 1)}/rooms/{room}/live") as socket:
            socket.send(json.dumps({"token": joined(api, room, links["player"])}))
            last = api.get(f"/rooms/{room}/events", headers={"Authorization": "Bearer x"}).status_code
            assert last == 401
            numbers: list[int] = []
            while (message := json.loads(socket.recv(PATIENCE)))["kind"] != "alive" or len(numbers) < 3:
                numbers += [message["number"]] if "number" in message else []
        assert message == {"kind": "alive", "last": numbers[-1]}


def test_readers_who_do_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SEND_SECONDS: who takes nothing for so long loses his connection, and others hear everything meanwhile."""

    def narrow(settings: Settings) -> socket.socket:
        """A listening socket whose connections hold little that was not read."""
        listening = serving.listening(settings)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return listening

    monkeypatch.setattr(bounds, "SEND_SECONDS", 0.5)
    monkeypatch.setattr("tests.table.server.running.listening", narrow)
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, links = opened(api)
        lazy, busy = (joined(api, room, links["player"], name) for name in ("Lazy", "Busy"))
        headers = {"Authorization": f"Bearer {busy}"}
        with socket.socket() as stuck, greeted(address, room, busy) as reading:
            stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stuck.connect(("127.0.0.1", httpx.URL(address).port))
            stuck.sendall(
                f"GET /api/v1/rooms/{room}/live HTTP/1.1\r\nHost: [::1]\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert b" 101 " in stuck.recv(2**16)
            stuck.sendall(framed_by_client(json.dumps({"token": lazy}).encode()))
            numbers = [json.loads(reading.recv(PATIENCE))["number"] for _ in range(5)]

            def only_one_is_left() -> bool:
                event = api.post(
                    f"/rooms/{room}/throws", json={"check": "dice 100d1000", "c": "00" * 16}, headers=headers
                )
                while numbers[-1] < event.json()["number"]:
                    numbers.append(json.loads(reading.recv(PATIENCE))["number"])
                return "sixfold_sockets 1" in api.get("/metrics").text

            wait_until(only_one_is_left)
            assert numbers == list(range(1, numbers[-1] + 1))
            stuck.settimeout(PATIENCE)
            with suppress(ConnectionError):
                while stuck.recv(2**20):
                    pass


def framed_by_client(data: bytes) -> bytes:
    """A short message as a client sends it, with a mask of zeros."""
    return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data


def test_listeners_who_are_far_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """RECENT_EVENTS and EVENTS_A_PAGE: who comes back after many events gets them all, a page at a time."""
    assert (bounds.RECENT_EVENTS, bounds.EVENTS_A_PAGE) == (256, 500)
    monkeypatch.setattr(bounds, "RECENT_EVENTS", 10)
    monkeypatch.setattr(room_service.RoomService._kept, "__defaults__", (20,))
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        room, links = opened(api)
        token = joined(api, room, links["player"])
        api.headers["Authorization"] = f"Bearer {token}"
        for at in range(50):
            last = api.post(f"/rooms/{room}/notes", json={"text": f"{at}"}).json()["number"]
        with greeted(address, room, token) as socket:
            assert [json.loads(socket.recv(PATIENCE))["number"] for _ in range(last)] == list(range(1, last + 1))
        pages, after = [], 0
        while found := api.get(f"/rooms/{room}/events", params={"after": after, "limit": 20}).json()["events"]:
            pages.append(len(found))
            after = found[-1]["number"]
        assert (pages, after) == ([20, 20, last - 40], last)


def test_bodies_and_keys(room: Room) -> None:
    """BODY_BYTES, POST_KEY_LENGTH, CHECKS_AT_ONCE, ROLLS_AT_ONCE, CHOICES: what is longer is refused unread."""
    one = room.join("One")
    large = {"check": "ten", "visible": "all", "c": "x" * bounds.BODY_BYTES}
    assert code_of(one.post("/throws", large, "k")) == "table/too-large"
    assert code_of(one.post("/throws", {"check": "ten"}, "k" * (bounds.POST_KEY_LENGTH + 1))) == "table/unreadable"
    assert one.post("/throws", {"check": "ten"}, "k" * bounds.POST_KEY_LENGTH).status_code == 201
    http = room.table.http
    assert http.post("/compare", json={"checks": ["ten"] * bounds.CHECKS_AT_ONCE}).status_code == 200
    assert code_of(http.post("/compare", json={"checks": ["ten"] * (bounds.CHECKS_AT_ONCE + 1)})) == "table/unreadable"
    record = http.post("/rolls", json={"check": "ten", "faces": [1, 2, 3]}).json()
    assert http.post("/tellings", json={"records": [record] * bounds.ROLLS_AT_ONCE}).status_code == 200
    too_many = http.post("/tellings", json={"records": [record] * (bounds.ROLLS_AT_ONCE + 1)})
    assert code_of(too_many) == "table/unreadable"
    many = {"check": "ten", "faces": [1, 2, 3], "choices": [0] * (bounds.CHOICES + 1)}
    assert code_of(http.post("/rolls", json=many)) == "table/unreadable"


def test_frames(room: Room) -> None:
    """FRAME_BYTES: a larger message closes the socket."""
    one = room.join("One")
    with one.listening() as socket:
        sent(socket.connection, "x" * (bounds.FRAME_BYTES + 1))
        assert closed(socket.connection)[0] == 1009
    with one.listening() as socket:
        sent(socket.connection, ("x" * 100 for _ in range(bounds.FRAME_BYTES // 100 + 1)))
        assert closed(socket.connection)[0] == 1009


def test_answers_with_a_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ANSWER_SECONDS, ANSWERS_WAITING, ANSWERS_A_WORKER and WORKERS: an answer that takes too long is ended."""
    assert (bounds.ANSWERS_A_WORKER, bounds.WORKERS) == (500, 2)
    patient: dict[str, Any] = workers.Workers.answer.__kwdefaults__ or {}
    monkeypatch.setattr(workers.Workers.answer, "__kwdefaults__", {**patient, "seconds": 0.3})
    with running(tmp_path) as address, httpx.Client(base_url=address, timeout=PATIENCE) as api:
        long = {"checks": ["dice 100d1000kh50"] * 20}
        assert code_of(api.post("/compare", json=long)) == "table/deadline"
        monkeypatch.setattr(workers.Workers.answer, "__kwdefaults__", patient)
        assert api.post("/odds", json={"check": "ten"}).json()["events"]["success"]["exact"] == "5/8"
        monkeypatch.setattr(workers, "ANSWERS_WAITING", 0)
        assert code_of(api.post("/odds", json={"check": "ten"})) == "table/too-many"


def test_witnesses_and_lingering() -> None:
    """WITNESS_SECONDS, WITNESSES, SEND_SECONDS, LINGER_SECONDS, KEPT_SECONDS and GOING_SECONDS are as promised."""
    assert (bounds.WITNESS_SECONDS, bounds.WITNESSES) == (0.3, 2)
    assert (bounds.SEND_SECONDS, bounds.LINGER_SECONDS, bounds.GOING_SECONDS, bounds.KEPT_SECONDS) == (10, 5, 5, 75)


def test_answers_are_sent_at_once() -> None:
    """A connection holds nothing back until it is a full packet, whichever event loop serves it."""
    with (
        closing(serving.listening(Settings(port=free_port()))) as table,
        socket.create_connection(table.getsockname()[:2]),
        table.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    ("does", "seconds", "why"),
    [
        ("signal.setitimer(signal.ITIMER_PROF, 0); faulthandler.cancel_dump_traceback_later(); sum(iter(int, 1))",
         0.2, "took longer than 0.2 seconds"),
        ("os._exit(0)", 10, "ended its process"),
        ("os.kill(os.getpid(), signal.SIGKILL)", 10, "needed more memory or work than it may use"),
    ],
    ids=["disarms", "exits", "is killed"],
)  # fmt: skip
def test_a_process_that_nothing_inside_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, seconds: float, why: str
) -> None:
    """Whoever began a process ends it by its own clock, whatever was disarmed in there, and says what became of it."""
    monkeypatch.setattr(workers, "BEGINS", 1)
    masked = f"import faulthandler, os, signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); {does}"
    worker = workers.Worker(tmp_path / "told.txt")
    with pytest.raises(workers.EndedError) as ended:
        worker.ask(pickle.dumps((seconds, (), pickle.dumps((exec, (masked,))))), seconds)
    assert (ended.value.why, str(ended.value)) == (why, "")
    assert worker.ask(pickle.dumps((10, (), pickle.dumps((len, ("ten",))))), 10) == 3
    worker.end()
