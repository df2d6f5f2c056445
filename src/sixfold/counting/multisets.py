"""Every hand of a few dice, one by one: for questions that no shortcut answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any

from sixfold.counting.answers import Faces
from sixfold.counting.work import Work
from sixfold.rules.throwing import different


def multisets(size: int, faces: Faces, work: Work) -> Iterator[tuple[tuple[int, ...], int]]:
    """All hands of so many dice, the highest die first, each with its ways.

    >>> list(multisets(2, ((2, 1), (1, 1)), Work()))
    [((2, 2), 1), ((2, 1), 2), ((1, 1), 1)]
    """
    work.charge((5 + size) * comb(size + len(faces) - 1, size))
    weights = dict(faces)
    even = len(set(weights.values())) == 1
    throws = factorial(size) * (faces[0][1] ** size if even else 1)
    for hand in combinations_with_replacement(weights, size):
        ways, shown, alike = throws, None, 0
        for face in hand:
            if face == shown:
                alike += 1
                ways //= alike
            else:
                shown, alike = face, 1
        if not even:
            for face in hand:
                ways *= weights[face]
        yield hand, ways


def best(hand: tuple[Any, ...], count: int, preference: Callable[[tuple[Any, ...]], Any]) -> tuple[Any, ...]:
    """The `count` dice that a preference takes from a hand, the highest die first.

    >>> best((6, 5, 5), 2, lambda two: two[0] == two[1])
    (5, 5)
    """
    return max(different(hand, min(count, len(hand))), key=preference)
