"""Hands of one kind of dice, and the ways in which they answer folds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.counting.answers import Faces, Ways
from sixfold.counting.blocks import Blocks
from sixfold.counting.counts import counted
from sixfold.counting.kinds import by_complement
from sixfold.counting.ranks import Ranks
from sixfold.counting.sweep import Sweep
from sixfold.counting.work import Work
from sixfold.rules.folds import Fold, Showing


class Hands:
    """Answers any number of questions about hands of the same dice; what they share is worked out once."""

    def __init__(self, faces: Faces, width: int, work: Work | None = None) -> None:
        self._blocks = Blocks(faces, width, work or Work())
        self._ranks = Ranks(self._blocks)

    def ways(self, size: int, folds: Sequence[Fold[Any]]) -> Ways:
        """The joint ways of the folds' answers over all faces of `size` dice."""
        if len(folds) == 1 and isinstance(folds[0], Showing):
            found = counted(size, folds[0], self._blocks)
        else:
            found = self._ranks.answers(size, folds) or by_complement(size, folds, self._ranks, self._blocks)
        return Sweep(size, folds, self._blocks).run() if found is None else found


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
