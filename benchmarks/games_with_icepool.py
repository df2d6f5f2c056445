"""The same games by icepool 2, where it can: hands are sorted tuples, games that go on its absorbing `map`."""

from __future__ import annotations

from itertools import combinations
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


class Hand(icepool.MultisetEvaluator[Any, Any]):  # type: ignore[misc]
    """Groups of one rank, and the suit if there is one only."""

    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: int) -> Any:
        done, rank, many, suit = state or ((), outcome[0], 0, outcome[1])
        if counts[0]:
            suit = suit if suit == outcome[1] or not (done or many) else -1
            if not (done or many):
                suit = outcome[1]
        if rank != outcome[0]:
            done, rank, many = tuple(sorted((*done, *([many] if many else [])), reverse=True)), outcome[0], 0
        return done, rank, many + counts[0], suit

    def final_outcome(self, final_state: Any, /, *_: Any) -> Any:
        done, _, many, suit = final_state
        kinds = sorted((*done, *([many] if many else [])), reverse=True)
        return " ".join(map(str, kinds)), suit != -1


def poker(cards: int) -> Any:
    deck = icepool.Deck([(rank, suit) for rank in range(13) for suit in range(4)])
    return Hand().evaluate(deck.deal(cards))


class Widest(icepool.MultisetEvaluator[Any, Any]):  # type: ignore[misc]
    """The widest set, the highest of several."""

    def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: int) -> Any:
        return max(state or (0, 0), (counts[0], outcome))


def widest(dice: int) -> Any:
    return Widest().evaluate(icepool.d10.pool(dice))


def step(dice: int) -> Any:
    sizes = [4 + 2 * (at % 5) for at in range(dice)]

    def effect(*faces: int) -> Any:
        rolled = sorted(zip(faces, sizes, strict=True), key=lambda die: (-die[0], die[1]))
        chosen = ((*sorted(three, key=lambda die: (-die[0], die[1])),) for three in combinations(rolled, 3))
        return max((one[0] + two[0], three[1]) for one, two, three in chosen)

    return icepool.map(effect, *map(icepool.d, sizes))


def signs(dice: int) -> Any:
    good = icepool.Die([icepool.Vector(one) for one in ((0, 0), (1, 0), (1, 0), (2, 0), (0, 1), (1, 1))])
    bad = icepool.Die([icepool.Vector(one) for one in ((0, 0), (-1, 0), (-1, 0), (0, -1), (0, -1), (-1, -1))])
    return (dice @ good + dice @ bad).map(lambda hits, luck: (hits + 2 * dice, luck + dice))


def keep(dice: int) -> Any:
    return icepool.d10.explode(depth=3).highest(dice, dice // 2).map(lambda total: (total,))


def answer(result: Any) -> Answer:
    """The outcomes of a die and their quantities."""
    return Answer.of({tuple(outcome): ways for outcome, ways in result.items()}, result.denominator())
