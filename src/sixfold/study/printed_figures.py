"""Which chances uphold a figure that is printed, and the figure that would be right."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple

from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import as_decimal
from sixfold.base.written_chances import BUT, PrintedFigure, Quantity, read_figure
from sixfold.show.report.chances import short_fraction

HEDGE = Fraction(2, 100)
"""The maximum distance of a chance from a fraction in words: two points of a hundred."""

ABOUT = Fraction(4, 100)
"""The maximum distance if the figure says “about”, “nearly” or “slightly more than”."""

CLOSE = Fraction(1, 10)
"""The reach of “nearly” below a figure (of “slightly more than” above it), as a part of the figure."""

PARTS = (2, 3, 4, 5, 6, 8, 10, 7, 9)
"""Denominators of the fractions that are advised, in this order."""

SAYABLE = 20
"""So many in a hundred, or in a thousand, are advised; more are said as an easier fraction."""

MANY = 10**12
"""From here on, “one in N” is not advised."""

FINEST = 28
"""Digits of a percentage that is advised."""


_STEPS = {
    "about": "nearest", "most": "up", "least": "down",
    "below": "further up", "nearly": "further up", "above": "further down", "beyond": "further down",
}  # fmt: skip
"""The direction of rounding for each sense; “further” if the chance may not be the figure itself."""


def _near(span: Bounds, value: Fraction, most: Fraction) -> Bounds:
    """The part of some bounds within a distance of a value."""
    low, high, above, below = span
    if low < value - most:
        low, above = value - most, False
    if high > value + most:
        high, below = value + most, False
    return Bounds(low, high, above, below)


def excess(span: Bounds, chance: Fraction) -> Fraction:
    """The distance of a chance beyond the nearer bound, negative inside. No chance is beyond a bound at 0 or 1."""
    low = [span.low - chance] if span.low > 0 or span.above else []
    high = [chance - span.high] if span.high < 1 or span.below else []
    return max(low + high, default=Fraction(0))


def upheld_by(figure: PrintedFigure) -> Bounds:
    """The bounds of the chances that uphold a figure.

    >>> span = upheld_by(read_figure("half"))
    >>> span.low, span.high
    (Fraction(12, 25), Fraction(13, 25))
    """
    value, none, one = figure.value, Fraction(0), Fraction(1)
    open_ended = {
        "below": Bounds(none, value, below=True),
        "most": Bounds(none, value),
        "above": Bounds(value, one, above=True),
        "least": Bounds(value, one),
        "nearly": Bounds(max(value * (1 - CLOSE), value - ABOUT), value, below=True),
        "beyond": Bounds(value, min(value * (1 + CLOSE), value + ABOUT), above=True),
    }
    if figure.sense in open_ended:
        return open_ended[figure.sense]
    quantity = figure.quantity
    if figure.sense == "about":
        span = _near(_around(quantity, Fraction(1)), quantity.value, ABOUT)
    elif figure.sense == "exactly" or quantity.form == "fraction":
        span = Bounds.exactly(quantity.value)
    else:
        span = _around(quantity, Fraction(1, 2), rounded=True)
        if quantity.form == "ratio":
            span = _near(span, quantity.value, HEDGE)
    return span.complement() if figure.but else span


def _around(quantity: Quantity, steps: Fraction, rounded: bool = False) -> Bounds:
    """The chances within so many steps of the last digit of a number; where they are `rounded`, a half goes up."""
    if not quantity.one_in:
        reach = steps * quantity.unit
        return Bounds(quantity.value - reach, quantity.value + reach, below=rounded)
    # “One in N”: N is what is rounded.
    many = 1 / quantity.value
    most = 1 / (many - steps) if many > steps else Fraction(1)
    return Bounds(1 / (many + steps), most, above=rounded)


class Verdict(NamedTuple):
    """The verdict on a printed figure: `upheld`, `cut` or `wrong`, and the figure that would be right.

    It is `undecided` where the chance may lie on either side of an edge, and is taken to lie on it.
    """

    verdict: Literal["upheld", "cut", "wrong"]
    right: str
    undecided: bool = False


def judge(figure: PrintedFigure, bounds: Bounds) -> Verdict:
    """Compare a printed figure with a chance (0 to 1).

    A figure is upheld as `upheld_by` says; a percentage, a decimal or so many in a thousand is `cut` when it only
    comes of leaving digits away.

    >>> judge(read_figure("62 %"), Bounds.exactly(Fraction(5, 8)))
    Verdict(verdict='cut', right='63 %', undecided=False)
    """
    span = upheld_by(figure)
    within = bounds.within(span)
    if within is None:
        # The edge that lies between the bounds is taken for the chance.
        edge = span.low if bounds.low <= span.low <= bounds.high else span.high
        bounds = Bounds.exactly(edge)
    if bounds.within(span):
        return Verdict("upheld", figure.text, within is None)
    chance, quantity = bounds.low, figure.quantity
    digits = quantity.form in ("percent", "decimal") or (quantity.by_digits and chance - figure.value <= HEDGE)
    cut = figure.sense == "plain" and digits and not figure.but and quantity.rounded(chance, "down") == figure.value
    return Verdict("cut" if cut and figure.value else "wrong", _right(figure, bounds), within is None)


def _right(figure: PrintedFigure, bounds: Bounds) -> str:
    """The first figure that is upheld itself, and not the printed one."""
    chance = bounds.low if bounds.low or bounds.exact else bounds.high
    for text in chain(_figures(figure, chance), _nearly(bounds)):
        if text != figure.text and bounds.within(upheld_by(read_figure(text))):
            return text
    return f"about {as_decimal(chance * 100, FINEST)} %"


def _nearly(bounds: Bounds) -> Iterator[str]:
    """Figures for an endless chance close to 0 or 1: bounds of the rest."""
    for digits in range(2, FINEST) if not bounds.exact else ():
        step = Fraction(1, 10**digits)
        yield f"below {as_decimal(step, digits)} %"
        yield f"above {as_decimal(100 - step, digits)} %"


def _figures(figure: PrintedFigure, chance: Fraction) -> Iterator[str]:
    """Figures that could be printed instead, the most similar first."""
    quantity, qualifier = figure.quantity, f"{figure.qualifier} " if figure.qualifier else ""
    percent = Quantity(quantity.value, "percent")
    if figure.sense == "exactly" or quantity.form == "fraction":
        if short_fraction(Bounds.exactly(chance)):
            yield f"{qualifier}{chance}"
    elif figure.sense != "plain":
        step = _STEPS[figure.sense]
        for form in (quantity, percent):
            yield from (f"{qualifier}{text}" for text in _written(form, chance, step))
    yield from _written(quantity, chance, "nearest")
    if quantity.form == "ratio":
        yield from _fractions(quantity, chance)
    yield from _written(percent, chance, "nearest")


def _written(quantity: Quantity, chance: Fraction, step: str) -> Iterator[str]:
    """A chance in the form of a figure, then ever finer; none that says 0 or 1 of what is neither."""
    if quantity.one_in and 0 < chance * MANY <= 1:
        return
    while quantity.digits <= FINEST:
        near = quantity.rounded(chance, step.removeprefix("further "))
        if near == chance and step.startswith("further"):
            more = 1 if step == "further up" else -1
            near = 1 / (1 / near - more) if quantity.one_in and 0 < near < 1 else near + more * quantity.unit
        sayable = quantity.form != "ratio" or quantity.one_in or near / quantity.unit <= SAYABLE
        if sayable and 0 <= near <= 1 and (near not in (0, 1) or near == chance):
            yield quantity.write(near)
        if quantity.form not in ("percent", "decimal"):
            return
        quantity = quantity._replace(digits=quantity.digits + 1)


def _fractions(quantity: Quantity, chance: Fraction) -> Iterator[str]:
    """Easy fractions near a chance; one in so many, and all but that."""
    for parts in PARTS:
        near = Fraction(round(chance * parts), parts)
        if near.denominator == parts:
            yield quantity._replace(value=near, parts=parts).write(near)
    rare, but = (chance, "") if chance < Fraction(1, 2) else (1 - chance, BUT)
    if rare and 1 / rare < MANY:
        many = Fraction(1, round(1 / rare))
        yield but + quantity._replace(value=many, parts=many.denominator).write(many)
