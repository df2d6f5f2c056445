"""What a table, a hand or a number is asked or given that it is not made for: one sentence, thrown and solved alike."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

import pytest

import sixfold
from sixfold.base import bounds
from sixfold.errors import BoundsError, NotationError, OddsError, RuleError
from sixfold.playing.declared import look_over
from sixfold.playing.standing import standing
from sixfold.rules import (
    Die,
    Event,
    System,
    Table,
    at_least,
    count,
    highest,
    nth_highest,
    showing,
    successes,
    total,
)
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
        (lambda table: table.roll(2, 8), "The label of a roll must be text, not 8: the die is the third argument"),
        (lambda table: table.roll(2, Die(8)), "the die is the third argument"),
        (lambda table: table.roll("2"), "The number of dice must be a whole number, not “2”."),
        (lambda table: table.roll(2.5), "not 2.5."),
        (lambda table: table.rethrow(table.roll(2), {1}, 2), "The label of a roll must be text, not 2"),
        (lambda table: table.draw([4, 4], 1, 2), "The label of a roll must be text, not 2"),
        (lambda table: table.draw([4, 4], 1, "cup", ("ace", 2)), "must be texts, one for each kind, not (“ace”, 2)."),
        (lambda table: table.draw([4, 4], 1, "cup", ("ace",)), "must be texts, one for each kind, not (“ace”)."),
        (lambda table: table.again(1, odd(2), (6,)), "The label of a roll must be text, not 2"),
        (lambda table: table.rethrow(table.roll(2), {1}, ask=True), "“ask” must be a question"),
        (lambda table: table.pick(table.roll(2), 1, max, ask=True), "“ask” must be a question"),
        (lambda table: table.pick(table.roll(2), 1, highest(1)), "The preference must be a function"),
        (lambda table: table.draw([4, 4], "two"), "The number to draw must be a whole number, not “two”."),
        (lambda table: table.again(1, "die", 6), "as in (6,), not 6."),
        (lambda table: table.choose("Which?", "yes", 0), "The options of a choice must be a list, not “yes”."),
        (
            lambda table: table.choose("Which?", ("yes", "no"), "maybe"),
            "or its index from 0 to 1, not “maybe”.",
        ),
        (lambda table: table.choose("Which?", ("yes", "no"), 2), "from 0 to 1, not 2."),
        (lambda table: table.choose(3, ("yes", "no"), 1), "The question of a choice must be text, not 3."),
        (lambda table: table.play("blow"), "table.play needs the function of a rule, not “blow”."),
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
        (lambda: count(odd(FATE)), 'as count("success", less="failure")'),
        (lambda: highest(-1), "A number of dice is 0 or more, not -1"),
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
    """A single face may stand for a list of one."""
    assert Die(6, explode=6) == Die(6, explode={6})
    assert successes(5, twice=6) == successes(5, twice=[6])


def test_symbols_have_no_sum() -> None:
    """A die with symbols is not added up: the numbers of its symbols mean nothing."""
    for error in refusals(lambda table: {"it": table.read(table.roll(2, "fate", FATE), total())}):
        assert 'which have no sum and no order: ask for count("shield")' in error.message


@pytest.mark.parametrize(
    ("slip", "python"),
    [
        (lambda table: table.roll(), "Table.roll() missing 1 required positional argument: 'size'"),
        (lambda table: setattr(table, "bonus", 3), "'Table' object has no attribute 'bonus'"),
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
        ({}, "The rule returns an outcome without any value."),
        ({1: 2}, "The names in an outcome must be texts, not 1."),
        ((), "The rule returns 0 values"),
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


def test_a_pick_of_many_dice_is_refused_soon() -> None:
    """PICKS: a roll never waits for a preference that ranks millions of ways, and neither do its odds."""
    assert bounds.PICKS == 100_000
    game = {"light": System(lambda table: table.pick(table.roll(50, "d", 100), 5, len)[0], name="light")}
    with pytest.raises(BoundsError, match="100,000 ways to pick dice at most"):
        sixfold.roll("light", seed="many", systems=game)
    with pytest.raises(OddsError, match="more work"):
        sixfold.odds("light", systems=game)
    same = {"light": System(lambda table: sum(table.pick(table.roll(100, "d", 6), 50, sum)), name="light")}
    assert sixfold.roll("light", faces=[6] * 100, systems=same).outcome["total"] == 300


@pytest.mark.parametrize("number", [10**18, -(10**18), 10**5_000], ids=["high", "low", "long"])
def test_numbers_of_too_many_digits(number: int) -> None:
    """VALUE_DIGITS: a longer number in an outcome is refused in a sentence, rolled and solved; this long it is not."""
    assert bounds.VALUE_DIGITS == 18
    good = {"light": System(lambda table: 10**17 * table.read(table.roll(1, "d", 9), total()), name="light")}
    assert "standard deviation" in str(sixfold.odds("light", systems=good))
    assert sixfold.roll("light", faces=[9], systems=good).outcome["total"] == 9 * 10**17
    game = {"light": System(lambda table: number * table.read(table.roll(1), total()), name="light")}
    for ask in (sixfold.odds, sixfold.roll):
        with pytest.raises(RuleError, match=r"test_verbs.py, line .* total as a number of more than 18 digits"):
            str(ask("light", systems=game))


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
        (wrong_default, "“dice” of wrongdefault must be a number: it cannot be “two” by default."),
        (wrong_bounds, "does not describe an option: give its bounds as a range, as in range(1, 21)."),
        (no_table, "no_table must take the table first: def no_table(table, dice, ...), not “dice”."),
        (wrong_choice, "“weapon” cannot be bow by default."),
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
        with pytest.raises(RuleError, match="calls itself without end") as caught:
            ask("light", systems=game)
        assert (caught.value.code, caught.value.line) == ("rule/endless", calls_itself.__code__.co_firstlineno + 1)


def reads_on(table: Table, hand: Any) -> Any:
    return table.read(hand, total())


def tells_on(table: Table, hand: Any) -> Any:
    table.tell("E1", "still going")


def asks_on(table: Table, hand: Any) -> Any:
    return table.choose("What now?", ("go on", "stop"), 0)


@pytest.mark.parametrize("verb", [reads_on, tells_on, asks_on])
def test_a_loop_of_verbs_that_rolls_nothing(verb: Any) -> None:
    """A `while` without an end that only reads, tells or asks is told at its line, rolled and solved."""

    def light(table: Table) -> int:
        hand = table.roll(1)
        while True:
            verb(table, hand)

    game = {"light": System(light, name="light")}
    for ask in (sixfold.roll, sixfold.odds):
        with pytest.raises(RuleError, match="runs without end and rolls nothing") as caught:
            ask("light", systems=game)
        assert caught.value.code == "rule/endless"


def overshoots(table: Table) -> int:
    return table.repeat(lambda inner, points: points + 1, 1, lambda points: points == 0)


def test_an_end_that_is_passed_by() -> None:
    """A game that misses its end tells the line of its step, and what to write."""
    with pytest.raises(OddsError, match=rf"line {overshoots.__code__.co_firstlineno + 1} of test_verbs.py") as caught:
        solve(overshoots, Fraction(1, 10), 600_000)
    assert "tests for one exact value (==), a game may skip it: write >= or <=" in caught.value.message


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
        return bool(harm + (table.play(blow).harm if again == "strike" else 0) >= 6)

    game = {"light": System(rule, name="light")}
    advice = sixfold.advise("light", faces=[3], systems=game)
    assert [option.value.low for option in advice.options] == [0, Fraction(2, 3)]


def yields(table: Table) -> Any:
    yield 3


async def waits(table: Table) -> int:
    return 3


class Played:
    """A class in the place of a rule."""

    def __init__(self, table: Table) -> None:
        self.table = table


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (lambda: Rule(yields), "“yields” yields its values one by one: a rule is a plain function"),
        (lambda: Rule(waits), "“waits” is an async function"),
        (lambda: Rule(Played), "A rule must be a function of a table, not the class Played."),
        (
            lambda: Rule(blow, announce=odd(lambda outcome: "hello")),
            "called with the outcome and the options, but takes",
        ),
        (
            lambda: Rule(blow, better=odd(lambda: 1)),
            "“better” of a rule is called with the outcome, but takes nothing.",
        ),
        (lambda: Rule(blow, explain=odd("text")), "“explain” of a rule must be a function of the options, not “text”."),
        (
            lambda: Rule(blow, events=odd(("success",))),
            'written as Event("success", "Parried", "success"), not as “success”',
        ),
    ],
)
def test_what_a_rule_is_not_told_with(declared: Any, sentence: str) -> None:
    """What is no function of a table, and functions and events that cannot be, are told where they are written."""
    with pytest.raises(RuleError) as caught:
        declared()
    assert caught.value.code == "rule/declared"
    assert sentence in caught.value.message


def test_one_event_and_one_name_need_no_list() -> None:
    """A single event, or the name of a single option, stands for a list of one."""
    rule = Rule(blow, events=odd(Event("hit", "Hit", "success")), zeros="harm", apart="blow")
    assert (rule.events[0].words, rule.zeros, rule.apart) == ("Hit", ("harm",), ("blow",))


def test_a_question_is_no_outcome() -> None:
    """A fold that a rule returns, because it was never asked of a hand, is told."""
    for rule in (lambda table: total(), lambda table: {"it": highest(1)}):
        with pytest.raises(RuleError, match=r"a fold, not (as )?its answer"):
            sixfold.roll("light", systems={"light": System(rule, name="light")})
        with pytest.raises(RuleError, match=r"a fold, not (as )?its answer"):
            solve(rule)


def counts_itself(table: Table) -> int:
    plays = odd(counts_itself)
    plays.count = getattr(plays, "count", 0) + 1
    return table.read(table.roll(1), total()) + int(plays.count)


def knows_its_place(table: Table) -> int:
    return table.read(table.roll(1), total()) + id(table) % 2


def test_a_function_that_keeps_something_of_its_own() -> None:
    """What a rule keeps as an attribute of itself, and the address of an object, are no part of it."""
    for rule, code in ((counts_itself, "rule/changing"), (knows_its_place, "rule/chance")):
        game = {"light": System(rule, name="light")}
        for ask in (sixfold.roll, sixfold.odds):
            with pytest.raises(RuleError) as caught:
                ask("light", systems=game)
            assert caught.value.code == code


def partly(table: Table, dice: int) -> int:
    return table.read(table.roll(dice), total())


def test_a_game_of_a_function_that_is_partly_given() -> None:
    """A function of which some options are given already belongs to the file in which it is written."""
    assert System(Rule(partial(partly, dice=2), name="two")).name == "testverbs"


def arms(table: Table, left: Literal["axe", "bow"] = "bow", right: Literal["axe", "cup"] = "cup") -> int:
    return 10 * (left == "axe") + (right == "axe")


def test_a_choice_that_two_options_have() -> None:
    """A name that two options can be is said with the word of the one that is meant, and never alone."""
    game = {"arms": System(arms, name="arms")}
    for text, total_ in (
        ("arms left axe", 10),
        ("arms right axe", 1),
        ("arms left axe right axe", 11),
        ("arms bow", 0),
    ):
        assert sixfold.roll(text, systems=game).outcome.total == total_
    with pytest.raises(NotationError):
        sixfold.parse("arms axe", game)


def named(table: Table) -> dict[str, str]:
    return {"how": "good" if table.read(table.roll(1), total()) > 3 else "bad"}


def test_an_event_of_a_name_that_is_misspelled() -> None:
    """An event whose name the rule never gives, and that is like one of its names, is told."""
    with pytest.raises(RuleError, match=r"has a name that the rule never returns\. Did you mean “good”"):
        look_over(System(Rule(named, events=[Event("how=god", "Good", "success")]), name="named"))
    look_over(System(Rule(named, events=[Event("how=wonderful", "Wonderful")]), name="named"))


def test_an_outcome_of_which_nothing_is_true() -> None:
    """A plain no is told as such, and not as nothing."""
    game = {"light": System(lambda table: table.read(table.roll(1), total()) > 6, name="light")}
    assert "outcome  failure" in sixfold.roll("light", systems=game).to("text")


def test_what_is_said_of_a_rule_in_short() -> None:
    """What is better may be the name of a number, and an explanation a text."""
    game = {"light": System(Rule(blow, better="harm", explain=odd(lambda options: "A blow.")), name="light")}
    record = sixfold.roll("light", faces=[6], systems=game)
    assert standing(record).this_or_better.low == Fraction(1, 6)
    assert [clause.text for clause in record.check.explain()] == ["A blow."]


REMEMBERED: dict[str, Any] = {}


def remembers(table: Table) -> int:
    if "face" not in REMEMBERED:
        REMEMBERED["face"] = table.read(table.roll(1), total())
    return int(REMEMBERED["face"])


def test_what_is_remembered_is_told_at_once() -> None:
    """A rule that remembers is refused when its game is looked over, before what it remembers looks like a constant."""
    with pytest.raises(RuleError, match="“REMEMBERED” changes while the rule is played"):
        look_over(System(remembers, name="light"))


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (lambda table: table.choose("More?", [], 0), "needs at least one option"),
        (lambda table: table.read(table.roll(1, "d", Die(6, explode=True)), total()), "as explode=6: not True"),
        (
            lambda table: table.repeat(lambda t, s: s + 1, 0, lambda s: table.roll(1) and s > 3),
            "may use the state only",
        ),
    ],
)
def test_more_that_cannot_be(rule: Any, sentence: str) -> None:
    """No options, a face that is no number, an end that throws."""
    for error in refusals(rule):
        assert sentence in error.message


def test_a_game_that_grows() -> None:
    """Numbers that double for ever are refused, and soon."""
    with pytest.raises(OddsError, match="numbers of hundreds of digits"):
        solve(lambda table: table.repeat(lambda inner, state: state * 2, 1, lambda state: state < 0))


def named_at_once(table: Any) -> bool:
    return bool(table.choose("More?", ("no", "yes"), 1) == "yes")


def named_later(table: Table) -> bool:
    more: Any = table.choose("More?", ("no", "yes"), 1)
    return table.read(table.roll(1), total()) > 3 and more != "no"


def by_place(table: Table) -> bool:
    options = ("no", "yes")
    more = table.choose("More?", options, 1)
    return more == 1 and options[more] == "yes"


def named_wrongly(table: Table) -> bool:
    return table.choose("More?", ("no", "yes"), 1) == "jes"


def test_a_choice_compares_with_its_name() -> None:
    """A choice equals its place and its option's name; a name that is no option is refused with its line."""
    assert chances(solve(named_at_once)) == chances(solve(lambda table: table.choose("More?", ("no", "yes"), 1) == 1))
    assert chances(solve(named_later)) == {(True,): Fraction(1, 2), (False,): Fraction(1, 2)}
    assert chances(solve(by_place)) == {(True,): 1}
    with pytest.raises(RuleError, match="“jes” is not one of the options; they are no, yes") as caught:
        solve(named_wrongly)
    assert caught.value.line == named_wrongly.__code__.co_firstlineno + 1


class Fighter:
    """Somebody who changes."""

    def __init__(self, health: int) -> None:
        self.health = health


def test_a_state_that_is_only_itself() -> None:
    """An object that changes is no state of a game that goes on: the reason is told, and what to write."""

    def rule(table: Table) -> int:
        def blow(table: Table, fighter: Fighter) -> Fighter:
            fighter.health -= table.read(table.roll(1), total())
            return fighter

        return table.repeat(blow, Fighter(5), lambda fighter: fighter.health <= 0).health

    with pytest.raises(RuleError, match="which is equal only to itself"):
        solve(rule)
    assert chances(solve(lambda table: table.repeat(lambda inner, state: 1, odd(None), lambda state: state == 1))) == {
        (1,): 1
    }


def test_symbols_of_another_die() -> None:
    """A symbol is counted of the die that has it."""
    for error in refusals(lambda table: {"it": table.read(table.roll(2), count("sword"))}):
        assert "These dice have no symbol sword: they have numbers" in error.message
    assert chances(solve(lambda table: table.read(table.roll(1, "fate", FATE), count("sword")) == 1)) == {
        (True,): Fraction(1, 2),
        (False,): Fraction(1, 2),
    }
