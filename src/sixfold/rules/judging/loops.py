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

Told = Callable[[int, Callable[[], Mapping[str, Any]]], None]
"""A function that is told of the place of a loop in the code, and can ask what is remembered there."""

AROUND, COMES, ITERATED, ITERATOR = "_sixfold_around", "_sixfold_comes", "_sixfold_iterated", "_sixfold_iterator"
"""Names in the function that is compiled again: of what stands around it, of what it calls, and of what it keeps."""

SEES_ALL: Final = frozenset({"locals", "vars", "dir", "eval", "exec"})
"""Functions of Python by which a rule could see these names."""

FEATURES: Final = reduce(or_, [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names])
"""All that the first lines of a file may ask of the compiler."""

NESTED: Final = 0x10
"""The flag of code that stands in a function."""

_HELD: Final = dict[int, int]()
COPIED: Final = frozenset(
    [type(way(part)) for part in (_HELD, _HELD.values(), _HELD.items()) for way in (iter, reversed)]
)
"""Iterators that are copied with what is left, and not with what they go through."""

COPYING: Final = ("__reduce_ex__", "__reduce__", "__getstate__")
"""Methods by which an author may leave something out of what is copied."""


def telling(play: Callable[..., Any], told: Told) -> Callable[..., Any] | None:
    """A function that tells another one, at the head of each of its loops, which that is and what it remembers there.

    None if it has no loop, or cannot be read. What it remembers are its live variables.
    """
    if isinstance(play, Watched | Solved):
        inner = telling(play.function, told)
        return None if inner is None else play.around_other(inner)
    function: Any = play
    compiled = _compiled(function.__code__, *syntax_of(play)) if type(play) is FunctionType else None
    if compiled is None:
        return None
    code, live = compiled

    def comes(head: int) -> None:
        held = sys._getframe(1).f_locals
        told(head, lambda: {name: held[name] for name in live[head] if name in held})

    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {COMES: CellType(comes), ITERATED: CellType(iter)}
    closure = tuple([cells[name] for name in code.co_freevars])
    found = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    for name in ("__kwdefaults__", "__annotations__", "__module__"):
        setattr(found, name, getattr(function, name))
    return found


@lru_cache(maxsize=256)
def _compiled(code: CodeType, *texts: Text) -> tuple[CodeType, Sequence[Sequence[str]]] | None:
    """Code with a call at the head of each loop, and what is remembered there; None if it is not what its text says.

    It is None as well if there is no loop.
    """
    if len(texts) != 1 or not isinstance(texts[0], ast.FunctionDef) or not SEES_ALL.isdisjoint(code.co_names):
        return None
    with suppress(SyntaxError):
        text = deepcopy(texts[0])
        if _inside(text, code) == code.replace(co_flags=code.co_flags | NESTED):
            heads: list[Sequence[str]] = []
            _with_calls(text.body, live_in_loops(text), heads)
            return (_inside(text, code), heads) if heads else None
    return None


def _inside(text: ast.FunctionDef, code: CodeType) -> CodeType:
    """The code of a function that is compiled inside another one, which has what it closes over."""
    module = ast.parse(f"def {AROUND}({', '.join((*code.co_freevars, COMES, ITERATED))}): pass")
    module.body[0].body = [text]  # type: ignore[attr-defined]
    made = compile(module, code.co_filename, "exec", flags=code.co_flags & FEATURES, dont_inherit=True)
    (around,) = [each for each in made.co_consts if isinstance(each, CodeType)]
    begins = code.co_name, code.co_firstlineno
    inside = [each for each in around.co_consts if isinstance(each, CodeType)]
    return next(each for each in inside if (each.co_name, each.co_firstlineno) == begins)


def _with_calls(
    body: list[ast.stmt], live: Mapping[ast.stmt, Names], heads: list[Sequence[str]], around: tuple[str, ...] = ()
) -> None:
    """Put a call at the head of each loop around which nothing but loops and conditions stand.

    Elsewhere, as in `with`, Python remembers more than its variables. `around` are what the loops around it go through.
    """
    for each in body:
        inside = around
        if isinstance(each, ast.For | ast.While):
            name = f"{ITERATOR}_{len(heads)}"
            call = _parsed(f"{COMES}({len(heads)})", each)
            if isinstance(each, ast.For):
                (kept,) = _parsed(f"({name} := {ITERATED}(0))", each)
                kept.value.value.args, each.iter = [each.iter], kept.value  # type: ignore[attr-defined]
                inside = (*around, name)
            heads.append([*inside, *sorted(live[each])])
        if isinstance(each, ast.For | ast.While | ast.If | ast.Try):
            _with_calls(each.body, live, heads, inside)
            _with_calls(each.orelse, live, heads, around)
        if isinstance(each, ast.For | ast.While):
            each.body[:0] = call


def _parsed(text: str, at: ast.stmt) -> Sequence[ast.stmt]:
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
        return value.__code__, value.__defaults__, value.__kwdefaults__, vars(value), *around
    if kind is CellType:
        return [content_of(value)]
    known = str(kind.__module__).partition(".")[0] in (OWN[:-1], *sys.stdlib_module_names)
    if not known and any(getattr(kind, name) is not getattr(object, name) for name in COPYING):
        return None
    with suppress(Exception):  # what cannot be copied
        copied: Any = value.__reduce_ex__(4)
        if not isinstance(copied, str):
            more = gc.get_referents(value) if kind in COPIED else ()
            return *copied[1:3], *[list(part) for part in copied[3:5] if part is not None], *more
    return None
