"""`sixfold config`: where the config file is, and what it says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sixfold.cli.arguments import ANSWERS, Command
from sixfold.cli.config import config, meant, place
from sixfold.cli.console import out
from sixfold.errors import SixfoldError
from sixfold.questions.question import Parameter
from sixfold.report.blocks import SPACE, Heading, Note
from sixfold.report.shown import Shown
from sixfold.report.tables import Entries, Entry
from sixfold.rules.rule import System

if TYPE_CHECKING:
    from sixfold.report.tables import Block, Report
    from sixfold.saved import Config, Saved


WRONG = 1
"""The exit status where a saved check cannot be rolled."""


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold config`."""
    from sixfold.saved import EXAMPLE, Config, read_config

    if asked.example and not asked.json:
        out().data(EXAMPLE)
        return 0
    found = read_config(EXAMPLE, "") if asked.example else config(systems)
    answer = Configured(found or Config(place()), found is not None, systems)
    out().answer(answer, asked.form)
    return WRONG if answer.problems else 0


class Configured(Shown):
    """A config file as an answer; `there` says whether there is anything to show."""

    def __init__(self, found: Config, there: bool, systems: Mapping[str, System]) -> None:
        self._found = found
        self._there = there
        self.problems = dict(self._wrong(systems))
        """The problems, by the key of the file."""

    def _wrong(self, systems: Mapping[str, System]) -> Iterator[tuple[str, str]]:
        from sixfold.checks.check import parse

        if self._found.game and self._found.game not in systems:
            yield "game", f"“{self._found.game}” is not a game here; there are {', '.join(systems)}."
        for key, checks in self._tables():
            for saved in checks:
                try:
                    parse(meant(saved.check, systems), systems)
                except SixfoldError as error:
                    yield f"{key}.{saved.name}", error.message

    def _tables(self) -> list[tuple[str, Sequence[Saved]]]:
        own = [(f"characters.{one.name}", one.checks) for one in self._found.characters]
        return [("checks", self._found.checks), *own]

    def report(self) -> Report:
        """The file for people: the game, the saved checks, and what is wrong with them."""
        if not self._there:
            where = f"It would be {self._found.path}." if self._found.path else "SIXFOLD_CONFIG is empty."
            return (Note(f"There is no config file. {where}", ""), Note("To see one: sixfold config --example"))
        blocks: list[Block] = [Heading("Config file", self._found.path)]
        if self._found.game:
            blocks.append(Entries((Entry("game", self._found.game),)))
        for key, checks in self._tables():
            if checks:
                title = "Saved checks" if key == "checks" else key.partition(".")[2]
                entries = tuple(Entry(saved.name, saved.check) for saved in checks)
                blocks += [SPACE, Heading(title, level=2), Entries(entries)]
        if self.problems:
            blocks += [SPACE, *(Note(f"{key}: {message}", "bad") for key, message in self.problems.items())]
        return tuple(blocks)

    def to_json(self) -> dict[str, Any]:
        """The file as plain data."""
        problems = [{"key": key, "message": message} for key, message in self.problems.items()]
        said = self._found.to_json()
        where = os.path.abspath(self._found.path) if self._found.path else ""
        exists = self._there and bool(where)
        return {"version": said.pop("version"), "path": where, "exists": exists, **said, "problems": problems}


COMMAND = Command(
    "config",
    run,
    "show your config file: the game you play, and saved checks",
    "Where your config file is, and what it says. It names the game you play, and saves checks under names.",
    (
        Parameter("example", "print a config file to begin with", "", "yes"),
        *ANSWERS,
    ),
    ("sixfold config", "sixfold config --example"),
    "The file is $SIXFOLD_CONFIG if that is set, else $XDG_CONFIG_HOME/sixfold/config.toml "
    "(~/.config/sixfold/config.toml), on Windows %APPDATA%\\sixfold\\config.toml. "
    "Exit status: 0 everything can be rolled; 1 a saved check cannot; 2 the file cannot be read.",
    "",
    alike=("settings", "configure", "preferences", "saved", "checks"),
)
