"""A bot in rooms of Matrix, by the client-server API: it reads `/sync` and answers with notices."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from html import escape
from threading import Thread
from typing import Any, Final
from urllib.parse import quote

import httpx

from sixfold.cli.bot.chat import Bot, numbered, pieces
from sixfold.cli.bot.memory import Message
from sixfold.errors import TableError

CALLED: Final = "!"
"""The first letter of a line for the bot."""

MOST: Final = 12_000
"""Characters of a message: an event has at most 65,536 bytes, and says its text twice."""

WAITS: Final = 30
"""Seconds that the server waits for news before it answers that there is none."""

FIRST: Final = 0.5
LONGEST: Final = 60.0
"""Seconds between two tries, at first and at most."""

DIGITS: Final = 10
"""The number of digits from which on a server's time to wait is no time."""

PAGE: Final = 100
"""Messages that were missed, a page."""

KINDS: Final = ["m.room.message", "m.room.encrypted"]
NOTHING: Final[Mapping[str, Any]] = {"types": []}
WANTED: Final = json.dumps(
    {"presence": NOTHING, "account_data": NOTHING,
     "room": {"timeline": {"types": KINDS, "limit": 50}, "state": NOTHING, "ephemeral": NOTHING,
              "account_data": NOTHING}}
)  # fmt: skip
"""The filter of what a sync brings."""

QUOTED: Final = re.compile(r"\A(?:> .*\n)+\n")
"""The text that a client writes before an answer to a message."""

SEALED: Final = "This room is encrypted, and I cannot read encrypted messages. Make a room without encryption for me."


class Refused(Exception):
    """A refusal that a server repeats for good."""


class Stopped(Exception):
    """The bot stops, and waits for no server any more."""


class Matrix:
    """A bot with an access token at a homeserver. `say` tells its operator of what goes wrong."""

    def __init__(self, bot: Bot, server: str, token: str, say: Callable[[str], None]) -> None:
        self._bot = bot
        self._say = say
        self._names: dict[str, str] = {}
        self._http = httpx.Client(
            base_url=f"{server.rstrip('/')}/_matrix/client/v3",
            headers={"Authorization": f"Bearer {token}"},
            timeout=httpx.Timeout(10, read=2 * WAITS),
        )

    def run(self) -> None:
        """Answer until the bot is stopped. Raises TableError (table/chat) for a token that the server refuses."""
        try:
            me = self._ask("GET", "/account/whoami")["user_id"]
        except Refused as error:
            raise TableError("table/chat", f"The homeserver refuses the access token: {error}") from None
        except Stopped:
            return
        self._bot.start()
        sender = Thread(target=self._deliver)
        sender.start()
        try:
            while not self._bot.stopping.is_set():
                self._sync(me)
        except Stopped:
            pass
        except Refused as error:
            raise TableError("table/chat", f"The homeserver refuses to say what is new: {error}") from None
        finally:
            self._bot.stop()
            sender.join()

    # -- reading ---------------------------------------------------------------------------------------------

    def _sync(self, me: str) -> None:
        """Do what is new. It counts as done with the next place in the log, or message by message until then."""
        memory = self._bot.kept.now
        since = memory.since
        place = {"since": since, "timeout": 1000 * WAITS} if since else {"timeout": 0}
        news = self._ask("GET", "/sync", params={**place, "filter": WANTED})
        rooms = news.get("rooms", {})
        for room, invitation in rooms.get("invite", {}).items():
            known = invitation.get("invite_state", {}).get("events", ())
            inviter = next((one["sender"] for one in known if one.get("state_key") == me), "")
            does = "join" if self._bot.invitations.allows(inviter) else "leave"
            self._tried("POST", f"/rooms/{quote(room, safe='')}/{does}", {})
        for room, joined in rooms.get("join", {}).items() if since else ():
            for event in self._missed(room, joined.get("timeline", {}), since):
                if event.get("sender") != me and event["event_id"] not in memory.done:
                    self._read(room, event)
        with self._bot.kept.changing():
            memory.since, memory.done = news["next_batch"], []

    def _missed(self, room: str, timeline: Mapping[str, Any], since: str) -> Iterator[Mapping[str, Any]]:
        """The new events of a room in their order, with those that were too many for one answer."""
        before: list[Mapping[str, Any]] = []
        place = timeline.get("prev_batch") if timeline.get("limited") else None
        while place:
            query = {"dir": "b", "from": place, "to": since, "limit": PAGE, "filter": json.dumps({"types": KINDS})}
            page = self._tried("GET", f"/rooms/{quote(room, safe='')}/messages", query) or {}
            before += page.get("chunk", [])
            place = page.get("end") if page.get("chunk") else None
        yield from reversed(before)
        yield from timeline.get("events", [])

    def _read(self, room: str, event: Mapping[str, Any]) -> None:
        """Answer an event, if it is a line for the bot; that it was answered is kept together with the answer."""
        content, number = event.get("content", {}), event["event_id"]
        messages: list[Message] = []
        if event.get("type") == "m.room.encrypted":
            if self._bot.rates.allows(str(event["sender"])):
                messages = [Message(room, f"sealed {room}", SEALED)]
        elif content.get("msgtype") == "m.text" and "m.new_content" not in content:
            text = QUOTED.sub("", str(content.get("body", "")))
            if text.startswith(CALLED):
                user = str(event["sender"])
                line = text[len(CALLED) :]
                reply = self._bot.line(room, "", user, self._name(user), line, number)
                if reply.text:
                    messages = [Message(room, number, reply.text, user if reply.private else "")]
        with self._bot.kept.changing(number) as memory:
            memory.unsent += messages
            memory.done.append(number)
            memory.doing.pop(number, None)
        self._bot.tell()

    def _name(self, user: str) -> str:
        if user not in self._names:
            profile = self._tried("GET", f"/profile/{quote(user, safe='')}/displayname", {}) or {}
            self._names[user] = str(profile.get("displayname") or user[1:].partition(":")[0])
        return self._names[user]

    # -- writing ---------------------------------------------------------------------------------------------

    def _deliver(self) -> None:
        with suppress(Stopped):
            self._bot.deliver(self._send)

    def _send(self, message: Message) -> None:
        """Send a message. With its name the server takes it once, however often it arrives."""
        room = self._whispering(message.user) if message.user else message.channel
        for at, text in enumerate(pieces(message.text, MOST) if room else ()):
            content: dict[str, Any] = {
                "msgtype": "m.notice",
                "body": text,
                "format": "org.matrix.custom.html",
                "formatted_body": f"<pre><code>{escape(text)}</code></pre>",
                "m.mentions": {},
            }
            if message.key.startswith("$") and room == message.channel:
                content["m.relates_to"] = {"m.in_reply_to": {"event_id": message.key}}
            path = f"/rooms/{quote(room, safe='')}/send/m.room.message/{numbered(message.key, at)}"
            self._tried("PUT", path, content)

    def _whispering(self, user: str) -> str:
        """The room of a user and the bot alone; it is made when it is first needed. Empty if it cannot be."""
        memory = self._bot.kept.now
        here = None
        if user in memory.whispers:
            path = f"/rooms/{quote(memory.whispers[user], safe='')}/state/m.room.member/{quote(user, safe='')}"
            here = self._tried("GET", path, {})
        if here is None or here.get("membership") not in ("join", "invite"):
            room = {"is_direct": True, "preset": "trusted_private_chat", "invite": [user], "name": "Dice"}
            made = self._tried("POST", "/createRoom", room)
            if made is None:
                return ""
            with self._bot.kept.changing(user):
                memory.whispers[user] = made["room_id"]
        return memory.whispers[user]

    # -- asking ----------------------------------------------------------------------------------------------

    def _tried(self, method: str, path: str, values: Mapping[str, Any]) -> Any:
        """The answer of the server; None if it refuses, which the operator is told."""
        try:
            return self._ask(method, path, **{"params" if method == "GET" else "json": values})
        except Refused as error:
            self._say(f"{method} {path.partition('/rooms/')[0] or path[:60]}: {error}")
            return None

    def _ask(self, method: str, path: str, **more: Any) -> Any:
        """The answer of the server, asked again as long as it does not answer or wants fewer requests."""
        wait = FIRST
        while True:
            pause = wait
            try:
                answer = self._http.request(method, path, **more)
                data = answer.json() if answer.content else {}
            except (httpx.TransportError, ValueError):
                if wait == FIRST:
                    self._say("The homeserver does not answer. The bot tries again until it does.")
            else:
                if answer.is_success:
                    return data
                if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                    pause = _told_to_wait(answer, data, wait)
                elif not answer.is_server_error:
                    raise Refused(f"{data.get('errcode', answer.status_code)}: {data.get('error', '')}")
            if self._bot.stopping.wait(pause):
                raise Stopped
            wait = min(LONGEST, 2 * wait)


def _told_to_wait(answer: httpx.Response, data: Mapping[str, Any], usual: float) -> float:
    """The seconds for which the server wants no request."""
    for wait, parts in ((answer.headers.get("retry-after"), 1), (data.get("retry_after_ms"), 1000)):
        if str(wait).isdecimal() and len(str(wait)) < DIGITS:
            return min(10 * LONGEST, int(str(wait)) / parts)
    return usual
