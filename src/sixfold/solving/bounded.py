"""Probabilities that are known, or known to lie between two bounds."""

from fractions import Fraction
from typing import NamedTuple


class Bounds(NamedTuple):
    """A probability lies between `low` and `high` (0 to 1, both exact), or is known where these are equal.

    It is more than `low` where it is proved to be `above`, and less than `high` where it is proved to be `below`.

    >>> half = Bounds(Fraction(1, 2), Fraction(1, 2))
    >>> half.exact, half.reaches(Fraction(1, 2)), Bounds(Fraction(1, 2), Fraction(3, 4)).reaches(Fraction(2, 3))
    (True, True, None)
    """

    low: Fraction
    high: Fraction
    above: bool = False
    below: bool = False

    @classmethod
    def of(cls, low: Fraction, unresolved: Fraction, above: bool = False, below: bool = False) -> "Bounds":
        """Between a lower bound and one that is so much higher."""
        return cls(low, low + unresolved, above, below)

    def plus(self, known: Fraction) -> "Bounds":
        """The same with so much more on either side."""
        return Bounds(self.low + known, self.high + known, self.above, self.below)

    def __repr__(self) -> str:
        proved = f", above={self.above}, below={self.below}" if self.above or self.below else ""
        return f"Bounds(low={self.low!r}, high={self.high!r}{proved})"

    @property
    def exact(self) -> bool:
        """Whether the probability is known."""
        return self.low == self.high

    @property
    def unresolved(self) -> Fraction:
        """How far apart the bounds are."""
        return self.high - self.low

    def reaches(self, chance: Fraction) -> bool | None:
        """Whether it is this probability or more; None where that lies between the bounds."""
        if self.low >= chance:
            return True
        return False if self.high < chance or (self.below and self.high == chance) else None

    def exceeds(self, chance: Fraction) -> bool | None:
        """Whether it is more than this probability; None where that lies between the bounds."""
        if self.low > chance or (self.above and self.low == chance):
            return True
        return False if self.high <= chance else None
