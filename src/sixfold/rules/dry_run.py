"""A rule played once without dice, to find the fields of its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import index
from typing import Any

from sixfold.rules.cards import asked
from sixfold.rules.check import Check, played
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked, look
from sixfold.rules.functions import MISTAKES
from sixfold.rules.hand import Hand
from sixfold.rules.mixed import Mixed, dice_of, landed
from sixfold.rules.outcome import learnt, values_of
from sixfold.rules.table import EACH_FACE, Playable, Preference, Step, Table, Until
from sixfold.rules.throwing import Which, cup_of


class Middling(Hand):
    """Dice of which each shows a face of the middle."""

    __slots__ = ("_size", "die", "gone", "values")

    def __init__(self, size: int, die: Any) -> None:
        self._size = max(0, index(size))
        kinds = die.kinds if isinstance(die, Mixed) else ((die, self._size),)
        middles = [(kind, sorted(kind.faces)[(len(kind.faces) - 1) // 2], count) for kind, count in kinds]
        if isinstance(die, Mixed):
            self.values = [landed(face, kind) for kind, face, count in middles for _ in range(count)]
        else:
            self.values = [middles[0][1]] * self._size
        self.die = die
        self.gone = ""


class DryRun(Table):
    """A table without dice: every die shows its middle face, and a repeat ends before its first step."""

    __slots__ = ()

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> Middling:
        return Middling(*dice_of(size, die))

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        hand, folds = asked(hand, folds)
        answers, _ = look(hand.values, folds)
        return answers if len(folds) > 1 else answers[0]

    def pick(self, hand: Any, count: int, preference: Preference, ask: str = "") -> tuple[Any, ...]:
        return tuple(hand.values[: index(count)])

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> Any:
        return hand

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Middling:
        return Middling(number, cup_of(counts, number))

    def match(self, mine: Any, theirs: Any) -> tuple[int, int, int]:
        return 0, min(mine.size, theirs.size), 0

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> Any:
        return default

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        return (0,) * len(among), self.read(self.roll(size), fold)

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        return (state, 0) if counted else state

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        play, given = played(rule, options)
        return learnt(play(self, **given), fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass


@lru_cache(maxsize=64)
def fields_of(check: Check) -> tuple[str, ...] | None:
    """The fields of an outcome of the check; None where they cannot be found without dice.

    >>> from sixfold import parse
    >>> fields_of(parse("skew")), fields_of(parse("skew vs 12"))
    (('natural', 'total'), ('natural', 'total', 'success'))
    """
    try:
        play, options = played(check, {})
        return tuple(values_of(play(DryRun(), **options)))
    except MISTAKES:  # of which those of Sixfold are, too
        return None


def has(check: Check, field: str) -> bool:
    """Whether an outcome of the check has this field, as far as that is known without dice."""
    fields = fields_of(check)
    return fields is None or field in fields
