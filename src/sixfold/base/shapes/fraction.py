"""Fractions as JSON holds them: text in lowest terms, since a JSON number would lose them; and those with bounds."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from sixfold.base.bounds import FRACTION_DIGITS
from sixfold.errors import RecordError

PATTERN: Final = r"^(0|[1-9][0-9]*)(/[1-9][0-9]*)?$"


def exact(chance: Fraction) -> str:
    """A fraction in lowest terms, however long: `169/1296`, `0`, `-1`."""
    if chance < 0:
        return f"-{exact(-chance)}"
    if chance.denominator == 1:
        return _digits(chance.numerator)
    return f"{_digits(chance.numerator)}/{_digits(chance.denominator)}"


def chance_json(chance: Fraction) -> dict[str, Any]:
    """A fraction as text, with the nearest double beside it.

    >>> chance_json(Fraction(1, 8))
    {'exact': '1/8', 'decimal': 0.125}
    """
    return {"exact": exact(chance), "decimal": chance.numerator / chance.denominator}


def read_exact(text: str) -> tuple[int, int]:
    """The numerator and the denominator of such a text.

    Raises RecordError (record/malformed) for anything else, and for more than 100,000 digits.

    >>> read_exact("169/1296"), read_exact("1")
    ((169, 1296), (1, 1))
    """
    if len(text) > 2 * FRACTION_DIGITS + 1 or not re.match(PATTERN, text, re.ASCII) or text.endswith("\n"):
        shown = text[:40].replace("\n", " ")
        raise RecordError("record/malformed", f"“{shown}” is not a fraction in lowest terms, like 169/1296.")
    above, _, below = text.partition("/")
    return _number(above), _number(below) if below else 1


def _digits(number: int) -> str:
    """A whole number in decimal digits; Python itself stops at 4,300 of them."""
    if number.bit_length() < 14_000:
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return _digits(high) + _digits(low).rjust(half, "0")


def _number(digits: str) -> int:
    """The whole number that decimal digits say; Python itself stops at 4,300 of them."""
    if len(digits) < 4_000:
        return int(digits)
    half = len(digits) // 2
    high, low = _number(digits[:-half]), _number(digits[-half:])
    return high * int(10**half) + low


class Bounds(NamedTuple):
    """A probability with its bounds: it lies between `low` and `high` (both exact), and is known if these are equal.

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
    def exactly(cls, chance: Fraction) -> "Bounds":
        """A probability that is known."""
        return cls(chance, chance)

    @classmethod
    def of(cls, low: Fraction, unresolved: Fraction, above: bool = False, below: bool = False) -> "Bounds":
        """Between a lower bound and one that is so much higher."""
        return cls(low, low + unresolved, above, below)

    @classmethod
    def read(cls, low: str, unresolved: str) -> "Bounds":
        """The bounds that two texts say; a mean has them too, and may be below zero. Raises RecordError for others."""
        size = Fraction(*read_exact(low.removeprefix("-")))
        return cls.of(-size if low.startswith("-") else size, Fraction(*read_exact(unresolved)))

    @classmethod
    def total(cls, several: "Iterable[Bounds]") -> "Bounds":
        """The sum of several."""
        lows, highs = zip(*((each.low, each.high) for each in several), strict=True)
        return cls(sum(lows, Fraction(0)), sum(highs, Fraction(0)))

    @classmethod
    def mean(cls, several: "Sequence[Bounds]") -> "Bounds":
        """The mean of one or more."""
        total = cls.total(several)
        return cls(total.low / len(several), total.high / len(several))

    def plus(self, known: Fraction) -> "Bounds":
        """The same with so much more on either side."""
        return Bounds(self.low + known, self.high + known, self.above, self.below)

    def complement(self) -> "Bounds":
        """The probability of the opposite."""
        return Bounds(1 - self.high, 1 - self.low, self.below, self.above)

    def minus(self, other: "Bounds") -> "Bounds":
        """How much more it is than another."""
        return Bounds(self.low - other.high, self.high - other.low)

    def __repr__(self) -> str:
        proved = f", above={self.above}, below={self.below}" if self.above or self.below else ""
        return f"Bounds(low={self.low!r}, high={self.high!r}{proved})"

    def to_json(self) -> dict[str, Any]:
        """The lower bound as plain data, and how much more it may be."""
        return {**chance_json(self.low), "unresolved": exact(self.unresolved)}

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

    def within(self, other: "Bounds") -> bool | None:
        """Whether it lies between other bounds; None where some of its values do and some do not.

        >>> half, one = Fraction(1, 2), Fraction(1)
        >>> Bounds.exactly(half).within(Bounds(half, one)), Bounds.exactly(half).within(Bounds(half, one, above=True))
        (True, False)
        """
        reached = self.exceeds(other.low) if other.above else self.reaches(other.low)
        passed = self.reaches(other.high) if other.below else self.exceeds(other.high)
        if reached is False or passed is True:
            return False
        return None if reached is None or passed is None else True
