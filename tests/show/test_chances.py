"""Chances as people say them."""

from __future__ import annotations

import ast
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sixfold
from sixfold.base.shapes.fraction import Bounds
from sixfold.show.report.chances import as_bound, one_in, percent, short_fraction


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ("0", "never"), ("1", "always"), ("1/8", "1 in 8"), ("13/20", "13 in 20"), ("2/3", "2 in 3"),
        ("1/1296", "1 in 1,296"), ("5/18", "5 in 18"), ("607/2592", "about 1 in 4"), ("137/216", "about 5 in 8"),
        ("121/432", "about 3 in 10"), ("49/54", "about 10 in 11"), ("215/216", "215 in 216"),
        ("841/864", "about 37 in 38"), ("125/216", "about 3 in 5"), ("91/216", "about 2 in 5"),
        ("169/1296", "about 1 in 8"), ("1069/1296", "about 5 in 6"), ("971/1000", "about 33 in 34"),
        ("26/99", "about 1 in 4"), ("499/1000", "about 1 in 2"), ("719/1000", "about 7 in 10"),
        ("7/2592", "about 1 in 370"), ("882/1000", "about 7 in 8"), ("895/1000", "about 9 in 10"),
    ],
)  # fmt: skip
def test_a_chance_is_said_as_players_say_it(chance: str, said: str) -> None:
    """Small fractions exactly, rare ones as 1 in N, likely ones as N − 1 in N, others as an easy fraction."""
    assert one_in(Bounds.exactly(Fraction(chance))) == said


def test_what_hardly_ever_happens_is_said_with_a_power_of_ten() -> None:
    """A hundred sixes are not said with 78 digits."""
    assert one_in(Bounds.exactly(Fraction(1, 6**100))) == "about 1 in 6.5 × 10^77"
    assert one_in(Bounds.exactly(1 - Fraction(1, 6**400))) == "all but about 1 in 1.8 × 10^311"
    assert one_in(Bounds.exactly(Fraction(1, 6**9000))) == "about 1 in 2.3 × 10^7003"


def test_a_chance_too_small_for_a_float_is_not_none() -> None:
    """Nothing that can happen is shown as 0 %."""
    assert {percent(Bounds.exactly(small)) for small in (Fraction(1, 10**400), Fraction(1, 6**600))} == {"< 0.01 %"}


@given(st.fractions(0, 1))
def test_what_is_said_is_near(chance: Fraction) -> None:
    """Between the rare and the likely at most three points away, elsewhere within a tenth of the rarer side."""
    said = one_in(Bounds.exactly(chance))
    if said in ("never", "always"):
        assert chance in (0, 1)
        return
    if "^" in said:
        return
    words = said.removeprefix("about ").replace(",", "").split()
    meant = Fraction(int(words[0]), int(words[2]))
    if "about" not in said:
        assert meant == chance
    elif Fraction(1, 5) < chance < Fraction(4, 5):
        assert abs(meant - chance) <= Fraction(3, 100)
    else:
        rarer = min(chance, 1 - chance)
        assert abs(meant - chance) <= rarer / 9


@given(st.fractions(0, 1))
def test_a_percentage_is_never_none_or_all_for_what_is_neither(chance: Fraction) -> None:
    """0 % and 100 % are kept for what cannot happen and what must."""
    assert (percent(Bounds.exactly(chance)) in ("0 %", "100 %")) == (chance in (0, 1))
    assert short_fraction(Bounds.exactly(chance)) in ("", str(chance))


CHANCES = st.one_of(
    st.fractions(0, 1),
    st.builds(lambda n, k: Fraction(min(2 * n + 1, 2 * 10**k), 2 * 10**k), st.integers(0, 10**6), st.integers(1, 8)),
    st.builds(lambda n: 1 - Fraction(1, n), st.integers(2, 10**9)),
)
"""Chances of every size: also those on the edge of two figures, and those that are nearly certain."""


@given(CHANCES, st.one_of(st.none(), st.integers(0, 6)))
def test_a_half_rounds_up(chance: Fraction, digits: int | None) -> None:
    """Every figure that is not said to be beyond one is what the decimal module gives with ROUND_HALF_UP."""
    said = percent(Bounds.exactly(chance), digits)
    with localcontext(prec=60, rounding=ROUND_HALF_UP):
        exactly = Decimal(chance.numerator * 100) / Decimal(chance.denominator)
        if digits is None:
            with localcontext(prec=4, rounding=ROUND_HALF_UP):
                wanted = +exactly
        else:
            wanted = exactly.quantize(Decimal(1).scaleb(-digits))
    if said[0] in "<>":
        step = Decimal("0.01") if digits is None else Decimal(1).scaleb(-digits)
        assert said == (f"< {step} %" if said[0] == "<" else f"> {100 - step} %")
        assert 0 < chance < 1
        assert exactly < step if said[0] == "<" else exactly > 100 - step
    else:
        assert Decimal(said.removesuffix(" %")) == wanted
        assert (said in ("0 %", "100 %")) == (chance in (0, 1))
        assert digits is not None or chance in (0, 1) or len(said.replace(".", "").lstrip("0")) == 6


@given(CHANCES.filter(lambda chance: 0 < chance < 1))
def test_a_bound_is_rounded_away_from_safety(chance: Fraction) -> None:
    """A maximum error is never said to be less than it is, and it is near."""
    assert chance <= Fraction(as_bound(chance)) <= chance * Fraction(111, 100)


def test_a_lower_bound_of_zero_is_not_impossible() -> None:
    """What endless throws leave open is said, unless it is exactly nothing or all."""
    left, none, one, eighth = Fraction(1, 10**13), Fraction(0), Fraction(1), Fraction(1, 8)
    assert percent(Bounds(none, left)) == "< 0.01 %"
    assert percent(Bounds(none, left), 1) == "< 0.1 %"
    assert percent(Bounds(one - left, one)) == "> 99.99 %"
    assert percent(Bounds(eighth - left, eighth), 1) == "12.5 %"
    assert percent(Bounds(none, eighth)) == "≤ 12.50 %"
    assert (percent(Bounds.exactly(none)), percent(Bounds.exactly(one))) == ("0 %", "100 %")
    assert one_in(Bounds(none, left)) == "at most 1 in 10,000,000,000,000"
    assert one_in(Bounds(one - left, one)) == "at least 9,999,999,999,999 in 10,000,000,000,000"
    assert one_in(Bounds(one - left / 10**50, one)) == "all but at most 1 in 1.0 × 10^63"


TINY = st.integers(1, 90).map(lambda zeros: Fraction(1, 10**zeros))
ENDS = st.one_of(CHANCES, TINY, TINY.map(lambda tiny: 1 - tiny), st.sampled_from([Fraction(0), Fraction(1)]))
BOUNDS = st.one_of(
    ENDS.map(Bounds.exactly),
    st.tuples(ENDS, ENDS).map(lambda ends: Bounds(min(ends), max(ends))),
    st.tuples(ENDS, TINY).map(lambda ends: Bounds(ends[0], min(Fraction(1), sum(ends, Fraction(0))))),
)
"""Chances with their bounds: known ones, wide ones, and those of which only very little is unresolved."""


@given(BOUNDS, st.one_of(st.none(), st.integers(0, 6)))
def test_a_percentage_holds_for_all_that_the_chance_may_be(chance: Bounds, digits: int | None) -> None:
    """What a text says is true of both bounds, and only a known chance is called impossible or certain."""
    text = percent(chance, digits)
    low, high = span_of_percent(text)
    assert low <= chance.low <= chance.high <= high, text
    assert (text in ("0 %", "100 %")) == (chance.exact and chance.low in (0, 1))
    assert text != "unknown" or chance.high == 1


def span_of_percent(text: str) -> tuple[Fraction, Fraction]:
    """The chances of which a percentage is true; a bare number is true of those that round to it."""
    if text == "unknown":
        return Fraction(0), Fraction(1)
    number = text.removesuffix(" %").lstrip("<>≤≥ ")
    value, half = Fraction(number) / 100, Fraction(1, 2 * 100 * 10 ** len(number.partition(".")[2]))
    if text[0] in "<≤":
        return Fraction(0), value
    if text[0] in ">≥":
        return value, Fraction(1)
    return (value, value) if text in ("0 %", "100 %") else (value - half, value + half)


@given(BOUNDS)
def test_words_hold_for_all_that_the_chance_may_be(chance: Bounds) -> None:
    """“At most” and “at least” are never wrong, “about” is near, and only what is known is never or always."""
    text = one_in(chance)
    low, high = span_of_words(text)
    assert low <= chance.low <= chance.high <= high, text
    assert (text in ("never", "always")) == (chance.exact and chance.low in (0, 1))
    assert chance.exact or text.startswith(("about", "at ", "all but a", "unknown"))


def span_of_words(text: str) -> tuple[Fraction, Fraction]:
    """The chances of which `1 in 8` is true; “about” allows as much as its rounding does."""
    none, one = Fraction(0), Fraction(1)
    named = {"never": (none, none), "always": (one, one), "unknown": (none, one)}
    if text in named:
        return named[text]
    if text.startswith("all but "):
        low, high = span_of_words(text.removeprefix("all but "))
        return 1 - high, 1 - low
    words = text.replace(",", "").split()
    parts, _, many = words[-3:] if "×" not in words else ("1", "in", words[-3])
    power = int(words[-1].removeprefix("10^")) if "×" in words else 0
    said = int(parts) / (Fraction(many) * 10**power)
    if text.startswith("at "):
        return (none, said) if words[1] == "most" else (said, one)
    if not text.startswith("about"):
        return said, said
    if Fraction(1, 5) < said < Fraction(4, 5) and many in ("2", "3", "4", "5", "7", "8", "9", "10"):
        return said - Fraction(1, 25), said + Fraction(1, 25)
    step = Fraction(1, 2) if not power else Fraction(10**power, 20)
    rest = [1 / (Fraction(many) * 10**power + side) for side in (step, -step)]
    return (rest[0], rest[1]) if parts == "1" else (1 - rest[1], 1 - rest[0])


ALLOWED = {
    "show/report/chances.py": "the one function",
    "show/screen.py": "keeps a percentage on one line",
    "base/written_chances.py": "figures as they were written",
    "study/printed_figures.py": "figures as books print them",
}
"""Files in which a number is put before a per cent sign."""


def test_one_place_writes_a_chance_as_a_percentage() -> None:
    """No other file formats a number with a per cent sign, or by a format that multiplies by a hundred."""
    root = Path(sixfold.__file__).parent
    found = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr) and writes_percent(node)
    }
    assert found <= set(ALLOWED)
    assert "show/report/chances.py" in found


def writes_percent(node: ast.JoinedStr) -> bool:
    """Whether a value stands right before a per cent sign, or has the format of a percentage."""
    for part, after in zip(node.values, [*node.values[1:], None], strict=True):
        if not isinstance(part, ast.FormattedValue):
            continue
        if part.format_spec is not None and ast.unparse(part.format_spec).rstrip("'\"").endswith("%"):
            return True
        if isinstance(after, ast.Constant) and str(after.value).lstrip(" \u00a0\u202f").startswith("%"):
            return True
    return False
