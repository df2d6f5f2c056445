"""Every state that a game can come to, each once, and where one step leads from it."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import gcd
from operator import add
from typing import Any

from sixfold.base.mappings import Memo, grouped
from sixfold.base.printable import shown
from sixfold.errors import OddsError, RuleError
from sixfold.rules.states import Shape, maker
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.markov.moves import Leaves, Move, Moves, State
from sixfold.solving.markov.transitions import CHANGE_WORK, NOWHERE, Transitions, merged

FREE = 10_000
"""States up to which all are looked for; of more, those are left out that are reached too late to matter."""

ROUND_WORK = 100
"""Work of one more step from all states that were new in the step before, beside these."""

NEGLIGIBLE = 1e-20
"""The part of what is rare below which the chance of a single state does not matter."""

MOST_LEAF_BITS = 1_000
"""Bits of the longest number of a state: beyond it a game grows without an end."""

Alike = dict[tuple[tuple[tuple[int, ...], int], ...], Transitions]
"""The ways out of states, by the ways and the scale of each of their parts."""


class KnownMoves:
    """Known moves from states of one shape, by the leaves that the step reads."""

    def __init__(self) -> None:
        self.looked: tuple[int, ...] = ()
        self.moves: dict[Leaves, list[Move]] = {}

    def key(self, leaves: Leaves) -> Leaves:
        """Return the values that a step reads."""
        return tuple([leaves[at] for at in self.looked])


class MarkovChain:
    """The states of a game that goes on until something is so.

    States are numbered in the order in which they are found; `starts` are those in which it begins, with their ways.
    `out` has the ways out of each;
    those that are `done`, and the rare ones that are not followed, have none. `endless` tells whether any of its
    rerolls can be endless, so that the ways do not add up to their scale, or rare states were not followed.
    """

    def __init__(self, starts: Mapping[State, int], until: Callable[[Any], object], work: Work) -> None:
        self.places: list[State] = []
        self.done: list[bool] = []
        self.out: list[Transitions] = []
        self.endless = False
        self.several_ends = False
        """Whether games that were left out may end in states of other shapes than those that are known."""
        self._until = until
        self._work = work
        self._numbers: dict[Shape, dict[Leaves, int]] = {}
        self._makers: Memo[Shape, Callable[[Leaves], Any]] = Memo(lambda shape: maker(shape, decided=True))
        self.starts = {self.number(*start): ways for start, ways in starts.items()}

    def number(self, shape: Shape, leaves: Leaves) -> int:
        """The number of a state, a new one where it has none."""
        numbers = self._numbers.setdefault(shape, {})
        number = numbers.get(leaves)
        if number is None:
            number = numbers[leaves] = len(self.places)
            self.places.append(State(shape, leaves))
            self.done.append(bool(self._until(self._makers[shape](leaves))))
            self.out.append(NOWHERE)
            self._work.charge(8 * CHANGE_WORK)
            if any(leaf.bit_length() > MOST_LEAF_BITS for leaf in leaves):
                raise OddsError(
                    "odds/too-large",
                    "This game reaches numbers of hundreds of digits: end it sooner (`until`, `most`).",
                )
        return number

    def state(self, number: int) -> Any:
        """The state of a number, as the rule knows it."""
        shape, leaves = self.places[number]
        return self._makers[shape](leaves)

    def explore(
        self, moves: Callable[[Shape, Sequence[Leaves]], Moves], rare: Fraction, most: int | None = None
    ) -> None:
        """Find every state, or those that can be reached in `most` steps, but for what is `rare` together."""
        known: dict[Shape, KnownMoves] = {}
        likely, found_after = float(rare), [len(self.places)]
        alive, looked_at = self._alive(likely * NEGLIGIBLE), 0
        frontier, steps = [state for state in self.starts if not self.done[state]], 0
        while frontier and steps != most:
            if len(self.places) > FREE:
                for after, going_on in enumerate(islice(alive, len(found_after) - looked_at), looked_at + 1):
                    if going_on <= likely:
                        self._cut(found_after[:after])
                        return
                looked_at = len(found_after)
            self._work.charge(ROUND_WORK)
            before = len(self.places)
            for shape, states in grouped((self.places[state].shape, state) for state in frontier).items():
                known_moves = known.setdefault(shape, KnownMoves())
                for group in self._alike(shape, states, known_moves, moves):
                    self._go(group, known_moves.moves[known_moves.key(self.places[group[0]].leaves)])
            frontier = [state for state in range(before, len(self.places)) if not self.done[state]]
            found_after.append(len(self.places))
            steps += 1

    def _cut(self, found_after: Sequence[int]) -> None:
        """Leave out what was found after some steps, where as many states were known after each of them.

        Nothing leads on from the last of these: a game that comes there still goes on after so many steps.
        """
        self.endless = True
        self.several_ends = len({place.shape for place, done in zip(self.places, self.done, strict=True) if done}) != 1
        last, size = (0, *found_after)[-2:]
        del self.places[size:], self.done[size:]
        self.out[last:] = [NOWHERE] * (size - last)

    def _alive(self, least: float) -> Iterator[float]:
        """How likely the game still goes on after 0, 1, ... steps, as doubles tell; without the `least` chances."""
        every = sum(self.starts.values())
        chances = {state: ways / every for state, ways in self.starts.items() if not self.done[state]}
        while True:
            yield sum(chances.values())
            following: defaultdict[int, float] = defaultdict(float)
            for state, chance in chances.items():
                targets, ways, scale = self.out[state]
                self._work.charge(10 + 2 * len(targets))
                for target, number in zip(targets, ways, strict=True):
                    following[target] += chance * (number / scale)
            chances = {at: chance for at, chance in following.items() if chance > least and not self.done[at]}

    def _alike(
        self, shape: Shape, states: Sequence[int], known: KnownMoves, moves: Callable[[Shape, Sequence[Leaves]], Moves]
    ) -> list[list[int]]:
        """The states in groups that have the same moves, all of which are known then."""
        while True:
            groups = grouped((known.key(self.places[state].leaves), state) for state in states)
            fresh = [self.places[group[0]].leaves for key, group in groups.items() if key not in known.moves]
            if not fresh:
                return list(groups.values())
            fresh_moves = moves(shape, fresh)
            self.endless = self.endless or fresh_moves.more
            if not fresh_moves.looked <= set(known.looked):
                known.looked = tuple(sorted({*known.looked, *fresh_moves.looked}))
                known.moves.clear()
            for leaves, own in zip(fresh, fresh_moves.moves, strict=True):
                known.moves[known.key(leaves)] = own

    def _go(self, states: Sequence[int], moves: Sequence[Move]) -> None:
        """Take up where these states lead to."""
        leaves = [self.places[state].leaves for state in states]
        parts: list[list[Transitions]] = [[] for _ in states]
        for move in moves:
            numbers = self._numbers.setdefault(move.shape, {})
            divisor = gcd(move.scale, *[ways for _, ways in move.changes])
            ways = tuple([number // divisor for _, number in move.changes])
            changes = [change for change, _ in move.changes]
            self._work.charge(CHANGE_WORK * len(states) * len(changes))
            for own, base in zip(parts, move.bases(leaves), strict=True):
                targets = []
                for change in changes:
                    following = tuple(map(add, base, change))
                    target = numbers.get(following)
                    targets.append(self.number(move.shape, following) if target is None else target)
                own.append(Transitions(targets, ways, move.scale // divisor))
        alike: Alike = {}
        for state, transitions in zip(states, parts, strict=True):
            if transitions:
                self.out[state] = transitions[0] if len(transitions) == 1 else _shared(transitions, alike)


def _shared(parts: Sequence[Transitions], alike: Alike) -> Transitions:
    """Several ways out of one state as one; states whose parts are `alike`, and lead to different states, share it."""
    targets = [target for part in parts for target in part.targets]
    if len(set(targets)) < len(targets):
        return merged(parts)
    key = tuple([(part.ways, part.scale) for part in parts])
    if key not in alike:
        alike[key] = merged(parts)
    return alike[key]._replace(targets=targets)


def check_ends(chain: MarkovChain, order: list[list[int]]) -> None:
    """Raises RuleError (rule/endless) where a game can come to states from which nothing leads to an end."""
    for component in order:
        own = set(component)
        targets = [chain.out[state].targets for state in component]
        if any(targets) and all(map(own.issuperset, targets)):
            raise RuleError(
                "rule/endless",
                f"Once this game comes to {shown(chain.state(min(component)))} it never ends: no step leads from there "
                "to where `until` is true.",
            )
