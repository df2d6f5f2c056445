"""The options of a rule, wherever its function names them, and what else about it its author need not think of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial, wraps
from itertools import product
from operator import attrgetter, itemgetter
from typing import Annotated, Any

import pytest

import sixfold
from sixfold.playing.standing import standing
from sixfold.rules import DicePool, Event, Rule, System, Table, highest, total
from sixfold.rules.signature import signature_of
from tests.rules.test_hands import refusals


def parry(table: Table, dice: Annotated[int, range(1, 7)] = 2, vs: int = 7) -> bool:
    """A parry."""
    return table.read(table.roll(dice), total()) >= vs


def twice(rule: Callable[..., bool]) -> Callable[..., bool]:
    """A rule that is tried again where it fails."""

    @wraps(rule)
    def both(*arguments: Any, **options: Any) -> bool:
        first = rule(*arguments, **options)
        return rule(*arguments, **options) or first

    return both


class Parry:
    """A rule that keeps how many dice it throws."""

    def __init__(self, dice: int) -> None:
        self.dice = dice

    def __call__(self, table: Table, vs: int = 7) -> bool:
        return parry(table, self.dice, vs)


@pytest.mark.parametrize(
    ("rule", "defaults", "chance"),
    [
        (parry, {"dice": 2, "vs": 7}, Fraction(1, 36)),
        (partial(parry, dice=1), {"dice": 1, "vs": 7}, Fraction(0)),
        (partial(partial(parry, dice=1), dice=2, vs=8), {"dice": 2, "vs": 8}, Fraction(1, 36)),
        (twice(parry), {"dice": 2, "vs": 7}, Fraction(71, 1296)),
        (partial(twice(parry), dice=3), {"dice": 3, "vs": 7}, Fraction(3, 4)),
        (Parry(2), {"vs": 7}, Fraction(1, 36)),
        (Parry(2).__call__, {"vs": 7}, Fraction(1, 36)),
    ],
    ids=["function", "partial", "partials", "decorator", "partial decorator", "object", "method"],
)
def test_options_wherever_they_are_named(rule: Any, defaults: dict[str, int], chance: Fraction) -> None:
    """A partial, a decorator and an object that is called have the options of the function inside."""
    found = signature_of(rule)
    assert found is not None
    assert (list(found.annotations), dict(found.defaults), found.open) == (list(defaults), defaults, False)
    games = {"duel": System(Rule(rule, name="parry"), name="duel")}
    least = 12 if defaults.get("dice") != 3 else 11
    assert sixfold.odds(f"duel vs {least}", systems=games).events["success"] == chance


def test_a_function_of_c_has_no_options() -> None:
    """Of what says no options the words are asked; a cache says those of what it keeps."""
    assert signature_of(max) is None
    kept = signature_of(cache(parry))
    assert kept is not None
    assert list(kept.annotations) == ["dice", "vs"]


@pytest.mark.parametrize("usual", [[6, 6], (6, 6)], ids=["list", "tuple"])
def test_dice_by_default(usual: Any) -> None:
    """A dice pool may have dice by default, as a list or a tuple."""

    def best(table: Table, dice: Annotated[Any, DicePool()] = usual) -> int:
        return table.read(table.roll(dice), highest(1))

    games = {"duel": System(best, name="duel")}
    check = sixfold.parse("duel", games)
    assert hash(check) == hash(sixfold.parse("duel", games))
    assert sixfold.odds(check, systems=games) == sixfold.odds(sixfold.parse("duel 2d6", games), systems=games)


def test_a_rule_may_change_the_list_that_it_gets() -> None:
    """Each play has a list of its own: what one sorts, drops or adds is not there in the next one."""

    def spend(table: Table, dice: Annotated[list[int], DicePool()]) -> int:
        dice.sort(reverse=True)
        dice.append(dice.pop() + 2)
        if table.read(table.roll(1), total()) == 6:
            dice.pop()
        return table.read(table.roll(dice), total())

    def kept(table: Table, dice: Annotated[list[int], DicePool()]) -> int:
        return spend(table, list(dice))

    found = [sixfold.odds("spend 2d4 d6", systems={"spend": System(rule, name="spend")}) for rule in (spend, kept)]
    assert [(row.outcome.total, row.exact) for row in found[0]] == [(row.outcome.total, row.exact) for row in found[1]]


def test_a_rule_inside_may_change_whatever_it_gets() -> None:
    """A dict, and a list in it, is also that of one play alone."""

    def grow(table: Table, held: dict[str, list[int]]) -> int:
        for at in range(3):
            if table.read(table.roll(1, "coin", 2), total()) == 1:
                held["row"].append(at)
            else:
                held["row"][0] *= 2
        return sum(held["row"])

    def outer(table: Table) -> dict[str, int]:
        held = {"row": [1]}
        return {"grown": table.play(grow, held=held), "kept": sum(held["row"])}

    found = sixfold.odds("outer", systems={"outer": System(outer, name="outer")})
    truth: Counter[int] = Counter()
    for coins in product((1, 2), repeat=3):
        truth[2 ** coins.count(2) + sum(at for at, coin in enumerate(coins) if coin == 1)] += 1
    assert found.numbers["grown"].pmf == {total: Fraction(many, 8) for total, many in sorted(truth.items())}
    assert found.numbers["kept"].pmf == {1: 1}


def test_a_default_by_its_name() -> None:
    """The default of a choice is the place of an option, or the option itself: both are taken alike."""

    def game(default: int | str) -> dict[str, System]:
        def again(table: Table) -> int:
            first = table.read(table.roll(2), total())
            if table.choose("Again?", ("no", "yes"), default) == "yes":
                return table.read(table.roll(2, "again"), total()) + 1
            return first

        return {"duel": System(again, name="duel")}

    by_place, by_name = game(1), game("yes")
    mean = sixfold.odds("duel", systems=by_place).numbers["total"].mean
    assert sixfold.odds("duel", systems=by_name).numbers["total"].mean == mean == 8
    assert sixfold.roll("duel", faces=[1, 1, 6, 6], systems=by_name).outcome["total"] == 13


def test_next_finds_nothing() -> None:
    """`next` without a value for that ends no roll around it unseen, thrown and solved, in a step, too."""

    def tier(table: Table) -> int:
        found = table.read(table.roll(2), total())
        return next(at for at, least in enumerate((20, 13)) if found >= least)

    def step(table: Table, state: int) -> int:
        return next(face for face in (table.read(table.roll(1), total()),) if face > 6)

    for rule in (tier, lambda table: {"it": table.repeat(step, 0, lambda state: state > 1)}):
        for error in refusals(rule):
            assert (error.code, "“next” found nothing here" in error.message) == ("rule/declared", True)


def test_an_outer_hand_is_not_read_inside() -> None:
    """A rule that is played inside another one reads its own hands, as a step does."""

    def outer(table: Table) -> dict[str, Any]:
        hand = table.roll(2)
        inner = table.play(lambda _: {"x": table.read(hand, total())}, "x")
        return {"total": inner, "best": table.read(hand, highest(1))}

    for error in refusals(outer):
        assert error.code == "rule/table"


def test_a_text_that_says_nothing() -> None:
    """An empty text in an outcome is told nowhere: it is no event, and no word of the announcement."""

    def noted(table: Table) -> dict[str, Any]:
        sum_ = table.read(table.roll(2), total())
        return {"total": sum_, "note": "boxcars" if sum_ == 12 else ""}

    events = (Event("note=boxcars", "Boxcars"),)
    games = {"duel": System(Rule(noted, events=events), name="duel")}
    assert dict(sixfold.odds("duel", systems=games).events) == {"note=boxcars": Fraction(1, 36)}
    assert sixfold.roll("duel", faces=[1, 2], systems=games).announcement == "A total of 3"
    both = (*events, Event("note=", "Nothing to note"))
    games = {"duel": System(Rule(noted, events=both), name="duel")}
    assert sixfold.odds("duel", systems=games).events["note="] == Fraction(35, 36)
    assert sixfold.roll("duel", faces=[1, 2], systems=games).announcement == "Total 3: nothing to note"
    assert both[1].came({"note": ""})


def told(read: Callable[[Any], int], outcome: Any, options: Any) -> str:
    """What an author says of an outcome."""
    return f"{read(outcome)} in all"


def test_an_outcome_is_announced_by_its_fields() -> None:
    """Functions that announce or compare outcomes may read their fields by name or as attributes."""

    def added(table: Table) -> dict[str, int]:
        return {"total": table.read(table.roll(2), total())}

    for read in (attrgetter("total"), itemgetter("total")):
        rule = Rule(added, announce=partial(told, read), better=partial(read))
        games = {"duel": System(rule, name="duel")}
        record = sixfold.roll("duel", faces=[6, 6], systems=games)
        assert record.announcement == "12 in all"
        assert standing(record).this_or_better.low == Fraction(1, 36)
