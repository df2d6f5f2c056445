"""The distribution of one number of an outcome."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from sixfold.base.arguments import whole
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import OddsError, StudyError


class NumberTail(NamedTuple):
    """Bounds of a number that is not known, None for no bound, and the chance of that.

    If it is `endless`, the number passes every bound on its open side with some part of that chance.
    """

    low: int | None
    high: int | None
    chance: Fraction
    endless: bool = False


class NumberDistribution:
    """The distribution of a whole number: each value with its chance (0 to 1, exact).

    If rolls can be endless, a part of the distribution is `unresolved`: the number is unknown there, or has only
    bounds. A chance is then a lower bound, unless the unresolved numbers cannot have that value; `between` gives both
    bounds. Mean and standard deviation describe the part that is known.
    """

    __slots__ = ("_below", "_pmf", "scale", "tails", "ways")

    def __init__(self, ways: Mapping[int, int], scale: int, tails: Sequence[NumberTail] = ()) -> None:
        self.ways: Mapping[int, int] = dict(sorted(ways.items()))
        self.scale = scale
        self.tails = tuple(tails)
        self._pmf: Mapping[int, Fraction] | None = None
        self._below: tuple[list[int], list[int]] | None = None

    @property
    def pmf(self) -> Mapping[int, Fraction]:
        """The chance of each value (0 to 1, exact), as a fraction in lowest terms."""
        if self._pmf is None:
            self._pmf = {value: Fraction(ways, self.scale) for value, ways in self.ways.items()}
        return self._pmf

    @property
    def unresolved(self) -> Fraction:
        """The chance that the number is not one of the listed values; 0 if rolls always end."""
        return sum([tail.chance for tail in self.tails], Fraction(0))

    @property
    def exact(self) -> bool:
        """Whether the chance of each value is exact: nothing unresolved can be one of the values."""
        values = list(self.ways)
        return all(
            bisect_left(values, -math.inf if tail.low is None else tail.low)
            == bisect_right(values, math.inf if tail.high is None else tail.high)
            for tail in self.tails
        )

    @property
    def mean(self) -> Fraction:
        """The exact mean of the part that is known."""
        total = sum(self.ways.values())
        return Fraction(sum(v * n for v, n in self.ways.items()), total)

    @property
    def variance(self) -> Fraction:
        """The exact variance of the part that is known."""
        total = sum(self.ways.values())
        squares = Fraction(sum(v * v * n for v, n in self.ways.items()), total)
        return squares - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation of the part that is known, as the nearest double."""
        return math.sqrt(self.variance)

    def between(self, low: int | None, high: int | None) -> Bounds:
        """Return the chance of a value from `low` to `high`, both included; None means no limit.

        >>> from sixfold import odds
        >>> odds("skew").numbers["total"].between(11, None)
        Bounds(low=Fraction(1, 2), high=Fraction(1, 2))
        """
        least = -math.inf if low is None else whole(low, "The lowest value")
        most = math.inf if high is None else whole(high, "The highest value")
        if most < least:
            return Bounds.exactly(Fraction(0))
        ways = self._ways_below(bisect_right, most) - self._ways_below(bisect_left, least)
        inside, possible = Fraction(ways, self.scale), Fraction(0)
        far = set()
        for tail in self.tails:
            first = -math.inf if tail.low is None else tail.low
            last = math.inf if tail.high is None else tail.high
            if least <= first and last <= most:
                inside += tail.chance
            elif first <= most and least <= last:
                possible += tail.chance
                if tail.endless:
                    far.add(most == math.inf if tail.high is None else least == -math.inf)
        return Bounds.of(inside, possible, True in far, False in far)

    def _ways_below(self, place: Callable[[Sequence[float], float], int], value: float) -> int:
        """The ways of all values below the place of one: `bisect_left` leaves it out, `bisect_right` has it in."""
        if self._below is None:
            self._below = list(self.ways), list(accumulate(self.ways.values(), initial=0))
        values, sums = self._below
        return sums[place(values, value)]

    def at_least(self, value: int) -> Fraction:
        """Return the chance (0 to 1) of this value or more; a lower bound where `between` has two bounds."""
        return self.between(whole(value, "The value"), None).low

    def at_most(self, value: int) -> Fraction:
        """Return the chance (0 to 1) of this value or less; a lower bound where `between` has two bounds."""
        return self.between(None, whole(value, "The value")).low

    def quantile(self, chance: Fraction | float | str) -> int:
        """Return the smallest value that is not exceeded with at least this chance (above 0, up to 1).

        If an unresolved part has a bound between two values, the chance counts as reached. Raises OddsError
        (odds/unknown) for a chance outside of that range, or one that lies in the unresolved part.

        >>> from sixfold import odds
        >>> odds("skew").numbers["total"].quantile("1/2")
        10
        """
        from sixfold.base.written_chances import read_chance  # here, since its patterns are worth compiling only then

        try:
            wanted = read_chance(chance)
        except StudyError:
            wanted = Fraction(0)
        if not 0 < wanted <= 1:
            raise OddsError("odds/unknown", "A quantile needs a chance above 0 and up to 1.")
        values = list(self.ways)
        beyond = not values or self.between(None, values[-1]).low < wanted
        if beyond or self.between(None, values[0] - 1).high >= wanted:
            raise OddsError("odds/unknown", "That quantile is in the unresolved part.")
        return values[bisect_left(values, True, key=lambda value: self.between(None, value).high >= wanted)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberDistribution) and (self.pmf, self.tails) == (other.pmf, other.tails)

    def __hash__(self) -> int:
        return hash((tuple(self.pmf.items()), self.tails))

    def __repr__(self) -> str:
        return f"NumberDistribution(mean={float(self.mean):.6g}, sd={self.sd:.6g}, values={len(self.ways)})"
