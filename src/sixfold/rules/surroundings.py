"""What a function sees besides what it is given: the values around it, as something that tells them apart.

A rule is a function of its table and its options. What it gives is remembered while another rule plays it again, and
what is solved is thrown again, so nothing else may change it; where something does, its author is told.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

from sixfold.errors import RuleError
from sixfold.rules.check import Check
from sixfold.rules.reached import closed_over, named_in, reached
from sixfold.rules.trust import OWN

PLAIN = frozenset({int, bool, str, float, complex, bytes, type(None), Fraction, range, CodeType})
"""Values that are what they are: told apart by their kind and themselves."""


class Same:
    """Something that is told from others only by being itself; held, so that nothing else takes its place."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Seen(NamedTuple):
    """Values by name, each told apart, and whether all of them are `known`: none can change without being noticed."""

    values: tuple[tuple[str, Hashable], ...]
    known: bool

    def changed(self, after: "Seen") -> str | None:
        """The name of what is not the same afterwards."""
        pairs = zip_longest(self.values, after.values, fillvalue=("something", None))
        return next((name for (name, value), then in pairs if (name, value) != then), None)


def around(*functions: Callable[..., Any], **options: Any) -> Seen:
    """What functions see: closed-over values, globals that they name, defaults; and options beside them.

    >>> __name__ = "duel"
    >>> bonus = 2
    >>> blow = lambda table: bonus
    >>> before = around(blow)
    >>> bonus = 1
    >>> before.changed(around(blow))
    'bonus'
    """
    found = _Telling()
    values = [pair for function in functions for pair in found.about(function)]
    values += [(name, found.told(value)) for name, value in options.items()]
    return Seen(tuple(values), found.known)


class _Telling:
    """One look around: every function is looked at once."""

    def __init__(self) -> None:
        self.known = True
        self._open: set[int] = set()

    def about(self, function: Any) -> Iterator[tuple[str, Hashable]]:
        """What a function sees, by name."""
        if isinstance(function, MethodType):
            yield "self", self.told(function.__self__)
            function = function.__func__
        if isinstance(function, partial):
            yield "partial", self.told((function.args, function.keywords))
            function = function.func
        name = getattr(function, "__name__", "")
        if not isinstance(function, FunctionType):
            yield name, self.told(function)
            return
        cells = function.__closure__
        if cells is None and str(function.__module__).startswith(OWN):
            yield name, Same(function)
            return
        yield name, function.__code__
        yield "defaults", self.told((function.__defaults__, function.__kwdefaults__))
        yield f"an attribute of {name}", self.told(vars(function))
        for called, cell in zip(function.__code__.co_freevars, cells or (), strict=True):
            try:
                yield called, self.told(cell.cell_contents)
            except ValueError:  # it has no value yet
                yield called, None
        names = function.__globals__
        for called in named_in(function.__code__):
            if called in names:
                yield called, self.told(names[called])

    def told(self, value: Any) -> Hashable:
        """A value, as something that only what is alike in every way has in common with it."""
        kind = type(value)
        if kind in PLAIN:
            return (kind, value)
        if isinstance(value, Enum | ModuleType | BuiltinFunctionType):
            return Same(value)
        if id(value) in self._open:
            return Same(value)
        self._open.add(id(value))
        try:
            return self._parts(kind, value)
        finally:
            self._open.discard(id(value))

    def _parts(self, kind: type, value: Any) -> Hashable:
        if isinstance(value, Check):
            return (Check, self.told(value.arguments), *self.about(value.rule.play))
        if isinstance(value, tuple | list):
            return (kind, *map(self.told, value))
        if isinstance(value, set | frozenset):
            return (kind, frozenset(map(self.told, value)))
        if isinstance(value, Mapping):
            return (kind, *[(self.told(key), self.told(part)) for key, part in value.items()])
        if isinstance(value, FunctionType | MethodType | partial):
            return (kind, *self.about(value))
        if isinstance(value, type):
            own = {} if value.__module__.startswith(OWN) or value.__module__ == "builtins" else vars(value)
            held = [name for name, part in own.items() if type(part) in HELD and not name.startswith("__")]
            return (Same(value), *[(name, self.told(own[name])) for name in held])
        parts = getattr(value, "__dict__", None)
        slots = [name for each in kind.__mro__ for name in _slots(each)]
        if kind.__module__.startswith(OWN) or (parts is None and not slots):
            self.known = False
            # What goes on as it is gone through looks the same before and after: it is never taken for the same.
            return Same(object() if isinstance(value, Iterator) else value)
        fields = {**(parts or {}), **{name: getattr(value, name, None) for name in slots}}
        return (kind, *[(name, self.told(part)) for name, part in fields.items()])


HELD = frozenset({int, bool, str, float, list, dict, set, tuple})
"""What of a class may change while a rule is played; names that Python gives a class describe it, and stay."""


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


@contextmanager
def unchanged(*functions: Callable[..., Any], **options: Any) -> Iterator[None]:
    """Around functions that are played: raises RuleError (rule/changing) where something around them changed by it.

    >>> __name__ = "duel"
    >>> rounds = []
    >>> blow = lambda table: rounds.append(1)
    >>> with unchanged(blow):  # doctest: +ELLIPSIS
    ...     blow(None)
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...“<lambda>” changes “rounds”, which is not its own...
    """
    before = around(*functions, **options)
    try:
        yield
    finally:
        _refuse_changed(before, functions, options)


def _refuse_changed(before: Seen, functions: tuple[Callable[..., Any], ...], options: Mapping[str, Any]) -> None:
    name = before.changed(around(*functions, **options))
    if name is None:
        return
    called = getattr(functions[0], "__name__", "rule")
    error = RuleError(
        "rule/changing",
        f"“{called}” changes “{name}”, which is not its own: what it gives must come from its dice and options "
        "alone. What goes on from throw to throw is the state of table.repeat, or what the rule returns.",
    )
    code = getattr(functions[0], "__code__", None)
    raise error if code is None else error.placed(code.co_filename, code.co_firstlineno)


def refuse_unsound(rule: Callable[..., Any]) -> None:
    """What can be seen of a rule before it is played. Raises RuleError (rule/chance), and warns of identities."""
    refuse_chance(rule)
    refuse_choices_by_name(rule)
    warn_of_identity(rule)


# -- chance and time that no table knows of --------------------------------------------------------------------

CHANCE: Mapping[str, frozenset[str]] = {
    "random": frozenset(),
    "secrets": frozenset(),
    "uuid": frozenset(),
    "time": frozenset(),
    "datetime": frozenset({"now", "today", "utcnow"}),
    "os": frozenset({"urandom", "getrandom", "environ", "getenv", "getpid"}),
    "numpy": frozenset({"random"}),
    "sixfold": frozenset({"roll", "rolls", "step", "luck"}),
    "sixfold.api": frozenset({"roll", "rolls"}),
}
"""Modules whose names no rule may use; only these names of them, where some are given."""


def refuse_chance(function: Callable[..., Any]) -> None:
    """Raises RuleError (rule/chance) where a rule, or a function that it names, uses chance or a clock of its own.

    >>> import random
    >>> __name__ = "duel"
    >>> refuse_chance(lambda table: random.randint(1, 6))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...“<lambda>” uses “random”: all chance in a rule comes from its table...
    """
    for here in reached(function):
        names = named_in(here.__code__)
        imported = _imports(here.__code__)
        for name in names:
            chance = _chance(here.__globals__.get(name), names) or (name in imported and _of_chance(name, names))
            if chance and _asked_for(here.__code__, name, here.__globals__.get(name)):
                raise _own_chance(here, name)
        for name, value in closed_over(here).items():
            if _chance(value, names):
                raise _own_chance(here, name)
        for name in _changing(here.__code__):
            if name not in here.__globals__:
                raise _own_chance(here, name)


def _asked_for(code: CodeType, name: str, value: Any) -> bool:
    """Whether code uses a name by itself, and not only as an attribute, such as the `roll` of a table.

    Of the package it must be what throws, right behind its name: the rest of it is no chance.
    """
    if any(isinstance(part, CodeType) and _asked_for(part, name, value) for part in code.co_consts):
        return True
    from dis import get_instructions  # here, since next to no rule names one

    own = CHANCE[OWN.rstrip(".")] if getattr(value, "__name__", "") == OWN.rstrip(".") else None
    behind = False
    for step in get_instructions(code):
        if behind and own and step.opname in ("LOAD_ATTR", "LOAD_METHOD") and step.argval in own:
            return True
        if step.opname not in ("CACHE", "PUSH_NULL", "NOP", "EXTENDED_ARG"):
            behind = step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "IMPORT_NAME") and step.argval == name
            if behind and own is None:
                return True
    return False


def _of_chance(module: str, names: list[str]) -> bool:
    only = CHANCE.get(module)
    return only is not None and (not only or not only.isdisjoint(names))


CHANGING = frozenset({"id", "input"})
"""What Python has that gives something else each time."""


def _changing(code: CodeType) -> list[str]:
    """Names of Python's own that code uses, and that give something else each time."""
    found = [name for inner in code.co_consts if isinstance(inner, CodeType) for name in _changing(inner)]
    if CHANGING.isdisjoint(code.co_names):
        return found
    from dis import get_instructions  # here, since next to no rule names one

    return found + [str(s.argval) for s in get_instructions(code) if s.opname == "LOAD_GLOBAL" and s.argval in CHANGING]


def _chance(value: Any, names: list[str]) -> bool:
    """Whether a value is a module of chance or time, or something out of one."""
    if isinstance(value, ModuleType):
        return _of_chance(value.__name__, names)
    owner = getattr(value, "__self__", None)
    module = str(getattr(type(owner) if owner is not None else value, "__module__", ""))
    if isinstance(owner, ModuleType):
        module = owner.__name__
    if isinstance(value, type):
        return module in ("random", "datetime") and (module == "random" or not CHANCE[module].isdisjoint(names))
    if not callable(value):
        return type(value).__module__ == "random"
    return module in CHANCE and (not CHANCE[module] or getattr(value, "__name__", "") in CHANCE[module])


def _imports(code: CodeType) -> set[str]:
    """Modules of chance that code may import by itself."""
    if CHANCE.keys().isdisjoint(named_in(code)):
        return set()
    from dis import get_instructions  # here, since next to no rule names one

    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    found = {str(step.argval) for step in get_instructions(code) if step.opname == "IMPORT_NAME"}
    return found.union(*map(_imports, inner))


def _own_chance(function: FunctionType, name: str) -> RuleError:
    return RuleError(
        "rule/chance",
        f'“{function.__name__}” uses “{name}”: all chance in a rule comes from its table, as table.roll(1, "die").',
    ).placed(function.__code__.co_filename, _line_of(function.__code__, name))


def _line_of(code: CodeType, name: str) -> int:
    from dis import findlinestarts, get_instructions

    starts = dict(findlinestarts(code))
    line = code.co_firstlineno
    for step in get_instructions(code):
        line = starts.get(step.offset, line) or line
        if step.argval == name:
            return line
    return next((_line_of(inner, name) for inner in code.co_consts if isinstance(inner, CodeType)), code.co_firstlineno)


# -- comparisons that no number answers ------------------------------------------------------------------------


def refuse_choices_by_name(function: Callable[..., Any]) -> None:
    """Raises RuleError (rule/verb), with the line, where what a player chose is compared with the name of an option.

    >>> __name__ = "duel"
    >>> refuse_choices_by_name(lambda table: table.choose("More?", ("no", "yes"), 0) == "yes")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: ...A choice is the place of an option, counted from 0, and never its name...
    """
    for here in reached(function):
        for line in _choices_by_name(here.__code__):
            raise RuleError(
                "rule/verb",
                "A choice is the place of an option, counted from 0, and never its name: compare it with a number.",
            ).placed(here.__code__.co_filename, line)


def _choices_by_name(code: CodeType) -> list[int]:
    found = [line for inner in code.co_consts if isinstance(inner, CodeType) for line in _choices_by_name(inner)]
    if "choose" not in code.co_names:
        return found
    from dis import findlinestarts, get_instructions  # here, since few rules let a player choose

    starts, line = dict(findlinestarts(code)), code.co_firstlineno
    chosen: set[Any] = set()
    asked = top = named = False
    for step in get_instructions(code):
        line = starts.get(step.offset, line) or line
        if step.opname in ("CACHE", "PRECALL", "NOP", "EXTENDED_ARG"):
            continue
        if step.opname in ("LOAD_METHOD", "LOAD_ATTR") and step.argval == "choose":
            asked = True
        elif asked and step.opname.startswith("CALL"):
            asked, top, named = False, True, False
        elif step.opname.startswith("STORE_"):
            (chosen.add if top else chosen.discard)(step.argval)
            top = named = False
        elif step.opname.startswith("LOAD_") and step.argval in chosen:
            top, named = True, False
        elif top and step.opname == "LOAD_CONST" and isinstance(step.argval, str):
            named = True
        else:
            if top and named and step.opname == "COMPARE_OP":
                found.append(line)
            top = named = False
    return found


class IdentityWarning(UserWarning):
    """A rule asks whether something *is* true, which a yes or no that is still open never is."""


def warn_of_identity(function: Callable[..., Any]) -> None:
    """Warn, at the author's line, of `is True` and `is False` in a rule and the functions that it names."""
    for here in reached(function):
        for line in _identities(here.__code__):
            import warnings  # here, since next to no rule needs it

            message = "“is True” and “case True” do not see what is still open while a rule is solved: write “if hit”."
            warnings.warn_explicit(message, IdentityWarning, here.__code__.co_filename, line)


def _identities(code: CodeType) -> list[int]:
    found = [line for inner in code.co_consts if isinstance(inner, CodeType) for line in _identities(inner)]
    if not any(constant is True or constant is False for constant in code.co_consts):
        return found
    from dis import findlinestarts, get_instructions

    starts, line, before = dict(findlinestarts(code)), code.co_firstlineno, None
    for step in get_instructions(code):
        line = starts.get(step.offset, line) or line
        if step.opname == "IS_OP" and before is not None and type(before.argval) is bool:
            found.append(line)
        before = step
    return found
