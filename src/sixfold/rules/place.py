"""Mistakes in what a rule returns, reported with the place where the rule begins."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from sixfold.errors import RuleError
from sixfold.rules.functions import innermost, of_package

MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, TypeError, ValueError),
)
"""The errors that careless code raises."""


def beginning(function: Callable[..., Any]) -> tuple[str, int]:
    """Return the file and line where a function begins; an empty name if it has none."""
    inner = innermost(function)
    code = getattr(getattr(inner, "__func__", inner), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)


class ReturnedBy:
    """Around what is made of a rule, or of its outcome: a RuleError about it is told with the place where it begins."""

    __slots__ = ("rule",)

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule = rule

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, RuleError) and not of_package(innermost(self.rule)):
            error.placed(*beginning(self.rule))
