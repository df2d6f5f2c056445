"""Games of one's own, out of Python files."""

import ast
import builtins
import linecache
import os
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from time import process_time
from types import CodeType, MappingProxyType, ModuleType
from typing import Any

from sixfold.authoring.second_opinion.approvals import Approval
from sixfold.base import bounds
from sixfold.base.bounds import GAME_LENGTH
from sixfold.base.files import read_bounded
from sixfold.checks.check import parse
from sixfold.errors import RuleError, UsageError
from sixfold.playing.declared import look_over, with_usual
from sixfold.rules.functions import OWN
from sixfold.rules.judging.blame import Blame
from sixfold.rules.judging.environment import ATOMS, Environment, equal
from sixfold.rules.judging.hearing import listening
from sixfold.rules.judging.lint import lint
from sixfold.rules.judging.named import check_named
from sixfold.rules.judging.syntax import CHANGED, line_of, nodes_in
from sixfold.rules.rule import OWN_FILE, Home, System, rules_in, system_in
from sixfold.systems import SYSTEMS, plain


def with_games(files: Sequence[str | os.PathLike[str]], examined: bool = False) -> Mapping[str, System]:
    """All games and those that the files define, each as its `SYSTEM`; to be given wherever `systems` are asked for.

    Those that were `examined` in another process are not tried again.
    Raises UsageError for what is not a Python file, or one that defines no game of a new name.
    """
    games = dict(SYSTEMS)
    for file in files:
        system = load_game(file, examined)
        _check_name(system.name, games)
        games[system.name] = system
    return MappingProxyType(games)


def load_game(file: str | os.PathLike[str], examined: bool = False) -> System:
    """The game that a Python file defines as its `SYSTEM`: the same one until the file changes.

    Its checks, and so records and odds of them, can be pickled: they are found again in the file. A file that was
    `examined` in another process is not tried again.
    Raises UsageError, and what the file itself raises.
    """
    path = os.fspath(file)
    version = _version(path)
    if not examined:
        _examined(*version)
    system = _loaded(*version)
    _check_name(system.name, SYSTEMS)
    return system


def _check_name(name: str, games: Container[str]) -> None:
    """Raise UsageError if a game beside these cannot be asked for by this name, as plain dice are, or help."""
    if plain.is_plain(name):
        raise UsageError(f"“{name}” cannot name a game here: it begins as dice do, such as d6 or dF.")
    if name in games or name == "help" or not (name.isalpha() and name.islower()):
        raise UsageError(f"“{name}” cannot name a game here: use lower-case letters, and a name not taken.")


def untried(file: str | os.PathLike[str]) -> tuple[str, ...]:
    """Return the checks that were not tried when the game of a file was loaded, since its rolls take so long."""
    return _examined(*_version(os.fspath(file)))


def in_file(place: str, name: str) -> System:
    """The game that a file defines, found again."""
    return load_game(place, examined=True)


def _version(path: str) -> tuple[str, str, int, int]:
    if not os.path.isfile(path):
        shown = f"“{path[:80]}”"
        raise UsageError(f"{shown} is not a file." if os.path.exists(path) else f"No such file: {shown}.")
    now = os.stat(path)
    return os.path.abspath(path), path, now.st_mtime_ns, now.st_size


@lru_cache(maxsize=16)
def _loaded(place: str, file: str, changed: int, size: int) -> System:
    source = read_bounded(file, GAME_LENGTH)
    linecache.checkcache(file)  # it may have changed
    system = _system(_module(source, file, os.path.basename(file)), file)
    return system.replace(home=Home(in_file, place, sha256(source.encode()).hexdigest()))


def run_with(system: System, change: Callable[[ast.Module], Mapping[str, Any]]) -> System:
    """Return the game of a file, whose syntax is changed, run again with the names that the change gives it."""
    file = system.home.place if system.home is not None else ""
    tree = ast.parse(read_bounded(file, GAME_LENGTH), file)
    names = change(tree)
    again = _system(_run(compile(tree, file, "exec"), file, **{CHANGED: tree}, **names), file)
    return again.replace(home=system.home)


def _system(module: ModuleType, file: str) -> System:
    name = os.path.basename(file)
    with Blame(), listening((file, 1), loading=name):
        system = system_in(module)
        for rule in system.rules if isinstance(system, System) else ():
            for function in rule.functions[1:]:  # its play is judged with each check
                whole = getattr(function, "__wrapped__", function)
                check_named(whole, Environment(whole))
    if not isinstance(system, System):
        rules = ", ".join([play.__name__ for play in rules_in(module)])
        many = f"; of a table are {rules}" if rules else ""
        raise UsageError(
            f"{name} defines no game: it needs a line like SYSTEM = System(parry), with the functions that are rules"
            f"{many}. A file with one function of a table needs none."
        )
    return system.replace(rules=tuple([with_usual(rule) for rule in system.rules]))


@lru_cache(maxsize=16)
def _examined(place: str, file: str, changed: int, size: int) -> tuple[str, ...]:
    system, begun = _loaded(place, file, changed, size), process_time()
    approval = Approval.about("looked over", [place])
    if approval.known:
        return ()
    untried = look_over(
        system,
        lambda: listening((file, 1)),
        lambda: process_time() - begun > bounds.OWN_CODE_SECONDS / 2,
    )
    from sixfold.authoring.second_opinion.backwards_odds import (  # here, since most games were looked over before
        HERE_WORK,
        chances_again,
    )

    for rule in system.rules:
        chances_again(parse(rule.example, {**SYSTEMS, system.name: system}), HERE_WORK)
    if not untried:
        approval.keep()
    return untried


def _module(source: str, file: str, name: str) -> ModuleType:
    """The module that a file is. It is run twice, since what is constant in it must be the same each time."""
    try:
        tree = ast.parse(source, file)
        code = compile(tree, file, "exec")
        lint(tree, file)
    except RuleError:  # the lint says what is wrong, and where
        raise
    except (RecursionError, MemoryError):  # the latter from Python's own parser
        raise UsageError(f"{name} is nested too deeply.") from None
    except (SyntaxError, ValueError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        place = f" in line {line}" if line else ""
        told = UsageError(f"{name} is not Python: {getattr(error, 'msg', error)}{place}.")
        told.file, told.line = file, line
        raise told from None
    first, module = (_run(code, file) for _ in range(2))
    for constant, value in vars(module).items():
        if not _alike(value, vars(first).get(constant)):
            raise RuleError(
                "rule/chance",
                f"“{constant}” changes each time the file is loaded: a rule gets its chance from its table.",
            ).placed(file, line_of(ast.walk(tree), constant) or 1)
    return module


def _alike(value: Any, other: Any) -> bool:
    """Whether a constant is the same in two runs of a file; classes, and what is made of them, are other ones there."""
    if type(value) is tuple and type(other) is tuple:
        return len(value) == len(other) and all(map(_alike, value, other))
    if type(value) is frozenset and type(other) is frozenset:
        plain, others = ({part for part in each if type(part) in ATOMS} for each in (value, other))
        return len(value) == len(other) and plain == others
    return type(value) not in ATOMS or equal(value, other)


def _run(code: CodeType, file: str, **names: Any) -> ModuleType:
    base = os.path.basename(file)
    module = ModuleType(f"{OWN_FILE}{base.partition('.')[0]}")
    module.__file__ = os.path.abspath(file)
    module.__dict__.update(names)
    sys.modules[module.__name__] = module
    before = _of_others()
    try:
        with Blame(), listening((file, 1), loading=base):
            exec(code, module.__dict__)
    finally:
        changed = _set_back(before)
    if changed is not None:
        sentence = (
            f"“{changed}” is changed while {base} is loaded: it is not the file's own, and others need it as it was. "
            "Write a function or a class of another name."
        )
        name = changed.rpartition(".")[2]
        lines = [node.lineno for node in nodes_in(file) if isinstance(node, ast.Attribute) and node.attr == name]
        raise RuleError("rule/changing", sentence).placed(file, lines[0] if lines else 1)
    return module


Belongings = list[tuple[Any, Mapping[str, Any]]]


def _of_others() -> Belongings:
    """The functions of Python and of Sixfold by name, and those of its classes."""
    modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == OWN[:-1]]
    classes = {
        value: None
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__.startswith(OWN)
    }
    return [
        (owner, {name: value for name, value in vars(owner).items() if callable(value)})
        for owner in (builtins, *modules, *classes)
    ]


def _set_back(before: Belongings) -> str | None:
    """Set back what has changed of others, and return the name of the first; None if nothing has."""
    changed = None
    for owner, had in before:
        now = vars(owner)
        for name, value in had.items():
            if now.get(name) is not value:
                changed = changed or f"{owner.__name__}.{name}"
                setattr(owner, name, value)
    return changed
