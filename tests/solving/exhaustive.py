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
from sixfold.rules.folds import AtLeast, LongestRun, MostCommon, OfAKind, Ranked, Scored, Showing
from sixfold.rules.table import EACH_FACE, Play, Values

Row = tuple[tuple[str, Any], ...]


class TooLong(Exception):
    """More dice than are followed were thrown on one path."""


def seen(faces: Sequence[int], fold: Any) -> int | bool:
    """What a fold asks, answered by looking at the dice."""
    if isinstance(fold, AtLeast):
        return len([face for face in faces if face in fold.faces]) >= fold.least
    if isinstance(fold, OfAKind):
        looked_at = by_rank(faces, fold.after, fold.among, fold.lowest)
        return any(looked_at.count(face) >= fold.many for face in looked_at)
    if isinstance(fold, Ranked):
        return sum(by_rank(faces, fold.skip, fold.take, fold.lowest))
    if isinstance(fold, Showing):
        return len([face for face in by_rank(faces, fold.skip, fold.take, fold.lowest) if shows(face, fold)])
    if isinstance(fold, MostCommon):
        best = max(faces, key=lambda face: (faces.count(face), face), default=0)
        return best if fold.face else faces.count(best)
    if isinstance(fold, LongestRun):
        runs = [n for face in faces for n in range(1, len(faces) + 1) if {*range(face, face + n)} <= {*faces}]
        return max(runs, default=0)
    if isinstance(fold, Scored):
        worths = dict(fold.worths)
        return sum(worths.get(face, int(fold.least is not None and face >= fold.least)) for face in faces)
    raise AssertionError(f"a fold that the twin does not know: {fold}")


def by_rank(faces: Sequence[int], skip: int, take: int, lowest: bool) -> list[int]:
    """The lowest dice, or those that come after the highest ones that are left out, one die after the other."""
    left = list(faces)
    if not lowest:
        for _ in range(min(skip, len(left))):
            left.remove(max(left))
    taken: list[int] = []
    while left and len(taken) < take:
        taken.append(min(left) if lowest else max(left))
        left.remove(taken[-1])
    return taken


def shows(face: int, fold: Showing) -> bool:
    """Whether a die is one of those that are counted."""
    match fold.comparison:
        case ">=":
            return face >= fold.number
        case "<=":
            return face <= fold.number
        case ">":
            return face > fold.number
        case "<":
            return face < fold.number
        case "=":
            return face == fold.number
        case "!=":
            return face != fold.number
    raise AssertionError(f"a comparison that the twin does not know: {fold.comparison}")


class Hand:
    """Dice that lie there."""

    def __init__(self, faces: list[int], die: Die = D6) -> None:
        self.faces = faces
        self.die = die
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
        face = list(die.faces)[self.script[self.at]]
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
        return Hand([self.thrown(die) for _ in range(max(0, size))], die)

    def read(self, hand: Hand, *folds: Any) -> Any:
        answers = tuple(seen(hand.faces, fold) for fold in folds)
        return answers if len(answers) > 1 else answers[0]

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        ordered = sorted(hand.faces, reverse=True)
        choices = sorted(set(combinations(ordered, min(count, len(ordered)))), reverse=True)
        return max(choices, key=preference)

    def rethrow(self, hand: Hand, which: Any, label: str = "again", ask: str = "") -> Hand:
        again = (
            list(which(tuple(sorted(hand.faces, reverse=True))))
            if callable(which)
            else [*filter(which.__contains__, hand.faces)]
        )
        kept = list(hand.faces)
        for face in again:
            kept.remove(face)
        return Hand(kept + [self.thrown(hand.die) for _ in again], hand.die)

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Hand:
        left = [kind for kind, count in enumerate(counts, 1) for _ in range(count)]
        return Hand([left.pop(self.die(Die(len(left))) - 1) for _ in range(number)])

    def match(self, mine: Hand, theirs: Hand) -> tuple[int, int, int]:
        a, b = sorted(mine.faces)[::-1], sorted(theirs.faces)[::-1]
        pairs = range(min(len(a), len(b)))
        return sum(a[n] > b[n] for n in pairs), sum(a[n] == b[n] for n in pairs), sum(a[n] < b[n] for n in pairs)

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return default

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        readings: list[int] = []
        while not readings or (readings[-1] in among and len(readings) != most):
            readings.append(int(seen(self.roll(size, label).faces, fold)))
        return tuple(readings[:-1].count(value) for value in among), readings[-1]

    def repeat(
        self,
        step: Callable[[Any, Any], Any],
        state: Any,
        until: Callable[[Any], object],
        most: int | None = None,
        counted: bool = False,
    ) -> Any:
        states = [state]
        while not until(states[-1]) and len(states) - 1 != most:
            states.append(step(self, states[-1]))
        return (states[-1], len(states) - 1) if counted else states[-1]

    def play(self, rule: Play, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        outcome = rule(self, **options)
        return tuple(outcome[field] for field in fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        if when() if callable(when) else when:
            text.format(**{name: value() if callable(value) else value for name, value in values.items()})

    def strike(self, label: str, face: int, count: int) -> None:
        assert count >= 0


def exhaust(rule: Play, most: int = 8, /, **options: Any) -> tuple[dict[Row, Fraction], Fraction]:
    """Every outcome of a rule with its chance, and what paths of more than `most` dice would have brought."""
    found: dict[Row, Fraction] = {}
    left_out = Fraction(0)
    script: list[int] = []
    while True:
        table = Exhaustive(script, most)
        try:
            outcome: Values = rule(table, **options)
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
