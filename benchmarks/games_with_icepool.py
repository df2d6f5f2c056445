"""The same games by icepool 2, where it can: hands are sorted tuples, games that go on its absorbing `map`."""

from __future__ import annotations

from typing import Any

import icepool
from icepool import d6

from benchmarks.answer import Answer


def duel(points: int) -> Any:
    hurt = (2 @ d6).map(lambda hit: d6 if hit >= 8 else 0)

    def blow(state: Any) -> Any:
        mine, theirs, my_turn = state
        if mine <= 0 or theirs <= 0:
            return state
        if my_turn:
            return hurt.map(lambda harm: (mine, theirs - harm, 0))
        return hurt.map(lambda harm: (mine - harm, theirs, 1))

    return icepool.Die([(points, points, 1)]).map(blow, star=False, repeat="inf").map(lambda m, t, _: (t <= 0,))


def alike(dice: int) -> Any:
    def again(hand: Any) -> Any:
        best = max(hand, key=lambda face: (hand.count(face), face))
        kept = hand.count(best)
        if kept == dice:
            return hand
        fresh = d6.pool(dice - kept).expand()
        return fresh.map(lambda *new: tuple(sorted((*([best] * kept), *new))), star=True)

    hands = d6.pool(dice).expand().map(again, star=False).map(again, star=False)
    return hands.map(lambda *hand: (max(hand.count(face) for face in hand),), star=True)


def push(dice: int) -> Any:
    def pushed(face: int) -> Any:
        if face in (1, 6):
            return icepool.Vector((int(face == 6), int(face == 6), int(face == 1)))
        return d6.map(lambda new: icepool.Vector((0, int(new == 6), int(new == 1))))

    return dice @ d6.map(pushed)


def risk(armies: int) -> Any:
    def battle(state: Any) -> Any:
        mine, theirs = state
        if not mine or not theirs:
            return state
        attack, defence = d6.pool(min(3, mine)), d6.pool(min(2, theirs))
        fought = min(2, mine, theirs)
        won = attack.highest(fought).sort_pair(">", defence.highest(fought)).size()
        return won.map(lambda wins: (mine - (fought - wins), theirs - wins))

    return icepool.Die([(armies, armies)]).map(battle, star=False, repeat="inf")


def answer(result: Any) -> Answer:
    """The outcomes of a die and their quantities."""
    return Answer.of({tuple(outcome): ways for outcome, ways in result.items()}, result.denominator())
