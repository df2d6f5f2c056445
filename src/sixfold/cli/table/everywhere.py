"""Commands of every table in a terminal: who sees a roll, requests, luck, verification, export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from sixfold.cli.config import meant
from sixfold.cli.console import Console
from sixfold.cli.table.seat import Seat
from sixfold.errors import StudyError, UsageError, file_error
from sixfold.report.blocks import SPACE, Heading, Note
from sixfold.report.tables import Block
from sixfold.room.commands import Ask, Reveal, Visible


class Session(Protocol):
    """The parts of a session at a table that these commands use."""

    @property
    def seat(self) -> Seat: ...

    @property
    def console(self) -> Console: ...

    def throw(self, text: str, visible: Visible | None = None) -> None: ...


FORMS: Final = MappingProxyType({"json": "json", "csv": "csv", "md": "markdown"})
"""The format of an exported file, by its ending."""

HELP: Final = (
    ("/secret CHECK", "roll it for yourself only; /master shows it to the GM too, /blind to the GM only"),
    ("/reveal 12", "show a hidden roll to everyone"),
    ("/ask CHECK", "as GM: ask everyone for a check; /ask Ada: CHECK asks one person"),
    ("/luck", "compare everything that was rolled with the odds"),
    ("/verify", "check the dice and the log"),
    ("/export FILE", "write the log to a file: evening.json (for sixfold verify), evening.csv or evening.md"),
)


def reveal(session: Session, rest: str) -> None:
    """Reveal a hidden roll."""
    if not rest.isdecimal() or len(rest) > 8:
        raise UsageError("Give the number of the roll: /reveal 12.")
    shown = session.seat.do(Reveal(session.seat.person, int(rest)))
    session.console.show((Note(f"({shown['number']}) {rest} is shown to everyone."),))


def ask(session: Session, rest: str) -> None:
    """Ask people for a check."""
    name, colon, check = rest.partition(":")
    people = {person["name"].casefold(): person["id"] for person in session.seat.view()["people"]}
    if colon and name.strip().casefold() not in people:
        raise UsageError(f"Nobody here is called “{name.strip()[:40]}”.")
    whom = (people[name.strip().casefold()],) if colon else ()
    asked = meant(check if colon else rest, session.seat.systems)
    shown = session.seat.do(Ask(session.seat.person, asked, whom))
    session.console.show((Note(f"({shown['number']}) asked for {shown['check']}."),))


def luck(session: Session, rest: str) -> None:
    """Show the luck of the evening, for everyone whose rolls you can see."""
    from sixfold.room.evening import fallen_of, luck_of  # here, since it waits for nobody who does not ask

    found = [one for one in fallen_of(session.seat.log()) if one.records]
    if not found:
        raise StudyError("study/luck", "Nothing has been rolled yet.")
    blocks: list[Block] = []
    for one in found:
        if len(found) > 1:
            blocks += [*([SPACE] if blocks else []), Heading(one.name)]
        blocks += luck_of(one.records, None, session.seat.systems).report()
    session.console.show(tuple(blocks))


def verify(session: Session, rest: str) -> None:
    """Verify the log as you see it: this machine works out the dice again."""
    from sixfold.cli.commands.verify import shown
    from sixfold.room.verify import verify as verified

    session.console.show(shown(verified(session.seat.export("json"), session.seat.systems)))


def export(session: Session, rest: str) -> None:
    """Write the log into a new file."""
    form = FORMS.get(rest.rpartition(".")[2].lower()) if "." in rest else None
    if form is None:
        raise UsageError("Name a file that ends with .json, .csv or .md: /export evening.json.")
    text = session.seat.export(form)
    try:
        with Path(rest).open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise StudyError("study/file", f"The file {rest[:200]} already exists: choose another name.") from None
    except (OSError, ValueError) as error:
        raise file_error(rest, "written", error) from None
    session.console.show((Note(f"The log is in {rest}."),))


COMMANDS: Final[Mapping[str, Callable[[Session, str], None]]] = MappingProxyType({
    "secret": lambda session, rest: session.throw(rest, "self"),
    "master": lambda session, rest: session.throw(rest, "master"),
    "blind": lambda session, rest: session.throw(rest, "blind"),
    "reveal": reveal, "ask": ask, "luck": luck, "verify": verify, "export": export,
})  # fmt: skip
"""The commands by the word after the slash."""
