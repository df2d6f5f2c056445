"""Longer play again: every blow, attempt and spent die gone through, on the outcomes of the other twins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from tests.brute.faces import Truth, gather

Chances = Mapping[Any, Fraction]


def marginal(truth: Truth, what: Callable[[dict[str, Any]], Any]) -> dict[Any, Fraction]:
    """The chance of each value of something that an outcome says."""
    found: dict[Any, Fraction] = {}
    for key, chance in truth.items():
        value = what(dict(key))
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def attempts(success: Fraction, times: int) -> Truth:
    """So many attempts: a binomial distribution."""
    return gather(
        ({"success": n > 0, "successes": n}, comb(times, n) * success**n * (1 - success) ** (times - n))
        for n in range(times + 1)
    )


def until_success(success: Fraction, times: int) -> Truth:
    """Attempts until the first success."""
    chances = [({"success": True, "attempts": n}, success * (1 - success) ** (n - 1)) for n in range(1, times + 1)]
    return gather([*chances, ({"success": False, "attempts": times}, (1 - success) ** times)])


def opposed(mine: Chances, theirs: Chances, lead: bool, ties: str = "tie") -> Truth:
    """Every outcome of one against every outcome of the other."""
    chances = []
    for one, chance in mine.items():
        for other, beside in theirs.items():
            result = "first" if one > other else "second" if one < other else ties
            chances.append(({"result": result, **({"lead": one - other} if lead else {})}, chance * beside))
    return gather(chances)


def duel(first: Chances, second: Chances, health: tuple[int, int], begins: str, rounds: int) -> Truth:
    """T10 and W11: blows in turns, or two at once; who has nothing left has fallen. `rounds` at most."""
    ended: list[tuple[dict[str, Any], Fraction]] = []
    going: dict[tuple[int, int], Fraction] = {health: Fraction(1)}
    for number in range(1, rounds + 1):
        following: dict[tuple[int, int], Fraction] = {}
        for (mine, theirs), chance in going.items():
            for left, part in one_round(mine, theirs, first, second, begins).items():
                if min(left) > 0 and number < rounds:
                    following[left] = following.get(left, Fraction(0)) + chance * part
                else:
                    ended.append((ending(*left, number), chance * part))
        going = following
    return gather(ended)


def one_round(mine: int, theirs: int, first: Chances, second: Chances, begins: str) -> dict[tuple[int, int], Fraction]:
    """Both blows of a round, the second of them only if it can still be struck."""
    found: dict[tuple[int, int], Fraction] = {}
    for hurt, chance in first.items():
        for back, beside in second.items():
            given, taken = hurt, back
            if begins == "first" and hurt >= theirs:
                taken = 0
            if begins == "second" and back >= mine:
                given = 0
            left = (max(0, mine - taken), max(0, theirs - given))
            found[left] = found.get(left, Fraction(0)) + chance * beside
    return found


def ending(mine: int, theirs: int, rounds: int) -> dict[str, Any]:
    """Who has fallen."""
    result = (
        "both fall" if not mine and not theirs else "second" if not mine else "first" if not theirs else "undecided"
    )
    return {"result": result, "rounds": rounds, "first_left": mine, "second_left": theirs}


def evening(chance: Callable[[int], Fraction], tasks: int, good: int, most: int, spend: int) -> Truth:
    """K8 and K9: `spend` luck dice before each task, as far as there are any and at most `most` count."""
    state: dict[tuple[int, int], Fraction] = {(good, 0): Fraction(1)}
    for _ in range(tasks):
        following: dict[tuple[int, int], Fraction] = {}
        for (left, successes), weight in state.items():
            spent = min(left, most, spend)
            for won, part in ((1, chance(spent)), (0, 1 - chance(spent))):
                at = (left - spent, successes + won)
                following[at] = following.get(at, Fraction(0)) + weight * part
        state = following
    return gather(({"successes": won, "luck_left": left}, weight) for (left, won), weight in state.items())


def best_evening(chance: Callable[[int], Fraction], tasks: int, good: int, most: int, wanted: int) -> Fraction:
    """K8 and K9: the chance of so many successes where the dice are spent in the best of all ways."""
    if tasks == 0:
        return Fraction(wanted <= 0)
    return max(
        chance(spent) * best_evening(chance, tasks - 1, good - spent, most, wanted - 1)
        + (1 - chance(spent)) * best_evening(chance, tasks - 1, good - spent, most, wanted)
        for spent in range(min(good, most) + 1)
    )


def added(each: Chances, times: int) -> Truth:
    """O9 to O11: what so many saves bring, as (effort, party points) of one save each."""
    found: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for _ in range(times):
        following: dict[tuple[int, int], Fraction] = {}
        for (effort, points), weight in found.items():
            for (more, shared), chance in each.items():
                at = (effort + more, points + shared)
                following[at] = following.get(at, Fraction(0)) + weight * chance
        found = following
    return gather(({"effort": effort, "party_points": points}, weight) for (effort, points), weight in found.items())
