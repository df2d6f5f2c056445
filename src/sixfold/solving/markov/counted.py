"""Where a chain ends and after how many steps, where no state leads back to one before it, except to itself.

The number of steps is the exponent of a packed polynomial, so that every state is passed once, whenever it is reached.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf, lcm, log
from operator import mul
from typing import NamedTuple

from sixfold.counting import Work
from sixfold.counting.packed import ZERO, Packed, add
from sixfold.errors import RuleError
from sixfold.solving.markov.chain import Chain
from sixfold.solving.markov.steps import ExactSteps, RoundedSteps

EXACT_BITS = 640
"""Games that can stay where they are are solved with rounded chances when exact ones would have more bits."""

MOST_STEPS = 1_000_000
"""Steps that are packed at most."""

HOLDS = (0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98)
"""Where the bound on the number of steps is tried, between no growth and the growth that a state can hold."""


Onwards = tuple[int, Sequence[int], Sequence[float], float]
"""A state, where it leads and how likely, and how likely it stays."""


class Counted(NamedTuple):
    """Where a game ended: `ends` gives each state with its numbers of steps, packed in a given width.

    All ways are out of `whole`. What they do not come to is that of longer games, and what was rounded away.
    """

    ends: Callable[[int], Iterator[tuple[int, Packed]]]
    whole: int


def counted(chain: Chain, order: list[int], tolerance: float, work: Work, most: int | None = None) -> Counted:
    """Where a chain ends and after how many steps, its states in an order in which every step leads on or stays.

    With `most` it ends after so many steps, wherever it is; exact.
    """
    scale = lcm(*{ways.whole for ways in chain.out})
    stays = [_staying(chain, state) for state in range(len(chain.out))]
    longest = _longest_path(chain, order)
    if most is not None:
        longest = most if any(stays) else min(longest, most)
    elif any(stays):
        longest = _longest(chain, order, stays, tolerance, work)
    rounded = most is None and any(stays) and longest * scale.bit_length() > EXACT_BITS
    steps = RoundedSteps(longest, tolerance, work) if rounded else ExactSteps(scale, longest, work)
    reached: dict[int, Packed] = {0: (0, steps.start)}
    finished: dict[int, Packed] = {}
    chances: dict[int, list[int]] = {}
    width = steps.width
    for state in order:
        poly = reached.pop(state, ZERO)
        if chain.done[state]:
            if poly[1]:
                finished[state] = poly
            continue
        targets, ways, whole = chain.out[state]
        stay = steps.chance(stays[state], whole)
        low, bits = steps.leaving(poly, stay)
        if longest == most:
            last = steps.after(poly, (low, bits), stay)
            if last:
                finished[state] = (most, last)
        work.charge(20 * len(targets))
        if not bits:
            continue
        work.adding(bits.bit_length(), 2 * len(targets))
        low += 1
        # States that are alike share the list of their ways.
        factors = chances.get(id(ways))
        if factors is None:
            factors = chances[id(ways)] = [steps.chance(number, whole) for number in ways]
        for target, chance in zip(targets, factors, strict=True):
            if target != state:
                found = reached.get(target)
                term = (low, bits * chance)
                reached[target] = term if found is None else add(found, term, width)
    steps.charge(finished)
    return Counted(lambda width: steps.ends(finished, tolerance, width), steps.whole)


def _staying(chain: Chain, state: int) -> int:
    """The ways in which a step stays where it is."""
    targets, ways, _ = chain.out[state]
    return ways[targets.index(state)] if state in targets else 0


def _longest_path(chain: Chain, order: list[int]) -> int:
    """The most steps that lead on."""
    longest = [0] * len(order)
    for state in order:
        more = longest[state] + 1
        for target in chain.out[state].targets:
            if target != state and longest[target] < more:
                longest[target] = more
    return max(longest)


def _longest(chain: Chain, order: list[int], stays: list[int], tolerance: float, work: Work) -> int:
    """Steps after which the game is over, but for a chance within the tolerance.

    By Markov's inequality the chance of more than n steps is at most E[z**steps] / z**n, for any z above 1 for which
    that mean is finite. What is really left out is counted afterwards.
    """
    most = max([stay / ways.whole for stay, ways in zip(stays, chain.out, strict=True)])
    shared: dict[int, list[float]] = {}
    onwards: list[Onwards] = []
    for state in reversed(order):
        targets, ways, whole = chain.out[state]
        if targets:
            # States that are alike share the list of their ways.
            if id(ways) not in shared:
                shared[id(ways)] = [number / whole for number in ways]
            onwards.append((state, targets, shared[id(ways)], stays[state] / whole))
    found = inf
    for hold in HOLDS:
        work.charge(2 * sum([len(targets) + 3 for _, targets, _, _ in onwards]))
        bound = _steps_for(onwards, len(order), tolerance, most**-hold)
        if bound > found:
            break  # the bound falls until it rises: a mean of powers is convex in its logarithm
        found = bound
    if found > MOST_STEPS:
        raise RuleError("rule/endless", f"This game can take more than {MOST_STEPS:,} steps.")
    return ceil(found)


def _steps_for(onwards: Sequence[Onwards], size: int, tolerance: float, z: float) -> float:
    means = [1.0] * size
    for state, targets, chances, stay in onwards:
        means[state] = 0.0  # what stays is not what leads on
        total = sum(map(mul, [means[target] for target in targets], chances))
        means[state] = z * total / (1 - z * stay)
        if means[state] == inf:
            return inf
    return max(1.0, (log(means[0]) - log(tolerance)) / log(z)) if means[0] > 0 else 1.0
