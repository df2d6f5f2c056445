"""Chances as people print them, as `62.5 %` or `nearly one in four`, and which chances uphold them."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from math import ceil, floor
from typing import Literal, NamedTuple

from sixfold.base.arguments import text as text_of
from sixfold.base.bounds import FIGURE_LENGTH
from sixfold.base.printable import shown
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import did_you_mean, spelled
from sixfold.errors import StudyError
from sixfold.show.report.chances import as_decimal, short_fraction

_UNITS = {spelled(n): n for n in range(20)} | {spelled(n): n for n in range(20, 100, 10)} | {"a": 1, "an": 1, "no": 0}
_PARTS = {
    "half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twelfth": 12, "twentieth": 20, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_SIZES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_QUALIFIERS = (
    ("nearly", ("slightly less than", "a little less than", "slightly below", "a little below", "slightly under",
                "a little under", "just under", "just below", "not quite", "nearly", "almost")),
    ("beyond", ("slightly more than", "a little more than", "slightly above", "a little above", "slightly over",
                "a little over", "just over", "just above")),
    ("below", ("less than", "fewer than", "below", "under", "<")),
    ("above", ("more than", "above", "over", ">")),
    ("most", ("at most", "no more than", "not more than", "up to", "≤", "<=")),
    ("least", ("at least", "no less than", "not less than", "≥", ">=")),
    ("about", ("about", "around", "approximately", "approx.", "roughly", "circa", "ca.", "some", "~", "≈")),
    ("exactly", ("exactly", "precisely", "=")),
)  # fmt: skip
_SENSES = {spelling: sense for sense, spellings in _QUALIFIERS for spelling in spellings}
_QUALIFIER = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(_SENSES, key=len, reverse=True)))})(?![^\W\d_])")
"""The longest of them that begins a text and is not the beginning of another word."""
BUT = "all but "
EXPECTED = ("75%", "3/4", "0.75", "1 in 8", "three in a thousand")
_PERCENT = re.compile(r"(\d{1,12}(?:[.,]\d{1,30})?)\s*(%|‰|percent|per cent|per mille)")
_RATIO = re.compile(r"(.+?)\s+(?:chances?\s+)?(?:in|out of|of)\s+(.+)")
_FRACTION = re.compile(r"(\d{1,30})\s*/\s*(\d{1,30})")
_PLAIN = re.compile(r"\d{1,3}(?:\.\d{1,12})?")
_DECIMAL = re.compile(r"(\d{1,12}|)[.](\d{1,30})|[01]")


class Quantity(NamedTuple):
    """A number as it is written: its value (0 to 1), and how fine it is written.

    `form` is `percent`, `decimal`, `fraction` (5/8) or `ratio` (five in eight, half). The first two have so many
    `digits` after the point, the others so many `parts`.
    """

    value: Fraction
    form: str
    digits: int = 0
    parts: int = 0
    in_words: bool = False

    @property
    def unit(self) -> Fraction:
        """One of its parts, or the step of its last digit."""
        return Fraction(1, self.parts or 10 ** (self.digits + (2 if self.form == "percent" else 0)))

    @property
    def one_in(self) -> bool:
        """Whether this is “one in N”: then N is what is rounded."""
        return self.form == "ratio" and self.value.numerator == 1 and not self.by_digits

    @property
    def by_digits(self) -> bool:
        """Whether this is so many in ten, in a hundred, in a thousand: then it is rounded as a decimal is."""
        return self.form == "ratio" and self.parts >= 10 and str(self.parts).strip("0") == "1"

    def rounded(self, chance: Fraction, step: str = "nearest") -> Fraction:
        """A chance at this precision: `nearest` (a half goes up), `down` or `up`."""
        if self.one_in and chance:
            many = 1 / chance
            return Fraction(
                1, max(1, {"nearest": floor(many + Fraction(1, 2)), "down": ceil(many)}.get(step, floor(many)))
            )
        steps = chance / self.unit
        return self.unit * {"nearest": floor(steps + Fraction(1, 2)), "down": floor(steps)}.get(step, ceil(steps))

    def write(self, value: Fraction) -> str:
        """Another value in the same form: `26 %`, `one in five`."""
        if self.form == "percent":
            return f"{as_decimal(value * 100, self.digits)} %"
        if self.form == "decimal":
            return as_decimal(value, self.digits)
        if self.form == "ratio" and value:
            number, parts = (1, int(1 / value)) if self.one_in else (int(value / self.unit), self.parts)
            return f"{_said(number)} in {_said(parts, True)}" if self.in_words else f"{number} in {parts:,}"
        return str(value)


class PrintedFigure(NamedTuple):
    """A printed figure: what was written, how it is meant, and the number itself.

    `sense` is `plain`, `exactly`, `about`, `nearly`, `beyond`, `below`, `above`, `most` or `least`. `but` is set where
    the number is what is missing from all: “all but one in 31”.
    """

    text: str
    sense: str
    qualifier: str
    quantity: Quantity
    but: bool = False

    @property
    def value(self) -> Fraction:
        """The number that is printed, 0 to 1."""
        return 1 - self.quantity.value if self.but else self.quantity.value


def read_figure(text: str) -> PrintedFigure:
    """The printed figure that a text says.

    Raises StudyError (study/chance) for what is not a chance, or not one from 0 to 1.

    >>> read_figure("nearly one in four").quantity.value
    Fraction(1, 4)
    >>> read_figure("below one in a thousand").sense
    'below'
    """
    words = _spaced(text_of(text, "A figure"), "A figure")
    qualified = _QUALIFIER.match(words)
    qualifier = qualified[0] if qualified else ""
    rest = words.removeprefix(qualifier).strip()
    quantity = _quantity(rest.removeprefix(BUT), text)
    sense, meant = _SENSES.get(qualifier, "plain"), " ".join(text.split())
    return PrintedFigure(meant, sense, qualifier, quantity, rest.startswith(BUT))


def _spaced(text: str, what: str) -> str:
    """A text in small letters with single blanks."""
    words = " ".join(text.lower().split())
    if len(words) > FIGURE_LENGTH:
        raise StudyError("study/chance", f"{what} has at most {FIGURE_LENGTH} characters.")
    return words


def read_chance(text: str | float | Fraction) -> Fraction:
    """A probability (0 to 1, exact) from text or number: `75%`, `3/4`, `0.75`, `1 in 8`, `three in a thousand`.

    Raises StudyError (study/chance) for anything else.

    >>> read_chance("62.5 %"), read_chance("1 in 8"), read_chance(".75")
    (Fraction(5, 8), Fraction(1, 8), Fraction(3, 4))
    """
    if isinstance(text, str):
        words = _spaced(text, "A chance")
        value = _quantity(words.removeprefix(BUT), text).value
        return 1 - value if words.startswith(BUT) else value
    try:
        # The nearest short decimal is what a person means by 0.1.
        value = Fraction(str(text)) if isinstance(text, float) else Fraction(text)
    except (ValueError, TypeError, OverflowError):
        raise _refused(shown(text)) from None
    if isinstance(text, bool) or not 0 <= value <= 1:
        raise _refused(shown(text), outside=True)
    return value


def _quantity(words: str, text: str) -> Quantity:
    number = _read(words)
    if number is None:
        raise _refused(text)
    if not 0 <= number.value <= 1:
        raise _refused(text, outside=True)
    return number


def _refused(text: str, outside: bool = False) -> StudyError:
    """The error for what is not a chance, or for a number that is `outside` of 0 and 1: probably a percentage."""
    number = text.strip().replace(",", ".")
    guess = f"{number}%" if _PLAIN.fullmatch(number) and float(number) <= 100 else None
    if outside:
        message = f"A chance lies between 0 and 1 (0 % and 100 %); “{text[:40]}” does not.{did_you_mean(guess)}"
        return StudyError("study/chance", message, guess=guess)
    message = f"“{text[:40]}” is not a probability.{did_you_mean(guess)}"
    return StudyError("study/chance", message, text[:FIGURE_LENGTH], 1, EXPECTED, guess)


def _read(words: str) -> Quantity | None:
    if match := _PERCENT.fullmatch(words):
        number, sign = match.group(1).replace(",", "."), match.group(2)
        more = 1 if sign in ("‰", "per mille") else 0
        return Quantity(Fraction(number) / 10 ** (2 + more), "percent", len(number.partition(".")[2]) + more)
    if match := _FRACTION.fullmatch(words):
        above, below = int(match.group(1)), int(match.group(2))
        return Quantity(Fraction(above, below), "fraction", parts=below) if below else None
    if match := _DECIMAL.fullmatch(words):
        return Quantity(Fraction(words), "decimal", len(match.group(2) or ""))
    if match := _RATIO.fullmatch(words):
        numbers = [_number(part) for part in match.groups()]
        if numbers[0] is None or not numbers[1]:
            return None
        by_name = not any(part[:1].isdigit() for part in match.groups())
        return Quantity(Fraction(numbers[0], numbers[1]), "ratio", parts=numbers[1], in_words=by_name)
    return _named_part(words)


def _named_part(words: str) -> Quantity | None:
    """`half`, `a third`, `two thirds`, `three-quarters`."""
    head, _, last = words.replace("-", " ").rpartition(" ")
    below = _PARTS.get(last) or _PARTS.get(last.removesuffix("s"))
    above = _number(head) if head else 1
    if below is None or above is None:
        return None
    return Quantity(Fraction(above, below), "ratio", parts=below, in_words=True)


def _number(words: str) -> int | None:
    """A whole number in figures or in words."""
    figures = words.replace(",", "").replace(" ", "")
    if figures.isascii() and figures.isdigit():
        return int(figures) if len(figures) <= 30 else None
    whole, group, spelled = 0, 0, False
    for word in words.replace("-", " ").split():
        if word == "and" and spelled:
            continue
        if word in _UNITS:
            group += _UNITS[word]
        elif word in _SIZES:
            size = _SIZES[word]
            group = max(1, group) * size
            if size > 100:
                whole, group = whole + group, 0
        else:
            return None
        spelled = True
    return whole + group if spelled else None


def _said(number: int, parts: bool = False) -> str:
    if parts and number in (100, 1000):
        return "a hundred" if number == 100 else "a thousand"
    return spelled(number)


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
    held = bounds.within(span)
    if held is None:
        # The edge that lies between the bounds is taken for the chance.
        edge = span.low if bounds.low <= span.low <= bounds.high else span.high
        bounds = Bounds.exactly(edge)
    if bounds.within(span):
        return Verdict("upheld", figure.text, held is None)
    chance, quantity = bounds.low, figure.quantity
    digits = quantity.form in ("percent", "decimal") or (quantity.by_digits and chance - figure.value <= HEDGE)
    cut = figure.sense == "plain" and digits and not figure.but and quantity.rounded(chance, "down") == figure.value
    return Verdict("cut" if cut and figure.value else "wrong", _right(figure, bounds), held is None)


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
