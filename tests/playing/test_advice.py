"""Advice: what is best to do with dice on the table."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest

import sixfold
from sixfold.errors import ChoiceNeeded, DiceNeeded, OddsError, RecordError
from sixfold.rules.folds import highest, of_a_kind, total
from sixfold.rules.rule import Rule, System
from tests.solving.exhaustive import PLAYER, Exhaustive, Script, best_play


def push(table: Any, most: int | None = None) -> Any:
    """Three throws with pushes between them; what is best hangs on all that lies there, and on the pushes left."""
    bonus = table.read(table.roll(1, "luck", 3), total())
    hand = table.roll(2, "dice", 3)

    def throw(table: Any, state: Any) -> Any:
        score, left = state
        if table.choose("Push?", ("stop", "push"), 0) == 0:
            return (score, 0)
        face = table.read(table.roll(1, "push", 3), total())
        return (0, 0) if face == 1 else (score + face, left - 1)

    taken = table.pick(hand, 1, sum, "Which die?")
    if most is None:
        score, _ = table.repeat(throw, (taken[0], 2), lambda state: state[1] == 0)
    else:
        (score, _), bonus = table.repeat(throw, (taken[0], 9), lambda state: state[1] == 0, most, counted=True)
    hand = table.rethrow(hand, {1}, "again", "Which are thrown again?")
    pair, high = table.read(hand, of_a_kind(2), highest(1))
    return {"total": (score + high) * (1 + pair) - 2 * bonus}


def press(table: Any) -> Any:
    """The same with a limit of pushes, in which each push that was made costs something."""
    return push(table, 2)


def wait(table: Any) -> Any:
    """Two throws with no decision in them, and one after which the player decides."""

    def throw(table: Any, state: int) -> int:
        return state + int(table.read(table.roll(1, "wait", 3), total()))

    score = table.repeat(throw, 0, lambda state: False, 2)
    last = table.read(table.roll(1, "last", 3), total())
    return {"total": score * last if table.choose("Multiply?", ("no", "yes"), 1) == 1 else score + 2 * last}


GAMES = {rule.__name__: System(Rule(rule), name=rule.__name__) for rule in (push, press, wait)}


LYING: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((1, 3, 1), ()), ((3, 2, 1), (0,)), ((2, 3, 1), (1,)), ((1, 3, 1, 2), (0, 1)), ((1, 3, 1, 1), (0, 1)),
    ((2, 2, 2), (0,)), ((2, 3, 1, 2), (0, 1, 0)), ((1, 3, 1, 3, 2), (0, 1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "faces", "choices"),
    [(rule, *lies) for rule in (push, press) for lies in LYING] + [(wait, (1, 3, 2), ()), (wait, (3, 3, 1), ())],
)
def test_every_option_is_worth_what_trying_everything_says(rule: Any, faces: Any, choices: Any) -> None:
    """Each option's value is the same as by going through every die and option that is left, one by one."""
    advice = sixfold.advise(rule.__name__, faces=faces, choices=choices, aim="total", systems=GAMES)
    values = [option.value.low for option in advice.options]
    assert values == by_the_twin(rule, list(faces), list(choices))
    assert [option.loses for option in advice.options] == [max(values) - value for value in values]
    assert values[advice.choice] == max(values)


def by_the_twin(rule: Any, faces: list[int], choices: list[int]) -> list[Fraction]:
    """What each option of the decision that is open is worth, after these faces and choices."""
    known: list[int] = []
    while True:
        path = Script(known)
        rule(Exhaustive(path, decides=True))
        who, many = path.whose[len(known)], path.sides[len(known)]
        if who == PLAYER and not choices:
            return [best_play(rule, lambda outcome: int(outcome["total"]), (*known, at)) for at in range(many)]
        known.append(choices.pop(0) if who == PLAYER else faces.pop(0) - 1)


def test_advice_on_every_throw_comes_to_the_odds() -> None:
    """O5, O9: the best that advice finds for each throw, weighed by its ways, is what the odds of best play are."""
    check = sixfold.parse("odgs vs 16 +2 advantage 1 combat keep=sum")
    found = Fraction(0)
    for faces in combinations_with_replacement(range(1, 7), 4):
        ways = factorial(4) // prod(factorial(faces.count(face)) for face in set(faces))
        asked = sixfold.step(check, faces)
        if isinstance(asked, sixfold.Record):
            found += int(asked.outcome.hit) * ways
        else:
            found += sixfold.advise(check, faces=faces, aim="hit").best.value.low * ways
    best = sixfold.odds(check, aim="hit")
    assert best.best.low == found / 6**4
    assert best.usual.low == sixfold.odds(check).events["hit"]


def test_the_odds_of_best_play_are_values() -> None:
    """They survive pickling and JSON, compare, and say what the usual choice loses."""
    answer = sixfold.odds("odgs vs 16 +2 advantage 2 combat keep=sum", aim="hit")
    again = pickle.loads(pickle.dumps(answer))
    assert (again, again.best, again.aim) == (answer, answer.best, "hit")
    assert sixfold.BestOdds.from_json(answer.to_json()) == answer != sixfold.odds(answer.text)
    mean = sixfold.odds("odgs vs 16 advantage 1", aim="-total")
    assert (sixfold.BestOdds.from_json(mean.to_json()), mean.best.low < 0) == (mean, True)
    timeless = sixfold.odds("long duel (odgs vs 12 advantage 1) (ten) damage 1 health 1", aim="result=first")
    assert ("rounds" in timeless.numbers, sixfold.BestOdds.from_json(timeless.to_json())) == (False, timeless)
    with pytest.raises(RecordError, match=r"BestOdds\.from_json"):
        sixfold.Odds.from_json(answer.to_json())
    with pytest.raises(RecordError, match="without an aim"):
        sixfold.BestOdds.from_json(sixfold.odds("ten").to_json())
    assert answer.gain == answer.best.low - answer.usual.low
    event = sixfold.odds("odgs vs 16 advantage 1", aim="total >= 15 and not success")
    assert event.best.low == event.p(lambda outcome: outcome.total >= 15 and not outcome.success)
    low = sixfold.odds("odgs vs 16 advantage 1", aim="-total")
    assert low.numbers["total"].mean == -low.best.low
    by_function = sixfold.odds("odgs vs 16 advantage 1", aim=lambda outcome: -outcome.total)
    assert by_function.best == low.best


def test_advice_that_cannot_be_given() -> None:
    """Missing dice are asked for; where nothing is left to decide, that is said."""
    with pytest.raises(DiceNeeded):
        sixfold.advise("odgs vs 15 advantage 1", faces="6,3")
    with pytest.raises(OddsError, match="Nothing is left to decide"):
        sixfold.advise("odgs vs 15 advantage 1", faces="6,3,3,1", choices="0")


def test_a_choice_that_is_known_needs_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are put in words when a player is asked, and not each time that a choice is played again."""
    worded: list[object] = []

    def in_words(dice: object, _: object) -> str:
        worded.append(dice)
        return "dice"

    monkeypatch.setattr("sixfold.rules.rolled_table._in_words", in_words)
    sixfold.roll("odgs vs 9 advantage 1", faces=[6, 5, 4, 4], choices=[0])
    assert worded == []
    with pytest.raises(ChoiceNeeded):
        sixfold.roll("odgs vs 9 advantage 1", faces=[6, 5, 4, 4], choices=[])
    assert worded
