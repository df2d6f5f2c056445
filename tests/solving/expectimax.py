"""The slow twin of best play: every way in which every die can fall, and every option at every decision.

A rule is run once for every sequence of faces and choices. What the player knows when he decides is all of it up to
there, so a die is an average and a decision a maximum; nothing is merged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sixfold.rules.dice import D6, Die
from tests.solving.exhaustive import Hand, seen


class Branch(Exception):
    """The script ends here: a die with so many sides, or a decision with so many options."""

    def __init__(self, many: int, decides: bool) -> None:
        super().__init__()
        self.many = many
        self.decides = decides


class Scripted:
    """A table on which every die and every choice is one number of a script."""

    def __init__(self, script: Sequence[int]) -> None:
        self.script = script
        self.at = 0

    def next(self, many: int, decides: bool) -> int:
        if decides and many == 1:
            return 0
        if self.at == len(self.script):
            raise Branch(many, decides)
        self.at += 1
        return self.script[self.at - 1]

    def roll(self, size: int, label: str = "dice", die: Die | int = D6) -> Hand:
        sides = die if isinstance(die, int) else die.sides
        return Hand([1 + self.next(sides, False) for _ in range(size)], [Die(sides)] * size)

    def read(self, hand: Hand, *folds: Any) -> Any:
        answers = [seen(hand.faces, fold) for fold in folds]
        return tuple(answers) if len(folds) > 1 else answers[0]

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return self.next(len(options), True)

    def pick(self, hand: Hand, count: int, preference: Callable[[Any], Any], ask: str = "") -> tuple[int, ...]:
        ways = list(dict.fromkeys(combinations(sorted(hand.faces, reverse=True), count)))
        return ways[self.next(len(ways), True)] if ask else max(ways, key=preference)

    def rethrow(self, hand: Hand, which: Any = None, label: str = "again", ask: str = "", among: Any = None) -> Hand:
        ordered = sorted(hand.faces, reverse=True)
        may = [face for face in ordered if among is None or face in among]
        again = [face for face in may if not ask and (which is None or face in which)]
        if ask:
            ways = [way for size in range(len(may) + 1) for way in dict.fromkeys(combinations(may, size))]
            again = list(ways[self.next(len(ways), True)])
        for face in again:
            ordered.remove(face)
        return Hand([*ordered, *[1 + self.next(hand.dice[0].sides, False) for _ in again]], hand.dice)

    def repeat(self, step: Any, state: Any, until: Any, most: int | None = None, counted: bool = False) -> Any:
        steps = 0
        while steps != most and not until(state):
            state, steps = step(self, state), steps + 1
        return (state, steps) if counted else state

    def play(self, rule: Any, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        outcome = rule(self, **options)
        return tuple(outcome[field] for field in fields)

    def tell(self, *told: Any, **values: Any) -> None:
        pass


def value(rule: Callable[..., Any], worth: Callable[[Any], int], script: tuple[int, ...] = ()) -> Fraction:
    """The best that a player can do, once so many dice and choices are known."""
    try:
        return Fraction(worth(rule(Scripted(script))))
    except Branch as branch:
        values = [value(rule, worth, (*script, at)) for at in range(branch.many)]
        return max(values) if branch.decides else sum(values, Fraction(0)) / branch.many
