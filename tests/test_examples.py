"""The examples are games that the kit finds sound, and their odds are those of counting all rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest

import sixfold
from sixfold.authoring.load import load_game

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


def odds_of(file: str, text: str, **asked: Any) -> Any:
    """The odds of a check of an example."""
    system = load_game(str(Path(__file__).parents[1] / "examples" / f"{file}.py"))
    return sixfold.odds(text, systems={system.name: system}, **asked)


def chance(counts: Counter[bool]) -> Fraction:
    return Fraction(counts[True], counts.total())


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: str(file.stem))
def test_each_example_is_short_and_rolls(file: Path) -> None:
    """Each example loads, is no longer than fifty lines, and its own example of a check rolls."""
    system = load_game(str(file))
    assert len(file.read_text("utf-8").splitlines()) <= 50
    assert sixfold.roll(system.rules[0].example, seed="x", systems={system.name: system}).outcome


def test_pushed_dice() -> None:
    """To get a six, a player pushes every die that may be pushed."""
    best = Counter(
        any(face == 6 or (2 <= face <= 5 and again == 6) for face, again in zip(first, second, strict=True))
        for first in product(range(1, 7), repeat=2)
        for second in product(range(1, 7), repeat=2)
    )
    assert odds_of("push", "push dice 2", aim="success").best.low == chance(best)


def test_step_dice() -> None:
    """The best two dice count; the effect is the largest die that is left beside such a pair."""
    dice, found = (4, 6, 6, 8), Counter[tuple[int, int]]()
    for faces in product(*[range(1, sides + 1) for sides in dice]):
        rolled = list(zip(faces, dice, strict=True))
        found[max((a[0] + b[0], c[1]) for a, b, c in permutations(rolled, 3) if min(a[0], b[0]) >= c[0])] += 1
    answer = odds_of("step", "step d4 2d6 d8 vs 8").solution
    assert {(row[0], row[2]): Fraction(ways, answer.scale) for row, ways in answer.rows.items()} == {
        key: Fraction(ways, 4 * 6 * 6 * 8) for key, ways in found.items()
    }


def test_sets() -> None:
    """A set of four ten-sided dice: any two are equal."""
    rolls = Counter(len(set(faces)) < 4 for faces in product(range(10), repeat=4))
    assert odds_of("sets", "match dice 4").p("success") == chance(rolls)


def test_symbols_cancel() -> None:
    """Hits less misses, counted side by side."""
    good, bad = [0, 1, 1, 2, 0, 1], [0, 1, 1, 0, 0, 1]
    rolls = Counter(
        sum(hits) - sum(misses) >= 1 for hits in product(good, repeat=2) for misses in product(bad, repeat=2)
    )
    assert odds_of("symbols", "signs skill 2 trouble 2").p("success") == chance(rolls)
    assert odds_of("symbols", "signs skill 1").p("success") == Fraction(4, 6)


def test_poker() -> None:
    """The numbers of hands that every book of probability has, without straights to a low ace."""
    answer = odds_of("poker", "poker").solution
    ways = {row[0]: number * comb(52, 5) // answer.scale for row, number in answer.rows.items()}
    assert ways["four of a kind"] == 13 * 48 and ways["full house"] == 13 * 12 * 4 * 6
    assert ways["straight flush"] == 9 * 4 and ways["straight"] == 9 * (4**5 - 4)
    assert ways["flush"] == 4 * (comb(13, 5) - 9) and ways["two pairs"] == comb(13, 2) * 36 * 44
    assert ways["a pair"] == 13 * 6 * comb(12, 3) * 4**3


def test_roll_and_keep() -> None:
    """Two dice of three, explosions followed twice: what is left is no more than is unresolved and cut."""
    one = {face: Fraction(1, 10) for face in range(1, 10)}
    one |= {10 + face: Fraction(1, 100) for face in range(1, 10)}
    below = sum(one[a] * one[b] * one[c] for a, b, c in product(one, repeat=3) if sum(sorted((a, b, c))[1:]) < 15)
    assert 1 - odds_of("keep", "keep dice 3 kept 2 vs 15").p("success") == below
