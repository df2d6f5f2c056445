"""`sixfold join`: a table on a server, in the terminal, live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from sixfold.cli.arguments import Command
from sixfold.cli.asking import someone_types
from sixfold.cli.complaint import complain
from sixfold.cli.console import Console, out
from sixfold.cli.table.lines import next_line, waiting
from sixfold.cli.table.seats import remember, seat_at
from sixfold.cli.table.session import Session
from sixfold.errors import SixfoldError, UsageError, how_to_install, needs_extra
from sixfold.questions.question import Parameter
from sixfold.report.blocks import Heading, Note, Style
from sixfold.room.log import Names, sentence
from sixfold.rules.rule import System

if TYPE_CHECKING:
    from sixfold.cli.table.remote import RemoteSeat


GUEST = "Guest"
"""Who says no name."""


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold join`."""
    try:
        from sixfold.cli.table.remote import Address, RemoteSeat  # here, since they need the extra
    except ModuleNotFoundError:
        raise needs_extra("A table", "table") from None
    if len(asked.link) != 1:
        raise UsageError("Give the link of a table, in quotes: sixfold join 'http://…/rooms/…#…'.")
    address = Address(asked.link[0])
    token, person = _seat(address, asked)
    console = out()
    teller = Teller(console, person, someone_types())
    seat = RemoteSeat(address, token, person, systems, teller.hear)
    try:
        return sit(seat, console, teller)
    finally:
        seat.close()


def _seat(address: Any, asked: Any) -> tuple[str, str]:
    """The seat from last time, or a new one."""
    from sixfold.cli.table.remote import asked as ask
    from sixfold.cli.table.remote import client

    link = asked.link[0].strip()
    before = None if asked.new else seat_at(link)
    if before is not None:
        with client(address, before[0]) as http:
            try:
                ask(http, "GET", "")
            except SixfoldError as error:
                if error.code != "room/token":
                    raise
            else:
                return before
    with client(address, address.secret) as http:
        joined = ask(http, "POST", "/people", json={"name": asked.name or GUEST})
    if joined.get("taken"):
        out().show((Note(f"The name {asked.name or GUEST} is already taken: you are {joined['name']}."),))
    remember(link, joined["token"], joined["person"])
    return str(joined["token"]), str(joined["person"])


class Teller:
    """Tells what others do, as it happens, between the lines of who types."""

    def __init__(self, console: Console, person: str, typing: bool) -> None:
        self._console = console
        self._person = person
        self._typing = typing
        self.names = Names()
        self.lock = Lock()
        self.gone = False
        self.prompted = False
        """Whether somebody is typing a line at this moment."""
        self.heard: Callable[[int], None] = lambda number: None
        """Called with the number of each event of somebody else, after it was told."""

    def hear(self, shown: Mapping[str, Any]) -> None:
        """An event that came on the socket."""
        with self.lock:
            if shown["kind"] == "gone":
                self.gone = True
                self._tell("You are no longer in this room.", "strong")
                return
            if shown["kind"] == "reset":
                self.names = Names()
                for event in shown["log"]:
                    self.names.follow(event)
                said = f"The table was restored from a copy and continues after event {shown['last']}."
                self._tell(f"{said} Any later events that you saw are lost.", "strong")
                return
            self.names.follow(shown)
            said = sentence(shown, self.names) if shown["person"] != self._person else ""
            if said:
                self._tell(f"({shown['number']}) {said}", "", shown["number"])

    def _tell(self, text: str, style: Style, number: int = 0) -> None:
        """Tells it in the place of the line that is being typed, which comes again below."""
        typing = self._typing and self.prompted and self._console.is_terminal
        if typing:
            self._console.take_line()
        self._console.show((Note(text, style),))
        with suppress(SixfoldError):  # a table that does not answer is told of when something is asked of it
            self.heard(number)
        if typing:
            self._console.begin(waiting())
        self._console.flush()


def sit(seat: RemoteSeat, console: Console, teller: Teller) -> int:
    """Read lines and do what they say, until they end or the seat is gone."""
    typing = someone_types()
    seat.listen()
    for shown in seat.log():
        teller.names.follow(shown)
    view = seat.view()
    session = Session(seat, console)
    me = next((person for person in view["people"] if person["id"] == seat.person), {"name": "?", "role": "?"})
    others = ", ".join(person["name"] for person in view["people"] if person["id"] != seat.person)
    with teller.lock:
        console.show((
            Heading(view["name"], f"you are {me['name']} ({me['role']}){f'; with {others}' if others else ''}"),
            Note("Type a check, or /help."),
        ))  # fmt: skip
        session.greet()
        console.flush()
        teller.heard = session.heard
    try:
        _lines(session, console, teller, typing)
    finally:
        with teller.lock:
            teller.heard = lambda number: None
    return 0


def _lines(session: Session, console: Console, teller: Teller, typing: bool) -> None:
    while session.going and not teller.gone:
        teller.prompted = True
        line = next_line(typing)
        teller.prompted = False
        if line is None:
            break
        if not typing and line.strip():
            console.say(f"> {line.strip()}")
        with teller.lock:
            try:
                session.handle(line)
            except SixfoldError as error:
                complain(error, False)
            console.flush()


COMMAND = Command(
    "join",
    run,
    "join a live table from the terminal",
    "Join a table that somebody opened with `sixfold serve`: type checks, and see everyone's rolls as they "
    "happen. The same link brings you back to the same seat.",
    (
        Parameter("link", "the link that somebody sent you", "LINK", "words"),
        Parameter("name", "your name at the table", "NAME"),
        Parameter("new", "take a new seat, even if you have one there", "", "yes"),
    ),
    ("sixfold join 'http://192.168.1.5:8000/rooms/abc#secret' --name Ada",),
    "Put the link in quotes: the part after # is its secret. "
    f"This command needs the extra “table”: {how_to_install('table')}.",
    "LINK",
    alike=("connect", "enter"),
)
