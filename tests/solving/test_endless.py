"""Endless throws: what lies beyond the length to which they are followed is known in part, and counted in full."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from sixfold import Odds, odds
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.written_chances import read_figure
from sixfold.checks.check import parse
from sixfold.errors import BoundsError, OddsError, RuleError
from sixfold.rules.dice import Die
from sixfold.rules.folds import (
    Fold,
    ask,
    at_least,
    highest,
    lowest,
    of_a_kind,
    pairs_won,
    score,
    sets,
    showing,
    successes,
    total,
)
from sixfold.rules.interval import UNKNOWN, Interval, Undecided, Unknown
from sixfold.rules.late import clamp
from sixfold.rules.rule import System
from sixfold.rules.table import Table, Values
from sixfold.solving.events import Event
from sixfold.solving.solver import Solution, solve
from sixfold.study.budget import Budget
from sixfold.study.claims import Citation, Claim
from sixfold.study.questions.audit import audit
from sixfold.study.questions.compare import compare
from sixfold.study.questions.equivalent import equivalent
from sixfold.study.questions.grid import table
from sixfold.study.questions.need import need

WIDE = "1/1000"
"""A tolerance at which a bound that is mistaken for the value shows at once."""

THROWS = [sum(dice) for dice in product(range(1, 7), repeat=3)]


@cache
def reaches(gain: int) -> Fraction:
    """The chance that an open-ended 18 adds at least so much (K2, K4): a recurrence, since 18 goes on with 8."""
    if gain <= 0:
        return Fraction(1)
    ended = sum(face != 18 and max(0, face - 10) >= gain for face in THROWS)
    return Fraction(ended, 216) + Fraction(1, 216) * reaches(gain - 8)


@cache
def loses(loss: int) -> Fraction:
    """The chance that an open-ended 3 takes at least so much (K3, K4)."""
    if loss <= 0:
        return Fraction(1)
    ended = sum(face != 3 and max(0, 10 - face) >= loss for face in THROWS)
    return Fraction(ended, 216) + Fraction(1, 216) * loses(loss - 7)


def above(difficulty: int, skew: int) -> Fraction:
    """The exact chance of a task (K1 to K6), from every hand and the two recurrences."""
    hands = list(product(range(1, 7), repeat=3 + abs(skew)))
    found = Fraction(0)
    for hand in hands:
        kept = sum(sorted(hand)[-3:] if skew >= 0 else sorted(hand)[:3])
        if kept == 18:
            found += reaches(difficulty + 1 - 18)
        elif kept == 3:
            found += 1 - loses(3 - difficulty)
        else:
            found += kept > difficulty
    return found / len(hands)


@pytest.mark.parametrize("tolerance", ["1e-12", WIDE])
@pytest.mark.parametrize("skew", [-2, -1, 0, 1])
def test_tasks_of_skew_are_exact(skew: int, tolerance: str) -> None:
    """Whatever the difficulty, the chance of a task is an exact fraction, and what is left out changes nothing."""
    words = f"{abs(skew)} {'high' if skew > 0 else 'low'}" if skew else ""
    for difficulty in (-20, -4, 3, 9, 10, 11, 18, 25, 40):
        found = odds(f"skew {words} vs {difficulty}", tolerance=tolerance)
        truth = above(difficulty, skew)
        if tolerance == "1e-12" or 3 < difficulty < 18:
            assert found.bounds("success") == Bounds(truth, truth), difficulty
        assert found.bounds("success").low <= truth <= found.bounds("success").high
        assert found.unresolved > 0
        number = found.numbers["total"].between(difficulty + 1, None)
        assert number[:2] == found.bounds("success")[:2]
        assert found.numbers["natural"].unresolved == 0
        assert sum(found.numbers["natural"].pmf.values()) == 1


def test_the_figures_of_the_book() -> None:
    """A half and 209/243 are exactly that; the median of an open-ended throw is 10."""
    assert odds("skew vs 10").events["success"] == Fraction(1, 2)
    assert odds("skew 2 high vs 10").events["success"] == Fraction(209, 243)
    assert odds("skew").numbers["total"].quantile("1/2") == 10
    assert odds("skew 2 low vs 10").p(lambda outcome: outcome.success) == Fraction(34, 243)


@pytest.mark.parametrize(
    ("fold", "truth"),
    [
        (successes(5), Fraction(7, 27)),
        (successes(5, twice=[6], less=[1]), Fraction(11, 54)),
        (score({1: 100, 5: 50}), Fraction(19, 27)),
    ],
)
def test_scores_of_exploding_dice_are_exact(fold: Fold[int], truth: Fraction) -> None:
    """A score that is the same for every longer chain leaves nothing open: its chances are those of finite dice."""

    def rule(table: Table) -> Values:
        return {"score": table.read(table.roll(3, "dice", Die(6, explode={6})), fold)}

    # A chain that goes on shows 7 or more, so each die is one that shows 1 to 5, or "more" once in six.
    found = odds("duel", systems={"duel": System(rule, name="duel")}).numbers["score"].between(2, None)
    worths = [ask([face], fold)[0] for face in (1, 2, 3, 4, 5, 7)]
    assert truth == Fraction(sum(sum(dice) >= 2 for dice in product(worths, repeat=3)), 6**3)
    assert found == Bounds(truth, truth)


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100])
def test_an_exploding_die(sides: int) -> None:
    """A die that explodes shows its highest face or more exactly as often as it shows that face."""
    number = odds(f"dice 1d{sides}!", tolerance=WIDE).numbers["total"]
    for at_least_ in (1, 2, sides, sides + 1, sides + 2):
        turns, rest = divmod(at_least_ - 1, sides)
        truth = Fraction(1, sides) ** turns * (1 - Fraction(rest, sides))
        truth = truth if at_least_ != sides + 1 else Fraction(1, sides)
        assert number.between(at_least_, None) == Bounds(truth, truth)
        assert number.between(None, at_least_ - 1) == Bounds(1 - truth, 1 - truth)
    assert number.unresolved > 0


@pytest.mark.parametrize(
    ("text", "event", "truth"),
    [
        ("2d6!kl1", "total >= 6", Fraction(1, 36)),
        ("2d6!kl1", "total <= 5", Fraction(35, 36)),
        ("2d6!kh1", "total >= 6", Fraction(11, 36)),
        ("3d6!>=5", "total >= 3", Fraction(1, 27)),
        ("1d6!+2d6", "total > 2", Fraction(1)),
        ("1d6!-1d6!", "total = 1000", None),
        ("2d6!", "total >= 1000", None),
        ("2d6!", "total <= 3", Fraction(1, 12)),
    ],
)
def test_hands_of_exploding_dice(text: str, event: str, truth: Fraction | None) -> None:
    """Sums, kept dice and counts are exact where longer chains cannot change them, and bounded where they can."""
    bounds = Event.read(event).bounds(odds(f"dice {text}", tolerance=WIDE))
    if truth is None:
        assert 0 <= bounds.low <= bounds.high <= Fraction(1, 1000)
    elif text == "3d6!>=5":
        assert bounds.exact
    else:
        assert bounds == Bounds(truth, truth)


@pytest.mark.parametrize("text", ["dice 2d6!", "skew", "dice 1d6!-1d6!", "dice 2d6!kl1"])
def test_a_number_and_an_event_say_the_same(text: str) -> None:
    """The chance of a number between two ends is that of the event, with what is proved beyond both bounds."""
    found = odds(text, tolerance=WIDE)
    for low in (-30, 2, 9, 40):
        for high in (-30, 9, 40):
            event = Event.read(f"total >= {low} and total <= {high}")
            said = event.bounds(found) if low <= high else Bounds.exactly(Fraction(0))
            assert found.numbers["total"].between(low, high) == said
        assert found.numbers["total"].between(low, None) == Event.read(f"total >= {low}").bounds(found)
        assert found.numbers["total"].between(None, low) == Event.read(f"total <= {low}").bounds(found)


def test_a_wild_die_keeps_its_bounds() -> None:
    """The net of a wild die is irrational: its chance lies between two bounds, and squares tell (W3)."""
    bounds = odds("wild 1D").bounds(lambda outcome: outcome.net == 0)
    assert not bounds.exact
    assert bounds.low**2 < Fraction(1, 2) < bounds.high**2
    assert bounds.unresolved <= Fraction(1, 10**12)


# -- rules of one's own ----------------------------------------------------------------------------------------


def chained(table: Table) -> Values:
    (sixes,), last = table.again(1, "die", (6,))
    other = table.read(table.roll(1, "other"), total())
    return {
        "sixes": sixes,
        "last": last,
        "other": other,
        "many": sixes >= 2,
        "ahead": 6 * sixes + last > other,
        "half": (sixes + other) // 2,
        "held": clamp(sixes, 0, 3),
        "minus": other - 2 * sixes,
        "never": sixes == -1,
        "size": abs(-sixes),
    }


def chained_truth(sixes: int, last: int, other: int) -> Values:
    return {
        "sixes": sixes, "last": last, "other": other, "many": sixes >= 2, "ahead": 6 * sixes + last > other,
        "half": (sixes + other) // 2, "held": min(sixes, 3), "minus": other - 2 * sixes, "never": False, "size": sixes,
    }  # fmt: skip


def every_chance(solution: Solution) -> Fraction:
    rows = Fraction(sum(solution.rows.values()), solution.scale)
    return rows + Fraction(sum(ways for _, ways in solution.partial), solution.partial_scale)


def test_a_rule_of_its_own() -> None:
    """All ways are there, whole or in part; what is said of the partial ones holds for every longer chain."""
    solution = solve(chained, Fraction(1, 100))
    assert every_chance(solution) == 1
    assert solution.partial
    listed = max(row[0] for row in solution.rows)
    for values, ways in solution.partial:
        said = dict(zip(solution.fields, values, strict=True))
        assert ways > 0
        assert said["sixes"].low == listed + 1
        for sixes in range(listed + 1, listed + 9):
            for name, value in chained_truth(sixes, said["last"], said["other"]).items():
                if isinstance(said[name], Interval):
                    low, high = said[name].low, said[name].high
                    assert (low is None or low <= value) and (high is None or value <= high), name
                else:
                    assert said[name] is UNKNOWN or said[name] == value, name


def known_in_the_end(table: Table) -> Values:
    (sixes,), last = table.again(1, "die", (6,))
    return {"any": sixes >= 1, "high": last >= 4}


def test_outcomes_that_are_known_after_all() -> None:
    """Where only what is decided is asked, nothing is left: rows and fractions are exact."""
    solution = solve(known_in_the_end, Fraction(1, 10))
    assert not solution.unresolved and not solution.partial
    assert {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()} == {
        (True, True): Fraction(1, 15), (True, False): Fraction(1, 10),
        (False, True): Fraction(1, 3), (False, False): Fraction(1, 2),
    }  # fmt: skip


def played_inside(table: Table) -> Values:
    many, high = table.play(known_in_the_end, ("any", "high"))
    (sixes,) = table.play(chained, ("sixes",))
    return {"many": many, "high": high, "more": sixes + 1, "big": sixes > 40}


def played_twice(table: Table) -> Values:
    (first,) = table.play(chained, ("sixes",))
    (second,) = table.play(chained, ("sixes",))
    return {"ahead": first > second, "both": first + second}


def test_endless_rules_are_played_twice() -> None:
    """What lies beyond a rule counts each time that it is played, and is gone through once."""
    solution = solve(played_twice, Fraction(1, 100))
    assert solution.unresolved == sum(Fraction(ways, solution.partial_scale) for _, ways in solution.partial) > 0


def _chain(table: Table) -> Values:
    (sixes,), last = table.again(1, "chain", (6,))
    return {"worth": 6 * sixes + last}


def _longer(table: Table, so_far: int) -> Any:
    return so_far + table.play(_chain, "worth")


def before_a_game(table: Table) -> Values:
    worth = _chain(table)["worth"]
    total_, steps = table.repeat(_longer, 0, lambda so_far: so_far >= 12, counted=True)
    return {"worth": worth >= 8, "total": total_, "steps": steps}


def after_a_game(table: Table) -> Values:
    total_ = table.repeat(_longer, 0, lambda so_far: so_far >= 12)
    return {"total": total_, "worth": table.play(_chain, "worth")}


@pytest.mark.parametrize("rule", [before_a_game, after_a_game])
@pytest.mark.parametrize("tolerance", [Fraction(1, 10**12), Fraction(1, 100)])
def test_chains_inside_and_outside_of_a_game(rule: Any, tolerance: Fraction) -> None:
    """A chain in a step is followed further than the same chain outside of it, and each is bounded by itself."""
    solution = solve(rule, tolerance)
    assert 0 < solution.unresolved <= tolerance


def test_bounds_that_meet_are_a_number() -> None:
    """What can only be one number is that number, also in outcomes of which nothing else is known."""
    answer = odds("wild attack 4D-5 vs (wild 2D) damage 1D plus 2")
    assert answer.partial
    assert answer.numbers["excess"].pmf[0] == answer.p(lambda outcome: bool(outcome.excess == 0))


THREES = Die(3, explode=frozenset({3}))


def asked_again(table: Table) -> Values:
    hand = table.roll(2, "hand", THREES)
    first = table.read(hand, total())
    best, pair = table.read(hand, highest(1), of_a_kind(2))
    (one,) = table.pick(table.roll(2, "picked", THREES), 1, sum)
    return {"first": first, "best": best, "pair": pair, "one": one, "low": first >= 4}


def given_up(table: Table) -> Values:
    (sixes, ones), last = table.again(1, "die", (6, 1))
    if sixes > ones:
        return {"word": "up", "last": last}
    return {"word": "down", "last": last}


def exploding_questions(table: Table) -> Values:
    hand = table.roll(3, "hand", Die(4, explode=frozenset({4})))
    answers = table.read(hand, total(), lowest(2), at_least(1, 1), of_a_kind(2), showing(">=", 3), at_least(9, 1))
    return dict(zip("abcdef", answers, strict=True))


def raced(table: Table) -> Values:
    def step(table: Table, gained: int) -> int:
        face = table.read(table.roll(1, "step"), total())
        return gained + 1 if face == 6 else gained

    gained, steps = table.repeat(step, 0, lambda gained: gained == 2, counted=True)
    return {"gained": gained, "steps": steps}


def caught(table: Table) -> Values:
    (sixes,), last = table.again(1, "die", (6,))
    try:
        odd = sixes % 2 == 1
        return {"odd": bool(odd), "last": last}
    except Exception:  # what the solver has to say passes through
        return {"odd": False, "last": 0}


def thrown_again(table: Table) -> Values:
    hand = table.roll(2, "hand", THREES)
    first = table.read(hand, total())
    again = table.rethrow(hand, {1, 2})
    one = table.rethrow(table.roll(2, "one", THREES), lambda dice: dice[-1:])
    return {"first": first >= 4, "again": table.read(again, total()) >= 6, "one": table.read(one, highest(1)) >= 4}


def thrown_again_inside(table: Table) -> Values:
    def step(table: Table, gained: int) -> int:
        hand = table.rethrow(table.roll(1, "step", THREES), lambda dice: [face for face in dice if face < 2])
        return gained + table.read(hand, total())

    gained, steps = table.repeat(step, 0, lambda gained: gained >= 5, counted=True)
    return {"gained": gained, "steps": steps, "first": table.play(thrown_again, "first")}


def read_alone_and_together(table: Table) -> Values:
    mine, theirs = table.roll(2, "mine", THREES), table.roll(1, "theirs", THREES)
    return {"high": table.read(mine, total()) > 6, "won": table.read((mine, theirs), pairs_won())}


@pytest.mark.parametrize("tolerance", [Fraction(1, 10), Fraction(1, 10**5)])
@pytest.mark.parametrize(
    "rule",
    [
        played_inside,
        asked_again,
        given_up,
        exploding_questions,
        raced,
        chained,
        known_in_the_end,
        caught,
        thrown_again,
        thrown_again_inside,
        read_alone_and_together,
    ],
)
def test_all_ways_are_counted(rule: Callable[[Table], Values], tolerance: Fraction) -> None:
    """Whatever a rule does with endless throws, whole and partial outcomes together are everything."""
    solution = solve(rule, tolerance)
    assert every_chance(solution) == 1
    assert solution.unresolved <= tolerance
    finer = solve(rule, Fraction(1, 10**7))
    for at, field in enumerate(solution.fields):
        for value in {row[at] for row in solution.rows}:
            low = sum(ways for row, ways in solution.rows.items() if row[at] == value)
            open_ = sum(ways for row, ways in solution.partial if possibly(row[at], value))
            truth = sum(ways for row, ways in finer.rows.items() if row[at] == value)
            least = Fraction(low, solution.scale)
            most = least + Fraction(open_, solution.partial_scale)
            assert least - finer.unresolved <= Fraction(truth, finer.scale) <= most, field


def possibly(said: Any, value: Any) -> bool:
    """Whether a value of a partial outcome may be this one."""
    if isinstance(said, Interval):
        return (said.low is None or said.low <= value) and (said.high is None or value <= said.high)
    return isinstance(said, Unknown) or said == value


ASKED: list[Fold[Any]] = [total(), showing("=", 1), at_least(3, 2), highest(1), lowest(2), successes(4), of_a_kind(2)]


@pytest.mark.parametrize(("one", "other"), list(combinations(ASKED, 2)))
def test_the_order_of_questions_does_not_matter(one: Fold[Any], other: Fold[Any]) -> None:
    """Two questions to one hand of dice that explode without an end are answered alike, whichever comes first."""

    def asked(*folds: Fold[Any]) -> Solution:
        names = ["one" if fold is one else "other" for fold in folds]

        def rule(table: Table) -> Values:
            return dict(zip(names, table.read(table.roll(2, "dice", Die(6, explode=6)), *folds), strict=True))

        return solve(rule, Fraction(WIDE))

    first, second = asked(one, other), asked(other, one)
    assert {row[::-1]: Fraction(ways, second.scale) for row, ways in second.rows.items()} == {
        row: Fraction(ways, first.scale) for row, ways in first.rows.items()
    }
    assert first.unresolved == second.unresolved


SUMS: list[Callable[[Any, Any], Values]] = [
    lambda one, other: {"sum": one + other + 4, "gap": one - 2 * other - 3, "one": one + 1, "other": other + 2},
    lambda one, other: {"more": one > other, "gap": one - other + 9, "other": other + 2},
    lambda one, other: {"half": (one + other) // 2 + 5, "one": one - 4},
]


@pytest.mark.parametrize("fold", [score({6: 2, 1: -1}), total(), showing(">=", 3)])
@pytest.mark.parametrize("reckon", SUMS)
def test_a_number_that_is_decided_earlier_is_the_same(fold: Fold[int], reckon: Callable[[Any, Any], Values]) -> None:
    """Numbers of endless dice give the same sums and comparisons whether they are decided early or late."""

    def rule(table: Table, decide: Callable[[int], int]) -> Values:
        one = table.read(table.roll(2, "one", Die(3, explode=3)), highest(3))
        other = table.read(table.roll(2, "other", Die(2, explode=1)), fold)
        return reckon(decide(one), decide(other))

    late = solve(lambda table: rule(table, lambda number: number), Fraction(WIDE))
    decided = solve(lambda table: rule(table, int), Fraction(WIDE))
    chances = [
        {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()} for solution in (late, decided)
    ]
    apart = max(late.unresolved, decided.unresolved)
    assert apart <= Fraction(WIDE)
    for row in {*chances[0], *chances[1]}:
        first, second = (each.get(row, Fraction(0)) for each in chances)
        assert -apart <= first - second <= apart, row


def test_throws_that_never_end() -> None:
    """Dice that are always thrown again are refused, in a sentence."""
    for rule in (
        lambda table: {"x": table.again(1, "x", range(1, 7))[1]},
        lambda table: {"x": table.read(table.roll(1, "x", Die(2, explode=frozenset({1, 2}))), total())},
        lambda table: {"x": table.read(table.roll(1, "x", Die(2, reroll=frozenset({1, 2}))), total())},
        lambda table: {"x": table.repeat(lambda table, n: n, 0, lambda n: n > 0)},
    ):
        with pytest.raises(RuleError, match="never end"):
            solve(rule)
    ends = solve(lambda table: {"x": table.again(1, "x", range(1, 7), most=2)[1]})
    assert not ends.unresolved


def kinds_of_answers(table: Table) -> Values:
    """Two more questions to an exploding die, also beyond the length to which it is followed."""
    hand = table.roll(1, "chain", Die(2, explode=2))
    table.read(hand, total())
    found, (face,) = table.read(hand, sets(1)), table.pick(hand, 1, sum)
    return {"kind": isinstance(found, tuple), "text": repr(face) not in ("UNKNOWN", "Interval(None, None)")}


def played(table: Table) -> Values:
    """A rule around another one, of whose outcome nothing is known where its chain is longest."""

    def inside(t: Table) -> tuple[int, bool]:
        sum_, found = t.read(t.roll(1, "chain", Die(2, explode=2)), total(), sets(1))
        return sum_, bool(sum_ > 150 or found[0].height == 2)

    return {"kind": isinstance(table.play(inside), tuple)}


@pytest.mark.parametrize("rule", [kinds_of_answers, played])
def test_what_is_not_known_is_not_taken_for_a_value(rule: Any) -> None:
    """A rule that asks what kind of value it has, or how it is written, learns it of what is known alone."""
    solution = solve(rule)
    assert all(all(row) for row in solution.rows)
    assert [values for values, _ in solution.partial] == [(UNKNOWN,) * len(solution.fields)]


def test_a_rule_that_throws_for_ever() -> None:
    """A rule that never stops throwing, or draws too much, is stopped where a roll is, read or not."""

    def reads(table: Table) -> Values:
        while table.read(table.roll(1, "x"), total()) < 7:
            pass
        return {}

    def throws(table: Table) -> Values:
        while True:
            table.roll(0, "x")

    def draws(table: Table) -> Values:
        for _ in range(101):
            hand = table.draw((99, 1), 100, "x")
        return {"total": table.read(hand, total())}

    for rule in (reads, throws, draws):
        with pytest.raises(BoundsError, match="10,000 dice"):
            solve(rule)


# -- numbers of which only bounds are known --------------------------------------------------------------------


def test_intervals_reckon_with_their_bounds() -> None:
    """What holds for every number between the bounds is decided; anything else is not."""
    five = Interval(5, None)
    assert five >= 5 and five > 4.5 and not five < 5 and five != 4 and five != 4.5 and five != "5"
    assert five < float("inf") and five > float("-inf")
    assert ((-five * 3 + 2).low, (-five * 3 + 2).high) == (None, -13)
    assert ((five // 2).low, (five // -2).high, abs(-five).low) == (2, -3, 5)
    held: Any = clamp
    assert held(five, 0, 3) == 3 and held(Interval(None, 9), 2).low == 2
    assert int(Interval(4, 4)) == 4 and {Interval(4, 4): 1} == {4: 1}
    assert five * 0 == 0 and max(0, five) is five
    for undecided in (
        lambda: five >= 6, lambda: five == 7, lambda: int(five), lambda: hash(five), lambda: f"{five}",
        lambda: bool(Interval(0, None)), lambda: five % 2 == 0, lambda: 2**five, lambda: five + 0.5,
        lambda: bool(UNKNOWN), lambda: UNKNOWN == "word", lambda: len(UNKNOWN.upper()), lambda: {UNKNOWN: 1},
    ):  # fmt: skip
        with pytest.raises(Undecided):
            bool(undecided())


# -- as data ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["skew vs 10", "wild 3D vs 5", "dice 2d6!kl1", "dice 1d6!", "ten superior 1"])
def test_bounds_go_through_json_and_pickles(text: str) -> None:
    """Odds written and read again have the same bounds for every event and number."""
    found = odds(text)
    written = json.loads(json.dumps(found.to_json()))
    assert all({"exact", "decimal", "unresolved"} == set(event) for event in written["events"].values())
    assert (written["events"].get("success", {"unresolved": "0"})["unresolved"] == "0") is ("wild" not in text)
    for again in (Odds.from_json(written), pickle.loads(pickle.dumps(found))):
        assert again == found
        assert {name: again.bounds(name) for name in again.events} == {n: found.bounds(n) for n in found.events}
        assert again.numbers == found.numbers
        assert again.unresolved == found.unresolved


def test_data_without_partial_outcomes() -> None:
    """Odds that say nothing of what is unresolved are read: then nothing of it is known."""
    written = odds("skew vs 10").to_json()
    del written["partial"]
    again = Odds.from_json(written)
    assert again.bounds("success").unresolved == again.unresolved == odds("skew vs 10").unresolved


def test_bounds_of_a_name_that_is_none() -> None:
    """An event that is not there is named with those that are."""
    with pytest.raises(OddsError, match="success"):
        odds("skew vs 10").bounds("sucess")


# -- the designers' questions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "chance", "options", "answer"),
    [
        ("skew vs ?", "50%", {}, "skew vs 10"),
        ("skew vs ?", "50%", {"at_most": True}, "skew vs 10"),
        ("skew 2 high vs ?", "209/243", {"ranges": ["5..15"]}, "skew 2 high vs 10"),
        ("skew 2 high vs ?", "209/243", {"ranges": ["5..15"], "at_most": True}, "skew 2 high vs 10"),
        ("dice ?d6!", "1 in 6", {"event": "total >= 6", "ranges": ["1..3"]}, "dice 1d6!"),
        ("dice ?d8!", "1 in 8", {"event": "total >= 8", "ranges": ["1..3"]}, "dice 1d8!"),
    ],
)
def test_needs_at_a_boundary(text: str, chance: str, options: dict[str, Any], answer: str) -> None:
    """The number whose chance is exactly the one asked for is the answer, from above and from below."""
    assert [each.text for each in need(text, chance, **options).answers] == [answer]


@pytest.mark.parametrize(
    ("check", "event", "figure", "verdict"),
    [
        ("skew vs 10", None, "at least 50 %", "upheld"),
        ("skew vs 10", None, "at most 50 %", "upheld"),
        ("skew vs 10", None, "exactly 1/2", "upheld"),
        ("skew vs 10", None, "more than 50 %", "wrong"),
        ("skew vs 10", None, "less than 50 %", "wrong"),
        ("dice 1d8!", "total >= 8", "13 %", "upheld"),
        ("dice 1d8!", "total >= 8", "12 %", "cut"),
        ("dice 1d8!", "total >= 8", "12.5 %", "upheld"),
    ],
)
def test_audits_at_a_boundary(check: str, event: str | None, figure: str, verdict: str) -> None:
    """A printed figure is compared with the exact chance, not with its lower bound."""
    asked = None if event is None else Event.read(event)
    claim = Claim((parse(check),), check, asked, read_figure(figure), Citation("", 1))
    assert [audited.verdict for audited in audit([claim]).claims] == [verdict]


def test_a_tie_of_chances() -> None:
    """A check of exactly the same chance in another game is the same, not a little less."""
    found = equivalent("ten -1", "skew vs ?")
    assert [near.text for near in found.same] == ["skew vs 10"]


def test_tables_and_comparisons_say_what_is_left() -> None:
    """Cells and lines carry their own bound: none where the chance is exact."""
    grid = table("dice ?d8!", rows="?=1..1", event=["total >= 8"])
    assert [(cell.exact, cell.unresolved) for row in grid.cells for cell in row] == [(Fraction(1, 8), Fraction(0))]
    assert "maximum error" not in str(compare("skew vs 10", "ten -1"))
    assert "maximum error" in str(compare("wild 3D vs 10", "ten -1"))


def test_what_even_the_finest_cannot_tell() -> None:
    """Where 1e-60 is not enough the question stays open, and says so instead of guessing."""
    solved, bounds = Budget().settled(odds("wild 1D vs 3"), lambda odds: odds.bounds("success"), lambda bounds: None)
    assert 0 < solved.unresolved <= Fraction(1, 10**60)
    assert not bounds.exact


def test_what_is_said_of_means() -> None:
    """Below endless odds stands what the mean is of, and which chances are exact."""
    assert "the chances are exact" in str(odds("skew vs 10"))
    said = str(odds("wild 1D vs 5", tolerance="0.1"))
    assert "maximum error" in said and "ignore results" in said


@pytest.mark.parametrize("tolerance", [10**-3, 10**-6, 10**-12])
@pytest.mark.parametrize(("least", "most"), [(1, 2), (2, 5)])
def test_hands_of_several_sizes(tolerance: float, least: int, most: int) -> None:
    """Exploding dice in hands of one size and another are followed alike, and nothing is lost or counted twice."""
    die = Die(8, explode=8)

    def strike(table: Table) -> Values:
        critical = table.read(table.roll(1, "attack"), total()) == 6
        return {"total": table.read(table.roll(most if critical else least, "damage", die), total())}

    def damage(table: Table, size: int) -> Values:
        return {"total": table.read(table.roll(size, "damage", die), total())}

    found = solve(strike, Fraction(tolerance))
    low, high = (solve(damage, Fraction(tolerance), size=size) for size in (least, most))
    for points in range(most, 12):
        usual, best = (Fraction(part.rows.get((points,), 0), part.scale) for part in (low, high))
        assert Fraction(found.rows[points,], found.scale) == (5 * usual + best) / 6


NAMED: list[Callable[[Any], object]] = [
    lambda told: repr(told.result) == "'even'", lambda told: "even" in f"{[told.result]}",
    lambda told: isinstance(told.result, str) and told.result == "even",
    lambda told: "even" in repr(copy.deepcopy(told)), lambda told: b"even" in pickle.dumps(told.result),
]  # fmt: skip


@pytest.mark.parametrize("asked", NAMED)
def test_what_is_asked_of_a_name_that_is_not_known(asked: Callable[[Any], object]) -> None:
    """However a predicate looks at a name, the chance lies within its bounds."""

    def rule(table: Table) -> str:
        n = table.repeat(lambda table, _: table.read(table.roll(1), total()), 0, lambda n: n > 4, counted=True)[1]
        return "even" if n % 2 == 0 else "odd"

    answer = Odds(parse("dice d1"), solve(rule, Fraction(1, 50)))
    bounds = answer.bounds(asked)
    assert bounds.low < Fraction(2, 5) < bounds.high
