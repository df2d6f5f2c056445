"""Lists in the pages that say the same as the code or the packaging data."""

from __future__ import annotations

import re
import tomllib

from sixfold.cli import HEADINGS
from sixfold.cli.client.session import Session
from sixfold.cli.commands import load
from sixfold.cli.commands.completion import script
from sixfold.table.room.dispatch import DECIDES
from tests.pages import ROOT


def test_every_extra_is_in_the_list() -> None:
    """The page on installing lists the extras of the package, each once."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "docs" / "install.md").read_text("utf-8").partition("| extra |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", page, re.M)) == sorted(extras)


def test_the_commands_without_json_are_named() -> None:
    """The page on JSON names all commands that print none, and no other."""
    commands = [name for names in HEADINGS.values() for name in names]
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    (named,) = re.findall(r"^These print none: (.*)\.$", page, re.M)
    assert re.findall(r"`(\w+)`", named) == [name for name in commands if "--json" not in load(name).options]


def test_every_command_of_a_table_is_in_its_help() -> None:
    """`/help` of a terminal lists whatever can be typed with a slash."""
    commands = {name.removeprefix("do_") for name in vars(Session) if name.startswith("do_")}
    assert commands - set(re.findall(r"/(\w+)", script("table.txt"))) == set()


def test_every_command_of_a_chat_is_in_its_help() -> None:
    """A chat's help lists what a terminal's does, except for files and for leaving, which are none of its own."""
    commands = {name.removeprefix("do_") for name in vars(Session) if name.startswith("do_")}
    assert commands - set(re.findall(r"\w+", script("chat.txt"))) == {"export", "quit"}


def test_every_call_for_a_command_is_on_its_page() -> None:
    """The page on the API of a table has each call that is made from a command of a room."""
    page = (ROOT / "docs" / "table" / "api.md").read_text("utf-8")
    calls = {f"{command.METHOD} {command.PATH}" for command in DECIDES if command.PATH}
    assert len(calls) > 10
    assert calls - set(re.findall(r"`(.+?)`", page)) == set()
