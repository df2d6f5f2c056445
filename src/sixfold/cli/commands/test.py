"""`sixfold test`: a game of one's own, tried in every way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.cli.form import DATA, READ
from sixfold.cli.games import OwnCode
from sixfold.errors import UsageError
from sixfold.rules.rule import System

SUMMARY = "test a game of your own"
ALIKE = ("check", "examine", "lint", "verifygame", "pytest")

if TYPE_CHECKING:
    from sixfold.testing import Examined

UNSOUND = 1
"""The exit status where a fault was found."""


def parser() -> Parser:
    """The arguments of `sixfold test`."""
    made = Parser(
        "test",
        "Test a game: its examples and words, replayed rolls, and its odds against every combination of faces or "
        "thousands of rolls.",
        ("sixfold test duel.py", "sixfold test ten"),
        takes="FILE ...",
    )
    made.add_argument("games", nargs="*", metavar="FILE|GAME", help="the file of a game, or the name of a known game")
    made.json()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold test`."""
    if not asked.games:
        raise UsageError("Name the game to test: sixfold test duel.py, or sixfold test ten.")
    found = [_examined(game, systems) for game in asked.games]
    for each in found:
        out().answer(each, DATA if asked.json else READ)
    return 0 if all(each.sound for each in found) else UNSOUND


def _examined(game: str, systems: Mapping[str, System]) -> Examined:
    from sixfold.authoring.load import load_game
    from sixfold.testing import examine

    if game in systems:
        return examine(systems[game])
    if not game.endswith(".py"):
        raise UsageError(f"“{game[:80]}” is neither a file of Python nor a game: {', '.join(systems)}.")
    with OwnCode([game]):
        return examine(load_game(game))
