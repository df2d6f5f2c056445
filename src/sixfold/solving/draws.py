"""Draws: what a verb of a rule gave, all its answers side by side until something must be known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sixfold.counting import Shifted
from sixfold.counting.packed import Packed, add, pack, split, unpack, weight
from sixfold.rules.late import Terms
from sixfold.solving.joint import Entry, Kind

Rows = list[Entry]

Places = tuple[tuple[int, int], ...]
"""Places of answers in a draw, and how many times each counts."""


class Draw:
    """The answers that are still possible on a path; rows of it fall away as the path goes on."""

    __slots__ = ("into", "kinds", "rows")

    def __init__(self, rows: Rows, kinds: Sequence[str]) -> None:
        self.rows = rows
        self.kinds = kinds
        self.into: tuple[Draw, int] | None = None
        """The draw that has taken this one up, and where its answers stand there."""

    def take_up(self, other: Draw, rows: Rows) -> None:
        """Have the answers of another draw as well, behind the own ones."""
        other.into = (self, len(self.kinds))
        other.rows = NOTHING_OPEN
        self.kinds = (*self.kinds, *[Kind.NUMBER if kind is Kind.PACKED else kind for kind in other.kinds])
        self.rows = rows

    def plain(self, places: Places) -> bool:
        """Whether the answers at these places are never packed."""
        kinds = self.kinds
        return all(kinds[at] is not Kind.PACKED for at, _ in places)


NOTHING_OPEN: Rows = [((), 1, None)]


def found_in(draw: Draw, at: int) -> tuple[Draw, int]:
    """Where an answer stands now."""
    while draw.into is not None:
        draw, shift = draw.into
        at += shift
    return draw, at


def by_draw(terms: Terms) -> dict[Draw, Places]:
    """The terms of each draw."""
    found: dict[Draw, Places] = {}
    for first, place, factor in terms:
        draw, at = found_in(first, place) if first.into is not None else (first, place)
        found[draw] = (*found.get(draw, ()), (at, factor))
    return found


def joined(rows: Rows, others: Rows, width: int) -> Rows:
    """The rows of two draws together: the packed numbers of the others go through their values."""
    beside = [pair for row in others for pair in possible(row, width)]
    return [((*answers, *more), number * ways, poly) for answers, number, poly in rows for more, ways in beside]


def total_ways(rows: Rows, width: int) -> int:
    """The ways of all rows together."""
    return sum([number if poly is None else number * weight(poly, width) for _, number, poly in rows])


def form(answers: tuple[Any, ...], places: Places) -> tuple[int, int]:
    """What the answers at these places come to: a number, and how many times the packed one is added to it."""
    total = times = 0
    for at, factor in places:
        answer = answers[at]
        if type(answer) is Shifted:
            times += factor * answer.scale
            total += factor * answer.offset
        else:
            total += factor * answer
    return total, times


def spread(answers: tuple[Any, ...], value: int) -> tuple[Any, ...]:
    """The answers once the packed number is known."""
    return tuple([answer.scale * value + answer.offset if type(answer) is Shifted else answer for answer in answers])


def sums(rows: Rows, places: Places) -> list[int]:
    """What plain answers at these places come to, row by row."""
    if len(places) == 1:
        ((at, factor),) = places
        if factor == 1:
            return [answers[at] for answers, _, _ in rows]
        return [factor * answers[at] for answers, _, _ in rows]
    if len(places) == 3 and all(factor == 1 for _, factor in places):
        first, second, third = [at for at, _ in places]
        return [answers[first] + answers[second] + answers[third] for answers, _, _ in rows]
    if len(places) == 2:
        (at, factor), (other, times) = places
        return [factor * answers[at] + times * answers[other] for answers, _, _ in rows]
    return [sum([factor * answers[at] for at, factor in places]) for answers, _, _ in rows]


def parted_plainly(rows: Rows, places: Places, bound: int, exactly: bool) -> tuple[Rows, Rows]:
    """The same as `parted` for plain answers."""
    found = sums(rows, places)
    if exactly:
        yes = [row for row, total in zip(rows, found, strict=True) if total == bound]
        no = [row for row, total in zip(rows, found, strict=True) if total != bound]
    else:
        yes = [row for row, total in zip(rows, found, strict=True) if total >= bound]
        no = [row for row, total in zip(rows, found, strict=True) if total < bound]
    return yes, no


def parted(rows: Rows, places: Places, bound: int, exactly: bool, width: int) -> tuple[Rows, Rows]:
    """The rows in which the answers come to at least the bound (or exactly to it), and the others.

    A row with a packed number may be on both sides, with a part of its ways on each.
    """
    yes: Rows = []
    no: Rows = []
    for row in rows:
        total, times = form(row[0], places)
        if not times:
            (yes if (total == bound if exactly else total >= bound) else no).append(row)
            continue
        answers, number, poly = row
        assert poly is not None
        within, beyond = cut(poly, times, bound - total, exactly, width)
        if not beyond[1]:
            yes.append(row)
        elif not within[1]:
            no.append(row)
        else:
            yes.append(_known(answers, number, within, width))
            no.append(_known(answers, number, beyond, width))
    return yes, no


def _known(answers: tuple[Any, ...], number: int, poly: Packed, width: int) -> Entry:
    """A row with a part of its packed number, which may be a single value."""
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


def distribution(rows: Rows, places: Places, width: int) -> Packed:
    """What the answers at these places come to, packed."""
    ways: dict[int, int] = {}
    for answers, number, poly in rows:
        total, times = form(answers, places)
        if poly is None:
            ways[total] = ways.get(total, 0) + number
            continue
        for value, count in unpack(poly, width):
            ways[total + times * value] = ways.get(total + times * value, 0) + number * count
    return pack(ways, width)


def by_values(rows: Rows, wanted: Sequence[tuple[Places, int, int | None]], width: int) -> dict[tuple[int, ...], Rows]:
    """The rows for several numbers at once: answers at some places and an offset, at most so much."""
    found: dict[tuple[int, ...], Rows] = {}
    for row in rows:
        answers, number, poly = row
        packed = poly is not None and any(type(answers[at]) is Shifted for places, _, _ in wanted for at, _ in places)
        for known, ways in (
            [(spread(answers, v), n) for v, n in unpack(poly, width)] if packed and poly else [(answers, 1)]
        ):
            numbers = []
            for places, offset, most in wanted:
                total = offset
                for at, factor in places:
                    total += factor * known[at]
                numbers.append(total if most is None or total < most else most)
            entry = (known, number * ways, None) if packed else row
            found.setdefault(tuple(numbers), []).append(entry)
    return found


def with_plain_function(rows: Rows, places: Places, function: Callable[[int], int]) -> Rows:
    """The same as `with_function` for plain answers, of which most come up in many rows."""
    totals = sums(rows, places)
    of = {total: function(total) for total in set(totals)}
    return [((*answers, of[total]), number, poly) for (answers, number, poly), total in zip(rows, totals, strict=True)]


def with_function(rows: Rows, places: Places, function: Callable[[int], int], width: int) -> Rows:
    """The rows with one more answer: a function of what the answers at these places come to."""
    found: Rows = []
    for row in rows:
        answers, number, poly = row
        total, times = form(answers, places)
        if not times:
            found.append(((*answers, function(total)), number, poly))
        else:
            assert poly is not None
            found += [
                ((*spread(answers, value), function(total + times * value)), number * ways, None)
                for value, ways in unpack(poly, width)
            ]
    return found


def with_answers(rows: Rows, places: Sequence[int], seen: Rows, width: int) -> Rows:
    """The rows with more answers of the same dice: `seen` has them behind those that stand at these places."""
    known = len(places)
    more: dict[tuple[Any, ...], list[tuple[tuple[Any, ...], int]]] = {}
    every: dict[tuple[Any, ...], int] = {}
    for answers, number, _ in seen:
        more.setdefault(answers[:known], []).append((answers[known:], number))
        every[answers[:known]] = every.get(answers[:known], 0) + number
    found: Rows = []
    for row in rows:
        for answers, ways in possible(row, width):
            shown = tuple([answers[place] for place in places])
            # The ways of a row may be those of other dice as well.
            found += [
                ((*answers, *others), ways * number // every[shown], None) for others, number in more.get(shown, ())
            ]
    return found


def possible(row: Entry, width: int) -> list[tuple[tuple[Any, ...], int]]:
    """The answers of a row for every value of its packed number, each with its ways."""
    answers, number, poly = row
    if poly is None:
        return [(answers, number)]
    return [(spread(answers, value), number * ways) for value, ways in unpack(poly, width)]


def by_name(rows: Rows, kinds: Sequence[str]) -> list[Rows]:
    """The rows, apart for each name among their answers."""
    named = [at for at, kind in enumerate(kinds) if kind is Kind.NAME]
    found: dict[tuple[Any, ...], Rows] = {}
    for row in rows:
        found.setdefault(tuple([row[0][at] for at in named]), []).append(row)
    return list(found.values())


def values(rows: Rows, width: int) -> int:
    """How many different numbers there can be in these rows, about."""
    return sum([1 if poly is None else poly[1].bit_length() // width + 1 for _, _, poly in rows])
