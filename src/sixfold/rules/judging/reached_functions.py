"""The functions of authors that a rule reaches."""

import sys
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType
from typing import Any, Final

from sixfold.rules.functions import CACHED, content_of, innermost, is_builtin, named_in
from sixfold.rules.judging.blame import is_authors

BOUND: Final = (MethodType, staticmethod, classmethod)
"""Kinds of methods that hold a function."""


def reached_functions(play: Callable[..., Any], methods: bool = True) -> Iterator[FunctionType]:
    """Yield the functions of authors that a rule can reach: by what it names, and in what it closes over.

    With `methods`, the methods of classes that it reaches are among them.

    >>> names = {}
    >>> text = "def hit(n): return n > 3\\ndef rule(table): return hit(4)"
    >>> exec(compile(text, "duel.py", "exec"), names)
    >>> [function.__name__ for function in reached_functions(names["rule"])]
    ['rule', 'hit']
    """
    waiting: list[Any] = [innermost(play)]
    known: dict[int, Any] = {}
    while waiting:
        value = waiting.pop()
        value = value.__func__ if isinstance(value, BOUND) else value
        value = innermost(value.__wrapped__ if isinstance(value, CACHED) else value)
        if id(value) in known or is_builtin(value):
            continue
        known[id(value)] = value  # kept, so that no other gets its number
        if methods and isinstance(value, type):
            file = getattr(sys.modules.get(value.__module__), "__file__", None) or ""
            waiting += vars(value).values() if is_authors(file, value.__module__) else ()
        if isinstance(value, FunctionType) and is_authors(value.__code__.co_filename, value.__module__):
            yield value
            waiting += [value.__globals__.get(name) for name in named_in(value.__code__)]
        if isinstance(value, FunctionType):  # one of a library may be around one of an author
            waiting += [*vars(value).values(), *map(content_of, value.__closure__ or ())]
            waiting += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
