"""Printed figures: text and figure are the same, and a figure is upheld by what rounds to it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

import sixfold
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import spelled
from sixfold.base.written_chances import _QUALIFIERS, Quantity, read_chance, read_figure
from sixfold.errors import StudyError
from sixfold.study.printed_figures import excess, judge, upheld_by
from tests.console import run

CHANCES = [Fraction(a, b) for b in (7, 40, 216, 1000, 1296) for a in range(0, b + 1, max(1, b // 40))]
"""Chances of many kinds, some of them on the edge of what rounds to a figure."""

FORMS = [
    *(Quantity(Fraction(1, 2), form, digits) for form in ("percent", "decimal") for digits in (0, 1, 3)),
    *(Quantity(Fraction(3, parts), "ratio", 0, parts, words) for words in (True, False) for parts in (8, 10, 100)),
    *(Quantity(Fraction(1, 5), "ratio", 0, 5, words) for words in (True, False)),
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.form} {form.digits or form.parts} {form.in_words}")
def test_a_chance_that_is_written_is_read_again(form: Quantity) -> None:
    """Rounded down, up or to the nearest, it is at most a part away, on that side; its text says the same."""
    for chance in CHANCES:
        if form.form == "ratio" and not chance:
            continue
        down, near, up = (form.rounded(chance, step) for step in ("down", "nearest", "up"))
        assert down <= chance <= up
        assert near in (down, up)
        if not form.one_in:
            assert up - down == (0 if down == chance else form.unit)
            assert down / form.unit % 1 == 0
            assert near == (down if chance - down < form.unit / 2 else up)
        elif chance <= Fraction(1, 2):
            assert 1 / down - 1 / up == (0 if down == chance else 1)
        for value in (down, near, up):
            if value > 1 or (form.form == "ratio" and not value):
                continue
            said = form.write(value)
            read = read_figure(said).quantity
            assert read.value == value == read_chance(said), said
            assert (read.form, read.digits, read.in_words) == (form.form, form.digits, form.in_words), said
            assert form.one_in or read.parts == form.parts, said


def test_numbers_are_read_in_words_and_in_figures() -> None:
    """A number is the same in words, in figures, and with commas."""
    for number in (*range(1, 130), 200, 999, 1000, 1018, 2500, 9999, 10_000, 10**6):
        for said in (spelled(number), str(number), f"{number:,}", spelled(number).replace("-", " ")):
            assert read_chance(f"one in {said}") == Fraction(1, number)
            assert read_chance(f"all but 1 in {said}") == 1 - Fraction(1, number)


@pytest.mark.parametrize(
    ("said", "chance"),
    [
        ("half", "1/2"), ("a third", "1/3"), ("two thirds", "2/3"), ("three-quarters", "3/4"), ("one half", "1/2"),
        ("five eighths", "5/8"), ("a thousandth", "1/1000"), ("62,5 %", "5/8"), ("5 ‰", "1/200"), ("5 percent", "1/20"),
        (".5", "1/2"), ("1", "1"), ("0", "0"), ("no in ten", "0"), ("two million in three million", "2/3"),
        ("one chance in six", "1/6"), ("2 out of 3", "2/3"), ("one hundred and five in two hundred", "21/40"),
        ("a hundred thousand in a million", "1/10"), ("4/8", "1/2"), ("1e-9", "1/1000000000"), (".25e-1", "1/40"),
    ],
)  # fmt: skip
def test_ways_to_say_a_chance(said: str, chance: str) -> None:
    """Each is the same chance, also with capitals and blanks."""
    assert read_chance(said) == read_chance(f"  {said.upper()} ") == read_figure(said).value == Fraction(chance)


@pytest.mark.parametrize("said", ["1 %", "1%", "0.01", "1e-2", "1/100", "1 in 100", "one in a hundred"])
def test_every_door_reads_a_chance_alike(said: str) -> None:
    """A tolerance, a quantile and a wanted chance are read by the same reader."""
    assert sixfold.odds("skew vs 14", tolerance=said) == sixfold.odds("skew vs 14", tolerance=Fraction(1, 100))
    number = sixfold.odds("dice 1d200").numbers["total"]
    assert number.quantile(said) == number.quantile(Fraction(1, 100)) == 2
    assert run("odds", "skew vs 14", "--tolerance", said).out == run("odds", "skew vs 14", "--tolerance", "1e-2").out


@pytest.mark.parametrize(
    ("said", "guess"),
    [
        ("75", "75%"), ("62,5", "62.5%"), ("101", None), ("x", None), ("-1", None), ("three in two", None),
        ("101 %", None), ("1/0", None), ("one in no", None), ("halves of it", None), ("1 in", None), ("", None),
        ("and in ten", None), ("x in ten", None), ("2 halves of", None), ("five halves", None), ("1.2.3", None),
        ("9" * 40, None),
    ],
)  # fmt: skip
def test_what_is_no_chance(said: str, guess: str | None) -> None:
    """It is refused, with a percentage where one was probably meant."""
    for read in (read_chance, read_figure):
        with pytest.raises(StudyError) as refused:
            read(said)
        assert (refused.value.code, refused.value.guess) == ("study/chance", guess)


def test_numbers_are_chances() -> None:
    """A decimal number is the short one that a person means."""
    assert [read_chance(number) for number in (0.1, 1, Fraction(2, 3))] == [Fraction(1, 10), 1, Fraction(2, 3)]
    for wrong in (True, -0.1, 1.1, float("nan"), float("inf"), None):
        with pytest.raises(StudyError):
            read_chance(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("sense", "word"), [(sense, word) for sense, words in _QUALIFIERS for word in words])
def test_words_before_a_figure(sense: str, word: str) -> None:
    """Each word has its sense, the longest that fits counts, and it ends where a word ends."""
    figure = read_figure(f"{word} 1 in 4")
    assert (figure.sense, figure.qualifier, figure.value) == (sense, word, Fraction(1, 4))
    if word[-1].isalpha():
        with pytest.raises(StudyError):
            read_figure(f"{word}a 1 in 4")


def test_a_plain_figure_is_upheld_by_what_rounds_to_it() -> None:
    """A percentage, a decimal, one in so many: exactly the chances that are it when they are rounded."""
    for said in ("62 %", "62.5 %", "0.6", "0.62", "63 in 100", "7 in 1000", "1 in 8", "one in three", "0 %", "100 %"):
        figure = read_figure(said)
        span = upheld_by(figure)
        for chance in CHANCES:
            holds = figure.quantity.rounded(chance) == figure.value
            if figure.quantity.form == "ratio" and abs(chance - figure.value) > Fraction(2, 100):
                holds = False  # which is too far for words
            assert Bounds.exactly(chance).within(span) is holds, (said, chance)


@pytest.mark.parametrize(
    ("said", "upheld", "wrong"),
    [
        ("below 1/4", ("0", "6/25"), ("1/4", "1")), ("at most 1/4", ("0", "1/4"), ("26/100",)),
        ("above 1/4", ("26/100", "1"), ("1/4", "0")), ("at least 1/4", ("1/4", "1"), ("6/25",)),
        ("nearly 1/4", ("9/40", "249/1000"), ("1/4", "22/100")),
        ("just over 1/4", ("251/1000", "11/40"), ("1/4", "28/100")),
        ("nearly 3/4", ("71/100",), ("70/100",)), ("just over 3/4", ("79/100",), ("80/100",)),
        ("exactly 25 %", ("1/4",), ("2501/10000",)), ("1/4", ("1/4",), ("2501/10000",)),
        ("about 25 %", ("24/100", "26/100"), ("239/1000", "261/1000")),
        ("about half", ("46/100", "54/100"), ("45/100", "55/100")),
        ("about one in 4", ("21/100", "29/100"), ("20/100", "30/100")),
        ("a quarter", ("23/100", "27/100"), ("22/100", "28/100")),
        ("all but 1 in 4", ("73/100", "77/100"), ("72/100", "78/100")),
        ("about one in one", ("96/100", "1"), ("95/100",)),
    ],
)  # fmt: skip
def test_what_upholds_a_figure(said: str, upheld: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    """The ends of each sense, on both sides."""
    span = upheld_by(read_figure(said))
    assert [Bounds.exactly(Fraction(chance)).within(span) for chance in upheld] == [True] * len(upheld)
    assert [Bounds.exactly(Fraction(chance)).within(span) for chance in wrong] == [False] * len(wrong)


@pytest.mark.parametrize(
    ("said", "chance", "verdict"),
    [
        ("62 %", "625/1000", "cut"), ("62 %", "619/1000", "upheld"), ("62 %", "635/1000", "wrong"),
        ("0.6", "66/100", "cut"),
        ("0 %", "9/1000", "wrong"), ("62 in 100", "625/1000", "cut"), ("1 in 8", "1/9", "wrong"),
        ("5/8", "626/1000", "wrong"),
        ("about 62 %", "67/100", "wrong"), ("all but 25 %", "756/1000", "wrong"),
        ("all but 25 %", "754/1000", "upheld"),
    ],
)  # fmt: skip
def test_digits_that_were_left_away(said: str, chance: str, verdict: str) -> None:
    """A plain figure whose further digits were cut is told from a wrong one; “all but” so much is not cut."""
    found = judge(read_figure(said), Bounds.exactly(Fraction(chance)))
    assert (found.verdict, found.undecided) == (verdict, False)


def test_a_span_knows_what_it_can_know() -> None:
    """Of a chance between two bounds it says yes or no only where that is so for all of them."""
    rng = random.Random(3)
    for ends in product((True, False), repeat=2):
        span = Bounds(Fraction(1, 4), Fraction(1, 2), *ends)
        turned = span.complement()
        for _ in range(60):
            low, high = sorted(Fraction(rng.randrange(9), 8) for _ in "ab")
            inside = {Bounds.exactly(low + (high - low) * Fraction(n, 16)).within(span) for n in range(17)}
            found = Bounds(low, high).within(span)
            assert found is (inside.pop() if len(inside) == 1 else None) or (found is None and low != high)
            assert Bounds(1 - high, 1 - low).within(turned) is found
            assert (excess(span, low) <= 0) or Bounds.exactly(low).within(span) is False
            assert excess(span, low) == max(Fraction(1, 4) - low, low - Fraction(1, 2))
    assert excess(Bounds(Fraction(0), Fraction(1)), Fraction(2)) == 0
    assert excess(Bounds(Fraction(0), Fraction(1), below=True), Fraction(1)) == 0
