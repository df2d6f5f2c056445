"""Finished paths of a rule, added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import lcm
from typing import Any

from sixfold.counting import SLOT, Shifted
from sixfold.counting.packed import ZERO, Packed, add, weight
from sixfold.rules.late import Condition, Pending, Terms
from sixfold.solving.draws import Draw, cut, sums, total_ways
from sixfold.solving.joint import Entry, Joint, Kind
from sixfold.solving.paths import Paths
from sixfold.solving.settling import Done, Level, Row, Settling, Target
from sixfold.solving.sources import Sources

ROW = 15
"""Work of booking one row of answers."""


class Booking:
    """Adds up paths that end alike, their open sums still packed."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._done: dict[int, Done] = {}

    def book(self, outcome: Sequence[Any], draws: list[Draw], scale: int) -> None:
        """Book a finished path, in all the ways that are left in its draws."""
        row = list(outcome)
        sources = Sources()
        known: dict[Terms, tuple[Any, int]] = {}
        for at, value in enumerate(outcome):
            kind = type(value)
            if kind is Pending:
                offset, condition = value.offset, None
                if not value.terms:
                    row[at] = offset
                    continue
            elif kind is Condition:
                offset, condition = 0, value
                if value.known is not None or not value.terms:
                    row[at] = bool(value)
                    continue
            else:
                continue
            found = known.get(value.terms)
            if found is None:
                found = known[value.terms] = sources.of(value.terms)
            source, fixed = found
            if source is None:
                row[at] = fixed + offset if condition is None else condition.of(fixed)
            elif type(source) is tuple:
                level, column = source
                level.columns.append((at, _column(column, fixed + offset, condition)))
            else:
                source.append((at, fixed + offset, condition))
        paths, levels = self._paths, sources.levels
        ways = 1
        for draw in draws:
            if draw in levels:
                continue
            if draw in sources.single:
                ways *= draw.rows[0][1]
            else:
                ways *= total_ways(draw.rows, paths.width)
        if not ways:
            return
        paths.widen(scale.bit_length())
        if len(levels) > 1:
            sources.gather(paths.width)
        rows = 1
        for draw in levels:
            rows *= len(draw.rows)
        paths.ledger.charge(ROW * rows)
        done = self._done.get(scale)
        if done is None:
            done = self._done[scale] = {}
        simple = len(levels) == 1 and not sources.polys and len(sources.targets) < 2
        if simple and self._in_columns(row, ways, levels, sources.targets, done):
            return
        settling = Settling(done, paths.width, list(levels.values()), sources.targets, paths.ledger)
        settling.book(row, ways, sources.sums, tuple(sources.polys))

    def _in_columns(
        self, row: Row, ways: int, levels: dict[Draw, Level], open_sums: list[list[Target]], done: Done
    ) -> bool:
        """The most frequent case, all rows at once: one draw, and one open sum at most, of its packed number once.

        False where it is not that.
        """
        ((draw, level),) = levels.items()
        rows, width = level.rows, self._paths.width
        columns: list[Iterable[Any]] = [repeat(value) for value in row]
        for at, column in level.columns:
            columns[at] = column
        if not open_sums:
            polys = [
                (0, ways * number if poly is None else ways * number * weight(poly, width)) for _, number, poly in rows
            ]
            _add_all(done, columns, polys, width)
            return True
        (targets,) = open_sums
        places = level.sums[0][1]
        packed = [(place, times) for place, times in places if draw.kinds[place] is Kind.PACKED]
        conditions = [target for target in targets if target[2] is not None]
        if len(packed) > 1 or packed[0][1] != 1 or len(conditions) > 1 or len(conditions) == len(targets):
            return False
        place = packed[0][0]
        if not all(answers[place] is SLOT for answers, _, _ in rows):
            return False
        plain = tuple([pair for pair in places if pair[0] != place])
        totals = sums(rows, plain) if plain else [0] * len(rows)
        shift: int | None = None
        for at, offset, condition in targets:
            if condition is None:
                columns[at] = repeat(SLOT if shift is None else Shifted(1, offset - shift))
                shift = offset if shift is None else shift
        assert shift is not None
        whole = [
            (poly or ZERO, ways * number, total + shift) for (_, number, poly), total in zip(rows, totals, strict=True)
        ]
        if not conditions:
            _add_all(done, columns, [(poly[0] + low, poly[1] * number) for poly, number, low in whole], width)
            return True
        ((at, offset, condition),) = conditions
        assert condition is not None
        parts = [
            cut(poly, 1, condition.bound - total - offset, condition.exactly, width)
            for (poly, _, _), total in zip(whole, totals, strict=True)
        ]
        for side in (0, 1):
            columns[at] = repeat((side == 0) != condition.turned)
            polys = [
                (part[side][0] + low, part[side][1] * number)
                for part, (_, number, low) in zip(parts, whole, strict=True)
            ]
            _add_all(done, columns, polys, width)
        return True

    def joint(self) -> Joint:
        """All booked paths as one joint distribution."""
        scale = lcm(*self._done)
        self._paths.widen(scale.bit_length())
        width = self._paths.width
        merged: Done = {}
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
        return Joint(entries, scale)


def _column(found: list[int], offset: int, condition: Condition | None) -> list[Any]:
    if condition is None:
        return [total + offset for total in found] if offset else found
    of = condition.of
    return [of(total + offset) for total in found]


def _add_all(done: Done, columns: list[Iterable[Any]], polys: list[Packed], width: int) -> None:
    """Add polynomials to the rows that they belong to; the columns may go on for ever."""
    for poly, key in zip(polys, zip(*columns, strict=False), strict=False):
        found = done.get(key)
        if found is not None:
            done[key] = add(found, poly, width)
        elif poly[1]:
            done[key] = poly
