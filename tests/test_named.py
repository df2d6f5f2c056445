"""Our own named tuples beside those of the library, which are their slow twin."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import pytest

from sixfold import named

T = TypeVar("T")


class Ours(named.NamedTuple):
    """A point."""

    x: int
    y: int = 0

    @property
    def far(self) -> int:
        """How far it is in steps."""
        return abs(self.x) + abs(self.y)


class Theirs(typing.NamedTuple):
    """A point."""

    x: int
    y: int = 0

    @property
    def far(self) -> int:
        """How far it is in steps."""
        return abs(self.x) + abs(self.y)


class Below(Ours):
    """A point with more to it."""

    __slots__ = ()

    def __new__(cls, x: int, y: int = 0) -> Below:
        return super().__new__(cls, max(x, 0), y)

    @property
    def depth(self) -> int:
        """How deep it is."""
        return -self.y


class Of(named.NamedTuple, Generic[T]):
    """A value of any kind."""

    value: T


def said(act: Callable[[Any], object], made: type) -> str:
    """What comes of an act, or the error, without the name of the class."""
    try:
        found = repr(act(made))
    except (TypeError, AttributeError, ValueError) as error:
        found = f"{type(error).__name__}: {error}"
    return found.replace(made.__name__, "Point")


ACTS: list[Callable[[Any], object]] = [
    lambda made: made(1),
    lambda made: made(y=2, x=1),
    lambda made: made(),
    lambda made: made(1, 2, 3),
    lambda made: made(1, z=3),
    lambda made: made(3, -4).far,
    lambda made: made(1, 2)._replace(y=5),
    lambda made: made(1, 2)._asdict(),
    lambda made: made._make([1, 2]),
    lambda made: made._make([]),
    lambda made: (made._fields, made._field_defaults, made.__match_args__, made.__doc__, made.__slots__),
    lambda made: list(inspect.signature(made).parameters.values())[1].default,
    lambda made: made(1, 2) == (1, 2) and hash(made(1, 2)) == hash((1, 2)),
    lambda made: copy.copy(made(1, 2)),
    lambda made: pickle.loads(pickle.dumps(made(1, 2))),
    lambda made: setattr(made(1), "x", 2),
    lambda made: setattr(made(1), "z", 2),
    typing.get_type_hints,
]


@pytest.mark.parametrize("act", ACTS)
def test_ours_are_as_those_of_the_library(act: Callable[[Any], object]) -> None:
    """Whatever is done with a named tuple, it comes out as with one of the library."""
    assert said(act, Ours) == said(act, Theirs)


def test_a_class_may_be_made_of_one() -> None:
    """A class on top of a named tuple has its fields, and changes to its own kind without being made anew."""
    assert type(Below(1)._replace(x=5)) is Below
    assert Below(-1, -2) == (0, -2)
    assert Below(1, -2)._replace(x=-1) == (-1, -2)
    assert Below(1, -2).depth == 2


def test_a_field_that_there_is_not_does_not_change() -> None:
    """Changing what is no field is a slip, and is told by its name."""
    with pytest.raises(TypeError, match=r"unexpected field names: \['z'\]"):
        Ours(1)._replace(**{"z": 2})


def test_one_may_be_of_any_kind_of_value() -> None:
    """A named tuple takes a parameter as that of the library does."""
    assert Of[int](3) == Of(3) == (3,)
    assert Of.__mro__.index(Generic) == 3
