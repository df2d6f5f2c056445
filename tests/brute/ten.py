"""`ten` again, clause by clause, over dice that lie face up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

from tests.brute.faces import Truth, every_hand, gather, key, sums

Margin = tuple[int, str, bool, int]
TIERS = {"trivial": 9, "professional": 6, "easy": 3, "uncertain": 0, "hard": -3, "clueless": -6, "hopeless": -9}


def kept(faces: tuple[int, ...], skew: int) -> list[int]:
    """T4: the highest three, or with Inferior the lowest three."""
    ordered = sorted(faces)
    return ordered[:3] if skew < 0 else ordered[-3:]


def strikes(faces: tuple[int, ...], skew: int, chaos: str) -> bool:
    """T6: three dice alike, dropped ones too, or with chaos=kept only the kept three."""
    looked_at = kept(faces, skew) if chaos == "kept" else list(faces)
    return any(times >= 3 for times in Counter(looked_at).values())


def extra_dice(natural: int) -> tuple[str, int, int]:
    """T3: what the natural is called, how many more dice are thrown, and their sign."""
    if natural >= 16:
        return "critical", natural - 15, 1
    if natural <= 5:
        return "blunder", 6 - natural, -1
    return "plain", 0, 1


@cache
def bare(skew: int, chaos: str = "all") -> tuple[tuple[int, str, bool, int, Fraction], ...]:
    """Every (natural, quality, chaos, sum of all dice) without modifiers, with its chance."""
    dice = 3 + abs(skew)
    chances: dict[tuple[int, str, bool, int], Fraction] = {}
    for faces, ways in every_hand(dice):
        natural = sum(kept(faces, skew))
        quality, more, sign = extra_dice(natural)
        struck = strikes(faces, skew, chaos)
        for extra, extra_ways in sums(more).items():
            at = (natural, quality, struck, natural + sign * extra)
            chances[at] = chances.get(at, Fraction(0)) + Fraction(ways * extra_ways, 6 ** (dice + more))
    return tuple((*at, chance) for at, chance in chances.items())


def test(modifier: int = 0, skew: int = 0, chaos: str = "all") -> Truth:
    """T1 and T2: add the modifier, compare with 10."""
    return gather(
        (
            {
                "natural": natural,
                "total": thrown + modifier,
                "margin": thrown + modifier - 10,
                "success": thrown + modifier >= 10,
                "quality": quality,
                "chaos": struck,
            },
            chance,
        )
        for natural, quality, struck, thrown, chance in bare(skew, chaos)
    )


def attack(modifier: int = 0, skew: int = 0, damage: int = 0, size: int = 0, chaos: str = "all") -> Truth:
    """T9 and T10: base dice, one for each size category, one for each full three of margin; none below zero."""
    chances = []
    for _, quality, struck, thrown, chance in bare(skew, chaos):
        margin = thrown + modifier - 10
        dice = max(0, damage + size + margin // 3) if margin >= 0 else 0
        for harm, ways in sums(dice).items():
            outcome = {
                "hit": margin >= 0,
                "margin": margin,
                "quality": quality,
                "chaos": struck,
                "dice": dice,
                "damage": harm,
            }
            chances.append((outcome, chance * Fraction(ways, 6**dice)))
    return gather(chances)


def result(successes: int, failures: int, threshold: int, any_success: bool) -> str:
    """T12."""
    if failures >= threshold:
        return "failure" if any_success else "total failure"
    return "success" if failures else "perfect success"


def extended(
    threshold: int,
    modifier: int = 0,
    skew: int = 0,
    degrees: bool = False,
    longest: int = 24,
    so_far: tuple[int, int] = (0, 0),
) -> Truth:
    """T11 to T14: roll after roll. With degrees a Success of Zero moves nothing, so the rolls are cut off."""
    margins: dict[int, Fraction] = {}
    for _, _, _, thrown, chance in bare(skew):
        margins[thrown + modifier - 10] = margins.get(thrown + modifier - 10, Fraction(0)) + chance
    whole = 6 ** (6 + abs(skew))
    steps = {margin: int(chance * whole) for margin, chance in margins.items()}
    going: dict[tuple[int, int, bool], int] = {(*so_far, so_far[0] > 0): 1}
    truth: Truth = {}
    for rolls in range(1, longest + 1):
        following: dict[tuple[int, int, bool], int] = {}
        for (successes, failures, any_success), ways in going.items():
            for margin, step in steps.items():
                won = margin >= 0
                worth = abs(margin) if degrees else 1
                state = (successes + worth * won, failures + worth * (not won), any_success or won)
                if max(state[:2]) < threshold:
                    following[state] = following.get(state, 0) + ways * step
                    continue
                outcome: dict[str, Any] = {
                    "result": result(state[0], state[1], threshold, state[2]),
                    "successes": state[0],
                    "failures": state[1],
                    "rolls": rolls,
                }
                at = key(outcome)
                truth[at] = truth.get(at, Fraction(0)) + Fraction(ways * step, whole**rolls)
        going = following
    return truth


def chaos_strikes() -> Truth:
    """T7: 3d6 against 10, halved, rounded down below zero too."""
    return gather(
        ({"total": total, "modifier": (total - 10) // 2}, Fraction(ways, 216)) for total, ways in sums(3).items()
    )
