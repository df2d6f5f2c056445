"""The error for what a rule changes outside of itself, and the line that changes it."""

import ast
from collections.abc import Callable, Iterator
from typing import Any

from sixfold.errors import RuleError
from sixfold.rules.functions import beginning
from sixfold.rules.judging.environment import Environment
from sixfold.rules.judging.syntax import functions_in
from sixfold.rules.judging.unheard import Unheard


def check_same(play: Callable[..., Any], before: Environment, what: str = "the rule") -> None:
    """Raise RuleError (rule/changing), with the line, if the environment of a rule, or of a step of it, has changed.

    >>> duel = {"__name__": "duel"}
    >>> exec("seen = []; rule = lambda table: seen.append(1)", duel)
    >>> before = Environment(duel["rule"])
    >>> duel["rule"](None)
    >>> check_same(duel["rule"], before)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ... changes while the rule is played: ...
    """
    with Unheard():
        path = before.change()
    if path is None:
        return
    file, begins = beginning(play)
    name = ".".join(path)
    raise RuleError(
        "rule/changing",
        f"“{name}” changes while {what} is played: it would be carried into the next play, and odds count every play "
        "from the same start. Keep what changes in the state of table.repeat, or return it; to keep what a slow "
        "function found, use functools.lru_cache.",
    ).placed(file, _line_of_change(file, path) or begins)


def _line_of_change(file: str, path: tuple[str, ...]) -> int | None:
    """The first line of a function that gives something of this name another value, or calls a method of it."""
    for name in reversed(path):
        lines = [line for function in functions_in(file) for line in _lines_of_change(function, name)]
        if lines:
            return min(lines)
    return None


def _lines_of_change(function: ast.AST, name: str) -> Iterator[int]:
    """Lines in which something of this name, or a part of it, gets a value, or a method of it is called."""
    for node in ast.walk(function):
        changed: Any = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            changed = node.func.value
        elif isinstance(node, ast.Call) and _named(node.func) in ("next", "setattr") and node.args:
            changed = node.args[0]
        elif isinstance(node, ast.Attribute | ast.Subscript | ast.Name) and not isinstance(node.ctx, ast.Load):
            changed = node
        while isinstance(changed, ast.Attribute | ast.Subscript | ast.Name):
            if _named(changed) == name:
                yield changed.lineno
                break
            changed = getattr(changed, "value", None)


def _named(node: Any) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))
