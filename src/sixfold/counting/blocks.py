"""Powers of sets of faces, made when wanted and kept for every question about the same dice."""

from __future__ import annotations

from sixfold.counting.packed import Faces, Packed, pack, power
from sixfold.counting.work import Kept, Work

Group = tuple[int, ...]
"""Indices of faces, highest first."""

MANY = 8
"""Faces from which on they are added by doubling, where they follow each other."""


class Blocks:
    """(sum of weight * x**value over a group of faces)**n, as polynomials or as plain numbers."""

    def __init__(self, faces: Faces, width: int, work: Work) -> None:
        self.faces = faces
        self.width = width
        self.work = work
        self.everything: Group = tuple(range(len(faces)))
        self.count: Kept[Group, int] = Kept(lambda group: sum([faces[at][1] for at in group]))
        """The weight of all faces of a group together."""
        self._tables: dict[Group, list[Packed]] = {}

    def power(self, group: Group, exponent: int, summed: bool) -> Packed:
        """The ways of `exponent` dice that show faces of the group; not `summed`: all at x**0."""
        if not exponent:
            return (0, 1)
        self.work.charge(len(group) >> 2)
        if not summed:
            return (0, self.count[group] ** exponent)
        return self.table(group, exponent)[exponent]

    def table(self, group: Group, most: int) -> list[Packed]:
        """The powers up to `most`, or beyond: dice that show faces of the group, and their sums."""
        table = self._tables.setdefault(group, [(0, 1)])
        while len(table) <= most:
            table.append(self.times(table[-1], group))
        return table

    def times(self, poly: Packed, group: Group) -> Packed:
        """One more die that shows a face of the group: a shift and an add for each face."""
        low, bits = poly
        if not group or not bits:
            return (0, 0)
        width = self.width
        lowest, weight = self.faces[group[-1]]
        self.work.charge(len(group))
        highest = self.faces[group[0]][0]
        reach = bits.bit_length() + (highest - lowest) * width
        even = len(group) >= MANY and highest - lowest == len(group) - 1
        if even and all(self.faces[at][1] == weight for at in group):
            self.work.adding(reach, 2 * len(group).bit_length())
            return (low + lowest, _run(bits * weight, len(group), width))
        self.work.adding(reach, len(group))
        result = 0
        for at in group:
            value, w = self.faces[at]
            result += (bits if w == 1 else bits * w) << ((value - lowest) * width)
        return (low + lowest, result)

    def whole(self, exponent: int) -> Packed:
        """All faces summed, at once: one big power by squaring, where no table is wanted."""
        if self.everything in self._tables or exponent < 2:
            return self.power(self.everything, exponent, True)
        spread = (self.faces[0][0] - self.faces[-1][0]) * exponent + 1
        self.work.multiplying(spread * self.width // 2, spread * self.width // 2)
        return power(pack(dict(self.faces), self.width), exponent)


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
