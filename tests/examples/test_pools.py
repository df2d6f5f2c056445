"""Pools and hands: dice that are counted, matched, kept or cancelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import icepool
import pytest

from tests.examples.asked import chance, chances, odds_of, rows

TWO, THREE = list(product(range(1, 7), repeat=2)), list(product(range(1, 7), repeat=3))


def test_pushed_dice() -> None:
    """To get a six, a player pushes every die that may be pushed."""
    best = chance(
        any(face == 6 or (2 <= face <= 5 and again == 6) for face, again in zip(first, second, strict=True))
        for first in TWO
        for second in TWO
    )
    assert odds_of("push", "push dice 2", aim="success").best.low == best


def test_step_dice() -> None:
    """The best two dice count; the effect is the largest die that is left beside such a pair."""
    dice, found = (4, 6, 6, 8), Counter[tuple[int, int]]()
    for faces in product(*[range(1, sides + 1) for sides in dice]):
        rolled = list(zip(faces, dice, strict=True))
        found[max((a[0] + b[0], c[1]) for a, b, c in permutations(rolled, 3) if min(a[0], b[0]) >= c[0])] += 1
    answer = odds_of("step", "step d4 2d6 d8 vs 8").solution
    assert {(row[0], row[2]): Fraction(ways, answer.scale) for row, ways in answer.rows.items()} == {
        key: Fraction(ways, 4 * 6 * 6 * 8) for key, ways in found.items()
    }


@pytest.mark.parametrize(
    ("aim", "worth"),
    [
        ("success", lambda three: three[0][0] + three[1][0] >= 10),
        ("total", lambda three: three[0][0] + three[1][0]),
        ("effect", lambda three: three[2][1]),
        ("-effect", lambda three: -three[2][1]),
        ("total<=6", lambda three: three[0][0] + three[1][0] <= 6),
    ],
)
def test_step_dice_for_an_aim(aim: str, worth: Callable[[Any], int]) -> None:
    """A player picks the three dice that serve an aim best."""
    dice, sum_ = (4, 6, 6, 8), 0
    for faces in product(*[range(1, sides + 1) for sides in dice]):
        rolled = sorted(zip(faces, dice, strict=True), key=lambda die: (-die[0], die[1]))
        sum_ += max(worth(three) for three in combinations(rolled, 3))
    assert odds_of("step", "step d4 2d6 d8 vs 10", aim=aim).best.low == Fraction(sum_, 4 * 6 * 6 * 8)


def test_sets() -> None:
    """A set of four ten-sided dice: any two are equal."""
    rolls = chance(len(set(faces)) < 4 for faces in product(range(10), repeat=4))
    assert odds_of("sets", "match dice 4").p("success") == rolls


def test_symbols_cancel() -> None:
    """Hits less misses, counted side by side."""
    good, bad = [0, 1, 1, 2, 0, 1], [0, 1, 1, 0, 0, 1]
    rolls = chance(
        sum(hits) - sum(misses) >= 1 for hits in product(good, repeat=2) for misses in product(bad, repeat=2)
    )
    assert odds_of("symbols", "signs skill 2 trouble 2").p("success") == rolls
    assert odds_of("symbols", "signs skill 1").p("success") == Fraction(4, 6)


def test_poker() -> None:
    """The numbers of hands that every book of probability has, without straights to a low ace."""
    answer = odds_of("poker", "poker").solution
    ways = {row[0]: number * comb(52, 5) // answer.scale for row, number in answer.rows.items()}
    assert ways["four of a kind"] == 13 * 48 and ways["full house"] == 13 * 12 * 4 * 6
    assert ways["straight flush"] == 9 * 4 and ways["straight"] == 9 * (4**5 - 4)
    assert ways["flush"] == 4 * (comb(13, 5) - 9) and ways["two pairs"] == comb(13, 2) * 36 * 44
    assert ways["a pair"] == 13 * 6 * comb(12, 3) * 4**3


def adding(misses: Fraction, hits: Fraction, more: Fraction, dice: int, most: int) -> list[Fraction]:
    """How likely dice are to give 0 to `most` successes, if one in `more` also adds another roll."""
    one = [misses]
    for _ in range(most):
        one.append((hits if len(one) == 1 else Fraction(0)) + more * one[-1])
    found = [Fraction(1)] + [Fraction(0)] * most
    for _ in range(dice):
        found = [sum((found[n] * one[total - n] for n in range(total + 1)), Fraction(0)) for total in range(most + 1)]
    return found


def test_hits_and_glitches() -> None:
    """Each 5 or 6 is a hit; half of the dice or more that show 1 are a glitch, critical without a hit."""
    found = rows("street", "street dice 4 vs 2", "hits", "success", "glitch", "critical")
    expected = []
    for faces in product(range(1, 7), repeat=4):
        hits, glitch = sum(face >= 5 for face in faces), 2 * faces.count(1) >= 4
        expected.append((hits, hits >= 2, glitch, glitch and hits == 0))
    assert found == chances(expected)


def test_hits_that_add_dice() -> None:
    """A six that adds another roll: the chances of few hits, from the chance of one die."""
    found = rows("street", "street dice 5 edge", "hits")
    expected = adding(Fraction(4, 6), Fraction(1, 6), Fraction(1, 6), 5, 8)
    assert [found[hits] for hits in range(9)] == expected


@pytest.mark.parametrize("again", [8, 9, 10])
def test_ten_sided_pools(again: int) -> None:
    """Successes from 8 on, of which those from `again` on add another roll; a chance die needs a 10."""
    found = rows("night", f"night dice 6 again {again}", "successes")
    more = Fraction(11 - again, 10)
    expected = adding(Fraction(7, 10), Fraction(3, 10) - more, more, 6, 9)
    assert [found[successes] for successes in range(10)] == expected
    assert odds_of("night", "night dice 0").p("success") == Fraction(1, 10)


@pytest.mark.parametrize("dice", [0, 1, 3])
def test_the_highest_die(dice: int) -> None:
    """One result of four by the highest die, the lower of two with none; icepool finds the same."""
    names = {1: "failure", 2: "failure", 3: "failure", 4: "partial", 5: "partial", 6: "full"}

    def result(*faces: int) -> str:
        if dice and faces.count(6) >= 2:
            return "critical"
        return names[max(faces) if dice else min(faces)]

    expected = chances(result(*faces) for faces in product(range(1, 7), repeat=dice or 2))
    assert rows("crew", f"crew dice {dice}", "result") == expected
    second = icepool.map(result, *[icepool.d6] * (dice or 2))
    assert expected == {name: Fraction(ways, second.denominator()) for name, ways in second.items()}


def test_a_task_under_stress() -> None:
    """Six among skill and stress, and panic by ones of the stress dice alone."""
    found = rows("dread", "dread skill 2 stress 1", "success", "panic", "lost")
    expected = []
    for one, two, stress, panic in product(range(1, 7), repeat=4):
        lost = stress == 1 and panic + 1 >= 7
        expected.append((6 in (one, two, stress), stress == 1, lost))
    assert found == chances(expected)


def test_poker_dice() -> None:
    """The best rerolls for a straight, from all ways to keep some dice."""
    straights = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})

    def finished(kept: tuple[int, ...]) -> Fraction:
        again = product(range(1, 7), repeat=5 - len(kept))
        return chance({*kept, *faces} in straights for faces in again)

    # Only different faces that fit one straight are worth keeping.
    useful = {
        kept: finished(kept) for size in range(6) for kept in permutations(range(1, 7), size) if [*kept] == sorted(kept)
    }
    best = Fraction(0)
    for faces in product(range(1, 7), repeat=5):
        best += max(value for kept, value in useful.items() if set(kept) <= set(faces))
    assert odds_of("poker", "poker dice", aim="hand=straight").best.low == best / 6**5
