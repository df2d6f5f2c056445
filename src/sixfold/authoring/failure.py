"""The sentence for an author whose code fails by itself."""

import os
import re
import typing
from collections.abc import Sequence
from inspect import signature
from traceback import extract_tb, format_exception_only, walk_tb
from typing import Final

from sixfold import rules
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import UsageError
from sixfold.rules.judging.fold_arguments import CALLED

_KEYWORD: Final = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")
_CALL: Final = re.compile(r"(?:Table\.)?(\w+)\(\) (?:missing \d+ required positional arguments?: ('\w+')?|takes )")


def failure(error: BaseException, files: Sequence[str]) -> UsageError | None:
    """Return what the author is told whose code fails by itself, with its line; None if it was not code of these files.

    >>> failure(ValueError("no"), ["duel.py"])
    """
    places = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__) if frame.filename in files]
    if not places:
        return None
    file, line = places[-1]
    what = format_exception_only(error)[-1].strip()
    if what == "AssertionError":
        what = "its “assert” does not hold"
    what = what.replace("'Answer'", "'tuple'")
    end = "" if what.endswith((".", "?")) else "."
    told = UsageError(
        f"The game in {os.path.basename(file)} fails in line {line}: {what[:300]}{end}{_guess(error, what, file)}"
    )
    told.file, told.line = file, line
    return told


def _guess(error: BaseException, what: str, file: str) -> str:
    """A sentence with a name, an argument or a call that may have been meant; nothing where none is like it."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        beside = os.path.join(os.path.dirname(file), error.name.partition(".")[0])
        if os.path.exists(f"{beside}.py") or os.path.isdir(beside):
            return " A game is one file, which goes to a table alone: write what it needs of the other one into it."
    if isinstance(error, NameError) and error.name:
        for module in (rules, typing):
            if hasattr(module, error.name):
                return f" Write “from {module.__name__} import {error.name}” at the top of the file."
        frame = [frame for frame, _ in walk_tb(error.__traceback__)][-1]
        known = [*frame.f_locals, *frame.f_globals, *vars(rules)]
        return "" if "Did you mean" in what else did_you_mean(nearest(error.name, known))
    if "to unpack" in what or "unpack non-iterable" in what:
        return " Dice that are read with one fold give one answer, and with several folds a tuple of as many."
    if "between instances of" in what and "'tuple'" in what:
        return " Several dice, and the answers of several folds, are a tuple: use sum(dice), or one as dice[0]."
    if called := _CALL.search(what):
        if called[2] == "'table'":
            return f" Only Sixfold calls a rule with a table: write System({called[1]}), or table.play({called[1]})."
        if called[1] in CALLED:
            return f" Write it as in {CALLED[called[1]]}."
    match = _KEYWORD.search(what)
    made, _, method = match[1].partition(".") if match else ("", "", "")
    function = getattr(rules, made, None)
    if match is None or function is None:
        return ""
    function = getattr(function, method, function) if method != "__init__" else function
    return did_you_mean(nearest(match[2], signature(function).parameters))
