"""The words of a rule, as the signature of its function says them.

`int` is an amount, `bool` a flag, a `Literal` or an `Enum` a choice, a `Check` a check in parentheses; `modifier` is
the modifier that players add.
`Annotated` says more: the bounds of an amount as a `range`, what it means as text, or a whole word.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from importlib import import_module
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from sixfold.base.bounds import AMOUNT
from sixfold.base.printable import quoted, shown
from sixfold.errors import RuleError, misdeclared
from sixfold.rules.value import Value
from sixfold.rules.words.names import Choice, Flag
from sixfold.rules.words.numbers import Amount, DicePool, Modifier
from sixfold.rules.words.pieces import spoken
from sixfold.rules.words.word import Word

VARIABLE_ARGUMENTS = 0x04
"""The flag of code that takes any arguments by their places."""

VARIABLE_KEYWORDS = 0x08
"""The flag of code that takes any options."""


LIMITS = ("ge", "gt", "le", "lt")
"""Bounds as other libraries write them."""


class Signature(Value):
    """The options of a rule's function, each with its annotation: one without a default must be said.

    It is `open` if the function takes options that it does not name.
    """

    annotations: Mapping[str, Any]
    defaults: Mapping[str, Any]
    open: bool


def signature_of(play: Callable[..., Any]) -> Signature | None:
    """The options of a rule's function, or None where it does not say.

    >>> def parry(table, vs: int, modifier: int = 0): ...
    >>> signature_of(parry)
    Signature(annotations={'vs': <class 'int'>, 'modifier': <class 'int'>}, defaults={'modifier': 0}, open=False)
    """
    written, given_around = _written(play)
    function: Any = getattr(written, "__func__", written)
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    called, first = getattr(written, "__name__", "a rule"), 2 if function is not written else 1
    if code.co_flags & VARIABLE_ARGUMENTS:
        raise misdeclared(f"{called} takes options by their places (“*”), and no check says them so: name each.")
    count = code.co_argcount
    names = code.co_varnames[: count + code.co_kwonlyargcount]
    if count < first or code.co_posonlyargcount > first or (names[0] == "self" and first == 1):
        raise misdeclared(f"{called} must take the table first, and each option by its name: def {called}(table, ...).")
    values = function.__defaults__ or ()
    by_place = dict(zip(names[count - len(values) : count], values, strict=True))
    defaults: dict[str, Any] = {**by_place, **(function.__kwdefaults__ or {}), **given_around}
    annotations = _annotations(function)
    table = names[first - 1]
    if table in defaults or annotations.get(table) in (int, bool, "int", "bool"):
        raise misdeclared(f"{called} must take the table first: def {called}(table, {table}, ...), not “{table}”.")
    options = {name: _evaluated(annotations.get(name), function) for name in names[first:]}
    return Signature(annotations=options, defaults=defaults, open=bool(code.co_flags & VARIABLE_KEYWORDS))


def _written(play: Any) -> tuple[Any, Mapping[str, Any]]:
    """The function that names the options: in a partial with some given, under a decorator, or called by an object."""
    options: dict[str, Any] = {}
    while True:
        code = getattr(getattr(play, "__func__", play), "__code__", None)
        if isinstance(play, partial):
            options, play = {**play.keywords, **options}, play.func
        elif hasattr(play, "__wrapped__") and (code is None or code.co_flags & VARIABLE_KEYWORDS):
            play = play.__wrapped__
        elif code is None and not isinstance(play, type) and hasattr(play.__call__, "__func__"):
            play = play.__call__
        else:
            return play, options


def annotation_of(play: Callable[..., Any], name: str) -> Any:
    """The annotation of an option of a function, or of its `return`; None where it cannot be read."""
    written, _ = _written(play)
    function: Any = getattr(written, "__func__", written)
    if not hasattr(function, "__code__"):
        return None
    try:
        return _evaluated(_annotations(function).get(name), function)
    except RuleError:
        return None


def _annotations(function: Any) -> Mapping[str, Any]:
    try:
        return dict(function.__annotations__)
    except NameError:  # from Python 3.14 on they are evaluated here, and a name may be there for type checkers only
        library = import_module("annotationlib")
        return dict(library.get_annotations(function, format=library.Format.FORWARDREF))


def _evaluated(annotation: Any, function: Any) -> Any:
    """An annotation that is text, as what it says."""
    if not isinstance(annotation, str):
        return annotation
    names = function.__globals__
    if annotation.isidentifier():
        value = names.get(annotation, getattr(builtins, annotation, None))
        if value is not None:
            return value

    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    local = {name: cell.cell_contents for name, cell in cells}
    try:
        annotated = SimpleNamespace(__annotations__={"it": annotation})
        return get_type_hints(annotated, names, local, include_extras=True)["it"]
    except (NameError, TypeError, SyntaxError, AttributeError) as error:
        raise misdeclared(
            f"The annotation “{shown(annotation)}” of {function.__name__} cannot be read: {error}."
        ) from None


def words_of(
    called: str, signature: Signature | None, declared: Sequence[Word]
) -> tuple[tuple[Word, ...], tuple[str, ...]]:
    """The words of a rule, and which of them it needs: `declared` by its author, or else as its signature has them.

    Raises RuleError (rule/declared) where they do not fit together.
    """
    if signature is None:
        return tuple(declared), ()
    rest = {word.name: word for word in declared}
    words = []
    for name in signature.annotations:
        word = rest.pop(name, None)
        words.append(_word(called, signature, name) if word is None else word.at(name, signature.defaults.get(name)))
    if signature.open and not rest:
        raise misdeclared(
            f"{called} takes any options, and Sixfold cannot know which: name each one, as in "
            f"def {called}(table, vs: int, modifier: int = 0)."
        )
    if rest and not signature.open:
        names = ", ".join(signature.annotations) or "none"
        raise misdeclared(f"{called} has a word for “{next(iter(rest))}”; its options are {names}.")
    several = [word.name for word in words if isinstance(word, DicePool) and not word.words]
    if len(several) > 1:
        raise misdeclared(
            f"{called} has two dice pools, “{several[0]}” and “{several[1]}”, and a check cannot say which die is in "
            "which: take one pool and numbers of dice, or a check in parentheses."
        )
    words = _apart(words)
    needed = signature.annotations.keys() - signature.defaults.keys()
    return (*words, *rest.values()), tuple(w.name for w in words if w.name in needed and w.default is None)


def _apart(words: Sequence[Word]) -> list[Word]:
    """The same words; a choice that another word is spelled like is said with its own word alone: “left axe”."""
    result: list[Word] = []
    for word in words:
        others = {spelling for other in words if other is not word for spelling in other.spellings}
        shared = tuple([choice for choice in word.choices if choice in others]) if isinstance(word, Choice) else ()
        result.append(word.replace(apart=shared) if shared else word)
    return result


def _word(called: str, signature: Signature, name: str) -> Word:
    default = signature.defaults.get(name)
    kind, bounds, help, word = _hint(signature.annotations[name])
    kind = type(default) if kind is None and default is not None else kind
    own = getattr(kind, "WORD", None)
    if word is None and isinstance(own, Word):
        word = own.replace(words=(spoken(name),)) if name in signature.defaults else own
    choices, members = _choices(name, kind)
    if word is not None and bounds is not None:
        kind = type(word).__name__
        raise misdeclared(f"“{name}” of {called} has a range beside {kind}: say its bounds in {kind}(...).")
    if word is not None:
        return (word.replace(help=help) if help else word).at(name, default, choices)
    if choices:
        start = None if default is None else choices[members.index(default)] if default in members else default
        choice = Choice(words=(spoken(name),), values=choices, members=members, default=start, help=help)
        return choice.at(name, default)
    if kind is bool:
        return Flag(help=help).at(name, default)
    if kind in (int, None, NoneType) and name == "modifier":
        return (Modifier(help=help) if help else Modifier()).at(name, default)
    if kind in (int, None, NoneType):
        if default is not None and not isinstance(default, int):
            raise misdeclared(f"“{name}” of {called} must be a number: it cannot be {quoted(default)} by default.")
        bounds = bounds or range(-AMOUNT if (default or 0) < 0 else 0, AMOUNT + 1)
        return Amount(least=bounds.start, most=bounds[-1], help=help).at(name, default)
    raise misdeclared(
        f"“{name}” of {called} is {shown(getattr(kind, '__name__', kind))}, which a check cannot say: "
        "use int, bool, a Literal, an Enum or a Check, or Annotated with a word."
    )


def _hint(annotation: Any) -> tuple[Any, range | None, str, Word | None]:
    """Return the contents of an annotation: the kind of value, its bounds, its meaning, or the whole word."""
    annotation = getattr(annotation, "__value__", annotation)  # of a type that was given a name
    if get_origin(annotation) in (Union, UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
        return _hint(kinds[0]) if len(kinds) == 1 else (annotation, None, "", None)
    if get_origin(annotation) is not Annotated:
        return annotation, None, "", None
    kind, bounds, help, word = _hint(annotation.__origin__)
    for part in annotation.__metadata__:
        if isinstance(part, Word):
            word = part
        elif isinstance(part, str):
            help = part
        elif isinstance(part, range) and len(part) and part.step == 1:
            bounds = part
        elif isinstance(part, range):
            wrong = "must go in steps of one" if len(part) else "must not be empty"
            raise misdeclared(f"The range of an option {wrong}, as in range(1, 21), not {part}.")
        elif isinstance(part, tuple | list | set | int | float) or any(hasattr(part, sign) for sign in LIMITS):
            raise misdeclared(
                f"{shown(part)} does not describe an option: give its bounds as a range, as in range(1, 21)."
            )
    return kind, bounds, help, word


def _choices(name: str, kind: Any) -> tuple[tuple[str | int, ...], tuple[Any, ...]]:
    """The names or numbers among which an option is chosen, and the value for each."""
    members = members_of(kind)
    if not members:
        return (), ()
    choices = tuple(choice_of(member) for member in members)
    if len({type(choice) for choice in choices}) != 1 or len({str(c).lower() for c in choices}) != len(choices):
        raise misdeclared(f"The choices of “{name}” must be whole numbers, or names that also differ in lower case.")
    for choice in choices:
        if isinstance(choice, str):
            spoken(choice.replace(" ", "_"))
    return choices, members


def members_of(kind: Any) -> tuple[Any, ...]:
    """The values of a Literal or an Enum; nothing for another kind."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def choice_of(member: Any) -> str | int:
    """A choice as it is written: a member of an Enum by its value if that is a name, else by its own name.

    >>> from enum import Enum
    >>> class Result(Enum):
    ...     CLEAR_WIN = 1
    ...     DRAW = "a draw"
    >>> choice_of(Result.CLEAR_WIN), choice_of(Result.DRAW), choice_of("axe")
    ('clear win', 'a draw', 'axe')
    """
    if isinstance(member, Enum):
        return member.value if isinstance(member.value, str) else member.name.lower().replace("_", " ")
    if isinstance(member, bool) or not isinstance(member, str | int):
        raise misdeclared(f"A choice is a name or a whole number, not {shown(member)}.")
    return member
