"""A stand-in for Discord: its gateway and the REST calls that a bot with slash commands needs, over real sockets."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Condition, Lock, Thread
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from tests.cli.bot.homeserver import Answer, standing
from tests.waiting import wait_until

TOKEN: Final = "secret"
APPLICATION: Final = "900"
ME: Final = {"id": APPLICATION, "username": "dice", "discriminator": "0", "avatar": None, "bot": True}
EPHEMERAL: Final = 64
MOST: Final = 2_000

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEAT = 0, 1, 2, 6, 7, 9, 10, 11


class Discord:
    """One application, its channels, and who uses its commands."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.commands: list[dict[str, Any]] = []
        self.messages: list[dict[str, Any]] = []
        """What was sent into channels, oldest first."""
        self.replies: dict[str, list[dict[str, Any]]] = {}
        """The answers to each interaction: the first is the one that was announced."""
        self.refusals: list[Answer] = []
        self.events: list[dict[str, Any]] = []
        self.greetings: list[int] = []
        """What came first on each connection: an identify or a resume."""
        self.address = ""
        self.connection: ServerConnection | None = None

    # -- what people do --------------------------------------------------------------------------------------

    def use(self, name: str, user: str = "Ada", /, **options: Any) -> str:
        """Somebody uses a command; the id of the interaction."""
        number = str(len(self.replies) + 1)
        self.replies[number] = []
        given = [
            {"name": key, "value": value, "type": 4 if type(value) is int else 3} for key, value in options.items()
        ]
        self._interact(number, name, given, 2, user)
        return number

    def _interact(self, number: str, name: str, given: list[dict[str, Any]], kind: int, user: str = "Ada") -> None:
        command = next(one for one in self.commands if one["name"] == name)
        interaction = {
            "id": number, "application_id": APPLICATION, "type": kind, "token": f"token{number}", "version": 1,
            "channel_id": "100", "guild_id": "50", "guild": {"id": "50", "locale": "en-GB", "features": []},
            "channel": {"id": "100", "guild_id": "50", "type": 0, "name": "play", "position": 1, "permissions": "0",
                        "flags": 0, "nsfw": False, "parent_id": None, "topic": None, "rate_limit_per_user": 0,
                        "last_message_id": None},
            "member": {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "permissions": "0", "flags": 0,
                       "deaf": False, "mute": False, "nick": None, "avatar": None, "premium_since": None,
                       "pending": False, "communication_disabled_until": None,
                       "user": {"id": str(sum(map(ord, user))), "username": user.lower(), "global_name": user,
                                "discriminator": "0", "avatar": None}},
            "data": {"id": command["id"], "name": name, "type": 1, "options": given},
            "locale": "en-GB", "entitlements": [], "authorizing_integration_owners": {}, "context": 0,
            "attachment_size_limit": 1,
        }  # fmt: skip
        self.dispatch("INTERACTION_CREATE", interaction)

    def offered(self, name: str, typed: str) -> list[str]:
        """What is offered while somebody types the first option of a command."""
        number = str(len(self.replies) + 1)
        self.replies[number] = []
        (given,) = [one["options"][0] for one in self.commands if one["name"] == name]
        option = {"name": given["name"], "value": typed, "type": 3, "focused": True}
        self._interact(number, name, [option], 4)
        wait_until(lambda: self.replies[number])
        return [choice["value"] for choice in self.replies[number][0]["choices"]]

    def answer(self, interaction: str) -> dict[str, Any]:
        """Wait for the answer to an interaction."""
        found: dict[str, Any] = wait_until(
            lambda: next((one for one in self.replies[interaction] if one.get("content")), {}), lambda: self.replies
        )
        return found

    def told(self, text: str) -> dict[str, Any]:
        """Wait for a message with a text in it."""
        found: dict[str, Any] = wait_until(
            lambda: next((one for one in self.messages if text in " ".join(one["content"].split())), {}),
            lambda: self.messages,
        )
        return found

    def dispatch(self, kind: str, data: Mapping[str, Any]) -> None:
        """An event; a client that is away gets it when it resumes."""
        with self.changed:
            self.events.append({"op": DISPATCH, "t": kind, "s": len(self.events) + 1, "d": data})
            self.changed.notify_all()

    # -- the gateway -----------------------------------------------------------------------------------------

    def talk(self, connection: ServerConnection) -> None:
        """One connection, compressed as a whole."""
        squeezed = zlib.compressobj()
        writing = Lock()

        def send(message: Mapping[str, Any]) -> None:
            with writing:
                raw = squeezed.compress(json.dumps(message).encode()) + squeezed.flush(zlib.Z_SYNC_FLUSH)
                connection.send(raw)

        def told(at: int) -> None:
            with suppress(ConnectionClosed):
                while self._more(connection, at):
                    send(self.events[at])
                    at += 1

        with suppress(ConnectionClosed):
            send({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
            greeting = json.loads(connection.recv())
            while greeting["op"] == HEARTBEAT:
                greeting = json.loads(connection.recv())
            self.greetings.append(greeting["op"])
            if greeting["d"]["token"] != TOKEN:
                return connection.close(4004, "Authentication failed.")
            if greeting["op"] == IDENTIFY:
                sent = len(self.events)
                ready = {"v": 10, "user": ME, "guilds": [], "session_id": "s", "resume_gateway_url": self.address,
                         "application": {"id": APPLICATION, "flags": 0}}  # fmt: skip
                send({"op": DISPATCH, "t": "READY", "s": sent, "d": ready})
            else:
                sent = greeting["d"]["seq"]
            with self.changed:
                self.connection = connection
                self.changed.notify_all()
            Thread(target=told, args=(sent,), daemon=True).start()
            for message in connection:
                if json.loads(message)["op"] == HEARTBEAT:
                    send({"op": BEAT, "d": None})
        return None

    def _more(self, connection: ServerConnection, at: int) -> bool:
        """Wait for an event after so many; False if the connection is cut."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.events) > at or self.connection is not connection)
            return self.connection is connection

    def cut(self, code: int = 4000) -> None:
        """End the connection."""
        with self.changed:
            connection, self.connection = self.connection, None
            self.changed.notify_all()
        assert connection is not None
        connection.close(code, "")

    # -- REST ------------------------------------------------------------------------------------------------

    def asks(self, method: str, path: str, query: Mapping[str, str], body: Any, token: str) -> Answer:
        """The answer to a request."""
        if token != f"Bot {TOKEN}" and "/webhooks/" not in path and "/callback" not in path:
            return 401, {"code": 0, "message": "401: Unauthorized"}, {}
        for pattern, answer in ROUTES.items():
            found = re.fullmatch(pattern, f"{method} {path}")
            if found:
                return answer(self, list(found.groups()), body)
        return 404, {"code": 0, "message": f"404: {method} {path}"}, {}

    def me(self, parts: list[str], body: Any) -> Answer:
        return 200, ME, {}

    def application(self, parts: list[str], body: Any) -> Answer:
        about = {"id": APPLICATION, "name": "dice", "icon": None, "description": "", "bot_public": True,
                 "bot_require_code_grant": False, "verify_key": "", "flags": 0, "team": None, "owner": ME}  # fmt: skip
        return 200, about, {}

    def register(self, parts: list[str], body: Any) -> Answer:
        self.commands = [
            {
                **one,
                "id": str(10 + at),
                "application_id": APPLICATION,
                "version": "1",
                "default_member_permissions": None,
            }
            for at, one in enumerate(body)
        ]
        return 200, self.commands, {}  # type: ignore[return-value]

    def user(self, parts: list[str], body: Any) -> Answer:
        return 200, {"id": parts[0], "username": "ada", "discriminator": "0", "avatar": None}, {}

    def whisper(self, parts: list[str], body: Any) -> Answer:
        return 200, {"id": f"7{body['recipient_id']}", "type": 1, "recipients": [], "last_message_id": None}, {}

    def message(self, parts: list[str], body: Any) -> Answer:
        if self.refusals:
            return self.refusals.pop(0)
        if len(body["content"]) > MOST:
            return 400, {"code": 50035, "message": "Invalid Form Body"}, {}
        known = [one for one in self.messages if one["nonce"] == body["nonce"] and body.get("enforce_nonce")]
        if not known:
            self.messages.append({**body, "channel": parts[0]})
        return 200, self._shown(parts[0], body["content"]), {}

    def respond(self, parts: list[str], body: Any) -> Answer:
        data = body.get("data", {})
        announced = {"type": body["type"], "flags": data.get("flags", 0), "choices": data.get("choices", [])}
        self.replies[parts[0]].append(announced)
        return 200, {"interaction": {"id": parts[0], "type": 2}}, {}

    def withdraw(self, parts: list[str], body: Any) -> Answer:
        self.replies[parts[0]].pop(0)
        return 204, {}, {}

    def follow(self, parts: list[str], body: Any) -> Answer:
        if len(body["content"]) > MOST:
            return 400, {"code": 50035, "message": "Invalid Form Body"}, {}
        replies = self.replies[parts[0]]
        announced = replies and "content" not in replies[0]
        said = {"content": body["content"], "flags": replies[0]["flags"] if announced else body.get("flags", 0)}
        if announced:  # the first one takes the place of what was announced, and is for the same people
            replies[0] = said
        else:
            replies.append(said)
        return 200, self._shown("100", body["content"]), {}

    def _shown(self, channel: str, content: str) -> dict[str, Any]:
        usual = {"edited_timestamp": None, "tts": False, "mention_everyone": False, "pinned": False, "type": 0}
        none: dict[str, Any] = {name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")}
        when = "2026-01-01T00:00:00+00:00"
        return {"id": "1", "channel_id": channel, "author": ME, "content": content, "timestamp": when, **usual, **none}


ROUTES: Final[Mapping[str, Callable[[Discord, list[str], Any], Answer]]] = {
    "GET /users/@me": Discord.me,
    "GET /oauth2/applications/@me": Discord.application,
    "PUT /applications/900/commands": Discord.register,
    "GET /users/(\\d+)": Discord.user,
    "POST /users/@me/channels": Discord.whisper,
    "POST /channels/(\\d+)/messages": Discord.message,
    "POST /interactions/(\\d+)/token\\d+/callback": Discord.respond,
    "DELETE /webhooks/900/token(\\d+)/messages/@original": Discord.withdraw,
    "POST /webhooks/900/token(\\d+)": Discord.follow,
}


@contextmanager
def discord() -> Iterator[tuple[Discord, list[str]]]:
    """Discord, and the addresses of its REST API and its gateway."""
    service = Discord()
    with standing(service.asks) as rest, serve(service.talk, "127.0.0.1", 0, compression=None) as gateway:
        thread = Thread(target=gateway.serve_forever)
        thread.start()
        service.address = f"ws://127.0.0.1:{gateway.socket.getsockname()[1]}"
        try:
            yield service, [rest, service.address]
        finally:
            with service.changed:
                service.connection = None
                service.changed.notify_all()
            gateway.shutdown()
            thread.join()
