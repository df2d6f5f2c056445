"""Dice asked only what adds up die by die: the ways of all sums together are one product for each die.

Several sums are one number in which each has a range of digits of its own, so that they are one polynomial, too.
Where most sums cannot come together, such a polynomial is mostly empty, and the sums are gone through one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import comb, prod
from typing import Any

from sixfold.base.mappings import added_up
from sixfold.rules.folds import Fold
from sixfold.solving.counting.packed import IDENTITY, Faces, Packed, Ways, multiply, pack, power, sparse, unpack
from sixfold.solving.counting.work_limit import Work

PACKED_FROM, MANY = 2, 6
"""Values on average from which on a sum is packed beside other answers, where there are many questions. Of fewer, a sum
is packed even if it has one value: a question with a number that is still open has this sum once for each number, and
all of them are one kind of answer."""

Adds = tuple[int, ...]
"""The numbers that one die adds to each sum."""

CELLS = 1 << 19
"""Sums in one polynomial, at most."""

SPARSE = 2
"""A polynomial with so many times as many sums as can come together is not worth it."""


def added(groups: Sequence[tuple[Faces, int]], folds: Sequence[Fold[Any]], width: int, work: Work) -> Ways:
    """The ways of the answers of folds that all add up, the first sum packed."""
    kinds = []
    for faces, size in groups:
        work.charge(20 * len(faces) * len(folds))
        adds = [(tuple([fold.worth(face) for fold in folds]), weight) for face, weight in faces]
        kinds.append((added_up(adds), size))
    main = next((at for at, fold in enumerate(folds) if fold.sums), 0)
    every = added_up(joint_answers(kinds, folds, main, width, work))
    sums: dict[tuple[Any, ...], dict[int, int]] = {}
    if folds[main].sums:
        beside = len({(*answers[:main], *answers[main + 1 :]) for answers in every})
        if len(folds) < MANY or len(every) >= PACKED_FROM * beside:
            for answers, ways in every.items():
                sums.setdefault((*answers[:main], IDENTITY, *answers[main + 1 :]), {})[answers[main]] = ways
    if not sums or sparse(sum([max(part) - min(part) for part in sums.values()]), len(every)):
        return {answers: (0, ways) for answers, ways in every.items()}
    return {answers: pack(part, width) for answers, part in sums.items()}


def joint_answers(
    kinds: Sequence[tuple[Mapping[Adds, int], int]], folds: Sequence[Any], main: int, width: int, work: Work
) -> Iterable[tuple[tuple[Any, ...], int]]:
    """The ways of what all folds together say of so many dice of each kind, whose faces add so much to each of them.

    Answers that are a minimum reached or not may come several times.

    >>> from sixfold.rules.folds import showing
    >>> sorted(joint_answers([({(1, 0): 1, (0, 1): 1}, 2)], [showing("=", 2), showing("=", 1)], 0, 8, Work()))
    [((0, 2), 1), ((1, 1), 2), ((2, 0), 1)]
    """
    places = range(len(folds))
    lows = [sum([size * min([adds[at] for adds in kind]) for kind, size in kinds]) for at in places]
    highs = [sum([size * max([adds[at] for adds in kind]) for kind, size in kinds]) for at in places]
    spans = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    steps = [prod(spans[:at]) for at in places]
    placed = []
    for kind, size in kinds:
        least = [min([adds[at] for adds in kind]) for at in places]
        places_of = [sum([(n - low) * step for n, low, step in zip(adds, least, steps, strict=True)]) for adds in kind]
        placed.append((added_up(zip(places_of, kind.values(), strict=True)), size))
    throws = prod([comb(size + len(kind) - 1, size) for kind, size in kinds])
    sparse = prod(spans) > min(CELLS, SPARSE * throws)
    cells, ways = zip(*(_one_by_one(placed, work) if sparse else _packed(placed, width, work)), strict=True)
    work.charge((6 + 2 * len(spans)) * len(cells))
    columns: list[list[Any]] = []
    for fold, low, step, span in zip(folds, lows, steps, spans, strict=True):
        sums = [low + cell // step % span for cell in cells]
        columns.append(sums if fold.sums else list(map(fold.of_sum, sums)))
    return zip(zip(*columns, strict=True), ways, strict=True)


def _packed(kinds: Sequence[tuple[dict[int, int], int]], width: int, work: Work) -> Iterable[tuple[int, int]]:
    """The ways of all sums of one number for each face: a power of one polynomial for each kind."""
    every: Packed = (0, 1)
    for kind, size in kinds:
        poly = pack(kind, width)
        work.multiplying(poly[1].bit_length() * size // 2, poly[1].bit_length() * size // 2)
        poly = power(poly, size)
        work.multiplying(every[1].bit_length(), poly[1].bit_length())
        every = multiply(every, poly)
    work.charge(every[1].bit_length() // width)
    return unpack(every, width)


def _one_by_one(kinds: Sequence[tuple[dict[int, int], int]], work: Work) -> Iterable[tuple[int, int]]:
    """The same sum by sum, for each number of dice of a kind that are left for its other faces."""
    every = {0: 1}
    for kind, size in kinds:
        by_left: list[dict[int, int]] = [*[{} for _ in range(size)], every]
        *faces, (last, weight) = kind.items()
        for place, more in faces:
            following: list[dict[int, int]] = [{} for _ in range(size + 1)]
            for left, sums in enumerate(by_left):
                work.charge(6 * (left + 1) * len(sums))
                counts = range(left + 1)
                moves = [(following[left - n], n * place, comb(left, n) * more**n) for n in counts] if sums else []
                for cell, ways in sums.items():
                    for into, moved, number in moves:
                        into[cell + moved] = into.get(cell + moved, 0) + ways * number
            by_left = following
        every = added_up(
            (cell + left * last, ways * weight**left)
            for left, sums in enumerate(by_left)
            for cell, ways in sums.items()
        )
    return every.items()


def tallies(weights: Sequence[int], depth: int) -> list[tuple[tuple[int, ...], int]]:
    """Every count of repeated values with up to `depth` in all, and the ways that they fall in any order."""
    result: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for w in weights:
        powers = list(accumulate([1] + [w] * depth, lambda a, b: a * b))
        grown: list[tuple[tuple[int, ...], int]] = []
        for counts, number in result:
            used = sum(counts)
            grown.extend(((*counts, n), number * comb(used + n, n) * powers[n]) for n in range(depth - used + 1))
        result = grown
    return result
