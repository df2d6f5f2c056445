"""What each fold answers about dice, against looking at them one by one."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from sixfold.errors import RuleError
from sixfold.rules import (
    Fold,
    at_least,
    count,
    each_face,
    groups,
    highest,
    longest_run,
    lowest,
    most_alike,
    most_common,
    nth_highest,
    of_a_kind,
    pairs_lost,
    pairs_tied,
    pairs_won,
    score,
    sets,
    showing,
    successes,
    total,
    without_highest,
)
from sixfold.rules.folds.fold import ask, look
from tests.solving.exhaustive import seen, seen_together

FOLDS: list[Fold[Any]] = [
    total(),
    *(rank(n) for rank in (highest, lowest, without_highest) for n in (0, 1, 2, 5)),
    *map(nth_highest, (1, 3)),
    *(at_least(face, n) for face, n in product((2, 5), (0, 1, 3))),
    *(of_a_kind(*asked) for asked in product(range(4), (0, 1), (2, 3, 100), (False, True))),
    *(showing(sign, 3, *of) for sign in (">=", ">", "<=", "<", "=", "!=") for of in ((), (highest(2),), (lowest(2),))),
    showing(">", 2, without_highest(1)),
    *(successes(5), successes(4, twice=6, less=[1, 2]), score({1: 100, 5: 50}), score({0: 1, 2: -2}), *each_face(4)),
    *(most_common(), most_alike(), longest_run(), groups()),
    *(sets(least, most, by) for least, most, by in product((0, 1, 2), (None, 0, 1, 2), ("width", "height"))),  # type: ignore[arg-type]
]
HANDS = [hand for size in range(5) for hand in combinations_with_replacement((-1, 0, 1, 2, 4, 5, 6), size)]


@pytest.mark.parametrize("fold", FOLDS, ids=repr)
def test_a_fold_answers_what_is_seen(fold: Fold[Any]) -> None:
    """For every hand, whatever the order of its dice, the answer is what is seen; what it takes adds up to a sum."""
    rng = Random(5)
    for hand in HANDS:
        dice = rng.sample(hand, len(hand))
        (found,) = ask(dice, fold)
        assert found == seen(hand, fold), hand
        (again,), marks = look(dice, [fold])
        assert again == found
        if marks is not None and fold.counting is fold:
            assert sum(fold.worth(face) for face, taken in zip(dice, marks, strict=True) if taken) == found


@pytest.mark.parametrize("fold", [pairs_won(), pairs_tied(), pairs_lost()], ids=repr)
def test_pairs_are_those_of_the_sorted_dice(fold: Fold[Any]) -> None:
    """Of two hands the highest dice make a pair, then the second highest."""
    for mine, theirs in product(HANDS[::11], HANDS[::9]):
        assert ask((list(mine), list(theirs)), fold) == (seen_together((mine, theirs), fold),)


def test_faces_below_zero_are_numbers_like_others() -> None:
    """Dice may show less than zero: what is asked of faces, and how much is wanted, may be less as well."""
    asked = (showing(">=", -1), showing("<", -1), at_least(-1, 1), successes(-1), nth_highest(2))
    assert ask((-2, -1, 0, 3), *asked) == (3, 1, True, 3, 0)


def test_symbols_are_counted_with_those_that_cancel_them() -> None:
    """Each symbol counts once for each time that a die shows it, and one less for each of the others."""
    faces = ((), ("hit",), ("hit", "hit"), ("hit", "miss"), ("miss",))
    for fold in (count("hit"), count("hit", "miss"), count("hit", less="miss")):
        for hand in product(faces, repeat=3):
            assert ask(hand, fold) == (seen(hand, fold),)


@pytest.mark.parametrize("fold", [highest, lowest, without_highest, nth_highest, sets])
def test_fewer_than_none_are_refused(fold: Any) -> None:
    """No fold takes fewer dice than none."""
    with pytest.raises(RuleError):
        fold(-1)
