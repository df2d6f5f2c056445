"""Where a chain ends, exactly.

States that lead only onwards are passed once, in order: their chances are whole numbers out of a common scale, which
grows from depth to depth. States that lead back to each other are eliminated one by one: a game that enters one of them
goes where that one leads, and nothing is ever subtracted.
"""

from collections.abc import Iterable
from math import gcd, lcm
from typing import NamedTuple

from sixfold.counting import Work
from sixfold.solving.markov.chain import Moving
from sixfold.solving.markov.moves import EDGE

LONG = 2_000
"""Bits of a scale from which on it is worth looking for what it has in common with the ways."""

Leaving = tuple[int, int, int, int]
"""A state, the ways to it as a product of two, and what they are out of beside the scale so far."""


class Ended(NamedTuple):
    """The ways to each state in which a game ended, and what they are out of; what is missing did not end."""

    ways: dict[int, int]
    whole: int


def absorbed(chain: Moving, order: list[list[int]], work: Work) -> Ended:
    """Where a chain ends, its components in this order. Raises OddsError where elimination is too much work."""
    reached = _Reached()
    for depth in _by_depth(chain, order):
        leaving: list[Leaving] = []
        for component in depth:
            if not any(state in reached for state in component):
                continue
            if len(component) == 1:
                leaving += _onwards(chain, component[0], reached, work)
                continue
            ways, whole = _through(
                chain, component, {state: reached.take(state) for state in component if state in reached}, work
            )
            leaving += [(target, number, 1, whole) for target, number in ways.items()]
        reached.deepen(lcm(*{whole for _, _, _, whole in leaving}))
        reached.add(leaving)
    ended = {state: reached.take(state) for state in reached.states() if chain.done[state]}
    divisor = gcd(reached.whole, *ended.values())
    return Ended({state: ways // divisor for state, ways in ended.items()}, reached.whole // divisor)


class _Reached:
    """The ways in which states are reached, each out of the scale at the time when it was added to."""

    def __init__(self) -> None:
        self._ways: dict[int, tuple[int, int]] = {0: (0, 1)}
        self._wholes = [1]

    @property
    def whole(self) -> int:
        """What all ways are out of now."""
        return self._wholes[-1]

    def __contains__(self, state: int) -> bool:
        return state in self._ways

    def states(self) -> list[int]:
        return list(self._ways)

    def take(self, state: int) -> int:
        """The ways to a state, which is left now."""
        depth, ways = self._ways.pop(state)
        return ways * (self._wholes[-1] // self._wholes[depth])

    def deepen(self, factor: int) -> None:
        """From now on the ways are out of so many times as much."""
        self._wholes.append(self._wholes[-1] * factor)

    def add(self, leaving: Iterable[Leaving]) -> None:
        """Ways to states, out of the scale before it was deepened and a part of its factor."""
        now = len(self._wholes) - 1
        factor = self._wholes[-1] // self._wholes[-2] if now else 1
        rising: dict[int, int] = {}
        for state, ways, number, own in leaving:
            more = ways * (number * (factor // own))
            depth, before = self._ways.get(state, (now, 0))
            if depth != now and before:
                times = rising.get(depth)
                if times is None:
                    times = rising[depth] = self._wholes[-1] // self._wholes[depth]
                before *= times
            self._ways[state] = (now, before + more)


def _by_depth(chain: Moving, order: list[list[int]]) -> list[list[list[int]]]:
    """The components by the most others that lie before them."""
    depth = [0] * len(chain.out)
    found: list[list[list[int]]] = []
    for component in order:
        at = max([depth[state] for state in component])
        own = set(component)
        for state in component:
            for target in chain.out[state].targets:
                if depth[target] <= at and target not in own:
                    depth[target] = at + 1
        if chain.done[component[0]]:
            continue
        while len(found) <= at:
            found.append([])
        found[at].append(component)
    return found


def _onwards(chain: Moving, state: int, reached: _Reached, work: Work) -> list[Leaving]:
    """Where one state leads to, however often a step stays in it."""
    targets, numbers, whole = chain.out[state]
    ways = reached.take(state)
    if state in targets:
        whole -= numbers[targets.index(state)]
    work.charge(EDGE // 2 * len(targets))
    work.adding(ways.bit_length(), len(targets))
    pairs = zip(targets, numbers, strict=True)
    return [(target, ways, number, whole) for target, number in pairs if target != state]


def _through(chain: Moving, component: list[int], come: dict[int, int], work: Work) -> tuple[dict[int, int], int]:
    """Where states that lead back to each other are left to, for these ways of coming to each.

    Gives the ways to each state, and what they are out of, in units of one way of coming.
    """
    rows = {state: dict(zip(chain.out[state].targets, chain.out[state].ways, strict=True)) for state in component}
    wholes = {state: chain.out[state].whole for state in component}
    before: dict[int, set[int]] = {state: set() for state in component}
    for state, row in rows.items():
        for target in row:
            if target in before and target != state:
                before[target].add(state)
    mass = _Mass(come)
    open_states = set(component)
    while open_states:
        work.charge(3 * len(open_states))
        state = min(open_states, key=lambda at: (len(rows[at]) * len(before[at]), at))
        open_states.remove(state)
        row, sources = rows.pop(state), before.pop(state)
        going = wholes[state] - row.pop(state, 0)
        work.charge(EDGE * len(row) * (2 + len(sources)))
        work.adding(wholes[state].bit_length(), len(row) * (2 + 8 * len(sources)))
        work.adding(mass.whole.bit_length(), len(row) + len(mass.ways))
        mass.move(state, row, going)
        for target in row:
            if target in before:
                before[target].discard(state)
        for source in sources:
            _replace(rows, wholes, source, state, row, going)
            for target in row:
                if target in before and target != source:
                    before[target].add(source)
    return mass.ways, mass.whole


class _Mass:
    """How a chance is spread over states, as whole numbers out of one that grows with every division."""

    def __init__(self, ways: dict[int, int]) -> None:
        self.ways = ways
        self.whole = 1

    def move(self, state: int, row: dict[int, int], going: int) -> None:
        """Take what is at a state to others, each in so many of the ways of going."""
        mass = self.ways.pop(state, 0)
        if not mass:
            return
        divisor = gcd(mass, going)
        mass, factor = mass // divisor, going // divisor
        ways = self.ways
        if factor > 1:
            self.whole *= factor
            for other in ways:
                ways[other] *= factor
        for target, number in row.items():
            ways[target] = ways.get(target, 0) + mass * number
        if self.whole.bit_length() > LONG:
            divisor = gcd(self.whole, *ways.values())
            self.whole //= divisor
            for other in ways:
                ways[other] //= divisor


def _replace(
    rows: dict[int, dict[int, int]], wholes: dict[int, int], source: int, state: int, row: dict[int, int], going: int
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
    wholes[source] *= times
    divisor = gcd(wholes[source], *own.values())
    if divisor > 1:
        wholes[source] //= divisor
        for target in own:
            own[target] //= divisor
