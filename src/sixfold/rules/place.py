"""Whose a rule is, and where in its author's file it stood when something went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import TracebackType
from typing import Any

from sixfold.errors import RuleError
from sixfold.rules.trust import trusted


def watched(*functions: Callable[..., Any]) -> AbstractContextManager[None]:
    """Around functions that are played: those of an author must change nothing around them."""
    if all(map(trusted, functions)):
        return nullcontext()
    from sixfold.rules.surroundings import unchanged  # here, since the package's own games need no watching

    return unchanged(*functions)


MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, TypeError, ValueError),
)
"""What code raises that was not thought through."""


@contextmanager
def author_told() -> Iterator[None]:
    """Around a rule that is played: a RuleError out of it is told with the author's file and line.

    >>> __name__ = "duel"
    >>> with author_told():  # doctest: +ELLIPSIS
    ...     raise RuleError("rule/table", "This is not its own table.")
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: <doctest ...>, line 2: This is not its own table.
    """
    try:
        yield
    except RuleError as error:
        found = last_place(error.__traceback__)
        if found is not None:
            error.placed(*found)
        raise


@contextmanager
def returned_by(rule: Callable[..., Any]) -> Iterator[None]:
    """Around what is made of an outcome: a RuleError about it is told with the place where the rule begins."""
    try:
        yield
    except RuleError as error:
        code = getattr(getattr(rule, "__func__", rule), "__code__", None)
        if code is not None and not trusted(rule):
            error.placed(code.co_filename, code.co_firstlineno)
        raise


def last_place(trace: TracebackType | None) -> tuple[str, int] | None:
    """The file and line of the last step of a trace that is no code of the package, nor of Python's own library."""
    found = None
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if not module.startswith(("sixfold.", "contextlib")) or module.startswith("sixfold.systems."):
            found = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return found
