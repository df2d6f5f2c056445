"""Calls that no rule may make: of clocks, the randomness of the machine, files, the environment and the network.

Where the text of a rule names them, they are refused before it is played; `hearing` notices all others.
"""

import ast
import builtins
import os
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any, Final

from sixfold.errors import RuleError
from sixfold.rules.functions import beginning
from sixfold.rules.judging.reached import reached
from sixfold.rules.judging.syntax import globals_named, parts_of, text_of

FORBIDDEN: Final[Mapping[str, frozenset[str]]] = {
    "time": frozenset(),
    "random": frozenset(),
    "_random": frozenset(),
    "_socket": frozenset(),
    **dict.fromkeys(("atexit", "faulthandler", "resource", "_ctypes", "_posixsubprocess", "_signal"), frozenset()),
    "datetime": frozenset({"now", "today", "utcnow"}),
    "posix": frozenset(),
    "nt": frozenset(),
    "_thread": frozenset({"get_ident", "get_native_id", "start_new_thread", "start_joinable_thread"}),
    "os": frozenset({"popen", "walk"}),
    "genericpath": frozenset({"exists", "getmtime", "getsize", "isdir", "isfile"}),
    "io": frozenset({"open"}),
    "_io": frozenset({"open"}),
    "builtins": frozenset({"input", "id", "hash", "print"}),
    "sys": frozenset(
        {"_getframe", "_current_frames", "getrefcount", "getprofile", "gettrace", "setprofile", "settrace"}
        | {"getrecursionlimit", "setrecursionlimit", "getallocatedblocks"}
    ),
    **dict.fromkeys(("pwd", "grp", "select"), frozenset()),
}
"""Modules whose functions give something else each time, or change the process; only these names of them, if any.

`print` is among them: a rule is played many times for one answer, and would print each time.
"""

MACHINE: Final = frozenset(
    {"platform", "tempfile", "getpass", "locale", "sysconfig", "site", "socket", "inspect", "threading"}
    | {"secrets", "subprocess", "shutil", "glob"}
)
"""Modules of Python's library about the machine, or about what runs, that keep what they were told once."""

OF_MACHINE: Final = {os: ("environ", "getenv"), sys: ("argv", "orig_argv", "path", "modules")}
"""Parts of modules that hold, or say, something of the machine."""

HEARD: Final = frozenset({"id", "hash", "print"})
"""Functions that a text may name: called of what is the same each time, or never, as in a note that is switched off."""

PURE: Final = ("fspath", "_path_")
"""Beginnings of names of functions for paths, which ask the machine for nothing."""

STREAM_WRITES: Final = ("write", "writelines")
"""Methods of a stream by which something stands between the answers, as with `print`."""

CALLED: Final = {
    **{"_random": "random", "_socket": "socket", "_thread": "threading", "_ctypes": "ctypes"},
    **{"_posixsubprocess": "subprocess", "_signal": "signal"},
    **{"posix": "os", "nt": "os", "io": "open", "_io": "open"},
    **{"genericpath": "os", "posixpath": "os", "ntpath": "os", "_pydatetime": "datetime", "_strptime": "datetime"},
}
"""The names of these modules for authors."""


def check_named(play: Callable[..., Any]) -> None:
    """Raise RuleError (rule/chance) for what no rule may call where the text of a rule names it: before it is called.

    `hearing` notices calls that are reached in another way.
    """
    for function in reached(play, methods=False):
        name, line = _named_by(function)
        if name:
            raise RuleError("rule/chance", sentence_for(function.__name__, name)).placed(beginning(function)[0], line)


@lru_cache(maxsize=1024)
def _named_by(function: FunctionType) -> tuple[str, int]:
    """The author's name for what a function names and no rule may call, and the line; nothing if there is none."""
    values = {name: function.__globals__.get(name, getattr(builtins, name, None)) for name in globals_named(function)}
    for node in [node for text in text_of(function) for node in parts_of(text)]:
        name = _forbidden_value(_value_of(node, values))
        if name and name not in HEARD:
            return name, getattr(node, "lineno", 1)
    return "", 0


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
    """The author's name for a function, or for something of the machine, that no rule may use; nothing for others."""
    for whole, names in OF_MACHINE.items():
        for name in names:
            if value is getattr(whole, name):
                return f"{whole.__name__}.{name}"
    if isinstance(value, type) or not callable(value) or type(value).__module__ != "builtins":
        return ""  # an object that can be called is not asked what it is
    module = str(getattr(value, "__module__", ""))
    if isinstance(value, FunctionType):
        if module in MACHINE:
            return module
        if module.startswith("pathlib") and not hasattr(sys.modules["pathlib"].PurePath, value.__name__):
            return "pathlib"  # a path itself is no more than its text
    return forbidden_name(value)


def _is_stream(value: Any) -> bool:
    """Whether a value is where answers, or errors, are written."""
    streams = [each for each in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__) if each is not None]
    return any(value is stream or value is getattr(stream, "buffer", stream) for stream in streams)


def sentence_for(called: str, name: str) -> str:
    """Return the sentence for an author whose function uses what it may not."""
    if name == "print":
        return (
            f"“{called}” uses “print”, which stands between the answers, once for each of many plays: say it with "
            "table.tell, which shows it with a roll."
        )
    return (
        f"“{called}” uses “{name}”: a rule gets its chance from its table, as "
        'table.roll(1, "die"), and nothing in it from a clock, a file, the environment or the network.'
    )


def forbidden_name(called: Any) -> str:
    """Return the author's name for a function that differs from call to call, or its module; nothing for others."""
    owner = getattr(called, "__self__", getattr(called, "__objclass__", None))
    if _is_stream(owner) and called.__name__ in STREAM_WRITES:
        return "print"
    if owner is not None and owner is sys.stdin:
        return "input"
    module = getattr(called, "__module__", None)
    if module is None and owner is not None:
        module = getattr(owner if isinstance(owner, type) else type(owner), "__module__", None)
    only = FORBIDDEN.get(str(module))
    if only is None or (only and called.__name__ not in only) or called.__name__.startswith(PURE):
        return ""
    return str(called.__name__ if module == "builtins" else CALLED.get(str(module), module))
