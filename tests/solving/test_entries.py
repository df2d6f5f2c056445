"""Entries with packed numbers are taken apart and joined like those that have every number by itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from sixfold.rules.late import LateCondition
from sixfold.solving.context import Context
from sixfold.solving.counting.packed import IDENTITY, Affine, pack, unpack
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.entries import by_values, joined, split_entries, unpacked, with_function
from sixfold.solving.joint_distribution import Entries, EntryColumns, RandomVariable, kinds_of, spread

CONTEXT = Context(Fraction(1, 1000), Work())
PLACES = ((0, 1), (1, -1), (2, 2))
"""The places of numbers in an entry, each with a factor; the last answer is a name."""


def made_up(rng: random.Random, packing: bool) -> Entries:
    """A few entries with the same kinds of answers."""
    found: Entries = []
    for _ in range(rng.randrange(1, 6)):
        poly = (
            None
            if not packing or rng.random() < 0.3
            else pack({rng.randrange(-4, 5): rng.randrange(1, 5) for _ in "ab"}, CONTEXT.width)
        )
        numbers = [
            rng.randrange(-3, 4)
            if poly is None or rng.random() < 0.3
            else rng.choice([IDENTITY, Affine(rng.choice((-2, -1, 1, 2)), rng.randrange(-2, 3))])
            for _ in PLACES
        ]
        found.append(((*numbers, rng.choice("xy")), rng.randrange(1, 9), poly))
    return found


def ways(entries: Iterable[Any]) -> Counter[tuple[Any, ...]]:
    """The ways of every answer by itself."""
    found: Counter[tuple[Any, ...]] = Counter()
    for answers, number, poly in entries:
        for value, more in [(0, 1)] if poly is None else unpack(poly, CONTEXT.width):
            found[spread(answers, value)] += number * more
    return found


def total(answers: tuple[Any, ...], places: Iterable[tuple[int, int]]) -> int:
    return sum(answers[at] * factor for at, factor in places)


@pytest.mark.parametrize("packing", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_what_is_packed_and_what_is_not(seed: int, packing: bool) -> None:
    """Conditions split the ways, numbers and functions of them have theirs, and two variables have all pairs."""
    rng = random.Random(seed)
    entries = made_up(rng, packing)
    columns, every = EntryColumns.of(entries), ways(entries)
    variable = RandomVariable(columns, kinds_of(columns.answers), tail=False)
    places = rng.sample(PLACES, rng.randrange(1, 4))
    condition = LateCondition(None, (), rng.randrange(-6, 7), rng.random() < 0.3, rng.random() < 0.5)  # type: ignore[arg-type]
    sides = dict(split_entries(variable, places, condition, CONTEXT))
    assert len(sides) == len(split_entries(variable, places, condition, CONTEXT))
    for holds in (True, False):
        wanted = {answers: number for answers, number in every.items() if condition.of(total(answers, places)) is holds}
        assert wanted == (ways(sides[holds].entries()) if holds in sides else {})
    apart = unpacked(columns, CONTEXT)
    assert ways(apart.entries()) == every
    assert not any(apart.packed)
    assert len(apart.ways) <= columns.count(CONTEXT.width)
    assert columns.total(CONTEXT.width, CONTEXT.work) == sum(every.values()) == sum(columns.settled(CONTEXT.width).ways)
    more = with_function(variable, places, abs, CONTEXT)
    assert ways(more.entries()) == {(*answers, abs(total(answers, places))): n for answers, n in every.items()}
    most = rng.choice([None, 2])
    flat, found = by_values(columns, [(places, 1, most)], CONTEXT)
    for (value,), at in found.items():
        here = ways(flat.at(at).entries())
        assert {value} == {min(total(answers, places) + 1, 99 if most is None else most) for answers in here}
    assert sum((ways(flat.at(at).entries()) for at in found.values()), Counter()) == every
    others = EntryColumns.of(made_up(rng, packing))
    pairs = ways(joined(columns, others, CONTEXT).entries())
    assert pairs == {(*a, *b): n * m for a, n in every.items() for b, m in ways(others.entries()).items()}
