"""All the ways dice can fall, and the comparison of a twin with Sixfold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Any

import sixfold

Key = tuple[tuple[str, Any], ...]
Truth = dict[Key, Fraction]


def every_face(dice: int, sides: int = 6) -> Iterator[tuple[int, ...]]:
    """Every way that so many dice can fall, one by one."""
    return product(range(1, sides + 1), repeat=dice)


def every_hand(dice: int, sides: int = 6) -> Iterator[tuple[tuple[int, ...], int]]:
    """The same, with dice that differ only in their order taken together: (faces, ways)."""
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for times in Counter(faces).values():
            ways //= factorial(times)
        yield faces, ways


def sums(dice: int, sides: int = 6) -> dict[int, int]:
    """The ways to each sum of so many dice, one die after the other."""
    ways = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for so_far, number in ways.items():
            for face in range(1, sides + 1):
                more[so_far + face] = more.get(so_far + face, 0) + number
        ways = more
    return ways


def key(outcome: Mapping[str, Any]) -> Key:
    """An outcome as something to count by, whatever the order of its fields."""
    return tuple(sorted(outcome.items()))


def gather(chances: Iterable[tuple[Mapping[str, Any], Fraction]]) -> Truth:
    """Equal outcomes added up."""
    truth: Truth = {}
    for outcome, chance in chances:
        at = key(outcome)
        truth[at] = truth.get(at, Fraction(0)) + chance
    return truth


def weighed(ways: Mapping[Key, int], whole: int) -> Truth:
    """Whole-number ways as chances."""
    return {at: Fraction(number, whole) for at, number in ways.items()}


def solved(text: str) -> Truth:
    """What Sixfold says: every outcome with its chance."""
    return {key(chance.outcome): chance.exact for chance in sixfold.odds(text)}


def agree(text: str, truth: Truth) -> None:
    """Sixfold's odds are the twin's, fraction by fraction, and nothing is left out."""
    assert sum(truth.values()) == 1, f"the twin lost something of {text}"
    found = solved(text)
    wrong = {at: (found.get(at), truth.get(at)) for at in {*found, *truth} if found.get(at) != truth.get(at)}
    assert wrong == {}, f"{text}: outcome -> (Sixfold, twin): {dict(list(wrong.items())[:3])}"
    assert sixfold.odds(text).unresolved == 0


def agree_within(text: str, truth: Truth) -> None:
    """Where throws have no longest run: each has cut off something, and their bounds must overlap everywhere.

    The twin's figures are lower bounds that lack at most what its cut left out; Sixfold's lack at most
    `unresolved`. The outcomes of short runs, which nothing of the cut can touch, are compared this way too.
    """
    cut = 1 - sum(truth.values())
    unresolved = sixfold.odds(text).unresolved
    assert 0 <= unresolved <= Fraction(1, 10**12)
    found = solved(text)
    zero = Fraction(0)
    wrong = {
        at: (float(found.get(at, zero)), float(truth.get(at, zero)))
        for at in {*found, *truth}
        if not -unresolved <= found.get(at, zero) - truth.get(at, zero) <= cut
    }
    assert wrong == {}, f"{text}: outcome -> (Sixfold, twin): {dict(list(wrong.items())[:3])}"
