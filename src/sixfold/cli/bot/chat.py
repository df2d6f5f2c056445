"""A channel as a room at a table: a line that somebody writes is done by their own seat, and answered in words.

No protocol is known here: an adapter brings the lines, and sends the messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from hashlib import sha256
from hmac import digest
from io import StringIO
from threading import Event, Lock, Thread
from traceback import extract_tb
from typing import Any, Final, NamedTuple

from sixfold.base.bounds import BOT_INVITATIONS_A_MINUTE, BOT_LINES_A_MINUTE, NAME_LENGTH
from sixfold.base.printable import printable
from sixfold.base.rate_limiter import RateLimiter
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.checks.config import Config
from sixfold.checks.foreign import is_foreign
from sixfold.checks.head import begins_check
from sixfold.cli.bot.memory import Channel, Credentials, Doing, MemoryFile, Message
from sixfold.cli.client.event_reports import lines_of
from sixfold.cli.client.remote import Address, RemoteSeat, last_number, posted, request, request_once
from sixfold.cli.client.session import Session
from sixfold.cli.commands.completion import script
from sixfold.cli.complaint import paragraph
from sixfold.cli.console import Console
from sixfold.errors import SixfoldError, StudyError, UsageError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.table.room.commands import API, Bookmark, Command
from sixfold.table.room.event_kinds import KINDS, Body
from sixfold.table.room.event_sentences import SeenEvent, sentence

WIDTH: Final = 60
"""Columns of a message: what fits beside the list of channels."""

PIECES: Final = 4
"""Messages that one answer may take."""

MISSED: Final = 20
"""Events that a channel is told of after the bot was away; earlier ones are in the log of the table."""

COMMAND: Final = re.compile(r"(?<![\w/:.])/(?=[a-z]+\b(?!/))")
"""The slash before a command of a terminal."""

HELP: Final = script("chat.txt").rstrip()
"""The list of commands in a chat."""

FAST: Final = f"That is too fast: I answer {BOT_LINES_A_MINUTE} lines a minute. Wait a little, and write it again."


class Reply(NamedTuple):
    """The answer to a line: for its writer alone if `private`; `refused` if nothing was done."""

    text: str
    private: bool = False
    refused: bool = False


class Paper(Console):
    """Keeps what a session says, for a message."""

    def __init__(self) -> None:
        self._written = StringIO()
        super().__init__(self._written, "A message")
        self.columns = WIDTH
        self._coloured = False

    def ask(self, question: str) -> str | None:
        return None

    def take(self) -> str:
        """Return what was said since the last time."""
        text = self._written.getvalue().strip("\n")
        self._written.seek(0)
        self._written.truncate()
        return text


class ChatSeat(RemoteSeat):
    """The seat of somebody in a chat. The same line again, after a crash, is the same post with the same entropy."""

    def __init__(self, kept: MemoryFile, channel: str, user: str, systems: Systems, ears: RemoteSeat) -> None:
        known = kept.now.channels[channel]
        super().__init__(Address(known.link), known.seats[user].token, known.seats[user].person, systems)
        self._kept = kept
        self._place = channel, user
        self._line = ""
        self._ears = ears
        self.done: list[SeenEvent] = []

    def begin(self, line: str) -> SeenEvent | None:
        """A new line, named by its message. Returns what it did if it was begun before a crash."""
        self._line = line
        self.done = []
        doing = self._kept.now.doing.get(line)
        return None if doing is None else self._post(doing)

    def do(self, command: Command) -> SeenEvent:
        channel, user = self._place
        doing = Doing(channel, user, *posted(self.bound(command)))
        with self._kept.changing(self._line) as memory:
            memory.doing[self._line] = doing
        return self._post(doing)

    def _post(self, doing: Doing) -> SeenEvent:
        self.done.append(request(self._http, doing.method, doing.path, self._derived("key"), json=doing.body))
        return self.done[-1]

    def entropy(self) -> str:
        return self._derived("entropy")[:32]

    def seen(self) -> Bookmark | None:
        """Return the last event of which the channel was told: this seat hears nothing by itself."""
        return self._ears.seen()

    def _derived(self, what: str) -> str:
        return digest(bytes.fromhex(self._kept.now.secret), f"{what} {self._line}".encode(), "sha256").hex()

    def log(self) -> list[SeenEvent]:
        """The whole log: this seat hears nothing by itself."""
        while events := request(self._http, "GET", "/events", params={"after": last_number(self._log)})["events"]:
            self._log += events
        return self._log


class ChatSession(Session):
    """A session in which a line is a message. It reads and writes no files, and knows what others may read."""

    seat: ChatSeat
    console: Paper

    def __init__(self, seat: ChatSeat, channel: Channel) -> None:
        super().__init__(seat, Paper())
        self._channel = channel
        self._guess = ""

    def reply(self, line: str, key: str) -> Reply:
        """Do a line. What was done is for everyone if everyone may see it; whatever else was read is not."""
        self._public = False
        line, self._guess = self._guess if line == "/yes" and self._guess else line, ""
        try:
            begun = self.seat.begin(key)
            if begun is None:
                self.handle(line)
            elif "record" in begun or begun["kind"] in ("throw", "question"):
                self._show(begun)
            else:
                self._done(begun, "done.")
        except SixfoldError as error:
            if error.code == "room/token":
                raise
            self.console.take()
            refused = refusal(error)
            self._guess = "" if line.startswith("/") else getattr(error, "mended", None) or ""
            return refused._replace(text=f"{refused.text}\n/yes: roll that") if self._guess else refused
        done = self.seat.done
        return Reply(self.console.take(), not (self._public or done) or any(one.get("hidden") for one in done))

    def config(self) -> Config:
        return Config(game=self._channel.game)

    def _asked_about(self, rest: str) -> Check:
        self._public = bool(rest)
        return super()._asked_about(rest)

    def _rolled(self, rest: str) -> SeenEvent:
        shown = super()._rolled(rest)
        self._public = not shown.get("hidden")
        return shown

    def _refuse_command(self, text: str) -> None:
        """Here only a line that is to be rolled comes as a check: what is wrong with it is said as of every check."""

    def _say_changes(self) -> None:
        """The channel is told what everyone may see of them."""

    def _read(self, path: str) -> list[dict[str, Any]]:
        raise UsageError("Bring the file to the page of the table: “link” gives its address.")

    def _write(self, path: str, text: str) -> None:
        raise UsageError("Save the file on the page of the table: “link” gives its address.")


class Ears(RemoteSeat):
    """The seat that listens for a channel: a spectator's, who sees what everyone may see."""

    def __init__(self, address: Address, seat: Credentials, systems: Systems, last_told: int) -> None:
        super().__init__(address, seat.token, seat.person, systems)
        self._last_told = last_told
        self.lines: list[str] = []

    def start(self) -> None:
        """Begin to listen, as soon as the table answers."""
        Thread(target=self._follow, daemon=True).start()

    def close(self) -> None:
        """Hear nothing any more; the thread that listens closes the connection with the next message."""
        self._leaving.set()

    def _follow(self) -> None:
        with self._http:
            super()._follow()

    def _newest(self, view: Mapping[str, Any]) -> list[SeenEvent]:
        self.lines = lines_of(view, "")
        return [{"kind": "", "number": min(view["number"], max(self._last_told, view["number"] - MISSED)), "hash": ""}]

    def _take(self, message: Mapping[str, Any]) -> None:
        if message["kind"] == "reset":
            self._last_told = message["last"]
        super()._take(message)
        with self._lock:
            del self._log[:-1]  # an evening is long, and the log is at the table


class Bot:
    """Channels at a table. `name` is that of the chat, under which the bot sits there; `say` tells its operator.

    `mark` is what stands before a command in this chat, in place of a terminal's slash.
    """

    def __init__(
        self, kept: MemoryFile, table: str, systems: Systems, name: str, say: Callable[[str], None], mark: str = ""
    ) -> None:
        self.kept = kept
        self._say = say
        self._table = table.rstrip("/")
        self.systems = systems
        self._name = name
        self._mark = mark
        self._sessions: dict[tuple[str, str], ChatSession] = {}
        self._ears: dict[str, Ears] = {}
        self._locks: dict[str, Lock] = {}
        self._news = Event()
        self.rates = RateLimiter(BOT_LINES_A_MINUTE)
        self._warnings = RateLimiter(1)
        self.invitations = RateLimiter(BOT_INVITATIONS_A_MINUTE)
        self.stopping = Event()

    def start(self) -> None:
        """Listen at the tables of all channels."""
        for channel in self.kept.now.channels:
            self._listen(channel)

    def stop(self) -> None:
        """Listen and send no more."""
        self.stopping.set()
        self._news.set()
        for ears in self._ears.values():
            ears.close()

    # -- lines -----------------------------------------------------------------------------------------------

    def line(self, channel: str, called: str, user: str, name: str, text: str, key: str) -> Reply:
        """Do a line that a `user` (with the name `name`) wrote in a channel, and answer it. `key` is its message's.

        Somebody who writes too fast gets a warning once a minute, and else empty answers.
        """
        if key not in self.kept.now.doing and not self.rates.allows(user):
            return Reply(FAST if self._warnings.allows(user) else "", refused=True)
        word, _, rest = text.strip().partition(" ")
        word = word.lower().removeprefix("/")
        with self._locks.setdefault(channel, Lock()):
            try:
                if word in ("", "help") and not rest:
                    return Reply(HELP, private=True)
                if word == "link":
                    return self._link(channel, user, rest.strip())
                session = self._session(channel, called, user, name)
                if word == "game":
                    return self._game(channel, rest.strip().lower())
                reply = session.reply(self._typed(text.strip()), key)
                return reply._replace(text=self._typable(reply.text)) if reply.text else Reply(HELP, private=True)
            except SixfoldError as error:
                if error.code != "room/token":
                    return refusal(error)
                with self.kept.changing(channel) as memory:
                    memory.channels[channel].seats.pop(user, None)
                if (channel, user) in self._sessions:
                    self._sessions.pop((channel, user)).seat.close()
                no_seat = "You have no seat at this table any more. Write it again to take a new one."
                return Reply(no_seat, refused=True)
            except Exception as error:  # one line never ends the bot, which would read it again after each start
                where = extract_tb(error.__traceback__)[-1]
                self._say(f"A line could not be done: {type(error).__name__} at {where.filename}:{where.lineno}")
                return Reply("Something went wrong here. The bot's operator can see what.", refused=True)

    def finish(self) -> None:
        """Answer the lines that were begun before a crash, where the chat does not bring them again."""
        for key, doing in list(self.kept.now.doing.items()):
            reply = self.line(doing.channel, "", doing.user, "", "again", key)
            self.owe(doing.channel, doing.user, key, reply)

    def owe(self, channel: str, user: str, key: str, reply: Reply) -> None:
        """Answer a line by a message that is kept until it is sent."""
        with self.kept.changing(key) as memory:
            memory.unsent.append(Message(channel, key, reply.text, user if reply.private else ""))
            memory.doing.pop(key, None)
        self.tell()

    def _typed(self, text: str) -> str:
        """The line of a terminal that a line of a chat means: commands have a slash there.

        A number begins a check as well, or is an option that the rules let somebody choose.
        """
        word, _, rest = text.partition(" ")
        if word.lower().removeprefix("/") in ("roll", "r"):
            return rest
        check = word.lower() == "for" or begins_check(word, self.systems) or is_foreign(text, self.systems)
        return text if check or text.startswith("/") else f"/{text}"

    def _typable(self, text: str) -> str:
        """A text that names commands as they are typed here."""
        return COMMAND.sub(self._mark, text)

    def _session(self, channel: str, called: str, user: str, name: str) -> ChatSession:
        if (channel, user) not in self._sessions:
            if channel not in self.kept.now.channels:
                self._open(channel, called, user, name)
            known = self.kept.now.channels[channel]
            if user not in known.seats:
                seat = _joined(known.link, name, "player")
                with self.kept.changing(channel):
                    known.seats[user] = seat
            with ExitStack() as not_seated:
                sits = ChatSeat(self.kept, channel, user, self.systems, self._ears[channel])
                not_seated.callback(sits.close)
                self._sessions[channel, user] = ChatSession(sits, known)
                not_seated.pop_all()
        return self._sessions[channel, user]

    def _open(self, channel: str, called: str, user: str, name: str) -> None:
        """A room for a channel that has none: the first person who writes there is the GM."""
        address, rooms = Address(f"{self._table}/rooms/new#none"), f"{self._table}{API}/rooms"
        links = request_once(address, "none", "POST", rooms, json={"name": _named(called or "A table")})["links"]
        master = _joined(links["master"], name, "master")
        self._sit(
            channel, Channel(links["player"], _joined(links["player"], self._name, "spectator"), 0), {user: master}
        )

    def _sit(self, channel: str, place: Channel, seats: dict[str, Credentials]) -> str:
        """Have a channel be at a table. Returns the name of the room."""
        view = request_once(Address(place.link), place.ears.token, "GET", "")
        before = self._ears.pop(channel, None)
        if before is not None:
            before.close()
        for known in [key for key in self._sessions if key[0] == channel]:
            self._sessions.pop(known).seat.close()
        with self.kept.changing(channel) as memory:
            place.game = memory.channels[channel].game if channel in memory.channels else ""
            place.told, place.seats = view["number"], seats
            memory.channels[channel] = place
        self._listen(channel)
        return str(view["name"])

    def _link(self, channel: str, user: str, link: str) -> Reply:
        known = self.kept.now.channels.get(channel)
        if link:
            if known is not None and not self._may_leave(known, user):
                raise UsageError("Only the GM of this table can bring the channel to another one.")
            brought = Address(link)
            # only at this table: a link is no way into other networks
            there = f"{self._table}/rooms/{brought.room}#{brought.secret}"
            try:
                ears = _joined(there, self._name, "spectator")
            except SixfoldError:
                raise UsageError("This is no link of a room at the table of this bot: copy it whole.") from None
            place = Channel(there, ears, 0, shown=link)
            return Reply(f"This channel is at the table “{self._sit(channel, place, {})}” now.")
        if known is None:
            raise UsageError("This channel has no table yet: roll something, or bring the link of one.")
        return Reply(f"The table of this channel: {known.shown or known.link}")

    def _may_leave(self, known: Channel, user: str) -> bool:
        """Whether somebody may take a channel away from its table: its GM, or everyone if the bot was let out."""
        try:
            people = request_once(Address(known.link), known.ears.token, "GET", "")["people"]
        except SixfoldError as error:
            return error.code in ("room/token", "table/nowhere")
        mine = known.seats[user].person if user in known.seats else ""
        return any(person["id"] == mine and person["role"] == "master" for person in people)

    def _game(self, channel: str, game: str) -> Reply:
        known = self.kept.now.channels[channel]
        if game and game not in (*self.systems, "none"):
            guess = did_you_mean(nearest(game, list(self.systems)))
            raise UsageError(f"There is no game “{game[:40]}”; there are {listed(list(self.systems))}.{guess}")
        with self.kept.changing(channel):
            if game:
                known.game = "" if game == "none" else game
        if not known.game:
            return Reply("A check names its game here. “game ten” makes ten the game of this channel.")
        return Reply(f"The game of this channel is {known.game}: a check that names no game is one of it.")

    # -- news ------------------------------------------------------------------------------------------------

    def _listen(self, channel: str) -> None:
        known = self.kept.now.channels[channel]
        ears = self._ears[channel] = Ears(Address(known.link), known.ears, self.systems, known.told)
        ears.heard = lambda shown: self._hear(channel, ears, shown)
        ears.start()

    def _hear(self, channel: str, ears: Ears, shown: SeenEvent) -> None:
        """Tell a channel of an event, and whisper what only some of its people may see of it."""
        if self._ears[channel] is not ears:  # the channel went to another table meanwhile
            return
        known = self.kept.now.channels[channel]
        messages: list[Message] = []
        number = shown.get("number", shown.get("last", known.told))
        key = f"{known.ears.person} {number} {shown['kind']}"
        if shown["kind"] == "gone":
            lines = ["The table let the bot out: nothing more is told here. “link URL” brings it to a table."]
        elif shown["kind"] == "reset":
            lines = [f"The table was restored from a copy and continues after event {number}."]
        else:
            lines = self._lines_of(known, ears, shown)
            if shown.get("hidden"):
                messages = list(self._whispered(channel, known, ears, shown, key))
        if lines:
            messages.append(Message(channel, key, "\n".join(lines)))
        with self.kept.changing(channel) as memory:
            known.told = number
            memory.unsent += messages
        self.tell()

    def _lines_of(self, known: Channel, ears: Ears, shown: SeenEvent) -> list[str]:
        """The sentence of an event, unless an answer in this channel said it; then what is new of instruments."""
        mine = shown["person"] in [seat.person for seat in list(known.seats.values())]
        words = sentence(shown, ears.names)
        answered = mine and not shown.get("hidden") and shown["kind"] != "joined"
        lines = [f"({shown['number']}) {words}"] if words and not answered else []
        if lines and shown["kind"] == "asked":
            lines.append(self._typable(f"Type “/for {shown['number']}” to roll it."))
        if KINDS.get(shown["kind"], Body).MOVES_INSTRUMENTS:
            before = ears.lines
            try:
                ears.lines = lines_of(ears.view(), "")
            except SixfoldError:  # the table does not answer: it is told with the next event
                return lines
            lines += [self._typable(line) for line in ears.lines if line not in before]
        return lines

    def _whispered(self, channel: str, known: Channel, ears: Ears, shown: SeenEvent, key: str) -> Iterator[Message]:
        """A hidden event for each of the people here who may see it and did not cause it."""
        for user, seat in list(known.seats.items()):  # somebody may sit down meanwhile
            if seat.person == shown["person"]:
                continue
            newest = {"after": shown["number"] - 1, "limit": 1}
            try:
                page = request_once(Address(known.link), seat.token, "GET", "/events", params=newest)
            except SixfoldError:
                continue
            for seen in page["events"]:
                if "salt" in seen:
                    words = f"({seen['number']}) {sentence(seen, ears.names)}"
                    yield Message(channel, f"{key} {user}", words, user)

    # -- sending ---------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """There are messages to send."""
        self._news.set()

    def deliver(self, send: Callable[[Message], None]) -> None:
        """Send messages in their order, each until it is sent, until the bot stops."""
        while not self.stopping.is_set():
            self._news.clear()
            while self.kept.now.unsent and not self.stopping.is_set():
                message = self.kept.now.unsent[0]
                send(message)
                if self.stopping.is_set():
                    return
                try:
                    with self.kept.changing() as memory:
                        memory.unsent.remove(message)
                except StudyError as error:  # it is written with the next change
                    self._say(error.message)
            self._news.wait()


def _joined(link: str, name: str, role: str) -> Credentials:
    address = Address(link)
    joined = request_once(address, address.secret, "POST", "/people", json={"name": _named(name), "role": role})
    return Credentials(joined["token"], joined["person"])


def _named(name: str) -> str:
    """A name that a table takes."""
    return " ".join(printable(name).split())[:NAME_LENGTH] or "Somebody"


def refusal(error: SixfoldError) -> Reply:
    """An error as an answer."""
    return Reply(paragraph(error, Paper()).removeprefix("sixfold: "), refused=True)


def pieces(text: str, most: int) -> list[str]:
    """A text as messages of at most so many characters, cut between lines where that is possible.

    >>> pieces("one\\ntwo\\nthree", 8)
    ['one\\ntwo', 'three']
    """
    messages: list[str] = [""]
    for line in text.split("\n"):
        for start in range(0, max(1, len(line)), most):
            part = line[start : start + most]
            if messages[-1] and len(messages[-1]) + 1 + len(part) > most:
                messages.append(part)
            else:
                messages[-1] = f"{messages[-1]}\n{part}" if messages[-1] else part
    if len(messages) > PIECES:
        messages[PIECES - 1 :] = ["… The rest is in the log of the table."]
    return messages


def numbered(key: str, at: int) -> str:
    """The name under which a service knows a message: the same one each time it is sent."""
    return sha256(f"{key} {at}".encode()).hexdigest()[:24]
