"""A rule that goes on from dice that lie on a table: they are known, and so is what was decided; all else is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sixfold.errors import ChoiceNeeded
from sixfold.playing.rolled import Lying, Rolled
from sixfold.playing.sources.typed import TypedDice
from sixfold.rules.check import played, watched
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked
from sixfold.rules.hand import Hand
from sixfold.rules.outcome import learnt
from sixfold.rules.table import EACH_FACE, Play, Playable
from sixfold.rules.throwing import Which
from sixfold.rules.trust import Wrapped
from sixfold.rules.verbs import Verbs


class Resumed(Verbs):
    """A table with dice on it up to the decision that is open; from there on everything is still to come.

    `then` is the table for that, and can `lay` a hand as it lies there.
    """

    __slots__ = ("_choices", "_faces", "_laid", "_lies", "_then")

    def __init__(self, then: Any, faces: Sequence[int], choices: Sequence[int]) -> None:
        self._then = then
        self._lies: Rolled | None = Rolled(TypedDice(faces), choices)
        self._laid: dict[int, tuple[Lying, Any]] = {}
        self._faces, self._choices = tuple(faces), tuple(choices)

    def _now(self, hand: Any) -> Any:
        """A hand on the table for what is still to come."""
        if not isinstance(hand, Lying):
            return hand
        if id(hand) not in self._laid:
            self._laid[id(hand)] = (hand, self._then.lay(tuple(sorted(hand.values, reverse=True)), hand.die))
        laid = self._laid[id(hand)][1]
        if hand.gone:
            laid.gone = hand.gone
        return laid

    def roll(self, size: int, label: str = "dice", die: Die | int = D6) -> Any:
        return (self._lies or self._then).roll(size, label, die)

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> Any:
        return (self._lies or self._then).draw(counts, number, label, names)

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        return self._then.read(self._now(hand), *folds) if self._lies is None else self._lies.read(hand, *folds)

    def match(self, mine: Any, theirs: Any) -> tuple[int, int, int]:
        if self._lies is None:
            found: tuple[int, int, int] = self._then.match(self._now(mine), self._now(theirs))
            return found
        return self._lies.match(mine, theirs)

    def pick(
        self, hand: Any, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        if self._lies is not None:
            try:
                return self._lies.pick(hand, count, preference, ask)
            except ChoiceNeeded:
                self._lies = None
        taken: tuple[int, ...] = self._then.pick(self._now(hand), count, preference, ask)
        return taken

    def rethrow(self, hand: Any, which: Which, label: str = "again", ask: str = "") -> Hand:
        if self._lies is not None:
            try:
                return self._lies.rethrow(hand, which, label, ask)
            except ChoiceNeeded:
                self._lies = None
        thrown: Hand = self._then.rethrow(self._now(hand), which, label, ask)
        return thrown

    def choose(self, label: str, options: Sequence[str], default: int, against: bool = False) -> int:
        if self._lies is not None:
            try:
                return self._lies.choose(label, options, default, against)
            except ChoiceNeeded:
                self._lies = None
        chosen: int = self._then.choose(label, options, default, against)
        return chosen

    def again(
        self, size: int, label: str, among: Sequence[int], fold: Ranked = EACH_FACE, most: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        found: tuple[tuple[int, ...], int] = (self._lies or self._then).again(size, label, among, fold, most)
        return found

    def repeat(
        self,
        step: Callable[[Any, Any], Any],
        state: Any,
        until: Callable[[Any], object],
        most: int | None = None,
        counted: bool = False,
    ) -> Any:
        steps = 0
        while self._lies is not None and steps != most and not until(state):
            if self._decides(self._lies, step, state):
                repeated, at = self._going_on(self._lies, step, state)
                left = None if most is None else most - steps
                if not counted:
                    return self._then.repeat(repeated, at, _over(until), left)[1]
                (_, state), more = self._then.repeat(repeated, at, _over(until), left, counted=True)
                return state, steps + more
            state = step(self, state)
            steps += 1
        if self._lies is not None:
            return (state, steps) if counted else state
        return self._then.repeat(step, state, until, most, counted)

    def _decides(self, lies: Rolled, step: Callable[[Any, Any], Any], state: Any) -> bool:
        """Whether the decision that is open comes in this step."""
        try:
            step(Rolled(*self._left(lies)), state)
        except ChoiceNeeded:
            return True
        return False

    def _left(self, lies: Rolled) -> tuple[TypedDice, Sequence[int]]:
        """The dice and choices that lie there for what comes now."""
        used = sum(len(thrown.faces) for thrown in lies.throws)
        return TypedDice(self._faces[used:]), self._choices[len(lies.choices) :]

    def _going_on(
        self,
        lies: Rolled,
        step: Callable[[Any, Any], Any],
        state: Any,
    ) -> tuple[Callable[[Any, Any], Any], tuple[bool, Any]]:
        """The game from the step in which something is decided: only the first step has dice on the table."""
        used, taken = sum(len(thrown.faces) for thrown in lies.throws), len(lies.choices)
        self._lies = None

        def stepped(table: Any, at: tuple[bool, Any]) -> tuple[bool, Any]:
            first, now = at
            here = Resumed(table, self._faces[used:], self._choices[taken:]) if first else table
            return False, step(here, now)

        return stepped, (True, state)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        if self._lies is None:
            return self._then.play(rule, fields, **options)
        play, given = played(rule, options)
        return learnt(play(self, **given), fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass


def _over(until: Callable[[Any], object]) -> Callable[[tuple[bool, Any]], bool]:
    """Whether a game that goes on from dice on the table is over: never before its first step."""
    return lambda at: not at[0] and bool(until(at[1]))


class Resuming(Wrapped):
    """A rule from a decision that is open."""

    def __init__(self, rule: Play, faces: Sequence[int], choices: Sequence[int]) -> None:
        super().__init__(rule)
        self._lying = faces, choices

    def __call__(self, table: Verbs, **options: Any) -> Any:
        return watched(self.function)(Resumed(table, *self._lying), **options)


def resumed(rule: Play, faces: Sequence[int], choices: Sequence[int]) -> Play:
    """The same rule, from a decision that is open: all faces and choices up to there are given."""

    return Resuming(rule, faces, choices)
