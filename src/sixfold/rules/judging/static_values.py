"""Values of the expressions in a function, as far as its syntax alone shows them: no code of an author is run."""

import ast
import builtins
import importlib
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from inspect import getattr_static
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, NamedTuple

from sixfold.rules.judging.syntax import Text, bound_in, globals_named, parts_of, text_of
from sixfold.rules.table import Table

COMMON: Final = frozenset(name for kind in (Table, int, str, list, dict, set, tuple) for name in dir(kind))
"""Names that objects of every game have."""

IMPLIED: Final[Mapping[type, tuple[str, tuple[str, ...]]]] = {
    ast.withitem: ("context_expr", ("__enter__", "__exit__")),
    ast.FormattedValue: ("value", ("__format__", "__str__")),
    ast.Subscript: ("value", ("__getitem__",)),
    ast.For: ("iter", ("__iter__",)),
    ast.comprehension: ("iter", ("__iter__",)),
    ast.Compare: ("left", ("__eq__", "__lt__", "__gt__", "__le__", "__ge__")),
    ast.BinOp: ("left", ("__add__", "__sub__", "__mul__", "__floordiv__", "__truediv__")),
}
"""Syntax that calls methods of the object in one of its fields."""

LOADS: Final = (__import__, importlib.import_module)
"""Functions that return a module by its name."""


class Made(NamedTuple):
    """An object of a class that a function makes while it runs."""

    kind: type


@lru_cache(maxsize=1024)
def static_values(function: FunctionType) -> Sequence[tuple[ast.AST, Any]]:
    """Return the expressions in a function whose values its text shows, with these values; None is left out.

    These are names around it, names of its own that are bound once, what it imports, parts of modules, classes and
    objects, and objects that it makes. Nothing is known of a function whose text is not known, as where two lambdas in
    one line cannot be told apart.

    >>> import os.path
    >>> def exists(name):
    ...     return os.path.exists(name)
    >>> [value.__name__ for node, value in static_values(exists) if isinstance(node, ast.Attribute)][0]
    'exists'
    """
    texts = text_of(function)
    return _StaticValues(texts[0], function).every() if len(texts) == 1 else ()


@lru_cache(maxsize=1024)
def switched_off(function: FunctionType) -> frozenset[int]:
    """Return the lines below an `if` whose name is False around the function, or false by default: notes of its author.

    >>> def worth(n, verbose=False):
    ...     if verbose:
    ...         print(n)
    ...     return n
    >>> switched_off(worth)
    frozenset({3})
    """
    lines: set[int] = set()
    for text in text_of(function):
        given = text.args
        pairs = [*zip(given.args[::-1], given.defaults[::-1], strict=False)]
        pairs += [(arg, value) for arg, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value]
        off = {arg.arg for arg, value in pairs if isinstance(value, ast.Constant) and not value.value}
        off |= {name for name in globals_named(function) if function.__globals__.get(name) is False}
        for node in parts_of(text):
            if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id in off:
                lines.update(range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1))
    return frozenset(lines)


def part_of(whole: Any, name: str) -> Any:
    """Return a part of a module, a class or an object by its name, and no more than is there already; None if none is.

    >>> part_of(Made(list), "append"), part_of(list, "nothing")
    (<method 'append' of 'list' objects>, None)
    """
    if isinstance(whole, ModuleType):
        return vars(whole).get(name)  # what a module makes when it is asked for, it need not make here
    made = whole.kind if isinstance(whole, Made) else whole
    part = getattr_static(made, name, None)
    match part:
        case staticmethod() | classmethod():
            return part.__func__
        case property():
            return part.fget
        case cached_property():
            return part.func
        case FunctionType() | BuiltinFunctionType() | MethodType():
            return part
    if part is not None and hasattr(type(part), "__get__") and type(part).__module__ == "builtins" and made is whole:
        with suppress(Exception):  # of an object that is not there any more
            return part.__get__(*((None, made) if isinstance(made, type) else (made, type(made))))
    return part


class _StaticValues:
    """The values of the expressions in the text of one function."""

    def __init__(self, text: Text, function: FunctionType) -> None:
        self._text = text
        named = globals_named(function)
        self._values = {name: function.__globals__.get(name, getattr(builtins, name, None)) for name in named}
        self._kind = _class_of(function)
        self._classes = [kind for kind in function.__globals__.values() if _written_with(function, kind)]
        self._import(bound_in(text, imports=False))
        self._values.update(_itself(function, self._kind))
        self._given = _bound_once(text)

    def every(self) -> Sequence[tuple[ast.AST, Any]]:
        found = []
        for node in parts_of(self._text):
            found.append((node, self._of(node)))
            field, names = IMPLIED.get(type(node), ("", ()))
            whole = self._of(getattr(node, field)) if field else None
            found += [(getattr(node, field), part_of(whole, name)) for name in names if whole is not None]
            if isinstance(node, ast.Call):
                called = self._of(node.func)
                if not isinstance(called, type | FunctionType | BuiltinFunctionType | MethodType):
                    found.append((node, part_of(called, "__call__")))
        return [(node, value) for node, value in found if value is not None]

    def _of(self, node: ast.AST) -> Any:
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                if name in self._given:
                    self._values[name] = self._of(self._given.pop(name))
                return self._values.get(name)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                above = self._kind.__mro__[1:] if self._kind is not None else ()
                return next((part_of(kind, name) for kind in above if name in vars(kind)), None)
            case ast.Attribute(value=whole, attr=name):
                known = self._of(whole)
                return part_of(known, name) if known is not None else self._of_one_class(name)
            case ast.NamedExpr(value=value):
                return self._of(value)
            case ast.BinOp(left=left):  # as paths are joined
                whole = self._of(left)
                return whole if whole is None or isinstance(whole, Made) else Made(type(whole))
            case ast.Call(func=called, args=arguments):
                return _returned(self._of(called), arguments, [self._of(each) for each in arguments[:1]])
        return None

    def _of_one_class(self, name: str) -> Any:
        """A part of an object that is not known, if one class alone of the file has a part of this name; else None."""
        kinds = [kind for kind in self._classes if name in vars(kind)] if name not in COMMON else []
        return part_of(Made(kinds[0]), name) if len(kinds) == 1 else None

    def _import(self, assigned: set[str]) -> None:
        """Give the names that the function imports, and does not give any other value, their modules."""
        for node in parts_of(self._text):
            if isinstance(node, ast.Import | ast.ImportFrom):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    if isinstance(node, ast.ImportFrom):
                        whole = part_of(_module(node.module or ""), alias.name)
                    else:
                        whole = _module(alias.name if alias.asname else name)
                    if name not in assigned:
                        self._values[name] = whole


def _returned(called: Any, arguments: Sequence[ast.expr], values: Sequence[Any]) -> Any:
    """The value of a call, of which the first arguments have these values; None if it is not known."""
    texts = [each.value if isinstance(each, ast.Constant) else None for each in arguments]
    if called is getattr and len(texts) > 1 and isinstance(texts[1], str):
        return part_of(values[0], texts[1])
    if any(called is load for load in LOADS) and texts and isinstance(texts[0], str):
        return _module(texts[0])
    return Made(called) if isinstance(called, type) else None


def _module(name: str) -> ModuleType | None:
    """A module that is loaded, or one of Python's library; None for others."""
    if name not in sys.modules and name.partition(".")[0] in sys.stdlib_module_names:
        with suppress(ImportError):
            importlib.import_module(name)
    return sys.modules.get(name)


def _written_with(function: FunctionType, kind: object) -> bool:
    """Whether something is a class of the same file as a function."""
    return isinstance(kind, type) and kind.__module__ == function.__module__


def _class_of(function: FunctionType) -> type | None:
    """The class of which a function is a method."""
    classes = function.__qualname__.split(".")[:-1]
    kind: Any = function.__globals__.get(classes[0]) if classes else None
    for each in classes[1:]:
        kind = vars(kind).get(each) if isinstance(kind, type) else None
    return kind if isinstance(kind, type) else None


def _itself(function: FunctionType, kind: type | None) -> Mapping[str, Any]:
    """The first argument of a method, which is an object of its class, or the class."""
    first = function.__code__.co_varnames[: min(function.__code__.co_argcount, 1)]
    method = vars(kind).get(function.__name__) if kind is not None else None
    if not first or method is None or isinstance(method, staticmethod):
        return {}
    return {first[0]: kind if isinstance(method, classmethod) or kind is None else Made(kind)}


def _bound_once(text: Text) -> dict[str, ast.AST]:
    """The variables of a function that get one value, with its syntax."""
    nodes = parts_of(text)
    stored = Counter(node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
    once = {name for name, times in stored.items() if times == 1}
    once -= {node.arg for node in nodes if isinstance(node, ast.arg)}
    given: dict[str, ast.AST] = {}
    for node in nodes:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.AST() as value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
                | ast.withitem(context_expr=value, optional_vars=ast.Name(id=name))
            ) if name in once:
                given[name] = value
    return given
