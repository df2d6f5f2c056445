"""The commands: a file each, with its `SUMMARY` in one line, besides those that come from a question.

Only the command that was asked for is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from sixfold.errors import UsageError
from sixfold.questions import QUESTIONS, declared
from sixfold.rules.rule import System

if TYPE_CHECKING:  # a protocol takes a while to make, and nothing needs it but the checking of types
    from typing import Protocol

    from sixfold.cli.arguments import Parser

    class Command(Protocol):
        """What the file of a command holds."""

        SUMMARY: str
        """What it does, in one line."""

        ALIKE: tuple[str, ...]
        """What it is called by people who have not seen the help."""

        def parser(self) -> Parser:
            """Its arguments."""
            ...

        def run(self, asked: Any, systems: Mapping[str, System]) -> int:
            """Do what was asked, and say it; the exit status."""
            ...


HEADINGS = {
    "at the table": (
        *("roll", "odds", "explain", "play", "serve", "backup", "join", "verify", "advise", "luck", "games"),
    ),
    "for designers": ("compare", "need", "table", "equivalent", "audit", "test", "site"),
    "the command itself": ("help", "config", "completion", "schema", "version"),
}
"""The commands under their headings, those that are used most first. `complete` is for shells, and not listed."""


def find(name: str) -> Command | None:
    """The command of this name, if there is one."""
    if not (name.isascii() and name.isalpha()):
        return None
    try:
        return load(name.lower())
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name.lower()}":
            raise
        return None


def load(name: str) -> Command:
    """The command that has this name: a file here, or a question."""
    if name in QUESTIONS:
        from sixfold.cli.questions import QuestionCommand

        return QuestionCommand(declared(name))
    return cast("Command", import_module(f"{__name__}.{name}"))


def every() -> Iterator[tuple[str, Command]]:
    """Every command that people type with its name, those that are used most first."""
    for names in HEADINGS.values():
        for name in names:
            yield name, load(name)


def unknown(name: str, systems: Mapping[str, System]) -> UsageError:
    """The error for a first word that is neither a command nor the beginning of a check."""
    from sixfold.cli.config import config, names
    from sixfold.rules.message import did_you_mean, nearest

    known = dict(every())
    saved = names(config(systems))
    meant = {alike: command for command, each in known.items() for alike in each.ALIKE}
    guess = meant.get(name.strip("-").lower()) or nearest(name, (*known, *systems, *saved))
    if name.startswith("-"):
        hint = did_you_mean(guess and f"--{guess}") if guess == "help" else ""
        return UsageError(f"Put options after the check, as in: sixfold roll ten --json.{hint}")
    said = f"“{name[:40]}” is neither a command nor a game."
    if guess:
        return UsageError(f"{said}{did_you_mean(guess)} See: sixfold --help")
    return UsageError(f"{said} The commands are {', '.join(known)}; the games are {', '.join(systems)}.")
