"""Whether what an author hands to a rule is a function, and one that can be called as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from sixfold.errors import RuleError
from sixfold.printable import shown
from sixfold.rules.message import listed

NO_VALUE = {0x20: "gives its values one by one (yield)", 0x80: "is an async function", 0x200: "is an async function"}
"""What code does, by its flags, that does not return an outcome."""


def innermost(play: Any) -> Any:
    """The function itself, where options of it are given already."""
    while isinstance(play, partial):
        play = play.func
    return play


def check_function(play: Any) -> None:
    """Raises RuleError (rule/declared) for a rule that is no function which returns its outcome."""
    if isinstance(play, type) or not callable(play):
        what = f"the class {play.__name__}" if isinstance(play, type) else shown(play)
        raise RuleError("rule/declared", f"A rule is a function of a table, not {what}.")
    code = getattr(innermost(play), "__code__", None)
    for flag, does in NO_VALUE.items():
        if code is not None and code.co_flags & flag:
            raise RuleError(
                "rule/declared", f"“{code.co_name}” {does}: a rule is a plain function that returns its outcome."
            ).placed(code.co_filename, code.co_firstlineno)


def check_called(what: str, function: Callable[..., Any] | None, takes: Sequence[str]) -> None:
    """Raises RuleError (rule/declared) for a function that cannot be called with so many things, each by its place."""
    if function is None:
        return
    if not callable(function):
        raise RuleError("rule/declared", f"“{what}” of a rule is a function of {listed(takes)}, not {shown(function)}.")
    code = getattr(function, "__code__", None)
    if code is not None and not can_take(function, code, len(takes)):
        raise RuleError(
            "rule/declared",
            f"“{what}” of a rule is called with {listed(takes)}, and takes {parameters_of(function, code)}.",
        ).placed(code.co_filename, code.co_firstlineno)


def can_take(function: Any, code: Any, wanted: int) -> bool:
    """Whether a function can be called with so many things."""
    own = 1 if getattr(function, "__self__", None) is not None else 0
    names = code.co_argcount - own
    needed = names - len(getattr(function, "__defaults__", None) or ())
    return needed <= wanted and (wanted <= names or bool(code.co_flags & 4))


def parameters_of(function: Any, code: Any) -> str:
    """What a function takes, by name."""
    own = 1 if getattr(function, "__self__", None) is not None else 0
    names: Sequence[str] = code.co_varnames[own : code.co_argcount]
    return ", ".join(names) if names else "nothing"


def check_texts(**said: Any) -> None:
    """Raises RuleError (rule/declared) for what is to be a text and is none."""
    for what, value in said.items():
        if not isinstance(value, str):
            raise RuleError("rule/declared", f"The {what} is a text, not {shown(value)}.")


def several(what: str, said: Any) -> tuple[Any, ...]:
    """A list of things, of which a single text need not stand in one; raises RuleError (rule/declared) for no list."""
    if isinstance(said, str):
        return (said,)
    if not isinstance(said, Iterable):
        raise RuleError("rule/declared", f"{what} is a list, not {shown(said)}.")
    return tuple(said)


def all_of(what: str, said: Any, kind: type[Any], example: str) -> tuple[Any, ...]:
    """A list of things of a kind, of which a single one need not stand in one.

    Raises RuleError (rule/declared) for anything else, which is written like the `example`.
    """
    found = (said,) if isinstance(said, kind) else several(what, said)
    for each in found:
        if not isinstance(each, kind):
            raise RuleError("rule/declared", f"{what}: each is written as {example}, not as {shown(each)}.")
    return found


def gives(what: str, function: Any, value: Any, meant: str) -> RuleError:
    """The error for what a function of an author gave back, and cannot be used."""
    given = "nothing: a “return” is missing" if value is None else shown(value)
    error = RuleError("rule/declared", f"“{what}” of a rule gives {meant}, and here {given}.")
    code = getattr(function, "__code__", None)
    return error if code is None else error.placed(code.co_filename, code.co_firstlineno)
