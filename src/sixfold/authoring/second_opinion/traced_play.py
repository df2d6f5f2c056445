"""One play of a check with given faces: its outcome, and every line of its author's code that ran."""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from types import FrameType
from typing import Any, Final

from sixfold.errors import SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.outcome import checked_value, values_of
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.typed_faces import TypedDice

STEPS: Final = 20_000
"""Lines of two plays that are compared."""

ADDRESS: Final = re.compile(r"0x[0-9a-f]+")


def outcome_of(check: Check, faces: Sequence[int]) -> Any:
    """Return the named values of an outcome; the name of an error where there is none."""
    try:
        outcome = values_of(RolledTable(TypedDice(faces)).play(check))
        return [[name, checked_value(name, value)] for name, value in outcome.items()]
    except SixfoldError as error:
        return error.code
    except Exception as error:
        return type(error).__name__


def steps_of(check: Check, faces: Sequence[int], files: Sequence[str]) -> list[Any]:
    """Return every line of an author's code that runs in a play, in order."""
    steps: list[Any] = []
    with _tracing(steps, set(map(os.path.dirname, files))):
        outcome_of(check, faces)
    return [list(step) for step in steps]  # as it comes from the other process


@contextmanager
def _tracing(steps: list[Any], folders: Collection[str]) -> Iterator[None]:
    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        file = frame.f_code.co_filename
        if file.startswith("<") or os.path.dirname(os.path.abspath(file)) not in folders:
            return None
        if len(steps) < STEPS:
            held = {name: _shown(value) for name, value in frame.f_locals.items()}
            result = _shown(argument) if event == "return" else ""
            steps.append((os.path.basename(frame.f_code.co_filename), frame.f_lineno, held, result))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _shown(value: Any) -> str:
    try:
        return ADDRESS.sub("0x", repr(value)[:200])
    except Exception as error:
        return type(error).__name__


def parting(here: Sequence[Any], there: Sequence[Any]) -> tuple[str, int] | None:
    """Return the line that ran just before two plays differ."""
    last = None
    for one, other in zip_longest(here, there):
        if one != other:
            same_line = one is not None and other is not None and one[:2] == other[:2] and one[3] != other[3]
            return (one[0], one[1]) if same_line or (last is None and one is not None) else last
        last = (one[0], one[1])
    return None
