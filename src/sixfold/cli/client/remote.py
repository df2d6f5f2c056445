"""A seat at a table on a server: what is done goes there by post, what happens comes back on a socket."""

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Final
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import httpx
from msgspec import to_builtins
from msgspec.structs import replace as replaced
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from sixfold.base import machine
from sixfold.errors import DiceNeeded, SixfoldError, UsageError
from sixfold.rules.rule import System
from sixfold.show.files import replace
from sixfold.table.room.commands import API, Answer, Bookmark, Command, Roll, Witness
from sixfold.table.room.event_sentences import Names

TRIES: Final = 4
"""Times that a post is tried: with its key it is done once, however often it arrives."""

SECONDS: Final = 15
"""Seconds that the server may take for an answer."""

GONE: Final = (4001, 4003, 4400)
"""Codes with which a server closes a socket for good."""

TAIL: Final = 100
"""Newest events that are read first."""

KEPT = 200
"""Seats that are remembered; the oldest are forgotten."""


class Address:
    """The server, the room and the secret of a link. Raises UsageError for a text that is not a link.

    >>> Address("http://127.0.0.1:8000/rooms/abc#xyz").api
    'http://127.0.0.1:8000/api/v1/rooms/abc'
    """

    def __init__(self, link: str) -> None:
        try:
            parts = urlsplit(str(httpx.URL(link.strip())))
        except (httpx.InvalidURL, ValueError):
            parts = urlsplit("")
        head, _, self.room = parts.path.rstrip("/").rpartition("/rooms/")
        if parts.scheme not in ("http", "https") or not parts.netloc or not self.room or not parts.fragment:
            raise UsageError("A link looks like http://table.example/rooms/abc#secret: copy it whole.")
        self.secret = parts.fragment
        self.api = f"{parts.scheme}://{parts.netloc}{head}{API}/rooms/{self.room}"
        self.live = f"{self.api.replace('http', 'ws', 1)}/live"


class RemoteSeat:
    """Somebody's seat. `heard` is called with each event that comes, in the thread that listens.

    `names` are those that people and characters have after the last of these events.
    """

    def __init__(self, address: Address, token: str, person: str, systems: Mapping[str, System]) -> None:
        self._address = address
        self._token = token
        self.person = person
        self.systems = systems
        self.heard: Callable[[Any], None] = lambda shown: None
        self.names = Names()
        self._http = client(address, token)
        self._log: list[Mapping[str, Any]] = []
        self._sent: set[str] = set()
        self._lock = Lock()
        self._leaving = Event()

    def view(self, games: Iterable[str] = ()) -> Mapping[str, Any]:
        shown: Mapping[str, Any] = request(self._http, "GET", "", params={"games": ",".join(games)})
        return shown

    def log(self) -> Iterable[Mapping[str, Any]]:
        """The whole log: also what came before the socket began, and what it has not brought yet.

        The latter has what this seat has just done, and the next command may be about that.
        """
        with self._lock:
            while self._log and self._log[0]["number"] > 1:
                before = self._log[0]["number"]
                self._log[:0] = request(self._http, "GET", "/events", params={"before": before})["events"]
            known = list(self._log)
        while later := request(self._http, "GET", "/events", params={"after": last_number(known)})["events"]:
            known += later
        return known

    def entropy(self) -> str:
        return os.urandom(16).hex()

    def seen(self) -> Bookmark | None:
        """Return the last event that came, as far as this seat hears any."""
        with self._lock:
            last = self._log[-1] if self._log else {}
        return Bookmark(last["number"], last["hash"]) if last.get("hash") else None

    def do(self, command: Command) -> Mapping[str, Any]:
        method, path, body = posted(self.bound(command))
        shown: Mapping[str, Any] = request(self._http, method, path, json=body)
        return shown

    def bound(self, command: Command) -> Command:
        """Return a command that says, if it rolls, what this seat has seen before; its entropy is remembered."""
        if not isinstance(command, Roll | Answer):
            return command
        self._sent.add(command.c or "")
        return replaced(command, seen=self.seen())

    def is_own_roll(self, shown: Mapping[str, Any]) -> bool:
        """Return whether this seat asked for a roll of its person; one whose entropy it cannot see may be its own."""
        return shown["kind"] == "call" or shown.get("c", "") in ("", *self._sent)

    def export(self, form: str) -> str:
        answer = response_to(self._http, "GET", "/export", params={"format": form})
        return answer.text if answer.is_success else str(_read(answer))

    def listen(self) -> Mapping[str, Any]:
        """Begin to listen, from the newest events on. Returns the room."""
        view = self._begin()
        Thread(target=self._follow, daemon=True).start()
        return view

    def close(self) -> None:
        """Leave the socket; the person stays in the room."""
        self._leaving.set()
        self._http.close()

    # -- listening -------------------------------------------------------------------------------------------

    def _begin(self) -> Mapping[str, Any]:
        """Read the newest events, without showing them, and the names of everyone who is or was here."""
        view = self.view()
        newest = self._newest(view)
        self.names = Names()
        self.names.people |= {person["id"]: person["name"] for person in (*view["left"], *view["people"])}
        for event in newest:
            self.names.follow(event)
        with self._lock:
            self._log = newest
        return view

    def _newest(self, view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The events after which this seat hears, in a room that it has just seen."""
        tail = {"before": 2**31 - 1, "limit": TAIL}
        events: list[Mapping[str, Any]] = request(self._http, "GET", "/events", params=tail)["events"]
        return events

    def _follow(self) -> None:
        """Listen until this seat is left, coming back after each cut with everything that was missed."""
        wait = 0.2
        while not self._leaving.is_set():
            try:
                if not self._log:
                    self._begin()
                where = urlencode({"after": last_number(self._log), "head": self._log[-1]["hash"] if self._log else ""})
                with connect(f"{self._address.live}?{where}", max_size=2**24, open_timeout=SECONDS) as socket:
                    socket.send(json.dumps({"token": self._token, "witness": True}))
                    wait = 0.2
                    for message in socket:
                        if self._leaving.is_set():
                            return
                        self._take(json.loads(message))
            except (ConnectionClosed, OSError, InvalidHandshake, ValueError, SixfoldError) as cut:
                closed = cut.rcvd.code if isinstance(cut, ConnectionClosed) and cut.rcvd is not None else 0
                if closed in GONE or (isinstance(cut, SixfoldError) and cut.code == "room/token"):
                    self.heard({"kind": "gone"})
                    return
            self._leaving.wait(wait)
            wait = min(5.0, wait * 2)

    def _take(self, message: Mapping[str, Any]) -> None:
        if message["kind"] == "witness":
            with suppress(SixfoldError):  # somebody else was faster, or the time is over
                self.do(Witness(self.person, message["call"], self.entropy()))
        elif message["kind"] == "reset":
            self._begin()
            self.heard(message)
        elif message.get("number", 0) > last_number(self._log):
            with self._lock:
                self._log.append(message)
            self.names.follow(message)
            self.heard(message)


def last_number(log: Sequence[Mapping[str, Any]]) -> int:
    """The number of the last event of a log; 0 where there is none."""
    return int(log[-1]["number"]) if log else 0


def client(address: Address, bearer: str) -> httpx.Client:
    """A client for one room."""
    return httpx.Client(base_url=address.api, timeout=SECONDS, headers={"Authorization": f"Bearer {bearer}"})


def request(http: httpx.Client, method: str, path: str, key: str = "", **more: Any) -> Any:
    """Return the answer of a server as data. Raises SixfoldError with the server's code and sentence if it refuses."""
    return _read(response_to(http, method, path, key, **more))


def request_once(address: Address, bearer: str, method: str, path: str, **more: Any) -> Any:
    """Return the answer to a single request, over a connection of its own."""
    with client(address, bearer) as http:
        return request(http, method, path, **more)


def response_to(http: httpx.Client, method: str, path: str, key: str = "", **more: Any) -> httpx.Response:
    """Return the response of a server. It is asked again where it does not answer; with one key a post is done once."""
    headers = {"Idempotency-Key": key or uuid4().hex} if method != "GET" else {}
    for attempt in range(TRIES):
        last = attempt + 1 == TRIES
        try:
            answer = http.request(method, path, headers=headers, **more)
            if last or answer.status_code not in (429, 503):
                return answer
        except httpx.TransportError:
            if last:
                raise SixfoldError("table/nowhere", "The table does not answer. Is it running?") from None
        time.sleep(0.3 * 2**attempt)
    raise AssertionError("every way out is above")


def _read(answer: httpx.Response) -> Any:
    try:
        data = answer.json()
    except ValueError:
        data = None
    if answer.is_success and isinstance(data, dict):
        return data
    if not isinstance(data, dict) or "code" not in data:
        raise SixfoldError(
            "table/nowhere", f"There is no table at {answer.url.host} (it answered {answer.status_code})."
        )
    raise refusal(data)


def refusal(data: Mapping[str, Any]) -> SixfoldError:
    """The error that a problem document tells of."""
    code, sentence = str(data["code"]), str(data.get("detail", ""))
    if code == "dice/needed" and {"size", "label", "sides", "lowest"} <= data.keys():
        return DiceNeeded(data["size"], data["label"], data["sides"], data["lowest"], shows=data.get("shows", ""))
    return SixfoldError(code, sentence)


def posted(command: Command) -> tuple[str, str, dict[str, Any]]:
    """Return the request for a command: method, path, and a body with the fields that the path has not."""
    if not command.PATH:
        raise UsageError("You cannot do that from here.")
    fields = to_builtins(command)
    body = {name: value for name, value in fields.items() if name != "by" and f"{{{name}}}" not in command.PATH}
    return command.METHOD, command.PATH.format_map(fields), body


def place() -> Path:
    """The file of seats."""
    return Path(machine.memory(), "seats.json")


def seat_at(link: str, name: str, new: bool, systems: Mapping[str, System]) -> tuple[RemoteSeat, str]:
    """The seat that a link led to last time, or a `new` one under a name; and a notice if the name was taken.

    Raises UsageError for a text that is not a link, and what the server refuses.
    """
    address = Address(link)
    before = _seats().get(link)
    if not new and isinstance(before, dict) and {"token", "person"} <= before.keys():
        try:
            request_once(address, str(before["token"]), "GET", "")
        except SixfoldError as error:
            if error.code != "room/token":
                raise
        else:
            return RemoteSeat(address, str(before["token"]), str(before["person"]), systems), ""
    joined = request_once(address, address.secret, "POST", "/people", json={"name": name})
    remember(link, joined["token"], joined["person"])
    notice = f"The name {name} is already taken: you are {joined['name']}." if joined.get("taken") else ""
    return RemoteSeat(address, str(joined["token"]), str(joined["person"]), systems), notice


def remember(link: str, token: str, person: str) -> None:
    """Keep a seat; where it cannot be kept, the next time is a new one."""
    seats = _seats()
    seats.pop(link, None)
    seats[link] = {"token": token, "person": person}
    with suppress(OSError):
        place().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        kept = json.dumps(dict(list(seats.items())[-KEPT:])).encode()
        replace(place(), lambda stream: stream.write(kept), mode=0o600)


def _seats() -> dict[str, Any]:
    try:
        seats = json.loads(place().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return seats if isinstance(seats, dict) else {}
