"""Chances as people read them: percentages, `about 1 in 4`, short fractions."""

from fractions import Fraction
from math import ceil
from typing import Literal

Towards = Literal["near", "down", "up"]
"""The direction of rounding: to the nearest, or as a lower or an upper bound."""

NONE = Fraction(0)

FINE = 2
"""Digits after the point of 10 % and more; a percentage that is nearer to 0 or 100 is said to be so."""

RARE = Fraction(1, 10_000)
"""A chance below which a percentage says no more than that: `one_in` says how rare it is."""

SAYABLE = (2, 3, 4, 5, 10, 8, 7, 9)
"""Denominators of what is said at a table, the easiest first."""

NEAR = Fraction(1, 40)
"""The maximum distance of a rounded chance: two and a half points of a hundred."""

MANY = 10**15
"""From here on, “1 in N” is said with a power of ten."""


def percent(chance: Fraction, digits: int | None = None, towards: Towards = "near", unresolved: Fraction = NONE) -> str:
    """Write a probability (0 to 1) as a percentage: every text, page and chart calls this.

    It has four significant digits, or so many `digits` after the point. A half rounds up; a bound rounds `down` or
    `up` instead. Only an impossible event has 0 %, only a certain one 100 %. If rerolls can be endless, pass
    how much of the chance is `unresolved`: a lower bound of 0 is then not shown as impossible.

    >>> percent(Fraction(5, 8)), percent(Fraction(1, 64)), percent(Fraction(1, 64), 1), percent(Fraction(1))
    ('62.50 %', '1.563 %', '1.6 %', '100 %')
    >>> percent(Fraction(1, 10**6)), percent(1 - Fraction(1, 10**6)), percent(Fraction(1, 10**6), 0)
    ('< 0.01 %', '> 99.99 %', '< 1 %')
    >>> percent(Fraction(523166, 10**6), towards="down"), percent(Fraction(0), unresolved=Fraction(1, 10**13))
    ('52.31 %', '< 0.01 %')
    """
    if unresolved and chance + unresolved < 1:
        if not chance and unresolved >= RARE:
            return f"≤ {percent(unresolved, digits, 'up')}"
        # A chance that may lie on the edge of two figures lies on it: throws are followed that far.
        chance += unresolved if unresolved < RARE else 0
    value = chance * 100
    places = _places(value, towards) if digits is None else digits
    step = Fraction(1, 10 ** (FINE if digits is None else digits))
    rounded, certain = _steps(value, places, towards), 100 * 10**places
    if towards == "near" and 0 < value < 100:
        if value < (step if digits is None else step / 2):
            return f"< {as_decimal(step, FINE if digits is None else digits)} %"
        if rounded >= certain:
            return f"> {as_decimal(100 - step, FINE if digits is None else digits)} %"
    if rounded in (0, certain):
        return f"{100 if rounded else 0} %"
    return f"{as_decimal(value, places, towards)} %"


def _places(value: Fraction, towards: Towards) -> int:
    """Count the digits after the point for four significant ones, of a number from 0.01 to 100."""
    places = FINE
    while places < FINE + 3 and _steps(value, places + 1, towards) < 10_000:
        places += 1
    return places


def one_in(chance: Fraction) -> str:
    """A probability as players say it: `1 in 8`, `about 2 in 3`, `always`.

    Up to twenty parts are said exactly. Else up to one in five is “1 in N” and from four in five on “all but 1 in
    N”; between them it is the easiest fraction at most two and a half points away.

    >>> one_in(Fraction(1, 8)), one_in(Fraction(13, 20)), one_in(Fraction(1, 1296))
    ('1 in 8', '13 in 20', '1 in 1,296')
    >>> one_in(Fraction(5, 19)), one_in(Fraction(607, 2592)), one_in(Fraction(49, 54))
    ('5 in 19', 'about 1 in 4', 'all but about 1 in 11')
    """
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    if chance.denominator <= 20:
        return f"{chance.numerator} in {chance.denominator}"
    if chance <= Fraction(1, 5):
        return _one_of(chance)
    if chance < Fraction(4, 5):
        near = _easiest(chance)
        return f"about {near.numerator} in {near.denominator}"
    many = round(1 / (1 - chance))
    if many <= 10:
        return f"about {many - 1} in {many}"
    return f"all but {_one_of(1 - chance)}"


def _one_of(chance: Fraction) -> str:
    many = 1 / chance
    if many >= MANY:
        power = power_of_ten(many)
        head = as_decimal(many / 10**power, 1)
        return f"about 1 in {head} × 10^{power}" if head != "10.0" else f"about 1 in 1.0 × 10^{power + 1}"
    return f"{'' if many.denominator == 1 else 'about '}1 in {round(many):,}"


def power_of_ten(number: Fraction) -> int:
    """The greatest power of ten that a number above 0 reaches."""
    guess = len(str(number.numerator)) - len(str(number.denominator))
    return guess if number >= Fraction(10) ** guess else guess - 1


def _easiest(chance: Fraction) -> Fraction:
    """The easiest fraction that is near, or the nearest of all."""
    said = [Fraction(round(chance * parts), parts) for parts in SAYABLE]
    near = (fraction for fraction in said if abs(fraction - chance) <= NEAR)
    return next(near, min(said, key=lambda fraction: abs(fraction - chance)))


def short_fraction(chance: Fraction, width: int = 15) -> str:
    """The exact fraction where it is short enough to read, else nothing."""
    if chance.denominator > 10**width:
        return ""
    text = str(chance)
    return text if len(text) <= width else ""


def as_decimal(value: Fraction, digits: int, towards: Towards = "near") -> str:
    """Write a number with so many digits after the point; a half rounds away from zero.

    >>> as_decimal(Fraction(5, 8), 2), as_decimal(Fraction(-5, 8), 2), as_decimal(Fraction(5, 8), 2, "down")
    ('0.63', '-0.63', '0.62')
    """
    steps = _steps(value, digits, towards)
    sign = "-" if steps < 0 else ""
    units, rest = divmod(abs(steps), 10**digits)
    return f"{sign}{units}.{rest:0{digits}d}" if digits else f"{sign}{units}"


def _steps(value: Fraction, digits: int, towards: Towards) -> int:
    """Count the units of the last of so many digits in a number, rounded; a half goes away from zero."""
    many: int = value.numerator * 10**digits
    parts = value.denominator
    if towards != "near":
        return -(-many // parts) if towards == "up" else many // parts
    half_up: int = (2 * abs(many) + parts) // (2 * parts)
    return half_up if many >= 0 else -half_up


def as_bound(value: Fraction) -> str:
    """Write a number above 0 that nothing exceeds: two significant digits, rounded up.

    >>> as_bound(Fraction(62222, 10**17)), as_bound(Fraction(1, 4)), as_bound(Fraction(999, 1000))
    ('6.3e-13', '0.25', '1.00')
    """
    digits = 1 - power_of_ten(value)
    if digits <= 4:
        return as_decimal(value, max(digits, 1), "up")
    steps = ceil(value * 10**digits)
    head, power = (steps, digits - 1) if steps < 100 else (10, digits - 2)
    return f"{head // 10}.{head % 10}e-{power:02}"


def at_most_too_low(unresolved: Fraction) -> str:
    """Return the sentence below figures that gives their maximum error.

    >>> at_most_too_low(Fraction(62222, 10**17))
    'Figures are lower bounds with a maximum error of 6.3e-13'
    """
    return f"Figures are lower bounds with a maximum error of {as_bound(unresolved)}"


def duration(seconds: float) -> str:
    """Write about how long something takes.

    >>> duration(8.4), duration(200), duration(9000)
    ('8 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:,.1f} h"
