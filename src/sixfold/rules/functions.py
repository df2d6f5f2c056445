"""Functions of the package and of authors: whose they are, where they begin, and the functions that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, partial
from types import CellType, CodeType, TracebackType
from typing import Any, Final

from sixfold.errors import Passing, RuleError

OWN = "sixfold."
"""The prefix of the package's own modules, whose functions depend on their arguments alone."""

CACHED: Final = type(lru_cache(len))
"""The type of a function that keeps what it found before."""


class WentOnError(Passing):
    """Raised in an author's code that loops without end and without a roll, at the line that it does not leave.

    No `except` of the rule stops it. A watch turns it into a sentence.
    """

    def __str__(self) -> str:
        return "This runs without end and rolls nothing. To repeat something until a condition holds, use table.repeat."


class SlowError(WentOnError):
    """Raised in an author's code that takes nearly all of the time, over many calls."""

    def __str__(self) -> str:
        return (
            "This takes too long, again and again. Calculate less here: what never changes once for the file, and what "
            "depends on dice with the folds of the table."
        )


class Wrapped:
    """A function as tables play it, around the `function` that its author wrote."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__name__ = str(getattr(function, "__name__", "rule"))


def is_builtin(function: object) -> bool:
    """Return whether a function is one of the package's own, which its tests know to depend on its arguments alone.

    >>> is_builtin(is_builtin), is_builtin(print)
    (True, False)
    """
    return str(getattr(function, "__module__", "")).startswith(OWN)


def innermost(play: Any) -> Any:
    """Return the function itself, without what is around it: options that are given already, or a watched table."""
    while isinstance(play, partial | Wrapped):
        play = play.func if isinstance(play, partial) else play.function
    return play


# -- places of mistakes ------------------------------------------------------------------------------------------


def beginning(function: Callable[..., Any]) -> tuple[str, int]:
    """Return the file and line where a function begins; an empty name if it has none."""
    inner = innermost(function)
    code = getattr(getattr(inner, "__func__", inner), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)


class ReturnedBy:
    """A context for handling a rule or its outcome: a RuleError about it gets the place where the rule begins."""

    __slots__ = ("rule",)

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule = rule

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, RuleError) and not is_builtin(innermost(self.rule)):
            error.placed(*beginning(self.rule))


def by_package(trace: TracebackType | None) -> bool:
    """Whether the last step of a trace is in code of the package."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and str(trace.tb_frame.f_globals.get("__name__", "")).startswith(OWN)


# -- what functions and objects hold ----------------------------------------------------------------------------------


def content_of(cell: CellType) -> Any:
    """The value in a cell; None if it has none yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def attributes_of(value: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object with their names, those in slots too."""
    yield from list(getattr(value, "__dict__", {}).items())
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            if not name.startswith("__") and hasattr(value, name):
                yield name, getattr(value, name)


@lru_cache(maxsize=1024)
def named_in(code: CodeType) -> Collection[str]:
    """Return the names of the module around code that it uses, and those that the functions in it use.

    >>> named_in((lambda hand: [len(die.sides) for die in hand]).__code__)
    ['len']
    """
    from dis import get_instructions  # here, since the package's own games seldom need it

    steps = [(step.opname, step.argval) for step in get_instructions(code)]
    own = {name for does, name in steps if does == "STORE_NAME"}  # of a class in a function
    used = [name for does, name in steps if does == "LOAD_NAME" or does.endswith(("_GLOBAL", "_GLOBALS"))]
    inside = [name for constant in code.co_consts if isinstance(constant, CodeType) for name in named_in(constant)]
    return list(dict.fromkeys([*[name for name in used if name not in own], *inside]))


GIVING: Final = ("STORE_DEREF", "DELETE_DEREF")
"""Instructions that give a name that is closed over another value, or none."""


@lru_cache(maxsize=1024)
def rebinds(code: CodeType) -> bool:
    """Return whether code, or a function in it, may give another value to a name that it closes over.

    >>> def counting():
    ...     seen = 0
    ...     def count():
    ...         nonlocal seen
    ...         seen += 1
    ...     return count, lambda: seen
    >>> [rebinds(function.__code__) for function in counting()]
    [True, False]
    """
    from dis import get_instructions

    own = any(step.opname in GIVING and step.argval in code.co_freevars for step in get_instructions(code))
    return own or any(rebinds(constant) for constant in code.co_consts if isinstance(constant, CodeType))
