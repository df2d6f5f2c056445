"""A rule never waits in memory: it is played again from its faces and choices until it is done or asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sixfold.bounds import DICE_OF_A_THROW
from sixfold.checks.check import Check
from sixfold.errors import BoundsError
from sixfold.playing.record import Record, throw
from sixfold.playing.rolled import Chooser, Source
from sixfold.playing.sources.typed import TypedDice
from sixfold.rules.dice import Die


class Choice(NamedTuple):
    """The rule asks its player: what about, and the options. `throws` are the dice on the table, by label."""

    label: str
    options: tuple[str, ...]
    default: int
    throws: tuple[tuple[str, int, tuple[int, ...]], ...]


class _Asks(Exception):
    def __init__(self, label: str, options: Sequence[str], default: int) -> None:
        super().__init__(label)
        self.asked = (label, tuple(options), default)


class _OnTheTable:
    """Hands out the dice that lie there, then throws more; notes what lies on the table."""

    def __init__(self, lying: Sequence[int], more: Source | None) -> None:
        self.lying = list(lying)
        self.used = 0
        self.more = more
        self.throws: list[tuple[str, int, tuple[int, ...]]] = []

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        if self.used + size > DICE_OF_A_THROW:
            raise BoundsError(f"One throw in a room has at most {DICE_OF_A_THROW:,} dice.")
        if self.more is None or self.used < len(self.lying):
            typed = TypedDice(self.lying[self.used :])
            faces = typed.throw(size, die, label)
        else:
            faces = self.more.throw(size, die, label)
        self.used += size
        self.throws.append((label, die.sides, tuple(faces)))
        return faces


def play(
    check: Check, lying: Sequence[int], more: Source | None, choices: Sequence[int] | None, name: str
) -> Record | Choice:
    """Play a check with the dice that lie on the table, then with `more`, and with the choices that were made.

    Where another choice is to be made it gives that. With `choices` None nobody is asked: the rule's policy decides.
    Raises DiceNeeded, or DiceError where dice that lie there do not fit or are left over.
    """
    table = _OnTheTable(lying, more)
    waiting = list(choices or ())

    def chooser(label: str, options: Sequence[str], default: int) -> int:
        if not waiting:
            raise _Asks(label, options, default)
        return waiting.pop(0)

    ask: Chooser | None = None if choices is None else chooser
    try:
        record = throw(check, table, name, ask)
    except _Asks as asks:
        return Choice(*asks.asked, tuple(table.throws))
    TypedDice(table.lying[min(table.used, len(table.lying)) :]).finish()
    return record
