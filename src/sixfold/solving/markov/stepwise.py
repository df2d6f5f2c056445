"""The ends of a chain, step by step: where the number of steps is limited, or where elimination would cost too much."""

from fractions import Fraction
from math import gcd, lcm

from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.chain import MarkovChain
from sixfold.solving.markov.moves import Game

ROUNDING_BITS = 64
"""Bits beyond the tolerance to which chances are rounded."""


def stepwise(chain: MarkovChain, tolerance: Fraction, most: int | None, counts: bool, work: Work) -> Game:
    """Return the exact states of a game after `most` steps or at an earlier end; without a limit, within a tolerance.

    Steps are told apart only if it `counts` them.
    """
    if most is None:
        scale = 1 << (
            ROUNDING_BITS + (tolerance.denominator // tolerance.numerator).bit_length() + len(chain.out).bit_length()
        )
    else:
        scale = lcm(*{ways.scale for ways in chain.out}) ** most
    rare = int(scale * tolerance) // 2 * sum(chain.starts.values()) if most is None else 0
    ended: dict[tuple[int, int], int] = {}
    chances: dict[int, int] = {}
    steps = 0
    for state, number in chain.starts.items():
        if chain.done[state]:
            ended[state, 0] = number * scale
        else:
            chances[state] = number * scale
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
                ended[place] = ended.get(place, 0) + number
            elif number:
                chances[state] = number
    divisor = gcd(scale, *ended.values())
    ends = [
        (chain.places[state], number // divisor, (step, 1) if counts else None)
        for (state, step), number in ended.items()
        if number
    ]
    return Game(lambda width: ends, scale // divisor, most is None or chain.endless)
