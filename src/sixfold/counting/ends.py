"""Hands without some dice of one end, by how many dice show the face at that end and the face at the other.

`without_highest(n)` with “at least so many sixes” and “at least so many ones” is asked of one hand for many n and many
numbers at once, where these are numbers that dice decided. What is known of the dice between the ends is shared.

A hand of `keep + gone` dice is counted face by face: of the dice that show the first face either some are gone, and
then the others that are gone show faces behind it; or at least as many as are gone, and then all others are kept. The
sums are whole numbers with so many bits for each coefficient, from the least sum on that so many dice can have.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb
from operator import mul
from typing import Any

from sixfold.counting.blocks import Blocks
from sixfold.counting.packed import Packed
from sixfold.counting.work import Kept


class Ends:
    """All hands of one kind of dice, whose first face is the highest, or the lowest, and whose last is the other."""

    def __init__(self, blocks: Blocks, highest_first: bool) -> None:
        self._blocks = blocks
        self._least = blocks.faces[-1][0]
        faces = blocks.faces if highest_first else blocks.faces[::-1]
        self._faces = [((value - self._least) * blocks.width, weight) for value, weight in reversed(faces)]
        """From the last to the first: by how much a die that is kept shifts the sum, and its weight."""
        self._rows: list[dict[int, list[int]]] = [{} for _ in faces]
        self._all_kept: Kept[Any, list[int]] = Kept(lambda key: self._kept(*key))
        self._firsts: Kept[Any, list[int]] = Kept(lambda key: self._by_first(*key))
        self._lasts: Kept[Any, list[int]] = Kept(lambda key: self._by_last(*key))

    def sums(self, size: int, gone: int, first: int, last: int) -> Packed:
        """The sums of so many dice without the first `gone`, where so many show the first and the last face."""
        found = self._lasts[size, gone, first]
        return ((size - gone) * self._least, found[size - last] if last <= size else 0)

    def _by_last(self, size: int, gone: int, first: int) -> list[int]:
        """For `size`, `size - 1`, ... dice at least that show the last face."""
        shift, weight = self._faces[0]
        terms = []
        for shown in range(size, -1, -1):
            others = size - shown
            gone_others = min(gone, others)
            ways = self._firsts[others - gone_others, gone_others]
            number = ways[others - first] if first <= others else 0
            kept = shown - (gone - gone_others)
            terms.append(number * comb(size, shown) * weight**shown << kept * shift)
        self._blocks.work.adding(terms[-1].bit_length(), 3 * size + 3)
        return list(accumulate(terms))

    def _by_first(self, keep: int, gone: int) -> list[int]:
        """Dice that do not show the last face: for all, all but one, ... of them at least that show the first."""
        top = len(self._faces) - 1
        terms = list(map(mul, self._choices(top, keep + gone), self._left(top, keep, gone)))
        found = list(accumulate(reversed(terms)))
        self._blocks.work.adding(found[-1].bit_length(), 2 * len(terms))
        return found

    def _row(self, face: int, keep: int, gone: int) -> list[int]:
        """The sums of `keep` dice and 0, 1, ... `gone` that are gone, which show faces from the one after the last."""
        if not face:
            return [int(not keep), *[0] * gone]
        row = self._rows[face].setdefault(keep, [])
        while len(row) <= gone:
            dice = keep + len(row)
            row.append(sum(map(mul, self._choices(face, dice), self._left(face, keep, len(row)))))
            self._blocks.work.adding(row[-1].bit_length(), 2 * dice + 2)
        return row

    def _choices(self, face: int, dice: int) -> list[int]:
        """The ways in which 0, 1, ... of the dice show a face."""
        weight = self._faces[face][1]
        return [comb(dice, shown) * weight**shown for shown in range(dice + 1)]

    def _left(self, face: int, keep: int, gone: int) -> list[int]:
        """The sums where 0, 1, ... dice show a face, and all others faces behind it."""
        kept = self._all_kept[face, keep]
        return [*self._row(face - 1, keep, gone)[gone:0:-1], *kept] if gone else kept

    def _kept(self, face: int, keep: int) -> list[int]:
        """The same where at least as many dice as are gone show the face."""
        shift = self._faces[face][0]
        return [self._row(face - 1, keep - shown, 0)[0] << shown * shift for shown in range(keep + 1)]
