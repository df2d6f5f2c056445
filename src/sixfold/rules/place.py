"""Mistakes in what a rule returns, reported with the place where the rule begins."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from sixfold.errors import RuleError
from sixfold.rules.trust import innermost, trusted

MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, TypeError, ValueError),
)
"""What code raises that was not thought through."""


class ReturnedBy:
    """Around what is made of a rule, or of its outcome: a RuleError about it is told with the place where it begins."""

    __slots__ = ("rule",)

    def __init__(self, rule: Callable[..., Any]) -> None:
        self.rule = rule

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, RuleError):
            rule = innermost(self.rule)
            code = getattr(getattr(rule, "__func__", rule), "__code__", None)
            if code is not None and not trusted(rule):
                error.placed(code.co_filename, code.co_firstlineno)
