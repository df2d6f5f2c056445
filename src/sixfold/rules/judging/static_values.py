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

LOADS: Final = (__import__, importlib.import_module)
"""Functions that return a module by its name."""


class Made(NamedTuple):
    """An object of a class that a function makes while it runs."""

    kind: type


@lru_cache(maxsize=1024)
def static_values(function: FunctionType) -> Sequence[tuple[ast.AST, Any]]:
    """Return the expressions in a function whose values its text shows, with these values; None is left out.

    These are names around it, names of its own that are bound once, what it imports, parts of modules, classes and
    objects, and objects that it makes. Of several lambdas in one line, none is known to be this one: nothing is known.

    >>> import os.path
    >>> def exists(name):
    ...     return os.path.exists(name)
    >>> len(static_values(exists))  # its text is in no file
    0
    """
    texts = text_of(function)
    return _StaticValues(texts[0], function).every() if len(texts) == 1 else ()


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
        self._import(bound_in(text, imports=False))
        self._values.update(_itself(function))
        self._given = _bound_once(text)

    def every(self) -> Sequence[tuple[ast.AST, Any]]:
        found = []
        for node in parts_of(self._text):
            found.append((node, self._of(node)))
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
            case ast.Attribute(value=whole, attr=name):
                return part_of(self._of(whole), name)
            case ast.NamedExpr(value=value):
                return self._of(value)
            case ast.Call(func=called, args=arguments):
                return _returned(self._of(called), arguments, [self._of(each) for each in arguments[:1]])
        return None

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


def _itself(function: FunctionType) -> Mapping[str, Any]:
    """The first argument of a method, which is an object of its class, or the class."""
    *classes, name = function.__qualname__.split(".")
    kind: Any = function.__globals__.get(classes[0]) if classes else None
    for each in classes[1:]:
        kind = vars(kind).get(each) if isinstance(kind, type) else None
    first = function.__code__.co_varnames[: min(function.__code__.co_argcount, 1)]
    method = vars(kind).get(name) if isinstance(kind, type) else None
    if not first or method is None or isinstance(method, staticmethod):
        return {}
    return {first[0]: kind if isinstance(method, classmethod) else Made(kind)}


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
