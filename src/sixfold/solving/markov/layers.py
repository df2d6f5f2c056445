"""A chain followed step by step: where its number of steps is limited, or where elimination would cost too much.

With a limit the chances are exact. Without one they are whole numbers out of a power of two, rounded down at every
step, and the game is followed until what still goes on is within the tolerance. What is lost is left unresolved.
"""

from fractions import Fraction
from math import gcd, lcm

from sixfold.counting import Work
from sixfold.solving.markov.chain import Chain

SPARE = 64
"""Bits beyond the tolerance to which chances are rounded."""


def followed(
    chain: Chain, tolerance: Fraction, most: int | None, counts: bool, work: Work
) -> tuple[dict[tuple[int, int], int], int]:
    """Where a game is after `most` steps or when it ended before, exactly; without a limit within the tolerance.

    Returns the ways by the state and the number of steps (0 unless it `counts`), and what they are out of.
    """
    if most is None:
        whole = 1 << (SPARE + (tolerance.denominator // tolerance.numerator).bit_length() + len(chain.out).bit_length())
    else:
        whole = lcm(*{ways.whole for ways in chain.out}) ** most
    rare = int(whole * tolerance) // 2 if most is None else 0
    found: dict[tuple[int, int], int] = {}
    chances = {0: whole}
    steps = 0
    while steps != most and sum(chances.values()) > rare:
        following: dict[int, int] = {}
        for state, number in chances.items():
            targets, ways, own = chain.out[state]
            work.charge((4 + (number.bit_length() >> 9)) * len(targets) + 5)
            for target, more in zip(targets, ways, strict=True):
                following[target] = following.get(target, 0) + number * more // own
        chances = {}
        steps += 1
        for state, number in following.items():
            if chain.done[state] or steps == most:
                place = (state, steps if counts else 0)
                found[place] = found.get(place, 0) + number
            elif number:
                chances[state] = number
    divisor = gcd(whole, *found.values())
    return {place: number // divisor for place, number in found.items() if number}, whole // divisor
