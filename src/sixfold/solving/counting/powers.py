"""Powers of sets of faces, made when wanted and kept for every question about the same dice."""

from __future__ import annotations

from sixfold.base.mappings import Memo
from sixfold.solving.counting.packed import ZERO, Faces, Packed, of_coefficients, pack, power
from sixfold.solving.counting.work_limit import Work

Group = tuple[int, ...]
"""Indices of faces, highest first."""

DOUBLING_FROM = 8
"""Faces from which on they are added by doubling, where they follow each other."""


PLACE_WORK = 6
"""Work of one sum of even dice, found from those before it."""


class Blocks:
    """(sum of weight * x**value over a group of faces)**n, as polynomials or as plain numbers."""

    def __init__(self, faces: Faces, width: int, work: Work) -> None:
        self.faces = faces
        self.width = width
        self.work = work
        self.everything: Group = tuple(range(len(faces)))
        self.count: Memo[Group, int] = Memo(lambda group: sum([faces[at][1] for at in group]))
        """The weight of all faces of a group together."""
        self._tables: dict[Group, list[Packed]] = {}

    def power(self, group: Group, exponent: int, summed: bool) -> Packed:
        """The ways of `exponent` dice that show faces of the group; not `summed`: all at x**0."""
        if not exponent:
            return (0, 1)
        if not summed:
            return (0, self.count[group] ** exponent)
        return self.table(group, exponent)[exponent]

    def table(self, group: Group, most: int) -> list[Packed]:
        """The powers up to `most`, or beyond: dice that show faces of the group, and their sums.

        One more die is a shift and an add for each face.
        """
        table = self._tables.setdefault(group, [(0, 1)])
        if len(table) > most:
            return table
        if not group:
            table += [ZERO] * (most + 1 - len(table))
            return table
        width, even = self.width, self._even(group)
        faces = [self.faces[at] for at in group]
        (highest, _), (lowest, weight) = faces[0], faces[-1]
        shifts = [((value - lowest) * width, w) for value, w in faces]
        shifted = 2 * len(group).bit_length() if even else len(group)
        low, bits = table[-1]
        while len(table) <= most:
            self.work.adding(bits.bit_length() + (highest - lowest) * width, shifted)
            if even:
                bits = _run(bits * weight, len(group), width)
            else:
                shorter, bits = bits, 0
                for shift, w in shifts:
                    bits += (shorter if w == 1 else shorter * w) << shift
            low += lowest
            self.work.keep(bits.bit_length() >> 3)
            table.append((low, bits))
        return table

    def _even(self, group: Group) -> bool:
        """Whether these are many faces that follow each other, and are equally likely."""
        first, weight = self.faces[group[0]]
        return len(group) >= DOUBLING_FROM and all(
            self.faces[at] == (first - place, weight) for place, at in enumerate(group)
        )

    def all_faces(self, exponent: int) -> Packed:
        """All faces summed, at once: one big power by squaring, where no table is wanted or as fast."""
        if exponent < 2 or len(self._tables.get(self.everything, ())) > exponent:
            return self.power(self.everything, exponent, True)
        if self._even(self.everything):
            sides, (lowest, weight) = len(self.faces), self.faces[-1]
            places = (sides - 1) * exponent + 1
            doublings = sides.bit_length() * (exponent - len(self._tables.get(self.everything, ())))
            if places * PLACE_WORK > doublings * (16 + (places * self.width >> 10)):
                return self.power(self.everything, exponent, True)
            self.work.charge(places * (PLACE_WORK + (self.width >> 8)))
            self.work.adding(places * self.width)
            ways = [number * weight**exponent for number in even_ways(exponent, sides)]
            return of_coefficients(lowest * exponent, ways, self.width)
        spread = (self.faces[0][0] - self.faces[-1][0]) * exponent + 1
        self.work.multiplying(spread * self.width // 2, spread * self.width // 2)
        return power(pack(dict(self.faces), self.width), exponent)


def even_ways(dice: int, sides: int) -> list[int]:
    """The ways of each sum of dice with faces 0, 1, ..., all alike: (1 + x + ... + x**(sides - 1))**dice.

    Of a power P of a polynomial p it is known that p P' = n p' P, so each coefficient follows from a few before it.

    >>> even_ways(2, 6)
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    length = (sides - 1) * dice + 1
    ways = [1]
    for at in range(length // 2):
        multiple = (at + dice) * ways[at]
        if at >= sides - 1:
            multiple += (at + 1 - sides * (dice + 1)) * ways[at + 1 - sides]
        if at >= sides:
            multiple += (dice * (sides - 1) - at + sides) * ways[at - sides]
        ways.append(multiple // (at + 1))
    return ways + ways[: length - len(ways)][::-1]


def _run(bits: int, length: int, width: int) -> int:
    """The sum of `bits` shifted by 0, 1, ... coefficients, `length` of them: each doubling adds as many again."""
    result, done = 0, 0
    block, size = bits, 1
    while length:
        if length & 1:
            result += block << (done * width)
            done += size
        length >>= 1
        if length:
            block += block << (size * width)
            size *= 2
    return result
