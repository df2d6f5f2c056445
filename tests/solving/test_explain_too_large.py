"""A rule that is too much work is told with the line that divides its paths most, and what to write instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

from sixfold.base.bounds import TOLERANCE
from sixfold.errors import OddsError
from sixfold.rules import Table, each_face, sets, total
from sixfold.solving.solver import solve

WORK = 200_000
MULTIPLY = "Multiply instead"


def counts_with_if(table: Table) -> dict[str, Any]:
    hits = harm = 0
    for at in range(14):
        face = table.read(table.roll(1, f"die {at}"), total())
        if face >= 5:  # the line
            hits += 1
            harm += face
    return {"hits": hits, "harm": harm}


def needs_the_number(table: Table) -> dict[str, Any]:
    words: list[str] = []
    for at in range(9):
        face = table.read(table.roll(1, f"die {at}"), total())
        words += [str(face)]  # the line
    return {"words": " ".join(words)}


def in_a_helper(table: Table) -> dict[str, Any]:
    return {"total": sum(helper(table, at) for at in range(14))}


def helper(table: Table, at: int) -> int:
    face = table.read(table.roll(1, f"die {at}"), total())
    return 0 if face < 3 else at  # the line


def struck(table: Table, dice: int) -> tuple[int, int]:
    hits = luck = 0
    for _ in range(dice):
        die = table.read(table.roll(1, "die"), total())
        if die == 6:  # the line
            hits += 2
        elif die == 1 and hits:
            luck += 1
    return hits, luck


def in_a_loop_of_a_helper(table: Table) -> dict[str, Any]:
    hits, luck = struck(table, 10)
    return {"hits": hits, "luck": luck}


def as_the_refusal_says(table: Table, dice: int) -> dict[str, Any]:
    hits, luck = table.play(struck, dice=dice)
    return {"hits": hits, "luck": luck}


def test_a_helper_that_is_played_is_answered() -> None:
    """A loop in a function that a rule calls is refused; played as a rule, it has the odds of a memo."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(10):
        following: Counter[tuple[int, int]] = Counter()
        for (hits, luck), many in ways.items():
            following[hits + 2, luck] += many
            following[hits, luck + (hits > 0)] += many
            following[hits, luck] += 4 * many
        ways = following
    found = solve(lambda table: as_the_refusal_says(table, 10))
    assert {row: Fraction(many, found.scale) for row, many in found.rows.items()} == {
        row: Fraction(many, 6**10) for row, many in ways.items()
    }


def reads_each_face(table: Table) -> dict[str, Any]:
    counts = table.read(table.draw([1] * 52, 5, "cards"), *each_face(52))  # the line
    return {"flush": any(sum(counts[suit::4]) == 5 for suit in range(4))}


def counts_over_hands(table: Table) -> dict[str, Any]:
    counts = [0] * 6
    for _ in range(3):
        for at, many in enumerate(table.read(table.roll(4, "hand"), *each_face(6))):
            counts[at] += many
    return {"most": max(counts)}  # the line


def asks_for_all_sets(table: Table) -> dict[str, Any]:
    found = table.read(table.roll(9, "pool", 10), sets(1))  # the line
    return {"width": max(each.width for each in found)}


def adds_for_ever(table: Table) -> dict[str, Any]:
    face, found = table.read(table.roll(1, "die"), total()), 0
    for _ in range(70_000):
        found += face  # the line
    return {"total": found}


def counts_for_ever(table: Table) -> dict[str, Any]:
    face, found = table.read(table.roll(1, "die"), total()), 0
    for _ in range(70_000):
        found += face > 3  # the line
    return {"total": found}


@pytest.mark.parametrize(
    ("rule", "within", "remedy"),
    [
        (adds_for_ever, adds_for_ever, MULTIPLY),
        (counts_for_ever, counts_for_ever, MULTIPLY),
        (reads_each_face, reads_each_face, "Draw cards from a Deck"),
        (asks_for_all_sets, asks_for_all_sets, "sets(2, 1) instead of sets()"),
        (counts_over_hands, counts_over_hands, "as in table.read((mine, theirs), fold)"),
        (counts_with_if, counts_with_if, "count instead, as in hits += face >= 5."),
        (needs_the_number, needs_the_number, "Limit it with clamp"),
        (in_a_helper, helper, "as in table.play(helper, at=...)"),
        (in_a_loop_of_a_helper, struck, "as in table.play(struck, dice=...)"),
    ],
)
def test_the_line_is_named(rule: Callable[..., Any], within: Callable[..., Any], remedy: str) -> None:
    """The refusal names the author's line, in a function that the rule calls too, and the remedy that fits."""
    with pytest.raises(OddsError) as caught:
        solve(rule, TOLERANCE, 10 * WORK if remedy == MULTIPLY else WORK)
    lines = Path(__file__).read_text("utf-8").splitlines()
    marked = next(at for at in range(within.__code__.co_firstlineno, len(lines) + 1) if "# the line" in lines[at - 1])
    assert caught.value.code == "odds/too-large"
    assert f"Line {marked} of test_explain_too_large.py divides them most" in caught.value.message
    assert remedy in caught.value.message


def test_only_what_can_be_a_rule_is_to_be_played() -> None:
    """A function is named with all options that it takes; one without a table first, or a generator, is not."""

    class Foe:
        @staticmethod
        def named(table: Table, dice: int, *, least: int = 4) -> tuple[int, ...]:
            return tuple([at for at in range(dice) if table.read(table.roll(1, "die"), total()) >= least])

        def method(self, table: Table) -> tuple[int, ...]:
            return tuple([at for at in range(20) if table.read(table.roll(1, "die"), total()) > 3])

    def table_last(dice: int, table: Table) -> tuple[int, ...]:
        return tuple([at for at in range(dice) if table.read(table.roll(1, "die"), total()) > 3])

    def generator(table: Table) -> Iterator[int]:
        for at in range(20):
            if table.read(table.roll(1, "die"), total()) > 3:
                yield at

    def remedy(called: Callable[[Table], Iterable[int]]) -> str:
        with pytest.raises(OddsError, match="odds") as caught:
            solve(lambda table: {"hits": str(tuple(called(table)))}, TOLERANCE, WORK)
        return caught.value.message

    assert "table.play(Foe.named, dice=..., least=...):" in remedy(lambda table: Foe.named(table, 20))
    for other in (Foe().method, lambda table: table_last(20, table), generator):
        assert "each round of a loop on dice" in remedy(other)


def test_the_sets_that_a_refusal_names_are_answered() -> None:
    """`sets(2, 1)`, which the refusal of all sets names, has the odds of every hand."""

    def widest(table: Table, dice: int) -> int:
        return sum([10 * each.width + each.height for each in table.read(table.roll(dice, "pool", 10), sets(2, 1))])

    truth: Counter[tuple[int]] = Counter()
    for hand in combinations_with_replacement(range(10), 5):
        counts = Counter(hand)
        width, height = max((many, face + 1) for face, many in counts.items())
        ways = factorial(5) // prod(map(factorial, counts.values()))
        truth[(10 * width + height if width > 1 else 0,)] += ways
    found = solve(lambda table: widest(table, 5))
    assert {row: Fraction(ways, found.scale) for row, ways in found.rows.items()} == {
        row: Fraction(ways, 10**5) for row, ways in truth.items()
    }
    assert solve(lambda table: widest(table, 9)).complete


def test_what_divides_nothing_is_refused_as_before() -> None:
    """Too many dice are too much without any line that divides."""
    with pytest.raises(OddsError, match="Ask for fewer dice"):
        solve(lambda table: {"x": table.read(table.roll(900, "dice", 1000), total())}, TOLERANCE, 1000)


def test_what_each_die_shows_is_not_too_much() -> None:
    """The counts of all faces of ten ten-sided dice may be compared with each other."""

    def widest(table: Table) -> dict[str, Any]:
        counts = table.read(table.roll(10, "pool", 10), *each_face(10))
        width = max(counts)
        return {"width": width, "height": 10 - counts.index(width)}

    def by_fold(table: Table) -> dict[str, Any]:
        (best,) = table.read(table.roll(10, "pool", 10), sets(1, most=1))
        return {"width": best.width, "height": best.height}

    assert solve(widest).rows == solve(by_fold).rows
