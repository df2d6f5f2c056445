"""The config file on this machine: where it is, and the checks that are saved there by their names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sixfold.base import machine
from sixfold.base.bounds import CONFIG_LENGTH
from sixfold.base.files import read_bounded
from sixfold.checks.head import begins_check
from sixfold.cli import NAMES
from sixfold.errors import ConfigError
from sixfold.rules.rule import Systems

if TYPE_CHECKING:
    from sixfold.checks.config import Config, Saved

VARIABLE = "SIXFOLD_CONFIG"
"""Names the file; empty, there is none."""


def place() -> str:
    """Return the path of the config file, which may not exist; empty if `SIXFOLD_CONFIG` is empty."""
    path = os.environ.get(VARIABLE)
    if path is not None:
        return os.path.expanduser(path)
    return os.path.join(machine.settings(), "config.toml")


def config(systems: Systems) -> Config | None:
    """Return what the config file says; nothing if there is none.

    Raises ConfigError for a file that cannot be used, StudyError (study/file) for one that cannot be read, and for
    one that `SIXFOLD_CONFIG` names and that does not exist.
    """
    path = place()
    if not path or (VARIABLE not in os.environ and not os.path.exists(path)):
        return None
    from sixfold.checks.config import read_config

    settings = read_config(read_bounded(path, CONFIG_LENGTH), path)
    for table, checks in settings.tables():
        _can_be_typed(table, checks, path, systems)
    return settings


def _can_be_typed(table: str, checks: Sequence[Saved], path: str, systems: Systems) -> None:
    """Raises ConfigError for names that mean something else where they are typed."""
    seen: set[str] = set()
    for name in (each.name for each in checks):
        if name.lower() in NAMES:
            raise ConfigError(f"{table}.{name}: “{name}” is a command. Give the check another name.", path)
        if begins_check(name, systems):
            raise ConfigError(f"{table}.{name}: a game or dice begin like this. Give the check another name.", path)
        if name.casefold() in seen:
            raise ConfigError(f"{table}.{name}: this name is there twice; capital letters do not count.", path)
        seen.add(name.casefold())


def names(settings: Config | None) -> dict[str, str]:
    """The saved checks by what you type for them.

    A character's check has its plain name if no other check has it, and always the character's name before it.
    """
    if settings is None:
        return {}
    plain = [saved.name.casefold() for _, checks in settings.tables() for saved in checks]
    typed = {saved.name: saved.check for saved in settings.checks}
    for character in settings.characters:
        typed |= {saved.name: saved.check for saved in character.checks if plain.count(saved.name.casefold()) == 1}
        typed |= {f"{character.name} {saved.name}": saved.check for saved in character.checks}
    return typed
