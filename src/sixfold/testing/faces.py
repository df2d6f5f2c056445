"""A check played with every face that its dice can show, the likeliest first: the slow twin of its odds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any, NamedTuple

from sixfold.checks.check import Check
from sixfold.playing.record import throw
from sixfold.rules.dice import Die

Outcome = tuple[tuple[str, Any], ...]
"""The named values of an outcome, to count by."""

Thrown = tuple[tuple[int, ...], ...]


class EveryFace(NamedTuple):
    """The chance of each outcome as far as faces were gone through, and what is `left` of them."""

    chances: Mapping[Outcome, Fraction]
    left: Fraction
    plays: int


WAITING = 5
"""Hands that are kept for later, for each time that a check may be played."""


class More(Exception):
    """The script is at its end, and so many dice are to be thrown."""

    def __init__(self, size: int, die: Die) -> None:
        self.size = size
        self.die = die


class Script:
    """Dice that fall as it is written."""

    def __init__(self, thrown: Thrown) -> None:
        self._thrown = iter(thrown)

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        faces = next(self._thrown, None)
        if faces is None:
            raise More(size, die)
        return faces


def every_face(check: Check, most: int) -> EveryFace:
    """Play a check with all faces, at most so many times: dice that leave the hand together are taken in any order.

    Raises what the rule raises.

    >>> from sixfold import parse
    >>> every_face(parse("hs 1d"), 100).chances[(("highest", 6), ("result", "triumph"), ("twist", False))]
    Fraction(1, 6)
    """
    chances: dict[Outcome, Fraction] = {}
    # The likeliest comes first; a float is fast to compare, and exact enough for an order.
    waiting: list[tuple[float, int, Fraction, Thrown]] = [(-1.0, 0, Fraction(1), ())]
    plays = pushed = 0
    while waiting and plays < most and pushed < WAITING * most:
        likely, _, chance, thrown = heappop(waiting)
        plays += 1
        try:
            outcome = throw(check, Script(thrown), "every face").outcome
        except More as more:
            ways = _ways(more.size, more.die, most)
            if ways is None:
                heappush(waiting, (likely, 0, chance, thrown))
                break
            for faces, share in ways:
                pushed += 1
                heappush(waiting, (-float(chance * share), pushed, chance * share, (*thrown, faces)))
        else:
            key = tuple(outcome.items())
            chances[key] = chances.get(key, Fraction(0)) + chance
    return EveryFace(chances, 1 - sum(chances.values(), Fraction(0)), plays)


def _ways(size: int, die: Die, most: int) -> list[tuple[tuple[int, ...], Fraction]] | None:
    """Every hand of so many dice with its chance; None where there are too many."""
    hands = comb(size + die.sides - 1, size)
    if hands > most:
        return None
    whole = Fraction(1, die.sides**size)
    found = []
    for faces in combinations_with_replacement(die.numbers, size):
        ways = factorial(size)
        for times in Counter(faces).values():
            ways //= factorial(times)
        found.append((faces, ways * whole))
    return found
