"""`wild` again, clause by clause, over dice that lie face up."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tests.brute.faces import Truth, every_hand, gather

Roll = tuple[int, int, int, bool, bool]


@cache
def chains(depth: int) -> tuple[tuple[int, int, int, int], ...]:
    """W3: every (sixes, ones, the number that ended it) of up to `depth` rethrows, with its ways of 6**(depth + 1).

    The wild die is thrown, throw after throw; only chains with the same counts are added up.
    """
    found: dict[tuple[int, int, int], int] = {}
    going = {(0, 0): 1}
    for length in range(depth + 1):
        following: dict[tuple[int, int], int] = {}
        for (sixes, ones), ways in going.items():
            for face in range(1, 7):
                if face in (1, 6):
                    state = (sixes + (face == 6), ones + (face == 1))
                    following[state] = following.get(state, 0) + ways
                else:
                    at = (sixes, ones, face)
                    found[at] = found.get(at, 0) + ways * 6 ** (depth - length)
        going = following
    return tuple((*at, ways) for at, ways in found.items())


def outcome(others: tuple[int, ...], sixes: int, ones: int, last: int, cancelled: str, third: str) -> Roll:
    """W4 to W10 for dice that lie there: total before m, net, excess, critical success, critical botch."""
    dice = len(others) + 1
    net = sixes - ones
    ordered = sorted(others)
    if net > 0:
        wild, left = 6 * net + last, ordered
    elif net < 0:
        wild, left = 0, ordered[: max(0, len(ordered) + net)]
    elif sixes and cancelled == "zero":
        wild, left = 0, ordered
    else:
        wild, left = last, ordered
    excess = max(0, -net - (dice - 1))
    showing_six = others.count(6) + sixes
    showing_one = others.count(1) + ones
    thrown = dice if third == "code" else len(others) + sixes + ones + 1
    return (
        sum(left) + wild,
        net,
        excess,
        showing_six >= 3 and 3 * showing_six >= thrown,
        showing_one >= 3 and 3 * showing_one >= thrown,
    )


@cache
def rolls(dice: int, cancelled: str, third: str, depth: int) -> tuple[tuple[Roll, Fraction], ...]:
    """Every roll of a die code with its chance; what more than `depth` rethrows do is missing."""
    ways: dict[Roll, int] = {}
    for others, others_ways in every_hand(dice - 1):
        for sixes, ones, last, chain_ways in chains(depth):
            at = outcome(others, sixes, ones, last, cancelled, third)
            ways[at] = ways.get(at, 0) + others_ways * chain_ways
    whole = 6 ** (dice + depth)
    return tuple((at, Fraction(number, whole)) for at, number in ways.items())


def roll(
    rule: str,
    dice: int,
    modifier: int = 0,
    vs: int | None = None,
    cancelled: str = "last",
    third: str = "thrown",
    depth: int = 16,
) -> Truth:
    """W1, W8, W9 and W11: the outcome of a roll, an attack or an initiative."""
    chances = []
    for (thrown, net, excess, success, botch), chance in rolls(dice, cancelled, third, depth):
        total = thrown + modifier
        said: dict[str, int | bool] = {"total": total, "net": net, "excess": excess}
        if rule == "initiative":
            said["lost_round"] = excess >= 2
        else:
            said |= {"critical_success": success, "critical_botch": botch}
        if vs is not None and rule == "roll":
            said["success"] = total >= vs
        if vs is not None and rule == "attack":
            said |= {"hit": total >= vs, "critical_hit": total >= vs and success}
        chances.append((said, chance))
    return gather(chances)
