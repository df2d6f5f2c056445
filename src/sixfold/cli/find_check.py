"""The check that a text means: as it stands, one that is saved under a name, or one of the default game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from sixfold.base.wording import did_you_mean, nearest
from sixfold.checks.check import parse
from sixfold.checks.head import begins_check, unquoted
from sixfold.cli.config_file import config, names
from sixfold.errors import ConfigError, NotationError, SixfoldError
from sixfold.rules.rule import Systems
from sixfold.systems import plain

if TYPE_CHECKING:
    from sixfold.checks.config import Config


def find_check(text: str, systems: Systems, read: Callable[[], Config | None] | None = None) -> str:
    """Return the check that a text means: the config file (or what `read` returns) matters if the text names no game.

    Words behind the name of a saved check are added to it. A text that can be read as plain dice means them.
    Raises what `config` raises.
    """
    text = unquoted(text).strip()
    read = read or partial(config, systems)
    if plain.begins_plain(text) and (plain.has_dice(text) or _game(read(), systems)):
        dice = f"{plain.NAME} {text}"
        if _reads(dice, systems) > len(dice) or not (game := _game(read(), systems)):
            return dice
        own = f"{game} {text}"
        return own if _reads(own, systems) - len(own) > _reads(dice, systems) - len(dice) else dice
    if text and begins_check(text, systems):
        return text
    settings = read()
    saved = begun_by(text, names(settings))
    if saved is not None:
        return _of_game(saved, settings, systems)
    whole = _of_game(text, settings, systems)
    if _reads(whole, systems) <= len(whole):
        _refuse_like(text, settings)
    return whole


def is_check(words: Sequence[str], systems: Systems) -> bool:
    """Whether words that begin with neither a command nor a game are a saved check, or one of the default game."""
    text = unquoted(" ".join(takewhile(lambda word: not word.startswith("--"), words))).strip()
    settings = config(systems)
    if begun_by(text, names(settings)) is not None:
        return True
    whole = _of_game(text, settings, systems)
    return whole != text and (not any(map(str.isalpha, words[0])) or _reads(whole, systems) > len(whole))


def begun_by(text: str, known: Mapping[str, str]) -> str | None:
    """Return the check whose name begins a text, with the words behind it; of several names the longest."""
    typed = " ".join(text.split())
    for name in sorted(known, key=len, reverse=True):
        rest = typed[len(name) :]
        if typed[: len(name)].casefold() == name.casefold() and rest[:1] in ("", " ", ","):
            return f"{known[name]}{rest}"
    return None


def _of_game(text: str, settings: Config | None, systems: Systems) -> str:
    """The text as a check of the default game, unless it names its game."""
    if text and begins_check(text, systems):
        return text
    game = _game(settings, systems)
    return f"{game} {text}".rstrip() if game else text


def _game(settings: Config | None, systems: Systems) -> str:
    if settings is None or not settings.game:
        return ""
    if settings.game not in systems:
        listed = ", ".join(systems)
        raise ConfigError(
            f"game: “{settings.game[:40]}” is not a game here; there are {listed}. Your own game needs --game FILE.",
            settings.path,
        )
    return settings.game


def _reads(check: str, systems: Systems) -> int:
    """Count the characters of a check that can be read; one more than it has if it is right. A `?` is some number."""
    try:
        parse(check.replace("?", "1"), systems)
    except NotationError as error:
        return len(check) if error.column is None else error.column - 1
    except SixfoldError:
        return len(check)
    return len(check) + 1


def _refuse_like(text: str, settings: Config | None) -> None:
    """Raises NotationError for a text that looks like the name of a saved check."""
    known = tuple(names(settings))
    guess = nearest(text, known)
    if guess is not None:
        problem = f"There is no saved check “{text[:40]}”.{did_you_mean(guess)}"
        raise NotationError("notation/unexpected", problem, text, 1, known, guess)
