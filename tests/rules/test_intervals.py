"""Numbers of which only bounds are known, against every number between their bounds."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sixfold.rules.interval import FAR, Interval, Undecided, Unknown

NEAR, WIDE = 30, 60
"""Two distances to which a number without a bound is gone through; what changes between them has no bound."""

HUGE = 10**400
"""More than the largest float."""

ENDS = (None, -3, -1, 0, 2)
BOUNDS = [(low, high) for low, high in product(ENDS, (*ENDS, 5)) if low is None or high is None or low <= high]
COMPARISONS = (operator.ge, operator.gt, operator.le, operator.lt, operator.eq, operator.ne)


class Answers:
    """A solver that gives the same answer whenever it is asked."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.asked: list[bool | None] = []

    def guess(self, far: bool | None) -> bool:
        self.asked.append(far)
        return self.answer


def members(number: Interval, reach: int) -> range:
    return range(-reach if number.low is None else number.low, (reach if number.high is None else number.high) + 1)


def hull(found: Any, values: Callable[[int], Iterator[int]], tight: bool = True) -> None:
    """A number has the bounds of all that it may be, and none where there are none."""
    near, wide = sorted(values(NEAR)), sorted(values(WIDE))
    if type(found) is int:
        found = Interval(found, found)
    for bound, end, far in ((found.low, near[0], wide[0]), (found.high, near[-1], wide[-1])):
        assert bound == (end if end == far else None) if tight else bound is None or found.low <= end <= found.high


def reckoned(one: Interval, n: int) -> None:
    """Everything that is done with a number and a whole number."""
    hull(one + n, lambda reach: (x + n for x in members(one, reach)))
    hull(n - one, lambda reach: (n - x for x in members(one, reach)))
    hull(n * one, lambda reach: (n * x for x in members(one, reach)))
    hull(one.clamped(n, n + 2), lambda reach: (max(n, min(n + 2, x)) for x in members(one, reach)))
    hull(one.clamped(n, None), lambda reach: (max(n, x) for x in members(one, reach)))
    if n:
        hull(one // n, lambda reach: (x // n for x in members(one, reach)))
        hull(one % n, lambda reach: (x % n for x in members(one, reach)), tight=False)


def subtracted(one: Interval, other: Interval) -> None:
    hull(one - other, lambda reach: (x - y for x in members(one, reach) for y in members(other, reach)))


@pytest.mark.parametrize("bounds", BOUNDS)
def test_reckoning(bounds: tuple[int | None, int | None]) -> None:
    """What is added, multiplied, divided or held between bounds has the bounds of all that it may come to."""
    one = Interval(*bounds)
    for n in (-3, -1, 0, 1, 2):
        reckoned(one, n)
    hull(abs(one), lambda reach: (abs(x) for x in members(one, reach)))
    for others in BOUNDS:
        subtracted(one, Interval(*others))


@pytest.mark.parametrize("bounds", BOUNDS)
def test_a_number_that_another_moves(bounds: tuple[int | None, int | None]) -> None:
    """A number that is moved by another has its bounds moved as far, once that one is decided."""
    moved = Interval(*bounds, base=Fraction(3), endless=True)
    assert moved.settled().key == Interval(*bounds, base=3, endless=True).key
    assert abs(moved).key == abs(Interval(*bounds, base=3, endless=True)).key


@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("compare", COMPARISONS, ids=lambda compare: compare.__name__)
def test_comparing(compare: Any, bounds: tuple[int | None, int | None]) -> None:
    """A comparison is known where it comes out alike for all; else either answer leaves what agrees with it."""
    endless = (bounds[0] is None) != (bounds[1] is None)
    for other in (-3, -1, 0, 1, 2, 0.5, Fraction(-3, 2), float("inf"), float("-inf")):
        one = Interval(*bounds, endless=endless)
        all_of = {compare(x, other) for x in members(one, WIDE)}
        found = compare(one, other)
        if len(all_of) == 1:
            assert {found} == all_of
            continue
        assert isinstance(found, Unknown)
        far = compare(10**9 if bounds[1] is None else -(10**9), other) if endless else None
        assert found.far is far
        with pytest.raises(Undecided):
            bool(found)
        for answer in (True, False):
            solver = Answers(answer)
            narrowed = one.on(solver)
            assert bool(compare(narrowed, other)) is answer
            assert solver.asked == [far]
            left = [x for x in members(one, WIDE) if compare(x, other) is answer]
            kept = members(narrowed, WIDE)
            by_bounds = compare not in (operator.eq, operator.ne) or answer is (compare is operator.eq)
            assert left == list(kept) if by_bounds else set(left) <= set(kept)
            assert narrowed.endless == (endless and (narrowed.low is None) != (narrowed.high is None))
            assert not by_bounds or compare(narrowed, other) is answer
    past_floats = compare(Interval(*bounds), HUGE)
    assert isinstance(past_floats, Unknown) if bounds[1] is None else past_floats is compare(0, HUGE)
    assert (Interval(*bounds) == "text") is False
    assert (Interval(*bounds) != None) is True  # noqa: E711


@pytest.mark.parametrize("bounds", BOUNDS)
def test_what_goes_on(bounds: tuple[int | None, int | None]) -> None:
    """A sum goes on for ever where one number does, and the other is bounded or goes on to the same side."""
    for others, *ends in product(BOUNDS, (False, True), (False, True)):
        one, other = (Interval(*two, endless=end) for two, end in zip((bounds, others), ends, strict=True))
        assert one.endless == (ends[0] and [*bounds].count(None) == 1)
        total = one + other
        goes_on = [number for number in (one, other) if number.endless]
        bounded = [number for number in (one, other) if None not in (number.low, number.high)]
        alike = len(goes_on) == 2 and (one.low is None) == (other.low is None)
        assert total.endless == (alike or len(goes_on) == len(bounded) == 1)
    far = Interval(*bounds, endless=True).beyond_all()
    if [*bounds].count(None) == 1:
        assert (far.low, far.high) == ((FAR, None) if bounds[1] is None else (None, -FAR))
    else:
        assert (far.low, far.high) == bounds


def test_what_must_be_known() -> None:
    """A number whose bounds meet is that number; any other is given up where more must be known."""
    assert int(Interval(3, 3)) == 3
    assert pickle.loads(pickle.dumps(Interval(1, None, endless=True))).key == Interval(1, None, endless=True).key
    for low, high in ((None, 3), (-1, None), (-1, 3)):
        for ask in (int, bool, str, hash, float, lambda x: x / 2, lambda x: 2**x, lambda x: 7 // x, lambda x: x + 0.5):
            with pytest.raises(Undecided):
                ask(Interval(low, high))
    with pytest.raises(AttributeError):
        _ = Interval(1, 2).nothing
    with pytest.raises(Undecided):
        _ = Interval(1, 2).bit_length
