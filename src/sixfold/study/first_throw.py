"""A reading of any rule: only the first throw has dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sixfold.rules.check import played, watched
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Ranked
from sixfold.rules.functions import Wrapped
from sixfold.rules.table import EACH_FACE, Delegating, Play, Playable, Step, Table, Until
from sixfold.rules.throwing import Which


class Endless(Exception):
    """The rule throws dice again and again: it says nothing without them."""


class FirstThrow(Delegating):
    """A table on which the first throw is thrown, and every later one has no dice."""

    __slots__ = ("_thrown",)

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._thrown = False

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> Any:
        hand = self._ask("roll", 0 if self._thrown else size, label, die)
        self._thrown = True
        return hand

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> Any:
        raise Endless

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any:
        hand = self._ask("draw", counts, 0 if self._thrown else number, label, names)
        self._thrown = True
        return hand

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        raise Endless

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        return self._ask("repeat", first_throw_only(step), state, until, most, counted)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        self._thrown = True
        function, given = played(rule, options)
        return self._ask("play", first_throw_only(function), fields, **given)


class FirstThrowOnly(Wrapped):
    """A rule, or a step of one, in which only the first throw has dice."""

    def __call__(self, table: Table, *state: Any, **options: Any) -> Any:
        return watched(self.function)(FirstThrow(table), *state, **options)


@lru_cache(maxsize=256)
def first_throw_only(rule: Play) -> Play:
    """Return the same rule, played on such a table."""
    return FirstThrowOnly(rule)
