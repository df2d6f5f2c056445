"""A finished path in the general case: an entry of each of its draws, with any sums of them open."""

from __future__ import annotations

from typing import Any, NamedTuple

from sixfold.counting import IDENTITY, Affine, Work
from sixfold.counting.packed import ZERO, Packed, add, pack, unpack, weight
from sixfold.rules.late import LateCondition
from sixfold.solving.entries import cut, form
from sixfold.solving.joint import Answers, Entries, Places

Collected = dict[Answers, Packed]
"""Outcomes, some of their values packed, and their ways."""

Target = tuple[int, int, LateCondition | None]
"""A value that an open sum gives: its place in the outcome, an offset, and the condition to be met, if any."""

Times = tuple[tuple[int, int], ...]
"""Which of the draws have their packed number in a sum, and how many times."""

Polys = tuple[Packed | None, ...]
"""The packed numbers that go with the entries taken so far; None where it has been multiplied into the ways."""

WAY = 15
"""Work of going through one value of a packed number."""


Sum = tuple[int, Times]
"""An open sum so far: a number, and packed numbers to be added to it."""


class Factor(NamedTuple):
    """What one draw means for an outcome: values that it alone decides, entry by entry, and sums to which it adds."""

    entries: Entries
    columns: list[tuple[int, list[Any]]]
    sums: list[tuple[int, Places]]


class Product:
    """Goes through all entries of all factors, factor by factor, and puts every outcome where it belongs."""

    __slots__ = ("collected", "factors", "only", "targets", "width", "work")

    def __init__(
        self, collected: Collected, width: int, factors: list[Factor], targets: list[list[Target]], work: Work
    ) -> None:
        self.collected = collected
        self.width = width
        self.factors = factors
        self.targets = targets
        self.work = work
        single = len(targets) == 1 and len(targets[0]) == 1 and targets[0][0][2] is None
        self.only = targets[0][0] if single else None

    def add(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys) -> None:
        """All entries of all factors; of the open sums and packed numbers some may be known before."""
        if self.factors:
            self._factor(0, row, ways, sums, polys)
        elif sums:
            self._finish(row, ways, sums, polys)
        else:
            self._put(row, (0, ways))

    def _factor(self, at: int, base: list[Any], ways: int, sums: list[Sum], polys: Polys) -> None:
        entries, columns, adds = self.factors[at]
        last = at + 1 == len(self.factors)
        for index, (answers, number, poly) in enumerate(entries):
            row = base[:]
            for place, column in columns:
                row[place] = column[index]
            now, now_polys, now_ways = sums, (*polys, poly), ways * number
            if adds:
                now = sums[:]
                for which, places in adds:
                    total, packed = now[which]
                    more, times = form(answers, places)
                    now[which] = (total + more, (*packed, (len(polys), times)) if times else packed)
            elif poly is not None:
                now_ways *= weight(poly, self.width)
                now_polys = (*polys, None)
            if last:
                self._finish(row, now_ways, now, now_polys)
            else:
                self._factor(at + 1, row, now_ways, now, now_polys)

    def _put(self, row: list[Any], poly: Packed) -> None:
        key = tuple(row)
        found = self.collected.get(key)
        self.collected[key] = poly if found is None else add(found, poly, self.width)

    def _finish(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys) -> None:
        """An entry of each draw: what is still open of its outcome is one sum of packed numbers, or several.

        One sum can stay packed. Where an outcome has two different ones, the smallest number among them goes
        through its values.
        """
        if self.only is not None and self._finish_one(row, ways, sums[0], polys, self.only):
            return
        open_sums = [packed for _, packed in sums if packed]
        used = {draw for packed in open_sums for draw, _ in packed}
        if len(used) > 1 and any(packed != open_sums[0] for packed in open_sums):
            self._go_through(row, ways, sums, polys, min(sorted(used), key=lambda at: _bits(polys[at])))
            return
        for draw, poly in enumerate(polys):
            if poly is not None and draw not in used:
                ways *= weight(poly, self.width)
        alone = len(used) == 1
        shift: int | None = None
        split_by: list[tuple[int, int, int, LateCondition]] = []
        for (total, packed), targets in zip(sums, self.targets, strict=True):
            times = packed[0][1] if alone and packed else 1
            for at, offset, condition in targets:
                if not packed:
                    row[at] = total + offset if condition is None else condition.of(total + offset)
                elif condition is not None:
                    split_by.append((at, total + offset, times, condition))
                elif shift is not None:
                    row[at] = Affine(times, total + offset - times * shift)
                elif times == 1:
                    row[at], shift = IDENTITY, total + offset
                else:
                    row[at], shift = Affine(times, total + offset), 0
        if not open_sums:
            self._put(row, (0, ways))
            return
        together = polys[open_sums[0][0][0]] if alone else self._sum(open_sums[0], polys)
        self._split(row, ways, together or ZERO, shift, split_by)

    def _finish_one(self, row: list[Any], ways: int, only: Sum, polys: Polys, target: Target) -> bool:
        """The most frequent case: one open sum gives one number, with each packed number in it once.

        False where it is not that.
        """
        total, packed = only
        if len(packed) < len(polys) - polys.count(None):
            return False
        at, offset, _ = target
        total += offset
        if not packed:
            row[at] = total
            self._put(row, (0, ways))
            return True
        low, bits = 0, 1
        for draw, times in packed:
            poly = polys[draw]
            if times != 1 or poly is None:
                return False
            if bits != 1:
                self.work.multiplying(bits.bit_length(), poly[1].bit_length())
            low, bits = low + poly[0], bits * poly[1]
        row[at] = IDENTITY
        self._put(row, (low + total, bits * ways))
        return True

    def _split(
        self,
        row: list[Any],
        ways: int,
        poly: Packed,
        shift: int | None,
        split_by: list[tuple[int, int, int, LateCondition]],
    ) -> None:
        """Conditions on the packed number: a part of it on each side."""
        if not split_by:
            if shift is None:
                self._put(row, (0, ways * weight(poly, self.width)))
            else:
                self._put(row, (poly[0] + shift, poly[1] * ways))
            return
        (at, total, times, condition), *others = split_by
        within, beyond = cut(poly, times, condition.bound - total, condition.exactly, self.width)
        for part, answer in ((within, True), (beyond, False)):
            if part[1]:
                row[at] = answer != condition.turned
                self._split(row, ways, part, shift, others)

    def _go_through(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys, smallest: int) -> None:
        """Every value of the smallest of the packed numbers."""
        pairs = unpack(polys[smallest] or ZERO, self.width)
        self.work.charge(WAY * len(pairs))
        left = (*polys[:smallest], None, *polys[smallest + 1 :])
        for value, count in pairs:
            now: list[Sum] = []
            for total, packed in sums:
                known = sum([times for draw, times in packed if draw == smallest]) * value
                now.append((total + known, tuple([pair for pair in packed if pair[0] != smallest])))
            self._finish(row[:], ways * count, now, left)

    def _sum(self, direction: Times, polys: Polys) -> Packed:
        """The distribution of a sum of independent packed numbers."""
        together: Packed = (0, 1)
        for draw, times in direction:
            factor = polys[draw] or ZERO
            if times != 1:
                factor = pack({value * times: n for value, n in unpack(factor, self.width)}, self.width)
            self.work.multiplying(together[1].bit_length(), factor[1].bit_length())
            together = (together[0] + factor[0], together[1] * factor[1])
        return together


def _bits(poly: Packed | None) -> int:
    return poly[1].bit_length() if poly else 0
