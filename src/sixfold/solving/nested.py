"""Rules that are played inside others, as a whole.

What a rule gives is remembered while another rule plays it again with values of the same fingerprint: functions and the
values around them, equal if and only if the values are equal throughout.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from sixfold.rules.check import Check
from sixfold.rules.dice import Die
from sixfold.rules.functions import OWN, Wrapped, attributes_of, content_of, is_builtin, named_in
from sixfold.rules.table import Play
from sixfold.solving.context import Context, FollowedPart, code_of
from sixfold.solving.joint_distribution import (
    Alternatives,
    Distributions,
    InnerPaths,
    JointDistribution,
    SubSolver,
    partial_distributions,
)


class NestedOutcome(NamedTuple):
    """The wanted fields of a rule's outcome; where none are named, the form of what it returns and all its values."""

    context: Context
    inside: SubSolver
    rule: Play
    options: dict[str, Any]
    fields: tuple[str, ...] | None

    def alternatives(self) -> Alternatives:
        seen = fingerprint(self.rule, **self.options)
        if seen is None:
            return self._alternatives(None)
        key = (seen, self.fields, self.context.tolerance)
        return self.context.kept(key, lambda: self._alternatives(key))

    def _alternatives(self, key: Hashable) -> Alternatives:
        @cache
        def inside() -> tuple[InnerPaths, FollowedPart]:
            paths = self.inside(self.rule, self.options, self.fields)
            if self.context.games.meet_at_once(key, code_of(self.rule)):
                paths.let_meet()
            with self.context.games.inside_of(key):
                entries, scale = paths.follow_known()
            distributions = JointDistribution(entries, scale).by_name() if entries else ()
            return paths, FollowedPart(distributions, paths.more)

        # What a rule makes of numbers and names hangs on these, and on what its key knows of it by value.
        shared = key is not None and is_builtin(self.rule) and PLAIN.issuperset(map(type, self.options.values()))
        distributions, more = self.context.shared(key, lambda: inside()[1]) if shared else inside()[1]

        @cache
        def beyond() -> Distributions:
            """All that lies beyond, gone through once, however often the rule is played."""
            paths, _ = inside()
            with self.context.games.inside_of(None if key is None else (key, "beyond")):
                return partial_distributions(*paths.follow_tail())

        return Alternatives(distributions, beyond if more else None)


PLAIN = frozenset({int, bool, str, float, complex, bytes, type(None), Fraction, range, CodeType, Die})
"""Values that are what they are: told apart by their kind and themselves."""


class ByIdentity:
    """Compares by identity and keeps its value alive."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def fingerprint(function: Callable[..., Any], **options: Any) -> Hashable:
    """Return the fingerprint of a function and options: what it closes over, globals that it names, and defaults.

    It is None where any of them could change without changing the fingerprint.

    >>> __name__ = "duel"
    >>> bonus = 2
    >>> blow = lambda table: bonus
    >>> before = fingerprint(blow)
    >>> bonus = 1
    >>> before == fingerprint(blow)
    False
    """
    own = _Fingerprinter()
    values = (*own.of_function(function), *[(name, own.of_value(value)) for name, value in options.items()])
    return values if own.known else None


class _Fingerprinter:
    """One look around: every function is looked at once."""

    def __init__(self) -> None:
        self.known = True
        self._open: set[int] = set()

    def of_function(self, function: Any) -> Iterator[tuple[str, Hashable]]:
        """Return the values that a function sees, by name."""
        if isinstance(function, MethodType):
            yield "self", self.of_value(function.__self__)
            function = function.__func__
        if isinstance(function, Wrapped):
            function = function.function
        if isinstance(function, partial):
            yield "partial", self.of_value((function.args, function.keywords))
            function = function.func
        name = getattr(function, "__name__", "")
        if not isinstance(function, FunctionType):
            yield name, self.of_value(function)
            return
        cells = function.__closure__
        if cells is None and str(function.__module__).startswith(OWN):
            yield name, ByIdentity(function)
            return
        yield name, function.__code__
        yield "defaults", self.of_value((function.__defaults__, function.__kwdefaults__))
        yield f"an attribute of {name}", self.of_value(vars(function))
        for called, cell in zip(function.__code__.co_freevars, cells or (), strict=True):
            yield called, self.of_value(content_of(cell))
        names = function.__globals__
        for called in named_in(function.__code__):
            if called in names:
                yield called, self.of_value(names[called])

    def of_value(self, value: Any) -> Hashable:
        """Return a hashable fingerprint that only values share which are equal in every way."""
        kind = type(value)
        if kind in PLAIN:
            return (kind, value)
        if isinstance(value, Enum | ModuleType | BuiltinFunctionType):
            return ByIdentity(value)
        if id(value) in self._open:
            return ByIdentity(value)
        self._open.add(id(value))
        try:
            return self._parts(kind, value)
        finally:
            self._open.discard(id(value))

    def _parts(self, kind: type, value: Any) -> Hashable:
        if isinstance(value, Check):
            return (Check, self.of_value(value.arguments), *self.of_function(value.rule.play))
        if isinstance(value, tuple | list):
            return (kind, *map(self.of_value, value))
        if isinstance(value, set | frozenset):
            return (kind, frozenset(map(self.of_value, value)))
        if isinstance(value, Mapping):
            return (kind, *[(self.of_value(key), self.of_value(part)) for key, part in value.items()])
        if isinstance(value, FunctionType | MethodType | partial | Wrapped):
            return (kind, *self.of_function(value))
        if isinstance(value, type):
            own = {} if value.__module__.startswith(OWN) or value.__module__ == "builtins" else vars(value)
            names = [name for name, part in own.items() if type(part) in HELD and not name.startswith("__")]
            return (ByIdentity(value), *[(name, self.of_value(own[name])) for name in names])
        fields = dict(attributes_of(value))
        if kind.__module__.startswith(OWN) or not (fields or hasattr(value, "__dict__")):
            self.known = False
            # What goes on as it is gone through looks the same before and after: it is never taken for the same.
            return ByIdentity(object() if isinstance(value, Iterator) else value)
        return (kind, *[(name, self.of_value(part)) for name, part in fields.items()])


HELD = frozenset({int, bool, str, float, list, dict, set, tuple})
"""Types of class attributes that may change while a rule is played; names that Python itself gives a class stay."""
