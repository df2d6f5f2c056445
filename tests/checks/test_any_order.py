"""The words of a check stand in any order and mean the same."""

from __future__ import annotations

from itertools import permutations

import pytest

from sixfold import parse

WORDS = {
    "ten": ["+4", "-3", "superior 1", "hard"],
    "ten extended": ["threshold 10", "+4", "inferior 2", "easy"],
    "ten attack": ["+4 [Rope]", "damage 2d6", "size +1", "superior 1"],
    "skew": ["2 high", "good 2", "+2", "vs 14"],
    "skew pool": ["5d6", "2 high", "+2"],
    "wild": ["3D", "+1", "vs 15"],
    "wild attack": ["3D+1", "vs 15"],
    "hs": ["3 ranks", "2 edges", "1 cut"],
    "odgs": ["+5", "vs 15", "advantage 2", "combat", "keep=sum"],
    "odgs voluntary": ["score 14", "disadvantage 1"],
    "odgs opposed": ["+5", "vs 15", "advantage 2"],
}


@pytest.mark.parametrize("rule", WORDS)
def test_words_stand_in_any_order(rule: str) -> None:
    """Every order of the words that a rule takes is the same check."""
    assert len({str(parse(f"{rule} {' '.join(w)}").arguments) for w in permutations(WORDS[rule])}) == 1
