"""Games that go on, hands that are thrown again: rules of one's own, as their author would write them."""

from __future__ import annotations

from typing import Any

from benchmarks.answer import Answer
from sixfold.rules.dice import Die
from sixfold.rules.folds import each_face, most_alike, showing, total
from sixfold.solving.solver import Solution, solve

GREEN = Die.of("brain", "brain", "brain", "feet", "feet", "shot")
YELLOW = Die.of("brain", "brain", "feet", "feet", "shot", "shot")
RED = Die.of("brain", "feet", "feet", "shot", "shot", "shot")


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
        won, tied, lost = table.match(table.roll(min(3, mine), "attack"), table.roll(min(2, theirs), "defence"))
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


def answer(result: Solution) -> Answer:
    """The rows of a result and their ways."""
    return Answer.of(result.rows, result.scale)
