"""The places of an author's function where it tells all that it remembers: heads of loops, and lines with a call.

A function cannot be stopped and copied, and what its loops go through stands nowhere. So it is compiled again: what a
loop goes through has a name too, and at each place a call tells of all variables. Nothing else goes on from there, so
the rest of the function, compiled by itself, goes on for it where these can be given to it.
"""

import __future__

import ast
import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from functools import lru_cache, partial, reduce
from itertools import count
from operator import or_
from types import CellType, CodeType, FunctionType
from typing import Any, Final

from sixfold.rules.functions import OWN, content_of
from sixfold.rules.judging.determinism import Solved
from sixfold.rules.judging.live_variables import NONE, Names, live_before
from sixfold.rules.judging.strict_table import Watched
from sixfold.rules.judging.syntax import Text, imported_in, syntax_of

Told = Callable[[int, Sequence[int], Sequence[str]], None]
"""A function that is called at each place where paths may meet, with its number in the order of the code.

It also gets the numbers of the loops around, the outermost first, and the names of all that is remembered there; the
number of a loop is that of its head.
"""

AROUND, COMES, ITERATED, ITERATOR = "_sixfold_around", "_sixfold_comes", "_sixfold_iterated", "_sixfold_iterator"
TABLE, GIVEN, ONCE = "_sixfold_table", "_sixfold_given", "_sixfold_once"
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
    """A function that calls another one at the head of each loop and before each line with a call.

    None if it has neither, or cannot be read. What it remembers there are its live variables.
    """
    if isinstance(play, Watched | Solved):
        inner = telling(play.function, told)
        return None if inner is None else play.around_other(inner)
    found = _again(play, told, _compiled)
    for name in ("__defaults__", "__kwdefaults__", "__annotations__") if found is not None else ():
        setattr(found, name, getattr(play, name))
    return found


def going_on(
    play: Callable[..., Any], told: Told, place: int, names: Sequence[str], given: Callable[[Any], Sequence[Any]]
) -> Callable[[Any], Any] | None:
    """A function of a table that goes on as another one does from a place, with what is `given` by these names.

    None if its text says more than what these hold. It calls what is told as the whole function does.
    """
    if isinstance(play, Watched | Solved):
        inner = going_on(play.function, told, place, names, given)
        return None if inner is None else play.around_other(inner)
    found = _again(play, told, partial(_rest_compiled, place, tuple(names)))
    return None if found is None else partial(found, **{GIVEN: given})


def _again(play: Any, told: Told, compiled: Callable[..., CodeType | None]) -> FunctionType | None:
    """A function of the same module that closes over the same, with code that was compiled from its text."""
    if type(play) is not FunctionType:
        return None
    file = play.__code__.co_filename
    code = compiled(play.__code__, file, imported_in(file), *syntax_of(play))
    if code is None:
        return None
    cells = dict(zip(play.__code__.co_freevars, play.__closure__ or (), strict=True))
    cells |= {COMES: CellType(told), ITERATED: CellType(iter)}
    found = FunctionType(code, play.__globals__, play.__name__, None, tuple([cells[name] for name in code.co_freevars]))
    found.__module__ = play.__module__
    return found


def remembered(names: Sequence[str]) -> Mapping[str, Any]:
    """The values of these variables in the function that calls the caller, but for those that it has not set."""
    held = sys._getframe(2).f_locals
    found = {name: held[name] for name in names if name in held}
    if type(held) is dict:  # a copy, up to Python 3.12, which would keep what the function lets go
        held.clear()
    return found


@lru_cache(maxsize=256)
def _compiled(code: CodeType, file: str, imported: frozenset[str], *texts: Text) -> CodeType | None:
    """Code that tells where paths may meet; None if it has no such place, or is not what its text says.

    Code that is the same in another `file` is equal to it. Python compiles a method of what the file has `imported`
    in another way.
    """
    if len(texts) != 1 or not isinstance(texts[0], ast.FunctionDef) or not SEES_ALL.isdisjoint(code.co_names):
        return None
    with suppress(SyntaxError, RecursionError):  # a long chain of `elif` is deep
        text = deepcopy(texts[0])
        if _inside(text, code, imported) == code.replace(co_flags=code.co_flags | NESTED):
            places = _with_calls(text.body, live_before(text), count(), (), ())
            return _inside(text, code, imported) if places else None
    return None


@lru_cache(maxsize=1024)
def _rest_compiled(
    place: int, names: tuple[str, ...], code: CodeType, file: str, imported: frozenset[str], *texts: ast.FunctionDef
) -> CodeType | None:
    """The code of what follows a place, of a function that is given the values of these names there.

    None if it looks at more: variables that were not set, which would be those of its module; names that it declared
    to be of others; or its first argument, as `super` does.
    """
    if "super" in code.co_names or any(isinstance(part, ast.Global | ast.Nonlocal) for part in ast.walk(texts[0])):
        return None
    with suppress(SyntaxError, RecursionError):
        text = copy(_with_places(texts[0]))
        told, rest = _rest(text.body, place) or (NONE, ())
        own = {*code.co_varnames, *code.co_cellvars, *[name for name in told if name.startswith(ITERATOR)]}
        if (told & own).issubset(names):
            begin = _parsed(f"({''.join(f'{name}, ' for name in names)}) = {GIVEN}({TABLE})", text)
            text.args = ast.parse(f"def rest({TABLE}, *, {GIVEN}): pass").body[0].args  # type: ignore[attr-defined]
            text.body = [*begin, *rest]
            return _inside(text, code, imported)
    return None


@lru_cache(maxsize=16)
def _with_places(text: ast.FunctionDef) -> ast.FunctionDef:
    """The text of a function with calls at its places, from which all its rests are taken."""
    found = deepcopy(text)
    _with_calls(found.body, live_before(found), count(), (), ())
    return found


def _rest(body: Sequence[ast.stmt], place: int) -> tuple[Names, Sequence[ast.stmt]] | None:
    """The names that are told at a place, and all that follows it, in lines with calls at places; None elsewhere.

    The rest of a round becomes a loop of one round, which `continue` and `break` end; the other rounds come after it.
    """
    for at, line in enumerate(body):
        match line:
            case ast.Expr(value=ast.Call(func=ast.Name(id=called), args=[ast.Constant(value=number), _, told])):
                if called == COMES and number == place:
                    return Names(ast.literal_eval(told)), body[at + 1 :]
            case ast.For() | ast.While() | ast.If():
                inside = _rest(line.body, place)
                if inside is not None and not isinstance(line, ast.If):
                    others = deepcopy(line)
                    if isinstance(others, ast.For):
                        others.iter = others.iter.target  # type: ignore[attr-defined]
                        others.iter.ctx = ast.Load()  # type: ignore[attr-defined]
                    (once,) = _parsed(f"for {ONCE} in (0,): pass", line)
                    once.body, once.orelse = list(inside[1]), [others]  # type: ignore[attr-defined]
                    inside = inside[0], [once]
                inside = inside or _rest(line.orelse, place)
                if inside is not None:
                    return inside[0], [*inside[1], *body[at + 1 :]]
    return None


def _inside(text: ast.FunctionDef, code: CodeType, imported: frozenset[str]) -> CodeType | None:
    """The code of a function that is compiled inside another one, which has what it closes over; None if it differs."""
    module = ast.parse(f"def {AROUND}({', '.join((*code.co_freevars, COMES, ITERATED))}): pass")
    module.body[0].body = [text]  # type: ignore[attr-defined]
    module.body += ast.parse("".join(f"import {name}\n" for name in sorted(imported))).body
    made = compile(module, code.co_filename, "exec", flags=code.co_flags & FEATURES, dont_inherit=True)
    (around,) = [each for each in made.co_consts if isinstance(each, CodeType)]
    begins = code.co_name, code.co_firstlineno
    inside = [each for each in around.co_consts if isinstance(each, CodeType)]
    return next((each for each in inside if (each.co_name, each.co_firstlineno) == begins), None)


def _with_calls(
    body: list[ast.stmt],
    live: Mapping[ast.stmt, Names],
    numbers: Iterator[int],
    loops: tuple[int, ...],
    around: tuple[str, ...],
    first: bool = False,
) -> int:
    """Put a call at the head of each loop and before each line with a call; gives how many.

    They stand where nothing but loops and conditions stand around: elsewhere, as in `with`, Python remembers more than
    its variables, or goes on from an error, as in `try`. `around` are what the `loops` around it go through; the
    `first` line of a loop needs none beside its head.
    """
    made, begins = 0, body[0] if first else None
    for each in list(body):
        if _calls(each) and each is not begins:
            told = _parsed(f"{COMES}({next(numbers)}, {loops}, {(*around, *sorted(live[each]))})", each)
            body[(at := body.index(each)) : at] = told
            made += 1
        if isinstance(each, ast.For | ast.While):
            number, inside, head = next(numbers), around, each.body[0]
            if isinstance(each, ast.For):
                name = f"{ITERATOR}_{number}"
                (kept,) = _parsed(f"({name} := {ITERATED}(0))", each.iter if BY_ITERATED else each)
                kept.value.value.args, each.iter = [each.iter], kept.value  # type: ignore[attr-defined]
                inside = (*around, name)
                at = body.index(each) + 1
                body[at:at] = _parsed(f"{name} = None", each)  # a generator that is left ends there
            within = (*loops, number)
            call = _parsed(f"{COMES}({number}, {within}, {(*inside, *sorted(live[head]))})", each)
            made += 1 + _with_calls(each.body, live, numbers, within, inside, first=True)
            made += _with_calls(each.orelse, live, numbers, loops, around)
            each.body[:0] = call
        elif isinstance(each, ast.If):
            made += _with_calls(each.body, live, numbers, loops, around)
            made += _with_calls(each.orelse, live, numbers, loops, around)
    return made


def _calls(line: ast.stmt) -> bool:
    """Whether a line calls something before the lines in it do."""
    own = [part for part in ast.iter_child_nodes(line) if isinstance(part, ast.expr)]
    if isinstance(line, ast.While):
        return False
    return any(isinstance(part, ast.Call) for each in own for part in ast.walk(each))


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
    own = [vars(base) for base in kind.__mro__ if not known(base)]
    if issubclass(kind, BaseException) or any(
        not known(methods[name]) for methods in own for name in COPYING & methods.keys()
    ):
        return None
    with suppress(Exception):  # what cannot be copied
        copied: Any = value.__reduce_ex__(4)
        if isinstance(copied, str):
            return [id(value)]  # there is only one
        more = gc.get_referents(value) if kind in COPIED else ()
        return *copied[:3], *[list(part) for part in copied[3:5] if part is not None], *more
    return None


def known(written: Any) -> bool:
    """Whether a class or a method is of Python or of the package."""
    return str(getattr(written, "__module__", "")).partition(".")[0] in KNOWN
