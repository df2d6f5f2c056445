"""The sentence for an author whose code fails by itself."""

import os
import re
from collections.abc import Sequence
from inspect import signature
from traceback import extract_tb, format_exception_only, walk_tb
from typing import Final

from sixfold import rules
from sixfold.base.wording import did_you_mean, nearest
from sixfold.errors import UsageError

_KEYWORD: Final = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")


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
    end = "" if what.endswith((".", "?")) else "."
    told = UsageError(
        f"The game in {os.path.basename(file)} fails in line {line}: {what[:300]}{end}{_guess(error, what)}"
    )
    told.file, told.line = file, line
    return told


def _guess(error: BaseException, what: str) -> str:
    """The question what was meant with a name, or an argument of Sixfold's, that does not exist."""
    if "Did you mean" in what:
        return ""
    if isinstance(error, NameError) and error.name:
        trace = list(walk_tb(error.__traceback__))
        return did_you_mean(nearest(error.name, [*trace[-1][0].f_locals, *trace[-1][0].f_globals, *vars(rules)]))
    asked = _KEYWORD.search(what)
    made, _, method = asked[1].partition(".") if asked else ("", "", "")
    function = getattr(rules, made, None)
    if asked is None or function is None:
        return ""
    function = getattr(function, method, function) if method != "__init__" else function
    return did_you_mean(nearest(asked[2], signature(function).parameters))
