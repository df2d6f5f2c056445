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
from sixfold.report.chances import as_bound, one_in, percent, short_fraction


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ("0", "never"), ("1", "always"), ("1/8", "1 in 8"), ("13/20", "13 in 20"), ("2/3", "2 in 3"),
        ("1/1296", "1 in 1,296"), ("5/18", "5 in 18"), ("607/2592", "about 1 in 4"), ("137/216", "about 5 in 8"),
        ("121/432", "about 3 in 10"), ("49/54", "all but about 1 in 11"), ("215/216", "all but 1 in 216"),
        ("841/864", "all but about 1 in 38"), ("125/216", "about 3 in 5"), ("91/216", "about 2 in 5"),
        ("169/1296", "about 1 in 8"), ("1069/1296", "about 5 in 6"), ("971/1000", "all but about 1 in 34"),
        ("26/99", "about 1 in 4"), ("499/1000", "about 1 in 2"), ("719/1000", "about 7 in 10"),
        ("7/2592", "about 1 in 370"), ("882/1000", "about 7 in 8"), ("895/1000", "about 9 in 10"),
    ],
)  # fmt: skip
def test_a_chance_is_said_as_players_say_it(chance: str, said: str) -> None:
    """Small fractions exactly, rare ones as 1 in N, likely ones as all but 1 in N, others as an easy fraction."""
    assert one_in(Fraction(chance)) == said


def test_what_hardly_ever_happens_is_said_with_a_power_of_ten() -> None:
    """A hundred sixes are not said with 78 digits."""
    assert one_in(Fraction(1, 6**100)) == "about 1 in 6.5 × 10^77"
    assert one_in(1 - Fraction(1, 6**400)) == "all but about 1 in 1.8 × 10^311"


def test_a_chance_too_small_for_a_float_is_not_none() -> None:
    """Nothing that can happen is shown as 0 %."""
    assert {percent(Fraction(n, 10**400)) for n in (1, 3)} == {percent(Fraction(1, 6**600))} == {"< 0.01 %"}


@given(st.fractions(0, 1))
def test_what_is_said_is_near(chance: Fraction) -> None:
    """Between the rare and the likely at most three points away, elsewhere within a tenth of the rarer side."""
    said = one_in(chance)
    if said in ("never", "always"):
        assert chance in (0, 1)
        return
    if "^" in said:
        return
    words = said.removeprefix("all but ").removeprefix("about ").replace(",", "").split()
    meant = Fraction(int(words[0]), int(words[2]))
    if said.startswith("all but"):
        meant = 1 - meant
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
    assert (percent(chance) in ("0 %", "100 %")) == (chance in (0, 1))
    assert short_fraction(chance) in ("", str(chance))


CHANCES = st.one_of(
    st.fractions(0, 1),
    st.builds(lambda n, k: Fraction(min(2 * n + 1, 2 * 10**k), 2 * 10**k), st.integers(0, 10**6), st.integers(1, 8)),
    st.builds(lambda n: 1 - Fraction(1, n), st.integers(2, 10**9)),
)
"""Chances of every size: also those on the edge of two figures, and those that are nearly certain."""


@given(CHANCES, st.one_of(st.none(), st.integers(0, 6)))
def test_a_half_rounds_up(chance: Fraction, digits: int | None) -> None:
    """Every figure that is not said to be beyond one is what the decimal module gives with ROUND_HALF_UP."""
    said = percent(chance, digits)
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
    """A lower bound is never said to be higher than it is, an upper one never lower; both are near."""
    low, high = (Fraction(percent(chance, towards=way).removesuffix(" %")) / 100 for way in ("down", "up"))
    assert low <= chance <= high
    assert high - low <= max(chance / 100, Fraction(1, 10**7))
    assert chance <= Fraction(as_bound(chance)) <= chance * Fraction(111, 100)


def test_a_lower_bound_of_zero_is_not_impossible() -> None:
    """What endless throws leave open is said, unless it is exactly nothing or all."""
    left = Fraction(1, 10**13)
    assert percent(Fraction(0), unresolved=left) == "< 0.01 %"
    assert percent(Fraction(0), 1, unresolved=left) == "< 0.1 %"
    assert percent(1 - left, unresolved=left) == "> 99.99 %"
    assert percent(Fraction(1, 8) - left, 1, unresolved=left) == "12.5 %"
    assert percent(Fraction(0), unresolved=Fraction(1, 8)) == "≤ 12.50 %"
    assert (percent(Fraction(0)), percent(Fraction(1))) == ("0 %", "100 %")


ALLOWED = {
    "report/chances.py": "the one function",
    "show/screen.py": "keeps a percentage on one line",
    "study/printed.py": "figures as books print them",
    "study/verdict.py": "figures as books print them",
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
    assert "report/chances.py" in found


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
