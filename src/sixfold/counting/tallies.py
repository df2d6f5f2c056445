"""Counts of values that came up before a chain of throws ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb


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
