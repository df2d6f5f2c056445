"""What upholds a printed figure, and what it would be right to print."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple

from sixfold.report.chances import as_decimal, short_fraction
from sixfold.solving.bounded import Bounds
from sixfold.study.figures import BUT, Figure, Quantity, read_figure

HEDGE = Fraction(2, 100)
"""How far a chance may lie from a fraction in words: two points of a hundred."""

ABOUT = Fraction(4, 100)
"""How far it may lie where the figure says “about”, “nearly” or “slightly more than”."""

CLOSE = Fraction(1, 10)
"""How far below (above) a figure “nearly” (“slightly more than”) reaches, as a part of the figure."""

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
"""Which way a chance is rounded for a figure of each sense; further where it may not be the figure itself."""


class Span(NamedTuple):
    """The chances (0 to 1) that uphold a figure: from `low` to `high`, with the ends or without."""

    low: Fraction
    high: Fraction
    with_low: bool = True
    with_high: bool = True

    def __contains__(self, chance: object) -> bool:
        if not isinstance(chance, Fraction) or not self.low <= chance <= self.high:
            return False
        return (self.with_low or chance > self.low) and (self.with_high or chance < self.high)

    def holds(self, chance: Bounds) -> bool | None:
        """Whether a chance is one of these; None if that depends on where it lies between its bounds."""
        least, most = (chance.low, chance.above), (chance.high, not chance.below)
        if (self.low, not self.with_low) <= least and most <= (self.high, self.with_high):
            return True
        too_high = chance.low > self.high or (chance.low == self.high and (chance.above or not self.with_high))
        too_low = chance.high < self.low or (chance.high == self.low and (chance.below or not self.with_low))
        return False if too_high or too_low else None

    def within(self, value: Fraction, most: Fraction) -> "Span":
        """What of it lies at most so far from a value."""
        low, with_low = (self.low, self.with_low) if self.low >= value - most else (value - most, True)
        high, with_high = (self.high, self.with_high) if self.high <= value + most else (value + most, True)
        return Span(low, high, with_low, with_high)

    def turned(self) -> "Span":
        """What is missing from all where these chances are not."""
        return Span(1 - self.high, 1 - self.low, self.with_high, self.with_low)


def upheld_by(figure: Figure) -> Span:
    """The chances that uphold a figure.

    >>> span = upheld_by(read_figure("half"))
    >>> span.low, span.high
    (Fraction(12, 25), Fraction(13, 25))
    """
    value, one = figure.value, Fraction(1)
    if figure.sense == "below":
        return Span(Fraction(0), value, with_high=False)
    if figure.sense == "most":
        return Span(Fraction(0), value)
    if figure.sense == "above":
        return Span(value, one, with_low=False)
    if figure.sense == "least":
        return Span(value, one)
    if figure.sense == "nearly":
        return Span(max(value * (1 - CLOSE), value - ABOUT), value, with_high=False)
    if figure.sense == "beyond":
        return Span(value, min(value * (1 + CLOSE), value + ABOUT), with_low=False)
    quantity = figure.quantity
    if figure.sense == "about":
        span = _around(quantity, Fraction(1), with_high=True).within(quantity.value, ABOUT)
    elif figure.sense == "exactly" or quantity.form == "fraction":
        span = Span(quantity.value, quantity.value)
    else:
        span = _around(quantity, Fraction(1, 2), with_high=False)
        if quantity.form == "ratio":
            span = span.within(quantity.value, HEDGE)
    return span.turned() if figure.but else span


def _around(quantity: Quantity, steps: Fraction, with_high: bool) -> Span:
    """What lies at most so many steps of the last digit from a number; a half is rounded up."""
    if not quantity.one_in:
        return Span(quantity.value - steps * quantity.unit, quantity.value + steps * quantity.unit, True, with_high)
    # “One in N”: N is what is rounded.
    many = 1 / quantity.value
    most = 1 / (many - steps) if many > steps else Fraction(1)
    return Span(1 / (many + steps), most, with_high, True)


class Verdict(NamedTuple):
    """What becomes of a printed figure: `upheld`, `cut` or `wrong`, and the figure that would be right.

    It is `undecided` where the chance may lie on either side of an edge, and is taken to lie on it.
    """

    verdict: Literal["upheld", "cut", "wrong"]
    right: str
    undecided: bool = False


def judge(figure: Figure, bounds: Bounds) -> Verdict:
    """Compare a printed figure with a chance (0 to 1).

    A figure is upheld as `upheld_by` says; a percentage, a decimal or so many in a thousand is `cut` when it only
    comes of leaving digits away.

    >>> judge(read_figure("62 %"), Bounds(Fraction(5, 8), Fraction(5, 8)))
    Verdict(verdict='cut', right='63 %', undecided=False)
    """
    span = upheld_by(figure)
    held = span.holds(bounds)
    if held is None:
        # The edge that lies between the bounds is taken for the chance.
        edge = span.low if bounds.low <= span.low <= bounds.high else span.high
        bounds = Bounds(edge, edge)
    if span.holds(bounds):
        return Verdict("upheld", figure.text, held is None)
    chance, quantity = bounds.low, figure.quantity
    digits = quantity.form in ("percent", "decimal") or (quantity.by_digits and chance - figure.value <= HEDGE)
    cut = figure.sense == "plain" and digits and not figure.but and quantity.rounded(chance, "down") == figure.value
    return Verdict("cut" if cut and figure.value else "wrong", _right(figure, bounds), held is None)


def _right(figure: Figure, bounds: Bounds) -> str:
    """The first figure that is upheld itself, and not the printed one."""
    chance = bounds.low if bounds.low or bounds.exact else bounds.high
    for text in chain(_figures(figure, chance), _nearly(bounds)):
        if text != figure.text and upheld_by(read_figure(text)).holds(bounds):
            return text
    return f"about {as_decimal(chance * 100, FINEST)} %"


def _nearly(bounds: Bounds) -> Iterator[str]:
    """What is right of an endless chance that is next to none, or next to all: how little is missing at most."""
    for digits in range(2, FINEST) if not bounds.exact else ():
        step = Fraction(1, 10**digits)
        yield f"below {as_decimal(step, digits)} %"
        yield f"above {as_decimal(100 - step, digits)} %"


def _figures(figure: Figure, chance: Fraction) -> Iterator[str]:
    """What could be printed instead: first what is nearest to how it is printed."""
    quantity, said = figure.quantity, f"{figure.qualifier} " if figure.qualifier else ""
    percent = quantity._replace(form="percent", digits=0, unit=Fraction(1, 100))
    if figure.sense == "exactly" or quantity.form == "fraction":
        if short_fraction(chance):
            yield f"{said}{chance}"
    elif figure.sense != "plain":
        step = _STEPS[figure.sense]
        for form in (quantity, percent):
            yield from (f"{said}{text}" for text in _written(form, chance, step))
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
            near += quantity.unit if step == "further up" else -quantity.unit
        sayable = quantity.form != "ratio" or quantity.one_in or near / quantity.unit <= SAYABLE
        if sayable and 0 <= near <= 1 and (near not in (0, 1) or near == chance):
            yield quantity.write(near)
        if quantity.form not in ("percent", "decimal"):
            return
        quantity = quantity._replace(digits=quantity.digits + 1, unit=quantity.unit / 10)


def _fractions(quantity: Quantity, chance: Fraction) -> Iterator[str]:
    """Easy fractions near a chance; one in so many, and all but that."""
    for parts in PARTS:
        near = Fraction(round(chance * parts), parts)
        if 0 < near < 1 and near.denominator == parts:
            yield quantity._replace(value=near, unit=Fraction(1, parts), parts=parts).write(near)
    rare, but = (chance, "") if chance < Fraction(1, 2) else (1 - chance, BUT)
    if rare and 1 / rare < MANY:
        many = Fraction(1, round(1 / rare))
        yield but + quantity._replace(value=many, parts=many.denominator, unit=many).write(many)
