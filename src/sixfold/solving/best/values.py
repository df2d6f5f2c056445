"""What an aim is worth, for people and for programs: a chance, or a mean."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sixfold.report.chances import Towards, as_decimal, percent
from sixfold.rules.message import minus
from sixfold.shapes.fraction import chance_json, exact
from sixfold.solving.bounded import Bounds


def figure(value: Fraction, mean: bool, towards: Towards = "near") -> str:
    """A chance as a percentage, a mean with three digits after the point.

    >>> figure(Fraction(5, 8), False), figure(Fraction(-70, 3), True)
    ('62.50 %', '−23.333')
    """
    return minus(as_decimal(value, 3, towards)) if mean else percent(value, towards=towards)


def less(value: Fraction, mean: bool) -> str:
    """How much less it is, in points of a percentage or of a number.

    >>> less(Fraction(1, 80), False), less(Fraction(1, 80), True), less(Fraction(1, 10**6), False)
    ('1.25 points', '0.013', '0.0001 points')
    """
    shown = value if mean else value * 100
    digits = next((digits for digits in range(3 if mean else 2, 12) if shown * 10**digits >= 1), 12)
    said = as_decimal(shown, digits)
    return (said.rstrip("0").rstrip(".") if "." in said else said) + ("" if mean else " points")


def value_json(value: Bounds) -> dict[str, Any]:
    """A value as plain data."""
    return {**chance_json(value.low), "unresolved": exact(value.unresolved)}
