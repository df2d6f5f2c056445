"""`ten` against its twin, fraction by fraction."""

from __future__ import annotations

import pytest

import sixfold
from sixfold.errors import RuleError
from tests.brute import ten
from tests.brute.faces import agree, agree_within


def lean(skew: int) -> str:
    return f"superior {skew}" if skew > 0 else f"inferior {-skew}" if skew else ""


def house(**rules: str) -> str:
    return " ".join(f"{name}={value}" for name, value in rules.items())


@pytest.mark.parametrize("chaos", ["all", "kept"])
@pytest.mark.parametrize("skew", range(-3, 4))
def test_tests(skew: int, chaos: str) -> None:
    """T1 to T6: tests with Superior and Inferior, modifiers and both readings of chaos."""
    for modifier in (-20, -9, -3, -1, 0, 1, 4, 9, 30):
        agree(f"ten {modifier:+d} {lean(skew)} chaos={chaos}", ten.test(modifier, skew, chaos))


def test_great_skew() -> None:
    """T5: there is no upper limit; six extra dice either way."""
    for skew in (-6, 6):
        agree(f"ten {lean(skew)}", ten.test(0, skew))


@pytest.mark.parametrize("tier", ten.TIERS)
def test_tiers(tier: str) -> None:
    """T8: a tier is a modifier, and adds to the others."""
    agree(f"ten {tier}", ten.test(ten.TIERS[tier]))
    agree(f"ten {tier} +6", ten.test(ten.TIERS[tier] + 6))


@pytest.mark.parametrize("skew", range(-3, 4))
def test_skew_cancels(skew: int) -> None:
    """T5: several circumstances add and cancel one for one."""
    up, down = (skew + 4, 4) if skew >= 0 else (4, 4 - skew)
    agree(f"ten inferior {down} superior {up - 1} superior 1", ten.test(0, skew))


@pytest.mark.parametrize("size", [-4, -1, 0, 2])
@pytest.mark.parametrize("damage", [0, 1, 3])
def test_attacks(damage: int, size: int) -> None:
    """T9 and T10: attacks with base dice and sizes; fewer than one die left is no damage."""
    for modifier in (-5, 0, 4):
        for skew in (-2, 0, 1):
            text = f"ten attack {modifier:+d} {lean(skew)} damage {damage}d6 size {size:+d}"
            agree(text, ten.attack(modifier, skew, damage, size))


def test_attack_with_kept_chaos() -> None:
    """T6: the house rule chaos=kept holds inside an attack too."""
    agree("ten attack +2 superior 2 damage 1d6 chaos=kept", ten.attack(2, 2, 1, 0, "kept"))


@pytest.mark.parametrize("threshold", range(1, 7))
def test_extended(threshold: int) -> None:
    """T11, T12 and T14: each roll counts one towards its side."""
    for modifier in (-9, -2, 0, 1, 8):
        for skew in (-2, 0, 1):
            text = f"ten extended threshold {threshold} {modifier:+d} {lean(skew)}"
            agree(text, ten.extended(threshold, modifier, skew))


@pytest.mark.parametrize("threshold", range(1, 6))
def test_extended_by_degrees(threshold: int) -> None:
    """T13: with count=degrees a Success of N counts N, and a Success of Zero nothing."""
    for modifier, skew in ((0, 0), (-3, 1), (5, -1)):
        text = f"ten extended threshold {threshold} {modifier:+d} {lean(skew)} count=degrees"
        agree_within(text, ten.extended(threshold, modifier, skew, degrees=True))


@pytest.mark.parametrize("so_far", [(3, 1), (0, 2), (2, 0), (3, 3)])
def test_extended_on_from_where_it_stands(so_far: tuple[int, int]) -> None:
    """T11 and T12: successes and failures so far count, and tell how it ended."""
    said = f"successes {so_far[0]} failures {so_far[1]}"
    agree(f"ten extended threshold 4 +1 {said}", ten.extended(4, 1, so_far=so_far))
    agree_within(f"ten extended threshold 4 -3 {said} count=degrees", ten.extended(4, -3, degrees=True, so_far=so_far))


def test_extended_that_is_over() -> None:
    """T11: where one side has reached the threshold there is nothing to roll."""
    for side in ("successes", "failures"):
        with pytest.raises(RuleError, match="already over"):
            sixfold.parse(f"ten extended threshold 3 {side} 3")


def test_chaos() -> None:
    """T7: what chaos does."""
    agree("ten chaos", ten.chaos_strikes())
