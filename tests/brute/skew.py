"""`skew` again, clause by clause, over dice that lie face up."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tests.brute.faces import Truth, every_face, every_hand, gather

DEPTH = 9
"""Open-ended throws that are followed: a tenth comes less than once in 216**9."""


def skew_of(words: int, luck: int) -> int:
    """K8 and K9: skew words and luck dice add up, good and bad cancel, and three is the most."""
    both = words + luck
    return 3 if both > 3 else -3 if both < -3 else both


def kept(faces: tuple[int, ...], count: int, skew: int) -> int:
    """K5 and K7: the sum of the highest dice, or with low skew of the lowest."""
    ordered = sorted(faces)
    return sum(ordered[:count]) if skew < 0 else sum(ordered[len(ordered) - count :])


@cache
def open_ended(up: bool, once: bool) -> tuple[tuple[int, Fraction], ...]:
    """K2 to K4: everything that the open-ended throws after an 18 or a 3 can add, with its chance."""
    found: dict[int, Fraction] = {}
    going = {0: Fraction(1)}
    for _ in range(1 if once else DEPTH):
        following: dict[int, Fraction] = {}
        for so_far, chance in going.items():
            for faces in every_face(3):
                throw = sum(faces)
                worth = so_far + (max(0, throw - 10) if up else -max(0, 10 - throw))
                goes_on = throw == (18 if up else 3) and not once
                into = following if goes_on else found
                into[worth] = into.get(worth, Fraction(0)) + chance / 216
        going = following
    return tuple(found.items())


@cache
def totals(skew: int, once: bool) -> tuple[tuple[int, int, Fraction], ...]:
    """K1 to K6: every (natural, total before adjustments) with its chance."""
    dice = 3 + abs(skew)
    found: dict[tuple[int, int], Fraction] = {}
    for faces, ways in every_hand(dice):
        natural = kept(faces, 3, skew)
        chance = Fraction(ways, 6**dice)
        more = open_ended(natural == 18, once) if natural in (3, 18) else ((0, Fraction(1)),)
        for extra, part in more:
            found[natural, natural + extra] = found.get((natural, natural + extra), Fraction(0)) + chance * part
    return tuple((*at, chance) for at, chance in found.items())


def task(modifier: int = 0, words: int = 0, luck: int = 0, vs: int | None = None, once: bool = False) -> Truth:
    """K1: more than the difficulty succeeds, equal fails."""
    chances = []
    for natural, thrown, chance in totals(skew_of(words, luck), once):
        outcome: dict[str, int | bool] = {"natural": natural, "total": thrown + modifier}
        if vs is not None:
            outcome["success"] = thrown + modifier > vs
        chances.append((outcome, chance))
    return gather(chances)


def initiative(modifier: int = 0, words: int = 0, luck: int = 0, once: bool = False) -> Truth:
    """K11: the open-ended total."""
    rows = totals(skew_of(words, luck), once)
    return gather(({"total": thrown + modifier}, chance) for _, thrown, chance in rows)


def pool(dice: int, modifier: int = 0, skew: int = 0) -> Truth:
    """K7: keep any number of dice, a plain total."""
    thrown = dice + abs(skew)
    return gather(
        ({"total": kept(faces, dice, skew) + modifier}, Fraction(ways, 6**thrown)) for faces, ways in every_hand(thrown)
    )


def percentile() -> Truth:
    """K10: tens and units, 00 is 100."""
    return gather(({"total": 10 * tens + units or 100}, Fraction(1, 100)) for tens in range(10) for units in range(10))
