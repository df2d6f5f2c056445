"""Names that a rule may return: those in the annotation of its outcome, and those in its code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin

from sixfold.errors import RuleError
from sixfold.rules.functions import codes_in, reached
from sixfold.rules.outcome import BARE
from sixfold.rules.signature import annotation_of, choice_of


def declared_names(play: Callable[..., Any]) -> Mapping[str, tuple[str, ...]]:
    """The names that each field of an outcome may have, as far as the annotation of what a rule returns says.

    >>> def act(table) -> Literal["full", "partial", "miss"]: ...
    >>> declared_names(act)
    {'result': ('full', 'partial', 'miss')}
    """
    returned = annotation_of(play, "return")
    names = _names(returned)
    if names:
        return {BARE[2]: names}
    return {field: names for field, kind in _fields(returned).items() if (names := _names(kind))}


def declared_numbers(play: Callable[..., Any]) -> tuple[str, ...]:
    """The whole numbers of an outcome, as far as the annotation of what a rule returns says.

    >>> def parry(table) -> int: ...
    >>> declared_numbers(parry)
    ('total',)
    """
    returned = annotation_of(play, "return")
    if returned is int:
        return (BARE[0],)
    return tuple([field for field, kind in _fields(returned).items() if kind is int])


def _fields(returned: Any) -> Mapping[str, Any]:
    """The fields of what has some, each with what it is."""
    if not isinstance(returned, type) or not hasattr(returned, "__annotations__"):
        return {}
    from typing import get_type_hints  # here, since few rules return what has fields

    try:
        return get_type_hints(returned)
    except (NameError, TypeError):
        return {}


def _names(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is Annotated:
        kind = kind.__origin__
    members = get_args(kind) if get_origin(kind) is Literal else ()
    if isinstance(kind, type) and issubclass(kind, Enum):
        members = tuple(kind)
    try:
        names = [choice_of(member) for member in members]
    except RuleError:
        return ()
    return tuple([name for name in names if isinstance(name, str)])


def written_in(play: Callable[..., Any]) -> frozenset[str]:
    """Every text in a rule, and in the functions that it names: the names that it returns are mostly among these.

    Of the package's own rules nothing is said: they declare what they may give.

    >>> __name__ = "duel"
    >>> "miss" in written_in(lambda table: "hit" if table else "miss")
    True
    """
    found: set[str] = set()
    for function in reached(play):
        for code in codes_in(function.__code__):
            found.update(_texts(code.co_consts))
            for name in code.co_names:
                found.update(_names(function.__globals__.get(name)))
    return frozenset(found)


def _texts(constants: Iterable[Any]) -> Iterator[str]:
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple):
            yield from (part for part in constant if isinstance(part, str))
