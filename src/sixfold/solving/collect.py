"""Finished paths of a rule, added up by their outcomes; sums that are still open stay packed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import lcm
from typing import Any

from sixfold.counting import IDENTITY, Affine
from sixfold.counting.packed import ZERO, Packed, add, pack, unpack, weight
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.solving.context import Context
from sixfold.solving.draw import Draw, by_draw
from sixfold.solving.entries import answered, cut, forms, sums
from sixfold.solving.joint import Answers, Columns, Entries, Places

ENTRY = 6
"""Work of adding up one entry of a draw."""

WAY = 15
"""Work of going through one value of a packed number."""

Collected = dict[Answers, Packed]
"""Outcomes, some of their values packed, and their ways."""

Target = tuple[int, int, LateCondition | None]
"""A value that an open sum gives: its place in the outcome, an offset, and the condition to be met, if any."""

Times = tuple[tuple[int, int], ...]
"""Which of the factors have their packed number in a sum, and how many times."""

Sum = tuple[int, Times]
"""An open sum so far: a number, and packed numbers to be added to it."""

Open = tuple[int, int, list[Target]]
"""An open sum in the end: a number, how many times one packed number is added to it, and what it is for."""

Polys = tuple[Packed | None, ...]
"""The packed numbers of the entries taken so far; None where it has been multiplied into the ways."""


class Factor:
    """What one draw means for an outcome: values that it alone decides, entry by entry, and sums to which it adds."""

    __slots__ = ("columns", "sums", "values")

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.values: list[tuple[int, Sequence[Any]]] = []
        self.sums: list[tuple[int, Places]] = []

    def rows(self, row: list[Any]) -> Iterable[Answers]:
        """A row for each entry, with the values that the draw alone decides."""
        if not self.values:
            return repeat(tuple(row))
        columns: list[Iterable[Any]] = [repeat(value) for value in row]
        for at, column in self.values:
            columns[at] = column
        return zip(*columns, strict=False)


class Collector:
    """Adds up paths that end alike."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._collected: dict[int, Collected] = {}
        """By what the ways are out of."""

    def add(self, values: Sequence[Any], draws: list[Draw], scale: int) -> None:
        """Add the outcome of a path, in all the ways that are left in its draws."""
        context = self._context
        row = list(values)
        factors, targets = _factors(row)
        ways = 1
        for draw in draws:
            if draw not in factors:
                ways *= draw.columns.total(context.width)
        if not ways:
            return
        context.widen(scale.bit_length())
        if len(factors) > 1:
            _gather(factors, context.width)
        size = 1
        for factor in factors.values():
            size *= len(factor.columns.ways)
        context.work.charge(ENTRY * size)
        path = _Path(self._collected.setdefault(scale, {}), context, list(factors.values()), targets)
        path.add(row, ways)

    def total(self) -> tuple[Entries, int]:
        """All outcomes that are known, with their ways, and what these are out of."""
        scale = lcm(*self._collected)
        self._context.widen(scale.bit_length())
        width = self._context.width
        merged: Collected = {}
        for own in list(self._collected):
            rows = self._collected.pop(own)
            if not merged and own == scale:
                merged = rows
                continue
            factor = scale // own
            while rows:
                row, (low, bits) = rows.popitem()
                merged[row] = add(merged.get(row, ZERO), (low, bits * factor), width)
        return [
            (row, 1, poly) if Affine in map(type, row) else (row, poly[1], None) for row, poly in merged.items()
        ], scale


def _factors(row: list[Any]) -> tuple[dict[Draw, Factor], list[list[Target]]]:
    """The draws that matter for an outcome, and what its open sums are for; values that are known go into the row."""
    factors: dict[Draw, Factor] = {}
    targets: list[list[Target]] = []
    known: dict[Terms, tuple[Source, int]] = {}
    for at, value in enumerate(row):
        kind = type(value)
        if kind is LateNumber:
            condition, offset = None, value.offset
        elif kind is LateCondition and value.known is None:
            condition, offset = value, 0
        else:
            if kind is LateCondition:
                row[at] = value.known
            continue
        found = known.get(value.terms)
        if found is None:
            found = known[value.terms] = _source(value.terms, factors, targets)
        source, fixed = found
        if source is None:
            row[at] = fixed + offset if condition is None else condition.of(fixed)
        elif isinstance(source, list):
            source.append((at, fixed + offset, condition))
        else:
            draw, places = source
            totals = sums(draw.columns, places, fixed + offset)
            factors[draw].values.append((at, totals if condition is None else answered(condition, totals)))
    return factors, targets


Source = tuple[Draw, Places] | list[Target] | None
"""Places of one draw that give a sum plainly, or what an open sum is for; None where nothing is open."""


def _source(terms: Terms, factors: dict[Draw, Factor], targets: list[list[Target]]) -> tuple[Source, int]:
    """Where a sum of answers comes from, and what of it is fixed."""
    placed = by_draw(terms)
    fixed = 0
    for draw, places in list(placed.items()):
        columns = draw.columns
        if len(columns.ways) == 1 and not any(type(columns.answers[at][0]) is Affine for at, _ in places):
            fixed += sum([factor * columns.answers[at][0] for at, factor in placed.pop(draw)])
    for draw in placed:
        if draw not in factors:
            factors[draw] = Factor(draw.columns)
    if not placed:
        return None, fixed
    if len(placed) == 1:
        ((draw, places),) = placed.items()
        if not draw.packed(places):
            return (draw, places), fixed
    for draw, places in placed.items():
        factors[draw].sums.append((len(targets), places))
    found: list[Target] = []
    targets.append(found)
    return found, fixed


def _gather(factors: dict[Draw, Factor], width: int) -> None:
    """Pack the draws that do nothing but add to one sum: their entries need not be looked at one by one."""
    for factor in factors.values():
        if factor.values or len(factor.sums) != 1 or len(factor.columns.ways) == 1:
            continue
        ((which, places),) = factor.sums
        ways: dict[int, int] = {}
        columns = factor.columns
        for total, times, number, poly in zip(*forms(columns, places), columns.ways, columns.packed, strict=True):
            for value, more in ((0, 1),) if poly is None else unpack(poly, width):
                ways[total + times * value] = ways.get(total + times * value, 0) + number * more
        factor.columns = Columns(((IDENTITY,),), (1,), (pack(ways, width),))
        factor.sums = [(which, ((0, 1),))]


class _Path:
    """Goes through all entries of all factors of a path, and puts every outcome where it belongs."""

    __slots__ = ("_collected", "_factors", "_sums", "_targets", "_width", "_work")

    def __init__(
        self, collected: Collected, context: Context, factors: list[Factor], targets: list[list[Target]]
    ) -> None:
        self._collected = collected
        self._width = context.width
        self._work = context.work
        self._factors = factors
        self._targets = targets

    def add(self, row: list[Any], ways: int) -> None:
        """Add every outcome that begins with these values, in so many ways each."""
        if not self._factors:
            self._put(tuple(row), (0, ways))
        elif len(self._factors) > 1:
            self._sums = [
                [(which, *forms(factor.columns, places)) for which, places in factor.sums] for factor in self._factors
            ]
            self._entries(0, row, ways, [(0, ())] * len(self._targets), ())
        elif self._factors[0].sums:
            self._add_open(row, ways, self._factors[0])
        else:
            self._add_plain(row, ways, self._factors[0])

    def _put(self, key: Answers, poly: Packed) -> None:
        """One more outcome, in all the ways that are packed."""
        found = self._collected.get(key)
        self._collected[key] = poly if found is None else add(found, poly, self._width)

    def _add_plain(self, row: list[Any], ways: int, factor: Factor) -> None:
        """All entries of a draw that alone decides the outcome, and gives every value plainly."""
        collected, width = self._collected, self._width
        columns = factor.columns
        for key, number, poly in zip(factor.rows(row), columns.ways, columns.packed, strict=False):
            more = ways * number if poly is None else ways * number * weight(poly, width)
            found = collected.get(key)
            if found is not None:
                collected[key] = (0, found[1] + more)
            elif more:
                collected[key] = (0, more)

    def _add_open(self, row: list[Any], ways: int, factor: Factor) -> None:
        """The same where a sum of it is open."""
        columns = factor.columns
        opened = [(*forms(columns, places), self._targets[which]) for which, places in factor.sums]
        totals, times, targets = opened[0]
        if len(opened) > 1 or len(targets) > 1 or targets[0][2] is not None:
            keys = zip(factor.rows(row), columns.ways, columns.packed, strict=False)
            for at, (key, number, poly) in enumerate(keys):
                self._settle(list(key), ways * number, poly, [(some[at], n[at], values) for some, n, values in opened])
            return
        # The most frequent case: one number is open. Where many entries share a packed number, it is moved at once.
        ((at, offset, _),) = targets
        row[at] = IDENTITY
        shifts: dict[tuple[Answers, int], tuple[Packed, dict[int, int]]] = {}
        each = zip(factor.rows(row), columns.ways, columns.packed, totals, times, strict=False)
        for key, number, poly, total, count in each:
            if count == 1 and poly is not None:
                _, by_shift = shifts.setdefault((key, id(poly)), (poly, {}))
                by_shift[total] = by_shift.get(total, 0) + number
            else:
                self._settle(list(key), ways * number, poly, [(total, count, targets)])
        for (key, _), (poly, by_shift) in shifts.items():
            low, bits = pack(by_shift, self._width)
            self._put(key, (poly[0] + low + offset, poly[1] * bits * ways))

    def _entries(self, at: int, base: list[Any], ways: int, so_far: list[Sum], polys: Polys) -> None:
        """Every entry of one of several factors, with those of the factors behind it."""
        factor = self._factors[at]
        opened = self._sums[at]
        last = at + 1 == len(self._factors)
        for index, (number, poly) in enumerate(zip(factor.columns.ways, factor.columns.packed, strict=True)):
            row = base[:]
            for place, column in factor.values:
                row[place] = column[index]
            now, now_polys, now_ways = so_far, (*polys, poly), ways * number
            if opened:
                now = so_far[:]
                for which, totals, times in opened:
                    total, packed = now[which]
                    now[which] = (total + totals[index], (*packed, (at, times[index])) if times[index] else packed)
            elif poly is not None:
                now_ways *= weight(poly, self._width)
                now_polys = (*polys, None)
            if last:
                self._finish(row, now_ways, now, now_polys)
            else:
                self._entries(at + 1, row, now_ways, now, now_polys)

    def _finish(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys) -> None:
        """An entry of each draw: what is still open of its outcome is one sum of packed numbers, or several.

        One sum can stay packed. Where an outcome has two different ones, the smallest number among them goes
        through its values.
        """
        open_sums = [packed for _, packed in sums if packed]
        used = {at for packed in open_sums for at, _ in packed}
        if len(used) > 1 and any(packed != open_sums[0] for packed in open_sums):
            self._go_through(row, ways, sums, polys, min(sorted(used), key=lambda at: _bits(polys[at])))
            return
        for at, poly in enumerate(polys):
            if poly is not None and at not in used:
                ways *= weight(poly, self._width)
        together: Packed | None = None
        alone = len(used) == 1
        if open_sums:
            together = (polys[open_sums[0][0][0]] if alone else self._sum(open_sums[0], polys)) or ZERO
        opened = [
            (total, (packed[0][1] if alone else 1) if packed else 0, targets)
            for (total, packed), targets in zip(sums, self._targets, strict=True)
        ]
        self._settle(row, ways, together, opened)

    def _go_through(self, row: list[Any], ways: int, sums: list[Sum], polys: Polys, smallest: int) -> None:
        """Every value of the smallest of the packed numbers."""
        pairs = unpack(polys[smallest] or ZERO, self._width)
        self._work.charge(WAY * len(pairs))
        left = (*polys[:smallest], None, *polys[smallest + 1 :])
        for value, count in pairs:
            now: list[Sum] = []
            for total, packed in sums:
                known = sum([times for at, times in packed if at == smallest]) * value
                now.append((total + known, tuple([pair for pair in packed if pair[0] != smallest])))
            self._finish(row[:], ways * count, now, left)

    def _sum(self, direction: Times, polys: Polys) -> Packed:
        """The distribution of a sum of independent packed numbers."""
        together: Packed = (0, 1)
        for at, times in direction:
            factor = polys[at] or ZERO
            if times != 1:
                factor = pack({value * times: n for value, n in unpack(factor, self._width)}, self._width)
            self._work.multiplying(together[1].bit_length(), factor[1].bit_length())
            together = (together[0] + factor[0], together[1] * factor[1])
        return together

    def _settle(self, row: list[Any], ways: int, poly: Packed | None, opened: list[Open]) -> None:
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
            self._put(tuple(row), (0, ways))
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
                self._put(tuple(row), (0, ways * weight(poly, self._width)))
            else:
                self._put(tuple(row), (poly[0] + shift, poly[1] * ways))
            return
        (at, total, times, condition), *others = split_by
        for part, reached in zip(cut(poly, times, total, condition, self._width), (True, False), strict=True):
            if part[1]:
                row[at] = reached != condition.turned
                self._split(row, ways, part, shift, others)


def _bits(poly: Packed | None) -> int:
    return poly[1].bit_length() if poly else 0
