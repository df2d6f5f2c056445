"""Parts of sentences: numbers in words and figures, and guesses for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fractions import Fraction

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def spelled(number: int) -> str:
    """A whole number of zero or more in words; from ten thousand on, in figures.

    >>> spelled(3), spelled(42), spelled(1018)
    ('three', 'forty-two', 'one thousand eighteen')
    """
    if number >= 10_000:
        return f"{number:,}"
    for size, name in ((1000, "thousand"), (100, "hundred")):
        if number >= size:
            head = f"{spelled(number // size)} {name}"
            return f"{head} {spelled(number % size)}" if number % size else head
    if number < 20:
        return _ONES[number]
    tens = _TENS[number // 10]
    return f"{tens}-{_ONES[number % 10]}" if number % 10 else tens


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""Places in a row, in words."""


def nth(place: int) -> str:
    """A place in a row, from 1: in words, and from the eleventh on in figures.

    >>> nth(2), nth(22), nth(112)
    ('second', '22nd', '112th')
    """
    if place <= len(PLACES):
        return PLACES[place - 1]
    ends = {1: "st", 2: "nd", 3: "rd"} if place // 10 % 10 != 1 else {}
    return f"{place}{ends.get(place % 10, 'th')}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `counted(2, "die", "dice")` is "2 dice"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """Words one after the other: `a, b and c`.

    >>> listed(["ten"]), listed(["ten", "hs", "odgs"])
    ('ten', 'ten, hs and odgs')
    """
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), *words[-1:]])


def minus(text: str) -> str:
    """The text with real minus signs before its numbers.

    >>> minus("a total of -4")
    'a total of −4'
    """
    if "-" not in text:
        return text
    return "".join(
        "\u2212" if c == "-" and text[at + 1 : at + 2].isdigit() and not text[at - 1 : at].isalnum() else c
        for at, c in enumerate(text)
    )


def signed(number: int) -> str:
    """A number with its sign: +4, −3, +0."""
    return f"{number:+d}".replace("-", "\u2212")


def figures(number: int) -> str:
    """A number in figures: thousands apart, with a real minus sign.

    >>> figures(-12000)
    '−12,000'
    """
    return f"{number:,}".replace("-", "\u2212")


Towards = Literal["near", "down", "up"]
"""The direction of rounding: to the nearest, or as a lower or an upper bound."""


def as_decimal(value: Fraction, digits: int, towards: Towards = "near") -> str:
    """Write a number with so many digits after the point; a half rounds away from zero.

    >>> from fractions import Fraction
    >>> as_decimal(Fraction(5, 8), 2), as_decimal(Fraction(-5, 8), 2), as_decimal(Fraction(5, 8), 2, "down")
    ('0.63', '-0.63', '0.62')
    """
    rounded = steps(value, digits, towards)
    sign = "-" if rounded < 0 else ""
    units, rest = divmod(abs(rounded), 10**digits)
    return f"{sign}{units}.{rest:0{digits}d}" if digits else f"{sign}{units}"


def steps(value: Fraction, digits: int, towards: Towards) -> int:
    """Count the units of the last of so many digits in a number, rounded; a half goes away from zero."""
    many: int = value.numerator * 10**digits
    parts = value.denominator
    if towards != "near":
        return -(-many // parts) if towards == "up" else many // parts
    half_up: int = (2 * abs(many) + parts) // (2 * parts)
    return half_up if many >= 0 else -half_up


def nearest(word: str, candidates: Iterable[str], alike: float = 0.62) -> str | None:
    """The candidate that a mistyped word was probably meant to be, if any is `alike` (0 to 1) enough.

    Capitals do not matter; of candidates that differ by these alone, it is the one with small letters, in any order.

    >>> nearest("superiour", ("superior", "inferior"))
    'superior'
    >>> nearest("Yes", ("YES", "NO"))
    'YES'
    >>> nearest("wel", ("well", "Well")), nearest("wel", ("Well", "well"))
    ('well', 'well')
    """
    from difflib import get_close_matches  # here, since only mistakes need it

    by_small = {candidate.lower(): candidate for candidate in sorted(candidates)}
    close = get_close_matches(word[:40].lower(), by_small, 1, alike)
    return by_small[close[0]] if close else None


def did_you_mean(guess: str | None) -> str:
    """The question that ends an error's sentence; nothing where nothing was guessed.

    >>> did_you_mean("superior")
    ' Did you mean “superior”?'
    """
    return f" Did you mean “{guess}”?" if guess else ""
