"""`sixfold test`: a game of one's own, tried in every way."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, UsageError, err, operation, out
from sixfold.cli.console import Ticker

if TYPE_CHECKING:
    from sixfold.authoring.testing import Examined

UNSOUND = 1
"""The exit status where a fault was found."""


@operation(
    "test a game of your own",
    Parameter("games", "the file of a game, or the name of a known game", "FILE|GAME", "words"),
    *ANSWERS,
    takes="FILE ...",
    alike=("check", "examine", "lint", "verifygame", "pytest"),
)
def test(args: Arguments, systems: Systems) -> int:
    """Test a game: its examples and words, replayed rolls, and its odds against every combination of faces or
    thousands of rolls.

    $ sixfold test fence.py
    $ sixfold test ten
    """
    if not args.games:
        raise UsageError("Name the game to test: sixfold test fence.py, or sixfold test ten.")
    if args.output is not None and len(args.games) > 1:
        raise UsageError("Test one game at a time to write a file.")
    examinations = [_examined(game, systems) for game in args.games]
    for examination in examinations:
        out().answer(examination, args.form)
    return 0 if all(examination.sound for examination in examinations) else UNSOUND


def _examined(game: str, systems: Systems) -> Examined:
    from sixfold.authoring.load import load_game
    from sixfold.authoring.testing import examine
    from sixfold.authoring.watchdog import watching

    ticker, tried = Ticker(err()), count(1)

    def show(check: str) -> None:
        ticker.tell(f"check {next(tried)}: {check}")

    try:
        if game in systems:
            return examine(systems[game], told=show)
        if not game.endswith(".py"):
            raise UsageError(f"“{game[:80]}” is neither a file of Python nor a game: {', '.join(systems)}.")
        with watching([game]):
            return examine(load_game(game), told=show)
    finally:
        ticker.end()
