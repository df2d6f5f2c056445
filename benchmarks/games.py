"""Games that go on, hands that are thrown again: rules of one's own, as their author would write them."""

from __future__ import annotations

from typing import Any

from benchmarks.answer import Answer
from sixfold.rules import Deck, Die, ranks, suits
from sixfold.rules.folds import (
    count,
    each_face,
    groups,
    highest,
    most_alike,
    pairs_lost,
    pairs_tied,
    pairs_won,
    sets,
    showing,
    total,
)
from sixfold.solving.solver import Solution, solve

GREEN = Die.of("brain", "brain", "brain", "feet", "feet", "shot")
YELLOW = Die.of("brain", "brain", "feet", "feet", "shot", "shot")
RED = Die.of("brain", "feet", "feet", "shot", "shot", "shot")
GOOD = Die.of((), "hit", "hit", ("hit", "hit"), "luck", ("hit", "luck"))
BAD = Die.of((), "miss", "miss", "woe", "woe", ("miss", "woe"))


def duel(points: int) -> Solution:
    """Blows in turn: two dice of 8 or more hit, for one die of damage."""

    def blow(table: Any, state: Any) -> Any:
        mine, theirs, my_turn = state
        hurt = 0
        if table.read(table.roll(2, "to hit"), total()) >= 8:
            hurt = table.read(table.roll(1, "damage"), total())
        return (mine, theirs - hurt, False) if my_turn else (mine - hurt, theirs, True)

    def rule(table: Any) -> Any:
        start = (points, points, True)
        _, theirs, _ = table.repeat(blow, start, lambda state: state[0] <= 0 or state[1] <= 0)
        return {"win": theirs <= 0}

    return solve(rule)


def alike(dice: int) -> Solution:
    """Three throws, of which the dice that show the most common face stay each time."""

    def others(hand: tuple[int, ...]) -> list[int]:
        best = max(hand, key=lambda face: (hand.count(face), face))
        return [face for face in hand if face != best]

    def rule(table: Any) -> Any:
        hand = table.roll(dice, "first")
        for throw in ("second", "third"):
            hand = table.rethrow(hand, others, throw)
        return {"alike": table.read(hand, most_alike())}

    return solve(rule)


def push(dice: int) -> Solution:
    """A pool that is read, pushed (all but sixes and ones are thrown again), and read once more."""

    def rule(table: Any) -> Any:
        hand = table.roll(dice, "pool")
        before = table.read(hand, showing("=", 6))
        hand = table.rethrow(hand, range(2, 6), "push")
        sixes, ones = table.read(hand, showing("=", 6), showing("=", 1))
        return {"before": before, "sixes": sixes, "ones": ones}

    return solve(rule)


def risk(armies: int) -> Solution:
    """Up to three dice against up to two, until one side has no army left; ties go to the defender."""

    def battle(table: Any, state: Any) -> Any:
        mine, theirs = state
        hands = (table.roll(min(3, mine), "attack"), table.roll(min(2, theirs), "defence"))
        won, tied, lost = table.read(hands, pairs_won(), pairs_tied(), pairs_lost())
        return mine - tied - lost, theirs - won

    def rule(table: Any) -> Any:
        mine, theirs = table.repeat(battle, (armies, armies), lambda state: 0 in state)
        return {"mine": mine, "theirs": theirs}

    return solve(rule)


def zombies(most: int) -> Solution:
    """Three dice out of a cup of thirteen, feet thrown again, until three shots, an empty cup, or so many throws."""

    def handful(table: Any, green: int, yellow: int, red: int) -> Any:
        brains = shots = 0
        ran = []
        for number, die in ((green, GREEN), (yellow, YELLOW), (red, RED)):
            ate, feet, shot = table.read(table.roll(number, "dice", die), *each_face(die))
            brains, shots = brains + ate, shots + shot
            ran.append(feet)
        return {"brains": brains, "shots": shots, "green": ran[0], "yellow": ran[1], "red": ran[2]}

    def throw(table: Any, state: Any) -> Any:
        brains, shots, cup, feet = state
        drawn = table.read(table.draw(cup, 3 - sum(feet), "cup"), *each_face(3))
        green, yellow, red = [again + fresh for again, fresh in zip(feet, drawn, strict=True)]
        fields = ("brains", "shots", "green", "yellow", "red")
        ate, shot, *ran = table.play(handful, fields, green=green, yellow=yellow, red=red)
        left = tuple([there - gone for there, gone in zip(cup, drawn, strict=True)])
        return brains + ate, shots + shot, left, tuple(ran)

    def over(state: Any) -> bool:
        _, shots, cup, feet = state
        return bool(shots >= 3 or sum(cup) + sum(feet) < 3)

    def rule(table: Any) -> Any:
        start = (0, 0, (6, 4, 3), (0, 0, 0))
        brains, shots, _, _ = table.repeat(throw, start, over, most=most)
        return {"brains": brains, "shot": shots >= 3}

    return solve(rule)


def poker(cards: int) -> Solution:
    """Cards of a deck of 52: groups of one rank, and whether all are of one suit."""

    def rule(table: Any) -> Any:
        hand = table.draw(Deck(13, 4), cards, "hand")
        kinds = table.read(ranks(hand), groups())
        flush = table.read(suits(hand), most_alike()) == cards
        return {"kinds": " ".join(map(str, kinds)), "flush": flush}

    return solve(rule)


def widest(dice: int) -> Solution:
    """The widest set of equal ten-sided dice, the highest of several such."""

    def rule(table: Any) -> Any:
        (best,) = table.read(table.roll(dice, "pool", 10), sets(1, most=1))
        return {"width": best.width, "height": best.height}

    return solve(rule)


def step(dice: int) -> Solution:
    """Dice of d4 to d12: the best two, and the largest die that is left."""

    def rule(table: Any) -> Any:
        hand = table.roll([4 + 2 * (at % 5) for at in range(dice)], "traits")
        picked = table.pick(hand, 3, lambda three: (sum(three[:2]), three[-1].sides))
        return {"total": sum(picked[:2]), "effect": picked[2].sides}

    return solve(rule)


def signs(dice: int) -> Solution:
    """Dice with symbols, and as many whose symbols cancel those."""

    def rule(table: Any) -> Any:
        hand = table.roll([GOOD] * dice + [BAD] * dice, "signs")
        hits, luck = table.read(hand, count("hit", less="miss"), count("luck", less="woe"))
        return {"hits": hits + 2 * dice, "luck": luck + dice}

    return solve(rule)


def keep(dice: int) -> Solution:
    """Ten-sided dice that explode up to three times; the higher half is kept."""

    def rule(table: Any) -> Any:
        return {"total": table.read(table.roll(dice, "dice", Die(10, explode=10, depth=3)), highest(dice // 2))}

    return solve(rule)


def answer(result: Solution) -> Answer:
    """The rows of a result and their ways."""
    return Answer.of(result.rows, result.scale)
