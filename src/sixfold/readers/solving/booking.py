"""Finished paths of a rule, added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import lcm
from typing import Any, NamedTuple

from sixfold.packed import ZERO, Packed, add, pack, unpack, weight
from sixfold.pending import Condition, Pending
from sixfold.readers.solving.draws import Draw, Places, Rows, cut, sums, total_ways
from sixfold.readers.solving.joint import Entry, Joint, Kind, kinds_of
from sixfold.readers.solving.paths import Paths
from sixfold.ways import SLOT, Ledger, Shifted

ROW = 15
"""Work of booking one row of answers."""

Row = list[Any]
"""The values of an outcome, in the order of its fields."""

Times = tuple[tuple[int, int], ...]
"""Which of the draws have their packed number in a sum, and how many times."""

Open = tuple[int, int, Times, Condition | None]
"""A place in the outcome, a number and packed numbers to be added to it, and the condition that they have to meet."""


class Level(NamedTuple):
    """What one draw means for an outcome: values that it alone decides, row by row, and sums to which it adds."""

    rows: Rows
    columns: list[tuple[int, list[Any]]]
    sums: list[tuple[int, Places]]


class Booking:
    """Adds up paths that end alike, their open sums still packed."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._done: dict[int, dict[tuple[Any, ...], Packed]] = {}

    def book(self, outcome: Sequence[Any], draws: list[Draw], scale: int) -> None:
        """Book a finished path, in all the ways that are left in its draws."""
        row = list(outcome)
        levels: dict[Draw, Level] = {}
        opened: list[Open] = []
        for at, value in enumerate(outcome):
            kind = type(value)
            if kind is Pending and value.terms:
                self._late(at, value.terms, value.offset, None, levels, opened)
            elif kind is Condition and value.known is None and value.terms:
                self._late(at, value.terms, 0, value, levels, opened)
            elif kind is Pending:
                row[at] = value.offset
            elif kind is Condition:
                row[at] = bool(value)
        width = self._paths.width
        ways = 1
        for draw in draws:
            if draw not in levels:
                ways *= total_ways(draw.rows, width)
        if not ways:
            return
        self._paths.widen(scale.bit_length())
        rows = 1
        for draw in levels:
            rows *= len(draw.rows)
        self._paths.ledger.charge(ROW * rows)
        done = self._done.setdefault(scale, {})
        if len(levels) == 1 and len(opened) < 2 and self._book_columns(row, ways, draw, levels[draw], opened, done):
            return
        _Rows(done, width, list(levels.values()), self._paths.ledger).book(0, row, ways, opened, ())

    def _book_columns(
        self, row: Row, ways: int, draw: Draw, level: Level, opened: list[Open], done: dict[tuple[Any, ...], Packed]
    ) -> bool:
        """The most frequent case at once: one draw, and one open sum at most, that has its packed number once.

        False where it is not that.
        """
        rows, width = level.rows, self._paths.width
        columns: list[Iterable[Any]] = [repeat(value) for value in row]
        for at, column in level.columns:
            columns[at] = column
        polys: Iterable[Packed]
        if opened:
            at, offset, _, condition = opened[0]
            places = level.sums[0][1]
            packed = [(place, times) for place, times in places if draw.kinds[place] is Kind.PACKED]
            if condition is not None or len(packed) > 1 or packed[0][1] != 1:
                return False
            place = packed[0][0]
            if not all([answers[place] is SLOT for answers, _, _ in rows]):
                return False
            columns[at] = repeat(SLOT)
            plain = tuple([pair for pair in places if pair[0] != place])
            shifts = [offset + total for total in sums(rows, plain)] if plain else repeat(offset)
            polys = [
                (poly[0] + shift, poly[1] * number * ways) if poly else ZERO
                for (_, number, poly), shift in zip(rows, shifts, strict=False)
            ]
        else:
            polys = [
                (0, ways * number if poly is None else ways * number * weight(poly, width)) for _, number, poly in rows
            ]
        for poly, key in zip(polys, zip(*columns, strict=False), strict=False):
            found = done.get(key)
            done[key] = poly if found is None else add(found, poly, width)
        return True

    def _late(
        self,
        at: int,
        terms: tuple[Any, ...],
        offset: int,
        condition: Condition | None,
        levels: dict[Draw, Level],
        opened: list[Open],
    ) -> None:
        """A value that depends on draws: a column where one of them gives it plainly, else an open sum."""
        draw, place, times = terms[0]
        if len(terms) == 1:
            if draw not in levels:
                levels[draw] = Level(draw.rows, [], [])
            if draw.kinds[place] is not Kind.PACKED:
                levels[draw].columns.append((at, _column(draw.rows, ((place, times),), offset, condition)))
                return
            levels[draw].sums.append((len(opened), ((place, times),)))
            opened.append((at, offset, (), condition))
            return
        by_draw: dict[Draw, Places] = {}
        plain = True
        for draw, place, times in terms:
            by_draw[draw] = (*by_draw.get(draw, ()), (place, times))
            plain = plain and draw.kinds[place] is not Kind.PACKED
        for draw in by_draw:
            if draw not in levels:
                levels[draw] = Level(draw.rows, [], [])
        if plain and len(by_draw) == 1:
            levels[draw].columns.append((at, _column(draw.rows, by_draw[draw], offset, condition)))
            return
        for draw, places in by_draw.items():
            levels[draw].sums.append((len(opened), places))
        opened.append((at, offset, (), condition))

    def joint(self) -> Joint:
        """All booked paths as one joint distribution."""
        scale = lcm(*self._done)
        self._paths.widen(scale.bit_length())
        width = self._paths.width
        merged: dict[tuple[Any, ...], Packed] = {}
        for own in list(self._done):
            rows = self._done.pop(own)
            if not merged and own == scale:
                merged = rows
                continue
            factor = scale // own
            while rows:
                row, (low, bits) = rows.popitem()
                merged[row] = add(merged.get(row, ZERO), (low, bits * factor), width)
        entries: list[Entry] = [
            (row, 1, poly) if Shifted in map(type, row) else (row, poly[1], None) for row, poly in merged.items()
        ]
        return Joint(entries, scale, kinds_of(entries))


def _column(rows: Rows, places: Places, offset: int, condition: Condition | None) -> list[Any]:
    found = sums(rows, places)
    if condition is None:
        return [total + offset for total in found] if offset else found
    return [condition.of(total) for total in found]


class _Rows:
    """The rows of one path, put where they belong: level by level, a row of each draw."""

    __slots__ = ("done", "ledger", "levels", "width")

    def __init__(self, done: dict[tuple[Any, ...], Packed], width: int, levels: list[Level], ledger: Ledger) -> None:
        self.done = done
        self.width = width
        self.levels = levels
        self.ledger = ledger

    def book(self, level: int, base: Row, ways: int, opened: list[Open], polys: tuple[Packed | None, ...]) -> None:
        if level == len(self.levels):
            self._settle(base, ways, opened, polys)
            return
        rows, columns, adds = self.levels[level]
        last = level + 1 == len(self.levels)
        for index, (answers, number, poly) in enumerate(rows):
            row = base[:]
            for at, column in columns:
                row[at] = column[index]
            if not adds:
                number = ways * number if poly is None else ways * number * weight(poly, self.width)
                if last and not opened:
                    self._add(row, (0, number))
                else:
                    self.book(level + 1, row, number, opened, (*polys, None))
                continue
            now = opened[:]
            for which, places in adds:
                at, total, packed, condition = now[which]
                times = 0
                for place, factor in places:
                    answer = answers[place]
                    if type(answer) is Shifted:
                        times += factor * answer[0]
                        total += factor * answer[1]
                    else:
                        total += factor * answer
                now[which] = (at, total, (*packed, (level, times)) if times else packed, condition)
            if last:
                self._settle(row, ways * number, now, (*polys, poly))
            else:
                self.book(level + 1, row, ways * number, now, (*polys, poly))

    def _add(self, row: Row, poly: Packed) -> None:
        key = tuple(row)
        found = self.done.get(key)
        self.done[key] = poly if found is None else add(found, poly, self.width)

    def _settle(self, row: Row, ways: int, opened: list[Open], polys: tuple[Packed | None, ...]) -> None:
        """A row of each draw: what is still open of its outcome is one sum of packed numbers, or several.

        One sum can stay packed. Where an outcome has two different ones, the smallest number among them goes
        through its values.
        """
        if len(opened) == 1 and self._alone(row, ways, opened[0], polys):
            return
        direction: Times | None = None
        several = False
        for _, _, packed, _ in opened:
            if packed:
                if direction is None:
                    direction = packed
                elif packed != direction:
                    several = True
        used: set[int] = set()
        if several:
            used = {draw for _, _, packed, _ in opened for draw, _ in packed}
            if len(used) > 1:
                self._go_through(row, ways, opened, polys, used)
                return
        elif direction is not None:
            used = {direction[0][0]} if len(direction) == 1 else {draw for draw, _ in direction}
        for draw, poly in enumerate(polys):
            if poly is not None and draw not in used:
                ways *= weight(poly, self.width)
        alone = len(used) == 1
        shift: int | None = None
        split_by: list[tuple[int, int, int, Condition]] = []
        for at, total, packed, condition in opened:
            if not packed:
                row[at] = total if condition is None else condition.of(total)
                continue
            times = packed[0][1] if alone else 1
            if condition is not None:
                split_by.append((at, total, times, condition))
            elif shift is not None:
                row[at] = Shifted(times, total - times * shift)
            elif times == 1:
                row[at], shift = SLOT, total
            else:
                row[at], shift = Shifted(times, total), 0
        if direction is None:
            self._add(row, (0, ways))
            return
        together = polys[direction[0][0]] if alone else self._sum(direction, polys)
        assert together is not None
        self._split(row, ways, together, shift, split_by)

    def _alone(self, row: Row, ways: int, only: Open, polys: tuple[Packed | None, ...]) -> bool:
        """The most frequent case: one open sum, of every packed number once. False where it is not that."""
        at, total, packed, condition = only
        if condition is not None or len(packed) < len(polys) - polys.count(None):
            return False
        low, bits = 0, ways
        for draw, times in packed:
            if times != 1:
                return False
            poly = polys[draw]
            assert poly is not None
            self.ledger.multiplying(bits.bit_length(), poly[1].bit_length())
            low, bits = low + poly[0], bits * poly[1]
        row[at] = SLOT if packed else total
        self._add(row, (low + total, bits) if packed else (0, bits))
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
        self, row: Row, ways: int, opened: list[Open], polys: tuple[Packed | None, ...], used: set[int]
    ) -> None:
        """Every value of the smallest of the packed numbers."""
        smallest = min(sorted(used), key=lambda draw: (polys[draw] or ZERO)[1].bit_length())
        pairs = unpack(polys[smallest] or ZERO, self.width)
        self.ledger.charge(ROW * len(pairs))
        left = (*polys[:smallest], None, *polys[smallest + 1 :])
        for value, count in pairs:
            now: list[Open] = []
            for at, total, packed, condition in opened:
                known = sum(times for draw, times in packed if draw == smallest) * value
                now.append((at, total + known, tuple([pair for pair in packed if pair[0] != smallest]), condition))
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
