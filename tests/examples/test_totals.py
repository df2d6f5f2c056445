"""Dice that are added up or compared with a number."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest

from tests.examples.asked import chances, odds_of, rows

TENS = range(1, 11)


def reaches(sides: int, total: int) -> Fraction:
    """The chance that an exploding die shows this total or more."""
    if total <= 1:
        return Fraction(1)
    if total <= sides:
        return Fraction(sides + 1 - total, sides)
    return Fraction(1, sides) * reaches(sides, total - sides)


def shows(sides: int, total: int) -> Fraction:
    """The chance that an exploding die shows exactly this total."""
    return reaches(sides, total) - reaches(sides, total + 1)


@pytest.mark.parametrize("bennies", [0, 1, 3])
def test_trait_and_wild_die(bennies: int) -> None:
    """The better of two exploding dice, rolled again after a failure that is not critical."""

    def better(total: int) -> Fraction:
        return 1 - (1 - reaches(8, total)) * (1 - reaches(6, total))

    critical = Fraction(1, 48)
    again = sum(((1 - better(6) - critical) ** tries for tries in range(bennies + 1)), Fraction(0))
    answer = odds_of("ace", f"ace die 8 vs 6 bennies {bennies}")
    assert answer.p("success") == better(6) * again
    assert answer.p("raise") == better(10) * again
    assert answer.p("critical") == critical * again


def test_a_modifier_moves_the_target() -> None:
    """A bonus counts like a lower target, and nothing saves two ones."""
    assert odds_of("ace", "ace die 4 vs 6 +4").p("success") == 1 - Fraction(1, 24)
    assert odds_of("ace", "ace die 6 vs 8 +2").p("success") == odds_of("ace", "ace die 6 vs 6").p("success")


@pytest.mark.parametrize(("text", "dice"), [("ladder step 9 vs 12", (8, 6)), ("ladder step 4 vs 8 karma", (6, 6))])
def test_steps(text: str, dice: tuple[int, int]) -> None:
    """Two exploding dice added up: all sums below the difficulty, and those of one success; icepool agrees."""
    vs = int(text.split("vs ")[1].split()[0])

    def between(low: int, high: int) -> Fraction:
        pairs = product(range(1, high), repeat=2)
        return sum((shows(dice[0], a) * shows(dice[1], b) for a, b in pairs if low <= a + b < high), Fraction(0))

    found = rows("ladder", text, "successes")
    assert found[0] == between(0, vs) and found[1] == between(vs, vs + 5)
    witness = icepool.d(dice[0]).explode(depth=8) + icepool.d(dice[1]).explode(depth=8)
    assert found[0] == witness.probability("<", vs)


def test_two_attributes() -> None:
    """A double of 6 or more always succeeds, and a double 1 never does."""
    expected = []
    for a, b in product(range(1, 9), TENS):
        critical, fumble = a == b >= 6, a == b == 1
        expected.append((critical or (a + b + 1 >= 12 and not fumble), max(a, b), critical, fumble))
    assert rows("bond", "bond d8 d10 vs 12 +1", "success", "high", "critical", "fumble") == chances(expected)


@pytest.mark.parametrize("lean", ["none", "advantage", "disadvantage"])
def test_moves(lean: str) -> None:
    """Two dice, or the better or worse two of three."""
    expected = []
    for faces in product(range(1, 7), repeat=2 if lean == "none" else 3):
        ranked = sorted(faces)
        total = sum(ranked[:2] if lean == "disadvantage" else ranked[-2:]) - 1
        expected.append((total, "full" if total >= 10 else "partial" if total >= 7 else "miss"))
    assert rows("move", f"move -1 {lean}", "total", "result") == chances(expected)


def test_attacks_with_advantage() -> None:
    """A natural 20 hits and doubles the dice, a natural 1 misses; else the bonus counts."""
    expected: dict[int, Fraction] = {}
    for pair in product(range(1, 21), repeat=2):
        natural = max(pair)
        hit = natural == 20 or (natural > 1 and natural - 1 >= 18)
        dice = (2 if natural == 20 else 1) if hit else 0
        for damage, share in chances(sum(faces) for faces in product(range(1, 7), repeat=dice)).items():
            expected[damage] = expected.get(damage, Fraction(0)) + share / 400
    assert rows("twenty", "twenty vs 18 -1 advantage sides 6", "damage") == expected
    assert odds_of("twenty", "twenty vs 1").p("success") == Fraction(19, 20)
    assert odds_of("twenty", "twenty vs 40 disadvantage").p("success") == Fraction(1, 400)


@pytest.mark.parametrize("bonus", [0, 2])
def test_percentile_dice(bonus: int) -> None:
    """At most the skill on tens and units, with the best of several dice for the tens; equal digits are special."""
    expected = []
    for units, *tens in product(range(10), repeat=2 + bonus):
        rolled = min(10 * ten + units or 100 for ten in tens)
        double, success = rolled == 100 or rolled % 11 == 0, rolled <= 45
        expected.append((rolled, success, success and double, double and not success))
    found = rows("percent", f"percent skill 45 bonus {bonus}", "rolled", "success", "critical", "fumble")
    assert found == chances(expected)


def test_one_die_against_two() -> None:
    """One die and an attribute, at most 10, against each of two ten-sided dice; ties lose."""
    expected = []
    for face, one, other in product(range(1, 7), TENS, TENS):
        score = min(10, face + 6)
        expected.append(((score > one) + (score > other), one == other))
    assert rows("vow", "vow stat 6", "hits", "match") == chances(expected)


def test_roll_and_keep() -> None:
    """Two dice of three, explosions followed twice: what is left is no more than is unresolved and cut."""
    one = {face: Fraction(1, 10) for face in range(1, 10)}
    one |= {10 + face: Fraction(1, 100) for face in range(1, 10)}
    below = sum(one[a] * one[b] * one[c] for a, b, c in product(one, repeat=3) if sum(sorted((a, b, c))[1:]) < 15)
    assert 1 - odds_of("keep", "keep dice 3 kept 2 vs 15").p("success") == below
