"""Every state that a game can come to, each once, and where one step leads from it."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import add
from typing import Any, NamedTuple, Protocol

from sixfold.counting import Work
from sixfold.errors import OddsError
from sixfold.rules.states import Shape, maker
from sixfold.solving.games import Leaves, Place
from sixfold.solving.markov.moves import EDGE, Move, Moves

FREE = 10_000
"""States up to which all are looked for; of more, those that are too rare to matter are left out."""


LONG = 1_000
"""Bits of the longest number of a state: beyond it a game grows without an end."""


class Ways(NamedTuple):
    """Where one step leads: the numbers of states, the ways to each, and what the ways are out of."""

    targets: Sequence[int]
    ways: Sequence[int]
    whole: int


NOWHERE = Ways((), (), 1)


class Moving(Protocol):
    """States by number, where one step leads from each, and which of them are ends."""

    @property
    def out(self) -> list[Ways]: ...

    @property
    def done(self) -> list[bool]: ...


class Chain:
    """The states of a game that goes on until something is so.

    States are numbered in the order in which they are found, 0 is where it starts. `out` has the ways out of each;
    those that are `done`, and the rare ones that are not followed, have none. `endless` tells whether any of its
    rerolls can be endless, so that the ways do not add up to their whole.
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
            if any(leaf.bit_length() > LONG for leaf in leaves):
                raise OddsError(
                    "odds/too-large",
                    "This game reaches numbers of hundreds of digits: end it sooner (`until`, `most`).",
                )
        return found

    def state(self, number: int) -> Any:
        """The state of a number, as the rule knows it."""
        shape, leaves = self.places[number]
        return self._makers[shape](leaves)

    def explore(
        self, moves: Callable[[Shape, Sequence[Leaves]], Moves], rare: Fraction, most: int | None = None
    ) -> None:
        """Find every state, or those that can be reached in `most` steps, but for what is `rare` together."""
        known: dict[Shape, Known] = {}
        alive = Alive(self)
        frontier, steps = [0], 0
        while frontier and steps != most:
            if len(self.places) > FREE and alive.after(steps, self._work) <= rare:
                self.cut = True
                return
            before = len(self.places)
            for shape, states in self._by_shape(frontier).items():
                found = known.setdefault(shape, Known())
                for group in self._alike(shape, states, found, moves):
                    self._go(group, found.of(self.places[group[0]].leaves))
            frontier = [state for state in range(before, len(self.places)) if not self.done[state]]
            steps += 1

    def _by_shape(self, states: Sequence[int]) -> dict[Shape, list[int]]:
        found: dict[Shape, list[int]] = {}
        for state in states:
            if not self.done[state]:
                found.setdefault(self.places[state].shape, []).append(state)
        return found

    def _alike(
        self,
        shape: Shape,
        states: Sequence[int],
        known: "Known",
        moves: Callable[[Shape, Sequence[Leaves]], Moves],
    ) -> list[list[int]]:
        """The states in groups that have the same moves, all of which are known then."""
        while True:
            groups: dict[Leaves, list[int]] = {}
            for state in states:
                groups.setdefault(known.key(self.places[state].leaves), []).append(state)
            fresh = [self.places[group[0]].leaves for key, group in groups.items() if key not in known.moves]
            if not fresh:
                return list(groups.values())
            found = moves(shape, fresh)
            self.endless = self.endless or found.more
            if not found.looked <= set(known.looked):
                known.looked = tuple(sorted({*known.looked, *found.looked}))
                known.moves.clear()
            for leaves, own in zip(fresh, found.moves, strict=True):
                known.moves[known.key(leaves)] = own

    def _go(self, states: Sequence[int], moves: Sequence[Move]) -> None:
        """Take up where these states lead to."""
        leaves = [self.places[state].leaves for state in states]
        parts: list[list[Ways]] = [[] for _ in states]
        for move in moves:
            numbers = self._numbers.setdefault(move.shape, {})
            divisor = gcd(move.scale, *[ways for _, ways in move.changes])
            ways = [number // divisor for _, number in move.changes]
            changes = [change for change, _ in move.changes]
            self._work.charge(EDGE * len(states) * len(changes) // 3)
            for own, base in zip(parts, move.bases(leaves), strict=True):
                targets = []
                for change in changes:
                    following = tuple(map(add, base, change))
                    target = numbers.get(following)
                    targets.append(self.number(move.shape, following) if target is None else target)
                own.append(Ways(targets, ways, move.scale // divisor))
        alike: dict[tuple[int, ...], Ways] = {}
        for state, found in zip(states, parts, strict=True):
            if found:
                self.out[state] = found[0] if len(found) == 1 else _merged(found, alike)


class Known:
    """What is known of the steps from states of one shape: the leaves that they look at, and the moves for these."""

    def __init__(self) -> None:
        self.looked: tuple[int, ...] = ()
        self.moves: dict[Leaves, list[Move]] = {}

    def key(self, leaves: Leaves) -> Leaves:
        """What a step looks at."""
        return tuple([leaves[at] for at in self.looked])

    def of(self, leaves: Leaves) -> list[Move]:
        """The moves from a state."""
        return self.moves[self.key(leaves)]


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
            following: defaultdict[int, float] = defaultdict(float)
            for state, chance in self._chances.items():
                targets, ways, whole = out[state]
                work.charge(len(targets))
                for target, number in zip(targets, ways, strict=True):
                    following[target] += chance * (number / whole)
            done = self._chain.done
            self._chances = {state: chance for state, chance in following.items() if not done[state]}
            self._steps += 1
        return sum(self._chances.values())


def _merged(parts: Sequence[Ways], alike: dict[tuple[int, ...], Ways]) -> Ways:
    """Several ways out of one state as one; states whose parts are `alike`, and lead to different states, share it."""
    targets = [target for part in parts for target in part.targets]
    apart = len(set(targets)) == len(targets)
    key = tuple([id(part.ways) for part in parts])
    if apart and key in alike:
        return alike[key]._replace(targets=targets)
    whole = lcm(*[part.whole for part in parts])
    merged: dict[int, int] = {}
    for part in parts:
        factor = whole // part.whole
        for target, number in zip(part.targets, part.ways, strict=True):
            merged[target] = merged.get(target, 0) + number * factor
    divisor = gcd(whole, *merged.values())
    found = Ways(list(merged), [number // divisor for number in merged.values()], whole // divisor)
    if apart:
        alike[key] = found
    return found
