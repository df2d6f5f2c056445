"""Chances as people read them: percentages, `about 1 in 4`, short fractions."""

from fractions import Fraction
from math import ceil, log10

from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import Towards, as_decimal, minus, steps

HALF = Fraction(1, 2)

FINE = 2
"""Digits after the point of 10 % and more; a percentage that is nearer to 0 or 100 is said to be so."""

SAYABLE = (2, 3, 4, 5, 10, 8, 7, 9)
"""Denominators of what is said at a table, the easiest first."""

NEAR = Fraction(1, 40)
"""The maximum distance of a rounded chance: two and a half points of a hundred."""

MANY = 10**15
"""From here on, “1 in N” is said with a power of ten."""


def percent(chance: Bounds, digits: int | None = None) -> str:
    """Write a probability as a percentage: every text, page and chart calls this.

    It has four significant digits, or so many `digits` after the point. A half rounds up. Only an impossible event has
    0 %, only a certain one 100 %. If the bounds round to different figures, it has a digit less, or is a bound, rounded
    away from the chance: “≥ 12.34 %”.

    >>> [percent(Bounds.exactly(Fraction(part, 64))) for part in (1, 40, 64)]
    ['1.563 %', '62.50 %', '100 %']
    >>> rare = Fraction(1, 10**6)
    >>> percent(Bounds.exactly(rare)), percent(Bounds.exactly(rare), 0), percent(Bounds.exactly(1 - rare))
    ('< 0.01 %', '< 1 %', '> 99.99 %')
    >>> percent(Bounds(Fraction(0), rare)), percent(Bounds(Fraction(1, 2), Fraction(3, 4)))
    ('< 0.01 %', '≥ 50.00 %')
    """
    low, high = chance.low, chance.high
    if chance.exact and low in (0, 1):
        return f"{low * 100} %"
    for fewer in (0, 1):
        figure = _percentage(low, digits, fewer)
        if figure is not None and figure == _percentage(high, digits, fewer):
            return figure
    least = _bound(low, digits, "down")
    if any(digit in "123456789" for digit in least):
        return f"≥ {least}"
    return f"≤ {_bound(high, digits, 'up')}" if high < 1 else "unknown"


def _bound(chance: Fraction, digits: int | None, towards: Towards) -> str:
    value = chance * 100
    return f"{as_decimal(value, _places(value, digits, towards), towards)} %"


def _percentage(chance: Fraction, digits: int | None, fewer: int) -> str | None:
    """The percentage of a chance that is not known to be 0 or 1; with `fewer` digits, None where they do not do."""
    value, fine = chance * 100, FINE if digits is None else digits
    places = _places(value, digits, "near") - fewer
    rounded, step = steps(value, max(places, 0), "near"), Fraction(1, 10**fine)
    if fewer and (places < 0 or rounded in (0, 100 * 10**places)):
        return None
    if value < (step if digits is None else step / 2):
        return f"< {as_decimal(step, fine)} %"
    if rounded >= 100 * 10**places:
        return f"> {as_decimal(100 - step, fine)} %"
    return f"{as_decimal(value, places)} %"


def _places(value: Fraction, digits: int | None, towards: Towards) -> int:
    """Return the `digits` after the point; without, count them for four significant ones (of 0.01 to 100)."""
    places = FINE
    while digits is None and places < FINE + 3 and steps(value, places + 1, towards) < 10_000:
        places += 1
    return places if digits is None else digits


def one_in(chance: Bounds) -> str:
    """A probability as players say it: `1 in 8`, `about 2 in 3`, `always`.

    Up to twenty parts are said exactly. Else up to one in five is “1 in N” and from four in five on “N − 1 in N”;
    between them it is the easiest fraction at most two and a half points away. Bounds that are not said alike give “at
    least” or “at most”.

    >>> [one_in(Bounds.exactly(Fraction(*parts))) for parts in ((1, 8), (13, 20), (1, 1296), (1295, 1296))]
    ['1 in 8', '13 in 20', '1 in 1,296', '1,295 in 1,296']
    >>> [one_in(Bounds.exactly(Fraction(*parts))) for parts in ((5, 19), (607, 2592), (49, 54))]
    ['5 in 19', 'about 1 in 4', 'about 10 in 11']
    >>> one_in(Bounds(Fraction(0), Fraction(1, 10**20)))
    'at most 1 in 1.0 × 10^20'
    """
    low, high = chance.low, chance.high
    if chance.exact:
        if low in (0, 1):
            return "always" if low else "never"
        if low.denominator <= 20:
            return f"{low.numerator} in {low.denominator}"
        rest = min(low, 1 - low)
        return _in_parts(low).removeprefix("about " if rest.numerator == 1 and rest.denominator < MANY else "")
    if low > 0 and high < 1 and _in_parts(low) == _in_parts(high):
        return _in_parts(low)
    if low >= HALF or (low and high > HALF):
        return _in_parts(low, "down")
    return _in_parts(high, "up") if high < 1 else "unknown"


_ABOUT = {"near": "about", "down": "at least", "up": "at most"}


def _in_parts(chance: Fraction, towards: Towards = "near") -> str:
    """Write a chance between 0 and 1 as parts of a number; what is all but certain by what is left."""
    about = _ABOUT[towards]
    fifth = Fraction(1, 5)
    if towards == "near" and fifth < chance < 1 - fifth:
        easy = _easiest(chance)
        return f"{about} {easy.numerator} in {easy.denominator}"
    likely = chance > HALF or (chance == HALF and towards == "down")
    many = 1 / (1 - chance if likely else chance)
    # Of a rare chance an upper bound is one in fewer, of a likely one it is one less in more.
    few: Towards = "near" if towards == "near" else "down" if (towards == "up") != likely else "up"
    if many >= MANY:
        power = power_of_ten(many)
        head = as_decimal(many / 10**power, 1, few)
        head, power = ("1.0", power + 1) if head == "10.0" else (head, power)
        if not likely:
            return f"{about} 1 in {head} × 10^{power}"
        return f"all but {about.replace('least', 'most')} 1 in {head} × 10^{power}"
    parts = steps(many, 0, few)
    return f"{about} {parts - 1 if likely else 1:,} in {parts:,}"


def power_of_ten(number: Fraction) -> int:
    """The greatest power of ten that a number above 0 reaches, however many digits it has.

    >>> [power_of_ten(Fraction(*parts)) for parts in ((9, 1), (10, 1), (1, 10), (1, 11))]
    [0, 1, -1, -2]
    """
    bits = number.numerator.bit_length() - number.denominator.bit_length()  # between 2^(bits - 1) and 2^(bits + 1)
    guess = ceil((bits + 1) * log10(2))
    while number < Fraction(10) ** guess:
        guess -= 1
    return guess


def _easiest(chance: Fraction) -> Fraction:
    """The easiest fraction that is near, or the nearest of all."""
    fractions = [Fraction(round(chance * parts), parts) for parts in SAYABLE]
    near = (fraction for fraction in fractions if abs(fraction - chance) <= NEAR)
    return next(near, min(fractions, key=lambda fraction: abs(fraction - chance)))


def short_fraction(chance: Bounds, width: int = 15) -> str:
    """The fraction where it is exact and short enough to read, else nothing."""
    if not chance.exact or chance.low.denominator > 10**width:
        return ""
    text = str(chance.low)
    return text if len(text) <= width else ""


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


# -- the worth of a play: a chance, or the mean of a number ------------------------------------------------------


def as_worth(value: Bounds, aim: str, mean: bool) -> str:
    """A chance as a percentage, a mean with three digits after the point, or a bound of it.

    An `aim` with a minus is a mean that is to be low: what play is at least worth is then at most the mean.

    >>> as_worth(Bounds.exactly(Fraction(5, 8)), "hit", False), as_worth(Bounds.exactly(Fraction(7, 3)), "-net", True)
    ('62.50 %', '−2.333')
    >>> as_worth(Bounds(Fraction(-2, 3), Fraction(-1, 3)), "net", True)
    '≥ −0.667'
    """
    if not mean:
        return percent(value)
    low_wanted = aim.startswith("-")
    low, high = (as_decimal(-end if low_wanted else end, 3) for end in value[:2])
    if low == high:
        return minus(low)
    return minus(f"≤ {as_decimal(-value.low, 3, 'up')}" if low_wanted else f"≥ {as_decimal(value.low, 3, 'down')}")


def less(value: Fraction, mean: bool) -> str:
    """How much less it is, in points of a percentage or of a number.

    >>> less(Fraction(1, 80), False), less(Fraction(1, 80), True), less(Fraction(1, 10**6), False)
    ('1.25 points', '0.013', '0.0001 points')
    """
    shown = value if mean else value * 100
    digits = next((digits for digits in range(3 if mean else 2, 12) if shown * 10**digits >= 1), 12)
    text = as_decimal(shown, digits)
    return (text.rstrip("0").rstrip(".") if "." in text else text) + ("" if mean else " points")
