"""`wild` against its twin: within the bounds of what each leaves out."""

from __future__ import annotations

import pytest

import sixfold
from tests.brute import wild
from tests.brute.faces import agree_within

DEPTH = {1: 40, 2: 36, 3: 30, 4: 24, 5: 20}


@pytest.mark.parametrize("third", ["thrown", "code"])
@pytest.mark.parametrize("cancelled", ["last", "zero"])
@pytest.mark.parametrize("dice", range(1, 6))
def test_rolls(dice: int, cancelled: str, third: str) -> None:
    """W1 to W8, W10 and W11: rolls and attacks with every house rule."""
    house = f"cancelled={cancelled} third={third}"
    depth = DEPTH[dice]
    for modifier, vs in ((0, None), (1, None), (0, 10), (-2, 7)):
        text = f"{dice}D{modifier:+d} {'' if vs is None else f'vs {vs}'} {house}"
        agree_within(f"wild {text}", wild.roll("roll", dice, modifier, vs, cancelled, third, depth))
        agree_within(f"wild attack {text}", wild.roll("attack", dice, modifier, vs, cancelled, third, depth))


@pytest.mark.parametrize("dice", range(1, 6))
def test_initiative(dice: int) -> None:
    """W9: an excess of two or more loses the round."""
    for cancelled in ("last", "zero"):
        text = f"wild initiative {dice}D+2 cancelled={cancelled}"
        agree_within(text, wild.roll("initiative", dice, 2, None, cancelled, "thrown", DEPTH[dice]))


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_wide_tolerance_is_a_bound_too(dice: int) -> None:
    """W3: with little followed, every figure is still a lower bound that lacks at most what is said."""
    truth = dict(wild.roll("roll", dice, depth=DEPTH[dice]))
    for tolerance in ("0.3", "0.01", "1e-5"):
        odds = sixfold.odds(f"wild {dice}D", tolerance=tolerance)
        assert 0 < odds.unresolved <= float(tolerance)
        for chance in odds:
            known = truth[tuple(sorted(chance.outcome.items()))]
            assert chance.exact <= known <= chance.exact + odds.unresolved
