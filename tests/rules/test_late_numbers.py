"""Numbers and answers that were read work like any others: each operation gives what it gives for every face."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from sixfold.rules import Die, Table, clamp, total
from sixfold.solving.solver import solve
from sixfold.systems.ten import rules as ten

FACES = (-2, 0, 1, 3)
DIE = Die.of(*FACES)

NUMBERS = (operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor)
DIVIDING = (operator.floordiv, operator.mod, divmod)
COMPARING = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
WITH: tuple[Any, ...] = (-2, True)
REAL: tuple[Any, ...] = (0.5, Fraction(1), Decimal(-2), math.inf, -math.inf)

Asked = Callable[[Any, Any], Any]


def each(which: Callable[..., Any], operations: Iterable[Any], others: Iterable[Any]) -> dict[str, Asked]:
    """Operations with other numbers: `which` is asked with what each of them gives for the first number."""
    return {f"{one.__name__} {other}": partial(which, one, other) for one in operations for other in others}


def left(operation: Any, other: Any, x: Any, y: Any) -> Any:
    return operation(x, other)


def right(operation: Any, other: Any, x: Any, y: Any) -> Any:
    return operation(other, x)


def two(operation: Any, more: int, x: Any, y: Any) -> Any:
    return operation(x, y + more)


def by_it(operation: Any, other: int, x: Any, y: Any) -> Any:
    return operation(other, x + 4)


def is_so(operation: Any, other: Any, x: Any, y: Any) -> Any:
    return operation(x > 0, other)


def so_is(operation: Any, other: Any, x: Any, y: Any) -> Any:
    return operation(other, x > 0)


def both_so(operation: Any, more: int, x: Any, y: Any) -> Any:
    return operation(x > 0, y > more)


def so_and_number(operation: Any, more: int, x: Any, y: Any) -> Any:
    return operation(x > 0, y + more)


def number_and_so(operation: Any, more: int, x: Any, y: Any) -> Any:
    return operation(y + more, x > 0)


PLAIN = (*NUMBERS, *COMPARING)
ASKED: dict[str, Asked] = {
    **each(left, (*PLAIN, *DIVIDING), WITH),
    **{f"{name} on the right": ask for name, ask in each(right, PLAIN, WITH).items()},
    **each(left, COMPARING, REAL),
    **{f"{name} of two": ask for name, ask in each(two, PLAIN, (0,)).items()},
    **{f"{name} by two": ask for name, ask in each(two, DIVIDING, (4,)).items()},
    **{f"{name} by it": ask for name, ask in each(by_it, (*DIVIDING, operator.lshift, pow), (7,)).items()},
    "abs": lambda x, y: abs(x - y),
    "negative": lambda x, y: -x,
    "positive": lambda x, y: +x,
    "invert": lambda x, y: ~x,
    "half": lambda x, y: int(10 * (x / 4)),
    "divided": lambda x, y: int(10 / (x + 4)),
    "power": lambda x, y: x**2,
    "shifted": lambda x, y: (x + 2) << 2 >> 1,
    "times half": lambda x, y: int(x * 2.5),
    "and a half": lambda x, y: int(4 * (x + 0.25)),
    "rounded": lambda x, y: round(10 * x, -1) + round(x),
    "as text": lambda x, y: f"{x}{x:+d}{x!r}",
    "bits": lambda x, y: x.bit_length(),
    "range": lambda x, y: sum(range(x + 2)),
    "true": lambda x, y: bool(x),
    "known": lambda x, y: {-2: 1, 3: 2}.get(x, 0),
    "clamped": lambda x, y: clamp(x, -1, 1),
    "clamped below": lambda x, y: clamp(x, 0),
    "clamped to less": lambda x, y: clamp(x, 2, 1),
    "clamped two": lambda x, y: clamp(x, y, 2),
    "clamped by two": lambda x, y: clamp(1, x, y),
    "clamped by the most": lambda x, y: clamp(3, 2, x),
    "clamped by the least": lambda x, y: clamp(-3, y, -2),
    "no number": lambda x, y: x == None,  # noqa: E711
    "some number": lambda x, y: x != None,  # noqa: E711
    "cancelled": lambda x, y: (x + y) - x >= 1,
    "again": lambda x, y: (x > 0) + (x > 0) if x > 0 else -(x > 0),
}
CONDITIONS: dict[str, Asked] = {
    **each(is_so, (*PLAIN, *DIVIDING), WITH),
    **{f"{name} on the right": ask for name, ask in each(so_is, PLAIN, WITH).items()},
    **{f"{name} of two": ask for name, ask in each(both_so, PLAIN, (0,)).items()},
    **{f"{name} and a number": ask for name, ask in each(so_and_number, PLAIN, (0,)).items()},
    **{f"a number and {name}": ask for name, ask in each(number_and_so, PLAIN, (0,)).items()},
    "positive": lambda x, y: +(x > 0),
    "negative": lambda x, y: -(x > 0),
    "abs": lambda x, y: abs(x > 0),
    "text": lambda x, y: f"{x > 0}{x > 0!s:>6}{x > 0!r}",
    "not": lambda x, y: not x > 0,
    "known": lambda x, y: {True: 5}.get(x > 0, 3),
    "whole": lambda x, y: int(x > 0),
    "divided": lambda x, y: int(10 * ((x > 0) / 4)),
}


def parts(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("asked", [ASKED, CONDITIONS], ids=["number", "yes or no"])
@pytest.mark.parametrize("at", range(6))
def test_each_operation_is_that_of_every_face(at: int, asked: dict[str, Asked]) -> None:
    """Solved, an operation gives each value as often as the faces do."""
    for name in [*asked][at::6]:
        ask = asked[name]

        def rule(table: Table, ask: Asked = ask) -> dict[str, Any]:
            x, y = (table.read(table.roll(1, label, DIE), total()) for label in ("x", "y"))
            return {f"part {at}": part for at, part in enumerate(parts(ask(x, y)))}

        rule.__module__ = ten.__name__  # nobody watches whether it changes what is around it
        solution = solve(rule)
        every = Counter(parts(ask(x, y)) for x, y in product(FACES, FACES))
        assert {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()} == {
            row: Fraction(ways, len(FACES) ** 2) for row, ways in every.items()
        }, name
