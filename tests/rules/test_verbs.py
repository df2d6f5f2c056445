"""What a table, a hand or a number is asked or given that it is not made for: one sentence, thrown and solved alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

import pytest

import sixfold
from sixfold.errors import OddsError, RuleError
from sixfold.rules import Die, System, Table, at_least, highest, nth_highest, showing, successes, symbol, total
from sixfold.rules.rule import Rule
from sixfold.solving.solver import solve
from tests.rules.test_hands import refusals
from tests.rules.test_slips import chances

FATE = Die.of("sword", "shield")


def odd(value: Any) -> Any:
    """What a checker of types would not let pass, and an author may write all the same."""
    return value


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (lambda table: table.rol(2), "A table has no “rol”: its verbs are roll, read, pick,"),
        (lambda table: table.rol(2), "Did you mean “roll”?"),
        (lambda table: table.roll(2).total(), "A hand has no “total”, its dice are unseen: write table.read"),
        (lambda table: table.roll(2, 8), "A throw is called by a text, not 8: the die comes third"),
        (lambda table: table.roll(2, Die(8)), "the die comes third"),
        (lambda table: table.roll("2"), "How many dice are thrown is a whole number, not “2”."),
        (lambda table: table.roll(2.5), "not 2.5."),
        (lambda table: table.rethrow(table.roll(2), {1}, 2), "A throw is called by a text, not 2"),
        (lambda table: table.rethrow(table.roll(2), {1}, ask=True), "A player is asked in words"),
        (lambda table: table.pick(table.roll(2), 1, max, ask=True), "A player is asked in words"),
        (lambda table: table.pick(table.roll(2), 1, highest(1)), "What ranks the dice that are picked is a function"),
        (lambda table: table.draw([4, 4], "two"), "How many are drawn is a whole number, not “two”."),
        (lambda table: table.again(1, "die", 6), "as (6,): not 6."),
        (lambda table: table.choose("Which?", "yes", 0), "What is chosen among is a list of options, not “yes”."),
        (lambda table: table.choose("Which?", ("yes", "no"), "no"), "from 0 to 1, as 1 for “no”: not “no”."),
        (lambda table: table.choose("Which?", ("yes", "no"), 2), "from 0 to 1: not 2."),
        (lambda table: table.choose(3, ("yes", "no"), 1), "A player is asked in words, not with 3."),
        (lambda table: table.play("blow"), "What is played is the function of a rule, not “blow”."),
    ],
)
def test_what_a_verb_cannot_take(slip: Any, sentence: str) -> None:
    """A verb that there is not, a hand that is asked itself, and things of another kind than a verb takes."""
    for error in refusals(lambda table: {"it": slip(table)}):
        assert error.code == "rule/verb"
        assert sentence in error.message


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (lambda: highest(odd("3")), "What is asked of a hand has whole numbers, not “3”."),
        (lambda: at_least(6, odd([2])), "has whole numbers, not"),
        (lambda: nth_highest(0), "there is none of rank 0."),
        (lambda: showing(">=", 5, odd(3)), "Of which dice is said as highest(3)"),
        (lambda: successes(5, twice=odd("6")), "Faces are whole numbers"),
        (lambda: symbol(odd("sword"), odd(FATE)), 'as symbol(die, "sword")'),
        (lambda: symbol(FATE), 'as symbol(die, "sword")'),
        (lambda: Die(6, explode=odd("6")), "has no face 6"),
        (lambda: Die(6, reroll=odd(1.5)), "Faces are whole numbers"),
    ],
)
def test_questions_and_dice_that_cannot_be(slip: Any, sentence: str) -> None:
    """A question or a die that cannot be is told where it is written."""
    with pytest.raises(RuleError) as caught:
        slip()
    assert caught.value.code == "rule/dice"
    assert sentence in caught.value.message


def test_one_face_need_not_be_a_list() -> None:
    """A single face may stand for a list of one; of fewer dice than none there are none."""
    assert Die(6, explode=6) == Die(6, explode={6})
    assert successes(5, twice=6) == successes(5, twice=[6])
    assert highest(-1) == highest(0)


def test_symbols_have_no_sum() -> None:
    """A die with symbols is not added up: the numbers of its symbols mean nothing."""
    for error in refusals(lambda table: {"it": table.read(table.roll(2, "fate", FATE), total())}):
        assert 'which have no sum: ask for symbol(die, "sword")' in error.message


@pytest.mark.parametrize(
    ("slip", "python"),
    [
        (lambda table: table.roll(), "table.roll() missing 1 required positional argument: 'size'"),
        (lambda table: setattr(table, "bonus", 3), "'table' object has no attribute 'bonus'"),
        (lambda table: setattr(table.roll(2), "size", 3), "'size' of 'hand' object has no setter"),
        (lambda table: len(table.read(table.roll(2), total())), "object of type 'int' has no len()"),
        (lambda table: table.read(table.roll(2), total()).faces, "'int' object has no attribute 'faces'"),
        (lambda table: table.read(table.roll(2), at_least(6, 1))(), "'bool' object is not callable"),
        (lambda table: list(table.read(table.roll(2), total())), "'int' object is not iterable"),
    ],
)
def test_python_speaks_of_tables_hands_and_numbers(slip: Any, python: str) -> None:
    """What Python itself says of a slip names a table, a hand and an int, never a class of the package."""
    game = {"light": System(lambda table: {"it": slip(table) or 0}, name="light")}
    for ask in (sixfold.roll, sixfold.odds):
        with pytest.raises((TypeError, AttributeError)) as caught:
            ask("light", systems=game)
        assert str(caught.value).startswith(python) or python in str(caught.value)


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ({}, "The rule gives an outcome without any value."),
        ({1: 2}, "The values of an outcome have names, which are texts: not 1."),
        ((), "The rule gives 0 values"),
    ],
)
def test_outcomes_without_names_or_values(outcome: Any, sentence: str) -> None:
    """An outcome has values, each with a name."""
    game = {"light": System(lambda table: outcome, name="light")}
    for ask in (sixfold.roll, sixfold.odds):
        with pytest.raises(RuleError, match="line") as caught:
            ask("light", systems=game)
        assert sentence in caught.value.message


def test_a_value_of_two_kinds() -> None:
    """A value that is a number for some dice and a yes or a name for others is refused, not left out of the odds."""
    for other in (True, "six"):
        with pytest.raises(RuleError, match="for some dice and as") as caught:
            solve(lambda table, other=other: other if table.read(table.roll(1), total()) == 6 else 3)
        assert caught.value.code == "rule/outcome"


def test_numbers_too_long_to_have_a_mean() -> None:
    """A number of hundreds of digits is refused in a sentence where a mean would be told."""
    game = {"light": System(lambda table: 10 ** (200 * table.read(table.roll(1), total())), name="light")}
    with pytest.raises(OddsError, match="“total” reaches numbers of more than 301 digits"):
        str(sixfold.odds("light", systems=game))


def wrong_default(table: Table, dice: int = odd("two")) -> int:
    return 1


def wrong_bounds(table: Table, dice: Annotated[int, (1, 5)] = 2) -> int:
    return 1


def no_table(dice: int = 2) -> int:
    return 1


def wrong_choice(table: Table, weapon: Literal["sword", "axe"] = odd("bow")) -> int:
    return 1


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (wrong_default, "“dice” of wrongdefault is a number: it cannot be “two” by default."),
        (wrong_bounds, "says nothing of an option: its bounds are a range, as range(1, 21)."),
        (no_table, "no_table must take the table first: def no_table(table, dice, ...), not “dice”."),
        (wrong_choice, "“weapon” of wrongchoice cannot be bow by default."),
    ],
)
def test_what_a_signature_cannot_say(rule: Any, sentence: str) -> None:
    """A default, bounds or an order of options that cannot be is told at the line of the function."""
    with pytest.raises(RuleError) as caught:
        Rule(rule)
    assert sentence in caught.value.message
    assert caught.value.line == rule.__code__.co_firstlineno


def calls_itself(table: Table, left: int = 3) -> int:
    return calls_itself(table, left)


def test_a_function_that_calls_itself() -> None:
    """Recursion without an end, without `play`, is a sentence with its line."""
    game = {"light": System(calls_itself, name="light")}
    for ask in (sixfold.roll, sixfold.odds):
        with pytest.raises(RuleError, match="calls itself for ever") as caught:
            ask("light", systems=game)
        assert (caught.value.code, caught.value.line) == ("rule/endless", calls_itself.__code__.co_firstlineno + 1)


def overshoots(table: Table) -> int:
    return table.repeat(lambda inner, points: points + 1, 1, lambda points: points == 0)


def test_an_end_that_is_passed_by() -> None:
    """A game that misses its end tells the line of its step, and what to write."""
    with pytest.raises(OddsError, match=rf"line {overshoots.__code__.co_firstlineno + 1} of test_verbs.py") as caught:
        solve(overshoots, Fraction(1, 10), 600_000)
    assert "asks for exactly one value (==): write >= or <=" in caught.value.message


class Blow(NamedTuple):
    """What a blow gives."""

    harm: int
    hit: bool


def blow(table: Table) -> Blow:
    face = table.read(table.roll(1, "blow"), total())
    return Blow(face, face >= 5)


def test_a_played_rule_gives_what_it_returns() -> None:
    """Without fields a played rule gives all of its outcome, in the form in which it returns it."""

    def rule(table: Table) -> dict[str, Any]:
        first = table.play(blow)
        named = table.play(lambda inner: {"luck": inner.read(inner.roll(1), total()) == 6})
        number, name = table.play(lambda inner: (inner.read(inner.roll(1, "d2", 2), total()), "even"))
        assert isinstance(first, Blow)
        return {"harm": first.harm + number, "hit": first.hit, "luck": named["luck"], "name": name}

    def by_fields(table: Table) -> dict[str, Any]:
        harm, hit = table.play(blow, ("harm", "hit"))
        luck = table.read(table.roll(1), total()) == 6
        return {"harm": harm + table.read(table.roll(1, "d2", 2), total()), "hit": hit, "luck": luck, "name": "even"}

    assert chances(solve(rule)) == chances(solve(by_fields))
    record = sixfold.roll("light", faces=[5, 6, 2], systems={"light": System(rule, name="light")})
    assert dict(record.outcome) == {"harm": 7, "hit": True, "luck": True, "name": "even"}


def test_a_played_rule_with_a_decision_before_it() -> None:
    """Advice goes on from the dice on the table through rules that are played inside."""

    def rule(table: Table) -> bool:
        harm = table.play(blow, "harm")
        again = table.choose("Strike again?", ("stop", "strike"), 0)
        return bool(harm + (table.play(blow).harm if again else 0) >= 6)

    game = {"light": System(rule, name="light")}
    advice = sixfold.advise("light", faces=[3], systems=game)
    assert [option.value.low for option in advice.options] == [0, Fraction(2, 3)]
