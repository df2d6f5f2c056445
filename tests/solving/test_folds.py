"""What may be asked of a hand, of any dice, is what every face gives; and what cannot be asked is told."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import sixfold
from sixfold.errors import BoundsError, DiceNeeded, RuleError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.dice import Die
from sixfold.rules.folds import (
    ask,
    count,
    groups,
    highest,
    longest_run,
    most_alike,
    most_common,
    score,
    sets,
    showing,
    successes,
    total,
)  # fmt: skip
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.table import Table, Values
from sixfold.rules.typed_faces import TypedDice
from sixfold.solving.solver import solve
from tests.solving.exhaustive import exhaust

AVERAGE = Die.of(2, 3, 3, 4, 4, 5)
FATE = Die.of(-1, -1, 0, 0, 1, 1)
ZOMBIE = Die.of("brain", "feet", "feet", "shot")

QUESTIONS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "the most common face": lambda: (most_common(), most_alike()),
    "the most common face and the total": lambda: (most_common(), total()),
    "runs": lambda: (longest_run(),),
    "runs and pairs": lambda: (longest_run(), most_alike(), highest(1)),
    "successes": lambda: (successes(1),),
    "successes that count twice or are taken away": lambda: (successes(3, twice=[4], less=[1]), showing("!=", 1)),
    "a score": lambda: (score({1: 100, 4: 50, 2: -7}),),
    "two scores": lambda: (score({1: 2, 3: 1}), score({1: 5, 4: 5}), total()),
    "sets": lambda: (sets(), sets(2, 1, by="height"), groups()),
}


@pytest.mark.parametrize("die", [Die(4), AVERAGE, FATE, Die.of(1, 2, 2, 3), Die(4, reroll=[2], once=True)], ids=str)
@pytest.mark.parametrize("asked", QUESTIONS)
def test_every_question_is_what_every_face_gives(asked: str, die: Die) -> None:
    """The answers of all folds together are those of all hands, gone through one by one."""

    def rule(table: Table) -> Values:
        found = table.read(table.roll(3, "dice", die), *QUESTIONS[asked]())
        answers = found if len(QUESTIONS[asked]()) > 1 else (found,)
        return {str(at): str(answer) if isinstance(answer, tuple) else answer for at, answer in enumerate(answers)}

    same(rule)


def same(rule: Callable[[Table], Values]) -> None:
    found, left_out = exhaust(rule)
    solution = solve(rule)
    assert not left_out and not solution.unresolved
    assert {
        tuple(sorted(zip(solution.fields, row, strict=True))): Fraction(ways, solution.scale)
        for row, ways in solution.rows.items()
    } == found


@pytest.mark.parametrize(
    "die",
    [
        Die.of(1, 1, 2, 3, explode=[3]),
        Die.of(1, 1, 2, 3, reroll=[1]),
        Die.of(1, 1, 2, 3, reroll=[1, 2], once=True),
    ],
)
def test_faces_of_ones_own_that_are_thrown_again(die: Die) -> None:
    """A face that several sides show is thrown again as often as they come up."""
    solution = solve(lambda table: {"sum": table.read(table.roll(2, "dice", die), total())}, Fraction(1, 1000))
    found, left_out = exhaust(lambda table: {"sum": table.read(table.roll(2, "dice", die), total())}, 9)
    for ((_, value),), chance in found.items():
        ways = Fraction(solution.rows.get((value,), 0), solution.scale)
        assert abs(ways - chance) <= left_out + solution.unresolved


@pytest.mark.parametrize("dice", [[], [4], [4, 4], [6, 6, 6], [4, 6, 8], [3, Die(4, explode={4}, depth=1), 8]], ids=str)
def test_picked_dice_of_a_list_have_their_sides(dice: list[Any]) -> None:
    """Dice of a list have the sides of their kind, however many there are and also where all are alike."""

    def rule(table: Table) -> Values:
        picked = table.pick(table.roll(dice, "dice"), 2, lambda some: (sum(some), -sum(die.sides for die in some)))
        sides = [die.sides for die in picked]
        return {"sum": sum(picked), "best": picked[0] if picked else 0, "sides": sum(sides), "last": (sides or [0])[-1]}

    same(rule)


def test_reading_again_by_number() -> None:
    """A question whose answer is a number gives one when the same dice are read again."""

    def rule(table: Table) -> Values:
        hand = table.roll(3, "dice", Die(3))
        sum_ = table.read(hand, total())
        return {"sum": sum_, "face": table.read(hand, most_common()) + 1, "run": table.read(hand, longest_run())}

    same(rule)


def test_no_dice_answer_every_question() -> None:
    """No dice have no face that is common, no run and no successes."""
    assert ask([], most_common(), most_alike(), longest_run(), successes(2), score({1: 3})) == (0, 0, 0, 0, 0)


# -- dice with faces of their own on the table ---------------------------------------------------------------


def test_symbols_are_typed_as_the_sides_of_a_plain_die() -> None:
    """What lies on the table are sides; what they show is what is read, and is told in words."""
    table: Any = RolledTable(TypedDice([1, 4, 2]))
    hand = table.roll(3, "zombies", ZOMBIE)
    assert table.read(hand, count("brain"), count("feet", "shot")) == (1, 2)
    assert table.throws[0].faces == (1, 4, 2)
    assert table.trail[0].text == "1 brain, 2 feet or shot"


def test_what_the_sides_show_is_asked_for() -> None:
    """Whoever is asked for dice is told which side is which symbol."""
    table: Any = RolledTable(TypedDice([1]))
    with pytest.raises(DiceNeeded) as needed:
        table.roll(2, "zombies", ZOMBIE)
    assert "1 is brain, 2 to 3 are feet, 4 is shot" in needed.value.message
    assert needed.value.to_json()["error"]["shows"] == "1 is brain, 2 to 3 are feet, 4 is shot"


def test_seeded_dice_show_their_own_faces() -> None:
    """Thrown dice have the faces of their own as often as there are sides for them."""
    table: Any = RolledTable(SeededDice("x"))
    shown = [table.read(table.roll(1, "die", AVERAGE), total()) for _ in range(2_000)]
    assert set(shown) == {2, 3, 4, 5}
    assert 550 < shown.count(3) < 780


# -- what cannot be asked --------------------------------------------------------------------------------------

NOT_WHOLE: Any = 1.5

WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: successes(5, twice=[6], less=[6]), "A 6 cannot count twice and be taken away"),
    (lambda: score({1: NOT_WHOLE}), "as score({1: 100}), not 1.5"),
    (lambda: Die.of("a", 2), "whole numbers, or names"),
    (lambda: Die.of("a", ""), "whole numbers, or names"),
    (lambda: Die.of([1, 2, 3]), "are separate arguments, as in Die.of(1, 2, 3)"),  # type: ignore[arg-type]
    (lambda: Die.of("hit", "miss", reroll="mist"), "No face of this die shows mist"),
    (lambda: count("hit", less="hit"), "hit cannot count and be taken away"),
    (count, "Symbols are counted by their names"),
    (lambda: sets(by="size"), "by “width” or “height”"),  # type: ignore[arg-type]
    (lambda: Die.of(1, 2, reroll=[3]), "no face 3"),
    (lambda: Die.of(1, 1, explode=[1]), "never end"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG)
def test_wrong_questions_and_dice_are_told(wrong: Callable[[], Any], says: str) -> None:
    """Each is refused in a sentence where it is made."""
    with pytest.raises(RuleError) as caught:
        wrong()
    assert says in caught.value.message


def test_a_die_has_sides() -> None:
    """A die with no face at all, or with more than a die may have, is refused."""
    for faces in ((), range(1_001)):
        with pytest.raises((BoundsError, sixfold.SixfoldError)):
            Die.of(*faces)
