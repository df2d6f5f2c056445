"""Whose a rule is, and where in its author's file it stood when something went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from sixfold.errors import BoundsError, RuleError, UsageError
from sixfold.rules.trust import trusted

MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, TypeError, ValueError),
)
"""What code raises that was not thought through."""


@contextmanager
def author_told() -> Iterator[None]:
    """Around a rule that is played: what is wrong in it is told with the author's file and line.

    Bounds and arguments have a place in games of one's own alone: in those of the package it is the player's check.

    >>> __name__ = "duel"
    >>> with author_told():  # doctest: +ELLIPSIS
    ...     raise RuleError("rule/table", "This is not its own table.")
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: <doctest ...>, line 2: This is not its own table.
    """
    try:
        yield
    except RecursionError as error:
        found = last_place(error.__traceback__, games=False)
        if found is None:
            raise
        raise RuleError(
            "rule/endless",
            "A function here calls itself for ever, or too deep. What goes on until something is so is written with "
            "table.repeat, and another rule is played with table.play.",
        ).placed(*found) from None
    except (RuleError, UsageError, BoundsError) as error:
        found = last_place(error.__traceback__, games=isinstance(error, RuleError))
        if found is not None:
            error.placed(*found)
        raise


@contextmanager
def returned_by(rule: Callable[..., Any]) -> Iterator[None]:
    """Around what is made of a rule, or of its outcome: a RuleError about it is told with the place where it begins."""
    try:
        yield
    except RuleError as error:
        code = getattr(getattr(rule, "__func__", rule), "__code__", None)
        if code is not None and not trusted(rule):
            error.placed(code.co_filename, code.co_firstlineno)
        raise


def last_place(trace: TracebackType | None, games: bool = True) -> tuple[str, int] | None:
    """The file and line of the last step of a trace that is no code of the package, nor of Python's own library.

    The package's own games count as an author's unless `games` says otherwise.
    """
    found = None
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if not module.startswith(("sixfold.", "contextlib")) or (games and module.startswith("sixfold.systems.")):
            found = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return found
