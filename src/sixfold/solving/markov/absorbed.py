"""The exact ends of a chain.

States that lead only onwards are passed once, in order: their chances are whole numbers out of a common scale, which
grows from depth to depth. States that lead back to each other are eliminated one by one: a game that enters one of them
goes where that one leads, and nothing is ever subtracted.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import gcd, lcm

from sixfold.base.mappings import grouped
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.transitions import CHANGE_WORK, Transitions, depths

REDUCED_FROM = 2_000
"""Bits of a scale from which on it is worth looking for what it has in common with the ways."""

Leaving = tuple[int, int, int, int]
"""A state, the ways to it as a product of two, and what they are out of beside the scale so far."""


def absorbed(
    out: list[Transitions], done: list[bool], order: list[list[int]], work: Work, starts: Mapping[int, int]
) -> tuple[dict[int, int], int]:
    """The ways to each absorbing state from `starts` with their ways, and the factor by which these grew.

    What is missing did not end. `order` has the components of the chain. Raises OddsError where elimination is too much
    work.
    """
    reached = _Reached(starts)
    depth = depths(out, order)
    # The components by the most others that lie before them.
    going = grouped((depth[component[0]], component) for component in order if not done[component[0]])
    for _, together in sorted(going.items()):
        leaving: list[Leaving] = []
        for component in together:
            come = {state: reached.take(state) for state in component if state in reached.ways}
            if come and len(component) == 1:
                leaving += _onwards(out, component[0], come[component[0]], work)
            elif come:
                ways, scale = _through(out, component, come, work)
                leaving += [(target, number, 1, scale) for target, number in ways.items()]
        reached.add(leaving)
    ended = {state: reached.take(state) for state in list(reached.ways) if done[state]}
    divisor = gcd(reached.scales[-1], *ended.values())
    return {state: ways // divisor for state, ways in ended.items()}, reached.scales[-1] // divisor


class _Reached:
    """The ways in which states are reached, each out of the scale at the time when it was added to."""

    def __init__(self, starts: Mapping[int, int]) -> None:
        self.ways: dict[int, tuple[int, int]] = {state: (0, ways) for state, ways in starts.items()}
        """By state, with how often the scale had grown then."""
        self.scales = [1]
        """The denominators of all ways, now and before."""

    def take(self, state: int) -> int:
        """The ways to a state, which is left now."""
        depth, ways = self.ways.pop(state)
        return ways * (self.scales[-1] // self.scales[depth])

    def add(self, leaving: Sequence[Leaving]) -> None:
        """Ways to states, out of the scale and a part of the factor by which it grows now."""
        now = len(self.scales)
        factor = lcm(*{scale for _, _, _, scale in leaving})
        self.scales.append(self.scales[-1] * factor)
        rising: dict[int, int] = {}
        for state, ways, number, own in leaving:
            more = ways * (number * (factor // own))
            depth, before = self.ways.get(state, (now, 0))
            if depth != now and before:
                times = rising.get(depth)
                if times is None:
                    times = rising[depth] = self.scales[-1] // self.scales[depth]
                before *= times
            self.ways[state] = (now, before + more)


def _onwards(out: list[Transitions], state: int, come: int, work: Work) -> list[Leaving]:
    """Return the successors of one state, however often a step stays in it."""
    targets, numbers, scale = out[state]
    if state in targets:
        scale -= numbers[targets.index(state)]
    work.charge(CHANGE_WORK // 2 * len(targets))
    work.adding(come.bit_length(), len(targets))
    pairs = zip(targets, numbers, strict=True)
    return [(target, come, number, scale) for target, number in pairs if target != state]


def _through(
    out: list[Transitions], component: list[int], ways: dict[int, int], work: Work
) -> tuple[dict[int, int], int]:
    """Return the exits from states that lead back to each other, for these ways of coming to each.

    Gives the ways to each state, and what they are out of, in units of one way of coming.
    """
    rows = {state: dict(zip(out[state].targets, out[state].ways, strict=True)) for state in component}
    scale = 1
    for state, row, going in eliminated(rows, {state: out[state].scale for state in component}, work):
        work.adding(scale.bit_length(), len(row) + len(ways))
        come = ways.pop(state, 0)
        if not come:
            continue
        divisor = gcd(come, going)
        come, factor = come // divisor, going // divisor
        if factor > 1:
            scale *= factor
            for other in ways:
                ways[other] *= factor
        for target, number in row.items():
            ways[target] = ways.get(target, 0) + come * number
        if scale.bit_length() > REDUCED_FROM:
            divisor = gcd(scale, *ways.values())
            scale //= divisor
            for other in ways:
                ways[other] //= divisor
    return ways, scale


def eliminated(
    rows: dict[int, dict[int, int]], scales: dict[int, int], work: Work
) -> Iterator[tuple[int, dict[int, int], int]]:
    """States that lead back to each other, those that are cheap to leave out first.

    Gives each with the ways to states that come later, or are none of these, and what these ways are out of.
    """
    before: dict[int, set[int]] = {state: set() for state in rows}
    for state, row in rows.items():
        for target in row.keys() & rows.keys() - {state}:
            before[target].add(state)
    cheapest = [(len(row) * len(before[state]), state) for state, row in rows.items()]
    heapify(cheapest)
    while rows:
        cost, state = heappop(cheapest)
        if state not in rows or cost != len(rows[state]) * len(before[state]):
            continue  # what it costs has changed: it is there again
        row, sources = rows.pop(state), before.pop(state)
        going = scales[state] - row.pop(state, 0) or 1  # where no step leads on, nothing comes of it
        work.charge(20 + CHANGE_WORK * len(row) * (2 + len(sources)))
        work.adding(scales[state].bit_length(), len(row) * (2 + 8 * len(sources)))
        yield state, row, going
        onwards = row.keys() & rows.keys()
        for target in onwards:
            before[target].discard(state)
        for source in sources:
            _replace(rows, scales, source, state, row, going)
            for target in onwards - {source}:
                before[target].add(source)
        for other in onwards | sources:
            heappush(cheapest, (len(rows[other]) * len(before[other]), other))


def _replace(
    rows: dict[int, dict[int, int]], scales: dict[int, int], source: int, state: int, row: dict[int, int], going: int
) -> None:
    """Have a state lead at once where another one leads that is eliminated."""
    own = rows[source]
    number = own.pop(state)
    divisor = gcd(going, number)
    times, more = going // divisor, number // divisor
    for target in own:
        own[target] *= times
    for target, ways in row.items():
        own[target] = own.get(target, 0) + more * ways
    scales[source] *= times
    divisor = gcd(scales[source], *own.values())
    if divisor > 1:
        scales[source] //= divisor
        for target in own:
            own[target] //= divisor
