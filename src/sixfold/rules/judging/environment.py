"""The environment of an author's rule: what its module, its closures, defaults, classes and objects hold, by value.

Every play of a rule must begin from the same state. What a rule changes outside of itself would be carried into the
next play: from one way of solving it into the others, and from one roll to the next.
"""

import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from fractions import Fraction
from functools import cached_property, partial
from operator import is_
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GeneratorType,
    GenericAlias,
    MethodType,
    ModuleType,
)
from typing import Any, Final, NamedTuple

from sixfold.base.bounds import OWN_STEP_VALUES, OWN_VALUES
from sixfold.rules.functions import CACHED, OWN, Wrapped, attributes_of, content_of, innermost, is_builtin
from sixfold.rules.interval import OpenNumber
from sixfold.rules.judging.blame import is_authors
from sixfold.rules.own_types import is_cached_property
from sixfold.rules.rule import Rule, System

SPELT: Final = frozenset({float, complex, range})
"""Those of them that may be equal and yet differ, or differ from themselves: they are compared as they are written."""

ATOMS: Final = frozenset({int, bool, float, str, bytes, type(None), complex, range, Fraction, CodeType, type(...)})
"""Types whose values never change."""

FIXED: Final = (tuple, frozenset, System, Rule, MethodType)
"""Types whose values always have the same parts; these may change."""

KEPT: Final = frozenset({"_cache", "_clear_cache", "dispatch_cache"})
"""Names under which loggers and generic functions of Python's library keep what they found before."""

OF_CLASSES: Final = frozenset(
    {"__dict__", "__weakref__", "__annotations__", "__annotations_cache__", "__slotnames__", "_value2member_map_"}
)
"""Attributes of classes that are no author's, or that come when they are first used."""

LOADED: Final = frozenset({ModuleType, FunctionType, BuiltinFunctionType})
"""Types of what a module may load when it is first used."""

WHOLE: Final = OpenNumber | GenericAlias
"""Kinds of values that are compared by themselves, and not by what is in them."""

Parts = tuple[tuple[str, ...], Sequence[Any]]
"""The parts of a value now: names, and as many values. A name in parentheses is none of the author's."""


class Snapshot(NamedTuple):
    """A value with the parts that it had, how these are taken, and the names that lead to it."""

    value: Any
    take: Callable[[Any], Parts]
    parts: Parts
    path: tuple[str, ...]
    names: Parts | None
    """Every name of a module or a class, with its value: where these are the same, so are the parts."""

    def untouched(self) -> bool:
        """Whether each name of a module or a class still has its value; False for other values."""
        return self.names is not None and _same(self.names, _every_name(self.value))


class Environment:
    """Every value that a function holds or finds around it, with its parts as they are now.

    >>> duel = {"__name__": "duel"}
    >>> exec("seen = []; rule = lambda table: seen.append(1)", duel)
    >>> environment = Environment(duel["rule"])
    >>> environment.change()
    >>> duel["rule"](None)
    >>> environment.change()
    ('seen',)
    """

    def __init__(self, play: Callable[..., Any], around: bool = True) -> None:
        self.caches: list[Any] = []
        """Functions around this one that keep what they found before."""
        self.functions: list[tuple[tuple[str, ...], Any]] = []
        """Built-in functions that something around it holds, with the names that lead there, but for those of files."""
        self._snapshots: dict[int, Snapshot] = {}
        self._around = around
        self._most = OWN_VALUES if around else OWN_STEP_VALUES
        self._waiting: list[tuple[Any, Callable[[Any], Parts], tuple[str, ...]]] = []
        self._waited_for: set[int] = set()
        function = innermost(play)
        function = getattr(function, "__func__", function)
        if around:
            self._wait_for(getattr(function, "__globals__", {}), _of_namespace, ())
        self._meet(play, (getattr(function, "__name__", "rule"),) if around else ())
        for value, take, path in self._waiting:  # it grows
            names, values = parts = take(value)
            every = _every_name(value) if take in OF_NAMES else None
            self._snapshots[id(value)] = Snapshot(value, take, parts, path, every)
            if path and (take is not _of_object or _is_plain(type(value))):
                self.functions += [(path, part) for part in values if isinstance(part, BuiltinFunctionType)]
            if take is not _of_module:
                for name, part in zip(names, values, strict=True):
                    self._meet(part, path if name.startswith("(") else (*path, name))
        self._changeable = [held for held in self._snapshots.values() if type(held.value) not in FIXED]

    @property
    def whole(self) -> bool:
        """Whether everything around was met, however much it is."""
        return len(self._waiting) < self._most

    def holds(self, value: Any) -> bool:
        """Whether anything that was met leads to a value that has parts."""
        return id(value) in self._waited_for

    def change(self) -> tuple[str, ...] | None:
        """Return the names that lead to the first value that is not what it was; None if all are the same."""
        for held in self._changeable:
            now = None if held.untouched() else held.take(held.value)
            if now is not None and not _same(held.parts, now):
                path = self._difference(held, now)
                if path is not None:
                    return path
        return None

    def _difference(self, held: Snapshot, now: Parts) -> tuple[str, ...] | None:
        """The names that lead to the first difference of a value's parts by value, if there is one."""
        compared: set[tuple[int, int]] = set()
        waiting = [(held, now)]
        while waiting:
            held, (names, values) = waiting.pop()
            before, old = held.parts
            if names != before or len(values) != len(old):
                other = [name for name in (*before, *names) if (name in before) != (name in names)]
                return (*held.path, *[name for name in other[:1] if not name.startswith("(")])
            inside = []
            for name, one, other in zip(names, old, values, strict=True):
                known = self._snapshots.get(id(one))
                if one is other or equal(one, other) or (id(one), id(other)) in compared:
                    continue  # the parts of one that is the same are compared where it is held
                if known is None or known.take in ITSELF or known.take is not _taking(other):
                    return held.path if name.startswith("(") else (*held.path, name)
                compared.add((id(one), id(other)))
                inside.append((known, known.take(other)))
            waiting += reversed(inside)
        return None

    def _meet(self, value: Any, path: tuple[str, ...]) -> None:
        """Let a value that has parts wait to be looked at, with the module of an author that it leads to."""
        if type(value) in ATOMS or id(value) in self._waited_for:
            return
        if self._around and isinstance(value, ModuleType | FunctionType):
            names = vars(value) if isinstance(value, ModuleType) else value.__globals__
            if _is_authors(names):
                self._wait_for(names, _of_namespace, ())
        take = _taking(value)
        if take is not None:
            self._wait_for(value, take, path)
        if take is _of_cache:
            self.caches.append(value)

    def _wait_for(self, value: Any, take: Callable[[Any], Parts], path: tuple[str, ...]) -> None:
        if id(value) not in self._waited_for and len(self._waiting) < self._most:
            self._waited_for.add(id(value))
            self._waiting.append((value, take, path))


def _same(one: Parts, other: Parts) -> bool:
    """Whether two values have the same names, and the very same parts."""
    return one[0] == other[0] and len(one[1]) == len(other[1]) and all(map(is_, one[1], other[1]))


def equal(one: Any, other: Any) -> bool:
    """Return whether two values that never change are the same, NaN as well."""
    kind = type(one)
    return kind is type(other) and kind in ATOMS and bool(repr(one) == repr(other) if kind in SPELT else one == other)


# -- what is in a value --------------------------------------------------------------------------------------------


def _taking(value: Any) -> Callable[[Any], Parts] | None:
    """How the parts of a value are taken; None if it is compared as a whole."""
    kind = type(value)
    if isinstance(value, FunctionType):
        return None if is_builtin(value) else _of_function
    if isinstance(value, ModuleType):
        return _of_module
    if isinstance(value, BuiltinFunctionType):
        return None if isinstance(value.__self__, ModuleType | type | None) else _of_method
    if kind in ATOMS or kind is object or issubclass(kind, WHOLE) or kind.__module__ == "typing":
        return None
    if isinstance(value, type):
        return _of_class if _is_of_author(value) else None
    if str(kind.__module__).startswith(OWN):
        return _of_sixfold if isinstance(value, tuple(OF_SIXFOLD)) else None
    if isinstance(value, MethodType | partial | property | staticmethod | classmethod | cached_property):
        return _of_method
    if isinstance(value, CACHED):
        return _of_cache
    return _of_object


def _every_name(value: Any) -> Parts:
    """Each name of a module or a class with its value, its namespace alone included."""
    held = value if isinstance(value, dict) else vars(value)
    return tuple(held), tuple(held.values())


def _of_namespace(names: Mapping[str, Any]) -> Parts:
    """The values of the names of a module of an author."""
    held = [(name, value) for name, value in list(names.items()) if not (name[:2] == name[-2:] == "__")]
    return _named(held)


def _of_module(module: ModuleType) -> Parts:
    """The values of a module's public names, but for what may be loaded when it is first used."""
    held = [] if f"{module.__name__}.".startswith(OWN) else list(vars(module).items())
    held = [
        (name, value)
        for name, value in held
        if name[:1] != "_" and type(value) not in LOADED and not isinstance(value, type)
    ]
    return _named(held)


def _of_function(function: FunctionType) -> Parts:
    """The code, what it closes over, its defaults and attributes."""
    names = "(code)", "(defaults)", "(names)"
    parts = function.__code__, function.__defaults__, function.__kwdefaults__
    if function.__closure__ is None and not vars(function):
        return names, parts  # most are so, and every function of a module is looked at after every play
    held = {name: value for name, value in vars(function).items() if name not in ("__wrapped__", "_clear_cache")}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    kept = KEPT if _of_python(function.__globals__.get("__name__")) else ()
    around = {name: content_of(cell) for name, cell in cells if name not in kept}
    return (*around, *names, *held), [*around.values(), *parts, *held.values()]


def _of_class(kind: type) -> Parts:
    every = list(vars(kind).items())
    held = [(name, value) for name, value in every if name not in OF_CLASSES and not name.startswith("_abc_")]
    return _named(held)


def _of_sixfold(value: Any) -> Parts:
    return _inside([type(value), *next(held(value) for own, held in OF_SIXFOLD.items() if isinstance(value, own))])


def _of_method(value: Any) -> Parts:
    names = "__self__", "__func__", "func", "args", "keywords", "fget", "fset", "fdel", "__dict__"
    return _inside([getattr(value, name, None) for name in names])


def _of_cache(function: Any) -> Parts:
    """Not what a pure function found before: that may be kept."""
    held = vars(function)
    return tuple(held), list(held.values())


def _of_object(value: Any) -> Parts:
    """An object: what it contains, its attributes, and what it would be copied by."""
    names, contents = _inside(_contents(value))
    kind = type(value)
    kept = KEPT if _of_python(kind.__module__) else ()
    every = attributes_of(value)
    attributes = [(name, part) for name, part in every if name not in kept and not is_cached_property(kind, name)]
    return (*names, "(class)", *[name for name, _ in attributes]), [*contents, kind, *[part for _, part in attributes]]


def _contents(value: Any) -> Sequence[Any]:
    kind = type(value)
    if isinstance(value, dict):
        return [part for pair in value.items() for part in pair]
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, set | frozenset):
        return sorted(value, key=lambda part: (hash(part), repr(part) if type(part) in ATOMS else ""))
    if isinstance(value, GeneratorType):
        frame = value.gi_frame
        return [] if frame is None else [frame.f_lasti, *frame.f_locals.values()]
    if isinstance(value, ContextVar):
        return [value.get(None)]
    if isinstance(value, itertools.count):
        return [repr(value)]
    if any(map(_is_foreign, kind.__mro__)) or (_of_python(kind.__module__) and not hasattr(value, "__dict__")):
        with suppress(Exception):  # what cannot be copied, such as a lock or a file, is compared by itself
            copied: Any = value.__reduce_ex__(4)
            return [list(part) if isinstance(part, Iterator) else part for part in copied[1:]]
        return [value]
    return ()


def _of_python(module: Any) -> bool:
    """Whether a module of this name belongs to Python's library."""
    return str(module).partition(".")[0] in sys.stdlib_module_names


def _is_foreign(kind: type) -> bool:
    """Whether the objects of a class have parts that are no attributes: it is not written in Python."""
    return kind is not object and kind.__dictoffset__ == 0 and "__slots__" not in vars(kind)


def _named(held: Sequence[tuple[str, Any]]) -> Parts:
    return tuple([name for name, _ in held]), [value for _, value in held]


def _inside(parts: Sequence[Any]) -> Parts:
    """Parts without names."""
    return ("(contents)",) * len(parts), parts


def _is_plain(kind: type) -> bool:
    """Whether objects of a class hold what an author has put there: it is a collection, or an author's."""
    return kind.__module__ in ("builtins", "collections") or _is_of_author(kind)


def _is_of_author(kind: type) -> bool:
    return _is_authors(vars(sys.modules.get(kind.__module__, sys)))


def _is_authors(names: Mapping[str, Any]) -> bool:
    """Whether the names of a module are those of an author."""
    file = str(names.get("__file__") or "")
    return bool(file) and is_authors(file, names.get("__name__"))


OF_SIXFOLD: Final[Mapping[type, Callable[[Any], Sequence[Any]]]] = {
    System: lambda system: system.rules,
    Rule: lambda rule: rule.functions,
    Wrapped: lambda wrapped: [wrapped.function],
}
"""The parts that an author has given to values of the package; others of its values are compared as a whole."""

ITSELF: Final = (_of_class, _of_module, _of_cache)
"""How the parts are taken of what another one with the same parts is no equal of."""

OF_NAMES: Final = (_of_namespace, _of_module, _of_class)
"""How the parts are taken of what consists of names with values."""
