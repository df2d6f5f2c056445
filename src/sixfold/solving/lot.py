"""What a hand comes from: dice of one kind or several, thrown once or again, or a cup."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Any, NamedTuple

from sixfold.counting import Faces, Ways, drawn_hands, drawn_ways, hands_of, mixed_ways
from sixfold.counting.thrown_again import Again, Fresh, Throws
from sixfold.rules.dice import Die, Face, Weights
from sixfold.rules.folds import Fold
from sixfold.rules.mixed import Cup, Mixed
from sixfold.solving.context import Context, Values


class Rethrown(NamedTuple):
    """A die of which some faces were thrown again once, before anything was read of it."""

    base: Any
    root: Die
    """The die as it is thrown afresh."""
    again: Again

    @property
    def plain(self) -> bool:
        return False

    @property
    def faces(self) -> Sequence[Face]:
        return self.root.faces

    @property
    def endless(self) -> bool:
        return self.root.endless

    def weights(self, tolerance: Fraction, charge: Callable[[int], None]) -> Weights:
        """The weight of each value: those that stayed, and those that were thrown afresh."""
        first, fresh = self.base.weights(tolerance, charge), self.root.weights(tolerance, charge)
        again = sum([n for value, n in first.ways.items() if value in self.again])
        found = {value: again * n for value, n in fresh.ways.items()}
        for value, n in first.ways.items():
            if value not in self.again:
                found[value] = found.get(value, 0) + n * fresh.scale
        return Weights(found, first.scale * fresh.scale)


def root_of(die: Any) -> Any:
    """The die, or the dice, as they are thrown afresh."""
    if isinstance(die, Mixed):
        return Mixed(tuple([(root_of(kind), count) for kind, count in die.kinds]))
    return die.root if isinstance(die, Rethrown) else die


def rethrown(die: Any, again: Again) -> Any:
    """The die, or the dice, once those that show such faces were thrown again."""
    if isinstance(die, Mixed):
        return Mixed(tuple([(rethrown(kind, again), count) for kind, count in die.kinds]))
    return Rethrown(die, root_of(die), again)


class Lot(NamedTuple):
    """So many dice, or so many things out of a cup."""

    context: Context
    size: int
    die: Any

    @property
    def groups(self) -> list[tuple[Any, Values, int]]:
        """Each kind of dice, what it can show, and how many there are of it; none for a cup."""
        if isinstance(self.die, Cup):
            return []
        kinds = self.die.kinds if isinstance(self.die, Mixed) else ((self.die, self.size),)
        return [(die, self.context.values(die, self.size), count) for die, count in kinds]

    @property
    def whole(self) -> int:
        """What the ways of all hands are out of."""
        if isinstance(self.die, Cup):
            return comb(sum(self.die.counts), self.size)
        return prod([values.scale**count for _, values, count in self.groups])

    @property
    def followed(self) -> int:
        """The ways of the hands in which no chain is longer than is followed."""
        if isinstance(self.die, Cup):
            return self.whole
        return prod([(values.scale - values.rest) ** count for _, values, count in self.groups])

    @property
    def more(self) -> bool:
        """Whether there are hands with longer chains."""
        return self.die.endless and self.followed < self.whole

    @property
    def decided(self) -> bool:
        """Whether its dice are no plain numbers, so that they are known as soon as they are seen one by one."""
        return isinstance(self.die, Mixed) or type(self.die.faces[0]) is tuple

    def ways(self, folds: Sequence[Fold[Any]]) -> Ways:
        """The ways of the answers to folds."""
        context = self.context
        if isinstance(self.die, Cup):
            return drawn_ways(self.die.counts, self.size, folds, context.width, context.work)
        groups = [(count, context.hands(die, values)) for die, values, count in self.groups]
        return mixed_ways(groups, folds) if len(groups) > 1 else groups[0][1].ways(self.size, folds)

    def hands(self) -> list[tuple[tuple[Any, ...], int]]:
        """Every hand with its ways."""
        if isinstance(self.die, Cup):
            return list(drawn_hands(self.die.counts, self.size, self.context.work))
        return list(
            hands_of([(root_of(die), values.faces, count) for die, values, count in self.groups], self.context.work)
        )

    @property
    def faces(self) -> frozenset[Face]:
        """All that a die thrown afresh can show."""
        return frozenset(
            [
                face
                for _, values, _ in Lot(self.context, self.size, root_of(self.die)).groups
                for face, _ in values.faces
            ]
        )

    def throws(self) -> list[Throws]:
        """The dice of each kind, as they fell first and as they are thrown afresh."""
        return [
            Throws(count, values.faces, self.context.values(root_of(die), self.size).faces)
            for die, values, count in self.groups
        ]

    def fresh(self) -> Fresh:
        """What the dice that do not stay can show once they are thrown afresh."""
        kinds = Lot(self.context, self.size, root_of(self.die)).groups
        known: dict[tuple[int, ...], tuple[list[tuple[tuple[Any, ...], int]], int]] = {}

        def thrown(stays: tuple[Any, ...]) -> tuple[list[tuple[tuple[Any, ...], int]], int]:
            if len(kinds) == 1:
                counts: tuple[int, ...] = (len(stays),)
            else:
                counts = tuple([sum([face.die == die for face in stays]) for die, _, _ in kinds])
            if counts not in known:
                again: list[tuple[Any, Faces, int]] = [
                    (die, values.faces, count - stay) for (die, values, count), stay in zip(kinds, counts, strict=True)
                ]
                factor = prod([values.scale**stay for (_, values, _), stay in zip(kinds, counts, strict=True)])
                known[counts] = list(hands_of(again, self.context.work)), factor
            return known[counts]

        return thrown
