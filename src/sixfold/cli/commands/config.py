"""`sixfold config`: the path and the content of the config file."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from sixfold.checks.check import parse
from sixfold.checks.config import Config, read_config
from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, operation, out
from sixfold.cli.commands.completion import script
from sixfold.cli.config_file import config as config_file
from sixfold.cli.config_file import place
from sixfold.cli.find_check import find_check
from sixfold.errors import SixfoldError
from sixfold.show.display import LazyReport
from sixfold.show.report.blocks import SPACE, Heading, Paragraph
from sixfold.show.report.tables import Block, Definition, Entries, Report

WRONG = 1
"""The exit status where a saved check cannot be rolled."""


@operation(
    "show your config file: the game you play, and saved checks",
    Parameter("example", "print a config file to begin with", "", "yes"),
    *ANSWERS,
    alike=("settings", "configure", "preferences", "saved", "checks"),
)
def config(args: Arguments, systems: Systems) -> int:
    """Show your config file: its path and its content. It names the game you play, and saves checks under names.

    $ sixfold config
    $ sixfold config --example

    The file is $SIXFOLD_CONFIG if that is set, else $XDG_CONFIG_HOME/sixfold/config.toml
    (~/.config/sixfold/config.toml), on Windows %APPDATA%\\sixfold\\config.toml.
    Exit status: 0 everything can be rolled; 1 a saved check cannot; 2 the file cannot be read.
    """
    example = script("config.toml") if args.example else ""
    if example and not args.json:
        out().data(example)
        return 0
    settings = read_config(example, "") if example else config_file(systems)
    shown = settings or Config(place())
    problems = dict(_wrong(shown, systems))
    report = LazyReport(
        lambda: _report(shown, settings is not None, problems), lambda: _data(shown, settings is not None, problems)
    )
    out().answer(report, args.form)
    return WRONG if problems else 0


def _wrong(settings: Config, systems: Systems) -> Iterator[tuple[str, str]]:
    """The problems, by the key of the file."""
    if settings.game and settings.game not in systems:
        yield "game", f"“{settings.game}” is not a game here; there are {', '.join(systems)}."
    for key, checks in settings.tables():
        for saved in checks:
            try:
                parse(find_check(saved.check, systems), systems)
            except SixfoldError as error:
                yield f"{key}.{saved.name}", error.message


def _report(settings: Config, there: bool, problems: Mapping[str, str]) -> Report:
    """The file for people: the game, the saved checks, and the problems with them."""
    if not there:
        where = f"It would be {settings.path}." if settings.path else "SIXFOLD_CONFIG is empty."
        return (Paragraph(f"There is no config file. {where}", ""), Paragraph("To see one: sixfold config --example"))
    blocks: list[Block] = [Heading("Config file", settings.path)]
    if settings.game:
        blocks.append(Entries((Definition("game", settings.game),)))
    for key, checks in settings.tables():
        if checks:
            title = "Saved checks" if key == "checks" else key.partition(".")[2]
            entries = tuple(Definition(saved.name, saved.check) for saved in checks)
            blocks += [SPACE, Heading(title, level=2), Entries(entries)]
    if problems:
        blocks += [SPACE, *(Paragraph(f"{key}: {message}", "bad") for key, message in problems.items())]
    return tuple(blocks)


def _data(settings: Config, there: bool, problems: Mapping[str, str]) -> dict[str, Any]:
    wrong = [{"key": key, "message": message} for key, message in problems.items()]
    where = os.path.abspath(settings.path) if settings.path else ""
    return {"version": 1, "path": where, "exists": there and bool(where), **settings.to_json(), "problems": wrong}
