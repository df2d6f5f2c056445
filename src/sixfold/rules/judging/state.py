"""The state around an author's rule: what its module, its closures, defaults, classes and objects hold, by value.

Every play of a rule must begin from the same state. What a rule changes outside of itself would be carried into the
next play: from one way of solving it into the others, and from one roll to the next.
"""

import ast
import itertools
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from datetime import date, time, timedelta
from fractions import Fraction
from functools import cached_property, partial
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GeneratorType,
    GenericAlias,
    MethodType,
    ModuleType,
)
from typing import Any, Final

from sixfold.base.bounds import OWN_VALUES, OWN_VALUES_INSIDE
from sixfold.errors import RuleError
from sixfold.rules.functions import OWN, Wrapped, attributes_of, beginning, content_of, innermost, is_builtin
from sixfold.rules.interval import OpenNumber
from sixfold.rules.judging.blame import LIBRARY
from sixfold.rules.rebuilt import is_cached_property
from sixfold.rules.rule import Rule, System

ATOMS: Final = frozenset(
    {int, bool, str, bytes, type(None), complex, range, Fraction, CodeType, date, time, timedelta, type(...)}
)
"""Types whose values never change."""

WHOLE: Final = OpenNumber | BuiltinFunctionType | ModuleType | GenericAlias
"""Kinds of values that are compared by themselves, and not by what is in them."""

Frozen = Any
"""A value as it is now: equal if nothing in it has changed. What has named parts is a dict of them."""


def check_same(play: Callable[..., Any], before: Mapping[str, Frozen]) -> None:
    """Raise RuleError (rule/changing), with the line, if the state around a rule is not what it was `before`.

    >>> duel = {"__name__": "duel"}
    >>> exec("seen = []; rule = lambda table: seen.append(1)", duel)
    >>> before = state_of(duel["rule"])
    >>> duel["rule"](None)
    >>> check_same(duel["rule"], before)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ... changes while the rule is played: ...
    """
    after = state_of(play)
    if before != after:
        raise changed(play, _difference(before, after))


def state_of(play: Callable[..., Any]) -> dict[str, Frozen]:
    """Return everything that is held around a rule, by name."""
    return surroundings(play)[0]


def surroundings(play: Callable[..., Any]) -> tuple[dict[str, Frozen], list[Any]]:
    """Return everything that is held around a rule, by name, and the functions that keep what they found before."""
    look = _Look()
    function = innermost(play)
    function = getattr(function, "__func__", function)
    held = look.namespace(getattr(function, "__globals__", {}))
    held.setdefault(getattr(function, "__name__", "rule"), look.of(play))
    while look.namespaces:
        held |= look.namespace(look.namespaces.pop())
    return held, look.caches


def held_by(function: Any) -> Frozen:
    """Return what a function holds by itself: what it closes over, its defaults and attributes, and its object."""
    return _Look(around=False).of(function)


def changed(play: Callable[..., Any], path: tuple[str, ...], what: str = "the rule") -> RuleError:
    """Return the error for something that a rule, or a step of it, changes."""
    file, begins = beginning(play)
    name = ".".join(path)
    return RuleError(
        "rule/changing",
        f"“{name}” changes while {what} is played: it would be carried into the next play, and odds count every play "
        "from the same start. Keep what changes in the state of table.repeat, or return it; to keep what a slow "
        "function found, use functools.lru_cache.",
    ).placed(file, _line_of_change(file, path) or begins)


def changes_itself(function: Any, before: Frozen, what: str) -> RuleError | None:
    """Return the error for a function that is played inside a rule, if what it holds is not what it was `before`."""
    after = held_by(function)
    return None if before == after else changed(function, _difference(before, after), what)


def _difference(one: Frozen, other: Frozen) -> tuple[str, ...]:
    """The names that lead to the first difference."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            if name not in one or name not in other or one[name] != other[name]:
                shown = () if name.startswith("(") else (name,)
                return (*shown, *_difference(one.get(name), other.get(name)))
    return ()


class _Look:
    """One look around; every value is looked at once."""

    def __init__(self, around: bool = True) -> None:
        self.namespaces: list[dict[str, Any]] = []
        """Modules of the author that are still to be looked at."""
        self.caches: list[Any] = []
        """Functions that keep what they found before."""
        self._around = around
        self._seen: dict[int, Any] = {}
        self._left = OWN_VALUES
        self._deep = 0

    def namespace(self, names: dict[str, Any]) -> dict[str, Frozen]:
        """Return the values of the names of a module."""
        self._seen[id(names)] = names
        return {name: self.of(value) for name, value in list(names.items()) if not name.startswith("__")}

    def of(self, value: Any) -> Frozen:
        kind = type(value)
        if kind in ATOMS:
            return kind, value
        if kind is float:
            return kind, repr(value)  # where it is no number, it equals nothing
        if id(value) in self._seen or self._left <= 0 or self._deep >= OWN_VALUES_INSIDE:
            return kind, id(value)
        self._left -= 1
        self._seen[id(value)] = value
        self._deep += 1
        try:
            return self._parts(kind, value)
        finally:
            self._deep -= 1

    def _parts(self, kind: type, value: Any) -> Frozen:
        if isinstance(value, FunctionType):
            return self._function(value)
        if issubclass(kind, WHOLE) or kind.__module__ == "typing":
            self._follow(value)
            return _names_in(value) if isinstance(value, ModuleType) else (kind, id(value))
        if isinstance(value, type):
            return self._class(value)
        if kind.__module__.startswith(OWN):
            return self._of_sixfold(value)
        return self._object(kind, value)

    def _follow(self, value: Any) -> None:
        """Remember the module of an author, or the one of a function, to be looked at."""
        names = vars(value) if isinstance(value, ModuleType) else getattr(value, "__globals__", None)
        if self._around and names is not None and id(names) not in self._seen and _is_authors(names):
            self._seen[id(names)] = names
            self.namespaces.append(names)

    def _function(self, function: FunctionType) -> Frozen:
        if is_builtin(function):
            return id(function)
        self._follow(function)
        cells = function.__closure__ or ()
        named: dict[str, Frozen] = {"(code)": function.__code__}
        for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
            named[name] = self.of(content_of(cell))
        if function.__defaults__ or function.__kwdefaults__:
            named["(defaults)"] = self.of(function.__defaults__), self.of(function.__kwdefaults__)
        return named | {name: self.of(value) for name, value in vars(function).items() if name != "__wrapped__"}

    def _class(self, kind: type) -> Frozen:
        if not _is_authors(vars(sys.modules.get(kind.__module__, sys))):
            return id(kind)
        held = {name: value for name, value in list(vars(kind).items()) if not name.startswith(("__", "_abc_"))}
        return {"(class)": id(kind), **{name: self.of(value) for name, value in held.items()}}

    def _of_sixfold(self, value: Any) -> Frozen:
        if isinstance(value, System):
            return [self.of(rule) for rule in value.rules]
        if isinstance(value, Rule):
            parts = value.play, value.announce, value.explain, value.better, value.settle, value.refuse
            return [self.of(part) for part in parts if callable(part)]
        return self.of(value.function) if isinstance(value, Wrapped) else id(value)

    def _object(self, kind: type, value: Any) -> Frozen:
        """An object: what it contains, its attributes, and what it would be copied by."""
        contents: Any = None
        if issubclass(kind, dict):
            contents = [(self.of(key), self.of(part)) for key, part in list(value.items())]
        elif issubclass(kind, list | tuple):
            contents = [self.of(part) for part in value]
        elif issubclass(kind, set | frozenset):
            contents = frozenset([_hashed(self.of(part)) for part in value])
        elif isinstance(value, MethodType | partial | property | staticmethod | classmethod | cached_property):
            names = ("__self__", "__func__", "func", "args", "keywords", "fget")
            return [self.of(getattr(value, name, None)) for name in names]
        elif isinstance(value, GeneratorType):
            frame = value.gi_frame
            contents = frame and (frame.f_lasti, [self.of(part) for part in frame.f_locals.values()])
        elif isinstance(value, ContextVar):
            contents = self.of(value.get(None))
        elif hasattr(value, "cache_info"):
            self.caches.append(value)
            return self.of(value.__wrapped__)  # what a pure function found before may be kept
        elif kind.__module__.partition(".")[0] in sys.stdlib_module_names and not hasattr(value, "__dict__"):
            contents = self._copied(value)
        attributes = {name: part for name, part in attributes_of(value) if not is_cached_property(kind, name)}
        return {"(contents)": (kind, contents), **{name: self.of(part) for name, part in attributes.items()}}

    def _copied(self, value: Any) -> Frozen:
        """Return the parts from which an object of Python's library is copied, as the place of an iterator."""
        if type(value) is itertools.count:
            return repr(value)
        with suppress(Exception):  # what cannot be copied, such as a lock or a file, is compared by itself
            parts: Any = value.__reduce_ex__(4)
            return [self.of(list(part) if isinstance(part, Iterator) else part) for part in parts[1:]]
        return id(value)


def _is_authors(names: Mapping[str, Any]) -> bool:
    """Whether the names of a module are those of an author: neither Python's, nor of a package that is installed."""
    file = str(names.get("__file__") or "")
    return bool(file) and not f"{names.get('__name__')}.".startswith(OWN) and not file.startswith(LIBRARY)


def _names_in(module: ModuleType) -> dict[str, int]:
    """The values of a module's public names as a whole, but for what may be loaded when it is first used."""
    loaded = ModuleType | type | FunctionType | BuiltinFunctionType
    held = [] if f"{module.__name__}.".startswith(OWN) else list(vars(module).items())
    names = {name: id(value) for name, value in held if name[:1] != "_" and not isinstance(value, loaded)}
    return {"(module)": id(module), **names}


def _hashed(frozen: Frozen) -> Any:
    """A frozen value that may be in a set."""
    return frozen if isinstance(frozen, tuple) else repr(frozen)


# -- where something changes ---------------------------------------------------------------------------------------


def _line_of_change(file: str, path: tuple[str, ...]) -> int | None:
    """The first line of a function that gives something of this name another value, or calls a method of it."""
    with suppress(SyntaxError, ValueError):
        tree = ast.parse("".join(linecache.getlines(file)))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]
        for name in reversed(path):
            lines = [line for function in functions for line in _lines_of_change(function, name)]
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
