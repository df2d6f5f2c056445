"""Hands that are drawn without putting back, and the ways in which they answer folds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb
from typing import Any

from sixfold.counting.work import Work
from sixfold.rules.folds import Fold


def drawn(cup: Sequence[int], size: int, folds: Sequence[Fold[Any]], work: Work) -> dict[tuple[Any, ...], int]:
    """The ways in which so many, drawn out of how many there are of each kind (1 first), answer folds.

    The kinds are visited from the highest to the lowest, as the faces of dice are; equal states merge.

    >>> from sixfold.rules.folds import showing
    >>> drawn((2, 1), 2, [showing("=", 1)], Work())
    {(1,): 2, (2,): 1}
    """
    start = (size, tuple([fold.start(size) for fold in folds]), (0,) * len(folds))
    states: dict[Any, int] = {start: 1}
    left_below = sum(cup)
    for face in range(len(cup), 0, -1):
        there = cup[face - 1]
        left_below -= there
        worths = [fold.worth(face) for fold in folds]
        following: dict[Any, int] = {}
        work.charge(12 * (1 + len(folds)) * len(states) * (1 + min(size, there)))
        for (left, inside, sums), ways in states.items():
            for count in range(max(0, left - left_below), min(left, there) + 1):
                steps = [fold.step(state, face, count) for fold, state in zip(folds, inside, strict=True)]
                taken = zip(sums, steps, worths, strict=True)
                state = (
                    left - count,
                    tuple([step[0] for step in steps]),
                    tuple([so_far + step[1] * worth for so_far, step, worth in taken]),
                )
                following[state] = following.get(state, 0) + ways * comb(there, count)
        states = following
    found: dict[tuple[Any, ...], int] = {}
    for (_, inside, sums), ways in states.items():
        ends = zip(folds, inside, sums, strict=True)
        answers = tuple([total if fold.sums else fold.answer(state) for fold, state, total in ends])
        found[answers] = found.get(answers, 0) + ways
    return dict(sorted(found.items()))


def drawn_hands(cup: Sequence[int], size: int, work: Work) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of so many, the highest kind first, each with its ways.

    >>> list(drawn_hands((2, 1), 2, Work()))
    [((2, 1), 2), ((1, 1), 1)]
    """
    choices = [range(min(count, size), -1, -1) for count in reversed(cup)]
    for counts in product(*choices):
        work.charge(2)
        if sum(counts) == size:
            ways = 1
            for count, there in zip(counts, reversed(cup), strict=True):
                ways *= comb(there, count)
            kinds = range(len(cup), 0, -1)
            yield tuple([kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]), ways
