"""A check played with every face that its dice can show, the likeliest first: the slow twin of its odds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any, NamedTuple

from sixfold.errors import DiceNeeded
from sixfold.playing.record import roller_for
from sixfold.rules.check import Check
from sixfold.rules.typed_faces import TypedDice

Outcome = tuple[tuple[str, Any], ...]
"""The named values of an outcome, to count by."""


class EveryFace(NamedTuple):
    """The chance of each outcome as far as faces were gone through, and what is `left` of them."""

    chances: Mapping[Outcome, Fraction]
    left: Fraction
    plays: Sequence[tuple[tuple[int, ...], Outcome]]
    """The faces of each play that came to its end, and its outcome."""


WAITING = 5
"""Hands that are kept for later, for each time that a check may be played."""


def every_face(check: Check, most: int) -> EveryFace:
    """Play a check with all faces, at most so many times: dice that leave the hand together are taken in any order.

    Raises what the rule raises.

    >>> from sixfold import parse
    >>> every_face(parse("hs 1d"), 100).chances[(("highest", 6), ("result", "triumph"), ("twist", False))]
    Fraction(1, 6)
    """
    chances: dict[Outcome, Fraction] = {}
    # The likeliest comes first; a float is fast to compare, and exact enough for an order.
    waiting: list[tuple[float, int, int, int, tuple[int, ...]]] = [(-1.0, 0, 1, 1, ())]
    hands: dict[tuple[int, range], list[tuple[tuple[int, ...], int]] | None] = {}
    roll_once = roller_for(check, "every face")
    plays: list[tuple[tuple[int, ...], Outcome]] = []
    tried = pushed = 0
    while waiting and tried < most and pushed < WAITING * most:
        likely, _, ways, total, thrown = heappop(waiting)
        tried += 1
        try:
            outcome = roll_once(TypedDice(thrown)).outcome
        except DiceNeeded as needed:
            dice = needed.size, range(needed.lowest, needed.lowest + needed.sides)
            if dice not in hands:
                hands[dice] = hands_of(*dice, most)
            rolls = hands[dice]
            if rolls is None:
                heappush(waiting, (likely, 0, ways, total, thrown))
                break
            below = total * needed.sides**needed.size
            for faces, often in rolls:
                pushed += 1
                heappush(waiting, (-(ways * often / below), pushed, ways * often, below, (*thrown, *faces)))
        else:
            key = tuple(outcome.items())
            plays.append((thrown, key))
            chances[key] = chances.get(key, Fraction(0)) + Fraction(ways, total)
    return EveryFace(chances, 1 - sum(chances.values(), Fraction(0)), plays)


def hands_of(size: int, numbers: range, most: int) -> list[tuple[tuple[int, ...], int]] | None:
    """Every hand of so many dice, and in how many orders it falls; None where there are too many."""
    if comb(size + len(numbers) - 1, size) > most:
        return None
    weighted = []
    for faces in combinations_with_replacement(numbers, size):
        ways = factorial(size)
        for times in Counter(faces).values():
            ways //= factorial(times)
        weighted.append((faces, ways))
    return weighted
