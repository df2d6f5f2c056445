"""The functions of authors that a rule reaches, and their text."""

import ast
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from types import FunctionType
from typing import Any

from sixfold.rules.functions import beginning, content_of, innermost, is_builtin, named_in
from sixfold.rules.judging.blame import LIBRARY


def reached(play: Callable[..., Any], methods: bool = True) -> Iterator[FunctionType]:
    """Yield the functions of authors that a rule can reach: by name, in what it closes over, and `methods` of classes.

    >>> names = {}
    >>> exec("def hit(n): return n > 3", names); exec("def rule(table): return hit(4)", names)
    >>> [function.__name__ for function in reached(names["rule"])]
    ['rule', 'hit']
    """
    waiting: list[Any] = [innermost(play)]
    known: set[int] = set()
    while waiting:
        value = waiting.pop()
        value = innermost(getattr(value, "__func__", value))
        if id(value) in known or is_builtin(value):
            continue
        known.add(id(value))
        if methods and isinstance(value, type):
            module = sys.modules.get(value.__module__)
            waiting += vars(value).values() if _is_authors(getattr(module, "__file__", None) or "") else ()
        if isinstance(value, FunctionType) and _is_authors(value.__code__.co_filename):
            yield value
            waiting += [value.__globals__.get(name) for name in named_in(value.__code__)]
            waiting += map(content_of, value.__closure__ or ())


def text_of(function: Callable[..., Any]) -> list[ast.FunctionDef | ast.Lambda]:
    """Return the syntax of a function: nothing where its text is not known, and of all that stand in its first line."""
    file, line = beginning(function)
    functions = [node for node in nodes_in(file) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    return [node for node in functions if _begins(node) <= line <= node.lineno]


def nodes_in(file: str) -> Sequence[ast.AST]:
    """Return the syntax of a file in pieces; nothing where it cannot be read."""
    return _pieces("".join(linecache.getlines(file)))


@lru_cache(maxsize=8)
def _pieces(source: str) -> Sequence[ast.AST]:
    with suppress(SyntaxError, ValueError):
        return list(ast.walk(ast.parse(source)))
    return ()


def _is_authors(file: str) -> bool:
    """Whether a file is neither of Python's own library nor of a library that is installed."""
    return not file.startswith(LIBRARY)


def _begins(function: ast.FunctionDef | ast.Lambda) -> int:
    decorators: Sequence[ast.expr] = getattr(function, "decorator_list", ())
    return min([function.lineno, *[each.lineno for each in decorators]])
