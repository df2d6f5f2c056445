"""The content of a config file: the game that is played, and checks saved by name. No file is read here."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sixfold.base.bounds import SAVED_CHARACTERS, SAVED_CHECKS, SAVED_NAME_LENGTH, TEXT_LENGTH
from sixfold.base.printable import first_refused, shown
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import ConfigError

KEYS: Final = ("game", "checks", "characters")
"""The keys of a config file."""


class Saved(NamedTuple):
    """A check under a name."""

    name: str
    check: str


class Character(NamedTuple):
    """Somebody with saved checks."""

    name: str
    checks: tuple[Saved, ...]


class Config(NamedTuple):
    """The content of the config file at `path`; `game` is empty if it names none."""

    path: str = ""
    game: str = ""
    checks: tuple[Saved, ...] = ()
    characters: tuple[Character, ...] = ()

    def tables(self) -> Iterator[tuple[str, tuple[Saved, ...]]]:
        """The saved checks by the key of their table in the file."""
        yield "checks", self.checks
        yield from ((f"characters.{owner.name}", owner.checks) for owner in self.characters)

    def to_json(self) -> dict[str, Any]:
        """This as plain data; `game` is left out if the file names none."""
        return {
            "version": 1,
            **({"game": self.game} if self.game else {}),
            "checks": [saved._asdict() for saved in self.checks],
            "characters": [
                {"name": owner.name, "checks": [saved._asdict() for saved in owner.checks]} for owner in self.characters
            ],
        }


def read_config(text: str, path: str) -> Config:
    """Return the content of a config file from its text. `path` is its name for the errors.

    Raises ConfigError for what is not TOML, with the line, and for a key or value that cannot be used.

    >>> read_config('game = "ten"\\n[checks]\\nclimb = "ten +4"', "config.toml").checks
    (Saved(name='climb', check='ten +4'),)
    """
    data = parsed(text, path)
    for key in data:
        if key not in KEYS:
            guess = did_you_mean(nearest(key, KEYS))
            raise ConfigError(f"“{shown(key)}” is not a key of a config file; it has {', '.join(KEYS)}.{guess}", path)
    game = data.get("game", "")
    if not isinstance(game, str) or ("game" in data and not game.strip()):
        raise ConfigError(f'game must be the name of a game, as in game = "ten", not {shown(game)}.', path)
    characters = _table(data.get("characters", {}), "characters", SAVED_CHARACTERS, path)
    return Config(
        path,
        game.strip().lower(),
        _checks(data.get("checks", {}), "checks", path),
        tuple(Character(name, _checks(own, f"characters.{name}", path)) for name, own in characters.items()),
    )


def parsed(text: str, path: str) -> Mapping[str, Any]:
    """The tables of a text in TOML; `path` is its name for the errors.

    Raises ConfigError for what is not TOML, with the line.
    """
    import tomllib  # here, since few commands read such a file

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError("This cannot be read: too much is inside each other.", path) from None
    except ValueError as error:
        match = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
        if match is None:
            raise ConfigError("This is not TOML: a number in it is too long.", path) from None
        lines = text.split("\n")
        line, column = int(match[2] or len(lines)), int(match[3] or len(lines[-1]) + 1)
        raise ConfigError(f"This is not TOML: {match[1]}.", path, line, lines[line - 1], column) from None


def _table(value: object, key: str, most: int, path: str) -> Mapping[str, Any]:
    """The entries of a table, each under a name that can be shown."""
    if not isinstance(value, dict):
        raise ConfigError(f"{shown(key)} must be a table, as in [{shown(key)}], not {shown(value)}.", path)
    if len(value) > most:
        raise ConfigError(f"{shown(key)} has {len(value):,} entries; at most {most:,} are read.", path)
    for name in value:
        if not name.strip() or len(name) > SAVED_NAME_LENGTH or first_refused(name) is not None:
            raise ConfigError(
                f"“{shown(name)}” in {shown(key)} is not a name: it has 1 to {SAVED_NAME_LENGTH} characters, "
                "all of which can be shown.",
                path,
            )
    return value


def _checks(value: object, key: str, path: str) -> tuple[Saved, ...]:
    """The checks of a table."""
    texts = _table(value, key, SAVED_CHECKS, path)
    for name, check in texts.items():
        if not isinstance(check, str) or not check.strip() or len(check) > TEXT_LENGTH:
            kind = f"text of 1 to {TEXT_LENGTH:,} characters" if isinstance(check, str) else "text in quotes"
            raise ConfigError(f"{key}.{name} must be a check, which is {kind}, not {shown(check)}.", path)
    return tuple(Saved(" ".join(name.split()), check.strip()) for name, check in texts.items())
