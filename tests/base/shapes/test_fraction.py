"""Chances with their bounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.base.shapes.fraction import Bounds

PAIRS = st.tuples(st.fractions(0, 1), st.fractions(0, 1)).map(lambda pair: Bounds(min(pair), max(pair)))


@pytest.mark.parametrize(
    ("reckoned", "truth"),
    [
        (Bounds.minus, sub),
        (lambda one, other: Bounds.total([one, other]), lambda one, other: one + other),
        (lambda one, other: Bounds.mean([one, other]), lambda one, other: (one + other) / 2),
        (lambda one, _: one.complement(), lambda one, _: 1 - one),
        (lambda one, _: one.plus(Fraction(1, 7)), lambda one, _: one + Fraction(1, 7)),
    ],
    ids=["minus", "total", "mean", "complement", "plus"],
)
@given(PAIRS, PAIRS)
def test_bounds_are_reckoned_with_as_the_numbers_between_them(
    reckoned: Callable[[Bounds, Bounds], Bounds],
    truth: Callable[[Fraction, Fraction], Fraction],
    one: Bounds,
    other: Bounds,
) -> None:
    """Bounds that are subtracted, added or averaged are the tightest around the results of all numbers within them."""
    every = [truth(mine, yours) for mine in one[:2] for yours in other[:2]]
    assert reckoned(one, other)[:2] == (min(every), max(every))
