"""The words of a check stand in any order and mean the same."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest

from sixfold import parse
from sixfold.checks.read_words import WordPieces, _until_they_meet

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


def test_two_ways_of_reading_are_followed_until_they_meet() -> None:
    """The first place that both can reach is found, each way there part by part, whatever parts begin on it."""
    for lengths in product([(1,), (2,), (3,), (1, 2), (1, 3), (2, 3)], repeat=4):
        steps = enumerate([*lengths, *3 * [(1,)]])
        ways = [[WordPieces(None, (), at + length) for length in each] for at, each in steps]
        reached: dict[int, set[int]] = {}
        for at in reversed(range(len(ways) + 1)):
            reached[at] = {at}.union(*[reached[part.end] for part in ways[at]] if at < len(ways) else ())
        first, *others = ways[0]
        for other in others:
            found = _until_they_meet(first, other, ways)
            for begins, way in zip((first, other), found, strict=True):
                assert way[0] == begins
                assert all(after in ways[before.end] for before, after in pairwise(way))
                assert way[-1].end == min(reached[first.end] & reached[other.end])
