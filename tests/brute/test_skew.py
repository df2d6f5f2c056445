"""`skew` against its twin, fraction by fraction."""

from __future__ import annotations

import pytest

from tests.brute import skew
from tests.brute.faces import agree, agree_within


def lean(words: int) -> str:
    return f"{abs(words)} {'high' if words > 0 else 'low'}" if words else ""


def lucky(luck: int) -> str:
    return f"{'good' if luck > 0 else 'bad'} {abs(luck)}" if luck else ""


@pytest.mark.parametrize("words", range(-3, 4))
def test_tasks(words: int) -> None:
    """K1 to K6: tasks open-ended all the way, with adjustments and difficulties."""
    for modifier, vs in ((0, None), (0, 10), (2, 14), (-3, 8), (5, 20), (0, 40), (0, -9)):
        text = f"skew {lean(words)} {modifier:+d} {'' if vs is None else f'vs {vs}'}"
        agree_within(text, skew.task(modifier, words, vs=vs))


@pytest.mark.parametrize("words", range(-3, 4))
def test_tasks_once(words: int) -> None:
    """K4: the house rule reroll=once ends, so it is exact to the last fraction."""
    for modifier, vs in ((0, None), (0, 10), (2, 14), (-3, 8), (5, 20)):
        text = f"skew {lean(words)} {modifier:+d} {'' if vs is None else f'vs {vs}'} reroll=once"
        agree(text, skew.task(modifier, words, vs=vs, once=True))


@pytest.mark.parametrize("words", range(-4, 5))
def test_luck(words: int) -> None:
    """K8 and K9: luck dice and skew words annihilate one for one, then three is the most."""
    for luck in range(-5, 6):
        agree(f"skew {lean(words)} {lucky(luck)} reroll=once vs 11", skew.task(0, words, luck, 11, once=True))


def test_initiative() -> None:
    """K11: initiative is the open-ended total, with skew, luck and the cap of K9."""
    for words, luck, modifier in ((0, 0, 0), (2, 0, 3), (-1, 3, 0), (0, -7, -2)):
        text = f"skew initiative {lean(words)} {lucky(luck)} {modifier:+d}"
        agree_within(text, skew.initiative(modifier, words, luck))
        agree(f"{text} reroll=once", skew.initiative(modifier, words, luck, once=True))


@pytest.mark.parametrize("dice", range(1, 7))
def test_pools(dice: int) -> None:
    """K7: any number of dice is kept, and nothing is capped or open-ended."""
    for words in (-5, -2, 0, 1, 4):
        agree(f"skew pool {dice}d6 {lean(words)} +1", skew.pool(dice, 1, words))


def test_pool_of_luck() -> None:
    """K8: luck dice bear on pools as well."""
    agree("skew pool 4d6 3 high good 2 bad 1", skew.pool(4, 0, 4))


def test_percentile() -> None:
    """K10: each of 1 to 100 comes once."""
    agree("skew percentile", skew.percentile())
