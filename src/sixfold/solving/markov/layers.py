"""A chain followed step by step: where its number of steps is limited, or where elimination would cost too much.

With a limit the chances are exact. Without one they are whole numbers out of a power of two, rounded down at every
step, and the game is followed until what still goes on is within the tolerance. What is lost is left unresolved.
"""

from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from sixfold.counting import Work
from sixfold.solving.markov.chain import Chain

SPARE = 64
"""Bits beyond the tolerance to which chances are rounded."""


class Followed(NamedTuple):
    """The ways in which a game ended: by the state, and the number of steps (0 where they are not told apart)."""

    ways: dict[tuple[int, int], int]
    whole: int


def limited(chain: Chain, most: int, counts: bool, work: Work) -> Followed:
    """Where a game is after `most` steps, or when it ended before; exact."""
    scale = lcm(*{ways.whole for ways in chain.out})
    factors = [scale // ways.whole for ways in chain.out]
    found: dict[tuple[int, int], int] = {}
    rising = [scale**left for left in range(most + 1)]
    chances = {0: 1}
    for steps in range(most + 1):
        following: dict[int, int] = {}
        for state, number in chances.items():
            targets, ways, _ = chain.out[state]
            if chain.done[state] or steps == most:
                place = (state, steps if counts else 0)
                found[place] = found.get(place, 0) + number * rising[most - steps]
                continue
            work.charge(3 * len(targets) + 5)
            work.adding(number.bit_length(), len(targets))
            scaled = number * factors[state]
            for target, more in zip(targets, ways, strict=True):
                following[target] = following.get(target, 0) + scaled * more
        chances = following
        if not chances:
            break
    return _lowest(found, rising[most])


def followed(chain: Chain, tolerance: Fraction, counts: bool, work: Work) -> Followed:
    """Where a game ends, but for what is within the tolerance."""
    whole = 1 << (SPARE + (tolerance.denominator // tolerance.numerator).bit_length() + len(chain.out).bit_length())
    rare = int(whole * tolerance) // 2
    found: dict[tuple[int, int], int] = {}
    chances = {0: whole}
    steps = 0
    while sum(chances.values()) > rare:
        following: dict[int, int] = {}
        for state, number in chances.items():
            targets, ways, own = chain.out[state]
            work.charge(4 * len(targets) + 5)
            for target, more in zip(targets, ways, strict=True):
                following[target] = following.get(target, 0) + number * more // own
        chances = {}
        steps += 1
        for state, number in following.items():
            if chain.done[state]:
                place = (state, steps if counts else 0)
                found[place] = found.get(place, 0) + number
            elif number:
                chances[state] = number
    return _lowest(found, whole)


def _lowest(ways: dict[tuple[int, int], int], whole: int) -> Followed:
    divisor = gcd(whole, *ways.values())
    return Followed({place: number // divisor for place, number in ways.items() if number}, whole // divisor)
