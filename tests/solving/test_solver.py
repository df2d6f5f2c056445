"""The solver against every face: rules of the games, and odd rules that nobody would play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb
from operator import xor
from typing import Any

import pytest

from sixfold import parse
from sixfold.base.bounds import DICE_IN_A_HAND
from sixfold.errors import OddsError, RuleError
from sixfold.rules.dice import D6, D10, Die
from sixfold.rules.folds import (
    Fold,
    at_least,
    highest,
    lowest,
    nth_highest,
    of_a_kind,
    showing,
    total,
    without_highest,
)
from sixfold.rules.late import clamp
from sixfold.rules.table import Table, Values
from sixfold.solving.context import _place
from sixfold.solving.counting.hands import ways_of
from sixfold.solving.counting.packed import Ways
from sixfold.solving.counting.ranks import RankedHands
from sixfold.solving.odds import Odds
from sixfold.solving.solver import Solution, solve
from tests.solving.exhaustive import Row, exhaust

D3 = Die(3)


def rows(solution: Solution) -> dict[Row, Fraction]:
    return {
        tuple(sorted(zip(solution.fields, values, strict=True))): Fraction(number, solution.scale)
        for values, number in solution.rows.items()
    }


def same(rule: Callable[..., Values], most: int = 8, **options: Any) -> None:
    """The solver and every face agree; where a path is too long, within what was left out."""
    truth, cut = exhaust(rule, most, **options)
    solution = solve(rule, **options)
    found = rows(solution)
    assert sum(truth.values()) + cut == 1
    if not cut:
        assert found == truth
        assert solution.unresolved == 0
        return
    for row in {*found, *truth}:
        got, known = found.get(row, Fraction(0)), truth.get(row, Fraction(0))
        assert known - solution.unresolved <= got <= known + cut, row


def read_twice(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    first = table.read(hand, highest(1))
    second = table.read(hand, total())
    return {"highest": first, "total": second}


def read_the_same_twice(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    first = table.read(hand, total())
    second = table.read(hand, total())
    return {"first": first, "second": second, "difference": first - second}


def read_twice_after_a_decision(table: Table) -> Values:
    hand = table.roll(3, "dice")
    first = table.read(hand, total())
    if first < 10:
        return {"total": first, "pair": False}
    pair = table.read(hand, of_a_kind(2))
    return {"total": first, "pair": pair}


def read_three_times(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    pair = table.read(hand, of_a_kind(2))
    low = table.read(hand, lowest(1))
    high, again = table.read(hand, highest(1), of_a_kind(2))
    return {"pair": pair, "low": low, "high": high, "again": again}


def no_dice(table: Table) -> Values:
    hand = table.roll(0, "none")
    everything, best, low = table.read(hand, total(), highest(3), lowest(2))
    any_pair, at_least_none, at_least_one = table.read(hand, of_a_kind(2), at_least(6, 0), at_least(6, 1))
    return {"a": everything, "b": best, "c": low, "d": any_pair, "e": at_least_none, "f": at_least_one}


def fewer_than_no_dice(table: Table) -> Values:
    nothing = table.read(table.roll(-2, "none"), total())
    something = table.read(table.roll(1, "one"), total())
    return {"total": nothing + something}


def never_read(table: Table) -> Values:
    table.roll(5, "unread")
    return {"always": 1}


def thrown_by_thrown(table: Table) -> Values:
    many = table.read(table.roll(1, "how many", D3), total())
    sum_ = table.read(table.roll(many - 1, "that many"), total())
    return {"many": many, "sum": sum_}


def compared(sign: str) -> Callable[[Table], Values]:
    def rule(table: Table) -> Values:
        a = table.read(table.roll(2, "a"), total())
        b = table.read(table.roll(1, "b"), total())
        answers = {
            ">": lambda: a > 2 * b,
            ">=": lambda: a >= 2 * b,
            "<": lambda: a < 2 * b,
            "<=": lambda: a <= 2 * b,
            "==": lambda: a == 2 * b,
            "!=": lambda: a != 2 * b,
        }
        return {"answer": bool(answers[sign]())}

    return rule


def against_numbers(table: Table) -> Values:
    x = table.read(table.roll(2, "x"), total())
    y = 3 - 2 * x
    return {
        "above": y > -10,
        "equal": y == -11,
        "odd": y == -10,
        "beside": x != 7,
        "true": bool(x - 7),
        "at most": y <= -17,
        "below": x < 4,
    }


def arithmetic(table: Table) -> Values:
    x = table.read(table.roll(2, "x", D3), total())
    y = table.read(table.roll(1, "y"), total())
    return {
        "sum": x + y,
        "difference": 5 - x + y - 1,
        "product": (x - 4) * (y - 3),
        "twice": 2 * x + x * 3,
        "nothing": x * 0,
        "minus": -x,
        "plus": +y,
    }


def halves(table: Table) -> Values:
    x = table.read(table.roll(2, "x"), total())
    return {"half": (x - 9) // 2, "rest": x % 3, "both": sum(divmod(x, 4)), "size": abs(x - 7), "back": 20 // x}


def extremes(table: Table) -> Values:
    x = table.read(table.roll(2, "x"), total())
    y = table.read(table.roll(1, "y"), total())
    return {"max": max(x, 2 * y), "min": min(x - y, 3), "clamped": max(2, min(5, y))}


def one_alone_and_in_a_sum(table: Table) -> Values:
    x = table.read(table.roll(1, "x"), total())
    y = table.read(table.roll(1, "y"), total())
    return {"x": x, "sum": x + y}


def sum_before_one_alone(table: Table) -> Values:
    x = table.read(table.roll(1, "x"), total())
    y = table.read(table.roll(1, "y"), total())
    return {"sum": x + y, "y": y, "x": x}


def decided_and_open(table: Table) -> Values:
    x = table.read(table.roll(1, "x"), total())
    if x == 6:
        more = table.read(table.roll(1, "more"), total())
        return {"x": x, "total": x + max(0, more - 3)}
    return {"x": x, "total": x}


def scaled_together(table: Table) -> Values:
    x = table.read(table.roll(2, "x", D3), total())
    return {"once": x, "twice": 2 * x + 1, "minus": 4 - x}


def sums_of_two(table: Table) -> Values:
    x = table.read(table.roll(1, "x", D3), total())
    y = table.read(table.roll(1, "y"), total())
    return {"sum": x + y, "difference": x - y}


def two_sums(table: Table) -> Values:
    high, low, rest = table.read(table.roll(3, "dice"), highest(1), lowest(2), without_highest(1))
    return {"high": high, "low": low, "rest": rest}


def many_folds(table: Table) -> Values:
    hand = table.roll(4, "dice", D3)
    answers = table.read(
        hand, nth_highest(2), at_least(3, 2), of_a_kind(3), showing(">=", 2), showing("=", 1, lowest(2)), highest(3)
    )
    return dict(zip("abcdef", answers, strict=True))


def kinds(table: Table) -> Values:
    hand = table.roll(5, "dice", D3)
    folds = (of_a_kind(3), of_a_kind(2, after=2), of_a_kind(2, among=3), of_a_kind(3, among=3, lowest=True))
    return dict(zip("abcd", table.read(hand, *folds), strict=True))


def picked(table: Table) -> Values:
    first, second = table.pick(table.roll(3, "dice"), 2, lambda two: (two[0] == two[1], sum(two)))
    return {"first": first, "second": second}


def picked_from_few(table: Table) -> Values:
    return {"all": sum(table.pick(table.roll(2, "dice"), 3, sum)), "none": len(table.pick(table.roll(2, "x"), 0, sum))}


def chained(table: Table) -> Values:
    (sixes, ones), last = table.again(1, "wild", (6, 1))
    return {"net": sixes - ones, "last": last}


def chained_at_most(most: int) -> Callable[[Table], Values]:
    def rule(table: Table) -> Values:
        (high, low), last = table.again(1, "die", (3, 1), most=most)
        return {"high": high, "low": low, "last": last, "sum": 3 * high + low + last}

    return rule


def chained_hands(table: Table) -> Values:
    (doubles,), last = table.again(2, "pair", (6,), highest(1), most=2)
    return {"doubles": doubles, "last": last}


def raced(table: Table) -> Values:
    def step(table: Table, tallies: tuple[int, int]) -> tuple[int, int]:
        face = table.read(table.roll(1, "step", D3), total())
        won, lost = tallies
        return (won + 1, lost) if face == 3 else (won, lost + face)

    (won, lost), steps = table.repeat(step, (0, 0), lambda tallies: tallies[0] >= 2 or tallies[1] >= 3, counted=True)
    return {"won": won, "lost": lost, "steps": steps}


def repeated_with_a_mark(table: Table) -> Values:
    def step(table: Table, state: tuple[int, bool]) -> tuple[int, bool]:
        face = table.read(table.roll(1, "step", D3), total())
        gained, marked = state
        return gained + face - 1, marked or face == 1

    (gained, marked), steps = table.repeat(step, (0, False), lambda state: state[0] >= 2, counted=True)
    return {"gained": gained, "marked": marked, "steps": steps}


def played(table: Table) -> Values:
    (low,) = table.play(two_sums, ("low",))
    (many,) = table.play(thrown_by_thrown, ("many",))
    return {"low": low, "sum": low + many}


def yes_and_no_as_numbers(table: Table) -> Values:
    high, pair = table.read(table.roll(3, "dice"), highest(1), of_a_kind(2))
    other = table.read(table.roll(1, "other"), total())
    big = other >= 5
    return {
        "count": pair + big + (high == 6),
        "difference": pair - big,
        "minus": 3 - big,
        "twice": 2 * pair,
        "more": pair > big,
        "either": pair | big,
        "both": big & pair,
        "one": pair ^ (other == 2),
        "same": pair == big,
        "not": not big,
        "int": int(pair),
    }


def beyond_whole_numbers(table: Table) -> Values:
    x: Any = table.read(table.roll(1, "x"), total())
    return {
        "at least": x >= 2.5,
        "above": x > Fraction(5, 2),
        "below": x < 4.0,
        "at most": x <= 3.999,
        "equal": x == 3.0,
        "never equal": x == 3.5,
        "not": x != Fraction(7, 2),
        "endless": x < float("inf"),
        "nothing": x == object(),
        "half": round(x * 0.5 * 100),
        "divided": int(x / 2),
        "square": x**2 + 2**x,
        "rounded": round(x) + round(x, -1),
    }


def looked_at(table: Table) -> Values:
    x = table.read(table.roll(1, "x"), total())
    names = {1: "one", 2: "two"}
    return {
        "name": names.get(x, "many"),
        "list": "abcdefg"[x],
        "text": f"{x:+d} {x} {x > 3}",
        "member": x in (1, 4, 6),
        "set": len({x, x + 0, x > 3}),
        "sorted": "".join(map(str, sorted([x, 3, 7 - x]))),
        "range": sum(range(x)),
        "clamped": clamp(x - 3, 0, 2),
        "from below": clamp(x, 3),
    }


def late_numbers_in_questions(table: Table) -> Values:
    n = table.read(table.roll(1, "n"), total())
    m = table.read(table.roll(1, "m", D3), total())
    hand = table.roll(3, "dice", D3)
    out, twos, kind = table.read(hand, without_highest(n - 1), at_least(2, m), of_a_kind(n, among=m))
    shown = table.read(table.roll(2, "shown", D3), showing(">=", m))
    return {"out": out, "twos": twos, "kind": kind, "shown": shown, "n": n}


def late_numbers_of_one_hand(table: Table) -> Values:
    best, rest = table.read(table.roll(2, "first", D3), highest(1), without_highest(1))
    return dict(zip("ab", table.read(table.roll(3, "dice", D3), highest(best), at_least(3, rest)), strict=True))


def read_then_picked(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    high = table.read(hand, highest(1))
    first, second = table.pick(hand, 2, lambda two: (two[0] == two[1], sum(two)))
    low = table.read(hand, lowest(1))
    return {"high": high, "first": first, "second": second, "low": low}


def picked_then_read(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    (one,) = table.pick(hand, 1, lambda one: one[0] == 2)
    three, most = table.read(hand, total(), of_a_kind(3))
    if one == 2 and three > 5:
        return {"one": one, "three": three, "most": most}
    return {"one": 0, "three": one + three, "most": most}


def repeated_with_late_numbers(table: Table) -> Values:
    bonus = table.read(table.roll(1, "bonus", D3), total())

    def step(table: Table, gained: int) -> Any:
        face = table.read(table.roll(1, "step", D3), total())
        return gained + face + bonus if bonus > 1 else gained + face

    gained, steps = table.repeat(step, 0, lambda gained: gained >= bonus + 2, counted=True)
    return {"bonus": bonus, "gained": gained, "steps": steps}


def played_with_late_numbers(table: Table) -> Values:
    many = table.read(table.roll(1, "many", D3), total())

    def inner(table: Table, size: int, high: bool) -> Values:
        sum_ = table.read(table.roll(size, "inner", D3), highest(1) if high else total())
        return {"sum": sum_ + many, "word": "much" if sum_ > 3 else "little", "none": None}

    sum_, word, none = table.play(inner, ("sum", "word", "none"), size=many, high=many == 2)
    return {"many": many, "sum": sum_, "word": word if many > 1 else "-", "none": none is None}


def names_and_numbers(table: Table) -> Values:
    def inner(table: Table) -> Values:
        x = table.read(table.roll(2, "inner", D3), total())
        return {"word": "high" if x > 4 else "low", "x": x, "even": x % 2 == 0}

    word, x, even = table.play(inner, ("word", "x", "even"))
    return {"word": word.upper(), "sum": x + len(word), "even": even}


def compared_in_the_outcome(table: Table) -> Values:
    x = table.read(table.roll(2, "x", D3), total())
    y = table.read(table.roll(2, "y", D3), total())
    return {"sum": x + y, "at least": x + y >= 7, "ahead": x > y, "exactly": x + y == 6, "less": 2 * x - y < 4}


def told(table: Table) -> Values:
    x = table.read(table.roll(1, "x"), total())
    table.tell("X1", "{x} and {more}", when=x > 3, x=x, more=lambda: x + 1)
    return {"x": x}


def one(table: Table) -> Any:
    return table.read(table.roll(1, "one"), total())


def numbers_of_the_rule_around(table: Table) -> Values:
    x = one(table)

    def inner(table: Table, bonus: int) -> Values:
        y = one(table)
        return {"hit": y >= x, "sum": y + x, "less": x - y, "x": x, "big": x > 3, "bonus": bonus, "same": x == y}

    return dict(
        zip(
            "abcdefg", table.play(inner, ("hit", "sum", "less", "x", "big", "bonus", "same"), bonus=x // 3), strict=True
        )
    )


def repeated_around_a_number(table: Table) -> Values:
    goal = one(table)
    points, steps = table.repeat(lambda table, n: n + 1 + (one(table) > goal), 0, lambda n: n >= 2, counted=True)
    return {"points": points, "steps": steps, "goal": goal}


def picked_by_a_late_number(table: Table) -> Values:
    hand = table.roll(2, "hand")
    high = table.read(hand, highest(1))
    (picked,) = table.pick(hand, 1, lambda dice: dice[0] != high)
    other = one(table)
    (beside,) = table.pick(table.roll(2, "other", D3), 1, lambda dice: dice[0] if other >= 3 else -dice[0])
    return {"high": high, "picked": picked, "beside": beside}


def values_in_another_order(table: Table) -> Values:
    x = one(table)
    if x >= 5:
        return {"a": 1, "b": x >= 6}
    return {"b": x >= 3, "a": x}


def options_with_numbers_in_them(table: Table) -> Values:
    x = one(table)

    def inner(table: Table, goals: tuple[int, ...], names: list[int]) -> Values:
        y = one(table)
        return {"hit": y >= goals[1], "pair": (y, goals[0]), "many": len(names) + names[0]}

    hit, pair, many = table.play(inner, ("hit", "pair", "many"), goals=(3, x), names=[x, 2])
    return {"hit": hit, "pair": pair[0] + pair[1], "many": many}


def the_same_value_twice(table: Table) -> Values:
    (sixes, ones, again), last = table.again(1, "die", (6, 1, 6), most=2)
    return {"sixes": sixes, "ones": ones, "again": again, "last": last}


def read_again_after_a_comparison(table: Table) -> Values:
    mine, theirs = table.roll(2, "mine", D3), table.roll(2, "theirs", D3)
    a, b = table.read(mine, highest(1)), table.read(theirs, highest(1))
    ahead = 1 if a > b else 0
    low, all_of_them = table.read(theirs, lowest(1)), table.read(mine, total())
    return {"ahead": ahead, "low": low, "total": all_of_them}


def held_between_late_bounds(table: Table) -> Values:
    x, y = one(table), one(table)
    return {"a": clamp(x, y), "b": clamp(x, 1, y), "c": clamp(5, y), "d": clamp(3, 1, y)}


def bits_and_powers(table: Table) -> Values:
    x = one(table)
    big = x >= 4
    return {
        "odd": x & 1, "or": 8 | x, "xor": xor(x, 3),
        "left": x << 1, "right": 64 >> x, "not": ~x, "bits": x.bit_length(),
        "power": 2**big, "half": int(big / 1), "floor": big // 1, "rest": big % 2, "abs": abs(big), "round": round(big),
        "shown": f"{x!r} {[x, big]}", "decimal": x == Decimal(2), "more": x > Decimal("2.5"),
    }  # fmt: skip


def many_dice_one_by_one(table: Table) -> Values:
    return {"hits": sum(one(table) >= 5 for _ in range(3)), "sum": sum(one(table) for _ in range(2))}


def decided(table: Table) -> Values:
    x = table.read(table.roll(1, "x"), total())
    return {"x": x, "chosen": table.choose("which?", ("a", "b"), 1)}


def tens(table: Table) -> Values:
    x = table.read(table.roll(1, "x", D10), total())
    y = table.read(table.roll(2, "y", Die(6, reroll=frozenset({1, 2}), once=True)), highest(1))
    return {"x": x, "y": y}


ODD_RULES = [
    read_twice, read_the_same_twice, read_twice_after_a_decision, read_three_times, no_dice, fewer_than_no_dice,
    never_read, thrown_by_thrown, against_numbers, arithmetic, halves, extremes, one_alone_and_in_a_sum,
    sum_before_one_alone, decided_and_open, scaled_together, sums_of_two, two_sums, many_folds, kinds, picked,
    picked_from_few, chained, chained_hands, raced, played, decided, tens, yes_and_no_as_numbers,
    beyond_whole_numbers, looked_at, late_numbers_in_questions, late_numbers_of_one_hand, read_then_picked,
    picked_then_read, repeated_with_late_numbers, played_with_late_numbers, names_and_numbers,
    compared_in_the_outcome, told, numbers_of_the_rule_around, repeated_around_a_number, picked_by_a_late_number,
    values_in_another_order, options_with_numbers_in_them, the_same_value_twice, read_again_after_a_comparison,
    held_between_late_bounds, bits_and_powers, many_dice_one_by_one,
]  # fmt: skip


@pytest.mark.parametrize("rule", ODD_RULES, ids=[rule.__name__ for rule in ODD_RULES])
def test_odd_rules(rule: Callable[[Table], Values]) -> None:
    """Whatever a rule does with its dice, the solver gives what every face gives."""
    same(rule, 6 if rule is chained else 8)


@pytest.mark.parametrize("sign", [">", ">=", "<", "<=", "==", "!="])
def test_comparing_two_open_numbers(sign: str) -> None:
    """Two numbers that are both still open compare as they would on the table."""
    same(compared(sign))


@pytest.mark.parametrize("most", [1, 2, 3])
def test_chains_that_end(most: int) -> None:
    """A chain with a longest run is exact to the last fraction."""
    same(chained_at_most(most))


def test_games_that_stand_still() -> None:
    """A step that gains nothing is repeated; both bounds hold."""
    same(repeated_with_a_mark, 7)


def test_a_hand_read_twice_is_the_same_dice() -> None:
    """Reading again sees the same dice: a total never falls below the highest die seen before."""
    assert all(row[1] >= row[0] + 2 for row in solve(read_twice).rows)
    assert solve(read_the_same_twice).rows.keys() == {(n, n, 0) for n in range(3, 10)}


def test_no_dice_are_a_total_of_zero() -> None:
    """Dice of no size are a total of 0, never a lost branch."""
    assert rows(solve(no_dice)) == {
        (("a", 0), ("b", 0), ("c", 0), ("d", False), ("e", True), ("f", False)): Fraction(1),
    }


def outer_table_in_a_repeat(table: Table) -> Values:
    points = table.repeat(lambda _, n: n + 1 + (one(table) >= 4), 0, lambda n: n >= 2)
    return {"points": points}


def outer_table_in_a_play(table: Table) -> Values:
    (x,) = table.play(lambda _: {"x": one(table)}, ("x",))
    return {"x": x}


def outer_hand_in_a_play(table: Table) -> Values:
    hand = table.roll(2, "hand")
    (x,) = table.play(lambda inner: {"x": inner.read(hand, total())}, ("x",))
    return {"x": x}


@pytest.mark.parametrize("rule", [outer_table_in_a_repeat, outer_table_in_a_play, outer_hand_in_a_play])
def test_the_wrong_table_is_refused(rule: Callable[[Table], Values]) -> None:
    """A rule inside another one that throws at the outer table would be counted wrongly."""
    with pytest.raises(RuleError) as caught:
        solve(rule)
    assert caught.value.code == "rule/table"


NO_OUTCOMES: list[Callable[[Table], Any]] = [
    lambda table: {"pair": (one(table), 1)},
    lambda table: {"list": [one(table)]},
    lambda table: {"none": None},
    lambda table: None,
    lambda table: 0.5,
    lambda table: {"a": 1} if one(table) > 3 else {"a": 1, "b": 2},
    lambda table: {"a": 1} if one(table) > 3 else {"c": 1},
]


@pytest.mark.parametrize("at", range(len(NO_OUTCOMES)))
def test_what_is_no_outcome_is_refused(at: int) -> None:
    """An outcome has the same names whatever the dice show, and whole numbers, names, yes or no."""
    with pytest.raises(RuleError) as caught:
        solve(NO_OUTCOMES[at])
    assert caught.value.code == "rule/outcome"


def test_many_single_dice_are_one_sum() -> None:
    """Twenty dice read one by one and counted are a binomial distribution, not a million rows."""
    solution = solve(lambda table: {"hits": sum(one(table) >= 5 for _ in range(20))})
    assert rows(solution) == {(("hits", n),): Fraction(comb(20, n) * 2 ** (20 - n), 3**20) for n in range(21)}


def test_a_game_without_gains_is_refused() -> None:
    """A game in which nothing is ever gained would never end."""

    def rule(table: Table) -> Values:
        _, steps = table.repeat(lambda table, n: n, 0, lambda n: n > 0, counted=True)
        return {"steps": steps}

    with pytest.raises(RuleError) as caught:
        solve(rule)
    assert caught.value.code == "rule/endless"


def test_explain_too_large_is_refused() -> None:
    """An answer that would cost more than one evaluation's work is refused."""

    def rule(table: Table) -> Values:
        hand = table.roll(DICE_IN_A_HAND, "dice", Die(1000))
        return dict(zip("abcd", table.read(hand, highest(40), lowest(30), nth_highest(50), of_a_kind(5)), strict=True))

    with pytest.raises(OddsError) as caught:
        solve(rule)
    assert caught.value.code == "odds/too-large"


@pytest.mark.parametrize(
    "text",
    [
        "ten +1", "ten superior 1 chaos=kept", "ten inferior 1", "ten attack damage 1d6 -7", "ten chaos",
        "ten extended threshold 1", "skew 1 high vs 11", "skew reroll=once", "skew pool 3d6 1 low good 1",
        "skew percentile",
        "skew initiative bad 1 reroll=once", "wild 1D+1 vs 4", "wild 3D", "wild initiative 2D cancelled=zero",
        "wild attack 3D vs 9 third=code", "hs 3 ranks 1 edge 2 cuts", "hs 0d", "odgs vs 13 +2 advantage 2 combat",
        "odgs voluntary score 9 disadvantage 1 worst=avoid", "odgs opposed vs 11 target +1 literal adv 1",
        "dice 3d6!", "dice 4d6kh3+2", "dice 2d4ro1*d6", "dice (2d6>=3)*d4", "dice 2d6r1", "dice (d4-2)*(d4-2)-d6//2",
    ],
)  # fmt: skip
def test_rules_of_the_games(text: str) -> None:
    """The rules as they are written give the same on the slow table as in the solver."""
    check = parse(text)
    same(check.rule.play, 6, **check.arguments)


def test_the_twin_sees_all_faces() -> None:
    """The slow table itself: two dice have 21 hands, and a die of six sides six."""

    def rule(table: Table) -> Values:
        a, b = table.read(table.roll(2, "dice", D6), highest(1), lowest(1))
        return {"a": a, "b": b}

    truth, cut = exhaust(rule)
    assert len(truth) == 21
    assert cut == 0
    assert truth[("a", 6), ("b", 6)] == Fraction(1, 36)


SHARING = (
    *("ten superior 2", "wild 4D", "skew task 3 high", "hs 6d 3 cuts", "ten extended threshold 3"),
    *("dice 2d6!", "dice {2d6!,1d8!}kh1", "dice {2d6!,1d8}+3d10!>=9", "dice 3d6!kh2"),
)
"""Checks of dice that end, that are endless, and of several kinds."""


@pytest.mark.parametrize("text", SHARING)
def test_what_solutions_share(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of hands that were counted for another one counts none of them again, and is answered as if alone."""
    check, counted = parse(text), []

    def counting(groups: Sequence[tuple[int, RankedHands]], folds: Sequence[Fold[Any]]) -> Ways:
        counted.append(folds)
        return ways_of(groups, folds)

    for module in ("hand", "hand_answers"):
        monkeypatch.setattr(f"sixfold.solving.{module}.ways_of", counting)
    _place.cache_clear()
    alone = solve(check.rule.play, **check.arguments)
    assert counted
    counted.clear()
    again = solve(check.rule.play, **check.arguments)
    assert not counted
    assert Odds(check, again) == Odds(check, alone)


@pytest.mark.parametrize("text", SHARING)
def test_what_is_shared_hangs_on_how_far_throws_are_followed(text: str) -> None:
    """Solved roughly or finely before, with less or more width, a check is answered as if alone."""
    check = parse(text)
    tolerances = [Fraction(1, 10**digits) for digits in (2, 12, 30, 4)]
    together, alone = list[Odds](), list[Odds]()
    for solutions in (together, alone):
        _place.cache_clear()
        for tolerance in tolerances:
            solutions.append(Odds(check, solve(check.rule.play, tolerance, **check.arguments)))
            if solutions is alone:
                _place.cache_clear()
    assert together == alone


def test_folds_and_rules_of_authors_are_not_shared() -> None:
    """They may hang on more than their attributes, so each solution asks a fold, and follows a rule, anew."""
    worth = {6: 1}

    class Worth(Fold[int]):
        answers = int

        def start(self, size: int) -> int:
            return 0

        def step(self, state: int, face: int, count: int) -> int:
            return state + worth.get(face, 0) * count

        def end(self, state: int) -> int:
            return state

    def rule(table: Table) -> Values:
        return {"total": table.read(table.roll(1), Worth())}

    def outer(table: Table) -> Values:
        return {"total": table.play(rule, "total") * 1}

    assert solve(rule).rows == solve(outer).rows == {(0,): 5, (1,): 1}
    worth[6] = 2
    assert solve(rule).rows == solve(outer).rows == {(0,): 5, (2,): 1}
