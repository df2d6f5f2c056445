"""`sixfold help`: what the command can do, and what a single command does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.checks.head import begins_check
from sixfold.cli import HEADINGS
from sixfold.cli.arguments import Command
from sixfold.cli.commands import find, load, unknown
from sixfold.cli.console import out
from sixfold.cli.shell import on_lines
from sixfold.errors import UsageError
from sixfold.questions import Parameter
from sixfold.rules.rule import System

HEAD = "usage: sixfold COMMAND ... or sixfold CHECK"
ABOUT = "Roll checks of role-playing games on six-sided dice, get their exact odds, and have the rules explained."
EXAMPLES = ("sixfold ten +4 superior 1", "sixfold odds ten +4 superior 1", "sixfold help odds")
NOTES = "--game FILE adds a game of your own from a Python file."


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold help`."""
    if not asked.words:
        out().say(usage(out().width, systems))
        return 0
    if len(asked.words) > 1:
        raise UsageError(f"Help shows one command or game at a time: sixfold help {asked.words[0][:40]}.")
    name = asked.words[0]
    found = find(name)
    if found is None and name.lower() in systems:
        listing = load("games")
        return listing.run(listing.read([name], systems), systems)
    if found is None and begins_check(name, systems):
        found = load("roll")
    if found is None:
        raise unknown(name, systems)
    out().say(found.help(out().width))
    return 0


def usage(width: int, systems: Mapping[str, System]) -> str:
    """Return the text of `sixfold --help`."""
    from textwrap import fill  # here, since only pages are filled

    longest = max(len(name) for names in HEADINGS.values() for name in names)
    parts = [fill(HEAD, width, subsequent_indent=" " * 7), fill(ABOUT, width)]
    for heading, names in HEADINGS.items():
        parts.append("\n".join([f"{heading}:", *(_entry(name, load(name).summary, longest, width) for name in names)]))
    parts.append("\n".join(["games:", *(_entry(name, systems[name].title, longest, width) for name in systems)]))
    parts += ["\n".join(["try:", *(on_lines(example, width, "  ") for example in EXAMPLES)]), fill(NOTES, width)]
    return "\n\n".join(parts)


def _entry(name: str, meaning: str, longest: int, width: int) -> str:
    from textwrap import fill  # here, since only pages are filled

    return fill(meaning, width, initial_indent=f"  {name.ljust(longest)}  ", subsequent_indent=" " * (longest + 4))


COMMAND = Command(
    "help",
    run,
    "show what a command does, or what a game can roll",
    "Show what a command does, with examples, or what a game can roll.",
    (Parameter("words", "a command or a game", "COMMAND", "words"),),
    ("sixfold help compare", "sixfold help ten"),
    takes="[COMMAND]",
    alike=("hilfe", "aide", "man", "usage", "commands"),
)
