"""Games of one's own, out of Python files."""

import ast
import os
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import CodeType, MappingProxyType, ModuleType

from sixfold.authoring.blame import Blame
from sixfold.authoring.determinism import listening
from sixfold.authoring.lint import line_of, lint
from sixfold.bounds import GAME_LENGTH
from sixfold.errors import RuleError, UsageError
from sixfold.playing.declared import look_over
from sixfold.rules.rule import OWN_FILE, Home, System
from sixfold.study.files import read_bounded
from sixfold.systems import SYSTEMS

PLAIN = (int, bool, str, float, tuple, frozenset)
"""Kinds of constants of a module."""


def with_games(files: Sequence[str | os.PathLike[str]]) -> Mapping[str, System]:
    """All games and those that the files define, each as its `SYSTEM`; to be given wherever `systems` are asked for.

    Raises UsageError for what is not a Python file, or one that defines no game of a new name.
    """
    games = dict(SYSTEMS)
    for file in files:
        system = load_game(file)
        if system.name in games or not (system.name.isalpha() and system.name.islower()):
            raise UsageError(f"“{system.name}” cannot name a game here: use lower-case letters, and a name not taken.")
        games[system.name] = system
    return MappingProxyType(games)


def load_game(file: str | os.PathLike[str]) -> System:
    """The game that a Python file defines as its `SYSTEM`: the same one until the file changes.

    Its checks, and so records and odds of them, can be pickled: they are found again in the file.
    Raises UsageError, and what the file itself raises.
    """
    path = os.fspath(file)
    if not os.path.isfile(path):
        shown = f"“{path[:80]}”"
        raise UsageError(f"{shown} is not a file." if os.path.exists(path) else f"No such file: {shown}.")
    now = os.stat(path)
    return _loaded(os.path.abspath(path), path, now.st_mtime_ns, now.st_size)


def in_file(place: str, name: str) -> System:
    """The game that a file defines, found again."""
    return load_game(place)


@lru_cache(maxsize=16)
def _loaded(place: str, file: str, changed: int, size: int) -> System:
    name = os.path.basename(file)
    system = getattr(_module(file, name), "SYSTEM", None)
    if not isinstance(system, System):
        raise UsageError(
            f"{name} defines no game: it needs a line like SYSTEM = System(parry), with the function of your rule."
        )
    with listening(name, (file, 1)):
        look_over(system)
    return system.replace(home=Home(in_file, place))


def _module(file: str, name: str) -> ModuleType:
    """The module that a file is. It is run twice, since what is constant in it must be the same each time."""
    source = read_bounded(file, GAME_LENGTH)
    try:
        tree = ast.parse(source, file)
        code = compile(tree, file, "exec")
    except (SyntaxError, ValueError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        place = f" in line {line}" if line else ""
        told = UsageError(f"{name} is not Python: {getattr(error, 'msg', error)}{place}.")
        told.file, told.line = file, line
        raise told from None
    lint(tree, file)
    first, module = (_run(code, file, f"{OWN_FILE}{name.partition('.')[0]}") for _ in range(2))
    for constant, value in vars(module).items():
        if type(value) in PLAIN and value != vars(first).get(constant):
            raise RuleError(
                "rule/chance",
                f"“{constant}” changes each time the file is loaded: all chance in a game comes from its table.",
            ).placed(file, line_of(tree, constant))
    return module


def _run(code: CodeType, file: str, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module
    with Blame(), listening(os.path.basename(file), (file, 1)):
        exec(code, module.__dict__)
    return module
