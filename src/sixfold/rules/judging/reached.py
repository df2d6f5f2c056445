"""The functions of authors that a rule reaches."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import FunctionType, MappingProxyType, MethodType
from typing import Any, Final

from sixfold.base.bounds import OWN_VALUES
from sixfold.rules.functions import CACHED, content_of, innermost, is_builtin
from sixfold.rules.judging.blame import is_authors
from sixfold.rules.judging.static_values import Made, part_of, static_values
from sixfold.rules.judging.syntax import globals_named

BOUND: Final = (MethodType, staticmethod, classmethod)
"""Kinds of methods that hold a function."""

CONTAINERS: Final = (list, tuple, set, frozenset, dict, MappingProxyType)
"""Types that a rule may choose a function from."""

BUILT_BY: Final = ("__new__", "__init__", "__post_init__")
"""Methods that are called when an object is made."""


def reached(play: Callable[..., Any], methods: bool = True) -> Iterator[FunctionType]:
    """Yield the functions of authors that a rule can reach: by what it names, and in what it closes over.

    With `methods`, they are all methods of classes that it reaches; without, those that it names.

    >>> names = {}
    >>> exec("def hit(n): return n > 3", names); exec("def rule(table): return hit(4)", names)
    >>> [function.__name__ for function in reached(names["rule"])]
    ['rule', 'hit']
    """
    waiting: list[Any] = [innermost(play)]
    known: dict[int, Any] = {}
    while waiting:
        value = waiting.pop()
        value = value.__func__ if isinstance(value, BOUND) else value
        value = innermost(value.__wrapped__ if isinstance(value, CACHED) else value)
        if isinstance(value, Made):
            waiting += [part_of(value.kind, name) for name in BUILT_BY] if _is_authors_class(value.kind) else ()
            waiting += _called_by_package(value.kind)
            continue
        if id(value) in known or is_builtin(value):
            continue
        known[id(value)] = value  # kept, so that no other gets its number
        waiting += _called_by_package(type(value))
        waiting += chosen_from(value)[1:]
        if methods and isinstance(value, type) and _is_authors_class(value):
            waiting += vars(value).values()
        if isinstance(value, FunctionType) and is_authors(value.__code__.co_filename, value.__module__):
            yield value
            waiting += [value.__globals__.get(name) for name in globals_named(value)]
            waiting += [part for _, part in static_values(value)]
        if isinstance(value, FunctionType):  # one of a library may be around one of an author
            waiting += [*vars(value).values(), *map(content_of, value.__closure__ or ())]
            waiting += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]


def chosen_from(value: Any) -> Sequence[Any]:
    """Return a value with all functions that it holds: in a container, or as one that is given some arguments."""
    found: list[Any] = [value]
    for each in found:  # it grows
        parts: Iterable[Any] = ()
        if isinstance(each, partial):
            parts = [each.func, *each.args, *each.keywords.values()]
        elif type(each) in CONTAINERS and len(each) <= OWN_VALUES:
            parts = each.values() if isinstance(each, Mapping) else each
        found += [part for part in parts if callable(part) or type(part) in CONTAINERS]
        if len(found) > OWN_VALUES:
            break
    return found


def _called_by_package(kind: type) -> Iterable[Any]:
    """The methods of an author's class that its base, such as a fold, has from the package."""
    bases = [] if is_builtin(kind) else [base for base in kind.__mro__ if is_builtin(base)]
    return [method for name, method in vars(kind).items() if any(name in vars(base) for base in bases)]


def _is_authors_class(kind: type) -> bool:
    return is_authors(getattr(sys.modules.get(kind.__module__), "__file__", None) or "", kind.__module__)
