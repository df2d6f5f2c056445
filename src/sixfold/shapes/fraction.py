"""Fractions as JSON holds them: text in lowest terms, since a JSON number would lose them."""

import re
from fractions import Fraction
from typing import Any, Final

from sixfold.bounds import FRACTION_DIGITS
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
