"""Every hand of a few dice, one by one: for questions that no shortcut answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any

from sixfold.ways.answers import Faces
from sixfold.ways.ledger import Ledger


def multisets(size: int, faces: Faces, ledger: Ledger) -> Iterator[tuple[tuple[int, ...], int]]:
    """All hands of so many dice, the highest die first, each with its ways.

    >>> list(multisets(2, ((2, 1), (1, 1)), Ledger()))
    [((2, 2), 1), ((2, 1), 2), ((1, 1), 1)]
    """
    ledger.charge(50)
    if len(faces) == 1:
        ((face, w),) = faces
        yield (face,) * size, w**size
        return
    (face, w), *lower = faces
    for count in range(size, -1, -1):
        ways = comb(size, count) * w**count
        for others, number in multisets(size - count, tuple(lower), ledger):
            yield (face,) * count + others, ways * number


def best(hand: tuple[int, ...], count: int, preference: Callable[[tuple[int, ...]], Any]) -> tuple[int, ...]:
    """The `count` dice that a preference takes from a hand, the highest die first.

    >>> best((6, 5, 5), 2, lambda two: two[0] == two[1])
    (5, 5)
    """
    choices = sorted(set(combinations(hand, min(count, len(hand)))), reverse=True)
    return max(choices, key=preference)
