"""Where a chain ends and after how many steps, where at most two states lead back to each other.

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


class Onwards(NamedTuple):
    """One state or two that lead to each other: where each leads and how likely, and how likely it leads back."""

    states: list[int]
    targets: list[Sequence[int]]
    chances: list[Sequence[float]]
    back: list[float]


class Counted(NamedTuple):
    """Where a game ended: `ends` gives each state with its numbers of steps, packed in a given width.

    All ways are out of `whole`. What they do not come to is that of longer games, and what was rounded away.
    """

    ends: Callable[[int], Iterator[tuple[int, Packed]]]
    whole: int


def counted(chain: Chain, order: list[list[int]], tolerance: float, work: Work, most: int | None = None) -> Counted:
    """Where a chain ends and after how many steps, its components in order: one state or a `pair`.

    With `most` it ends after so many steps, wherever it is; exact, and there may be no pairs.
    """
    scale = lcm(*{ways.whole for ways in chain.out})
    loops = any(len(states) == 2 or _ways(chain, states[0], states[0]) for states in order)
    if most is not None:
        longest = most if loops else min(_longest_path(chain, order), most)
    else:
        longest = _longest(chain, order, tolerance, work) if loops else _longest_path(chain, order)
    rounded = most is None and loops and longest * scale.bit_length() > EXACT_BITS
    steps = RoundedSteps(longest, tolerance, work) if rounded else ExactSteps(scale, longest, work)
    reached: dict[int, Packed] = {0: (0, steps.start)}
    finished: dict[int, Packed] = {}
    chances: dict[int, list[int]] = {}
    for states in order:
        polys = [reached.pop(state, ZERO) for state in states]
        if chain.done[states[0]]:
            if polys[0][1]:
                finished[states[0]] = polys[0]
            continue
        back = [
            steps.chance(_ways(chain, at, to), chain.out[at].whole) for at, to in zip(states, states[::-1], strict=True)
        ]
        if len(states) == 2:
            leaving = steps.exchanged(polys[0], polys[1], back[0], back[1])
        else:
            leaving = [steps.leaving(polys[0], back[0])]
            last = steps.after(polys[0], leaving[0], back[0]) if longest == most else 0
            if last:
                finished[states[0]] = (longest, last)
        for state, (low, bits) in zip(states, leaving, strict=True):
            targets, ways, whole = chain.out[state]
            if not bits:
                continue
            work.adding(bits.bit_length(), len(targets))
            # States that are alike share the list of their ways.
            factors = chances.get(id(ways))
            if factors is None:
                factors = chances[id(ways)] = [steps.chance(number, whole) for number in ways]
            for target, chance in zip(targets, factors, strict=True):
                if target not in states:
                    found = reached.get(target)
                    term = (low + 1, bits * chance)
                    reached[target] = term if found is None else add(found, term, steps.width)
    steps.charge(finished)
    return Counted(lambda width: steps.ends(finished, tolerance, width), steps.whole)


def pair(chain: Chain, states: list[int]) -> bool:
    """Whether these are two states that lead to each other, and in which no step stays."""
    return len(states) == 2 and not any(_ways(chain, state, state) for state in states)


def _ways(chain: Chain, state: int, target: int) -> int:
    """The ways in which a step leads from a state to another one."""
    targets, ways, _ = chain.out[state]
    return ways[targets.index(target)] if target in targets else 0


def _longest_path(chain: Chain, order: list[list[int]]) -> int:
    """The most steps that lead on, where every state leads on or stays."""
    longest = [0] * len(order)
    for (state,) in order:
        more = longest[state] + 1
        for target in chain.out[state].targets:
            if target != state and longest[target] < more:
                longest[target] = more
    return max(longest)


def _longest(chain: Chain, order: list[list[int]], tolerance: float, work: Work) -> int:
    """Steps after which the game is over, but for a chance within the tolerance.

    By Markov's inequality the chance of more than n steps is at most E[z**steps] / z**n, for any z above 1 for which
    that mean is finite. What is really left out is counted afterwards.
    """
    shared: dict[int, list[float]] = {}
    onwards: list[Onwards] = []
    for states in reversed(order):
        if chain.done[states[0]] or not chain.out[states[0]].targets:
            continue
        outs = [chain.out[state] for state in states]
        for ways in outs:
            # States that are alike share the list of their ways.
            if id(ways.ways) not in shared:
                shared[id(ways.ways)] = [number / ways.whole for number in ways.ways]
        back = [_ways(chain, at, to) / chain.out[at].whole for at, to in zip(states, states[::-1], strict=True)]
        onwards.append(Onwards(states, [way.targets for way in outs], [shared[id(way.ways)] for way in outs], back))
    # How likely a state comes back at each step; with a pair that is every second step.
    most = max([back[0] if len(back) == 1 else (back[0] * back[1]) ** 0.5 for _, _, _, back in onwards])
    found = inf
    for hold in HOLDS:
        work.charge(sum([len(targets) // 2 + 3 for _, each, _, _ in onwards for targets in each]))
        bound = _steps_for(onwards, len(chain.out), tolerance, most**-hold)
        if bound > found:
            break  # the bound falls until it rises: a mean of powers is convex in its logarithm
        found = bound
    if found > MOST_STEPS:
        raise RuleError("rule/endless", f"This game can take more than {MOST_STEPS:,} steps.")
    return ceil(found)


def _steps_for(onwards: Sequence[Onwards], size: int, tolerance: float, z: float) -> float:
    means = [1.0] * size
    for states, targets, chances, back in onwards:
        for state in states:
            means[state] = 0.0  # what leads back is not what leads on
        onward = [z * sum(map(mul, [means[at] for at in to], odds)) for to, odds in zip(targets, chances, strict=True)]
        if len(states) == 1:
            means[states[0]] = onward[0] / (1 - z * back[0])
        else:
            rounds = 1 - z * z * back[0] * back[1]
            means[states[0]] = (onward[0] + z * back[0] * onward[1]) / rounds
            means[states[1]] = (onward[1] + z * back[1] * onward[0]) / rounds
        if inf in (means[states[0]], means[states[-1]]):
            return inf
    return max(1.0, (log(means[0]) - log(tolerance)) / log(z)) if means[0] > 0 else 1.0
