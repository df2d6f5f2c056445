"""Chances as people write them: `62.5 %`, `1 in 8`, `1e-9`, or `nearly one in four` in print."""

import re
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from sixfold.base.arguments import text as text_of
from sixfold.base.bounds import FIGURE_LENGTH
from sixfold.base.printable import shown
from sixfold.base.wording import as_decimal, did_you_mean, spelled
from sixfold.errors import StudyError

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
_FRACTION = re.compile(r"(\d+)\s*/\s*(\d+)")
_PLAIN = re.compile(r"\d{1,3}(?:\.\d{1,12})?")
_DECIMAL = re.compile(r"(?:\d{1,12}|(?=\.\d))(?:\.(\d+))?(?:e-(\d{1,3}))?")


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
            return f"{_spelled(number)} in {_spelled(parts, True)}" if self.in_words else f"{number} in {parts:,}"
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
        return Quantity(Fraction(words), "decimal", len(match.group(1) or "") + int(match.group(2) or "0"))
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


def _spelled(number: int, parts: bool = False) -> str:
    if parts and number in (100, 1000):
        return "a hundred" if number == 100 else "a thousand"
    return spelled(number)
