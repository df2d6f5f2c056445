"""The commands: a file each, besides those that come from a question, such as `odds` and `explain`.

These are declared in `study/catalogue.py`; `arguments.command_of` makes commands of them, and `load` finds both. Only
the command that was asked for is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import cast

from sixfold.base.bounds import MESSAGE_LENGTH
from sixfold.base.wording import did_you_mean, nearest
from sixfold.cli import NAMES
from sixfold.cli import config_file as settings
from sixfold.cli.arguments import command_of
from sixfold.errors import UsageError
from sixfold.rules.rule import Systems
from sixfold.study.operation import QUESTIONS, Operation


def find(name: str) -> Operation | None:
    """The command of this name, if there is one."""
    return load(name.lower()) if name.lower() in NAMES else None


def load(name: str) -> Operation:
    """The command that has this name: a file here, or a question."""
    if name in QUESTIONS:
        from sixfold.study.catalogue import CATALOGUE

        return command_of(CATALOGUE[name])
    return cast("Operation", getattr(import_module(f"{__name__}.{name}"), name))


def every() -> Iterator[tuple[str, Operation]]:
    """Every command that people type with its name, those that are used most first."""
    for name in NAMES[:-1]:
        yield name, load(name)


def unknown(name: str, systems: Systems) -> UsageError:
    """The error for a first word that is neither a command nor the beginning of a check."""
    known = dict(every())
    saved = settings.names(settings.config(systems))
    meant = {alike: command for command, each in known.items() for alike in each.alike}
    guess = meant.get(name.strip("-").lower()) or nearest(name, (*known, *systems, *saved))
    if name.startswith("-"):
        hint = did_you_mean(guess and f"--{guess}") if guess == "help" else ""
        return UsageError(f"Put options after the check, as in: sixfold roll ten --json.{hint}")
    problem = f"“{name[:40]}” is neither a command nor a game."
    if name.lower().endswith(".py"):
        file = name if len(name) <= MESSAGE_LENGTH // 2 else "FILE"  # a part of a name would be another file
        return UsageError(f"{problem} To use a game of your own: sixfold --game {file} CHECK")
    if guess:
        return UsageError(f"{problem}{did_you_mean(guess)} See: sixfold --help")
    return UsageError(f"{problem} The commands are {', '.join(known)}; the games are {', '.join(systems)}.")
