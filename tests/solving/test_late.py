"""Hands that hang on numbers which are not decided: read for all values of these side by side, as every face gives."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sixfold.rules.dice import Die
from sixfold.rules.folds import (
    at_least,
    highest,
    lowest,
    of_a_kind,
    pairs_lost,
    pairs_won,
    showing,
    successes,
    total,
    without_highest,
)  # fmt: skip
from sixfold.rules.late import clamp
from sixfold.rules.table import Table, Values
from sixfold.solving.solver import solve
from sixfold.systems.ten import rules as ten
from sixfold.systems.wild import rules as wild
from tests.solving.exhaustive import exhaust

COIN, D3 = Die(2), Die(3)


def followed(rule: Callable[..., Any], /, **options: Any) -> int:
    """How many paths of a rule the solver follows."""
    paths = 0

    def counted(table: Table, **options: Any) -> Any:
        nonlocal paths
        paths += 1
        return rule(table, **options)

    counted.__module__ = ten.__name__  # nobody watches whether it changes what is around it, as it does
    solve(counted, **options)
    return paths


def throw(table: Table, dice: int = 1, die: Die = D3) -> int:
    return table.read(table.roll(dice, "number", die), total())


# -- rules ---------------------------------------------------------------------------------------------------


def so_many_dice(table: Table) -> Values:
    number = throw(table)
    return {"number": number, "sum": table.read(table.roll(number - 1, "dice", COIN), total())}


def so_many_dice_of_which_nothing_is_left(table: Table) -> Values:
    return {"sum": table.read(table.roll(throw(table) - 5, "dice", COIN), total())}


def number_in_a_sum(table: Table) -> Values:
    number = throw(table, 2, COIN)
    total_of_all = number + table.read(table.roll(number - 2, "dice", D3), total())
    return {"total": total_of_all, "reached": total_of_all >= 5, "exactly": total_of_all == 4, "number": number}


def cut_and_asked(table: Table) -> Values:
    cut, most = throw(table), throw(table, 1, COIN)
    rest, high, low = table.read(
        table.roll(3, "dice", D3), without_highest(cut), at_least(3, cut - 1), at_least(1, 3 - cut)
    )
    return {"rest": rest + most, "high": high, "low": low, "cut": cut}


def two_draws(table: Table) -> Values:
    best, many = table.read(table.roll(2, "dice", D3), highest(throw(table)), at_least(3, throw(table, 1, COIN)))
    return {"best": best, "many": many}


def one_number_of_two_draws(table: Table) -> Values:
    a, b = throw(table), throw(table, 1, COIN)
    return {"best": table.read(table.roll(2, "dice", D3), highest(clamp(a - b, 0, 3))), "a": a}


def size_and_cut(table: Table) -> Values:
    number = throw(table)
    return {"rest": table.read(table.roll(number, "dice", D3), lowest(4 - number)), "number": number}


def nothing_summed(table: Table) -> Values:
    number = throw(table, 2)
    return {"alike": table.read(table.roll(3, "dice", COIN), of_a_kind(number - 2)), "number": number}


def never_looked_at(table: Table) -> Values:
    number = throw(table)
    table.roll(number, "dice", D3)
    return {"number": number}


def read_again(table: Table) -> Values:
    number = throw(table)
    hand = table.roll(3, "dice", COIN)
    best = table.read(hand, highest(number - 1))
    ones = table.read(hand, showing("=", 1))
    return {"best": best, "ones": ones, "number": number, "again": table.read(hand, highest(number - 1))}


def read_again_by_the_number(table: Table) -> Values:
    number = throw(table)
    hand = table.roll(number, "dice", COIN)
    sum_ = table.read(hand, total())
    return {"sum": sum_, "best": table.read(hand, highest(number - 1)), "size": hand.size}


def picked_after(table: Table) -> Values:
    hand = table.roll(throw(table), "dice", D3)
    sum_ = table.read(hand, total())
    return {"sum": sum_, "best": sum(table.pick(hand, 1, sum))}


def thrown_again_after(table: Table) -> Values:
    number = throw(table)
    hand = table.roll(2, "dice", D3)
    best = table.read(hand, highest(number - 1))
    return {"before": best, "after": table.read(table.rethrow(hand, {1}), total())}


def thrown_again_unread(table: Table) -> Values:
    return {"sum": table.read(table.rethrow(table.roll(throw(table), "dice", COIN), {1}), total())}


def paired_after(table: Table) -> Values:
    number = throw(table, 1, COIN)
    mine = table.roll(number, "mine", COIN)
    sum_ = table.read(mine, total())
    higher, lower = table.read((mine, table.roll(2, "theirs", COIN)), pairs_won(), pairs_lost())
    return {"sum": sum_, "higher": higher, "lower": lower}


def drawn_by_a_number(table: Table) -> Values:
    number = throw(table)
    return {"kinds": table.read(table.draw([2, 2], 2), showing("=", clamp(number, 1, 2))), "number": number}


def in_a_fold_that_is_no_cut(table: Table) -> Values:
    return {"many": table.read(table.roll(2, "dice", D3), successes(throw(table)))}


def parted_before(table: Table) -> Values:
    number = throw(table, 2, COIN)
    hand = table.roll(number, "dice", COIN)
    if number > 3:
        return {"sum": table.read(hand, total()) + number}
    return {"sum": table.read(hand, highest(number - 1))}


def parted_after(table: Table) -> Values:
    number = throw(table, 2, COIN)
    sum_ = table.read(table.roll(number, "dice", COIN), total())
    return {"sum": sum_, "half": sum_ // 2} if number > 2 and sum_ > 4 else {"sum": sum_, "half": number}


def inside_another(table: Table) -> Values:
    number = throw(table)

    def inner(table: Table) -> Values:
        sum_ = table.read(table.roll(number, "dice", COIN), total())
        return {"sum": sum_, "best": table.read(table.roll(2, "more", COIN), highest(sum_ - 1))}

    sum_, best = table.play(inner, ("sum", "best"))
    return {"sum": sum_ + number, "best": best}


def in_a_game(table: Table) -> Values:
    def step(table: Table, state: tuple[int, int]) -> tuple[int, int]:
        gained, dice = state
        return gained + table.read(table.roll(dice, "dice", COIN), at_least(2, dice - 1)), dice % 2 + 1

    gained, dice = table.repeat(step, (0, 1), lambda state: state[0] > 1, most=3)
    return {"gained": gained, "dice": dice}


LATE = [
    so_many_dice, so_many_dice_of_which_nothing_is_left, number_in_a_sum, cut_and_asked, two_draws,
    one_number_of_two_draws, size_and_cut, nothing_summed, never_looked_at, read_again, read_again_by_the_number,
    picked_after, thrown_again_after, thrown_again_unread, paired_after, drawn_by_a_number,
    in_a_fold_that_is_no_cut, parted_before, parted_after, inside_another, in_a_game,
]  # fmt: skip


@pytest.mark.parametrize("rule", LATE, ids=[rule.__name__ for rule in LATE])
def test_what_hangs_on_a_number_is_what_every_face_gives(rule: Callable[[Table], Values]) -> None:
    """Hands of so many dice, and questions with such numbers, equal the play over every face."""
    found, left_out = exhaust(rule)
    solution = solve(rule)
    assert not left_out and not solution.unresolved
    assert {
        tuple(sorted(zip(solution.fields, row, strict=True))): Fraction(ways, solution.scale)
        for row, ways in solution.rows.items()
    } == found


@pytest.mark.parametrize(
    "rule", [so_many_dice, number_in_a_sum, cut_and_asked, size_and_cut, never_looked_at, drawn_by_a_number]
)
def test_a_number_that_is_read_by_divides_no_path(rule: Callable[[Table], Values]) -> None:
    """A hand that hangs on a number is read on one path, whatever the number is."""
    assert followed(rule) == 1


def test_games_of_the_package_divide_into_few_paths() -> None:
    """A test has three paths: critical, plain and blunder; a roll of a pool has one, and six with its longest rolls."""
    assert followed(ten.test, skew=4) == 3
    assert followed(wild.roll, dice=5) == 1 + 6


def test_a_number_of_many_values_beside_a_long_sum_is_decided() -> None:
    """Where the answers side by side would be more than paths cost, each value has its path."""

    def rule(table: Table) -> Values:
        worth, many = table.read(table.roll(20, "dice"), total(), at_least(6, 4))
        return {"sum": worth + table.read(table.roll(2 + many, "more"), total())}

    def apart(table: Table) -> Values:
        worth, many = table.read(table.roll(20, "dice"), total(), at_least(6, 4))
        return {"sum": worth + table.read(table.roll(3 if many else 2, "more"), total())}

    assert followed(rule) == followed(apart) == 2
    mine, theirs = solve(rule), solve(apart)
    assert {row: Fraction(ways, mine.scale) for row, ways in mine.rows.items()} == {
        row: Fraction(ways, theirs.scale) for row, ways in theirs.rows.items()
    }


def test_exploding_dice_of_a_late_number_keep_their_bound() -> None:
    """Dice that can explode for ever are followed value by value, with what is left out told as before."""

    def rule(table: Table) -> Values:
        return {"sum": table.read(table.roll(throw(table), "dice", Die(3, explode=[3])), total())}

    found, left_out = exhaust(rule, 9)
    solution = solve(rule, Fraction(1, 1000))
    assert 0 < solution.unresolved <= Fraction(1, 1000)
    for ((_, value),), chance in found.items():
        ways = Fraction(solution.rows.get((value,), 0), solution.scale)
        assert abs(ways - chance) <= left_out + solution.unresolved


class Wall:
    """A value of an author that compares itself with numbers."""

    def __init__(self, height: int) -> None:
        self.height = height

    def __gt__(self, number: int) -> bool:
        return self.height > int(number)

    def __le__(self, number: int) -> bool:
        return self.height <= int(number)


def test_a_value_that_compares_itself_is_asked() -> None:
    """A number leaves a comparison to a value of an author that knows how, whichever stands first."""
    asked: list[Callable[[Any, Wall], object]] = [
        lambda number, wall: number < wall,
        lambda number, wall: number >= wall,
        lambda number, wall: wall > number,
    ]
    for compare in asked:

        def rule(table: Table, compare: Callable[[Any, Wall], object] = compare) -> Values:
            return {"over": bool(compare(throw(table), Wall(3)))}

        solution = solve(rule)
        chances, _ = exhaust(rule)
        assert {(("over", row[0]),): Fraction(ways, solution.scale) for row, ways in solution.rows.items()} == chances


@pytest.mark.parametrize("die", [Die(6), Die(6, explode=6)], ids=["plain", "exploding"])
@pytest.mark.parametrize("compare", [operator.ge, operator.gt, operator.le, operator.lt, operator.eq, operator.ne])
def test_dice_are_compared_with_numbers_of_any_size(compare: Any, die: Die) -> None:
    """A bound far beyond all dice, also beyond the largest float, is passed by none of them, and costs nothing."""

    def rule(table: Table, far: int) -> Values:
        number = table.read(table.roll(3, "dice", die), total())
        return {"plain": compare(number, far), "minus": compare(-2 * number, -far), "half": compare(number // 2, far)}

    for far in (10**13, 10**400, -(10**13), -(10**400)):
        (found,) = solve(rule, far=far).rows
        assert found == (compare(0, far), compare(0, -far), compare(0, far))
