"""Calls that no rule may make: of clocks, the randomness of the machine, files, the environment and the network.

They are noticed where the text of a rule names them, and while a rule is played or solved, or its file is loaded,
however they are reached: what is solved comes to every line that a roll can come to.
"""

import ast
import builtins
import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

from sixfold.errors import Passing, RuleError
from sixfold.rules.functions import beginning
from sixfold.rules.judging.blame import authors_frame, by_author
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
    "sys": frozenset({"_getframe", "_current_frames", "getrefcount", "getprofile", "gettrace"}),
}
"""Modules whose functions give something else each time, or change the process; only these names of them, if any.

`print` is among them: a rule is played many times for one answer, and would print each time.
"""

MACHINE: Final = frozenset(
    {"platform", "tempfile", "getpass", "locale", "sysconfig", "site", "socket", "uuid", "inspect", "threading"}
    | {"secrets", "subprocess", "shutil", "glob"}
)
"""Modules of Python's library about the machine, or about what runs, that keep what they were told once."""

TELLING: Final = MACHINE | {"os"}
"""Modules of Python's library with a function that says something of the machine."""

OF_MACHINE: Final = {os: ("environ", "getenv"), sys: ("argv", "orig_argv", "path", "modules")}
"""Parts of modules that hold, or say, something of the machine."""

HEARD: Final = frozenset({"id", "hash", "print"})
"""Functions that a text may name: called of what is the same each time, or never, as in a note that is switched off."""

PURE: Final = ("fspath", "_path_")
"""Beginnings of names of functions for paths, which ask the machine for nothing."""

THEIRS: Final = frozenset({"id", "hash", "print", "threading", "sys"})
"""Functions that libraries may call, and authors may not."""

STREAM_WRITES: Final = ("write", "writelines")
"""Methods of a stream by which something stands between the answers, as with `print`."""

OVERHEARD: Final = "overheard"
"""The event of a call that C code makes."""

JUDGING: Final = __name__.removesuffix("forbidden")
"""The beginning of the names of the modules that judge rules."""

CALLED: Final = {
    **{"_random": "random", "_socket": "socket", "_thread": "threading", "_ctypes": "ctypes"},
    **{"_posixsubprocess": "subprocess", "_signal": "signal"},
    **{"posix": "os", "nt": "os", "io": "open", "_io": "open"},
    **{"genericpath": "os", "posixpath": "os", "ntpath": "os", "_pydatetime": "datetime", "_strptime": "datetime"},
}
"""The names of these modules for authors."""


class ForbiddenCall(Passing):
    """A rule was about to call what it may not."""


def check_named(play: Callable[..., Any]) -> None:
    """Raise RuleError (rule/chance) for what no rule may call where the text of a rule names it: before it is called.

    What is reached in another way is heard.
    """
    for function in reached(play, methods=False):
        name, line = _named_by(function)
        if name:
            raise RuleError("rule/chance", _sentence(function.__name__, name)).placed(beginning(function)[0], line)


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
            return getattr(kind, name, None) if kind.__module__.partition(".")[0] in sys.stdlib_module_names else None
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
    return _forbidden(value)


def _is_stream(value: Any) -> bool:
    """Whether a value is where answers, or errors, are written."""
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    return any(value is stream or value is getattr(stream, "buffer", stream) for stream in streams)


def _sentence(called: str, name: str) -> str:
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


@contextmanager
def listening(begins: tuple[str, int], loading: str = "") -> Iterator[None]:
    """Notice every built-in function that is called meanwhile, as while a file of this name is loaded.

    Raises RuleError (rule/chance) for a forbidden one, with the line of the call, or where what is heard begins.
    """
    found: list[tuple[str, str, tuple[str, int]]] = []
    harmless: set[Any] = set()

    def hear(frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call":
            kind = _kind(function)
            if kind in harmless:
                return
            name = _forbidden(function)
            if not name and function.__name__ not in STREAM_WRITES:
                harmless.add(kind)
        elif event == "call" and frame.f_globals.get("__name__") in TELLING:
            name = _of_machine(frame)
        elif event == OVERHEARD:
            name = str(function)
        else:
            return
        if (
            name
            and not found
            and not _judges(frame)
            and not _aside(frame)
            and (name not in THEIRS or event != "c_call" or by_author(frame))
        ):
            by = authors_frame(frame)
            place = (by.f_code.co_filename, by.f_lineno) if by is not None else begins
            found.append((_name_for_author(name, frame), by.f_code.co_name if by is not None else "", place))
            raise ForbiddenCall  # before it is called: it could wait, or end the process

    before, collecting = sys.getprofile(), gc.isenabled()
    gc.disable()  # what others do when Python collects garbage is not the rule's
    sys.setprofile(hear)
    try:
        yield
    finally:
        _hear_again(before)
        if collecting:
            gc.enable()
        if found:
            ((name, caller, place),) = found
            sentence = (
                f"“{name}” is used while {loading} is loaded: a game must be the same each time, on every machine. "
                "Write what it needs into the file, or make it an option of the check."
                if loading and name != "print"
                else _sentence(caller, name)
            )
            raise RuleError("rule/chance", sentence).placed(*place) from None


def overhear(name: str) -> None:
    """Have a call heard that C code makes, of which Python tells nobody."""
    hear: Any = sys.getprofile()
    if hear is not None:
        hear(sys._getframe(2), OVERHEARD, name)


@contextmanager
def unheard() -> Iterator[None]:
    """Look at a rule: what is called for that is not the rule's, and costs no hearing."""
    before = sys.getprofile()
    sys.setprofile(None)
    try:
        yield
    finally:
        _hear_again(before)


def _hear_again(before: Any) -> None:
    if before is None or callable(before):
        sys.setprofile(before)
    else:
        before.enable()  # in Python 3.11 the profiler of `cProfile` is found there, and cannot be set


def _kind(function: Any) -> Any:
    """The kind of a built-in function: itself, or the name of a method with its class."""
    owner = getattr(function, "__self__", None)
    if type(owner) is ModuleType:
        return function
    return owner if type(owner) is type else type(owner), function.__name__


def _name_for_author(name: str, frame: FrameType) -> str:
    """The name for an author of what is called in a frame: that of the library, if the author has called one."""
    here, library = frame, ""
    while not by_author(here) and here.f_back is not None:
        here, library = here.f_back, str(here.f_globals.get("__name__")).partition(".")[0]
    return name if not library or name == "print" or "." in name else CALLED.get(library, library)


def _judges(frame: FrameType) -> bool:
    """Whether the code of a frame judges a rule: it measures how long that takes, and ends the listening."""
    return str(frame.f_globals.get("__name__")).startswith(JUDGING)


def _of_machine(frame: FrameType) -> str:
    """The author's name for a function of Python's library that says something of the machine; nothing for others."""
    if frame.f_code.co_qualname.startswith("_Environ."):
        return "os.environ"
    module = str(frame.f_globals.get("__name__"))
    return module if module in MACHINE and frame.f_back is not None and by_author(frame.f_back) else ""


def _forbidden(called: Any) -> str:
    """The author's name for a function that differs from call to call, or its module; nothing for others."""
    owner = getattr(called, "__self__", getattr(called, "__objclass__", None))
    if _is_stream(owner) and called.__name__ in STREAM_WRITES:
        return "print"
    module = getattr(called, "__module__", None)
    if module is None and owner is not None:
        module = getattr(owner if isinstance(owner, type) else type(owner), "__module__", None)
    only = FORBIDDEN.get(str(module))
    if only is None or (only and called.__name__ not in only) or called.__name__.startswith(PURE):
        return ""
    return str(called.__name__ if module == "builtins" else CALLED.get(str(module), module))


def _aside(frame: FrameType | None) -> bool:
    """Whether a frame finds something that is imported, or the place of a mistake, and does not belong to the rule.

    A library that is installed is not the author's while it is imported.
    """
    while frame is not None and not (frame.f_code.co_name == "<module>" and by_author(frame)):
        if str(frame.f_globals.get("__name__", "")).startswith(("importlib", "linecache")):
            return True
        frame = frame.f_back
    return False
