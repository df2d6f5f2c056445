"""Games from files: `sixfold --game FILE` has a game of your own beside those of the package."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType, TracebackType

from sixfold.bounds import GAME_LENGTH
from sixfold.errors import SixfoldError, UsageError
from sixfold.rules.rule import System
from sixfold.study.files import read_bounded
from sixfold.systems import SYSTEMS


def files_of_games(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The files of games that the words name with --game, and the other words."""
    files: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name, given, value = word.partition("=")
        if word == "--":
            return files, [*others, word, *rest]
        if name != "--game":
            others.append(word)
            continue
        file = value if given else next(rest, "")
        if not file:
            raise UsageError("--game needs a file that defines a game: --game duel.py.")
        files.append(file)
    return files, others


def with_games(files: Sequence[str]) -> Mapping[str, System]:
    """All games and those that the files define, each as its `SYSTEM`.

    Raises UsageError for what is not a Python file, or one that defines no game of a new name.
    """
    games = dict(SYSTEMS)
    for file in files:
        name = os.path.basename(file)
        system = getattr(_module(file), "SYSTEM", None)
        if not isinstance(system, System) or not system.rules:
            raise UsageError(f"{name} defines no game: it needs SYSTEM = System(name=..., title=..., rules=...).")
        if system.name in games or not (system.name.isalpha() and system.name.islower()):
            raise UsageError(f"“{system.name}” cannot name a game here: use lower-case letters, and a name not taken.")
        games[system.name] = system
    return MappingProxyType(games)


class OwnCode:
    """Around whatever runs code of these files: where that fails by itself, its author is told the place.

    Leaving it raises UsageError instead of what the code raised. Errors of Sixfold and Ctrl-C pass.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._files = files

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None or isinstance(error, SixfoldError | KeyboardInterrupt):
            return
        places = [frame for frame in traceback.extract_tb(trace) if frame.filename in self._files]
        if places:
            name, line = os.path.basename(places[-1].filename), places[-1].lineno
            what = traceback.format_exception_only(error)[-1].strip()
            raise UsageError(f"The game in {name} fails in line {line}: {what[:300]}.") from None


def _module(file: str) -> ModuleType:
    name = os.path.basename(file)
    if not os.path.isfile(file):
        shown = f"“{file[:80]}”"
        raise UsageError(f"{shown} is not a file." if os.path.exists(file) else f"There is no file {shown}.")
    module = ModuleType(f"sixfold_game_{name.partition('.')[0]}")
    module.__file__ = file
    source = read_bounded(file, GAME_LENGTH)
    try:
        code = compile(source, file, "exec")
    except (SyntaxError, ValueError) as error:
        line = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise UsageError(f"{name} is not Python: {getattr(error, 'msg', error)}{line}.") from None
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    return module
