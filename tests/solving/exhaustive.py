"""A table that plays any rule over every face: the slow twin of the solver.

It knows dice only: a rule is run once for every way in which every single die can fall, by replaying the faces
up to there. Nothing is merged, packed or deferred. Use it for small hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sixfold.rules.cards import RanksOrSuits
from sixfold.rules.dice import D6, Die, a_die
from sixfold.rules.folds import (
    AtLeast,
    Counted,
    Groups,
    LongestRun,
    MostCommon,
    OfAKind,
    Ranked,
    Scored,
    Set,
    Sets,
    Showing,
)
from sixfold.rules.hand import Hand as RuleHand
from sixfold.rules.mixed import falling, landed
from sixfold.rules.rethrowing import cup_of
from sixfold.rules.table import EACH_FACE, Play, Values

Row = tuple[tuple[str, Any], ...]


class TooLong(Exception):
    """More dice than are followed were thrown on one path."""


def seen(faces: Sequence[Any], fold: Any) -> Any:
    """What a fold asks, answered by looking at the dice."""
    if hasattr(fold, "plainly"):
        return fold.plainly(faces)
    if isinstance(fold, Groups):
        return tuple(sorted((faces.count(face) for face in set(faces)), reverse=True))
    if isinstance(fold, Sets):
        found = [(faces.count(face), face) for face in set(faces) if faces.count(face) >= fold.least]
        found.sort(key=lambda one: one if fold.by == "width" else one[::-1], reverse=True)
        return tuple([Set(*one) for one in (found if fold.most is None else found[: fold.most])])
    if isinstance(fold, Counted):
        symbols = [name for face in faces for name in face]
        return sum(map(symbols.count, fold.names)) - sum(map(symbols.count, fold.less))
    if isinstance(fold, AtLeast):
        return len([face for face in faces if face in fold.faces]) >= fold.least
    if isinstance(fold, OfAKind):
        looked_at = by_rank(faces, fold.after, fold.among, fold.lowest)
        return fold.many <= 0 or any(looked_at.count(face) >= fold.many for face in looked_at)
    if isinstance(fold, Ranked):
        return sum(by_rank(faces, fold.skip, fold.take_, fold.lowest))
    if isinstance(fold, Showing):
        return len([face for face in by_rank(faces, fold.skip, fold.take_, fold.lowest) if shows(face, fold)])
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


def shows_one(face: Any, which: Any) -> bool:
    """Whether a die is one of these faces, or shows one of these symbols."""
    return face in which or (isinstance(face, tuple) and not {*face}.isdisjoint(which))


class Hand:
    """Dice that lie there."""

    def __init__(self, faces: list[Any], dice: Sequence[Die]) -> None:
        self.faces = faces
        self.dice = dice
        self.size = len(faces)


class Drawn(RuleHand):
    """Cards that lie there: `ranks` and `suits` are read of hands of a rule."""

    def __init__(self, faces: list[int], cup: Any) -> None:
        self.faces, self.die, self._size = faces, cup, len(faces)
        self.dice: list[Die] = []


class Exhaustive:
    """One path: the faces of `script` in turn, then the first face of each further die."""

    def __init__(self, script: list[int], most: int) -> None:
        self.script = script
        self.most = most
        self.at = 0
        self.sides: list[int] = []
        self.chance = Fraction(1)

    def die(self, die: Die) -> Any:
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

    def thrown(self, die: Die) -> Any:
        """One die with all that it throws again."""
        faces = [self.once(die, True)]
        while faces[-1] in die.explode and (die.depth is None or len(faces) <= die.depth):
            faces.append(self.once(die, not die.first))
        if type(faces[0]) is tuple:
            return tuple(sorted(name for face in faces for name in face))
        return int(sum(faces))

    def once(self, die: Die, rerolled: bool) -> Any:
        """One throw of a die, and what it rerolls."""
        face = self.die(die)
        while rerolled and face in die.reroll:
            face = self.die(die)
            if die.once:
                break
        return face

    def roll(self, size: Any, label: str = "dice", die: Die | int = D6) -> Hand:
        dice = [a_die(one) for one in (size if isinstance(size, list | tuple) else [die] * max(0, size))]
        # Equal dice of a mixed hand are thrown together.
        dice = [one for kind in dict.fromkeys(dice) for one in dice if one == kind]
        return Hand([self.thrown(one) for one in dice], dice)

    def read(self, hand: Any, *folds: Any) -> Any:
        faces: list[Any] = vars(hand.hand)["faces"] if isinstance(hand, RanksOrSuits) else hand.faces
        if isinstance(hand, RanksOrSuits):
            faces = [
                1 + (card - 1) % hand.die.suits if hand.part == "suit" else 1 + (card - 1) // hand.die.suits
                for card in faces
            ]
        answers = tuple(seen(faces, fold) for fold in folds)
        return answers if len(answers) > 1 else answers[0]

    def dice(self, hand: Hand) -> list[Any]:
        """The dice of a hand, the highest first, each as a rule sees it."""
        if len(set(hand.dice)) > 1:
            return falling([landed(face, die) for face, die in zip(hand.faces, hand.dice, strict=True)])
        return sorted(hand.faces, reverse=True)

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[Any, ...]], Any], ask: str = ""
    ) -> tuple[Any, ...]:
        ordered = self.dice(hand)
        return max(combinations(ordered, min(count, len(ordered))), key=preference)

    def rethrow(self, hand: Hand, which: Any = None, label: str = "again", ask: str = "", among: Any = None) -> Hand:
        which = among if which is None else which
        ordered = tuple(self.dice(hand))
        again = list(which(ordered)) if callable(which) else [face for face in ordered if shows_one(face, which)]
        faces, dice = list(hand.faces), list(hand.dice)
        for face in again:
            places = [at for at in range(len(faces)) if faces[at] == face]
            at = next(at for at in places if dice[at] == getattr(face, "die", dice[at]))
            faces.pop(at)
            dice.append(dice.pop(at))
        return Hand(faces + [self.thrown(die) for die in dice[len(faces) :]], dice)

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Drawn:
        left = [kind for kind, count in enumerate(counts, 1) for _ in range(count)]
        cup = cup_of(counts, number)
        return Drawn([left.pop(self.die(Die(len(left))) - 1) for _ in range(number)], cup)

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
