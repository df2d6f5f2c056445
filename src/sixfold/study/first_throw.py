"""A reading of any rule: only the first throw has dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked
from sixfold.rules.hand import Hand
from sixfold.rules.table import EACH_FACE, Play, Table
from sixfold.rules.throwing import Which


class Endless(Exception):
    """The rule throws dice again and again: it says nothing without them."""


class FirstThrow:
    """A table on which the first throw is thrown, and every later one has no dice."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.thrown = False

    def roll(self, size: int, label: str = "dice", die: Die | int = D6) -> Any:
        hand = self.table.roll(0 if self.thrown else size, label, die)
        self.thrown = True
        return hand

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        return self.table.read(hand, *folds)

    def pick(
        self, hand: Any, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        return self.table.pick(hand, count, preference, ask)

    def rethrow(self, hand: Hand, which: Which, label: str = "again", ask: str = "") -> Hand:
        raise Endless

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Hand:
        hand = self.table.draw(counts, 0 if self.thrown else number, label, names)
        self.thrown = True
        return hand

    def match(self, mine: Hand, theirs: Hand) -> tuple[int, int, int]:
        return self.table.match(mine, theirs)

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return self.table.choose(label, options, default)

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        raise Endless

    def repeat(
        self,
        step: Callable[[Any, Any], Any],
        state: Any,
        until: Callable[[Any], object],
        most: int | None = None,
        counted: bool = False,
    ) -> Any:
        def first(table: Table, state: Any) -> Any:
            return step(FirstThrow(table), state)

        if counted:
            return self.table.repeat(first, state, until, most, counted=True)
        return self.table.repeat(first, state, until, most)

    def play(self, rule: Play, fields: str | Sequence[str], **options: Any) -> Any:
        self.thrown = True
        return self.table.play(first_throw_only(rule), fields, **options)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        self.table.tell(clause, text, when=when, **values)

    def strike(self, label: str, face: int, count: int) -> None:
        self.table.strike(label, face, count)


@lru_cache(maxsize=256)
def first_throw_only(rule: Play) -> Play:
    """The same rule, played on such a table."""

    def play(table: Table, **options: Any) -> Any:
        return rule(FirstThrow(table), **options)

    return play
