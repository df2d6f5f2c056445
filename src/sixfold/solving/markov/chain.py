"""Every state that a game can come to, each once, and where one step leads from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import add
from typing import Any, NamedTuple

from sixfold.counting import Work
from sixfold.rules.states import Shape, maker
from sixfold.solving.games import Leaves, Place
from sixfold.solving.markov.moves import EDGE, Move, Moves, Uniform

FREE = 10_000
"""States up to which all are looked for; of more, those that are too rare to matter are left out."""


class Ways(NamedTuple):
    """Where one step leads: the numbers of states, the ways to each, and what the ways are out of."""

    targets: Sequence[int]
    ways: Sequence[int]
    whole: int


NOWHERE = Ways((), (), 1)


class Chain:
    """The states of a game that goes on until something is so.

    States are numbered in the order in which they are found, 0 is where it starts. `out` has the ways out of each;
    those that are `done`, and the rare ones that are not followed, have none. `endless` tells whether any of its
    throws can go on for ever, so that the ways do not add up to their whole.
    """

    def __init__(self, start: Place, until: Callable[[Any], object], work: Work) -> None:
        self.places: list[Place] = []
        self.done: list[bool] = []
        self.out: list[Ways] = []
        self.endless = False
        self.cut = False
        """Whether any state that can be reached was not followed."""
        self._until = until
        self._work = work
        self._numbers: dict[Shape, dict[Leaves, int]] = {}
        self._makers: dict[Shape, Callable[[Leaves], Any]] = {}
        self.number(start.shape, start.leaves)

    def number(self, shape: Shape, leaves: Leaves) -> int:
        """The number of a state, a new one where it has none."""
        numbers = self._numbers.setdefault(shape, {})
        found = numbers.get(leaves)
        if found is None:
            found = numbers[leaves] = len(self.places)
            make = self._makers.get(shape)
            if make is None:
                make = self._makers[shape] = maker(shape, decided=True)
            self.places.append(Place(shape, leaves))
            self.done.append(bool(self._until(make(leaves))))
            self.out.append(NOWHERE)
            self._work.charge(3 * EDGE)
        return found

    def state(self, number: int) -> Any:
        """The state of a number, as the rule knows it."""
        shape, leaves = self.places[number]
        return self._makers[shape](leaves)

    def explore(
        self, moves: Callable[[Shape, Sequence[Leaves]], Moves], rare: Fraction, most: int | None = None
    ) -> None:
        """Find every state, or those that can be reached in `most` steps, but for what is `rare` together."""
        uniform: dict[Shape, Sequence[Uniform]] = {}
        alive = Alive(self)
        frontier, steps = [0], 0
        while frontier and steps != most:
            if len(self.places) > FREE and alive.after(steps, self._work) <= rare:
                self.cut = True
                return
            known = len(self.places)
            for shape, states in self._by_shape(frontier).items():
                leaves = [self.places[state].leaves for state in states]
                if shape in uniform:
                    self._go(states, [move.of(leaves) for move in uniform[shape]])
                    continue
                found = moves(shape, leaves)
                self.endless = self.endless or found.more
                if found.uniform:
                    uniform[shape] = found.uniform
                self._go(states, found.moves)
            frontier = [state for state in range(known, len(self.places)) if not self.done[state]]
            steps += 1

    def _by_shape(self, states: Sequence[int]) -> dict[Shape, list[int]]:
        found: dict[Shape, list[int]] = {}
        for state in states:
            if not self.done[state]:
                found.setdefault(self.places[state].shape, []).append(state)
        return found

    def _go(self, states: Sequence[int], moves: Sequence[Move]) -> None:
        """Take up where these states lead to."""
        parts: dict[int, list[Ways]] = {}
        for move in moves:
            numbers = self._numbers.setdefault(move.shape, {})
            divisor = gcd(move.scale, *[ways for _, ways in move.changes])
            ways = [number // divisor for _, number in move.changes]
            changes = [change for change, _ in move.changes]
            self._work.charge(EDGE * len(move.bases) * len(changes))
            for at, base in zip(move.at, move.bases, strict=True):
                targets = []
                for change in changes:
                    leaves = tuple(map(add, base, change))
                    target = numbers.get(leaves)
                    targets.append(self.number(move.shape, leaves) if target is None else target)
                parts.setdefault(states[at], []).append(Ways(targets, ways, move.scale // divisor))
        for state, found in parts.items():
            self.out[state] = found[0] if len(found) == 1 else _merged(found)


class Alive:
    """How likely the game still goes on after so many steps, as far as doubles tell."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._chances = {0: 1.0}
        self._steps = 0

    def after(self, steps: int, work: Work) -> float:
        """The chance after so many steps; each more than the last time."""
        out = self._chain.out
        while self._steps < steps:
            following: dict[int, float] = {}
            for state, chance in self._chances.items():
                targets, ways, whole = out[state]
                work.charge(2 * len(targets))
                for target, number in zip(targets, ways, strict=True):
                    following[target] = following.get(target, 0.0) + chance * (number / whole)
            done = self._chain.done
            self._chances = {state: chance for state, chance in following.items() if not done[state]}
            self._steps += 1
        return sum(self._chances.values())


def _merged(parts: Sequence[Ways]) -> Ways:
    """Several ways out of one state as one."""
    whole = lcm(*[part.whole for part in parts])
    merged: dict[int, int] = {}
    for targets, ways, own in parts:
        factor = whole // own
        for target, number in zip(targets, ways, strict=True):
            merged[target] = merged.get(target, 0) + number * factor
    divisor = gcd(whole, *merged.values())
    return Ways(list(merged), [number // divisor for number in merged.values()], whole // divisor)
