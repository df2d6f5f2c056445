"""Calls that no rule may make: of clocks, the randomness of the machine, files, the environment and the network.

Where the text of a rule names them, or something around it holds them, they are refused before it is played (`named`);
`hearing` notices all others.
"""

import sys
from collections.abc import Mapping
from typing import Any, Final

NONE_OF: Final = (
    *("time", "random", "_random", "secrets"),
    *("posix", "nt", "_socket", "socket", "select", "pwd", "grp", "resource", "_ctypes", "_signal"),
    *("atexit", "faulthandler", "_posixsubprocess", "subprocess"),
    *("shutil", "glob", "tempfile", "platform", "getpass", "locale", "sysconfig", "site"),
)
"""Modules of which no rule may use any function. Some of them ask the machine once, and keep what they were told."""

FORBIDDEN: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(NONE_OF, frozenset()),
    "datetime": frozenset({"now", "today", "utcnow"}),
    "_thread": frozenset({"get_ident", "get_native_id", "start_new_thread", "start_joinable_thread"}),
    "threading": frozenset({"current_thread", "main_thread", "enumerate", "active_count", "start"}),
    "inspect": frozenset({"currentframe", "stack", "trace"}),
    "os": frozenset({"popen", "walk", "getenv"}),
    "genericpath": frozenset({"exists", "getmtime", "getsize", "isdir", "isfile"}),
    "io": frozenset({"open"}),
    "_io": frozenset({"open"}),
    "builtins": frozenset({"input", "id", "hash", "print"}),
    "sys": frozenset(
        {"_getframe", "_current_frames", "getrefcount", "getprofile", "gettrace", "setprofile", "settrace"}
        | {"getrecursionlimit", "setrecursionlimit", "getallocatedblocks", "getsizeof"}
    ),
}
"""Modules whose functions give something else each time, or say something of the machine, or change the process.

Only these names of them, if any. `print` is among them: a rule is played many times for one answer, and would print
each time.
"""

PURE: Final = ("fspath", "_path_")
"""Beginnings of names of functions for paths, which ask the machine for nothing."""

STREAM_WRITES: Final = ("write", "writelines")
"""Methods of a stream by which something stands between the answers, as with `print`."""

CALLED: Final = {
    **{"_random": "random", "_socket": "socket", "_thread": "threading", "_ctypes": "ctypes"},
    **{"_posixsubprocess": "subprocess", "_signal": "signal", "_sitebuiltins": "site"},
    **{"posix": "os", "nt": "os", "io": "open", "_io": "open"},
    **{"genericpath": "os", "posixpath": "os", "ntpath": "os", "_pydatetime": "datetime", "_strptime": "datetime"},
}
"""The names of these modules for authors."""


def _is_stream(value: Any) -> bool:
    """Whether a value is where answers, or errors, are written."""
    streams = [each for each in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__) if each is not None]
    return any(value is stream or value is getattr(stream, "buffer", stream) for stream in streams)


def sentence_for(called: str, name: str, does: str = "uses") -> str:
    """Return the sentence for an author whose function uses, or holds, what it may not."""
    if name == "print":
        return (
            f"“{called}” uses “print”, which stands between the answers, once for each of many plays: say it with "
            "table.tell, which shows it with a roll."
        )
    return (
        f"“{called}” {does} “{name}”: a rule gets its chance from its table, as "
        'table.roll(1, "die"), and nothing in it from a clock, a file, the environment or the network.'
    )


def name_in(module: str, function: str) -> str:
    """Return the author's name for a function of a module that no rule may use, or its module; nothing for others."""
    only = FORBIDDEN.get(module)
    if only is None or (only and function not in only) or function.startswith(PURE):
        return ""
    if module in ("builtins", "os"):
        return f"{module}.{function}".removeprefix("builtins.")
    return CALLED.get(module, module)


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
    return name_in(str(module), called.__name__)
