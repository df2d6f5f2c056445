"""Chances as people say them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold.report.chances import one_in, percent, short_fraction


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
