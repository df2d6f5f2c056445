"""What is done to dice that cannot be done: it is right, or it is a sentence, thrown and solved alike."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from sixfold.errors import BoundsError, RuleError, SixfoldError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.dice import Die
from sixfold.rules.folds import groups, highest, showing, total
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.rolled_table import RolledTable
from sixfold.solving.solver import solve

Rule = Callable[[Any], Any]


def refusals(rule: Rule) -> list[SixfoldError]:
    """What a rule is refused with, thrown and solved."""
    found = []
    for reads in (lambda: watched(rule)(RolledTable(SeededDice("slips"))), lambda: solve(rule)):
        with pytest.raises(SixfoldError) as caught:
            reads()
        found.append(caught.value)
    return found


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (lambda table: {"x": table.roll(2) + 1}, "A hand is not a number until it is read: write table.read"),
        (lambda table: {"x": 3 - table.roll(2)}, "A hand is not a number"),
        (lambda table: {"x": int(table.roll(2))}, "A hand is not a number"),
        (lambda table: {"x": table.roll(table.roll(1))}, "A hand is not a number"),
        (lambda table: {"x": table.roll(2) == table.roll(2)}, "Hands cannot be compared"),
        (lambda table: {"x": table.roll(2) != 7}, "Hands cannot be compared"),
        (lambda table: {"x": table.roll(2) > table.roll(2)}, "Hands cannot be compared"),
        (lambda table: {"x": max(table.roll(2), table.roll(3))}, "Hands cannot be compared"),
        (lambda table: {"x": 1 if table.roll(2) else 0}, "You see the dice of a hand only by reading them"),
        (lambda table: {"x": sum(table.roll(2))}, "You see the dice of a hand only by reading them"),
        (lambda table: {"x": 6 in table.roll(2)}, "You see the dice of a hand only by reading them"),
        (lambda table: {"x": len(f"{table.roll(2)}")}, "You see the dice of a hand only by reading them"),
        (lambda table: {"x": len(str(table.roll(2)))}, "You see the dice of a hand only by reading them"),
        (lambda table: {"x": table.read(table.roll(2), statistics.mean)}, "not the function mean."),
        (lambda table: {"x": table.read(table.roll(2), total)}, "A fold must be called: write total()"),
        (lambda table: {"x": table.read(table.roll(2), highest)}, "write highest(1) instead of highest"),
        (lambda table: {"x": table.read(table.roll(2))}, "table.read needs a fold"),
        (lambda table: {"x": table.read(table.roll(2), 3)}, "table.read takes folds such as total() or highest(3)"),
        (lambda table: {"x": table.read(7, total())}, "A hand from table.roll is needed here"),
    ],
)  # fmt: skip
def test_a_hand_that_is_not_read(rule: Rule, sentence: str) -> None:
    """A hand where what is read of it is meant is one sentence that says what to write."""
    for error in refusals(rule):
        assert error.code == "rule/unread"
        assert sentence in error.message


@pytest.mark.parametrize(
    ("die", "kind", "sentence"),
    [
        (lambda: Die(8, explode=range(1, 9)), RuleError, "Every face of this die is thrown again"),
        (lambda: Die(8, reroll=range(1, 9)), RuleError, "Every face of this die is thrown again"),
        (lambda: Die(4, reroll={1, 2}, explode={3, 4}), RuleError, "Every face of this die is thrown again"),
        (lambda: Die(8, explode={9}), RuleError, "A d8 has no face 9"),
        (lambda: Die(0), BoundsError, "How many sides a die has is from 1 to 1,000, not 0."),
        (lambda: showing("=<", 6), RuleError, "Dice compare with >=, <=, >, <, =, !=, not with =<."),
    ],
)
def test_dice_that_cannot_be(die: Callable[[], object], kind: type[SixfoldError], sentence: str) -> None:
    """A die that would never lie still, or that has no such face, is refused where it is made."""
    with pytest.raises(kind) as caught:
        die()
    assert sentence in caught.value.message


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (lambda table: table.roll(2, "dice", 8), lambda table: table.roll(2, "dice", Die(8))),
        (lambda table: table.roll(2), lambda table: table.roll(2, "dice")),
        (
            lambda table: table.roll(1, "dice", Die(8, explode={8})),
            lambda table: table.roll(1, "dice", Die(8, explode=frozenset({8}))),
        ),
        (lambda table: table.roll(1, "dice", Die(8, reroll=[1])), lambda table: table.roll(1, "dice", Die(8, 1, {1}))),
    ],
)
def test_dice_said_in_short(said: Rule, meant: Rule) -> None:
    """A number of sides is a die, a set or a list will do for faces, and a label may be left out."""
    short, long = (solve(lambda table, hand=hand: {"x": table.read(hand(table), total())}) for hand in (said, meant))
    assert short.rows == long.rows


def test_comparisons_as_in_python() -> None:
    """Faces are compared as in Python: two signs are one, and unequal is the opposite of equal."""
    rows = solve(
        lambda table: dict(zip("ab", table.read(table.roll(3), showing("==", 6), showing("!=", 6)), strict=True))
    )
    assert {a + b for a, b in rows.rows} == {3}
    assert showing("==", 6) == showing("=", 6)


def test_groups_are_compared_with_groups() -> None:
    """A comparison with counts that all dice never show is refused; any other is true where they show them."""

    def shows(other: tuple[Any, ...]) -> Rule:
        return lambda table: {"x": table.read(table.roll(5), groups()) == other}

    for other in ((3, 2), (5,), (1, 1, 1, 1, 1)):
        every = Counter(tuple(sorted(Counter(dice).values(), reverse=True)) for dice in product(range(6), repeat=5))
        assert solve(shows(other)).rows[True,] * 6**5 == every[other] * solve(shows(other)).scale
    for wrong in ((2, 3), (3, 1), (5, 0), (2.5, 2.5), ("a",), (-1, 6), ()):
        for error in refusals(shows(wrong)):
            assert "groups() of 5 dice never answers" in error.message


def test_what_was_drawn_is_drawn_anew() -> None:
    """Tokens that were drawn from a cup cannot be rerolled."""
    for error in refusals(lambda table: table.read(table.rethrow(table.draw((2, 2), 1), {1}), total())):
        assert "cannot be rerolled: draw again" in error.message
