"""The distribution of one number of an outcome."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sixfold.errors import OddsError, UsageError
from sixfold.given import fraction, whole
from sixfold.solving.bounded import Bounds

Tail = tuple[int | None, int | None, Fraction]
"""Bounds of a number that is not known, None for no bound, and the probability of that."""


class Number:
    """The distribution of an integer field: value -> probability (0 to 1, exact).

    Where throws can go on for ever, a part of it is `unresolved`: of that the number is not known, or has only
    bounds. A probability is then a lower bound, unless no such number can have that value; `between` tells. Mean and
    standard deviation are those of the part that is known.
    """

    __slots__ = ("_pmf", "scale", "tails", "ways")

    def __init__(self, ways: Mapping[int, int], scale: int, tails: Sequence[Tail] = ()) -> None:
        self.ways: Mapping[int, int] = dict(sorted(ways.items()))
        self.scale = scale
        self.tails = tuple(tails)
        self._pmf: Mapping[int, Fraction] | None = None

    @property
    def pmf(self) -> Mapping[int, Fraction]:
        """Each value with its probability (0 to 1, exact): its `ways` out of `scale`, in lowest terms."""
        if self._pmf is None:
            self._pmf = {value: Fraction(ways, self.scale) for value, ways in self.ways.items()}
        return self._pmf

    @property
    def unresolved(self) -> Fraction:
        """The probability that the number is not one of the values; 0 where throws end, exact."""
        return sum([chance for _, _, chance in self.tails], Fraction(0))

    @property
    def exact(self) -> bool:
        """Whether the probability of each value is exact: what is unresolved is none of them."""
        values = list(self.ways)
        return all(
            low == high is not None
            or bisect_left(values, -math.inf if low is None else low)
            == bisect_right(values, math.inf if high is None else high)
            for low, high, _ in self.tails
        )

    @property
    def mean(self) -> Fraction:
        """The mean of what is known, exact."""
        whole = sum(self.ways.values())
        return Fraction(sum(v * n for v, n in self.ways.items()), whole)

    @property
    def variance(self) -> Fraction:
        """The variance of what is known, exact."""
        whole = sum(self.ways.values())
        squares = Fraction(sum(v * v * n for v, n in self.ways.items()), whole)
        return squares - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation of what is known, the nearest double of the exact variance's root."""
        return math.sqrt(self.variance)

    def between(self, low: int | None, high: int | None) -> Bounds:
        """The probability of a value from `low` to `high`; None is no bound.

        >>> from sixfold import odds
        >>> odds("skew").numbers["total"].between(11, None)
        Bounds(low=Fraction(1, 2), high=Fraction(1, 2))
        """
        least = -math.inf if low is None else whole(low, "The lowest value")
        most = math.inf if high is None else whole(high, "The highest value")
        ways = sum(n for v, n in self.ways.items() if least <= v <= most)
        inside = possible = Fraction(0)
        for lowest, highest, chance in self.tails:
            first = -math.inf if lowest is None else lowest
            last = math.inf if highest is None else highest
            if least <= first and last <= most:
                inside += chance
            elif first <= most and least <= last:
                possible += chance
        return Bounds.of(Fraction(ways, self.scale) + inside, possible)

    def at_least(self, value: int) -> Fraction:
        """The probability of this value or more (0 to 1, exact; a lower bound where `between` says so)."""
        return self.between(whole(value, "The value"), None).low

    def at_most(self, value: int) -> Fraction:
        """The probability of this value or less (0 to 1, exact; a lower bound where `between` says so)."""
        return self.between(None, whole(value, "The value")).low

    def quantile(self, chance: Fraction | float | str) -> int:
        """The least value that is not exceeded with at least this chance (above 0, to 1).

        Where a bound of an unresolved part lies between two values, the chance counts as reached.
        Raises OddsError (odds/unknown) for a chance outside of that, or one that lies in what is unresolved.

        >>> from sixfold import odds
        >>> odds("skew").numbers["total"].quantile("1/2")
        10
        """
        try:
            wanted = fraction(chance, "The chance")
        except UsageError:
            wanted = Fraction(0)
        if not 0 < wanted <= 1:
            raise OddsError("odds/unknown", "A quantile needs a chance above 0 and up to 1.")
        values = list(self.ways)
        beyond = not values or self.between(None, values[-1]).low < wanted
        if beyond or self.between(None, values[0] - 1).high >= wanted:
            raise OddsError("odds/unknown", "That quantile lies in the part that is unresolved.")
        first, last = 0, len(values) - 1
        while first < last:
            middle = (first + last) // 2
            if self.between(None, values[middle]).high >= wanted:
                last = middle
            else:
                first = middle + 1
        return values[first]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and (self.pmf, self.tails) == (other.pmf, other.tails)

    def __hash__(self) -> int:
        return hash((tuple(self.pmf.items()), self.tails))

    def __repr__(self) -> str:
        return f"Number(mean={float(self.mean):.6g}, sd={self.sd:.6g}, values={len(self.ways)})"
