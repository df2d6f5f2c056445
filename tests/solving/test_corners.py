"""Corners of the solver: each rule here is one that a small mistake in it once got wrong, or would."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sixfold.rules.dice import Die
from sixfold.rules.folds import at_least, highest, lowest, of_a_kind, showing, total
from sixfold.rules.table import Table, Values
from sixfold.solving.solver import solve
from tests.solving.test_solver import same

D2, D3 = Die(2), Die(3)
ENDLESS = float("inf")


def throw(table: Table, size: int = 1, die: Die = D3) -> Any:
    """The total of some dice."""
    return table.read(table.roll(size, "dice", die), total())


def with_pair(table: Table) -> tuple[Any, Any]:
    """The total of two dice, and whether they are a pair: two rows, one number packed in each."""
    sum_, pair = table.read(table.roll(2, "dice", D3), total(), of_a_kind(2))
    return sum_, pair


def twice_as_much(table: Table) -> Values:
    x = throw(table, 2, Die(6))
    return {"once": x + 1, "twice": 2 * x + 3}


def twice_with_pair(table: Table) -> Values:
    x, pair = with_pair(table)
    return {"once": x + 1, "twice": 2 * x + 3, "pair": pair}


def scaled(table: Table) -> tuple[Any, ...]:
    return table.play(twice_as_much, ("once", "twice"))


def scaled_rows(table: Table) -> tuple[Any, ...]:
    return table.play(twice_with_pair, ("once", "twice", "pair"))


# -- numbers and conditions ----------------------------------------------------------------------------------


def beside_fractions(table: Table) -> Values:
    x = throw(table, 1, Die(6))
    return {"below": x < 3.5, "above": x > 3.0, "most": x <= 3.0, "inf": x >= ENDLESS, "minus": x >= -ENDLESS}


def turned_round(table: Table) -> Values:
    x = throw(table, 1, Die(6))
    return {"rest": 20 % x, "both": sum(divmod(20, x)), "part": int(60 / x)}


def conditions_compared(table: Table) -> Values:
    a, b = table.read(table.roll(3, "dice"), of_a_kind(2), at_least(6, 1))
    return {"at most": a <= b, "at least": a >= b, "below": a < b, "other": a != b}


def odd_bound(table: Table) -> Values:
    return {"half": bool(2 * throw(table, 2) >= 9)}


def three_answers(table: Table) -> Values:
    a, b, c = table.read(table.roll(4, "dice", D3), showing(">=", 2), at_least(3, 1), highest(1))
    return {"x": 2 * a - c + 3 * b}


# -- the same dice again -------------------------------------------------------------------------------------


def two_picked_then_read(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    a, b = table.pick(hand, 2, lambda two: two[0] - two[1])
    return {"a": a, "b": b, "sum": table.read(hand, total())}


def second_answer_again(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    table.read(hand, highest(1), total())
    sum_, low = table.read(hand, total(), lowest(1))
    return {"sum": sum_, "low": low}


def asked_twice_at_once(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    table.read(hand, total(), total(), highest(1))
    return {"high": table.read(hand, highest(1), lowest(1))[0]}


def picked_by_a_comparison(table: Table) -> Values:
    hand = table.roll(2, "hand", D3)
    high = table.read(hand, highest(1))
    other = throw(table, 1, Die(6))
    (one,) = table.pick(hand, 1, lambda dice: dice[0] if high > other else -dice[0])
    return {"high": high, "one": one, "other": other}


def compared_twice(table: Table) -> Values:
    a, b, c = throw(table, 1, D2), throw(table, 2, D2), throw(table, 3)
    return {"ahead": bool(a + 1 > b), "more": bool(b + 2 > c), "a": a}


# -- rows with ways of their own -----------------------------------------------------------------------------


def chain(table: Table, most: int) -> tuple[Any, Any]:
    (many,), last = table.again(1, "chain", (6,), most=most)
    return many, last


def chain_compared(table: Table) -> Values:
    many, last = chain(table, 2)
    return {"ahead": bool(2 * last + many > throw(table, 3, Die(6))), "many": many}


def chain_parted(table: Table) -> Values:
    _, last = chain(table, 3)
    return {"high": 1 if last >= 5 else 0}


def chain_decided(table: Table) -> Values:
    return {"last": int(chain(table, 3)[1])}


def chain_in_a_question(table: Table) -> Values:
    _, last = chain(table, 2)
    return {"many": table.read(table.roll(2, "dice", D3), showing(">=", last - 2))}


def chain_halved(table: Table) -> Values:
    return {"half": chain(table, 3)[1] // 2}


def chain_unseen(table: Table) -> Values:
    chain(table, 3)
    return {"always": 1}


def chain_on_one_path(table: Table) -> Values:
    many, last = chain(table, 2)
    x = throw(table, 2)
    return {"last": last if many == 0 else 0, "x": x}


# -- packed numbers that are shifted and multiplied ----------------------------------------------------------


def scaled_and_parted(table: Table) -> Values:
    return {"much": bool(scaled(table)[1] >= 14)}


def scaled_and_added(table: Table) -> Values:
    once, twice = scaled(table)
    return {"sum": once + twice}


def scaled_and_cancelled(table: Table) -> Values:
    once, twice = scaled(table)
    y = throw(table)
    return {"sum": twice - 2 * once + y, "y": y, "never": twice - 2 * once > 1}


def scaled_and_decided(table: Table) -> Values:
    once, twice = scaled(table)
    return {"once": int(once), "twice": twice}


def scaled_rows_added(table: Table) -> Values:
    once, twice, pair = scaled_rows(table)
    return {"pair": pair, "sum": once + twice}


def scaled_rows_cancelled(table: Table) -> Values:
    once, twice, pair = scaled_rows(table)
    return {"pair": pair, "nothing": twice - 2 * once}


def scaled_rows_parted(table: Table) -> Values:
    once, twice, pair = scaled_rows(table)
    return {"pair": pair, "big": bool(twice >= 11), "once": once}


def scaled_rows_with_others(table: Table) -> Values:
    once, twice, pair = scaled_rows(table)
    y = throw(table, 2)
    return {"pair": pair, "sum": once + y, "twice": twice + y}


def offsets_and_a_condition(table: Table) -> Values:
    x, pair = with_pair(table)
    return {"pair": pair, "x": x + 1, "more": x + 3, "less": x + 2 < 5}


def fixed_number_in_a_condition(table: Table) -> Values:
    x, pair = with_pair(table)
    y = throw(table, 1, D2)
    if y == 2:
        return {"pair": pair, "sum": x + y, "big": x + y >= 7}
    return {"pair": pair, "sum": x, "big": False}


def packed_and_left_out(table: Table) -> Values:
    x, p = with_pair(table)
    _, q = with_pair(table)
    return {"p": p, "q": q, "x": x}


def weighted_sum(table: Table) -> Values:
    return {"sum": throw(table, 2) + 2 * throw(table, 2)}


def three_draws(table: Table) -> Values:
    x, y, z = throw(table, 2), throw(table, 2), throw(table)
    return {"sum": x + 2 * y - z, "z": x + z}


# -- late numbers in questions -------------------------------------------------------------------------------


def decided_in_a_question(table: Table) -> Values:
    x, y = throw(table), throw(table)
    int(x)
    best, many = table.read(table.roll(2, "dice", D3), highest(x), at_least(3, y))
    return {"best": best, "many": many, "size": abs(x - 2)}


def late_face(table: Table) -> Values:
    face = throw(table, 1, Die(6))
    return {"face": face, "many": table.read(table.roll(1, "dice"), showing(">=", face))}


# -- games that go on ----------------------------------------------------------------------------------------


def one_point_each(table: Table) -> Values:
    def step(table: Table, tallies: tuple[int, int]) -> tuple[int, int]:
        won, lost = tallies
        return (won + 1, lost) if throw(table) == 3 else (won, lost + 1)

    (won, lost), steps = table.repeat(step, (0, 0), lambda tallies: tallies[0] >= 2 or tallies[1] >= 3, counted=True)
    return {"won": won, "lost": lost, "steps": steps}


def over_in_between(table: Table) -> Values:
    """It is over with three points, would not be with four, and would be with seven."""

    def step(table: Table, tallies: tuple[int, int]) -> tuple[int, int]:
        won, lost = tallies
        return (won + 1, lost) if throw(table, 1, D2) == 2 else (won, lost + 1)

    def until(tallies: tuple[int, int]) -> bool:
        return tallies[0] == 3 or tallies[0] >= 7 or tallies[1] >= 2

    (won, lost), steps = table.repeat(step, (0, 0), until, counted=True)
    return {"won": won, "lost": lost, "steps": steps}


def marks_of_two(table: Table) -> Values:
    def step(table: Table, state: tuple[int, int]) -> tuple[int, int]:
        face = throw(table)
        return state[0] + face, 2 if face == 1 else state[1]

    (gained, marked), steps = table.repeat(step, (0, 0), lambda state: state[0] >= 3, counted=True)
    return {"gained": gained, "marked": marked, "steps": steps}


def by_twos(table: Table) -> Values:
    gained, steps = table.repeat(lambda table, n: n + throw(table, 1, D2) + 1, 0, lambda n: n >= 3, counted=True)
    return {"gained": gained, "steps": steps}


CORNERS: list[Callable[[Table], Values]] = [
    beside_fractions, turned_round, conditions_compared, odd_bound, three_answers, two_picked_then_read,
    second_answer_again, asked_twice_at_once, picked_by_a_comparison, compared_twice, chain_compared, chain_parted,
    chain_decided, chain_in_a_question, chain_halved, chain_unseen, chain_on_one_path, scaled_and_parted,
    scaled_and_added,
    scaled_and_cancelled, scaled_and_decided, scaled_rows_added, scaled_rows_cancelled, scaled_rows_parted,
    scaled_rows_with_others, offsets_and_a_condition, fixed_number_in_a_condition, packed_and_left_out,
    weighted_sum, three_draws, decided_in_a_question, late_face, one_point_each, over_in_between, marks_of_two, by_twos,
]  # fmt: skip


@pytest.mark.parametrize("rule", CORNERS, ids=[rule.__name__ for rule in CORNERS])
def test_corners(rule: Callable[[Table], Values]) -> None:
    """The solver gives what every face gives."""
    same(rule)


def test_a_rounded_game() -> None:
    """A game that idles most of the time is rounded down, by no more than it says."""

    def rule(table: Table) -> Values:
        _, steps = table.repeat(
            lambda table, n: n + 1 if throw(table, 2, Die(6)) == 12 else n, 0, lambda n: n == 2, counted=True
        )
        return {"steps": steps}

    solution, p = solve(rule), Fraction(1, 36)
    assert 0 < solution.unresolved <= Fraction(1, 10**12)
    for (steps,), ways in solution.rows.items():
        chance = (steps - 1) * p**2 * (1 - p) ** (steps - 2)
        assert 0 <= chance - Fraction(ways, solution.scale) <= solution.unresolved


def test_a_long_chain_that_ends_is_exact() -> None:
    """Nothing is left out of a chain with a longest run, however rare."""

    def rule(table: Table) -> Values:
        (sixes, ones), last = table.again(1, "die", (6, 1), most=25)
        return {"sixes": sixes, "ones": ones, "last": last}

    assert solve(rule).unresolved == 0
