"""The ends of a chain and their numbers of steps, if at most a few states lead back to each other.

The number of steps is the exponent of a packed polynomial, so that every state is passed once, whenever it is reached.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, repeat
from math import ceil, inf, lcm, log, log2
from operator import mul
from typing import NamedTuple

from sixfold.errors import RuleError
from sixfold.solving.counting.packed import ZERO, Packed, add, coefficient, coefficients, of_coefficients, repacked
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.chain import MarkovChain
from sixfold.solving.markov.moves import Game, State
from sixfold.solving.markov.transitions import depths

EXACT_BITS = 640
"""Games that can stay where they are are solved with rounded chances when exact ones would have more bits."""

MOST_STEPS = 1_000_000
"""Steps that are packed at most."""

HOLDS = (0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98)
"""Points at which the bound on the number of steps is tried, between no growth and the most that a state can hold."""


MOST_IN_COMPONENT = 4
"""States that lead to each other, at most: two fighters whose turn it is, with and without a bonus."""


class Component(NamedTuple):
    """A few states that lead to each other: where each leads and how likely, and how likely to each of these."""

    states: list[int]
    targets: list[Sequence[int]]
    chances: list[Sequence[float]]
    back: list[list[float]]


def counted(chain: MarkovChain, order: list[list[int]], tolerance: float, most: int | None, work: Work) -> Game:
    """Return the ends of a chain and their numbers of steps, its components in order: each has only a few states.

    With `most` it ends after so many steps, wherever it is; exact, and each component is one state.
    """
    step_scale = lcm(*{ways.scale for ways in chain.out})
    loops = any(len(states) > 1 or _ways(chain, states[0], states[0]) for states in order)
    if most is not None:
        longest = most if loops else min(max(depths(chain.out, order)), most)
    else:
        longest = _longest(chain, order, tolerance, work) if loops else max(depths(chain.out, order))
    rounded = most is None and loops and longest * step_scale.bit_length() > EXACT_BITS
    every = sum(chain.starts.values())
    steps = RoundedSteps(longest, tolerance, work, every) if rounded else ExactSteps(step_scale, longest, work, every)
    reached: dict[int, Packed] = {state: (0, steps.start(ways)) for state, ways in chain.starts.items()}
    finished: dict[int, Packed] = {}
    chances: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for states in order:
        polys = [reached.pop(state, ZERO) for state in states]
        if chain.done[states[0]]:
            if polys[0][1]:
                finished[states[0]] = polys[0]
            continue
        back = [[steps.chance(_ways(chain, at, to), chain.out[at].scale) for to in states] for at in states]
        leaving = steps.leaving(polys, back)
        last = steps.after(polys[0], leaving[0], back[0][0]) if longest == most else 0
        if last:
            finished[states[0]] = (longest, last)
        for state, (low, bits) in zip(states, leaving, strict=True):
            targets, ways, scale = chain.out[state]
            if not bits:
                continue
            work.adding(bits.bit_length(), len(targets))
            factors = chances.get((ways, scale))
            if factors is None:
                factors = chances[ways, scale] = [steps.chance(number, scale) for number in ways]
            products = {chance: bits * chance for chance in set(factors)}
            for target, chance in zip(targets, factors, strict=True):
                if target not in states:
                    before = reached.get(target, ZERO)
                    more = products[chance]
                    reached[target] = add(before, (low + 1, more), steps.width)
    steps.charge(finished)

    def ends(width: int) -> Iterator[tuple[State, int, Packed]]:
        return ((chain.places[state], steps.times, poly) for state, poly in steps.ends(finished, tolerance, width))

    longer = 1 if rounded or chain.endless else longest + 1
    return Game(ends, steps.scale, chain.endless or (loops and most is None), longer)


def _ways(chain: MarkovChain, state: int, target: int) -> int:
    """The ways in which a step leads from a state to another one."""
    targets, ways, _ = chain.out[state]
    return ways[targets.index(target)] if target in targets else 0


def _longest(chain: MarkovChain, order: list[list[int]], tolerance: float, work: Work) -> int:
    """Steps after which the game is over, but for a chance within the tolerance.

    By Markov's inequality the chance of more than n steps is at most E[z**steps] / z**n, for any z above 1 for which
    that mean is finite. What is really left out is counted afterwards.
    """
    onwards: list[Component] = []
    for states in reversed(order):
        if not chain.out[states[0]].targets:
            continue
        outs = [chain.out[state] for state in states]
        back = [[_ways(chain, at, to) / chain.out[at].scale for to in states] for at in states]
        onwards.append(
            Component(
                states,
                [way.targets for way in outs],
                [[number / way.scale for number in way.ways] for way in outs],
                back,
            )
        )
    most = max([_staying(back) for _, _, _, back in onwards])
    every = sum(chain.starts.values())
    starts = [(state, ways / every) for state, ways in chain.starts.items()]
    longest = inf
    for hold in HOLDS:
        work.charge(sum([len(targets) // 2 + 3 for _, all_targets, _, _ in onwards for targets in all_targets]))
        bound = _steps_for(onwards, starts, len(chain.out), tolerance, most**-hold)
        if bound > longest:
            break  # the bound falls until it rises: a mean of powers is convex in its logarithm
        longest = bound
    if longest > MOST_STEPS:
        raise RuleError("rule/endless", f"This game can take more than {MOST_STEPS:,} steps.")
    return ceil(longest)


def _staying(back: list[list[float]]) -> float:
    """How likely, at each of many steps, a game stays among some states, at most: a bound on the largest eigenvalue."""
    power = back
    for _ in range(2):
        power = [[sum(map(mul, row, column)) for column in zip(*power, strict=True)] for row in power]
    return float(max(map(sum, power)) ** 0.25)


def _steps_for(
    onwards: Sequence[Component], starts: Sequence[tuple[int, float]], size: int, tolerance: float, z: float
) -> float:
    means = [1.0] * size
    for states, targets, chances, back in onwards:
        for state in states:
            means[state] = 0.0  # what leads back is not what leads on
        onward = [
            z * sum(map(mul, map(means.__getitem__, to), odds)) for to, odds in zip(targets, chances, strict=True)
        ]
        rows = [[float(at == to) - z * chance for to, chance in enumerate(row)] for at, row in enumerate(back)]
        for at in reversed(range(1, len(states))):  # no pivot is near 0, since what comes back is less than all
            for to in range(at):
                times = rows[to][at] / rows[at][at]
                rows[to] = [one - times * other for one, other in zip(rows[to], rows[at], strict=True)]
                onward[to] -= times * onward[at]
        for at, state in enumerate(states):
            known = sum([rows[at][to] * means[states[to]] for to in range(at)])
            means[state] = (onward[at] - known) / rows[at][at]
            if means[state] == inf:
                return inf
    mean = sum([chance * means[state] for state, chance in starts])
    return max(1.0, (log(mean) - log(tolerance)) / log(z)) if mean > 0 else 1.0


Finished = dict[int, Packed]
"""The states in which a game ended, each with its ways by the number of steps, packed."""


class ExactSteps:
    """Exact ways as whole numbers: out of step_scale**n after n steps; the scale of each step divides `step_scale`."""

    times = 1
    """The factor of all ways in the end."""

    def __init__(self, step_scale: int, longest: int, work: Work, every: int) -> None:
        self.step_scale = step_scale
        self.longest = longest
        self.scale = step_scale**longest
        """The denominator of all ways in the end."""
        self.width = -(-(longest * step_scale.bit_length() + every.bit_length() + 7) // 8) * 8
        self._work = work

    def start(self, ways: int) -> int:
        """Return the coefficient of so many ways before the first step."""
        return ways

    def chance(self, number: int, scale: int) -> int:
        """The factor of a step that has so many ways out of a scale."""
        return number * (self.step_scale // scale)

    def leaving(self, polys: Sequence[Packed], back: list[list[int]]) -> list[Packed]:
        """Return the ways that leave states, after any number of steps from one of them to another.

        1 + m*x + (m*x)**2 + ... is the product of 1 + (m*x)**(2**i), also where m is a matrix.
        """
        come, length = [self._within((low, self._rounded(bits))) for low, bits in polys], 1
        while length < self.longest and any(map(any, back)):
            following = list(come)
            for (low, bits), chances in zip(come, back, strict=True):
                for to, chance in enumerate(chances):
                    if bits and chance and low + length < self.longest:
                        self._work.multiplying(bits.bit_length(), chance.bit_length())
                        moved = self._within((low + length, self._rounded(bits * chance)))
                        following[to] = add(following[to], moved, self.width)
            columns = list(zip(*back, strict=True))
            back = [[sum(map(self._times, row, column)) for column in columns] for row in back]
            come, length = following, length * 2
        return come

    def _within(self, poly: Packed) -> Packed:
        """Return the ways that lead on before the last step."""
        low, bits = poly
        room = max(0, self.longest - low) * self.width
        return (low, bits & ((1 << room) - 1)) if bits.bit_length() > room else poly

    def _rounded(self, bits: int) -> int:
        """The coefficients after a multiplication."""
        return bits

    def _times(self, chance: int, other: int) -> int:
        return chance * other

    def after(self, poly: Packed, leaving: Packed, stay: int) -> int:
        """The ways of being in a state after the last step: come there just then, or stayed since the step before."""
        come = coefficient(poly, self.longest, self.width)
        return come + stay * coefficient(leaving, self.longest - 1, self.width)

    def charge(self, finished: Finished) -> None:
        """Pay for what `ends` will do."""
        self._work.charge(4 * lengths(finished, self.width))

    def ends(self, finished: Finished, tolerance: float, width: int) -> Iterator[tuple[int, Packed]]:
        """The ways of every end, brought to one scale and packed in another width."""
        falling = list(accumulate(repeat(self.step_scale, self.longest), mul, initial=1))[::-1]
        for state, poly in finished.items():
            ways = list(map(mul, coefficients(poly, self.width), falling[poly[0] :]))
            yield state, of_coefficients(poly[0], ways, width)


class RoundedSteps(ExactSteps):
    """Chances out of a power of two, rounded down at every step: what is lost counts as unresolved.

    Each step is rounded to 64 bits, or to as many as the tolerance needs. A packed polynomial is rounded all at once:
    shifted right, and the bits that fall into the coefficient below masked away.
    """

    def __init__(self, longest: int, tolerance: float, work: Work, every: int) -> None:
        self.longest = longest
        self.times = every
        self._step = max(64, -(-(ceil(-log2(tolerance)) + longest.bit_length() + 8) // 64) * 64)
        self.scale = 1 << (2 * self._step)
        self.width = 3 * self._step + 8
        self._work = work
        self._bits = self.width - self._step
        """Bits of a coefficient once it is rounded."""
        self._ones = sum(1 << (at * self.width) for at in range(longest + 2))
        self._mask = self._ones * ((1 << self._bits) - 1)

    def start(self, ways: int) -> int:
        share: int = ways * self.scale // self.times
        return share << self._step  # as if it came of a step, which is rounded

    def chance(self, number: int, scale: int) -> int:
        return (number << self._step) // scale

    def _rounded(self, bits: int) -> int:
        return (bits >> self._step) & self._mask

    def _times(self, chance: int, other: int) -> int:
        return (chance * other) >> self._step

    def ends(self, finished: Finished, tolerance: float, width: int) -> Iterator[tuple[int, Packed]]:
        # So many ends that are rarer than this cannot be more than the tolerance together.
        rare = int(tolerance * self.scale) // max(1, lengths(finished, self.width))
        carries = self._ones * ((1 << self._bits) - 1 - rare)
        for state, (low, bits) in finished.items():
            ways = self._rounded(bits)
            # All coefficients at once: one that is not rare carries into the bit above it.
            enough = (ways + carries) >> self._bits & self._ones
            common = ways & ((enough << self._bits) - enough)
            if common:
                yield state, repacked((low, common), self.width, width)


def lengths(finished: Finished, width: int) -> int:
    """How many ends there are, at most."""
    return sum([bits.bit_length() // width + 1 for _, bits in finished.values()])
