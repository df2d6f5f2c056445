"""Chances as people read them: percentages, `about 1 in 4`, short fractions."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

SAYABLE = (2, 3, 4, 5, 10, 8, 7, 9)
"""Denominators of what is said at a table, the easiest first."""

NEAR = Fraction(1, 40)
"""How far from the chance what is said may lie: two and a half points of a hundred."""

MANY = 10**15
"""From here on, “1 in N” is said with a power of ten."""


def percent(chance: Fraction) -> str:
    """A probability as a percentage of four significant digits: `62.50 %`, `0.004287 %`.

    >>> percent(Fraction(5, 8)), percent(Fraction(7, 2592)), percent(Fraction(1))
    ('62.50 %', '0.2701 %', '100 %')
    """
    value = float(chance * 100)
    if chance in (0, 1):
        return f"{value:.0f} %"
    if not value:
        # It is too small for a float.
        many, power = _scientific(1 / chance)
        return f"{1 / many:#.4g}e\u2212{power - 2} %" if many == 1 else f"{10 / many:#.4g}e\u2212{power - 1} %"
    shown = f"{value:#.4g}"
    if chance < 1 and float(shown) >= 100:
        shown = "99.99"
    if "e" in shown:
        head, _, exponent = shown.partition("e")
        return f"{head}e{int(exponent)} %".replace("-", "\u2212")
    return f"{shown} %"


def one_in(chance: Fraction) -> str:
    """A probability as players say it: `1 in 8`, `about 2 in 3`, `always`.

    Up to twenty parts are said exactly. Else up to one in five is “1 in N” and from four in five on “all but 1 in
    N”; between them stands the easiest fraction at most two and a half points away.

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
        head, exponent = _scientific(many)
        return f"about 1 in {head:.1f} × 10^{exponent}"
    return f"{'' if many.denominator == 1 else 'about '}1 in {round(many):,}"


def _scientific(number: Fraction) -> tuple[float, int]:
    """A number of 1 or more as what stands before a power of ten, and that power."""
    exponent = floor(log10(number.numerator) - log10(number.denominator))
    return float(number / 10**exponent), exponent


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


def as_decimal(value: Fraction, digits: int) -> str:
    """A number of zero or more with so many digits after the point; a half goes up."""
    steps = floor(value * 10**digits + Fraction(1, 2))
    whole, rest = divmod(steps, 10**digits)
    return f"{whole}.{rest:0{digits}d}" if digits else str(whole)


def as_percent(chance: Fraction, digits: int = 1) -> str:
    """A chance as a book prints it: so many digits after the point, and never 0 or 100 for what is neither.

    >>> as_percent(Fraction(5, 8)), as_percent(Fraction(1, 10**6)), as_percent(Fraction(5, 8), 0)
    ('62.5 %', '< 0.1 %', '63 %')
    """
    step = Fraction(1, 10 ** (digits + 2))
    if 0 < chance < step / 2:
        return f"< {as_decimal(step * 100, digits)} %"
    if 1 - step / 2 <= chance < 1:
        return f"> {as_decimal((1 - step) * 100, digits)} %"
    return f"{as_decimal(chance * 100, digits)} %"


def at_most_too_low(unresolved: Fraction) -> str:
    """What is said below figures of which something is unresolved."""
    return f"Every figure is at most {float(unresolved):.1e} too low"
