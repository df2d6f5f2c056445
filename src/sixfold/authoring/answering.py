"""Answers of another process, for a second opinion: plays of checks with faces that it is told, and their odds.

Every play begins with a new module, and the odds are found in another order.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import StringIO
from types import ModuleType
from typing import Any

from sixfold.authoring.comparison import chances_of
from sixfold.authoring.other_process import OTHER
from sixfold.authoring.traced_play import outcome_of, steps_of
from sixfold.base.bounds import GAME_LENGTH, TOLERANCE
from sixfold.base.files import read_bounded
from sixfold.checks.check import parse
from sixfold.errors import SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.rule import OWN_FILE, System, system_in
from sixfold.solving.odds import solve_check
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
        module.__file__ = f"{file}.{'.'.join(OTHER)}"  # so that no rule depends on where its file is
        sys.modules[name] = module
        exec(code, module.__dict__)
        system: System = system_in(module)
        return system

    return load


def answer_request() -> None:
    """Answer what another process asks: play checks with faces, each time with a new module."""
    request = json.loads(sys.stdin.readline())
    printed: Any = StringIO()  # what a game prints is no answer
    printed.isatty = lambda: not request["terminal"]
    answers, sys.stdout = sys.stdout, printed
    loaded = [fresh(file) for file in request["files"]]

    def check(text: str) -> Check:
        games = dict(SYSTEMS)
        for load in loaded:
            system = load()
            games[system.name] = system
        return parse(text, games)

    play = partial(steps_of, files=request["files"]) if request["traced"] else outcome_of
    asked = request["questions"]
    # All odds come before the first play, which may leave something behind in a library.
    backwards = [_backwards(check(each["check"]), each["work"]) if each["work"] else None for each in asked]
    plays = [[play(check(each["check"]), faces) for faces in each["plays"]] for each in asked]
    found = [{"plays": played, "backwards": odds} for played, odds in zip(plays, backwards, strict=True)]
    print(json.dumps(found), file=answers, flush=True)


def _backwards(check: Check, work: int) -> list[Any] | None:
    """The outcomes of a check with their chances, found in another order; None where they are not all found."""
    with suppress(SixfoldError):
        odds = solve_check(check, TOLERANCE, work, backwards=True)
        return None if odds.unresolved else [[outcome, str(chance)] for outcome, chance in chances_of(odds).items()]
    return None
