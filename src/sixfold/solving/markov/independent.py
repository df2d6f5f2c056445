"""Games whose steps do not hang on the state, until one of them ends it: a die rolled again as long as it is a 6.

The order of such steps does not matter, only how many there were of each kind: a negative multinomial distribution.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import count, repeat
from math import comb
from operator import itemgetter
from typing import Any, NamedTuple

from sixfold.errors import RuleError
from sixfold.rules.dice import D6, chain_length
from sixfold.rules.interval import Interval, Undecided
from sixfold.rules.roll_again import RollAgain, Rolled
from sixfold.rules.states import Shape, kinds_of_leaves, maker, taken_apart
from sixfold.solving.context import Context
from sixfold.solving.counting.adding import tallies
from sixfold.solving.counting.packed import IDENTITY, ZERO, Packed, pack, unpack
from sixfold.solving.hand_answers import reading
from sixfold.solving.joint_distribution import Alternatives, Answers, Distributions, Entries, JointDistribution, Kind
from sixfold.solving.markov.moves import Changes, Leaves, Moves, State

MOST_TALLIES = 20_000
"""How often all kinds of steps may have come, in as many ways: with more, a game is followed from state to state."""


Counted = tuple[int, tuple[int, ...]]
"""How many steps of each kind there were, after the ways of that."""


class IndependentSteps(NamedTuple):
    """Steps of which each adds one of `onwards` to the leaves and goes on, or ends with a value at one place.

    Their ways are out of `scale`. `start` has the leaves to which all is added, in `every` way.
    """

    shape: Shape
    start: Leaves
    every: int
    place: int
    onwards: dict[Leaves, int]
    ends: dict[int, int]
    scale: int

    def _depth(self, context: Context) -> int:
        """Steps that go on, up to which they are followed."""
        return chain_length(Fraction(sum(self.onwards.values()), self.scale), context.tolerance / 4)

    def few(self, context: Context) -> bool:
        """Whether there are few enough ways in which the steps can have come."""
        return comb(self._depth(context) + len(self.onwards), len(self.onwards)) <= MOST_TALLIES

    def alternatives(self, context: Context) -> Alternatives:
        """The final states that are likely enough. They leave out half of the tolerance at most.

        A part of that is for games that are too long, the rest for rare numbers of steps.
        """
        depth, weights, scale = self._depth(context), list(self.onwards.values()), self.scale
        context.work.charge(10 * comb(depth + len(weights), len(weights)))
        context.work.adding(depth * scale.bit_length(), depth)
        total = scale ** (depth + 1)
        context.widen((self.every * total).bit_length())
        rising = [scale**length for length in range(depth + 1)]
        counted = [(number * rising[depth - sum(counts)], counts) for counts, number in tallies(weights, depth)]
        context.work.charge(20 * len(counted))
        # The rarest counts, which together have no more ways than allowed, are left out.
        spare = (context.tolerance / 2 * total - sum(weights) ** (depth + 1)) // sum(self.ends.values())
        counted.sort(key=itemgetter(0))
        dropped = 0
        while dropped < len(counted) and counted[dropped][0] <= spare:
            spare -= counted[dropped][0]
            dropped += 1
        kept = counted[dropped:]
        end = pack(self.ends, context.width)
        ways = [self.every * number for number, _ in kept]
        columns = list(zip(*[counts for _, counts in kept], strict=True)) if kept else [()] * len(weights)
        answers = self._answers(columns, len(kept))
        entries: Entries = list(zip(answers, ways, repeat(end), strict=False))
        distributions = (JointDistribution(entries, total, self._kinds(Kind.NUMBER)),) if entries else ()
        return Alternatives(distributions, partial(self._tails, kept, total, end, context) if weights else None)

    def _kinds(self, kind: str) -> tuple[str, ...]:
        kinds = [kind] * len(self.start)
        kinds[self.place] = Kind.PACKED
        return (Kind.NAME, *kinds)

    def _answers(self, counts: Sequence[Sequence[Any]], size: int) -> Iterable[Answers]:
        """The shape and the leaves after so many steps of each kind, column by column; the last value is packed."""
        columns: list[Iterable[Any]] = [repeat(self.shape, size)]
        for at, leaf in enumerate(self.start):
            changes = [(column, change[at]) for column, change in zip(counts, self.onwards, strict=True) if change[at]]
            if at == self.place:
                columns.append(repeat(IDENTITY, size))
            else:
                scaled = [[number * change for number in column] for column, change in changes]
                columns.append(map(sum, zip(repeat(leaf, size), *scaled, strict=True)))
        return zip(*columns, strict=True)

    def _tails(self, kept: Sequence[Counted], total: int, end: Packed, context: Context) -> Distributions:
        """All other games. How they end does not depend on how many steps there were before.

        Of games in which steps of only one kind came, it is known which, and that there are more of it.
        """
        ways, size = sum(self.ends.values()), len(self.onwards)
        known = {counts: Fraction(number, total) for number, counts in kept}
        left = 1 - ways * sum(known.values(), Fraction(0))
        cases: list[tuple[Fraction, list[Any]]] = []
        for at, weight in enumerate(self.onwards.values()):
            alone = {counts[at]: chance for counts, chance in known.items() if sum(counts) == counts[at] > 0}
            chance = ways * (Fraction(weight, self.scale * (self.scale - weight)) - sum(alone.values()))
            least = next(number for number in count(1) if number not in alone)
            more = Interval(least, None, endless=True)
            cases.append((chance, [more if place == at else 0 for place in range(size)]))
            left -= chance
        if left:
            cases.append((left, [Interval(0, None, endless=True)] * size))
        distributions = []
        for chance, counts in cases:
            scale = chance.denominator * ways
            context.widen((self.every * scale).bit_length())
            (answers,) = self._answers([(number,) for number in counts], 1)
            entries: Entries = [(answers, self.every * chance.numerator, end)]
            distributions.append(JointDistribution(entries, scale, self._kinds(Kind.NAME), tail=True))
        return tuple(distributions)


def independent(
    start: State, every: int, moves: Moves, until: Callable[[Any], object], context: Context
) -> IndependentSteps | None:
    """Return a game as steps that do not hang on its state; None for any other game.

    One leaf is new with each step, and tells alone whether the game is over; to all others something is added.
    """
    if moves.looked or moves.more or len(moves.moves[0]) != 1 or moves.moves[0][0].shape != start.shape:
        return None
    shape, forms, numbers, changes, scale = moves.moves[0][0]
    fresh = [at for at, form in enumerate(forms) if not form]
    added = all(form in ((), ((at, 1),)) for at, form in enumerate(forms))
    if len(fresh) != 1 or len(forms) == 1 or not added or any(numbers) or Kind.YES_OR_NO in kinds_of_leaves(shape):
        return None
    make, leaves, (place,) = maker(shape, decided=True), [Interval(None, None)] * len(forms), fresh

    def over(value: int) -> object:
        return until(make([*leaves[:place], value, *leaves[place + 1 :]]))

    steps = _steps(start, every, place, changes, scale, over)
    return steps if steps is not None and steps.few(context) else None


def rolled_again(step: RollAgain, start: Rolled, context: Context) -> IndependentSteps:
    """Return dice that are rolled again and again as independent steps; none of them is run."""
    (distribution,) = reading(context, step.size, D6, (step.fold,)).distributions
    changes: Changes = []
    for value, ways in unpack(distribution.entries[0][2] or ZERO, context.width):
        counts, last = step.after(start, value)
        changes.append(((*counts, last), ways))
    leaves: list[Any] = []
    shape = taken_apart(start, leaves)
    steps = _steps(
        State(shape, (*start[0], 0)),
        1,
        len(start[0]),
        changes,
        distribution.scale,
        lambda value: step.over((start[0], value)),
    )
    assert steps is not None
    return steps


def _steps(
    start: State,
    every: int,
    place: int,
    changes: Changes,
    scale: int,
    over: Callable[[int], object],
) -> IndependentSteps | None:
    """Return the steps that make these changes, if the value at one place tells alone whether the game is over."""
    onwards: dict[Leaves, int] = {}
    ends: dict[Leaves, dict[int, int]] = {}
    for change, ways in changes:
        value, moved = change[place], (*change[:place], 0, *change[place + 1 :])
        try:
            ended = bool(over(value))
        except Undecided as undecided:
            undecided.caught()
            return None
        if ended:
            ends.setdefault(moved, {})[value] = ways
        else:
            onwards[moved] = onwards.get(moved, 0) + ways
    if not ends:
        raise RuleError("rule/endless", "No step of this game leads to where `until` is true, so it would never end.")
    scale -= onwards.pop((0,) * len(start.leaves), 0)
    if len(ends) > 1:
        return None
    ((last, values),) = ends.items()
    begin = tuple([one + other for one, other in zip(start.leaves, last, strict=True)])
    return IndependentSteps(
        start.shape, begin, every, place, dict(sorted(onwards.items(), reverse=True)), values, scale
    )
