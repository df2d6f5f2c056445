"""The values of one die, however it is rerolled, explodes and counts: those of every way in which it can fall."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sixfold.errors import RuleError
from sixfold.rules import Die

FACES: dict[str, dict[str, Any]] = {
    "numbers": {"sides": 4},
    "from zero": {"sides": 3, "lowest": 0},
    "below zero": {"sides": 4, "shows": (-1, 0, 0, 2)},
    "symbols": {"sides": 4, "shows": ((), ("hit",), ("hit",), ("blow", "hit"))},
}
"""Dice of a few sides."""

Chances = defaultdict[Any, Fraction]

FAR = 4
"""Throws of a die that may explode without end; then it is let lie."""


def dice(name: str) -> Iterator[Die]:
    """Every die with these faces that ends."""
    plain = Die(**FACES[name])
    low, high = plain.faces[0], plain.faces[-1]
    some: list[Any] = [(), [high], [low, high]]
    for reroll, explode, counting in product(some, some, [None, [high], plain.faces[1:]]):
        for once, first, depth in product([False, True], [False, True], [None, 0, 1, 2]):
            more = {"reroll": reroll, "explode": explode, "counting": counting}
            try:
                yield Die(**FACES[name], **more, once=once, first=first, depth=depth)
            except RuleError:
                continue


def thrown(die: Die, first: bool) -> Iterator[tuple[Any, Fraction]]:
    """Each face with its chance in one throw, one side after the other."""
    again = die.reroll if first or not die.first else frozenset()
    stay = [face for face in die.faces if face not in again]
    for face in die.faces:
        if face not in again:
            yield face, Fraction(1, die.sides)
        else:
            for other in die.faces if die.once else stay:
                yield other, Fraction(1, die.sides * len(die.faces if die.once else stay))


def fallen(die: Die, most: int, first: bool = True) -> Iterator[tuple[Any, Fraction, bool]]:
    """Each value with its chance, and whether it lies still after so many throws."""
    for face, chance in thrown(die, first):
        worth = face if die.counting is None else int(face in die.counting)
        if face not in die.explode or (most == 1 and die.depth is not None):
            yield worth, chance, True
        elif most == 1:
            yield worth, chance, False
        else:
            for rest, then, still in fallen(die, most - 1, False):
                yield tuple(sorted(worth + rest)) if isinstance(worth, tuple) else worth + rest, chance * then, still


@pytest.mark.parametrize("name", FACES)
def test_a_die_falls_in_every_way(name: str) -> None:
    """Every value has its exact chance, and of a die without end each that no longer chain can add to."""
    for die in dice(name):
        expected: Chances = defaultdict(Fraction)
        longer: Chances = defaultdict(Fraction)
        for value, chance, still in fallen(die, FAR if die.endless else (die.depth or 0) + 1):
            (expected if still else longer)[value] += chance
        for tolerance in (Fraction(1, 2), Fraction(1, 100)):
            found = die.weights(tolerance)
            ways = {value: Fraction(many, found.scale) for value, many in found.ways.items() if many}
            chances: Chances = defaultdict(Fraction, ways)
            missing = 1 - sum(chances.values())
            if not die.endless:
                assert (chances, missing) == (expected, 0), die
                continue
            assert 0 <= missing <= tolerance, die
            for value in {*chances, *expected}:
                least, most = expected[value], expected[value] + sum(longer.values())
                assert least - missing <= chances[value] <= most, die
                if found.longer is not None and value < found.longer:
                    assert least <= chances[value], die
