"""Dice expressions made up at random: each means what a second reading says, and no part of one counts for nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

import sixfold
from sixfold import Check, Odds, parse
from sixfold.errors import BoundsError, NotationError, RuleError
from tests.effort import THOROUGH

HOLDS = {
    ">=": int.__ge__,
    "<=": int.__le__,
    ">": int.__gt__,
    "<": int.__lt__,
    "=": int.__eq__,
    "": int.__eq__,
}
SAID = ("Whatever the dice show", "all of them", "only the second", "rolls no dice", "changes no success")
"""How an explanation says that a part of an expression changes nothing."""

Chances = dict[int, Fraction]
Faces = tuple[int, ...]
LEFT = Fraction(1, 100)
"""The chance of the chains that the second reading leaves out, at most, for each die."""


class Part(NamedTuple):
    """A modifier of dice: how it is written, what it does, and with which faces or how many dice."""

    text: str
    kind: str
    sign: str = ""
    number: int = 0


def made_up(random: Random, sides: int) -> list[Part]:
    """Up to three modifiers, in any order, sensible or not."""
    parts = []
    for _ in range(random.randint(0, 3)):
        kind = random.choice(["r", "ro", "!", "!!", "kh", "kl", "dh", "dl", "count", "high", "low"])
        sign, number = random.choice(list(HOLDS)), random.randint(0, sides + 1)
        if kind in ("kh", "kl", "dh", "dl"):
            parts.append(Part(f"{kind}{number}", kind, "", number))
        elif kind in ("high", "low"):
            parts.append(Part(f" ({number % 3} {kind})", kind, "", number % 3))
        elif kind == "count":
            parts.append(Part(f"{sign or '='}{number}", kind, sign or "=", number))
        else:
            parts.append(Part(f"{kind}{sign}{number}", kind, sign, number))
    return parts


def one_die(parts: list[Part], sides: int, count: Part | None) -> Chances:
    """What one die is worth, throw by throw, until it lies still; the rarest chains are left out."""
    again = [part for part in parts if part.kind in ("r", "ro")]
    more = [part for part in parts if part.kind in ("!", "!!")]
    faces = list(range(1, sides + 1))
    rerolled = [face for face in faces if any(HOLDS[part.sign](face, part.number) for part in again)]
    single = {face: Fraction(1, sides) for face in faces}
    if rerolled:
        others = faces if again[0].kind == "ro" else [face for face in faces if face not in rerolled]
        lost = Fraction(len(rerolled), sides)
        single = {face: (single[face] if face not in rerolled else 0) + lost / len(others) for face in others}
    ended: Chances = {}
    going = {0: Fraction(1)}
    while sum(going.values()) > LEFT:
        longer: Chances = {}
        for (so_far, p), (face, q) in product(going.items(), single.items()):
            into = longer if any(HOLDS[part.sign](face, part.number) for part in more) else ended
            value = so_far + (HOLDS[count.sign](face, count.number) if count else face)
            into[value] = into.get(value, Fraction(0)) + p * q
        going = longer
    return ended


def meaning(size: int, sides: int, parts: list[Part]) -> Chances:
    """The second reading: all hands, die by die, in the words of docs/dice.md."""
    keep = next((part for part in parts if part.kind in ("kh", "kl", "dh", "dl", "high", "low")), None)
    count = next((part for part in parts if part.kind == "count"), None)
    apart = count if any(part.kind == "!" for part in parts) else None
    extra = keep.number if keep and keep.kind in ("high", "low") else 0
    hands: dict[Faces, Fraction] = {(): Fraction(1)}
    for _ in range(size + extra):
        longer: dict[Faces, Fraction] = {}
        for (hand, p), (value, q) in product(hands.items(), one_die(parts, sides, apart).items()):
            key = tuple(sorted((*hand, value)))
            longer[key] = longer.get(key, Fraction(0)) + p * q
        hands = longer
    found: Chances = {}
    for hand, chance in hands.items():
        dice = hand
        if keep:
            n = keep.number
            kept = {"kh": n, "kl": n, "dh": size - n, "dl": size - n}.get(keep.kind, size)
            dice = hand[:kept] if keep.kind in ("kl", "dh", "low") else hand[len(hand) - kept :]
        value = sum(HOLDS[count.sign](die, count.number) for die in dice) if count and not apart else sum(dice)
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def read(text: str) -> tuple[Check, Odds] | None:
    """The check and its odds; None where it is refused."""
    try:
        check = parse(text)
        return check, sixfold.odds(check, tolerance=1e-6)
    except (NotationError, BoundsError, RuleError):
        return None


def chances(odds: Odds) -> Chances:
    return {each.outcome["total"]: each.exact for each in odds.outcomes}


@pytest.mark.parametrize("seed", range(20 * THOROUGH))
def test_dice_mean_what_is_said(seed: int) -> None:
    """Our odds of made-up dice are those of the second reading; what changes nothing is said, or refused."""
    random = Random(seed)
    tried = 0
    while tried < 5:
        size, sides = random.randint(1, 2), random.choice([2, 3, 4])
        parts = made_up(random, sides)
        text = f"dice {size}d{sides}{''.join(part.text for part in parts)}"
        solved = read(text)
        if solved is None:
            continue
        tried += 1
        check, odds = solved
        assert parse(str(check)) == check
        found, truth = chances(odds), meaning(size, sides, parts)
        missing = 1 - sum(truth.values())
        for value in {*found, *truth}:
            difference = found.get(value, Fraction(0)) - truth.get(value, Fraction(0))
            assert -odds.unresolved <= difference <= missing, (text, value)
        told = " ".join(clause.text for clause in check.explain())
        silent = not any(words in told for words in SAID)
        assert not silent or len(found) > 1, f"{text} is always the same, and does not say so"
        for at, part in enumerate(parts if silent else []):
            less = read(f"dice {size}d{sides}{''.join(each.text for each in (*parts[:at], *parts[at + 1 :]))}")
            assert less is None or chances(less[1]) != found, f"“{part.text}” counts for nothing in {text}"
