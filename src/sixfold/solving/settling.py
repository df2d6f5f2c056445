"""The rows of one finished path, in the general case: a row of each of its draws, with any sums of them open."""

from __future__ import annotations

from typing import Any, NamedTuple

from sixfold.counting import SLOT, Ledger, Shifted
from sixfold.counting.packed import ZERO, Packed, add, pack, unpack, weight
from sixfold.rules.late import Condition
from sixfold.solving.draws import Places, Rows, cut

Done = dict[tuple[Any, ...], Packed]
"""Outcomes, some of their values packed, and their ways."""

Row = list[Any]
"""The values of one outcome, in the order of its fields."""

Target = tuple[int, int, Condition | None]
"""A value that an open sum gives: its place in the outcome, an offset, and the condition to be met, if any."""

Times = tuple[tuple[int, int], ...]
"""Which of the draws have their packed number in a sum, and how many times."""

Open = tuple[int, Times]
"""A sum so far: a number, and packed numbers to be added to it."""

WAY = 15
"""Work of going through one value of a packed number."""


class Level(NamedTuple):
    """What one draw means for an outcome: values that it alone decides, row by row, and sums to which it adds."""

    rows: Rows
    columns: list[tuple[int, list[Any]]]
    sums: list[tuple[int, Places]]


class Settling:
    """Puts every way of a path where it belongs, level by level."""

    __slots__ = ("alone", "done", "ledger", "levels", "targets", "width")

    def __init__(
        self, done: Done, width: int, levels: list[Level], targets: list[list[Target]], ledger: Ledger
    ) -> None:
        self.done = done
        self.width = width
        self.levels = levels
        self.targets = targets
        self.ledger = ledger
        single = len(targets) == 1 and len(targets[0]) == 1 and targets[0][0][2] is None
        self.alone = targets[0][0] if single else None

    def book(self, row: Row, ways: int, sums: list[Open], polys: tuple[Packed | None, ...]) -> None:
        """All rows of all draws; of the open sums and packed numbers some may be known before."""
        if self.levels:
            self._level(0, row, ways, sums, polys)
        elif sums:
            self._settle(row, ways, sums, polys)
        else:
            self._add(row, (0, ways))

    def _level(self, level: int, base: Row, ways: int, sums: list[Open], polys: tuple[Packed | None, ...]) -> None:
        rows, columns, adds = self.levels[level]
        last = level + 1 == len(self.levels)
        for index, (answers, number, poly) in enumerate(rows):
            row = base[:]
            for at, column in columns:
                row[at] = column[index]
            now, now_polys, now_ways = sums, (*polys, poly), ways * number
            if adds:
                now = sums[:]
                for which, places in adds:
                    total, packed = now[which]
                    times = 0
                    for place, factor in places:
                        answer = answers[place]
                        if type(answer) is Shifted:
                            times += factor * answer[0]
                            total += factor * answer[1]
                        else:
                            total += factor * answer
                    now[which] = (total, (*packed, (len(polys), times)) if times else packed)
            elif poly is not None:
                now_ways *= weight(poly, self.width)
                now_polys = (*polys, None)
            if last:
                self._settle(row, now_ways, now, now_polys)
            else:
                self._level(level + 1, row, now_ways, now, now_polys)

    def _add(self, row: Row, poly: Packed) -> None:
        key = tuple(row)
        found = self.done.get(key)
        self.done[key] = poly if found is None else add(found, poly, self.width)

    def _settle(self, row: Row, ways: int, sums: list[Open], polys: tuple[Packed | None, ...]) -> None:
        """A row of each draw: what is still open of its outcome is one sum of packed numbers, or several.

        One sum can stay packed. Where an outcome has two different ones, the smallest number among them goes
        through its values.
        """
        if self.alone is not None and self._settle_alone(row, ways, sums[0], polys, self.alone):
            return
        direction: Times = ()
        several = False
        for _, packed in sums:
            if packed:
                if not direction:
                    direction = packed
                elif packed != direction:
                    several = True
        used = {draw for _, packed in sums for draw, _ in packed} if several else {draw for draw, _ in direction}
        if several and len(used) > 1:
            self._go_through(row, ways, sums, polys, min(sorted(used), key=lambda at: _bits(polys[at])))
            return
        for draw, poly in enumerate(polys):
            if poly is not None and draw not in used:
                ways *= weight(poly, self.width)
        alone = len(used) == 1
        shift: int | None = None
        split_by: list[tuple[int, int, int, Condition]] = []
        for (total, packed), targets in zip(sums, self.targets, strict=True):
            times = packed[0][1] if alone and packed else 1
            for at, offset, condition in targets:
                if not packed:
                    row[at] = total + offset if condition is None else condition.of(total + offset)
                elif condition is not None:
                    split_by.append((at, total + offset, times, condition))
                elif shift is not None:
                    row[at] = Shifted(times, total + offset - times * shift)
                elif times == 1:
                    row[at], shift = SLOT, total + offset
                else:
                    row[at], shift = Shifted(times, total + offset), 0
        if not direction:
            self._add(row, (0, ways))
            return
        together = polys[direction[0][0]] if alone else self._sum(direction, polys)
        self._split(row, ways, together or ZERO, shift, split_by)

    def _settle_alone(self, row: Row, ways: int, only: Open, polys: tuple[Packed | None, ...], target: Target) -> bool:
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
            self._add(row, (0, ways))
            return True
        low, bits = 0, 1
        for draw, times in packed:
            poly = polys[draw]
            if times != 1 or poly is None:
                return False
            if bits != 1:
                self.ledger.multiplying(bits.bit_length(), poly[1].bit_length())
            low, bits = low + poly[0], bits * poly[1]
        row[at] = SLOT
        self._add(row, (low + total, bits * ways))
        return True

    def _split(
        self,
        row: Row,
        ways: int,
        poly: Packed,
        shift: int | None,
        split_by: list[tuple[int, int, int, Condition]],
    ) -> None:
        """Conditions on the packed number: a part of it on each side."""
        if not split_by:
            if shift is None:
                self._add(row, (0, ways * weight(poly, self.width)))
            else:
                self._add(row, (poly[0] + shift, poly[1] * ways))
            return
        (at, total, times, condition), *others = split_by
        within, beyond = cut(poly, times, condition.bound - total, condition.exactly, self.width)
        for part, answer in ((within, True), (beyond, False)):
            if part[1]:
                row[at] = answer != condition.turned
                self._split(row, ways, part, shift, others)

    def _go_through(
        self, row: Row, ways: int, sums: list[Open], polys: tuple[Packed | None, ...], smallest: int
    ) -> None:
        """Every value of the smallest of the packed numbers."""
        pairs = unpack(polys[smallest] or ZERO, self.width)
        self.ledger.charge(WAY * len(pairs))
        left = (*polys[:smallest], None, *polys[smallest + 1 :])
        for value, count in pairs:
            now: list[Open] = []
            for total, packed in sums:
                known = sum([times for draw, times in packed if draw == smallest]) * value
                now.append((total + known, tuple([pair for pair in packed if pair[0] != smallest])))
            self._settle(row[:], ways * count, now, left)

    def _sum(self, direction: Times, polys: tuple[Packed | None, ...]) -> Packed:
        """The distribution of a sum of independent packed numbers."""
        together: Packed = (0, 1)
        for draw, times in direction:
            factor = polys[draw] or ZERO
            if times != 1:
                factor = pack({value * times: n for value, n in unpack(factor, self.width)}, self.width)
            self.ledger.multiplying(together[1].bit_length(), factor[1].bit_length())
            together = (together[0] + factor[0], together[1] * factor[1])
        return together


def _bits(poly: Packed | None) -> int:
    return poly[1].bit_length() if poly else 0
