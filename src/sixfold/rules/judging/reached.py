"""The functions of authors that a rule reaches, and their text."""

import ast
import linecache
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from types import FunctionType, MethodType
from typing import Any, Final

from sixfold.rules.functions import CACHED, beginning, content_of, innermost, is_builtin, named_in
from sixfold.rules.judging.blame import LIBRARY

BOUND: Final = (MethodType, staticmethod, classmethod)
"""Kinds of methods that hold a function."""

Text = ast.FunctionDef | ast.Lambda
"""The syntax of a function."""


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
        value = value.__func__ if isinstance(value, BOUND) else value
        value = innermost(value.__wrapped__ if isinstance(value, CACHED) else value)
        if id(value) in known or is_builtin(value):
            continue
        known.add(id(value))
        if methods and isinstance(value, type):
            module = sys.modules.get(value.__module__)
            waiting += vars(value).values() if _is_authors(getattr(module, "__file__", None) or "") else ()
        if isinstance(value, FunctionType) and _is_authors(value.__code__.co_filename):
            yield value
            waiting += [value.__globals__.get(name) for name in globals_named(value)]
            waiting += map(content_of, value.__closure__ or ())


def text_of(function: Callable[..., Any]) -> Sequence[Text]:
    """Return the syntax of a function: nothing where its text is not known, and of all that stand in its first line."""
    file, line = beginning(function)
    found = [node for node in functions_in(file) if _begins(node) <= line <= node.lineno]
    inside = {id(part) for node in found for part in ast.walk(node) if part is not node} if len(found) > 1 else set()
    return [node for node in found if id(node) not in inside]


@lru_cache(maxsize=1024)
def globals_named(function: FunctionType) -> Collection[str]:
    """Return the names around it that a function uses; where its text is not known, names of attributes as well."""
    code, texts = function.__code__, text_of(function)
    named = set(named_in(code))
    if texts:
        used = {node.id for text in texts for node in ast.walk(text) if isinstance(node, ast.Name)}
        named &= used.difference(*map(bound_in, texts))
    return named.difference(code.co_freevars)


def bound_in(text: Text, imports: bool = True) -> set[str]:
    """Return every name that a function, or anything in it, gives a value: arguments, variables, functions, imports."""
    bound: set[str] = set()
    for node in ast.walk(text):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if node is not text:
                bound.add(name)
            case ast.alias(name=name, asname=other) if imports:
                bound.add(other or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
    return bound - {name for node in ast.walk(text) if isinstance(node, ast.Global) for name in node.names}


def nodes_in(file: str) -> Sequence[ast.AST]:
    """Return the syntax of a file in pieces; nothing where it cannot be read."""
    return _pieces(_text(file))


def functions_in(file: str) -> Sequence[Text]:
    """Return the syntax of all functions of a file; nothing where it cannot be read."""
    return _functions_of(_text(file))


def _text(file: str) -> str:
    return "".join(linecache.getlines(file))


@lru_cache(maxsize=8)
def _functions_of(source: str) -> Sequence[Text]:
    return [node for node in _pieces(source) if isinstance(node, Text)]


@lru_cache(maxsize=8)
def _pieces(source: str) -> Sequence[ast.AST]:
    with suppress(SyntaxError, ValueError):
        return list(ast.walk(ast.parse(source)))
    return ()


def _is_authors(file: str) -> bool:
    """Whether a file is neither of Python's own library nor of a library that is installed."""
    return not file.startswith(LIBRARY) and "site-packages" not in file


def _begins(function: Text) -> int:
    decorators: Sequence[ast.expr] = getattr(function, "decorator_list", ())
    return min([function.lineno, *[each.lineno for each in decorators]])
