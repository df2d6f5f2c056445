"""Hands of dice, and the ways in which they answer folds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.counting.adding import added, adds_up
from sixfold.counting.answers import Faces, Ways
from sixfold.counting.blocks import Blocks
from sixfold.counting.kinds import by_complement
from sixfold.counting.pools import Alike, Drawn, Groups
from sixfold.counting.ranks import Ranks
from sixfold.counting.sweep import Sweep
from sixfold.counting.work import Work
from sixfold.rules.folds import AtLeast, Fold, OfCards, Ranked


class Hands:
    """Answers any number of questions about hands of the same dice; what they share is worked out once."""

    def __init__(self, faces: Faces, width: int, work: Work | None = None) -> None:
        self.blocks = Blocks(faces, width, work or Work())
        self._ranks = Ranks(self.blocks)

    def ways(self, size: int, folds: Sequence[Fold[Any]]) -> Ways:
        """The joint ways of the folds' answers over all faces of `size` dice."""
        blocks = self.blocks
        if all(adds_up(fold, size) for fold in folds) and not all(isinstance(fold, Ranked | AtLeast) for fold in folds):
            return added([(blocks.faces, size)], folds, blocks.width, blocks.work)
        found = self._ranks.answers(size, folds) or by_complement(size, folds, self._ranks, blocks)
        return Sweep(Alike(size, blocks), folds).run() if found is None else found


def mixed_ways(groups: Sequence[tuple[int, Hands]], folds: Sequence[Fold[Any]]) -> Ways:
    """The joint ways of the folds' answers over all faces of so many dice of each kind."""
    blocks = groups[0][1].blocks
    if all(adds_up(fold, sum([size for size, _ in groups])) for fold in folds):
        return added([(hands.blocks.faces, size) for size, hands in groups], folds, blocks.width, blocks.work)
    return Sweep(Groups([(size, hands.blocks) for size, hands in groups]), folds).run()


def drawn_ways(cup: Sequence[int], size: int, folds: Sequence[Fold[Any]], width: int, work: Work) -> Ways:
    """The joint ways in which so many, drawn out of how many there are of each kind (1 first), answer folds.

    >>> from sixfold.rules.folds import showing
    >>> drawn_ways((2, 1), 2, [showing("=", 1)], 8, Work())
    {(Affine(scale=1, offset=0),): (1, 258)}
    """
    cards = [fold for fold in folds if isinstance(fold, OfCards) and fold.any_suit]
    suits = cards[0].suits if cards and len(cards) == len(folds) else 0
    if suits and all(len(set(cup[at : at + suits])) == 1 for at in range(0, len(cup), suits)):
        folds = [fold._replace(alike=True) for fold in cards]
    return Sweep(Drawn(cup, size, width, work), folds).run()


def ways(size: int, faces: Faces, folds: Sequence[Fold[Any]], width: int, work: Work | None = None) -> Ways:
    """The joint ways of the folds' answers over all faces of `size` dice (0 to 100 of them, or more).

    `faces` are the values of one die, highest first, each with its weight; `width` is the bits of each packed
    coefficient, a multiple of 8, and must hold the number of all throws. Raises OddsError past the work.

    >>> from sixfold.rules.folds import of_a_kind
    >>> six = tuple((face, 1) for face in range(6, 0, -1))
    >>> joint = ways(3, six, [of_a_kind(3)], 64)
    >>> joint[(True,)], joint[(False,)]
    ((0, 6), (0, 210))
    """
    return Hands(faces, width, work).ways(size, folds)
