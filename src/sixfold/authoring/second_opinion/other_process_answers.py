"""Answers of another process, for a second opinion: plays of checks with faces that it is told, and their odds.

Every play begins with a new module, and the odds are found in another order.
"""

import builtins
import importlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO, StringIO
from types import ModuleType
from typing import Any, BinaryIO

from sixfold.authoring.second_opinion.backwards_odds import chances_again
from sixfold.authoring.second_opinion.other_process import OTHER
from sixfold.authoring.second_opinion.traced_play import outcome_of, steps_of
from sixfold.base.bounds import GAME_LENGTH
from sixfold.base.files import read_bounded
from sixfold.checks.check import parse
from sixfold.errors import RuleError, SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.judging.blame import last_place
from sixfold.rules.judging.hearing import overhear
from sixfold.rules.judging.named import SAYING, is_fact
from sixfold.rules.rule import OWN_FILE, System, system_in
from sixfold.systems import SYSTEMS


def fresh(file: str) -> Callable[[], System]:
    """Return a function that runs a file anew each time, and returns its game: nothing is kept from the time before."""
    code = compile(read_bounded(file, GAME_LENGTH), file, "exec")
    name, folder = f"{OWN_FILE}{os.path.basename(file).partition('.')[0]}", os.path.dirname(file)

    def load() -> System:
        for other, module in list(sys.modules.items()):
            if os.path.dirname(getattr(module, "__file__", None) or "") == folder:
                del sys.modules[other]
        module = ModuleType(name)
        # No rule depends on where its file is, nor on the names of its folders.
        module.__file__ = os.path.join(folder, *OTHER, f"{'.'.join(OTHER)}.py")
        sys.modules[name] = module
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": imported_elsewhere}
        exec(code, vars(module))
        system: System = system_in(module)
        return system

    return load


def imported_elsewhere(*what: Any, **more: Any) -> ModuleType:
    """Import a module for an author as it is on another machine; what it imports itself is as it is on this one."""
    module = importlib.__import__(*what, **more)
    return on_another_machine(module) if module.__name__ in SAYING else module


def on_another_machine(module: ModuleType) -> ModuleType:
    """Return a module of Python's in which each word that it says of the machine is another one."""
    found = ModuleType(module.__name__)
    for name, value in vars(module).items():
        differs = type(value) is str and value.isalnum() and is_fact(module, name)
        vars(found)[name] = "elsewhere" if differs else value
    return found


class Printed(StringIO):
    """A place for prints of a game, which are no answer. It is a terminal where the asking process has none."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def buffer(self) -> BinaryIO:
        """A place for the bytes of it."""
        return PrintedBytes()

    def write(self, text: str) -> int:
        overhear("print")
        return len(text)


class PrintedBytes(BytesIO):
    """A place for bytes that a game prints."""

    def write(self, data: Any) -> int:
        overhear("print")
        return len(data)


def answer_request() -> None:
    """Answer what another process asks: play checks with faces, each time with a new module."""
    request = json.loads(sys.stdin.readline())
    answers, sys.stdout = os.fdopen(os.dup(1), "w"), Printed(not request["terminal"])
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what C code writes is no answer either
    sys.addaudithook(_notice)
    loaded = [fresh(file) for file in request["files"]]
    asked = request["questions"]

    def check(text: str) -> Check:
        games = dict(SYSTEMS)
        for load in loaded:
            system = load()
            games[system.name] = system
        return parse(text, games)

    play = partial(steps_of, files=request["files"]) if request["traced"] else outcome_of
    print(file=answers, flush=True)  # it has begun: how it ends is the game's doing
    try:
        # All odds come before the first play, which may leave something behind in a library.
        backwards = [_backwards(check(each["check"]), each) if each["work"] else {} for each in asked]
        plays = [[play(check(each["check"]), faces) for faces in each["plays"]] for each in asked]
        found = [{"plays": played, **odds} for played, odds in zip(plays, backwards, strict=True)]
    except (Exception, SystemExit) as error:  # loading a game may raise anything
        place = last_place(error.__traceback__)
        refused = _told(_not_loaded(error).placed(*place)) if place is not None else None
        found = [{"plays": [None] * len(each["plays"]), "refused": refused} for each in asked if refused is not None]
    print(json.dumps(found or None), file=answers, flush=True)


def _not_loaded(error: BaseException) -> RuleError:
    """The error for a game that can be loaded where it is used, and not here."""
    said = error.message if isinstance(error, SixfoldError) else f"{type(error).__name__}: {error}".strip(": ") + "."
    return RuleError(
        "rule/changing",
        f"When its file is loaded in another process, it fails: {said[:200]} A game is the same on every machine.",
    )


def _told(error: RuleError) -> Sequence[Any]:
    """An error for the process that asks."""
    return error.code, error.message, error.file, error.line


def _notice(event: str, arguments: tuple[Any, ...]) -> None:
    """Have it heard that C code opens a file, too, or a database that is one."""
    if event == "open" or (event == "sqlite3.connect" and arguments[0] != ":memory:"):
        overhear(event.partition(".")[0])


def _backwards(check: Check, question: Mapping[str, Any]) -> dict[str, Any]:
    """The outcomes of a check with their chances, if all are found; or what its author is told about a call."""
    try:
        chances = chances_again(check, question["work"], question["heard"])
    except RuleError as error:
        return {"refused": _told(error)}
    return {} if chances is None else {"backwards": [[outcome, str(chance)] for outcome, chance in chances.items()]}
