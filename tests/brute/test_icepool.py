"""A second witness: icepool, another library with exact fractions, asked the same in its own words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

import sixfold

D6 = icepool.d6


def fractions(die: Any) -> dict[Any, Fraction]:
    return {value: Fraction(quantity, die.denominator()) for value, quantity in die.items()}


def numbers(text: str, field: str) -> dict[int, Fraction]:
    return dict(sixfold.odds(text).numbers[field].pmf)


def joint(text: str, *fields: str) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for chance in sixfold.odds(text):
        at = tuple(chance.outcome[field] for field in fields)
        found[at] = found.get(at, Fraction(0)) + chance.exact
    return found


@pytest.mark.parametrize("skew", range(-5, 6))
def test_naturals(skew: int) -> None:
    """T4 and K5: the highest or lowest three of a hand."""
    dice = D6.pool(3 + abs(skew))
    kept = dice.lowest(3).sum() if skew < 0 else dice.highest(3).sum()
    word = f"{'inferior' if skew < 0 else 'superior'} {abs(skew)}"
    assert fractions(kept) == numbers(f"ten {word}", "natural")


@pytest.mark.parametrize("modifier", [-9, -3, 0, 6])
def test_ten_totals(modifier: int) -> None:
    """T3: criticals and blunders add and take dice."""

    def whole(natural: int) -> Any:
        if natural >= 16:
            return natural + (natural - 15) @ D6
        return natural - (6 - natural) @ D6 if natural <= 5 else natural

    assert fractions((3 @ D6).map(whole) + modifier) == numbers(f"ten {modifier:+d}", "total")


def test_ten_attack_damage() -> None:
    """T9 and T10: as many dice as base, size and margin leave."""
    test = sixfold.odds("ten +3")
    damage: Any = icepool.Die({c.outcome.margin: int(c.exact * 6**6) for c in _by_margin(test)}).map(
        lambda margin: max(0, 2 - 1 + margin // 3) @ D6 if margin >= 0 else 0
    )
    assert fractions(damage) == numbers("ten attack +3 damage 2d6 size -1", "damage")


def _by_margin(odds: sixfold.Odds) -> list[sixfold.Chance]:
    return [
        sixfold.Chance(sixfold.Outcome({"margin": margin}), chance)
        for margin, chance in odds.numbers["margin"].pmf.items()
    ]


@pytest.mark.parametrize(("kept", "high"), [(5, 2), (2, 6), (10, 3), (20, -4)])
def test_skew_pools(kept: int, high: int) -> None:
    """K7: great pools, beyond what can be enumerated."""
    dice = D6.pool(kept + abs(high))
    die = dice.highest(kept).sum() if high > 0 else dice.lowest(kept).sum()
    word = f"{abs(high)} {'high' if high > 0 else 'low'}"
    assert fractions(die) == numbers(f"skew pool {kept}d6 {word}", "total")


def test_skew_once() -> None:
    """K2 to K4: open-ended once."""

    def total(natural: int) -> Any:
        more = 3 @ D6
        if natural == 18:
            return natural + (more - 10).map(lambda n: max(0, n))
        return natural - (10 - more).map(lambda n: max(0, n)) if natural == 3 else natural

    assert fractions((3 @ D6).map(total)) == numbers("skew reroll=once", "total")


class HighestAndTwist(icepool.MultisetEvaluator):
    """The highest die and whether two dice are equal."""

    def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
        highest, twist = state or (0, False)
        return max(highest, outcome) if count else highest, twist or count >= 2


@pytest.mark.parametrize("dice", range(1, 7))
@pytest.mark.parametrize("cuts", range(3))
def test_hs(dice: int, cuts: int) -> None:
    """H1, H2 and H4: the highest die that is left, and a pair among what is left."""
    if cuts >= dice:
        return
    left = D6.pool(dice).lowest(dice - cuts)
    assert fractions(HighestAndTwist().evaluate(left)) == joint(f"hs {dice}d {cuts} cuts", "highest", "twist")


@pytest.mark.parametrize(
    ("text", "die"),
    [
        ("40d6", 40 @ D6),
        ("4d6kh3", D6.highest(4, 3)),
        ("12d10kl5", icepool.d10.lowest(12, 5)),
        ("30d6>=5", 30 @ (D6 >= 5)),
        ("3d6+2d8-d4*2", 3 @ D6 + 2 @ icepool.d8 - icepool.d4 * 2),
        ("4d6ro1", 4 @ D6.reroll([1], depth=1)),
        ("4d6r<3", 4 @ D6.reroll([1, 2], depth="inf")),
        ("(3d6-9)//2", (3 @ D6 - 9) // 2),
        ("d6*d8", D6 * icepool.d8),
    ],
)
def test_plain_dice(text: str, die: Any) -> None:
    """Plain dice in the usual notation."""
    assert fractions(die) == numbers(f"dice {text}", "total")


def test_exploding_dice_lie_within_the_bounds() -> None:
    """An exploding die, followed further by icepool than by us."""
    known = fractions(D6.explode(depth=20))
    odds = sixfold.odds("dice d6!")
    for value, chance in odds.numbers["total"].pmf.items():
        assert chance <= known[value] <= chance + odds.unresolved
