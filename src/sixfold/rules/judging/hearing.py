"""Calls of a rule that are heard while it is played or solved, or while its file is loaded, however they are reached.

Solving a check runs every line that any of its rolls can run, so no call is too rare to be heard.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from types import FrameType, ModuleType
from typing import Any, Final

from sixfold.errors import Passing, RuleError
from sixfold.rules.judging.blame import MADE, authors_frame, beneath_author, by_author, out_of
from sixfold.rules.judging.forbidden import CALLED, FORBIDDEN, forbidden_name, name_in, sentence_for
from sixfold.rules.judging.unheard import hear_again

THEIRS: Final = frozenset({"id", "hash", "print", "threading", "sys"})
"""Functions that libraries may call, and authors may not."""

LOOKING: Final = frozenset(
    {("posixpath", "realpath"), ("ntpath", "realpath"), ("pathlib", "resolve")}
    | {("gettext", "find"), ("shutil", "get_terminal_size")}
)
"""Functions by which a file that is loaded finds out where it is, or libraries for whom they write."""

OVERHEARD: Final = "overheard"
"""The event of a call that C code makes."""

JUDGING: Final = __name__.removesuffix("hearing")
"""The beginning of the names of the modules that judge rules."""


class ForbiddenCall(Passing):
    """A rule was about to call what it may not."""


@contextmanager
def listening(begins: tuple[str, int], loading: str = "") -> Iterator[None]:
    """Notice every built-in function that is called meanwhile, as while a file of this name is loaded.

    Raises RuleError (rule/chance) for a forbidden one, with the line of the call, or where what is heard begins.
    """
    found: list[tuple[str, str, tuple[str, int]]] = []
    names: dict[Any, str] = {}

    def hear(frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call":
            owner = function.__self__
            of, kind = type(owner), function
            if of is not ModuleType and owner is not None:  # a method is made anew for each call
                kind = owner if of is type else of, function.__name__
            name = names.get(kind)
            if name is None:
                name = forbidden_name(function)
                if of.__module__ != "_io":  # of these, one stream differs from another
                    names[kind] = name
        elif event == "call" and frame.f_globals.get("__name__") in FORBIDDEN:
            name = _of_library(frame)
        elif event == OVERHEARD:
            name = str(function)
        else:
            return
        by_them = event == "c_call" and name in THEIRS and not by_author(frame)
        if name and not found and not by_them and not _may_call(name, frame, loading):
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
        hear_again(before)
        if collecting:
            gc.enable()
        if found:
            ((name, caller, place),) = found
            sentence = (
                f"“{name}” is used while {loading} is loaded: a game must be the same each time, on every machine. "
                "Write what it needs into the file, or make it an option of the check."
                if loading and name != "print"
                else sentence_for(caller, name)
            )
            raise RuleError("rule/chance", sentence).placed(*place) from None


def _may_call(name: str, frame: FrameType, loading: str) -> bool:
    """Whether the one who calls a forbidden function in a frame is not the author's rule, or may do so here."""
    if _judges(frame) or _aside(frame) or (loading and _looks(frame)):
        return True
    return name == "hash" and _in_hash(frame)  # an order that it makes shows in another process


def overhear(name: str) -> None:
    """Have a call heard that C code makes, of which Python tells nobody."""
    hear: Any = sys.getprofile()
    if hear is not None:
        hear(sys._getframe(2), OVERHEARD, name)


def _name_for_author(name: str, frame: FrameType) -> str:
    """The name for an author of what is called in a frame: that of the library, if the author has called one."""
    named = [each.f_globals.get("__name__") for each in beneath_author(frame) if each.f_code.co_filename != MADE]
    library = str(named[-1]).partition(".")[0] if named else ""
    own = name == "print" or ("." in name and library in ("os", "_collections_abc", "collections"))
    return name if own or not library else CALLED.get(library, library)


def _judges(frame: FrameType) -> bool:
    """Whether what judges a rule has made a call: it looks for modules, measures how long that takes, and so on."""
    return any(str(each.f_globals.get("__name__")).startswith(JUDGING) for each in beneath_author(frame))


def _in_hash(frame: FrameType) -> bool:
    """Whether an author's `__hash__` has made a call, itself or by functions of the author."""
    return any(map(_hashes, takewhile(by_author, out_of(frame))))


def _hashes(frame: FrameType) -> bool:
    """Whether a frame is that of a `__hash__`, whatever its function is called."""
    code = frame.f_code
    owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    return code.co_name == "__hash__" or getattr(type(owner).__hash__, "__code__", None) is code


def _of_library(frame: FrameType) -> str:
    """The name for an author of a function of Python's library that they call, and may not; nothing for others."""
    if frame.f_code.co_qualname.startswith("_Environ."):
        return "os.environ"
    caller = frame.f_back
    called = caller is not None and by_author(caller)
    return name_in(str(frame.f_globals.get("__name__")), frame.f_code.co_name) if called else ""


def _looks(frame: FrameType) -> bool:
    """Whether a library finds out where a file is, or for whom it writes."""
    return any(
        (str(each.f_globals.get("__name__")).partition(".")[0], each.f_code.co_name) in LOOKING
        for each in beneath_author(frame)
    )


def _aside(frame: FrameType) -> bool:
    """Whether a frame finds something that is imported, or the place of a mistake, and does not belong to the rule.

    A library that is installed is not the author's while it is imported.
    """
    for each in takewhile(lambda outer: outer.f_code.co_name != "<module>" or not by_author(outer), out_of(frame)):
        module, caller = each.f_globals.get("__name__"), each.f_back
        if module == "importlib._bootstrap" and each.f_code.co_name == "_find_and_load":
            return True
        if module == "linecache" and caller is not None and caller.f_globals.get("__name__") != module:
            return not by_author(caller)
    return False
