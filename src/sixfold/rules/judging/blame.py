"""The place of a mistake in an author's file."""

import os
import sys
import types
from collections.abc import Callable, Iterator
from itertools import takewhile
from types import FrameType, FunctionType, TracebackType
from typing import Any, Final

from sixfold.errors import BoundsError, RuleError, UsageError, misdeclared
from sixfold.rules.functions import OWN, beginning, by_package


class Blame:
    """A context around a rule that is played: its errors get the author's file and line.

    Bounds and arguments have a place in games of one's own alone: in those of the package it is the player's check.

    >>> __name__ = "duel"
    >>> with Blame():  # doctest: +ELLIPSIS
    ...     raise RuleError("rule/table", "This is not its own table.")
    Traceback (most recent call last):
        ...
    sixfold.errors.RuleError: <doctest ...>, line 2: This is not its own table.
    """

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        told = _instead(error, trace)
        if told is not None and (place := last_place(trace, games=False)) is not None:
            raise told.placed(*place) from None
        if isinstance(error, RuleError | UsageError | BoundsError):
            found = last_place(trace, games=isinstance(error, RuleError))
            if found is not None:
                error.placed(*found)


def _instead(error: BaseException | None, trace: TracebackType | None) -> RuleError | None:
    """The error that an author is told instead of one of Python."""
    if isinstance(error, RecursionError):
        return RuleError(
            "rule/endless",
            "A function here calls itself without end, or too deeply. For a loop until something happens, "
            "use table.repeat; to play another rule, use table.play.",
        )
    if isinstance(error, StopIteration):  # which would end whatever goes through the rolls around it
        return misdeclared("“next” found nothing here: say what it gives then, as in next((...), 0).")
    sentence = _told(str(error), trace) if type(error) is TypeError else ""
    return misdeclared(sentence) if sentence else None


def steps_of(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """Yield the steps of a trace, the innermost last, each as a frame and a line."""
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _told(error: str, trace: TracebackType | None) -> str:
    """A sentence for an error of Python that an author could not place; nothing for any other error."""
    loading = trace is not None and any(frame.f_code.co_name == "<module>" for frame, _ in steps_of(trace))
    if loading and error.startswith(("Table.", "Protocols cannot")):
        return "Only Sixfold calls a rule with a table: write System(parry), for example, and not System(parry(Table))."
    if error.startswith("'") and "not supported between instances of" in error and by_package(trace):
        return f"A preference must return numbers, or tuples of numbers, which can be compared: {error}."
    if "NoneType" in error and (
        "not supported between" in error or "unsupported operand" in error or by_package(trace)
    ):
        return (
            "This line calculates or compares with None. An option that is not said is None: ask “is None” first, or "
            "give it a number by default, as in vs: int = 10."
        )
    if error.startswith("unsupported operand"):
        return f"This line calculates with what is no number: {error}." if by_package(trace) else ""
    return f"This line gives Sixfold what it cannot use: {error}." if by_package(trace) else ""


def last_place(trace: TracebackType | None, games: bool = True) -> tuple[str, int] | None:
    """The file and line of the last step of a trace that is no code of the package, nor of Python's own library.

    The package's own games count as an author's unless `games` says otherwise.
    """
    places = [(frame.f_code.co_filename, line) for frame, line in steps_of(trace) if by_author(frame, games)]
    return places[-1] if places else None


COMMANDS: Final = [os.path.join(at, name, "") for at in (sys.prefix, sys.base_prefix) for name in ("bin", "Scripts")]
"""Folders of programs that are installed; other folders beside them, such as /usr/src, may be an author's."""

VARIABLE: Final = 0x04
"""The flag of a function that takes any number of things by their places (`inspect.CO_VARARGS`)."""

LIBRARY: Final = (os.path.join(os.path.dirname(types.__file__), ""), "<frozen", *COMMANDS)
"""Prefixes of the files of Python's own library, and of programs that are installed.

`os` is frozen into Python, and names no file of the library where that is packed, as in a browser: `types` does.
"""

INSTALLED: Final = ("site-packages", "dist-packages")
"""Folders of libraries that are installed."""

MADE: Final = "<string>"
"""The file of code that is made while a program runs, such as the methods of a dataclass."""


def is_authors(file: str, module: object, games: bool = False) -> bool:
    """Return whether code of a file and a module is neither the package's, nor Python's, nor of an installed library.

    With `games` the package's own games count as an author's.
    """
    name = f"{module}."
    if name.startswith(OWN) and not (games and name.startswith("sixfold.systems.")):
        return False
    return not file.startswith(LIBRARY) and not any(folder in file for folder in INSTALLED) and file != MADE


def by_author(frame: FrameType, games: bool = False) -> bool:
    """Return whether an author wrote the code of a frame, as `is_authors` says."""
    return is_authors(frame.f_code.co_filename, frame.f_globals.get("__name__"), games)


def out_of(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame, and those that it was called from."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def authors_frame(frame: FrameType | None) -> FrameType | None:
    """The innermost frame of an author's code."""
    return next(filter(by_author, out_of(frame)), None)


def beneath_author(frame: FrameType) -> Iterator[FrameType]:
    """Yield a frame, and those that it was called from, up to the innermost one of an author's code."""
    return takewhile(lambda outer: not by_author(outer), out_of(frame))


def authors_place() -> tuple[str, int] | None:
    """The file and line of the innermost frame of an author's code."""
    frame = authors_frame(sys._getframe(1))
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else None


def authors_helper() -> FrameType | None:
    """The frame of an author's function that runs now, if another one of an author calls it, and no table does."""
    frame = authors_frame(sys._getframe(1))
    while frame is not None and frame.f_code.co_name.startswith("<"):  # a comprehension, or a function without a name
        frame = frame.f_back
    return frame if frame is not None and frame.f_back is not None and by_author(frame.f_back) else None


def can_take(function: Callable[..., Any], wanted: int) -> bool:
    """Return whether a function can be called with so many things, each by its place.

    >>> can_take(lambda table, state: state, 2), can_take(lambda: 0, 1)
    (True, False)
    """
    if type(function) is FunctionType and not vars(function):  # quickly, as for a step that every play makes anew
        code, defaults = function.__code__, len(function.__defaults__ or ())
        named = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
        fits = wanted <= code.co_argcount or bool(code.co_flags & VARIABLE)
        return fits and wanted >= code.co_argcount - defaults and set(named) <= set(function.__kwdefaults__ or ())
    from inspect import signature  # here, since most are plain functions

    try:
        signature(function).bind(*[None] * wanted)
    except TypeError:
        return False
    except ValueError:  # a function of Python itself that does not say
        return True
    return True


def parameters_of(function: Callable[..., Any]) -> str:
    """Return the parameters of a function, by name.

    >>> parameters_of(lambda table, state: state)
    'table, state'
    """
    from inspect import signature

    return ", ".join(signature(function).parameters) or "nothing"


def returns_nothing(what: str, wanted: str, function: Callable[..., Any], code: str = "rule/repeat") -> RuleError:
    """The error for a function of an author that returns nothing where a verb needs what it returns."""
    return RuleError(code, f"{what} returns nothing: it must return {wanted}.").placed(*beginning(function))
