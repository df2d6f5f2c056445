"""Finished paths of a rule, added up by their outcomes; sums that are still open stay packed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import repeat
from math import gcd, lcm, prod
from typing import Any

from sixfold.base.mappings import added_up, grouped
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.solving.context import Context
from sixfold.solving.counting.packed import (
    IDENTITY,
    Affine,
    Packed,
    add,
    apart,
    pack,
    product,
    sparse,
    unpack,
    weight,
)
from sixfold.solving.entries import answered, forms, joined, split_packed, sums
from sixfold.solving.joint_distribution import (
    Answers,
    Entries,
    EntryColumns,
    Places,
    RandomVariable,
    by_variable,
    spread,
)

COLLECT_WORK = 6
"""Work of adding up one entry of a variable."""

ROW_BYTES = 250
"""Bytes of an outcome that is kept, beside its ways."""

Collected = dict[Answers, Packed]
"""Outcomes, some of their values packed, and their ways."""

Target = tuple[int, int, LateCondition | None]
"""A value that an open sum gives: its place in the outcome, an offset, and the condition to be met, if any."""

Split = tuple[int, int, int, LateCondition]
"""The place of an open condition, and of its sum a number and how many times one packed number is added to it."""

OpenSum = tuple[int, int, list[Target]]
"""An open sum in the end: a number, how many times one packed number is added to it, and what it is for."""


class Factor:
    """The part of one variable in an outcome: values that it alone decides, by entry, and sums to which it adds."""

    def __init__(self, columns: EntryColumns) -> None:
        self.columns = columns
        self.values: dict[int, Sequence[Any]] = {}
        self.sums: dict[int, tuple[tuple[int, int], ...]] = {}

    def settle(self, targets: list[list[Target]]) -> None:
        """Work out the sums that are open, where nothing is packed."""
        for which, targeted in enumerate(targets):
            for at, offset, condition in targeted:
                totals = sums(self.columns, self.sums.get(which, ()), offset)
                self.values[at] = totals if condition is None else answered(condition, totals)

    def rows(self, row: list[Any]) -> Iterable[Answers]:
        """A row for each entry, with the values that the variable alone decides."""
        if not self.values:
            return repeat(tuple(row))
        columns: list[Iterable[Any]] = [repeat(value) for value in row]
        for at, column in self.values.items():
            columns[at] = column
        return zip(*columns, strict=False)


NOTHING = Factor(EntryColumns((), (1,), (None,)))
"""No variable at all."""


class Collector:
    """Adds up paths that end alike."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._collected: dict[int, Collected] = {}
        """By what the ways are out of."""

    def add(self, values: Sequence[Any], variables: list[RandomVariable], scale: int) -> None:
        """Add the outcome of a path, in all the ways that are left in its variables."""
        context = self._context
        row = list(values)
        factors, targets = _factors(row)
        ways = prod(
            [variable.columns.total(context.width, context.work) for variable in variables if variable not in factors]
        )
        if not ways:
            return
        context.widen(scale.bit_length())
        before = context.held
        rest = _multiplied(list(factors.values()), context)
        factor = rest[0] if len(rest) == 1 else _joined(rest, context) if rest else NOTHING
        context.work.charge((COLLECT_WORK + len(row) // 2) * len(factor.columns.ways))
        self._into, self._targets, self._scale = self._collected.setdefault(scale, {}), targets, scale
        self._plain = len(targets) == 1 and len(targets[0]) == 1 and targets[0][0][2] is None
        if targets and any(factor.columns.packed):
            self._add_open(row, ways, factor)
        else:
            factor.settle(targets)
            self._add_plain(row, ways, factor)
        context.release(before)

    def total(self) -> tuple[Entries, int]:
        """All outcomes that are known, with their ways, and what these are out of."""
        scale = lcm(*self._collected)
        self._context.widen(scale.bit_length())
        merged: Collected = {}
        for own in list(self._collected):
            rows = self._collected.pop(own)
            if not merged and own == scale:
                merged = rows
                continue
            factor = scale // own
            while rows:
                row, (low, bits) = rows.popitem()
                self._put(merged, row, (low, bits * factor))
        return [
            (row, 1, poly) if Affine in map(type, row) else (row, poly[1], None) for row, poly in merged.items()
        ], scale

    def _put(self, into: Collected, key: Answers, poly: Packed) -> None:
        """One more outcome, in all the ways that are packed; value by value where these lie far from the others."""
        present, width, work = into.get(key), self._context.width, self._context.work
        if present is None:
            work.keep(ROW_BYTES + (poly[1].bit_length() >> 3))
            into[key] = poly
        elif apart(present, poly, width):
            work.charge(COLLECT_WORK * (poly[1].bit_length() // width))
            for value, ways in unpack(poly, width):
                self._put(into, spread(key, value), (0, ways))
        else:
            into[key] = both = add(present, poly, width)
            work.keep((both[1].bit_length() - present[1].bit_length()) >> 3)

    def _add_plain(self, row: list[Any], ways: int, factor: Factor) -> None:
        """All entries of a variable that gives every value plainly."""
        collected, width = self._into, self._context.width
        before = len(collected)
        for key, number in zip(factor.rows(row), factor.columns.settled(width).ways, strict=False):
            if number:
                present = collected.get(key)
                collected[key] = (0, ways * number if present is None else present[1] + ways * number)
        self._context.work.keep((len(collected) - before) * (ROW_BYTES + (self._scale.bit_length() >> 3)))

    def _add_open(self, row: list[Any], ways: int, factor: Factor) -> None:
        """The same where sums are open; entries that differ only in a number by which all sums are moved are one."""
        columns, targets, width = factor.columns, self._targets, self._context.width
        for at in [at for target in targets for at, _, _ in target]:
            row[at] = IDENTITY  # until it is settled
        opened = [forms(columns, factor.sums.get(which, ())) for which in range(len(targets))]
        totals, times = (list(zip(*part, strict=True)) for part in zip(*opened, strict=True))
        still, patterns = (0,) * len(targets), set(times)
        numbers, polys = columns.ways, columns.packed
        if still in patterns:  # no sum moves with the packed number, so only its ways matter
            some = list(zip(numbers, polys, times, strict=True))
            numbers = [n if poly is None or count != still else n * weight(poly, width) for n, poly, count in some]
            polys = [None if count == still else poly for _, poly, count in some]
        rows = factor.rows(row)
        if not all({0, 1}.issuperset(pattern) for pattern in patterns):
            for key, number, poly, total, count in zip(rows, numbers, polys, totals, times, strict=False):
                self._settle(list(key), ways * number, poly, list(zip(total, count, targets, strict=True)))
            return
        shifts, rests = _shifted(opened, totals, times)
        alike: defaultdict[Any, dict[int, int]] = defaultdict(dict)
        for place, shift, number in zip(
            zip(rows, map(id, polys), times, rests, strict=False), shifts, numbers, strict=True
        ):
            by_shift = alike[place]
            by_shift[shift] = by_shift.get(shift, 0) + number
        self._context.work.charge(2 * COLLECT_WORK * len(numbers))
        by_id = dict(zip(map(id, polys), polys, strict=True))
        for (key, at, count, rest), by_shift in alike.items():
            self._add_alike(key, ways, by_id[at], by_shift, list(zip(rest, count, targets, strict=True)))

    def _add_alike(
        self, key: Answers, ways: int, packed: Packed | None, by_shift: dict[int, int], opened: list[OpenSum]
    ) -> None:
        """Entries that differ only in how far their sums are moved: one product, unless they are few and far apart."""
        width = self._context.width
        size = 0 if packed is None else packed[1].bit_length() // width
        if packed is None or sparse(max(by_shift) - min(by_shift), len(by_shift) * size):
            for shift, number in by_shift.items():
                moved = [(n + shift * (m if packed else 1), m, target) for n, m, target in opened]
                self._settle(list(key), ways * number, packed, moved)
            return
        start, factors = pack(by_shift, width)
        factors *= ways
        self._context.work.multiplying(packed[1].bit_length(), factors.bit_length())
        # A number that is multiplied by 1 would be copied, and thousands of these are as large as all else.
        product = (packed[0] + start, packed[1] if factors == 1 else packed[1] * factors)
        if self._plain:  # as most are
            ((_, offset, _),) = self._targets[0]
            self._put(self._into, key, (product[0] + offset, product[1]))
        else:
            self._settle(list(key), 1, product, opened)

    def _settle(self, row: list[Any], ways: int, poly: Packed | None, opened: list[OpenSum]) -> None:
        """An outcome of which values are open that hang on one packed number."""
        shift: int | None = None
        split_by: list[Split] = []
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
            self._put(self._into, tuple(row), (0, ways))
        else:
            self._split(row, ways, poly, shift, split_by)

    def _split(self, row: list[Any], ways: int, poly: Packed, shift: int | None, split_by: list[Split]) -> None:
        """Conditions on the packed number: a part of it on each side."""
        self._context.work.multiplying(poly[1].bit_length(), ways.bit_length())
        if not split_by:
            if shift is None:
                self._put(self._into, tuple(row), (0, ways * weight(poly, self._context.width)))
            else:
                self._put(self._into, tuple(row), (poly[0] + shift, poly[1] * ways))
            return
        (at, total, times, condition), *others = split_by
        for part, reached in zip(
            split_packed(poly, times, total, condition, self._context.width), (True, False), strict=True
        ):
            if part[1]:
                row[at] = reached != condition.negated
                self._split(row, ways, part, shift, others)


def _factors(row: list[Any]) -> tuple[dict[RandomVariable, Factor], list[list[Target]]]:
    """The variables that matter for an outcome, and what its open sums are for; known values go into the row."""
    factors: dict[RandomVariable, Factor] = {}
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
        resolved = known.get(value.terms)
        if resolved is None:
            resolved = known[value.terms] = _source(value.terms, factors, targets)
        source, fixed = resolved
        if source is None:
            row[at] = fixed + offset if condition is None else condition.of(fixed)
        elif isinstance(source, list):
            source.append((at, fixed + offset, condition))
        else:
            variable, places = source
            totals = sums(variable.columns, places, fixed + offset)
            factors[variable].values[at] = totals if condition is None else answered(condition, totals)
    return factors, targets


Source = tuple[RandomVariable, Places] | list[Target] | None
"""Places of one variable that give a sum plainly, or what an open sum is for; None where nothing is open."""


def _source(terms: Terms, factors: dict[RandomVariable, Factor], targets: list[list[Target]]) -> tuple[Source, int]:
    """Return the variable and the places of a sum of answers, and its fixed part."""
    placed = by_variable(terms)
    fixed = 0
    for variable, places in list(placed.items()):
        columns = variable.columns
        if len(columns.ways) == 1 and not any(type(columns.answers[at][0]) is Affine for at, _ in places):
            fixed += sum([factor * columns.answers[at][0] for at, factor in placed.pop(variable)])
    for variable in placed:
        if variable not in factors:
            factors[variable] = Factor(variable.columns)
    if not placed:
        return None, fixed
    if len(placed) == 1:
        ((variable, places),) = placed.items()
        if not variable.packed(places):
            return (variable, places), fixed
    for variable, places in placed.items():
        factors[variable].sums[len(targets)] = places
    own: list[Target] = []
    targets.append(own)
    return own, fixed


def _multiplied(factors: list[Factor], context: Context) -> list[Factor]:
    """Variables that do nothing but add alike to some sums as one: their entries need not be looked at one by one."""
    adding = [factor for factor in factors if not factor.values and len(set(factor.sums.values())) == 1]
    for added, alike in grouped((tuple(factor.sums), factor) for factor in adding).items():
        if len(alike) > 1:
            parts = [_sum_ways(factor.columns, factor.sums[added[0]], context) for factor in alike]
            together = Factor(_product(parts, context))
            together.sums = dict.fromkeys(added, ((0, 1),))
            factors = [*[factor for factor in factors if factor not in alike], together]
    return factors


def _product(parts: list[dict[int, int]], context: Context) -> EntryColumns:
    """The sum of independent numbers: packed in steps of what divides all of it, or plain where it is mostly empty."""
    lows = [min(part) for part in parts]
    step = gcd(*[value - low for part, low in zip(parts, lows, strict=True) for value in part]) or 1
    places = sum([(max(part) - low) // step for part, low in zip(parts, lows, strict=True)])
    if not sparse(places, prod(map(len, parts))):
        context.work.charge(COLLECT_WORK * sum(map(len, parts)))
        every: Packed = (0, 1)
        for part, low in zip(parts, lows, strict=True):
            poly = pack({(value - low) // step: ways for value, ways in part.items()}, context.width)
            every = product(every, poly, context.width, context.work)
        return EntryColumns(((Affine(step, sum(lows)),),), (1,), (every,))
    sums = {0: 1}
    for part in parts:
        context.work.charge(2 * COLLECT_WORK * len(sums) * len(part))
        context.hold(ROW_BYTES * len(sums) * len(part))
        sums = added_up((t + value, ways * more) for t, ways in sums.items() for value, more in part.items())
    return EntryColumns((list(sums),), list(sums.values()), [None] * len(sums))


def _sum_ways(columns: EntryColumns, places: Places, context: Context) -> dict[int, int]:
    """The ways of each value of a sum of the answers at these places."""
    width = context.width
    context.work.charge(COLLECT_WORK * columns.count(width))
    context.hold(columns.bytes(columns.count(width), width))
    return added_up(
        (total + times * value, number * more)
        for total, times, number, poly in zip(*forms(columns, places), columns.ways, columns.packed, strict=True)
        for value, more in (((0, 1),) if poly is None else unpack(poly, width))
    )


def _shifted(
    opened: list[Any], totals: list[tuple[int, ...]], times: list[tuple[int, ...]]
) -> tuple[Sequence[int], Iterable[tuple[int, ...]]]:
    """How far each entry moves its sums, and what is left of these sums then."""
    if len(opened) == 1:
        return opened[0][0], repeat((0,))
    shifts = [total[count.index(1)] if 1 in count else 0 for total, count in zip(totals, times, strict=True)]
    rests = [
        tuple([n - shift * m for n, m in zip(total, count, strict=True)])
        for total, count, shift in zip(totals, times, shifts, strict=True)
    ]
    return shifts, rests


def _joined(factors: list[Factor], context: Context) -> Factor:
    """Several variables as one: the packed number that has the most values stays packed."""
    width, columns = context.width, EntryColumns((), (1,), (None,))
    places: dict[int, int] = {}
    open_sums: dict[int, tuple[tuple[int, int], ...]] = {}
    parts = [_needed(factor, context) for factor in factors]
    for factor, own, used in sorted(parts, key=lambda part: -part[1].count(width)):
        first = len(columns.answers)
        context.work.charge((COLLECT_WORK + len(columns.answers)) * len(columns.ways) * own.count(width))
        columns = joined(columns, own, context) if first else own
        places.update({place: at for at, place in enumerate(factor.values, first)})
        for which, terms in factor.sums.items():
            moved = [(first + len(factor.values) + used.index(at), times) for at, times in terms]
            open_sums[which] = (*open_sums.get(which, ()), *moved)
    together = Factor(columns)
    together.values = {place: columns.answers[at] for place, at in places.items()}
    together.sums = open_sums
    return together


def _needed(factor: Factor, context: Context) -> tuple[Factor, EntryColumns, list[int]]:
    """The part of a variable that an outcome needs, entries that are alike as one; and the places of its open sums."""
    used = list(dict.fromkeys([at for terms in factor.sums.values() for at, _ in terms]))
    own = factor.columns._replace(answers=(*factor.values.values(), *[factor.columns.answers[at] for at in used]))
    if any(Affine in map(type, column) for column in own.answers):
        return factor, own, used
    own = own.settled(context.width)
    context.work.charge(COLLECT_WORK * len(own.ways))
    rows = added_up(zip(zip(*own.answers, strict=True), own.ways, strict=True))
    return factor, EntryColumns(tuple(zip(*rows, strict=True)), [*rows.values()], [None] * len(rows)), used
