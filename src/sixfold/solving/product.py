"""A finished path in the general case: an entry of each of its draws, with any sums of them open."""

from collections.abc import Iterable
from itertools import repeat
from typing import Any, NamedTuple

from sixfold.counting import IDENTITY, Affine, Work
from sixfold.counting.packed import ZERO, Packed, add, pack, unpack, weight
from sixfold.rules.late import LateCondition
from sixfold.solving.entries import cut, form, forms
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

Open = tuple[int, int, list[Target]]
"""An open sum in the end: a number, how many times one packed number is added to it, and what it is for."""


class Factor(NamedTuple):
    """What one draw means for an outcome: values that it alone decides, entry by entry, and sums to which it adds."""

    entries: Entries
    columns: list[tuple[int, list[Any]]]
    sums: list[tuple[int, Places]]

    def rows(self, row: list[Any]) -> Iterable[tuple[Any, ...]]:
        """A row for each entry, with the values that the draw alone decides."""
        if not self.columns:
            return repeat(tuple(row))
        values: list[Iterable[Any]] = [repeat(value) for value in row]
        for at, column in self.columns:
            values[at] = column
        return zip(*values, strict=False)


class Rows:
    """Outcomes that were found, and what is put among them."""

    __slots__ = ("collected", "width")

    def __init__(self, collected: Collected, width: int) -> None:
        self.collected = collected
        self.width = width

    def put(self, key: Answers, poly: Packed) -> None:
        """One more outcome, in all the ways that are packed."""
        found = self.collected.get(key)
        self.collected[key] = poly if found is None else add(found, poly, self.width)

    def add(self, row: list[Any], ways: int, factor: Factor, targets: list[list[Target]]) -> None:
        """All entries of a draw that decides the outcome alone."""
        if not factor.sums:
            self._add_plain(row, ways, factor)
            return
        opened = [(forms(factor.entries, places), targets[which]) for which, places in factor.sums]
        (first, values), *others = opened
        if others or len(values) > 1 or values[0][2] is not None:
            for at, ((_, number, poly), key) in enumerate(zip(factor.entries, factor.rows(row), strict=False)):
                found = [(*totals[at], values) for totals, values in opened]
                self.settle(list(key), ways * number, poly, found)
            return
        # The most frequent case: one number is open.
        ((at, offset, _),) = values
        row[at] = IDENTITY
        for (_, number, poly), key, (total, times) in zip(factor.entries, factor.rows(row), first, strict=False):
            if times == 1 and poly is not None:
                self.put(key, (poly[0] + total + offset, poly[1] * (ways * number)))
            else:
                self.settle(list(key), ways * number, poly, [(total, times, values)])

    def _add_plain(self, row: list[Any], ways: int, factor: Factor) -> None:
        """The same where it gives every value plainly."""
        collected, width = self.collected, self.width
        for (_, number, poly), key in zip(factor.entries, factor.rows(row), strict=False):
            more = ways * number if poly is None else ways * number * weight(poly, width)
            found = collected.get(key)
            if found is not None:
                collected[key] = (0, found[1] + more)
            elif more:
                collected[key] = (0, more)

    def settle(self, row: list[Any], ways: int, poly: Packed | None, opened: list[Open]) -> None:
        """An outcome of which values are open that hang on one packed number."""
        shift: int | None = None
        split_by: list[tuple[int, int, int, LateCondition]] = []
        for total, times, targets in opened:
            for at, offset, condition in targets:
                if not times:
                    row[at] = total + offset if condition is None else condition.of(total + offset)
                elif condition is not None:
                    split_by.append((at, total + offset, times, condition))
                elif shift is not None:
                    row[at] = Affine(times, total + offset - times * shift)
                elif times == 1:
                    row[at], shift = IDENTITY, total + offset
                else:
                    row[at], shift = Affine(times, total + offset), 0
        if poly is None:
            self.put(tuple(row), (0, ways))
        else:
            self._split(row, ways, poly, shift, split_by)

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
                self.put(tuple(row), (0, ways * weight(poly, self.width)))
            else:
                self.put(tuple(row), (poly[0] + shift, poly[1] * ways))
            return
        (at, total, times, condition), *others = split_by
        within, beyond = cut(poly, times, condition.bound - total, condition.exactly, self.width)
        for part, answer in ((within, True), (beyond, False)):
            if part[1]:
                row[at] = answer != condition.turned
                self._split(row, ways, part, shift, others)


class Product(Rows):
    """Goes through all entries of all factors, factor by factor, and puts every outcome where it belongs."""

    __slots__ = ("factors", "targets", "work")

    def __init__(
        self, collected: Collected, width: int, factors: list[Factor], targets: list[list[Target]], work: Work
    ) -> None:
        super().__init__(collected, width)
        self.factors = factors
        self.targets = targets
        self.work = work

    def all(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys) -> None:
        """All entries of all factors; of the open sums and packed numbers some may be known before."""
        if self.factors:
            self._factor(0, row, ways, sums, polys)
        elif sums:
            self._finish(row, ways, sums, polys)
        else:
            self.put(tuple(row), (0, ways))

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

    def _finish(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys) -> None:
        """An entry of each draw: what is still open of its outcome is one sum of packed numbers, or several.

        One sum can stay packed. Where an outcome has two different ones, the smallest number among them goes
        through its values.
        """
        open_sums = [packed for _, packed in sums if packed]
        used = {draw for packed in open_sums for draw, _ in packed}
        if len(used) > 1 and any(packed != open_sums[0] for packed in open_sums):
            self._go_through(row, ways, sums, polys, min(sorted(used), key=lambda at: _bits(polys[at])))
            return
        for draw, poly in enumerate(polys):
            if poly is not None and draw not in used:
                ways *= weight(poly, self.width)
        together: Packed | None = None
        alone = len(used) == 1
        if open_sums:
            together = (polys[open_sums[0][0][0]] if alone else self._sum(open_sums[0], polys)) or ZERO
        opened = [
            (total, (packed[0][1] if alone else 1) if packed else 0, targets)
            for (total, packed), targets in zip(sums, self.targets, strict=True)
        ]
        self.settle(row, ways, together, opened)

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
