"""A check played as far as it goes: dice, a choice, or the record."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sixfold
from sixfold import Record, parse, replay, step
from sixfold.errors import ChoiceError, ChoiceNeeded, DiceError, DiceNeeded
from sixfold.playing.sources.seeded import SeededDice
from sixfold.playing.step import play
from sixfold.rules.dice import D6
from sixfold.rules.picks import different
from sixfold.rules.table import Table
from tests.checks_to_try import TEXTS

ADVANTAGE = parse("odgs vs 15 +5 advantage 1 combat")


def test_what_comes_next() -> None:
    """Dice, then a choice, then another one, then the record: each as a value."""
    dice, which, what, record = (
        step(ADVANTAGE),
        step(ADVANTAGE, [6, 6, 2, 1]),
        step(ADVANTAGE, [6, 6, 2, 1], [1]),
        step(ADVANTAGE, [6, 6, 2, 1], [1, 0]),
    )

    assert isinstance(dice, DiceNeeded)
    assert (dice.size, dice.label, dice.sides, dice.lowest, dice.throws) == (4, "save", 6, 1, ())
    assert isinstance(which, ChoiceNeeded)
    assert (which.options, which.default) == (("6 6 2", "6 6 1", "6 2 1"), 0)
    assert which.throws[0].faces == (6, 6, 2, 1)
    assert isinstance(what, ChoiceNeeded)
    assert (what.choices, what.throws[0].kept) == ((1,), (True, True, False, True))
    assert isinstance(record, Record)
    assert record.choices == (1, 0)


def test_missing_dice_say_what_is_on_the_table() -> None:
    """T3: the critical's dice are asked for with the test's on the table; a part of a hand is not lost."""
    needed = step(parse("ten"), [6, 6, 5, 1])
    assert isinstance(needed, DiceNeeded)
    assert (needed.size, needed.label) == (1, "critical")
    assert [throw.faces for throw in needed.throws] == [(6, 6, 5)]
    percentile = step(parse("skew percentile"))
    assert isinstance(percentile, DiceNeeded)
    assert (percentile.sides, percentile.lowest) == (10, 0)
    assert "0 to 9" in percentile.message


def test_what_does_not_fit_is_refused() -> None:
    """Impossible and superfluous faces and choices are errors, not steps."""
    for faces, choices, code in (
        ([7, 1, 1, 1], [], "dice/impossible"),
        ([6, 6, 2, 1, 1], [1, 0], "dice/unused"),
        ([6, 6, 2, 1], [3], "choice/impossible"),
        ([6, 6, 2, 1], [1, 0, 0], "choice/unused"),
    ):
        with pytest.raises((DiceError, ChoiceError)) as caught:
            step(ADVANTAGE, faces, choices)
        assert caught.value.code == code


def test_meanings_tell_what_comes_of_an_option() -> None:
    """Each option says how the check ends, or what it goes on with, from the dice on the table."""
    asked = step(ADVANTAGE, [6, 6, 2, 1])
    assert isinstance(asked, ChoiceNeeded)
    assert asked.meanings == (
        "Success: double sixes, a hit, +1 Adrenaline Effort; or Success: double sixes, a hit",
        "Success: double sixes, a hit, +1 Adrenaline Effort; or Success: double sixes, a hit",
        "Failure: a miss",
    )

    def dare(table: Table) -> dict[str, Any]:
        if table.choose("Dare it?", ("stay", "dare"), 0) == 1:
            table.roll(2, "dare")
            return {"total": 1}
        return {"total": 0}

    daring = parse("skew percentile")
    daring = daring._replace(rule=daring.rule.replace(play=dare, announce=lambda outcome, _: f"{outcome['total']}"))
    asked = step(daring)
    assert isinstance(asked, ChoiceNeeded)
    assert asked.meanings == ("0", "throw 2d6 for “dare”")


def test_many_endings_are_not_all_told() -> None:
    """An option behind which many choices wait names four endings and leaves the rest open."""

    def deep(table: Table) -> dict[str, Any]:
        return {"total": sum(table.choose("How far?", ("a", "b", "c"), 0) * 3**at for at in range(9))}

    check = parse("skew percentile")
    check = check._replace(rule=check.rule.replace(play=deep, announce=lambda outcome, _: f"{outcome['total']}"))
    asked = step(check)
    assert isinstance(asked, ChoiceNeeded)
    assert asked.meanings[0].count("; or ") == 4
    assert asked.meanings[0].endswith("something else")


@given(TEXTS, st.text(max_size=6), st.data())
def test_stepping_gives_the_record_of_a_throw(text: str, seed: str, data: st.DataObject) -> None:
    """A hand at a time and a choice at a time, the check comes to the record of one throw, which plays again."""
    check = parse(text)
    once = sixfold.roll(check, seed=seed, choose=lambda asked: data.draw(st.integers(0, len(asked.options) - 1)))
    faces: list[int] = []
    choices: list[int] = []
    while not isinstance(going := step(check, faces, choices), Record):
        if isinstance(going, DiceNeeded):
            faces += once.faces[len(faces) : len(faces) + going.size]
        else:
            assert going.faces == faces
            choices.append(once.choices[len(choices)])

    assert once[:3] == going[:3]
    assert (list(once.choices), going.source) == (choices, "typed")
    assert once == Record.from_json(once.to_json())
    assert replay(check, once.faces, once.choices).outcome == once.outcome


def test_asking_and_answering_beforehand_are_one() -> None:
    """A chooser, a prompt, choices given and choices asked for come to the same record."""
    told = [6, 6, 2, 1]
    asked: list[tuple[str, int]] = []

    def prompt(needed: DiceNeeded) -> list[int]:
        asked.append((needed.label, needed.size))
        return told[4 - needed.size :][:3]

    def choose(question: ChoiceNeeded) -> int:
        asked.append((question.label, question.default))
        return 1

    by_prompt = sixfold.roll(ADVANTAGE, faces=[], prompt=prompt, choose=choose)
    assert asked == [("save", 4), ("save", 1), ("Which three dice count?", 0), ("What does the double bring?", 0)]
    assert by_prompt == sixfold.roll(ADVANTAGE, faces=told, choices=[1, 1])
    assert by_prompt == sixfold.roll(ADVANTAGE, faces=told, choices="1", choose=choose)
    assert by_prompt == play(ADVANTAGE, "typed", faces=told, choices=(1, 1))


def test_dice_wait_while_a_player_chooses() -> None:
    """Dice of a source are thrown once: a choice does not throw them again, and typed ones come first."""

    def two_hands(table: Table) -> dict[str, Any]:
        (first,) = table.pick(table.roll(3, "first"), 1, sum, "Which?")
        (second,) = table.pick(table.roll(3, "second"), 1, sum, "Which?")
        return {"total": first + second}

    check = parse("skew percentile")
    check = check._replace(rule=check.rule.replace(play=two_hands))
    record = play(check, "mixed", SeededDice("x"), faces=[6, 5], choose=lambda asked: 0)
    assert record.faces == [6, 5, *SeededDice("x").throw(4, D6)]


def test_questions_are_values() -> None:
    """What is needed compares by value, and survives pickling and copying, like every error."""
    for needed in (step(ADVANTAGE), step(ADVANTAGE, [6, 6, 2, 1])):
        assert isinstance(needed, DiceNeeded | ChoiceNeeded)
        for again in (pickle.loads(pickle.dumps(needed)), copy.copy(needed), copy.deepcopy(needed)):
            assert again == needed
            assert hash(again) == hash(needed)
            assert again.throws == needed.throws
            assert str(again) == needed.message


@given(st.lists(st.integers(1, 6), max_size=7), st.integers(0, 7))
def test_ways_to_take_dice(faces: list[int], count: int) -> None:
    """Every different way to take so many dice is offered once, the highest dice first."""
    ordered = sorted(faces, reverse=True)
    taken = min(count, len(faces))
    assert sorted(set(combinations(ordered, taken)), reverse=True) == list(different(ordered, taken))
