"""A table that plays any rule over every face: the slow twin of the solver.

It knows dice only: a rule is run once for every way in which every single die can fall, by replaying the faces
up to there. Nothing is merged, packed or deferred. Use it for small hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import COMPARISONS, AtLeast, OfAKind, Ranked, Showing
from sixfold.rules.table import EACH_FACE, Outcome, Rule

Row = tuple[tuple[str, Any], ...]


class TooLong(Exception):
    """More dice than are followed were thrown on one path."""


def seen(faces: Sequence[int], fold: Any) -> int | bool:
    """What a fold asks, answered by looking at the dice."""
    ordered = sorted(faces, reverse=True)
    if isinstance(fold, AtLeast):
        return sum(face in fold.faces for face in faces) >= fold.least
    if isinstance(fold, OfAKind):
        among = ordered[-fold.among :] if fold.lowest and fold.among else ordered[fold.after :][: fold.among]
        return any(among.count(face) >= fold.many for face in among)
    if isinstance(fold, Ranked | Showing):
        first = max(0, len(ordered) - fold.take) if fold.lowest else fold.skip
        taken = ordered[first : first + fold.take]
        if isinstance(fold, Ranked):
            return sum(taken)
        return sum(COMPARISONS[fold.comparison](face, fold.number) for face in taken)
    raise AssertionError(f"a fold that the twin does not know: {fold}")


class Hand:
    """Dice that lie there."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces
        self.size = len(faces)


class Exhaustive:
    """One path: the faces of `script` in turn, then the first face of each further die."""

    def __init__(self, script: list[int], most: int) -> None:
        self.script = script
        self.most = most
        self.at = 0
        self.sides: list[int] = []
        self.chance = Fraction(1)

    def die(self, die: Die) -> int:
        """One die, once: the next of the script."""
        if self.at == self.most:
            raise TooLong
        if self.at == len(self.script):
            self.script.append(0)
        self.sides.append(die.sides)
        self.chance /= die.sides
        face = die.lowest + self.script[self.at]
        self.at += 1
        return face

    def thrown(self, die: Die) -> int:
        """One die with all that it throws again."""
        face = self.die(die)
        while face in die.reroll:
            face = self.die(die)
            if die.once:
                break
        return face + (self.thrown(die) if face in die.explode else 0)

    def roll(self, size: int, label: str, die: Die = D6) -> Hand:
        return Hand([self.thrown(die) for _ in range(max(0, size))])

    def read(self, hand: Hand, *folds: Any) -> tuple[Any, ...]:
        return tuple(seen(hand.faces, fold) for fold in folds)

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        ordered = sorted(hand.faces, reverse=True)
        choices = sorted(set(combinations(ordered, min(count, len(ordered)))), reverse=True)
        return max(choices, key=preference)

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return default

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        readings: list[int] = []
        while not readings or (readings[-1] in among and len(readings) != most):
            readings.append(int(seen(self.roll(size, label).faces, fold)))
        return tuple(readings[:-1].count(value) for value in among), readings[-1]

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        tallies, steps = [0] * len(targets), 0
        while not any(t is not None and n >= t for n, t in zip(tallies, targets, strict=True)):
            tallies = [n + gain for n, gain in zip(tallies, step(self), strict=True)]
            steps += 1
        return tuple(n if t is not None else min(n, 1) for n, t in zip(tallies, targets, strict=True)), steps

    def play(self, rule: Rule, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        outcome = rule(self, **options)
        return tuple(outcome[field] for field in fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        if when() if callable(when) else when:
            text.format(**{name: value() if callable(value) else value for name, value in values.items()})

    def strike(self, label: str, face: int, count: int) -> None:
        assert count >= 0


def exhaust(rule: Rule, most: int = 8, /, **options: Any) -> tuple[dict[Row, Fraction], Fraction]:
    """Every outcome of a rule with its chance, and what paths of more than `most` dice would have brought."""
    found: dict[Row, Fraction] = {}
    left_out = Fraction(0)
    script: list[int] = []
    while True:
        table = Exhaustive(script, most)
        try:
            outcome: Outcome = rule(table, **options)
            row = tuple(sorted(outcome.items()))
            found[row] = found.get(row, Fraction(0)) + table.chance
        except TooLong:
            left_out += table.chance
        script = script[: table.at]
        while script and script[-1] + 1 == table.sides[len(script) - 1]:
            script.pop()
        if not script:
            return found, left_out
        script[-1] += 1
