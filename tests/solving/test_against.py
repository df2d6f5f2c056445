"""Two players of whom one wants what the other does not: best play of both, beside the plainest way to work it out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import sixfold
from sixfold.errors import OddsError, StudyError
from sixfold.rules import System, Table, clamp, showing, total
from tests.rules.test_slips import chances


def best(rule: Any, **options: Any) -> Any:
    """The odds of best play for a success."""
    return sixfold.odds("light", aim="success", systems={"light": System(rule, name="light")}, **options)


def stakes(table: Table) -> bool:
    """I may double after a throw, and so may he: whoever decides last knows most."""
    mine = table.read(table.roll(1, "mine"), total())
    twice = table.choose("Double?", ("no", "yes"), 0)
    theirs = table.read(table.roll(1, "theirs", 8), total())
    add = table.choose("Add one?", ("no", "yes"), 0, against=True)
    return bool(mine * (1 + twice) - 2 * twice > theirs + add * (1 - 2 * (theirs > 6)))


def test_each_does_what_is_best_for_himself() -> None:
    """The other player's choice is the worst for me, mine the best for me, each knowing just what he knows then."""
    value = Fraction(0)
    for mine in range(1, 7):
        wins = [
            sum(
                min(mine * (1 + twice) - 2 * twice > theirs + add * (1 - 2 * (theirs > 6)) for add in (0, 1))
                for theirs in range(1, 9)
            )
            for twice in (0, 1)
        ]
        value += Fraction(max(wins), 48)
    assert best(stakes).best.low == value


def pig(goal: int) -> Any:
    """Pig for two, with a coin of two sides that loses on its one, and two points on its other."""

    def rule(table: Table) -> bool:
        def throw(table: Table, state: tuple[int, int, int, bool]) -> tuple[int, int, int, bool]:
            mine, theirs, turn, me = state
            if turn:
                on = (
                    table.choose("On?", ("hold", "throw"), 0) if me else table.choose("On?", ("hold", "throw"), 0, True)
                )
                if on == 0:
                    return (mine + turn, theirs, 0, False) if me else (mine, theirs + turn, 0, True)
            if table.read(table.roll(1, "coin", 3), total()) == 1:
                return mine, theirs, 0, not me
            return mine, theirs, turn + 1, me

        mine, _, turn, me = table.repeat(
            throw, (0, 0, 0, True), lambda s: s[0] + s[2] * s[3] >= goal or s[1] + s[2] * (not s[3]) >= goal
        )
        return bool(mine + turn * me >= goal)

    return rule


def pig_by_hand(goal: int) -> float:
    """The same by going round until nothing changes any more."""
    states = [
        (a, b, t, me) for a in range(goal) for b in range(goal) for t in range(goal) for me in (True, False)
        if (a if me else b) + t < goal
    ]  # fmt: skip
    worth = dict.fromkeys(states, 0.0)

    def of(state: tuple[int, int, int, bool]) -> float:
        mine, theirs, turn, me = state
        if mine + turn * me >= goal or theirs + turn * (not me) >= goal:
            return float(mine + turn * me >= goal)
        return worth[state]

    while True:
        before = dict(worth)
        for a, b, t, me in states:
            thrown = of((a, b, 0, not me)) / 3 + of((a, b, t + 1, me)) * 2 / 3
            held = of((a + t, b, 0, False) if me else (a, b + t, 0, True)) if t else None
            worth[a, b, t, me] = thrown if held is None else (max if me else min)(thrown, held)
        if max(abs(worth[s] - before[s]) for s in states) < 1e-13:
            return worth[0, 0, 0, True]


@pytest.mark.parametrize("goal", [2, 4])
def test_turns_that_lead_back_to_each_other(goal: int) -> None:
    """A game of two in turns, in which turns may be lost for ever, has its exact value."""
    odds = best(pig(goal))
    assert abs(float(odds.best.low) - pig_by_hand(goal)) < 1e-9
    assert odds.events["success"] == odds.best.low


def test_who_can_keep_a_game_going() -> None:
    """Who loses by the end keeps it off where he can: a game that is never ended is won by nobody."""

    def rule(table: Table) -> bool:
        def turn(table: Table, state: int) -> int:
            face = table.read(table.roll(1), total())
            return 1 if face == 6 and table.choose("Let it end?", ("end", "go on"), 0, against=True) == 0 else 0

        return table.repeat(turn, 0, lambda state: state == 1) == 1

    assert best(rule).best.low == 0
    assert chances(best(rule).solution) == {}


def test_the_book_meets_the_best_opponent() -> None:
    """The policy of the book is worth what is left of it when the other player does their best against it."""

    def foe(table: Table) -> bool:
        mine = table.read(table.roll(1), total())
        if table.choose("Again?", ("keep", "again"), 0) == "again":
            mine = table.read(table.roll(1), total())
        theirs = table.read(table.roll(1), total())
        if table.choose("And you?", ("keep", "again"), 0, against=True) == "again":
            theirs = table.read(table.roll(1), total())
        return mine > theirs

    kept = {mine: Fraction((mine - 1) ** 2, 36) for mine in range(1, 7)}
    usual = sum(kept.values()) / 6
    odds = best(foe)
    assert (odds.usual.low, odds.usual.high) == (usual, usual)
    assert odds.best.low == sum([max(one, usual) for one in kept.values()]) / 6 > usual
    assert "and loses" in str(odds)


def test_advice_for_the_other_player() -> None:
    """What is advised is best for who decides."""
    game = {"light": System(stakes, name="light")}
    advice = sixfold.advise("light", faces=[6, 5], choices=[0], systems=game)
    assert advice.best.option == "yes"
    assert [option.loses for option in advice.options] == [1, 0]


@cache
def nim(left: int, me: bool) -> Fraction:
    """Take one or two, then a die may take one more; who takes the last one wins."""
    if left <= 0:
        return Fraction(not me)
    worth = [(nim(left - take, not me) + nim(left - take - 1, not me)) / 2 for take in (1, 2)]
    return max(worth) if me else min(worth)


def test_a_game_in_turns() -> None:
    """Taking in turns, with a coin between: as by trying every way."""

    def rule(table: Table) -> bool:
        def turn(table: Table, state: tuple[int, bool]) -> tuple[int, bool]:
            left, me = state
            take = 1 + (
                table.choose("Take", ("one", "two"), 0) if me else table.choose("Take", ("one", "two"), 0, True)
            )
            return max(0, left - take - table.read(table.roll(1, "coin", 2), total()) + 1), not me

        return not table.repeat(turn, (7, True), lambda state: state[0] <= 0)[1]

    assert best(rule).best.low == nim(7, True)


def press(table: Table) -> int:
    """Throw on with what is left of six dice, as long as something scores."""

    def throw(table: Table, state: tuple[int, int, bool]) -> tuple[int, int, bool]:
        points, dice, _ = state
        if points and table.choose("Throw on?", ("stop", "go on"), 0) == 0:
            return points, dice, True
        ones, fives = table.read(table.roll(dice, "dice"), showing("=", 1), showing("=", 5))
        if ones + fives == 0:
            return 0, 0, True
        left = dice - ones - fives
        return clamp(points + 2 * ones + fives, 0, 60), left if left else 6, False

    return table.repeat(throw, (0, 6, False), lambda state: state[2])[0]


def test_advice_costs_what_the_odds_cost() -> None:
    """Advice in the middle of a game follows it state by state, as the odds do; both refuse with the line."""
    game = {"press": System(press, name="press")}
    work = 1_500_000
    odds = sixfold.odds("press", aim="total", systems=game, work=work)
    advice = sixfold.advise("press", faces=[1, 5, 2, 3, 4, 6], aim="total", systems=game, work=work)
    assert advice.options[0].value.low == 3
    assert odds.best.low > 3
    with pytest.raises(OddsError, match=r"Line \d+ of test_against.py costs most: the player decides there"):
        sixfold.odds("press", aim="total", systems=game, work=250_000)


def test_an_aim_that_is_misspelled() -> None:
    """The name of a number is guessed as it is, since its mean can be aimed at."""
    with pytest.raises(StudyError, match="Did you mean “total”") as caught:
        sixfold.odds("press", aim="totl", systems={"press": System(press, name="press")})
    assert caught.value.guess == "total"
