"""`sixfold join`: a table on a server, in the terminal, live."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sixfold.cli.client.session import Session
from sixfold.cli.command import Arguments, Console, Parameter, Systems, UsageError, needing, operation, out
from sixfold.errors import SixfoldError
from sixfold.show.report.blocks import Heading, Paragraph, Style
from sixfold.table.room.event_sentences import sentence

if TYPE_CHECKING:
    from sixfold.cli.client.remote import RemoteSeat


GUEST = "Guest"
"""The name of a person who gives none."""


@operation(
    "join a live table from the terminal",
    Parameter("link", "the link that somebody sent you", "LINK", "words"),
    Parameter("name", "your name at the table", "NAME"),
    Parameter("new", "take a new seat, even if you have one there", "", "yes"),
    alike=("connect", "enter"),
)
def join(args: Arguments, systems: Systems) -> None:
    """Join a table that somebody opened with `sixfold serve`: type checks, and see everyone's rolls as they
    happen. The same link brings you back to the same seat.

    $ sixfold join 'http://192.168.1.5:8000/rooms/abc#secret' --name Ada

    Put the link in quotes: the part after # is its secret.
    This command needs the extra “join”, which is a part of “table”: pip install '.[join]' in the folder of Sixfold.
    """
    with needing("A table in the terminal", "join"):
        from sixfold.cli.client.remote import seat_at
    if len(args.link) != 1:
        raise UsageError("Give the link of a table, in quotes: sixfold join 'http://…/rooms/…#…'.")
    seat, notice = seat_at(args.link[0].strip(), args.name or GUEST, args.new, systems)
    if notice:
        out().show((Paragraph(notice),))
    session = None
    try:
        session = LiveSession(seat, out())
        session.run()
    finally:
        if session is not None:
            with session.lock:
                session.going = False
        seat.close()


class LiveSession(Session):
    """A session at a table where others roll too: it tells what they do, as it happens."""

    seat: RemoteSeat

    def __init__(self, seat: RemoteSeat, console: Console) -> None:
        super().__init__(seat, console)
        seat.heard = self.hear
        with self.lock:
            view = seat.listen()
            people = {person["id"]: person for person in view["people"]}
            me = people.pop(seat.person, {"name": "?", "role": "?"})
            others = ", ".join(person["name"] for person in people.values())
            about = f"you are {me['name']} ({me['role']}){f'; with {others}' if others else ''}"
            console.show((Heading(view["name"], about), Paragraph("Type a check, or /help.")))
            self.greet()
            console.flush()

    def hear(self, shown: Mapping[str, Any]) -> None:
        """Tell of an event that came on the socket, unless this person caused it."""
        with self.lock:
            if not self.going:
                return
            if shown["kind"] == "gone":
                self.going = False
                self._tell("You are no longer in this room.", "strong")
            elif shown["kind"] == "reset":
                news = f"The table was restored from a copy and continues after event {shown['last']}."
                self._tell(f"{news} Any later events that you saw are lost.", "strong")
            else:
                mine = shown["person"] == self.seat.person
                news = "" if mine else sentence(shown, self.seat.names)
                if mine and not self.seat.is_own_roll(shown):
                    news = f"A roll of {shown['request']['check']} was made in your name, and not from this terminal."
                if news:
                    self._tell(f"({shown['number']}) {news}", "strong" if mine else "", shown["number"])

    def _tell(self, text: str, style: Style, number: int = 0) -> None:
        """Say it in the place of the line that is being typed, and show that line again below."""
        typing = self.typing and self.prompted and self.console.is_terminal
        if typing:
            self.console.take_line()
        self.console.show((Paragraph(text, style),))
        with suppress(SixfoldError):  # a table that does not answer is reported when something is asked of it
            self.heard(number)
        if typing:
            self.console.typed_so_far()
        self.console.flush()
