"""The heads of an author's loops, where a function tells all that it remembers.

A function cannot be stopped and copied, and what its loops go through stands nowhere. So it is compiled again: what a
loop goes through has a name too, and at each head a call tells of all variables. Nothing else goes on from there.
"""

import __future__

import ast
import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import lru_cache, reduce
from operator import or_
from types import CellType, CodeType, FunctionType
from typing import Any, Final

from sixfold.rules.functions import OWN, content_of
from sixfold.rules.judging.determinism import Solved
from sixfold.rules.judging.live_variables import Names, live_in_loops
from sixfold.rules.judging.strict_table import Watched
from sixfold.rules.judging.syntax import Text, syntax_of

Told = Callable[[int, Sequence[str]], None]
"""A function that is called at the head of a loop, with its place in the code and the names of all remembered there."""

AROUND, COMES, ITERATED, ITERATOR = "_sixfold_around", "_sixfold_comes", "_sixfold_iterated", "_sixfold_iterator"
"""Names in the function that is compiled again: of what stands around it, of what it calls, and of what it keeps."""

SEES_ALL: Final = frozenset({"locals", "vars", "dir", "eval", "exec"})
"""Functions of Python by which a rule could see these names."""

FEATURES: Final = reduce(or_, [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names])
"""All that the first lines of a file may ask of the compiler."""

BY_ITERATED: Final = sys.version_info >= (3, 13)
"""Whether Python says of what cannot be gone through where that stands, and not where the loop begins."""

NESTED: Final = 0x10
"""The flag that Python gives the code of a function inside another one."""

_HELD: Final = dict[int, int]()
COPIED: Final = frozenset(
    [type(iter(set[int]()))]
    + [type(way(part)) for part in (_HELD, _HELD.values(), _HELD.items()) for way in (iter, reversed)]
)
"""Iterators that are copied with what is left, and not with what they go through."""

COPYING: Final = frozenset(
    {"__reduce_ex__", "__reduce__", "__getstate__", "__getnewargs__", "__getnewargs_ex__", "__getattribute__"}
    | {"__iter__", "items"}
)
"""Methods by which an author may leave something out of what is copied."""

KNOWN: Final = sys.stdlib_module_names | {OWN[:-1]}
"""Modules whose classes leave nothing out."""


def telling(play: Callable[..., Any], told: Told) -> Callable[..., Any] | None:
    """A function that calls another one at the head of each of its loops, with what it remembers there.

    None if it has no loop, or cannot be read. What it remembers are its live variables.
    """
    if isinstance(play, Watched | Solved):
        inner = telling(play.function, told)
        return None if inner is None else play.around_other(inner)
    function: Any = play
    if type(play) is not FunctionType:
        return None
    code = _compiled(function.__code__, function.__code__.co_filename, *syntax_of(play))
    if code is None:
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {COMES: CellType(told), ITERATED: CellType(iter)}
    closure = tuple([cells[name] for name in code.co_freevars])
    found = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    for name in ("__kwdefaults__", "__annotations__", "__module__"):
        setattr(found, name, getattr(function, name))
    return found


def remembered(names: Sequence[str]) -> Mapping[str, Any]:
    """The values of these variables in the function that calls the caller, but for those that it has not set."""
    held = sys._getframe(2).f_locals
    found = {name: held[name] for name in names if name in held}
    if type(held) is dict:  # a copy, up to Python 3.12, which would keep what the function lets go
        held.clear()
    return found


@lru_cache(maxsize=256)
def _compiled(code: CodeType, file: str, *texts: Text) -> CodeType | None:
    """Code with a call at the head of each loop; None if it has none, or is not what its text says.

    Code that is the same in another `file` is equal to it.
    """
    if len(texts) != 1 or not isinstance(texts[0], ast.FunctionDef) or not SEES_ALL.isdisjoint(code.co_names):
        return None
    with suppress(SyntaxError, RecursionError):  # a long chain of `elif` is deep
        text = deepcopy(texts[0])
        if _inside(text, code) == code.replace(co_flags=code.co_flags | NESTED):
            heads: list[ast.stmt] = []
            _with_calls(text.body, live_in_loops(text), heads)
            return _inside(text, code) if heads else None
    return None


def _inside(text: ast.FunctionDef, code: CodeType) -> CodeType | None:
    """The code of a function that is compiled inside another one, which has what it closes over; None if it differs."""
    module = ast.parse(f"def {AROUND}({', '.join((*code.co_freevars, COMES, ITERATED))}): pass")
    module.body[0].body = [text]  # type: ignore[attr-defined]
    made = compile(module, code.co_filename, "exec", flags=code.co_flags & FEATURES, dont_inherit=True)
    (around,) = [each for each in made.co_consts if isinstance(each, CodeType)]
    begins = code.co_name, code.co_firstlineno
    inside = [each for each in around.co_consts if isinstance(each, CodeType)]
    return next((each for each in inside if (each.co_name, each.co_firstlineno) == begins), None)


def _with_calls(
    body: list[ast.stmt], live: Mapping[ast.stmt, Names], heads: list[ast.stmt], around: tuple[str, ...] = ()
) -> None:
    """Put a call at the head of each loop around which nothing but loops and conditions stand.

    Elsewhere, as in `with`, Python remembers more than its variables, or goes on from an error, as in `try`. `around`
    are what the loops around it go through.
    """
    for each in list(body):
        inside = around
        if isinstance(each, ast.For | ast.While):
            name = f"{ITERATOR}_{len(heads)}"
            if isinstance(each, ast.For):
                (kept,) = _parsed(f"({name} := {ITERATED}(0))", each.iter if BY_ITERATED else each)
                kept.value.value.args, each.iter = [each.iter], kept.value  # type: ignore[attr-defined]
                inside = (*around, name)
                at = body.index(each) + 1
                body[at:at] = _parsed(f"{name} = None", each)  # a generator that is left ends there
            call = _parsed(f"{COMES}({len(heads)}, {(*inside, *sorted(live[each]))})", each)
            heads.append(each)
        if isinstance(each, ast.For | ast.While | ast.If):
            _with_calls(each.body, live, heads, inside)
            _with_calls(each.orelse, live, heads, around)
        if isinstance(each, ast.For | ast.While):
            each.body[:0] = call


def _parsed(text: str, at: ast.stmt | ast.expr) -> Sequence[ast.stmt]:
    """Statements as if they stood where another one stands."""
    module = ast.parse(text)
    for each in ast.walk(module):
        ast.copy_location(each, at)
    return module.body


# -- the parts of what it remembers --------------------------------------------------------------------------------


def parts_of(value: Any) -> Sequence[Any] | None:
    """All that makes a value what it is, but for its class; None where that cannot be known."""
    kind = type(value)
    if kind is list or kind in (set, frozenset):
        return list(value)
    if kind is dict:
        return [*value, *value.values()]
    if kind is FunctionType:
        around = id(value.__globals__), *(value.__closure__ or ())
        written = value.__code__, value.__name__, value.__doc__
        return *written, value.__defaults__, value.__kwdefaults__, vars(value), *around
    if kind is CellType:
        return [content_of(value)]
    own = [vars(base) for base in kind.__mro__ if not _known(base)]
    if issubclass(kind, BaseException) or any(
        not _known(methods[name]) for methods in own for name in COPYING & methods.keys()
    ):
        return None
    with suppress(Exception):  # what cannot be copied
        copied: Any = value.__reduce_ex__(4)
        if isinstance(copied, str):
            return [id(value)]  # there is only one
        more = gc.get_referents(value) if kind in COPIED else ()
        return *copied[:3], *[list(part) for part in copied[3:5] if part is not None], *more
    return None


def _known(written: Any) -> bool:
    """Whether a class or a method is of Python or of the package."""
    return str(getattr(written, "__module__", "")).partition(".")[0] in KNOWN
