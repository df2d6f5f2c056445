"""The arithmetic of the rules for the other libraries: what statistics of the dice mean, as rows of values.

Written from the rule book and not from `sixfold`, so that equal results say something. The values of a row stand
in the order of the outcome fields in the contract.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

Row = tuple[Any, ...]

CUT_OPEN_END: Row = (0, 0)
CUT_WILD: Row = (-1, 0, 0, False, False)
CUTS = {CUT_OPEN_END, CUT_WILD}
"""The outcomes, impossible otherwise, of a chain of throws that was cut before it ended."""

CHAIN = 20
"""Throws after which an endless wild die is cut: its remainder is 3**-20."""

OPEN_ENDS = 6
"""Open-ended throws that are followed: the remainder is 216**-6, below 1e-12."""


def ten(natural: int, extra: int, quality: str, chaos: bool) -> Row:
    """natural, total, margin, success, quality, chaos."""
    total = natural + extra
    return (natural, total, total - 10, total >= 10, quality, chaos)


def highest_three(state: Any, face: int, count: int) -> tuple[int, int, bool]:
    """Faces from 6 down: dice still to keep, their sum so far, whether three were alike."""
    left, natural, chaos = state
    taken = min(left, count)
    return left - taken, natural + taken * face, chaos or count >= 3


def highest_left(state: Any, face: int, count: int) -> tuple[int, int, bool]:
    """Faces from 6 down: dice still to cut, the highest die left (0: none yet), whether two left are alike."""
    cuts, highest, twist = state
    cut = min(cuts, count)
    left = count - cut
    return cuts - cut, highest or (face if left else 0), twist or left >= 2


def hs(highest: int, twist: bool) -> Row:
    """highest, result, twist."""
    return (highest, "triumph" if highest == 6 else "struggle" if highest >= 4 else "fumble", twist)


# -- saves ---------------------------------------------------------------------------------------------------


def worth_keeping(state: Any, face: int, count: int) -> Any:
    """Faces from 6 down, for a save that every triple above ones makes: the dice that could still be chosen.

    The first triple is the best choice there is, whatever follows.
    """
    if len(state) >= 3 and state[0] == state[1] == state[2]:
        return state
    if count >= 3 and face > 1:
        return (face, face, face)
    return state + (face,) * min(count, 3)


def odgs(dice: tuple[int, ...], score: int, modifier: int) -> Row:
    """The outcome of a save, outside combat, by the best choice of three dice (`keep=success`)."""
    return _save(max(combinations(dice, 3), key=lambda three: _preference(three, score, modifier)), score, modifier)


def _alike(three: Sequence[int]) -> tuple[str, int, int]:
    """The pattern, the face of the pair or triple, and the third die; three dice from the highest down."""
    a, b, c = three
    if a == c:
        return "triple", a, a
    if a == b:
        return "double", a, c
    if b == c:
        return "double", b, a
    return "none", 0, 0


def _succeeds(three: Sequence[int], score: int, modifier: int) -> bool:
    pattern, face, _ = _alike(three)
    if pattern == "triple" and face <= 5:
        return face > 1
    return sum(three) + modifier >= score


def _preference(three: Sequence[int], score: int, modifier: int) -> tuple[Any, ...]:
    pattern, _, third = _alike(three)
    rank = ("none", "double", "triple").index(pattern)
    effort = (third + 1) // 2 if pattern == "double" else 0
    return (sum(three) > 3, _succeeds(three, score, modifier), rank, sum(three), effort, three)


def _save(three: Sequence[int], score: int, modifier: int) -> Row:
    """sum, total, success, pattern, face, adrenaline, inspiration, party_points, hit, damage, critical, fumble."""
    pattern, face, _ = _alike(three)
    inspiration = points = 0
    if pattern == "double":
        inspiration = 1
    elif pattern == "triple" and face == 6:
        points = 3
    elif pattern == "triple" and face > 1:
        inspiration = 2 * face
    thrown = sum(three)
    success = _succeeds(three, score, modifier)
    return (
        thrown, thrown + modifier, success, pattern, face, 0, inspiration, points, False, 0, False, False
    )  # fmt: skip


# -- the wild die --------------------------------------------------------------------------------------------


class Ended(NamedTuple):
    """What the end of a wild die's chain means for the rest of the throw.

    Its net successes, its worth, how many other dice it takes away, and how many sixes and ones the others must
    show for a critical success and a critical botch.
    """

    net: int
    worth: int
    drop: int
    sixes: int
    ones: int


CUT_CHAIN = Ended(0, -1, 0, 0, 0)


def chains(dice: int) -> dict[Ended, int]:
    """Every end of a chain with its ways, out of 6**CHAIN; what goes on after CHAIN throws is CUT_CHAIN.

    Ends with the same meaning are one: 6, 1, 4 is as 1, 6, 4, and more sixes than dice cannot be asked for.
    """
    ways: dict[Ended, int] = {CUT_CHAIN: 2**CHAIN}
    for length in range(CHAIN):
        third = max(3, -(-(dice + length) // 3))
        for sixes in range(length + 1):
            ones = length - sixes
            net = sixes - ones
            number = comb(length, sixes) * 6 ** (CHAIN - length - 1)
            for last in (2, 3, 4, 5):
                end = Ended(
                    net,
                    0 if net < 0 else 6 * net + last,
                    min(max(0, -net), dice - 1),
                    max(0, min(third - sixes, dice)),
                    max(0, min(third - ones, dice)),
                )
                ways[end] = ways.get(end, 0) + number
    return ways


def by_drop(ends: Iterable[Ended]) -> dict[int, list[Ended]]:
    """Ends that take away equally many dice."""
    groups: dict[int, list[Ended]] = {}
    for end in ends:
        groups.setdefault(end.drop, []).append(end)
    return groups


def by_needed(ends: Iterable[Ended]) -> dict[tuple[int, int], list[Ended]]:
    """Ends that ask for equally many sixes and ones."""
    groups: dict[tuple[int, int], list[Ended]] = {}
    for end in ends:
        groups.setdefault((end.sixes, end.ones), []).append(end)
    return groups


def thresholds(ends: Iterable[Ended]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All numbers of sixes, and of ones, that make a critical."""
    needed = by_needed(ends)
    return tuple(sorted({sixes for sixes, _ in needed})), tuple(sorted({ones for _, ones in needed}))


Others = tuple[int, int, int, int]
"""Dice still to take away, the sum of the others, how many of the thresholds their sixes and ones reach."""


def others(state: Others, face: int, count: int, sixes: tuple[int, ...], ones: tuple[int, ...]) -> Others:
    """Faces from 6 down: the dice beside the wild die."""
    drop, rest, many_sixes, many_ones = state
    dropped = min(drop, count)
    if face == 6:
        many_sixes = bisect_right(sixes, count)
    elif face == 1:
        many_ones = bisect_right(ones, count)
    return drop - dropped, rest + (count - dropped) * face, many_sixes, many_ones


def wild(end: Ended, rest: int, dice: int, critical_success: bool, critical_botch: bool) -> Row:
    """total, net, excess, critical_success, critical_botch."""
    return (rest + end.worth, end.net, max(0, -end.net - (dice - 1)), critical_success, critical_botch)


# -- extended tests ------------------------------------------------------------------------------------------

START = (0, 0, False, 0)
"""An extended test before its first roll: successes, failures, whether any roll succeeded, rolls."""

Tally = tuple[int, int, bool, int]

EXACT = 10**12
"""Where rolls need not end: stop once less than one in so many is still going."""


def roll_counts(tally: Tally, result: tuple[bool, int], degrees: bool) -> Tally:
    """One more roll: whether it succeeds, and its margin."""
    successes, failures, any_success, rolls = tally
    success, margin = result
    points = abs(margin) if degrees else 1
    if success:
        return (successes + points, failures, True, rolls + 1)
    return (successes, failures + points, any_success, rolls + 1)


def finished(tally: Tally, threshold: int) -> bool:
    return max(tally[0], tally[1]) >= threshold


def extended(tally: Tally, threshold: int) -> Row:
    """result, successes, failures, rolls."""
    successes, failures, any_success, rolls = tally
    if successes >= threshold:
        result = "success" if failures else "perfect success"
    else:
        result = "failure" if any_success else "total failure"
    return (result, successes, failures, rolls)
