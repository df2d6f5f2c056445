"""Bins of a wide distribution: runs of values that share a bar, without the rarest at both ends."""

from collections.abc import Iterator, Mapping
from itertools import accumulate

from sixfold.base.wording import minus

TAIL = 2_000
"""One in so many may be left out at either end."""

Bin = tuple[int, int]
"""The first and the last value of a run."""


def likely(ways: Mapping[int, int]) -> Bin:
    """Return the first and the last value without tails of one in two thousand.

    `ways` has at least one value, in rising order.
    """
    tail = sum(ways.values()) // TAIL
    low = next(value for value, below in zip(ways, accumulate(ways.values()), strict=True) if below > tail)
    turned = list(ways)[::-1]
    high = next(v for v, above in zip(turned, accumulate(ways[v] for v in turned), strict=True) if above > tail)
    return low, high


def in_bins(first: int, last: int, most: int) -> list[Bin]:
    """Split a range into at most so many bins (2 or more) of 1, 2, 5, 10, 20, ... values; each ends at a multiple.

    >>> in_bins(1, 100, 5), in_bins(-3, 3, 4)
    ([(1, 20), (21, 40), (41, 60), (61, 80), (81, 100)], [(-3, -2), (-1, 0), (1, 2), (3, 4)])
    """
    width = next(width for width in steps() if (last - 1) // width - (first - 1) // width < most)
    start = (first - 1) // width
    return [(at * width + 1, at * width + width) for at in range(start, (last - 1) // width + 1)]


def steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, ... without end."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def span(first: int, last: int) -> str:
    """A run of values as it is said."""
    return minus(str(first)) if first == last else f"{minus(str(first))} to {minus(str(last))}"
