"""Objects of authors that a solver puts together again: they are what the rule made, whatever their class does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import pytest

from sixfold.errors import RuleError
from sixfold.rules import Die, total
from sixfold.solving.solver import solve
from tests.solving.exhaustive import exhaust

D3 = Die(3)


@dataclass
class Hurt:
    """Its constructor changes what it is given, each time that it is called."""

    left: int
    heat: int = 0

    def __post_init__(self) -> None:
        if self.heat >= 2:
            self.left -= 1


@dataclass(frozen=True)
class Counted:
    """A field that only the constructor sets, a variable of the class, and what is worked out once."""

    LIMIT: ClassVar[int] = 3
    left: int
    heat: int = 0
    wounds: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wounds", self.LIMIT - self.left)

    @cached_property
    def both(self) -> int:
        return self.left + self.wounds


@dataclass(slots=True)
class Slotted:
    left: int
    heat: int = 0


class _Pair(NamedTuple):
    left: int
    heat: int = 0


class Raised(_Pair):
    """A tuple whose constructor adds to what it is given."""

    __slots__ = ()

    def __new__(cls, left: int, heat: int = 0) -> Any:
        return super().__new__(cls, left + heat, heat)


class Row(list[int]):
    """A list whose constructor takes its parts one by one."""

    def __init__(self, left: int, heat: int = 0) -> None:
        super().__init__([left, heat])

    @property
    def left(self) -> int:
        return self[0]

    @property
    def heat(self) -> int:
        return self[1]


KINDS = (Hurt, Counted, Slotted, Raised)


@pytest.mark.parametrize("kind", [*KINDS, Row])
def test_a_state_is_kept_as_it_is(kind: Callable[..., Any]) -> None:
    """After each step the state is the very object that the step returned: solved as on every face."""

    def step(table: Any, state: Any) -> Any:
        thrown = table.read(table.roll(1, "die", D3), total())
        assert getattr(state, "both", 3) == 3
        return kind(state.left - (thrown == 1), state.heat + (thrown > 1))

    def rule(table: Any) -> Any:
        state = table.repeat(step, kind(3), lambda state: state.left <= 0 or state.heat >= 9, most=3)
        return {"left": state.left, "heat": state.heat, "wounds": getattr(state, "wounds", 0)}

    assert chances(rule) == exhaust(rule)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_an_outcome_is_kept_as_it_is(kind: Callable[..., Any]) -> None:
    """A rule that is played inside another one returns the very object that it made."""

    def part(table: Any) -> Any:
        thrown = table.read(table.roll(2, "dice", D3), total())
        return kind(thrown, thrown // 2)

    def rule(table: Any) -> Any:
        found = table.play(part)
        return {"left": found.left, "heat": found.heat, "wounds": getattr(found, "wounds", 0)}

    assert chances(rule) == exhaust(rule)[0]


def chances(rule: Callable[[Any], Any]) -> dict[Any, Any]:
    """The chance of each outcome, as the twin has it."""
    solution = solve(rule)
    return {
        tuple(sorted(zip(solution.fields, row, strict=True))): Fraction(ways, solution.scale)
        for row, ways in solution.rows.items()
    }


class Moody(_Pair):
    """A tuple to which its methods add what is no field."""

    mood = 0


@pytest.mark.parametrize("kind", [Hurt, Moody])
def test_what_would_be_lost_is_told(kind: Any) -> None:
    """An attribute that is no field is named, in a state and in an outcome, with the class and the line."""

    def made(table: Any, state: Any = None) -> Any:
        found = kind(table.read(table.roll(1, "die", D3), total()))
        found.mood = 1
        return found

    rules: dict[str, Callable[[Any], Any]] = {
        "The state of a repeat holds": lambda table: {"left": table.repeat(made, kind(3), lambda s: s.left == 1).left},
        "The rule returns": lambda table: {"left": table.play(made).left},
    }
    for says, rule in rules.items():
        with pytest.raises(
            RuleError, match=rf"{says} “mood”, which is no field of {kind.__name__}: make it one"
        ) as told:
            solve(rule)
        assert told.value.line is not None
