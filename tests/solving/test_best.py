"""Best play: held against every die and every option one by one, every policy of small games, and published optima."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from sixfold.rules.dice import Die
from sixfold.rules.folds import Fold, at_least, count, highest, longest_run, lowest, of_a_kind, successes, total
from sixfold.solving.best.aim import Aim
from sixfold.solving.best.play import BestPlay, solve_best
from tests.solving.exhaustive import best_play

D3 = 3
"""Small dice, so that the slow twin ends."""


def best(rule: Callable[..., Any], name: str, work: int = 10**8, **options: Any) -> BestPlay:
    """A rule under best play for a yes-or-no field, or for the mean of a number."""

    def aim(fields: tuple[str, ...], graph: Any) -> Aim:
        mean = not all(type(row[fields.index(name)]) is bool for row in graph.ends)
        return Aim(name, mean, lambda outcome: int(outcome[name]))

    return solve_best(rule, aim, Fraction(1, 10**12), work, options)


def keep_two(table: Any) -> Any:
    hand = table.roll(4, "dice", D3)
    taken = table.pick(hand, 2, sum, "Which two?")
    return {"won": sum(taken) in (2, 5), "total": taken[0] * 3 - taken[1]}


def stand_or_throw(table: Any) -> Any:
    first = table.read(table.roll(1, "first", D3), total())
    if table.choose("Throw again?", ("stand", "throw"), 0) == 1:
        first = table.read(table.roll(1, "second", D3), total())
    return {"total": first, "won": first == 3}


def twice(table: Any) -> Any:
    """Two decisions: the second knows what the first one brought."""
    mine, theirs = table.read(table.roll(1, "mine", 4), total()), table.read(table.roll(1, "theirs", 4), total())
    if table.choose("Bet?", ("no", "yes"), 1) == 1:
        mine = mine + table.read(table.roll(1, "more", D3), total())
        if table.choose("Double?", ("no", "yes"), 0) == 1:
            theirs = theirs * 2 - 2
    return {"won": mine > theirs, "margin": mine - theirs}


def looked_at_again(table: Any) -> Any:
    """The dice were seen when the player decided, though the rule looks at them only then, or once more."""
    hand, hidden = table.roll(2, "seen", D3), table.roll(2, "read later", D3)
    high = table.read(hand, highest(1))
    side = table.choose("High or low?", ("high", "low"), 0)
    low = table.read(hand, lowest(1))
    later = table.read(hidden, total())
    return {"total": (high - low if side == 1 else low) * (later if side == 1 else 6 - later)}


def taken_and_left(table: Any) -> Any:
    """What was not taken matters too."""
    hand = table.roll(3, "dice", D3)
    (taken,) = table.pick(hand, 1, sum, "Which one?")
    return {"total": 3 * taken - table.read(hand, highest(1)) * table.read(hand, lowest(1))}


def asked_between(table: Any) -> Any:
    """A hand that was read beside another one, decided by, taken from, and read once more."""
    mine, theirs = table.roll(2, "mine", D3), table.roll(1, "theirs", D3)
    high, other = table.read(mine, highest(1)), table.read(theirs, total())
    side = table.choose("Which side?", ("left", "right"), 0)
    (taken,) = table.pick(mine, 1, sum, "Which one?")
    return {"total": taken * (1 + side) * (other - 2) - table.read(mine, highest(1)) * side + high}


def thrown_again(table: Any) -> Any:
    hand = table.roll(2, "dice", D3)
    for label in ("again", "once more"):
        hand = table.rethrow(hand, {1, 2}, label, "Which dice are thrown again?")
    return {"won": table.read(hand, of_a_kind(2)), "total": table.read(hand, total())}


def inner(table: Any, bonus: int = 0) -> Any:
    hand = table.roll(3, "inner", D3)
    taken = table.pick(hand, 2, sum, "Which two?")
    return {"total": sum(taken) + bonus, "pair": taken[0] == taken[1]}


def a_rule_inside(table: Any) -> Any:
    """What is best inside hangs on what was thrown outside."""
    target = table.read(table.roll(1, "target", 4), total())
    reached, pair = table.play(inner, ("total", "pair"), bonus=1)
    return {"won": abs(reached - target - 1) <= pair, "total": reached * (1 + pair) - target}


def three_turns(table: Any) -> Any:
    def turn(table: Any, state: Any) -> Any:
        score, at_risk = state
        if table.choose("Risk it?", ("hold", "throw"), 0) == 1:
            face = table.read(table.roll(1, "turn", D3), total())
            return (score, 0) if face == 1 else (score, at_risk + face)
        return (score + at_risk, 0)

    first = table.read(table.roll(1, "start", 2), total())
    score, _ = table.repeat(turn, (0, first), lambda state: False, 3)
    return {"total": score, "won": score >= 4 - first}


def counted_turns(table: Any) -> Any:
    def turn(table: Any, state: int) -> Any:
        big = table.choose("Large or small?", ("small", "large"), 0)
        face = table.read(table.roll(1, "step", D3), total())
        return state + (2 * face if big == 1 else face)

    state, steps = table.repeat(turn, 0, lambda state: state >= 5, counted=True)
    return {"won": state == 5, "total": 3 * steps - state}


def no_dice_before(table: Any) -> Any:
    many = table.choose("How many dice?", ("one", "two", "three"), 0) + 1
    return {"won": table.read(table.roll(many, "dice", D3), at_least(3, 1)), "total": many}


GAMES = [
    (keep_two, "won"), (keep_two, "total"), (stand_or_throw, "won"), (stand_or_throw, "total"), (twice, "won"),
    (twice, "margin"), (looked_at_again, "total"), (taken_and_left, "total"), (asked_between, "total"),
    (thrown_again, "won"),
    (thrown_again, "total"), (a_rule_inside, "won"), (a_rule_inside, "total"), (three_turns, "won"),
    (three_turns, "total"), (counted_turns, "won"), (counted_turns, "total"), (no_dice_before, "won"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_the_value_is_that_of_trying_everything(game: Callable[..., Any], name: str) -> None:
    """Every die and every option gone through one by one comes to the same value, for events and for means."""
    found = best(game, name)
    assert found.best.low == found.best.high == best_play(game, lambda outcome: int(outcome[name]))
    rows, scale = found.solution.rows, found.solution.scale
    at = found.solution.fields.index(name)
    assert sum(rows.values()) == scale
    assert Fraction(sum(int(row[at]) * ways for row, ways in rows.items()), scale) == found.best.low
    assert found.usual.low <= found.best.low


SEEN: list[tuple[Any, tuple[Any, ...]]] = [
    (2, (highest(1), lowest(1))),
    (Die(6, explode=6), (total(), at_least(5, 1), of_a_kind(2))),
    ([6, 8, Die(4, explode=4)], (highest(2), highest(1))),
    (Die.of("a", ("a", "b"), ()), (count("a"), count("b"))),
    (Die(3), tuple(at_least(face, count) for face in (2, 3) for count in (1, 2, 3))),
]
"""Dice, and what is asked of them."""


@pytest.mark.parametrize(("die", "folds"), SEEN)
def test_when_a_rule_looks_at_its_dice_does_not_matter(die: Any, folds: tuple[Any, ...]) -> None:
    """The player saw all dice when they decided, whether the rule asked its questions before it or only afterwards."""

    def rule(table: Any, earlier: int) -> Any:
        hand = table.roll(die if isinstance(die, list) else 2, "dice", 6 if isinstance(die, list) else die)
        known = [table.read(hand, fold) for fold in folds[:earlier]]
        if table.choose("Once more?", ("no", "yes"), 0) == 1:
            return {"won": table.read(table.roll(1, "more"), total()) >= 5}
        known += [table.read(hand, fold) for fold in folds[earlier:]]
        return {"won": sum(known) >= 4}

    first, *others = [best(partial(rule, earlier=earlier), "won").best for earlier in range(len(folds) + 1)]
    assert all(other.low <= first.high and first.low <= other.high for other in others)
    assert first.high - first.low <= Fraction(1, 10**12)


def test_only_what_is_asked_is_remembered() -> None:
    """Of dice that are read after a decision only the answers are known before it: all hands would be too many."""

    def rule(table: Any) -> Any:
        hand = table.roll(12, "dice", 10)
        if table.choose("Again?", ("no", "yes"), 0) == 1:
            hand = table.roll(12, "again", 10)
        return {"won": table.read(hand, successes(8)) >= 5}

    assert best(rule, "won", work=10**5).best.low > best(rule, "won").usual.low


class Average(Fold[int]):
    """The average of some dice; of no dice there is none."""

    def start(self, size: int) -> tuple[int, int]:
        return 0, size

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
        return state[0] + face * count, state[1]

    def end(self, state: tuple[int, int]) -> int:
        return state[0] // state[1]


def test_dice_that_a_rule_never_asks_about_need_no_answer() -> None:
    """A fold that is asked after a decision may have no answer about hands of which the rule does not ask it."""

    def rule(table: Any) -> Any:
        size = table.read(table.roll(1, "size", 3), total()) - 1
        hand = table.roll(size, "dice")
        guess = table.choose("High?", ("no", "yes"), 0)
        if size == 0:
            return {"won": guess == 1}
        return {"won": (table.read(hand, Average()) >= 4) == (guess == 1)}

    assert best(rule, "won").best.low == 1


def pig(target: int, turns: int) -> Callable[..., Any]:
    """Pig by oneself: the chance to have so many points after so many turns."""

    def play(table: Any) -> Any:
        def step(table: Any, state: Any) -> Any:
            score, at_risk, left = state
            if at_risk and table.choose("Throw on?", ("hold", "throw"), 0) == 0:
                return (score + at_risk, 0, left - 1)
            face = table.read(table.roll(1, "pig"), total())
            return (score, 0, left - 1) if face == 1 else (score, at_risk + face, left)

        score, at_risk, _ = table.repeat(step, (0, 0, turns), lambda state: state[2] == 0 or sum(state[:2]) >= target)
        return {"won": score + at_risk >= target}

    return play


def pig_by_hand(target: int, turns: int) -> Fraction:
    """The same by dynamic programming over points, written out for this one game."""
    known: dict[tuple[int, int, int], Fraction] = {}

    def chance(score: int, at_risk: int, left: int) -> Fraction:
        if score + at_risk >= target:
            return Fraction(1)
        if not left:
            return Fraction(0)
        if (score, at_risk, left) not in known:
            lost = chance(score, 0, left - 1)
            throws = sum([chance(score, at_risk + face, left) for face in range(2, 7)], lost) / 6
            holds = chance(score + at_risk, 0, left - 1) if at_risk else throws
            known[score, at_risk, left] = max(throws, holds)
        return known[score, at_risk, left]

    return chance(0, 0, turns)


def one_turn_of_pig(table: Any) -> Any:
    """A turn of Pig for as many points as can be."""

    def step(table: Any, state: Any) -> Any:
        points, _ = state
        if table.choose("Throw on?", ("hold", "throw"), 0) == 0:
            return (points, True)
        face = table.read(table.roll(1, "pig"), total())
        return (0, True) if face == 1 else (points + face, False)

    points, _ = table.repeat(step, (0, False), lambda state: state[1] or state[0] >= 40)
    return {"points": points}


def test_a_turn_of_pig_is_held_at_twenty() -> None:
    """The published optimum of one turn: hold at 20, for 8.142 points on average."""
    found = best(one_turn_of_pig, "points")
    assert round(float(found.best.low), 3) == 8.142
    assert min(row[0] for row in found.solution.rows if row[0]) == 20
    assert found.usual.low == 0


def test_pig_in_turns() -> None:
    """The chance to reach a target in some turns is that of dynamic programming by hand."""
    assert best(pig(20, 3), "won").best.low == pig_by_hand(20, 3)
    assert best(pig(50, 4), "won").best.low == pig_by_hand(50, 4)


def yahtzee(wanted: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Three throws of five dice for one category."""

    def play(table: Any) -> Any:
        hand = table.roll(5, "first")
        for label in ("second", "third"):
            hand = table.rethrow(hand, frozenset(), label, "Which dice are thrown again?")
        return wanted(table, hand)

    return play


def test_yahtzee_by_categories() -> None:
    """Published optima of single categories: a Yahtzee 4.60 %, a large straight 26.11 %, chance 23 1/3 points."""
    five = best(yahtzee(lambda table, hand: {"won": table.read(hand, of_a_kind(5))}), "won")
    assert five.best.low == Fraction(347897, 7558272)
    straight = best(yahtzee(lambda table, hand: {"won": table.read(hand, longest_run()) >= 5}), "won")
    assert round(float(straight.best.low), 4) == 0.2611
    chance = best(yahtzee(lambda table, hand: {"total": table.read(hand, total())}), "total")
    assert chance.best.low == Fraction(70, 3)


def until_won(table: Any) -> Any:
    """A game in which states lead back to each other: safe and slow, or bold with a trap."""

    def step(table: Any, place: int) -> Any:
        way = table.choose("Which way?", ("wait", "safe", "bold"), 0)
        if way == 0:
            return 1 - place
        face = table.read(table.roll(1, "way", D3), total())
        if way == 1:
            return 2 if face == 3 and place == 1 else 1 - place
        return 3 if face == 1 else 2 if face == 3 else place

    return {"won": table.repeat(step, 0, lambda place: place > 1) == 2}


def test_a_game_without_an_end_is_solved_by_policy_iteration() -> None:
    """Waiting for ever wins nothing; who goes the safe way from the place where it leads on wins for certain."""
    found = best(until_won, "won")
    assert found.best.low == found.best.high == 1
    assert found.usual.low == 0
    assert not found.solution.unresolved


def gambler(table: Any) -> Any:
    """From 3 of 8 coins to all of them, betting 1 up to what is there: bold play is best where the odds are bad."""

    def step(table: Any, coins: int) -> Any:
        most = min(coins, 8 - coins)
        bet = int(table.choose("How much?", [str(n) for n in range(1, int(most) + 1)], 0).name)
        return coins + bet if table.read(table.roll(1, "bet", D3), total()) == 3 else coins - bet

    return {"won": table.repeat(step, 3, lambda coins: coins in (0, 8)) == 8}


def test_bold_play_is_best_for_the_gambler() -> None:
    """The classic result: at worse than even odds bold play is best; betting one is the ruin of the gambler."""
    p = Fraction(1, 3)
    bold = {0: Fraction(0), 8: Fraction(1)}
    # Bold play from 4, 2 and 6 coins; from the odd ones by one more bet.
    bold[4] = p
    bold[2], bold[6] = p * bold[4], p + (1 - p) * bold[4]
    bold[3] = p * bold[6]
    found = best(gambler, "won")
    ruin = (1 - Fraction(2) ** 3) / (1 - Fraction(2) ** 8)
    assert (found.best.low, found.usual.low) == (bold[3], ruin)


def test_every_policy_of_a_small_game() -> None:
    """The best of all 64 policies of six states, each played to its end on every die."""

    def play(table: Any, policy: Any = None) -> Any:
        first = table.read(table.roll(1, "first"), total())
        again = table.choose("Throw again?", ("stand", "throw"), 0) if policy is None else policy[int(first) - 1]
        if again == 1:
            return {"total": table.read(table.roll(1, "second"), total()) * 2 - first}
        return {"total": first}

    values = [
        best_play(lambda table, policy=policy: play(table, policy), lambda outcome: int(outcome["total"]))
        for policy in product((0, 1), repeat=6)
    ]
    assert best(play, "total").best.low == max(values)
