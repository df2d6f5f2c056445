"""The verbs of a table, as every table has them: one contract, and a table that passes all of them on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked
from sixfold.rules.table import EACH_FACE, Playable
from sixfold.rules.throwing import Which

Step = Callable[[Any, Any], Any]
"""A step of a game that goes on: a function of the table and the state, which gives the next state."""


class Verbs(ABC):
    """A table: the verbs of `sixfold.rules.table`, which every table has with the same arguments."""

    __slots__ = ()

    @abstractmethod
    def roll(self, size: int, label: str = "dice", die: Die | int = D6) -> Any: ...

    @abstractmethod
    def read(self, hand: Any, *folds: Fold[Any]) -> Any: ...

    @abstractmethod
    def pick(
        self, hand: Any, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]: ...

    @abstractmethod
    def rethrow(self, hand: Any, which: Which, label: str = "again", ask: str = "") -> Any: ...

    @abstractmethod
    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any: ...

    @abstractmethod
    def match(self, mine: Any, theirs: Any) -> tuple[int, int, int]: ...

    @abstractmethod
    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> int: ...

    @abstractmethod
    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]: ...

    @abstractmethod
    def repeat(
        self, step: Step, state: Any, until: Callable[[Any], object], most: int | None = None, counted: bool = False
    ) -> Any: ...

    @abstractmethod
    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any: ...

    @abstractmethod
    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None: ...

    @abstractmethod
    def strike(self, label: str, face: int, count: int) -> None: ...


class Delegating(Verbs):
    """A table that passes every verb on to another one; a table that changes some verbs begins with this."""

    __slots__ = ("_table",)

    def __init__(self, table: Verbs) -> None:
        self._table = table

    def roll(self, size: int, label: str = "dice", die: Die | int = D6) -> Any:
        return self._table.roll(size, label, die)

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        return self._table.read(hand, *folds)

    def pick(
        self, hand: Any, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        return self._table.pick(hand, count, preference, ask)

    def rethrow(self, hand: Any, which: Which, label: str = "again", ask: str = "") -> Any:
        return self._table.rethrow(hand, which, label, ask)

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any:
        return self._table.draw(counts, number, label, names)

    def match(self, mine: Any, theirs: Any) -> tuple[int, int, int]:
        return self._table.match(mine, theirs)

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> int:
        return self._table.choose(label, options, default, against)

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        return self._table.again(size, label, among, fold, most)

    def repeat(
        self, step: Step, state: Any, until: Callable[[Any], object], most: int | None = None, counted: bool = False
    ) -> Any:
        return self._table.repeat(step, state, until, most, counted)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        return self._table.play(rule, fields, **options)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        self._table.tell(clause, text, when=when, **values)

    def strike(self, label: str, face: int, count: int) -> None:
        self._table.strike(label, face, count)
