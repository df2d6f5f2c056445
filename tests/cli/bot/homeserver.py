"""A stand-in for a homeserver of Matrix: the calls of its client-server API that a bot needs, over real sockets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from tests.waiting import wait_until

BOT: Final = "@dice:example.org"
TOKEN: Final = "secret"
MOST_BYTES: Final = 65_536
"""Bytes of an event."""

IN_A_SYNC: Final = 3
"""Events of a room in one sync; the rest is to be asked for."""

Answer = tuple[int, Mapping[str, Any], Mapping[str, str]]


class Homeserver:
    """Rooms, who is in them and what was said, in one order for all."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.events: list[dict[str, Any]] = []
        self.members: dict[str, set[str]] = {}
        self.invited: dict[str, list[str]] = {}
        self.sent: dict[str, str] = {}
        self.refusals: list[Answer] = []
        """What the next messages are answered instead."""
        self.asked: list[str] = []
        self.closing = False

    # -- what people do --------------------------------------------------------------------------------------

    def room(self, name: str, *people: str) -> str:
        """A room with people, to which the bot is invited."""
        with self.changed:
            self.members[name] = set(people)
            self.invited.setdefault(BOT, []).append(name)
            self.changed.notify_all()
        return name

    def say(
        self, room: str, user: str, body: str, kind: str = "m.room.message", more: Any = None, **content: Any
    ) -> str:
        """Somebody says something; the id of the event."""
        return self._add(room, user, kind, {"msgtype": "m.text", "body": body, **content, **(more or {})})

    def heard(self, room: str) -> list[str]:
        """What the bot said in a room."""
        return [event["content"]["body"] for event in self.by_bot(room)]

    def by_bot(self, room: str) -> list[dict[str, Any]]:
        """The events of the bot in a room."""
        return [event for event in self.events if event["room_id"] == room and event["sender"] == BOT]

    def answer(self, event: str) -> str:
        """Wait for the answer to a message."""
        return " ".join(wait_until(lambda: self.answers(event), lambda: self.events)[0].split())

    def answers(self, event: str) -> list[str]:
        """The answers to a message."""
        return [
            one["content"]["body"]
            for one in list(self.events)
            if one["sender"] == BOT
            and one["content"].get("m.relates_to", {}).get("m.in_reply_to", {}).get("event_id") == event
        ]

    def told(self, room: str, text: str) -> str:
        """Wait until the bot says something with a text in it."""
        return wait_until(
            lambda: next((said for said in self.heard(room) if text in " ".join(said.split())), ""),
            lambda: self.heard(room),
        )

    def whispering(self, user: str) -> str:
        """The room that the bot made for somebody; empty if there is none."""
        with self.changed:  # the bot may be making a room just now
            rooms = dict(self.members)
        return next((room for room, people in rooms.items() if people == {BOT, user} and "whisper" in room), "")

    def _add(self, room: str, sender: str, kind: str, content: Mapping[str, Any]) -> str:
        with self.changed:
            number = f"${len(self.events)}:example.org"
            self.events.append(
                {"event_id": number, "room_id": room, "sender": sender, "type": kind, "content": dict(content)}
            )
            self.changed.notify_all()
        return number

    # -- what a client asks ----------------------------------------------------------------------------------

    def asks(self, method: str, path: str, query: Mapping[str, str], body: Any, token: str) -> Answer:
        """The answer to a request."""
        self.asked.append(f"{method} {path}")
        if token != f"Bearer {TOKEN}":
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token"}, {}
        for pattern, answer in ROUTES.items():
            found = re.fullmatch(pattern, f"{method} {path}")
            if found:
                return answer(self, [unquote(part) for part in found.groups()], query, body)
        return 404, {"errcode": "M_UNRECOGNIZED", "error": path}, {}

    def whoami(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        return 200, {"user_id": BOT}, {}

    def profile(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        if parts[0].startswith("@nameless"):
            return 404, {"errcode": "M_NOT_FOUND", "error": "Profile not found"}, {}
        return 200, {"displayname": parts[0][1:].partition(":")[0].capitalize()}, {}

    def join(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        with self.changed:
            self.invited[BOT].remove(parts[0])
            self.members[parts[0]].add(BOT)
            self.changed.notify_all()
        return 200, {"room_id": parts[0]}, {}

    def leave(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        with self.changed:
            self.invited[BOT].remove(parts[0])
        return 200, {}, {}

    def create(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        with self.changed:
            name = f"!whisper{len(self.members)}:example.org"
            self.members[name] = {BOT, *body["invite"]}
        return 200, {"room_id": name}, {}

    def member(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        return 200, {"membership": "join" if parts[1] in self.members[parts[0]] else "leave"}, {}

    def send(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        room, kind, transaction = parts
        with self.changed:
            if self.refusals:
                return self.refusals.pop(0)
            if BOT not in self.members.get(room, ()):
                return 403, {"errcode": "M_FORBIDDEN", "error": "You are not in this room"}, {}
            if len(json.dumps(body)) > MOST_BYTES:
                return 413, {"errcode": "M_TOO_LARGE", "error": "Event too large"}, {}
            name = f"{room} {transaction}"
            if name not in self.sent:
                self.sent[name] = self._add(room, BOT, kind, body)
            return 200, {"event_id": self.sent[name]}, {}

    def sync(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        since = int(query.get("since", "s0")[1:])
        wanted = json.loads(query["filter"])["room"]["timeline"]["types"]
        with self.changed:
            if query.get("timeout", "0") != "0":
                self.changed.wait_for(lambda: len(self.events) > since or self.invited.get(BOT) or self.closing)
            rooms: dict[str, Any] = {}
            for room, people in self.members.items():
                if BOT in people:
                    new = [(at, event) for at, event in enumerate(self.events) if at >= since]
                    mine = [(at, event) for at, event in new if event["room_id"] == room and event["type"] in wanted]
                    if mine:
                        rooms[room] = {
                            "timeline": {
                                "events": [event for _, event in mine[-IN_A_SYNC:]],
                                "limited": len(mine) > IN_A_SYNC,
                                "prev_batch": f"s{mine[-IN_A_SYNC:][0][0]}",
                            }
                        }
            invited: dict[str, Any] = {
                room: {"invite_state": {"events": [self._invitation(room)]}} for room in self.invited.get(BOT, ())
            }
            return 200, {"next_batch": f"s{len(self.events)}", "rooms": {"join": rooms, "invite": invited}}, {}

    def _invitation(self, room: str) -> Mapping[str, Any]:
        """What an invited user is shown of a room: who invites."""
        inviter = min(self.members[room], default="@nobody:example.org")
        return {"type": "m.room.member", "state_key": BOT, "sender": inviter, "content": {"membership": "invite"}}

    def messages(self, parts: list[str], query: Mapping[str, str], body: Any) -> Answer:
        before, after = int(query["from"][1:]), int(query["to"][1:])
        wanted = json.loads(query["filter"])["types"]
        at = before - 1
        found: list[dict[str, Any]] = []
        while at >= after and len(found) < 2:
            if self.events[at]["room_id"] == parts[0] and self.events[at]["type"] in wanted:
                found.append(self.events[at])
            at -= 1
        more = {"end": f"s{at + 1}"} if at >= after else {}
        return 200, {"start": query["from"], "chunk": found, **more}, {}


CLIENT = "/_matrix/client/v3"
ROUTES: Mapping[str, Callable[[Homeserver, list[str], Mapping[str, str], Any], Answer]] = {
    f"GET {CLIENT}/account/whoami": Homeserver.whoami,
    f"GET {CLIENT}/profile/([^/]+)/displayname": Homeserver.profile,
    f"POST {CLIENT}/rooms/([^/]+)/join": Homeserver.join,
    f"POST {CLIENT}/rooms/([^/]+)/leave": Homeserver.leave,
    f"POST {CLIENT}/createRoom": Homeserver.create,
    f"PUT {CLIENT}/rooms/([^/]+)/send/([^/]+)/([^/]+)": Homeserver.send,
    f"GET {CLIENT}/rooms/([^/]+)/state/m.room.member/([^/]+)": Homeserver.member,
    f"GET {CLIENT}/sync": Homeserver.sync,
    f"GET {CLIENT}/rooms/([^/]+)/messages": Homeserver.messages,
}


@contextmanager
def standing(answer: Callable[[str, str, Mapping[str, str], Any, str], Answer]) -> Iterator[str]:
    """The address of a server on loopback that answers so."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except OSError:  # the bot was killed
                self.close_connection = True

        def asked(self) -> None:
            length = int(self.headers.get("content-length", 0))
            body = json.loads(self.rfile.read(length) or "null")
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            token = self.headers.get("authorization", "")
            status, data, headers = answer(self.command, parts.path, query, body, token)
            raw = b"" if status == 204 else json.dumps(data).encode()
            self.send_response(status)
            kind = {"content-type": "application/json"} if raw else {}
            for name, value in {**kind, "content-length": str(len(raw)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *words: Any) -> None: ...

    for verb in ("GET", "POST", "PUT", "DELETE", "PATCH"):
        setattr(Handler, f"do_{verb}", Handler.asked)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def homeserver() -> Iterator[tuple[Homeserver, str]]:
    """A homeserver, and its address."""
    server = Homeserver()
    with standing(server.asks) as address:
        try:
            yield server, address
        finally:
            with server.changed:
                server.closing = True
                server.changed.notify_all()
