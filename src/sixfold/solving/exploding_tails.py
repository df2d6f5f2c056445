"""Hands of exploding dice, beyond the length to which their chains are followed.

A chain that is still going shows at least a certain value. So every hand is counted twice: with the chains that
ended, and with one more face that stands for the others and has that least value. The difference are the hands
with such a die. What they answer is known where that die is not among those that are taken, or where every value
from its least one up gives the same answer; a sum that takes it is at least what it is with the least value.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sixfold.rules.folds import Fold
from sixfold.rules.interval import UNKNOWN, Interval
from sixfold.solving.context import DieValues
from sixfold.solving.counting.packed import IDENTITY, Packed, Ways, split, weight
from sixfold.solving.hand import unknown
from sixfold.solving.joint_distribution import (
    VAGUE,
    Answers,
    Distributions,
    Entries,
    JointDistribution,
    partial_distributions,
)


class ExplodingTails(NamedTuple):
    """Hands of some dice with longer chains that show at least `longer`, and folds that are asked of them."""

    values: Sequence[DieValues]
    size: int
    folds: Sequence[Fold[Any]]
    width: int

    @property
    def longer(self) -> int:
        """The least value of longer chains."""
        return min([values.longer for values in self.values if values.rest and values.longer is not None])

    def tail(self, known: JointDistribution, every: Ways) -> Distributions:
        """The hands in which a chain is still going, from all hands and those in which every chain ended."""
        ended = {answers: poly or (0, ways) for answers, ways, poly in known.entries}
        settled: Entries = []
        partial: Entries = []
        for answers, poly in every.items():
            less = ended.get(answers, (poly[0], 0))
            low = min(poly[0], less[0])
            bits = [part[1] << ((part[0] - low) * self.width) for part in (poly, less)]
            more = (low, bits[0] - bits[1])
            for values, part in self._answered(answers, more):
                packed = any(value is IDENTITY for value in values)
                entry = (values, 1, part) if packed else (values, weight(part, self.width), None)
                if part[1]:
                    (settled if VAGUE.isdisjoint(map(type, values)) else partial).append(entry)
        settled_part = (JointDistribution(settled, known.scale, known.kinds, tail=True),) if settled else ()
        return (*settled_part, *partial_distributions(partial, known.scale))

    def _answered(self, answers: Answers, poly: Packed) -> list[tuple[Answers, Packed]]:
        """The answers as far as they are known: those of a packed sum apart from where it takes a longer chain."""
        values = [self._known(fold, value) for fold, value in zip(self.folds, answers, strict=True)]
        if IDENTITY not in answers:
            return [(tuple(values), poly)]
        main = answers.index(IDENTITY)
        fold = self.folds[main]
        if not fold.by_value:
            return [(tuple(values) if self._worth_alike(fold) else _with(values, main, self._vague(fold)), poly)]
        below, above = split(poly, self._reach, self.width)
        least = above[0] + ((above[1] & -above[1]).bit_length() - 1) // self.width if above[1] else 0
        # Alone, these sums are all there are of such hands, so that every die may have a longer chain.
        endless = self._endless(fold) or (self._on_top and len(self.folds) == 1)
        return [(tuple(values), below), (_with(values, main, Interval(least, None, endless=endless)), above)]

    def _known(self, fold: Fold[Any], value: Any) -> Any:
        """Return the bounds of an answer from its value with the least number."""
        if value is IDENTITY:
            return value
        if fold.by_value:
            return value if value < self._reach else Interval(value, None, endless=self._endless(fold))
        if fold.sums:
            return value if self._worth_alike(fold) else self._vague(fold)
        if fold.needs:
            return value if all(face < self.longer for face in fold.needs[0]) else UNKNOWN
        if fold.alike and self._on_top and not value:
            # Two longer chains look alike here, and may not be: only that nothing is alike is known.
            return value
        return self._vague(fold)

    def _vague(self, fold: Fold[Any]) -> Any:
        """An answer of which nothing is known."""
        if fold.limits is None:
            return unknown(fold)
        least, most = fold.limits
        return Interval(self.size * min(0, least), self.size * max(0, most))

    @property
    def _on_top(self) -> bool:
        """Whether a longer chain shows more than any that ended, so that its place among the dice is known."""
        alike = len([values for values in self.values if values.rest]) == 1
        return alike and self.longer > max([values.faces[0][0] for values in self.values])

    def _endless(self, fold: Fold[Any]) -> bool:
        """Whether every sum that may have a longer chain in it has one: the highest die, or the only one taken."""
        skip, keep = fold.start(self.size)
        return self._on_top and (skip == 0 or (keep == 1 and self._reach == self.longer))

    @property
    def _reach(self) -> int:
        """The least sum that can have a longer chain in it."""
        lowest = min(0, *[values.faces[-1][0] for values in self.values]) * self.size
        return self.longer + lowest if self._on_top else lowest

    def _worth_alike(self, fold: Fold[Any]) -> bool:
        """Whether all values of a longer chain add the same to a sum, in whose order its place is known."""
        settled = fold.level is not None and self.longer >= fold.level
        return settled and (fold.adds_up(self.size) or self._on_top)


def _with(values: Sequence[Any], at: int, value: Any) -> Answers:
    return (*values[:at], value, *values[at + 1 :])
