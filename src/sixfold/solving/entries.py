"""Entries of a joint distribution, taken apart, put together and asked what they come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count, repeat
from operator import add, is_, mul

from sixfold.base.mappings import grouped
from sixfold.rules.late import LateCondition
from sixfold.solving.context import Context
from sixfold.solving.counting.packed import IDENTITY, Affine, Packed, series, split
from sixfold.solving.counting.packed import add as packed_sum
from sixfold.solving.joint_distribution import (
    ENTRY_BYTES,
    Answers,
    Entries,
    Entry,
    EntryColumns,
    Places,
    RandomVariable,
    spread,
)

# -- what answers come to --------------------------------------------------------------------------------------


def forms(columns: EntryColumns, places: Places) -> tuple[Sequence[int], Sequence[int]]:
    """Return the answers at these places: numbers, and how many times the packed ones are added to them."""
    plain = [pair for pair in places if Affine not in map(type, columns.answers[pair[0]])]
    totals, times = sums(columns, plain), [0] * len(columns.ways)
    for at, factor in places:
        if (at, factor) not in plain:
            column = columns.answers[at]
            alike = column.count(column[0]) == len(column)
            parts = [a if type(a) is Affine else (0, a) for a in (column[:1] if alike else column)]
            scales, offsets = zip(*parts * (len(column) if alike else 1), strict=True)
            totals = list(map(add, totals, map(mul, offsets, repeat(factor))))
            times = list(map(add, times, map(mul, scales, repeat(factor))))
    return totals, times


def of_places(answers: Answers, places: Places) -> int:
    """Return the sums of plain answers at these places."""
    total: int = sum([factor * answers[at] for at, factor in places])
    return total


def sums(columns: EntryColumns, places: Places, offset: int = 0) -> Sequence[int]:
    """Return the sum of plain answers at these places and an offset, entry by entry."""
    totals: Sequence[int] = ()
    for at, factor in places:
        column = columns.answers[at]
        scaled = column if factor == 1 else list(map(mul, column, repeat(factor)))
        totals = list(map(add, totals, scaled)) if totals else scaled
    if not totals:
        return [offset] * len(columns.ways)
    return list(map(add, totals, repeat(offset))) if offset else totals


def answered(condition: LateCondition, totals: Sequence[int]) -> list[bool]:
    """Whether a condition holds for each of these sums."""
    bound = condition.bound
    if condition.exactly:
        return [total != bound for total in totals] if condition.negated else [total == bound for total in totals]
    return [total < bound for total in totals] if condition.negated else [total >= bound for total in totals]


def plain(entries: Entries, context: Context) -> Entries:
    """The same entries, nothing packed."""
    if all(poly is None for _, _, poly in entries):
        return entries
    return unpacked(EntryColumns.of(entries), context).entries()


def unpacked(columns: EntryColumns, context: Context) -> EntryColumns:
    """The same entries, nothing packed."""
    if not any(columns.packed):
        return columns
    width = context.width
    context.hold(columns.bytes(columns.count(width), width))
    sources: list[int] = []
    values: list[int] = []
    ways: list[int] = []
    known: dict[int, tuple[Sequence[int], list[int]]] = {}
    for at, (number, poly) in enumerate(zip(columns.ways, columns.packed, strict=True)):
        # Many entries share one packed number.
        pairs = known.get(id(poly))
        if pairs is None:
            pairs = known[id(poly)] = ((0,), [1]) if poly is None else series(poly, width)
        sources += [at] * len(pairs[1])
        values += pairs[0]
        ways += [number * more for more in pairs[1]]
    answers = [list(map(column.__getitem__, sources)) for column in columns.answers]
    for place, column in enumerate(answers):
        if all(map(is_, column, repeat(IDENTITY))):  # what is not known cannot be compared
            answers[place] = values
        elif Affine in map(type, column):
            pairs_of = zip(column, values, strict=True)
            answers[place] = [a[0] * value + a[1] if type(a) is Affine else a for a, value in pairs_of]
    return EntryColumns(tuple(answers), ways, [None] * len(ways))


# -- apart -----------------------------------------------------------------------------------------------------


def split_entries(
    variable: RandomVariable, places: Places, condition: LateCondition, context: Context
) -> list[tuple[bool, EntryColumns]]:
    """Whether a condition of the answers at these places holds, and the entries in which it does or does not.

    An entry with a packed number may be on both sides, with a part of its ways on each.
    """
    columns, width = variable.columns, context.width
    context.hold(8 * (len(columns.answers) + 2) * len(columns.ways))
    if not variable.packed(places):
        holds = answered(condition, sums(columns, places))
        if all(holds):
            return [(True, columns)]
        if not any(holds):
            return [(False, columns)]
        sides = [(True, columns.where(holds)), (False, columns.where([not met for met in holds]))]
        return sides[::-1] if condition.negated else sides
    bits = sum([poly[1].bit_length() for poly in columns.packed if poly is not None])
    context.work.adding(bits // len(columns.ways), 2 * len(columns.ways))
    context.hold((bits >> 3) + ENTRY_BYTES * len(columns.ways))
    reached: list[Entry] = []
    missed: list[Entry] = []
    for entry, total, times in zip(columns.entries(), *forms(columns, places), strict=True):
        answers, number, poly = entry
        if poly is None or not times:
            (missed if condition.of(total) is condition.negated else reached).append(entry)
            continue
        for side, part in zip((reached, missed), split_packed(poly, times, total, condition, width), strict=True):
            if part[1].bit_length() > width:
                side.append((answers, number, part))
            elif part[1]:
                side.append((spread(answers, part[0]), number * part[1], None))
    both = ((not condition.negated, reached), (condition.negated, missed))
    return [(holds, EntryColumns.of(entries)) for holds, entries in both if entries]


def split_packed(poly: Packed, times: int, total: int, condition: LateCondition, width: int) -> tuple[Packed, Packed]:
    """The parts of a packed number in which `total` and `times` it reach the bound of a condition, and do not."""
    bound = condition.bound - total
    if condition.exactly:
        value, remainder = divmod(bound, times)
        if remainder:
            return (0, 0), poly
        below, above = split(poly, value, width)
        exact, above = split(above, value + 1, width)
        return exact, packed_sum(below, above, width)
    if times > 0:
        below, above = split(poly, -(-bound // times), width)
        return above, below
    below, above = split(poly, bound // times + 1, width)
    return below, above


VALUE_BYTES = 500
"""Bytes of a value that a path is followed for, beside its entries."""

NumberPlaces = tuple[Places, int, int | None]
"""A number: answers at some places and an offset, at most so much."""


def by_values(
    columns: EntryColumns, wanted: Sequence[NumberPlaces], context: Context
) -> tuple[EntryColumns, dict[Answers, list[int]]]:
    """For each value of several numbers at once the indices of the entries; which are plain if a number was packed."""
    if any(Affine in map(type, columns.answers[at]) for places, _, _ in wanted for at, _ in places):
        columns = unpacked(columns, context)
    values: list[Sequence[int]] = []
    for places, offset, most in wanted:
        totals = sums(columns, places, offset)
        values.append(totals if most is None else [total if total < most else most for total in totals])
    by_value = grouped(zip(zip(*values, strict=True), count()))
    context.hold(8 * len(columns.ways) + VALUE_BYTES * len(by_value))
    return columns, by_value


# -- together --------------------------------------------------------------------------------------------------


def joined(columns: EntryColumns, others: EntryColumns, context: Context) -> EntryColumns:
    """The entries of two variables together: the packed numbers of the others go through their values."""
    beside, width = unpacked(others, context), context.width
    size, times = len(columns.ways), len(beside.ways)
    context.hold(columns.bytes(size * times, width) + beside.bytes(size * times, width))
    answers = [[answer for answer in column for _ in range(times)] for column in columns.answers]
    answers += [list(column) * size for column in beside.answers]
    ways = [number * more for number in columns.ways for more in beside.ways]
    return EntryColumns(tuple(answers), ways, [poly for poly in columns.packed for _ in range(times)])


def with_function(
    variable: RandomVariable, places: Places, function: Callable[[int], int], context: Context
) -> EntryColumns:
    """The entries with one more answer: a function of what the answers at these places come to."""
    columns = variable.columns
    if variable.packed(places):
        columns = unpacked(columns, context)
    context.hold(ENTRY_BYTES * len(columns.ways))
    totals = sums(columns, places)
    # Most totals come up in many entries.
    of = {total: function(total) for total in set(totals)}
    return columns.with_answers(list(map(of.__getitem__, totals)))


def with_answers(entries: Entries, places: Sequence[int], seen: Mapping[Answers, int], context: Context) -> list[Entry]:
    """The entries with more answers of the same dice: `seen` has them behind those that stand at these places."""
    known = len(places)
    more = grouped((answers[:known], (answers[known:], number)) for answers, number in seen.items())
    every = {answers: sum([number for _, number in others]) for answers, others in more.items()}
    result: list[Entry] = []
    for answers, ways, _ in plain(entries, context):
        shown = tuple([answers[place] for place in places])
        # The ways of an entry may be those of other dice as well.
        result += [(answers + others, ways * number // every[shown], None) for others, number in more.get(shown, ())]
    return result
