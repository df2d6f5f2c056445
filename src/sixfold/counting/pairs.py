"""Two hands paired, the highest die with the highest: how many pairs go to either side."""

from __future__ import annotations

from math import comb

from sixfold.counting.answers import Faces
from sixfold.counting.work import Work

Pairs = tuple[int, int, int]
"""Pairs in which the first hand is higher, equal, lower."""


def pairs(first: int, faces: Faces, second: int, others: Faces, work: Work) -> dict[Pairs, int]:
    """The ways in which two hands of so many dice pair off, as far as both go.

    Both hands are dealt out from the highest face down. A die that finds no partner as high or higher wins its pair,
    whatever the other die shows that will be dealt to it.

    >>> six = tuple((face, 1) for face in range(6, 0, -1))
    >>> pairs(1, six, 1, six, Work())
    {(0, 0, 1): 15, (0, 1, 0): 6, (1, 0, 0): 15}
    """
    ours, theirs = dict(faces), dict(others)
    both = min(first, second)
    states: dict[tuple[int, int, Pairs], int] = {(0, 0, (0, 0, 0)): 1}
    for face in sorted({*ours, *theirs}, reverse=True):
        weight, other_weight = ours.get(face, 0), theirs.get(face, 0)
        following: dict[tuple[int, int, Pairs], int] = {}
        for (a, b, (higher, equal, lower)), ways in states.items():
            mine = range(first - a + 1 if weight else 1)
            yours = range(second - b + 1 if other_weight else 1)
            work.charge(8 * len(mine) * len(yours))
            for count in mine:
                own = ways * comb(first - a, count) * weight**count
                for other in yours:
                    up_a, up_b = a + count, b + other
                    won = max(0, min(up_a, both) - max(a, up_b))
                    lost = max(0, min(up_b, both) - max(b, up_a))
                    tied = max(0, min(up_a, up_b, both) - max(a, b))
                    state = (up_a, up_b, (higher + won, equal + tied, lower + lost))
                    more = own * comb(second - b, other) * other_weight**other
                    following[state] = following.get(state, 0) + more
        states = following
    found: dict[Pairs, int] = {}
    for (a, b, result), ways in states.items():
        if a == first and b == second:
            found[result] = found.get(result, 0) + ways
    return dict(sorted(found.items()))
