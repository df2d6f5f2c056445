"""The same games by icepool, or by what Python has where icepool has nothing of the kind."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import icepool
from icepool import d6, d10


def momentum() -> Fraction:
    def move(action: int, one: int, other: int) -> bool:
        hits, burnt = [sum(score > die for die in (one, other)) for score in (action + 2, 7)]
        return max(hits, burnt) == 2

    return Fraction(icepool.map(move, d6, d10, d10).probability(True))


def blades() -> Fraction:
    def action(one: int, two: int, three: int) -> tuple[int, int]:
        dice = one, two, three
        if dice.count(6) >= 2:
            return 3, 0
        return {6: (2, 0), 5: (1, 1), 4: (1, 1)}.get(max(dice), (0, 1))

    rolled = icepool.map(action, d6, d6, d6)

    def go_on(filled: int, bad: int) -> Any:
        if filled >= 8 or bad >= 4:
            return filled, bad
        return rolled.map(lambda more, worse: (filled + more, bad + worse))

    ended = icepool.Die([(0, 0)]).map(go_on, repeat="inf")
    return Fraction(ended.map(lambda filled, bad: filled >= 8).probability(True))


def columns() -> Fraction:
    def moves(*dice: int) -> bool:
        return any(one + other in (6, 7, 8) for one, other in combinations(dice, 2))

    return Fraction(d6.pool(4).expand().map(moves, star=True).probability(True))


def craps() -> Fraction:
    two = 2 @ d6

    def go_on(point: int) -> Any:
        if point in (7, 11):
            return True
        return False if point in (2, 3, 12) else two.reroll(lambda last: last not in (7, point), depth="inf") == point

    return Fraction(two.map(go_on).probability(True))


def exalted() -> Fraction:
    hit = d10.map(lambda face: 2 if face == 10 else int(face >= 7))
    harm = d10.map(lambda face: int(face >= 7))
    hits = (12 @ hit) - 5
    return Fraction(hits.map(lambda n: ((8 + n) @ harm >= 4) if n >= 0 else False).probability(True))


def sorcerer(mine: int = 8, theirs: int = 8) -> Fraction:
    class Higher(icepool.MultisetEvaluator[Any, Any]):  # type: ignore[misc]
        def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: int) -> Any:
            ours, others = counts
            if ours != others:
                return 1 if ours > others else -1
            return state or 0

    return Fraction(Higher().evaluate(d10.pool(mine), d10.pool(theirs)).probability(1))


def raises(dice: int = 3) -> Fraction:
    @cache
    def wins(hand: tuple[int, ...], other: tuple[int, ...], raised: int) -> bool:
        for count in range(1, len(hand) + 1) if raised else (2,):
            for way in set(combinations(hand, count)):
                left = list(hand)
                for face in way:
                    left.remove(face)
                if raised and sum(way) >= raised and wins(tuple(left), other, 0):
                    return True
                if not raised and not wins(other, tuple(left), sum(way)):
                    return True
        return False

    hands = d6.pool(dice).expand()
    return Fraction(icepool.map(lambda one, two: wins(one, two, 0), hands, hands, star=False).probability(True))


GREEN, YELLOW, RED = ({"brain": b, "feet": 2, "shot": s} for b, s in ((3, 1), (2, 2), (1, 3)))


def zombies(most: int = 5) -> Fraction:
    dice = [icepool.Die(die) for die in (GREEN, YELLOW, RED)]

    def throw(state: Any) -> Any:
        brains, shots, cup, feet = state
        if shots >= 3 or sum(cup) + sum(feet) < 3:
            return state

        def fall(kinds: Any) -> Any:
            drawn = tuple(kinds.count(kind) for kind in range(3))
            left = tuple(there - gone for there, gone in zip(cup, drawn, strict=True))
            thrown = [kind for kind in range(3) for _ in range(feet[kind] + drawn[kind])]

            def fell(*faces: str) -> Any:
                ran = [kind for kind, face in zip(thrown, faces, strict=True) if face == "feet"]
                counts = tuple(ran.count(kind) for kind in range(3))
                return brains + faces.count("brain"), shots + faces.count("shot"), left, counts

            return icepool.map(fell, *[dice[kind] for kind in thrown])

        missing = 3 - sum(feet)
        deck = icepool.Deck({kind: there for kind, there in enumerate(cup) if there})
        return deck.deal(missing).expand().map(fall, star=False) if missing else fall(())

    ended = icepool.Die([(0, 0, (6, 4, 3), (0, 0, 0))]).map(throw, star=False, repeat=most)
    return Fraction(ended.map(lambda state: state[1] >= 3, star=False).probability(True))


if __name__ == "__main__":
    print(globals()[sys.argv[1]]())
