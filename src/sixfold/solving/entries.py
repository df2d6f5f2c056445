"""Entries of a joint distribution, taken apart, put together and asked what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from operator import not_

from sixfold.counting import Affine
from sixfold.counting.packed import Packed, add, pack, split, unpack, weight
from sixfold.solving.draw import Draw
from sixfold.solving.joint import Answers, Entries, Entry, Places

# -- what answers come to --------------------------------------------------------------------------------------


def form(answers: Answers, places: Places) -> tuple[int, int]:
    """What the answers at these places come to: a number, and how many times the packed one is added to it."""
    total = times = 0
    for at, factor in places:
        answer = answers[at]
        if type(answer) is Affine:
            times += factor * answer[0]
            total += factor * answer[1]
        else:
            total += factor * answer
    return total, times


def forms(entries: Entries, places: Places) -> list[tuple[int, int]]:
    """The same, entry by entry."""
    opened = [pair for pair in places if Affine in map(type, [answers[pair[0]] for answers, _, _ in entries])]
    if len(opened) != 1:
        return [form(answers, places) for answers, _, _ in entries]
    ((at, factor),) = opened
    totals = sums(entries, [pair for pair in places if pair[0] != at])
    return [
        (total + factor * answer[1], factor * answer[0]) if type(answer) is Affine else (total + factor * answer, 0)
        for total, answer in zip(totals, [answers[at] for answers, _, _ in entries], strict=True)
    ]


def sums(entries: Entries, places: Places) -> list[int]:
    """What plain answers at these places come to, entry by entry."""
    if not places:
        return [0] * len(entries)
    (at, factor), *others = places
    if factor == 1:
        totals = [answers[at] for answers, _, _ in entries]
    else:
        totals = [factor * answers[at] for answers, _, _ in entries]
    for at, factor in others:
        totals = [total + factor * answers[at] for total, (answers, _, _) in zip(totals, entries, strict=True)]
    return totals


def spread(answers: Answers, value: int) -> Answers:
    """The answers once the packed number is known."""
    return tuple([answer[0] * value + answer[1] if type(answer) is Affine else answer for answer in answers])


def possible(entry: Entry, width: int) -> list[tuple[Answers, int]]:
    """The answers of an entry for every value of its packed number, each with its ways."""
    answers, number, poly = entry
    if poly is None:
        return [(answers, number)]
    return [(spread(answers, value), number * ways) for value, ways in unpack(poly, width)]


def plain(entries: Iterable[Entry], width: int) -> Entries:
    """The same entries, nothing packed."""
    return [(answers, ways, None) for entry in entries for answers, ways in possible(entry, width)]


def total_ways(entries: Entries, width: int) -> int:
    """The ways of all entries together."""
    return sum([number if poly is None else number * weight(poly, width) for _, number, poly in entries])


def count(entries: Entries, width: int) -> int:
    """How many entries there would be with nothing packed, about."""
    return sum([1 if poly is None else poly[1].bit_length() // width + 1 for _, _, poly in entries])


def distribution(entries: Entries, places: Places, width: int) -> Packed:
    """What the answers at these places come to, packed."""
    ways: dict[int, int] = {}
    for answers, number, poly in entries:
        total, times = form(answers, places)
        for value, count in ((0, 1),) if poly is None else unpack(poly, width):
            ways[total + times * value] = ways.get(total + times * value, 0) + number * count
    return pack(ways, width)


# -- apart -----------------------------------------------------------------------------------------------------


def parted(draw: Draw, places: Places, bound: int, exactly: bool, width: int) -> tuple[Entries, Entries]:
    """The entries in which the answers come to at least the bound (or exactly to it), and the others.

    An entry with a packed number may be on both sides, with a part of its ways on each.
    """
    if not draw.packed(places):
        totals = sums(draw.entries, places)
        found = [total == bound for total in totals] if exactly else [total >= bound for total in totals]
        return list(compress(draw.entries, found)), list(compress(draw.entries, map(not_, found)))
    yes: Entries = []
    no: Entries = []
    for entry in draw.entries:
        answers, number, poly = entry
        total, times = form(answers, places)
        if poly is None or not times:
            (yes if (total == bound if exactly else total >= bound) else no).append(entry)
            continue
        within, beyond = cut(poly, times, bound - total, exactly, width)
        if not beyond[1]:
            yes.append(entry)
        elif not within[1]:
            no.append(entry)
        else:
            yes.append(_part(answers, number, within, width))
            no.append(_part(answers, number, beyond, width))
    return yes, no


def _part(answers: Answers, number: int, poly: Packed, width: int) -> Entry:
    """An entry with a part of its packed number, which may be a single value."""
    low, bits = poly
    if bits.bit_length() > width:
        return (answers, number, poly)
    return (spread(answers, low), number * bits, None)


def cut(poly: Packed, times: int, bound: int, exactly: bool, width: int) -> tuple[Packed, Packed]:
    """The parts of a packed number in which `times` it is at least (or exactly) the bound, and is not."""
    if exactly:
        value, remainder = divmod(bound, times)
        if remainder:
            return (0, 0), poly
        below, above = split(poly, value, width)
        exact, above = split(above, value + 1, width)
        return exact, add(below, above, width)
    if times > 0:
        below, above = split(poly, -(-bound // times), width)
        return above, below
    below, above = split(poly, bound // times + 1, width)
    return below, above


Wanted = tuple[Places, int, int | None]
"""A number: answers at some places and an offset, at most so much."""


def by_values(entries: Entries, wanted: Sequence[Wanted], width: int) -> dict[tuple[int, ...], Entries]:
    """The entries for each value of several numbers at once."""
    found: dict[tuple[int, ...], Entries] = {}
    for entry in entries:
        answers, number, poly = entry
        packed = poly is not None and any(type(answers[at]) is Affine for places, _, _ in wanted for at, _ in places)
        for known, ways in possible(entry, width) if packed else [(answers, number)]:
            values = []
            for places, offset, most in wanted:
                value = offset
                for at, factor in places:
                    value += factor * known[at]
                values.append(value if most is None or value < most else most)
            found.setdefault(tuple(values), []).append((known, ways, None) if packed else entry)
    return found


# -- together --------------------------------------------------------------------------------------------------


def joined(entries: Entries, others: Entries, width: int) -> Entries:
    """The entries of two draws together: the packed numbers of the others go through their values."""
    beside = [pair for entry in others for pair in possible(entry, width)]
    return [(answers + more, number * ways, poly) for answers, number, poly in entries for more, ways in beside]


def with_function(draw: Draw, places: Places, function: Callable[[int], int], width: int) -> Entries:
    """The entries with one more answer: a function of what the answers at these places come to."""
    if not draw.packed(places):
        totals = sums(draw.entries, places)
        # Most totals come up in many entries.
        of = {total: (function(total),) for total in set(totals)}
        return [
            (answers + of[n], number, poly) for (answers, number, poly), n in zip(draw.entries, totals, strict=True)
        ]
    found: Entries = []
    for answers, number, poly in draw.entries:
        total, times = form(answers, places)
        if poly is None or not times:
            found.append(((*answers, function(total)), number, poly))
        else:
            found += [
                ((*spread(answers, value), function(total + times * value)), number * ways, None)
                for value, ways in unpack(poly, width)
            ]
    return found


def with_answers(entries: Entries, places: Sequence[int], seen: Entries, width: int) -> Entries:
    """The entries with more answers of the same dice: `seen` has them behind those that stand at these places."""
    known = len(places)
    more: dict[Answers, list[tuple[Answers, int]]] = {}
    every: dict[Answers, int] = {}
    for answers, number, _ in seen:
        more.setdefault(answers[:known], []).append((answers[known:], number))
        every[answers[:known]] = every.get(answers[:known], 0) + number
    found: Entries = []
    for entry in entries:
        for answers, ways in possible(entry, width):
            shown = tuple([answers[place] for place in places])
            # The ways of an entry may be those of other dice as well.
            found += [(answers + others, ways * number // every[shown], None) for others, number in more.get(shown, ())]
    return found
