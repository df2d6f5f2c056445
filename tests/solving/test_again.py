"""Dice thrown again, drawn out of a cup and paired: whatever is read before and after, it is what every face gives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sixfold.errors import BoundsError, ChoiceNeeded, RuleError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.cards import Deck, ranks
from sixfold.rules.dice import Die
from sixfold.rules.folds import (
    at_least,
    each_face,
    highest,
    most_alike,
    most_common,
    of_a_kind,
    pairs_lost,
    pairs_tied,
    pairs_won,
    score,
    showing,
    successes,
    total,
)  # fmt: skip
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.table import Table, Values
from sixfold.rules.typed_faces import TypedDice
from sixfold.solving.solver import solve
from tests.solving.exhaustive import exhaust

D2, D3, D4 = Die(2), Die(3), Die(4)

Play = Callable[[Any], Values]


def same(rule: Play, most: int = 8) -> None:
    """The solver and the twin agree to the last fraction."""
    found, left_out = exhaust(rule, most)
    solution = solve(rule)
    assert not left_out and not solution.unresolved
    assert {
        tuple(sorted(zip(solution.fields, row, strict=True))): Fraction(ways, solution.scale)
        for row, ways in solution.rows.items()
        if ways
    } == found


# -- thrown again ------------------------------------------------------------------------------------------------


def unread(table: Table) -> Values:
    hand = table.rethrow(table.roll(3, "pool", D4), {1, 2})
    return {"high": table.read(hand, highest(2)), "pair": table.read(hand, of_a_kind(2))}


def twice_unread(table: Table) -> Values:
    hand = table.rethrow(table.rethrow(table.roll(2, "pool", D3), {1}), {1, 2}, "once more")
    return {"sum": table.read(hand, total())}


def pushed(table: Table) -> Values:
    """Read, pushed where that was not enough, and read once more."""
    hand = table.roll(3, "pool", D4)
    before = table.read(hand, showing("=", 4))
    if before < 2:
        hand = table.rethrow(hand, range(2, 4), "push")
    now, ones = table.read(hand, showing("=", 4), showing("=", 1))
    return {"before": before, "now": now, "ones": ones}


def pushed_twice(table: Table) -> Values:
    hand = table.roll(2, "pool", D3)
    first, any_ones = table.read(hand, successes(3), at_least(1, 1))
    hand = table.rethrow(hand, {2}, "push")
    second = table.read(hand, score({3: 2, 1: -1}))
    hand = table.rethrow(hand, {1, 2}, "push again")
    return {"first": first, "ones": any_ones, "second": second, "third": table.read(hand, total())}


def pushed_without_looking_between(table: Table) -> Values:
    hand = table.roll(2, "pool", D3)
    first = table.read(hand, total())
    hand = table.rethrow(table.rethrow(hand, {2}), {1})
    return {"first": first, "last": table.read(hand, showing("=", 3))}


def ranks_before_and_after(table: Table) -> Values:
    """Questions that hang on all dice together."""
    hand = table.roll(3, "pool", D3)
    best = table.read(hand, highest(1))
    hand = table.rethrow(hand, {1})
    return {"best": best, "two": table.read(hand, highest(2)), "pair": table.read(hand, of_a_kind(2))}


def keep_the_most_common(table: Table) -> Values:
    hand = table.roll(3, "first", D3)
    for _ in range(2):
        hand = table.rethrow(hand, others)
    return {"alike": table.read(hand, most_alike()), "sum": table.read(hand, total())}


def others(dice: tuple[int, ...]) -> list[int]:
    """All dice but those that show the most common face."""
    best = max(dice, key=lambda face: (dice.count(face), face))
    return [face for face in dice if face != best]


def keep_a_face_that_was_read(table: Table) -> Values:
    hand = table.roll(3, "first", D3)
    face = table.read(hand, most_common())
    hand = table.rethrow(hand, lambda dice: [die for die in dice if die != face])
    return {"face": face, "alike": table.read(hand, most_alike())}


def a_face_that_was_read_is_not_thrown_again(table: Table) -> Values:
    hand = table.roll(2, "first", D3)
    face = table.read(hand, most_common())
    hand = table.rethrow(hand, [other for other in (1, 2, 3) if other != face])
    return {"face": face, "sum": table.read(hand, total())}


def the_lowest_die(table: Table) -> Values:
    hand = table.roll(3, "dice", D3)
    first = table.read(hand, total())
    hand = table.rethrow(hand, lambda dice: dice[-1:])
    hand = table.rethrow(hand, {3})
    return {"first": first, "last": table.read(hand, total())}


def picked_after(table: Table) -> Values:
    hand = table.rethrow(table.roll(3, "dice", D3), lambda dice: dice[1:])
    one, other = table.pick(hand, 2, lambda two: (two[0] != two[1], sum(two)))
    return {"one": one, "other": other, "sum": table.read(hand, total())}


def picked_before(table: Table) -> Values:
    hand = table.roll(2, "dice", D3)
    (one,) = table.pick(hand, 1, lambda dice: dice[0] == 2)
    return {"one": one, "sum": table.read(table.rethrow(hand, {3}), total())}


def none_thrown_again(table: Table) -> Values:
    hand = table.roll(2, "dice", D3)
    first = table.read(hand, total())
    return {"first": first, "again": table.read(table.rethrow(hand, ()), total()), "none": no_dice(table)}


def no_dice(table: Table) -> Any:
    return table.read(table.rethrow(table.roll(0, "none"), {1}), total())


def compared_after(table: Table) -> Values:
    """A number of A hand from table.roll again is compared with another one."""
    hand = table.roll(2, "dice", D2)
    first = table.read(hand, showing("=", 2))
    hand = table.rethrow(hand, {1})
    other = table.read(table.roll(1, "other", D3), total())
    second = table.read(hand, showing("=", 2))
    return {"ahead": second > other - 1, "more": second - first}


def of_other_dice(table: Table) -> Values:
    average = Die.of(1, 2, 2, 3)
    hand = table.roll(2, "dice", average)
    first = table.read(hand, showing("=", 2))
    return {"first": first, "sum": table.read(table.rethrow(hand, {1}), total())}


RULES: list[Play] = [
    unread, twice_unread, pushed, pushed_twice, pushed_without_looking_between, ranks_before_and_after,
    keep_the_most_common, keep_a_face_that_was_read, a_face_that_was_read_is_not_thrown_again, the_lowest_die,
    picked_after, picked_before, none_thrown_again, compared_after, of_other_dice,
]  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=[rule.__name__ for rule in RULES])
def test_dice_thrown_again(rule: Play) -> None:
    """Whatever was read before, and whatever the choice hangs on."""
    same(rule, 9)


def test_a_pool_of_thirty_with_one_push() -> None:
    """Successes after the push are a binomial of their own, given those before."""

    def rule(table: Table) -> Values:
        hand = table.roll(30, "pool")
        before = table.read(hand, showing("=", 6))
        hand = table.rethrow(hand, range(2, 6), "push")
        return {"before": before, "after": table.read(hand, showing("=", 6))}

    solution = solve(rule)
    sixes = sum(Fraction(ways * after, solution.scale) for (_, after), ways in solution.rows.items())
    assert not solution.unresolved and sixes == 30 * (Fraction(1, 6) + Fraction(4, 6) * Fraction(1, 6))


def test_exploding_dice_thrown_again_unread() -> None:
    """Dice that explode are thrown again by what they show; what is unresolved is bounded."""
    exploding = Die(3, explode=[3])

    def rule(table: Table) -> Values:
        return {"sum": table.read(table.rethrow(table.roll(1, "die", exploding), {1}), total())}

    solution = solve(rule, Fraction(1, 10**4))
    assert 0 < solution.unresolved <= Fraction(1, 10**4)
    assert Fraction(solution.rows[2,], solution.scale) == Fraction(1, 3) + Fraction(1, 9)


# -- drawn -------------------------------------------------------------------------------------------------------


def from_a_cup(table: Table) -> Values:
    hand = table.draw((2, 1, 2), 3)
    return dict(zip("abc", table.read(hand, *each_face(3)), strict=True))


def from_a_cup_twice(table: Table) -> Values:
    """What was drawn is out of the cup for the next draw."""
    ones, twos = table.read(table.draw((2, 2), 2), *each_face(2))
    left = table.read(table.draw((2 - ones, 2 - twos), 1), showing("=", 1))
    return {"ones": ones, "left": left}


def read_again_from_a_cup(table: Table) -> Values:
    hand = table.draw((2, 1, 2), 2)
    pair = table.read(hand, of_a_kind(2))
    (high,) = table.pick(hand, 1, lambda dice: dice[0])
    return {"pair": pair, "sum": table.read(hand, total()), "high": high, "low": table.read(hand, showing("=", 1))}


def picked_from_a_cup(table: Table) -> Values:
    return dict(zip("ab", table.pick(table.draw((1, 2, 1), 3), 2, lambda dice: dice[0] == dice[1]), strict=True))


def nothing_drawn(table: Table) -> Values:
    return {"sum": table.read(table.draw((), 0), total()), "none": table.read(table.draw((1, 1), 0), most_alike())}


CUPS: list[Play] = [from_a_cup, from_a_cup_twice, read_again_from_a_cup, picked_from_a_cup, nothing_drawn]


@pytest.mark.parametrize("rule", CUPS, ids=[rule.__name__ for rule in CUPS])
def test_drawn_out_of_a_cup(rule: Play) -> None:
    """Nothing that was drawn is drawn again."""
    same(rule)


def test_a_hand_of_cards() -> None:
    """Five cards of 52: the chance of at least a pair, as every book has it."""
    solution = solve(lambda table: {"pair": table.read(table.draw([4] * 13, 5, "cards"), of_a_kind(2))})
    assert Fraction(solution.rows[True,], solution.scale) == 1 - Fraction(1317888, 2598960)


# -- paired ------------------------------------------------------------------------------------------------------


def matched(size: int, other: int, die: Die = D3, beside: Die = D3) -> Play:
    def rule(table: Table) -> Values:
        hands = (table.roll(size, "mine", die), table.roll(other, "theirs", beside))
        return dict(zip("abc", table.read(hands, pairs_won(), pairs_tied(), pairs_lost()), strict=True))

    return rule


@pytest.mark.parametrize(("size", "other"), [(1, 1), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3), (0, 2)])
def test_hands_are_paired(size: int, other: int) -> None:
    """The highest with the highest, the next with the next, as far as both go."""
    same(matched(size, other))
    same(matched(size, other, D2, Die.of(0, 2, 2)))


def test_risk() -> None:
    """Three dice against two: the chances that everybody knows."""

    def rule(table: Table) -> Values:
        won = table.read((table.roll(3, "attack"), table.roll(2, "defence")), pairs_won())
        return {"won": won}

    solution = solve(rule)
    assert {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()} == {
        (2,): Fraction(2890, 7776), (1,): Fraction(2611, 7776), (0,): Fraction(2275, 7776),
    }  # fmt: skip


def test_hands_that_were_read_before_are_paired() -> None:
    """What was read of a hand bears on how it pairs; a hand out of a cup pairs as well."""

    def rule(table: Table) -> Values:
        mine, theirs = table.roll(2, "mine", D3), table.draw((1, 2, 1), 2)
        best = table.read(mine, highest(1))
        higher, equal, lower = table.read((mine, theirs), pairs_won(), pairs_tied(), pairs_lost())
        return {"best": best, "ahead": higher > lower, "equal": equal}

    same(rule)


def test_exploding_dice_are_paired() -> None:
    """What is longer than was followed stays unresolved."""
    solution = solve(matched(1, 1, Die(2, explode=[2]), D2), Fraction(1, 1000))
    assert 0 < solution.unresolved <= Fraction(1, 1000)


# -- whole games -------------------------------------------------------------------------------------------------


def small_risk(table: Table) -> Values:
    def battle(table: Any, armies: Any) -> Any:
        mine, theirs = armies
        hands = (table.roll(min(2, mine), "attack", D2), table.roll(min(2, theirs), "defence", D2))
        won, tied, lost = table.read(hands, pairs_won(), pairs_tied(), pairs_lost())
        return mine - tied - lost, theirs - won

    mine, theirs = table.repeat(battle, (2, 2), lambda armies: 0 in armies)
    return {"mine": mine, "theirs": theirs}


def small_zombies(table: Table) -> Values:
    """Two kinds of dice in a cup; what shows its lowest side is thrown again with what is drawn next."""
    kinds = (Die.of("feet", "brain"), Die.of("feet", "shot", "shot"))

    def throw(table: Any, state: Any) -> Any:
        brains, shots, cup, feet = state
        drawn = table.read(table.draw(cup, 1), *each_face(2))
        ran = []
        for die, again, fresh in zip(kinds, feet, drawn, strict=True):
            stay, other = table.read(table.roll(again + fresh, "dice", die), *each_face(die))
            brains, shots = (brains + other, shots) if die == kinds[0] else (brains, shots + other)
            ran.append(stay)
        return brains, shots, tuple(there - gone for there, gone in zip(cup, drawn, strict=True)), tuple(ran)

    brains, shots, _, _ = table.repeat(
        throw, (0, 0, (1, 2), (0, 0)), lambda state: state[1] >= 2 or sum(state[2]) == 0, most=3
    )
    return {"brains": brains, "shots": shots}


@pytest.mark.parametrize(("rule", "dice"), [(small_risk, 12), (small_zombies, 10)])
def test_whole_games(rule: Play, dice: int) -> None:
    """Armies that fall, and a cup that is emptied: every way in which all dice can fall gives the same."""
    same(rule, dice)


# -- on the table ------------------------------------------------------------------------------------------------


def rolled(*faces: int, answers: Any = None) -> Any:
    return RolledTable(TypedDice(list(faces)), answers)


def test_what_lies_there_after_a_push() -> None:
    """Dice that were thrown again do not count any more; those that stay and the new ones do."""
    table = rolled(6, 2, 1, 3, 5)
    hand = table.rethrow(table.roll(3, "pool"), (1, 2), "push")
    assert table.read(hand, total(), showing("=", 6)) == (14, 1)
    assert [(throw.label, throw.faces, throw.kept) for throw in table.throws] == [
        ("pool", (6, 2, 1), (True, False, False)),
        ("push", (3, 5), (True, True)),
    ]


def test_a_player_chooses_what_is_thrown_again() -> None:
    """Where somebody can be asked, every choice of dice is an option; the default is the rule's."""
    table = rolled(6, 2, 2, answers=[])
    hand = table.roll(3, "dice")
    with pytest.raises(ChoiceNeeded) as asked:
        table.rethrow(hand, {2}, "again", ask="Which dice do you throw again?")
    assert asked.value.options == ("none", "6", "2", "6 2", "2 2", "6 2 2")
    assert asked.value.default == 4
    table = rolled(6, 2, 2, 5, answers=[2])
    hand = table.rethrow(table.roll(3, "dice"), {2}, "again", ask="Which dice do you throw again?")
    assert table.read(hand, total()) == 13


def test_a_draw_is_typed_die_by_die() -> None:
    """Each draw is a die with a side for everything that is left, and tells what its sides are."""
    table = rolled(13, 12, 1)
    hand = table.draw((6, 4, 3), 3, "cup", ("green", "yellow", "red"))
    assert table.read(hand, *each_face(3)) == (1, 0, 2)
    assert [(throw.sides, throw.faces) for throw in table.throws] == [(13, (13,)), (12, (12,)), (11, (1,))]
    with pytest.raises(ValueError, match="1 to 2 are green, 3 is red"):
        rolled().draw((2, 0, 1), 1, "cup", ("green", "yellow", "red"))


def test_exploding_dice_are_thrown_again_whole() -> None:
    """All dice of a chain that is thrown again stop counting."""
    table = rolled(3, 1, 2)
    hand = table.rethrow(table.roll(1, "die", Die(3, explode=[3])), {4})
    assert table.read(hand, total()) == 2
    assert [throw.kept for throw in table.throws] == [(False,), (False,), (True,)]


# -- what cannot be done ---------------------------------------------------------------------------------------


def read_old(table: Any) -> Values:
    hand = table.roll(2, "dice")
    table.rethrow(hand, {1})
    return {"x": table.read(hand, total())}


def pair_itself(table: Any) -> Values:
    hand = table.roll(2, "dice")
    return {"x": table.read((hand, hand), pairs_won())}


WRONG: list[tuple[str, Play, str]] = [
    ("old hand", read_old, "read the hand that table.rethrow returned"),
    ("itself", pair_itself, "a tuple of different ones"),
    ("a number paired", lambda t: {"x": t.read((t.roll(1), 3), pairs_won())}, "is needed here, not 3"),
    ("one paired", lambda t: {"x": t.read(t.roll(1), pairs_won())}, "Pairs are read of two hands"),
    ("two added", lambda t: {"x": t.read((t.roll(1), t.roll(1)), total())}, "read each hand by itself"),
    ("ranks", lambda t: {"x": t.read((ranks(t.draw(Deck(2, 2), 1)), t.roll(1)), pairs_won())}, "at a time"),
    ("symbols", lambda t: {"x": t.read((t.roll(1, "a", Die.of("a")), t.roll(1)), pairs_won())}, "not one of each"),
    ("no faces", lambda t: {"x": t.rethrow(t.roll(1), 5)}, "The faces to reroll must be"),
    ("text", lambda t: {"x": t.rethrow(t.roll(1), "12")}, "The faces to reroll must be"),
    ("no hand", lambda t: {"x": t.rethrow(3, {1})}, "A hand from table.roll"),
    ("no dice of it", lambda t: {"x": t.read(t.rethrow(t.roll(1), lambda dice: [7]), total())}, "no 7 to reroll"),
    ("no list", lambda t: {"x": t.read(t.rethrow(t.roll(1), lambda dice: 7), total())}, "a list of them, not 7"),
    ("too many drawn", lambda t: {"x": t.draw((1, 1), 3)}, "There are 2 left in the cup: 3 cannot be drawn"),
    ("fewer than none", lambda t: {"x": t.draw((1, -1), 0)}, "There cannot be -1"),
    ("no cup", lambda t: {"x": t.draw(7, 1)}, "how many there are of each kind"),
    ("drawn again", lambda t: {"x": t.rethrow(t.draw((2, 2), 1), {1})}, "cannot be rerolled"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "says"), [pair[1:] for pair in WRONG], ids=[pair[0] for pair in WRONG])
def test_wrong_use_is_told(rule: Play, says: str) -> None:
    """Rolled as well as solved, the same sentence."""
    for play in (lambda: solve(rule), lambda: watched(rule)(RolledTable(SeededDice("x")))):
        with pytest.raises(RuleError) as caught:
            play()
        assert says in caught.value.message


def test_a_cup_is_no_larger_than_a_die() -> None:
    """A cup of more than a die can have sides is refused."""
    with pytest.raises(BoundsError, match="1,000"):
        solve(lambda table: {"x": table.read(table.draw((600, 600), 1), total())})
