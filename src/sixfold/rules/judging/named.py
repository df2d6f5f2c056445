"""Names in a rule, and values around it, that no rule may use: found before it is played.

`hearing` notices calls that are reached in another way; Python tells of none that C code makes, as `map` does.
"""

import ast
import builtins
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import starmap
from types import FunctionType, ModuleType
from typing import Any, Final

from sixfold.errors import RuleError
from sixfold.rules.functions import beginning, named_in
from sixfold.rules.judging.environment import ATOMS, Environment
from sixfold.rules.judging.forbidden import CALLED, NONE_OF, forbidden_name, sentence_for
from sixfold.rules.judging.reached_functions import reached_functions
from sixfold.rules.judging.syntax import homes_in, imports, line_of, nodes_in, parts_of, text_of

SAYING: Final = ("os", "sys", "time", "posix", "nt")
"""Modules of which not only functions say something of the machine, or of this process."""

SAME: Final = frozenset({"maxsize", "float_info", "sep", "version_info", "stdout", "stderr"})
"""Names of these that are the same everywhere, that code for several Pythons asks, or a note that is switched off."""

OF_FILES: Final = frozenset({"__file__", "__path__", "__cached__", "__spec__", "__loader__", "__dict__"})
"""Names in a module that lead to its file, or to all that it holds."""

CALLED_ONLY: Final = frozenset({"id", "hash"})
"""Functions that a text may call, of what is the same each time, and may not give to others."""

HEARD: Final = CALLED_ONLY | {"print"}
"""Functions that a text may name: called of what is the same each time, or never, as in a note that is switched off."""


def check_named(play: Callable[..., Any], around: Environment) -> None:
    """Raise RuleError (rule/chance) for what no rule may use: the text of a rule names it, or something named holds it.

    `around` is its environment. What a file only imports, or has for something else, may be there.
    """
    for function in reached_functions(play, methods=False):
        name, line = _named_by(function)
        if name:
            raise RuleError("rule/chance", sentence_for(function.__name__, name)).placed(beginning(function)[0], line)
    _check_held(play, around)


def _check_held(play: Callable[..., Any], around: Environment) -> None:
    held = [(path, forbidden_name(function)) for path, function in around.functions]
    if not held:
        return
    functions = list(reached_functions(play))
    used = {name for function in functions for name in (function.__name__, *named_in(function.__code__))}
    for path, name in held:
        if name and name not in HEARD and path[0] in used:
            file, begins = beginning(play)
            error = RuleError("rule/chance", sentence_for(".".join(path), name, "holds"))
            raise error.placed(file, line_of(nodes_in(file), path[0]) or begins)


@lru_cache(maxsize=1024)
def _named_by(function: FunctionType) -> tuple[str, int]:
    """The author's name for what a function names and no rule may use, and the line; nothing if there is none."""
    nodes = [node for text in text_of(function) for node in parts_of(text)]
    known = {**vars(builtins), **function.__globals__}
    values = {name: known.get(name) for name in named_in(function.__code__)}
    values |= {name: _imported(*home) for name, home in imports(nodes)}
    inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    homes = {name: home for name, home in homes_in(beginning(function)[0]) if name in values and home[0] in SAYING}
    for node in nodes:
        value = _value_of(node, values)
        name = (
            _fact(node, values, homes)
            or _held_fact(value)
            or ("" if id(node) in inner else _whole_module(value))
            or _forbidden_value(value)
        )
        if name and (name not in HEARD or (name in CALLED_ONLY and id(node) not in called)):
            return name, getattr(node, "lineno", 1)
    return "", 0


def _imported(module: str, name: str) -> Any:
    """The value that an import gives, if its module is loaded."""
    loaded = sys.modules.get(module)
    return getattr(loaded, name, None) if name else loaded


def _fact(node: ast.AST, values: Mapping[str, Any], homes: Mapping[str, tuple[str, str]]) -> str:
    """The author's name for something that a module says of the machine, or of its file; nothing for others."""
    match node:
        case ast.Name(id="__file__", ctx=ast.Load()):
            return "__file__"
        case ast.Name(id=name, ctx=ast.Load()) if name in homes:
            module, attribute = homes[name]
            return _fact_of(sys.modules.get(module), attribute)
        case ast.Attribute(value=whole, attr=attribute, ctx=ast.Load()):
            return _fact_of(_value_of(whole, values), attribute)
    return ""


def _fact_of(module: Any, name: str) -> str:
    if not isinstance(module, ModuleType):
        return ""
    value = getattr(module, name, None)
    plain = name in SAME or name[:2] == "__" or callable(value) or value is None or isinstance(value, ModuleType)
    return f"{module.__name__}.{name}" if name in OF_FILES or (module.__name__ in SAYING and not plain) else ""


def is_fact(module: ModuleType, name: str) -> bool:
    """Return whether a name of a module leads to what it says of the machine, or of its file.

    >>> is_fact(sys, "platform"), is_fact(sys, "version_info")
    (True, False)
    """
    return bool(_fact_of(module, name))


def _held_fact(value: Any) -> str:
    """The author's name for a list, a dict or an object of these modules; nothing for others."""
    if type(value) in ATOMS or isinstance(value, ModuleType) or callable(value):
        return ""
    modules = [module for module in map(sys.modules.get, SAYING) if module is not None]
    held = [(module, at) for module in modules for at, each in vars(module).items() if each is value]
    return next(filter(None, starmap(_fact_of, held)), "")


def _whole_module(value: Any) -> str:
    """The author's name for a module of which no rule may use anything, or which says something of the machine."""
    name = value.__name__ if isinstance(value, ModuleType) else ""
    return CALLED.get(name, name) if name in SAYING or name in NONE_OF else ""


def _value_of(node: ast.AST, values: Mapping[str, Any]) -> Any:
    """The value of a name, or of a part of a module, a class or an object; the class of what is made; or None."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            return values.get(name)
        case ast.Attribute(value=whole, attr=name):
            known = _value_of(whole, values)
            if isinstance(known, ModuleType):
                return vars(known).get(name)
            kind = known if isinstance(known, type) else type(known)
            home = str(kind.__module__).partition(".")[0]
            return getattr(kind, name, None) if home in sys.stdlib_module_names else None
        case ast.Call(func=called):
            made = _value_of(called, values)
            return made if isinstance(made, type) else None
    return None


def _forbidden_value(value: Any) -> str:
    """The author's name for a function that no rule may use; nothing for others."""
    if isinstance(value, type) or not callable(value) or type(value).__module__ != "builtins":
        return ""  # an object that can be called is not asked what it is
    path = isinstance(value, FunctionType) and str(value.__module__).startswith("pathlib")
    if path and not hasattr(sys.modules["pathlib"].PurePath, value.__name__):
        return "pathlib"  # a path itself is no more than its text
    return forbidden_name(value)
