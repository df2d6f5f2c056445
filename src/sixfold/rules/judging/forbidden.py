"""Calls that no rule may make: of clocks, the randomness of the machine, files, the environment and the network.

They are noticed in the text of a rule, however rarely they would be called, and while a rule is played, or its file
is loaded, however they are reached.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import FrameType, FunctionType
from typing import Any, Final

from sixfold.errors import Passing, RuleError
from sixfold.rules.functions import beginning, content_of
from sixfold.rules.judging.blame import authors_place, by_author
from sixfold.rules.judging.reached import chosen_from, reached
from sixfold.rules.judging.static_values import static_values, switched_off

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

OF_MACHINE: Final = {os: ("environ", "getenv"), sys: ("argv", "orig_argv", "path", "modules")}
"""Parts of modules that hold, or say, something of the machine."""

PURE: Final = ("fspath", "_path_")
"""Beginnings of names of functions for paths, which ask the machine for nothing."""

THEIRS: Final = frozenset({"id", "hash", "print", "threading", "sys"})
"""Functions that libraries may call, and authors may not."""

STREAM_WRITES: Final = ("write", "writelines")
"""Methods of a stream by which something stands between the answers, as with `print`."""

JUDGING: Final = __name__.removesuffix("forbidden")
"""The beginning of the names of the modules that judge rules."""

CALLED: Final = {
    **{"_random": "random", "_socket": "socket", "_thread": "threading", "_ctypes": "ctypes"},
    **{"_posixsubprocess": "subprocess", "_signal": "signal"},
    **{"posix": "os", "nt": "os", "io": "open", "_io": "open", "genericpath": "os"},
}
"""The names of these modules for authors."""


class ForbiddenCall(Passing):
    """A rule was about to call what it may not."""


def check_named(play: Callable[..., Any]) -> None:
    """Raise RuleError (rule/chance) for what no rule may call where the text of a rule names it, however rare that is.

    So it is with functions and methods that a rule names. Other methods are left out, which it need not call. What is
    reached in another way is heard in plays.
    """
    for function in reached(play, methods=False):
        name, line = _named_by(function)
        if name:
            raise RuleError("rule/chance", _sentence(function.__name__, name)).placed(beginning(function)[0], line)


@lru_cache(maxsize=1024)
def _named_by(function: FunctionType) -> tuple[str, int]:
    """The author's name for what a function names and no rule may call, and the line; nothing if there is none."""
    held = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    held += map(content_of, function.__closure__ or ())
    begins = beginning(function)[1]
    places = [(getattr(node, "lineno", 1), value) for node, value in static_values(function)]
    for line, value in [*places, *[(begins, value) for value in held]]:
        for name in filter(None, map(_forbidden_value, chosen_from(value))):
            if name == "print" and line in switched_off(function):
                continue
            if name not in ("id", "hash"):  # they may be called of what is the same each time
                return name, line
    return "", 0


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
def listening(called: str, begins: tuple[str, int], loading: bool = False) -> Iterator[None]:
    """Notice every built-in function that is called meanwhile. Raises RuleError (rule/chance) for a forbidden one."""
    found: list[tuple[str, tuple[str, int] | None]] = []

    def hear(frame: FrameType, event: str, function: Any) -> None:
        if event in ("call", "c_call") and not found:
            name = _forbidden(function) if event == "c_call" else _of_machine(frame)
            if (
                name
                and not _judges(frame)
                and not _aside(frame)
                and (name not in THEIRS or event == "call" or _by_author(frame))
            ):
                found.append((name, authors_place(frame)))
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
            ((name, place),) = found
            sentence = (
                f"“{name}” is used while {called} is loaded: a game must be the same each time, on every machine. "
                "Write what it needs into the file, or make it an option of the check."
                if loading and name != "print"
                else _sentence(called, name)
            )
            raise RuleError("rule/chance", sentence).placed(*(place or begins)) from None


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


def _judges(frame: FrameType) -> bool:
    """Whether the code of a frame judges a rule: it measures how long that takes, and ends the listening."""
    return str(frame.f_globals.get("__name__")).startswith(JUDGING)


def _by_author(frame: FrameType) -> bool:
    """Whether an author wrote the code of a frame: that of a dataclass is made out of a text."""
    return by_author(frame) and frame.f_code.co_filename != "<string>"


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
