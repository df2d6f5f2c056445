"""The rules of three games once more, by counting every way the dice can fall. Nothing here knows Sixfold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product


@cache
def sums(dice: int) -> dict[int, int]:
    """How often each sum of so many dice comes."""
    ways = {0: 1}
    for _ in range(dice):
        longer: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, 7):
                longer[total + face] += number
        ways = dict(longer)
    return ways


@cache
def ten(skew: int) -> dict[tuple[int, int, str, bool], Fraction]:
    """`ten` without a modifier: (natural, total, quality, chaos) and its chance."""
    size = 3 + abs(skew)
    found: dict[tuple[int, int, str, bool], Fraction] = {}
    for hand in product(range(1, 7), repeat=size):
        ordered = sorted(hand)
        natural = sum(ordered[-3:] if skew >= 0 else ordered[:3])
        chaos = max(Counter(hand).values()) >= 3
        if natural >= 16:
            quality, more, sign = "critical", natural - 15, 1
        elif natural <= 5:
            quality, more, sign = "blunder", 6 - natural, -1
        else:
            quality, more, sign = "plain", 0, 1
        for extra, ways in sums(more).items():
            key = (natural, natural + sign * extra, quality, chaos)
            found[key] = found.get(key, Fraction(0)) + Fraction(ways, 6 ** (size + more))
    return found


def ten_succeeds(modifier: int, skew: int = 0) -> Fraction:
    """The chance of a total of ten or more."""
    return sum((c for (_, total, _, _), c in ten(skew).items() if total + modifier >= 10), Fraction(0))


def save_succeeds(score: int, modifier: int) -> Fraction:
    """`odgs`: 3d6 meets the score; triples 2 to 5 always, triple one never."""
    won = 0
    for hand in product(range(1, 7), repeat=3):
        if len(set(hand)) == 1 and hand[0] != 6:
            won += hand[0] != 1
        else:
            won += sum(hand) + modifier >= score
    return Fraction(won, 216)


def binomial_tail(count: int, chance: Fraction, least: int) -> Fraction:
    """So many or more of independent events, by going through every combination of yes and no."""
    total = Fraction(0)
    for outcome in product((0, 1), repeat=count):
        if sum(outcome) >= least:
            part = Fraction(1)
            for came in outcome:
                part *= chance if came else 1 - chance
            total += part
    return total
