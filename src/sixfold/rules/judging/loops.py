"""The heads of an author's loops, where a function tells all that it remembers.

A function cannot be stopped and copied, and what its loops go through stands nowhere. So it is compiled again: what a
loop goes through has a name too, and at each head a call tells of all variables. Nothing else goes on from there.
"""

import __future__

import ast
import gc
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dis import Bytecode, hasfree, hasjabs, hasjrel, haslocal
from functools import lru_cache, reduce
from itertools import pairwise, zip_longest
from operator import or_
from types import CellType, CodeType, FunctionType
from typing import Any, Final

from sixfold.rules.functions import OWN, content_of
from sixfold.rules.judging.determinism import Solved
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

ENDS: Final = {"RETURN_VALUE", "RETURN_CONST", "RERAISE", "RAISE_VARARGS"} | {
    f"JUMP_{way}" for way in ("FORWARD", "BACKWARD", "BACKWARD_NO_INTERRUPT")
}
"""Instructions after which not the next one comes."""

VARIABLES: Final = frozenset({*haslocal, *hasfree})
"""Instructions that do something with variables."""

DOES: Final = re.compile("(LOAD|STORE|DELETE)_(?:FAST|DEREF)")
"""The names of all that such an instruction does, one after the other; any other one may look at its variable."""

_HELD: Final = dict[int, int]()
COPIED: Final = frozenset(
    [type(way(part)) for part in (_HELD, _HELD.values(), _HELD.items()) for way in (iter, reversed)]
)
"""Iterators that are copied with what is left, and not with what they go through."""

COPYING: Final = ("__reduce_ex__", "__reduce__", "__getstate__")
"""Methods by which an author may leave something out of what is copied."""


def telling(play: Callable[..., Any], told: Told) -> Callable[..., Any] | None:
    """A function that tells another one, at the head of each of its loops, where that is and what it remembers there.

    None if it has no loop, or cannot be read. What it remembers are its variables, but for those that it sets before
    it looks at them again.
    """
    if isinstance(play, Watched | Solved):
        inner = telling(play.function, told)
        return None if inner is None else play.around_other(inner)
    function: Any = play
    code = _compiled(function.__code__, *syntax_of(play)) if type(play) is FunctionType else None
    if code is None:
        return None

    def comes(*through: str) -> None:
        frame = sys._getframe(1)

        def remembered() -> dict[str, Any]:
            needed = {*through, *_needed_after(frame.f_code, frame.f_lasti)} - {COMES, ITERATED}
            return {name: value for name, value in frame.f_locals.items() if name in needed}

        told(frame.f_lasti, remembered)

    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {COMES: CellType(comes), ITERATED: CellType(iter)}
    closure = tuple([cells[name] for name in code.co_freevars])
    found = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    for name in ("__kwdefaults__", "__annotations__", "__module__"):
        setattr(found, name, getattr(function, name))
    return found


@lru_cache(maxsize=256)
def _compiled(code: CodeType, *texts: Text) -> CodeType | None:
    """Code with a call at the head of each loop; None if it has none, or is not what its text says."""
    if len(texts) != 1 or not isinstance(texts[0], ast.FunctionDef) or not SEES_ALL.isdisjoint(code.co_names):
        return None
    with suppress(SyntaxError):
        text = deepcopy(texts[0])
        if _inside(text, code) == code.replace(co_flags=code.co_flags | NESTED) and _with_calls(text.body, []):
            return _inside(text, code)
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


def _with_calls(body: list[ast.stmt], loops: list[ast.stmt], around: tuple[str, ...] = ()) -> bool:
    """Put a call at the head of each loop around which nothing but loops and conditions stand; whether there is one.

    Elsewhere, as in `with`, Python remembers more than its variables. `around` are what the loops around it go through.
    """
    for each in body:
        inside = around
        if isinstance(each, ast.For | ast.While):
            loops.append(each)
            name = f"{ITERATOR}_{len(loops)}"
            if isinstance(each, ast.For):
                (kept,) = _parsed(f"({name} := {ITERATED}(0))", each)
                kept.value.value.args, each.iter = [each.iter], kept.value  # type: ignore[attr-defined]
                inside = (*around, name)
        if isinstance(each, ast.For | ast.While | ast.If | ast.Try):
            _with_calls(each.body, loops, inside)
            _with_calls(each.orelse, loops, around)
        if isinstance(each, ast.For | ast.While):
            each.body[:0] = _parsed(f"{COMES}{inside!r}", each)
    return bool(loops)


def _parsed(text: str, at: ast.stmt) -> Sequence[ast.stmt]:
    """Statements as if they stood where another one stands."""
    module = ast.parse(text)
    for each in ast.walk(module):
        ast.copy_location(each, at)
    return module.body


@lru_cache(maxsize=256)
def _needed_after(code: CodeType, at: int) -> Collection[str]:
    """The variables of a function that it may look at after the instruction at an offset, before it sets them anew."""
    whole: Any = Bytecode(code)
    steps = [*whole]
    after: dict[int, list[int]] = {
        step.offset: [following.offset] for step, following in pairwise(steps) if step.opname not in ENDS
    }
    for step in steps:
        if step.opcode in hasjrel or step.opcode in hasjabs:
            after.setdefault(step.offset, []).append(step.argval)
        for entry in whole.exception_entries:
            if entry.start <= step.offset < entry.end:
                after.setdefault(step.offset, []).append(entry.target)
    before: dict[int, frozenset[str]] = {}
    known = -1
    while known != (known := sum(map(len, before.values()))):
        for step in reversed(steps):
            needed = set[str]().union(*[before.get(each, ()) for each in after.get(step.offset, ())])
            if step.opcode in VARIABLES:
                names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
                done = DOES.findall(step.opname)
                for does, name in reversed([*zip_longest(done[: len(names)], names)]):
                    (needed.discard if does == "STORE" else needed.add)(name)
            before[step.offset] = frozenset(needed)
    call = max([step.offset for step in steps if step.offset <= at])
    return frozenset().union(*[before[each] for each in after[call]])


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
