"""A rule that goes on from dice that lie on a table: they are known, and so is what was decided; all else is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.errors import ChoiceNeeded
from sixfold.playing.sources.typed import TypedDice
from sixfold.rules.check import played, watched
from sixfold.rules.functions import Wrapped
from sixfold.rules.mixed import falling
from sixfold.rules.outcome import learnt
from sixfold.rules.rolled import Lying, Rolled
from sixfold.rules.table import Delegating, Play, Playable, Step, Table, Until


class Resumed(Delegating):
    """A table with dice on it up to the decision that is open; from there on everything is still to come.

    `then` is the table for that, and can `lay` a hand as it lies there.
    """

    __slots__ = ("_choices", "_faces", "_laid", "_lies")

    def __init__(self, then: Any, faces: Sequence[int], choices: Sequence[int]) -> None:
        super().__init__(then)
        self._lies: Rolled | None = Rolled(TypedDice(faces), choices)
        self._laid: dict[int, tuple[Lying, Any]] = {}
        self._faces, self._choices = tuple(faces), tuple(choices)

    def _ask(self, verb: str, *asked: Any, **values: Any) -> Any:
        if self._lies is not None:
            try:
                return getattr(self._lies, verb)(*asked, **values)
            except ChoiceNeeded:
                self._lies = None
        return super()._ask(verb, *map(self._now, asked), **values)

    def _now(self, asked: Any) -> Any:
        """What a verb is asked with; a hand on the table is laid on the table for what is still to come."""
        if not isinstance(asked, Lying):
            return asked
        if id(asked) not in self._laid:
            self._laid[id(asked)] = (asked, self._table.lay(tuple(falling(asked.values)), asked.die))
        laid = self._laid[id(asked)][1]
        if asked.gone:
            laid.gone = asked.gone
        return laid

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        steps = 0
        while self._lies is not None and steps != most and not until(state):
            if self._decides(self._lies, step, state):
                repeated, at = self._going_on(self._lies, step, state)
                left = None if most is None else most - steps
                if not counted:  # which is cheaper to solve
                    return self._table.repeat(repeated, at, _over(until), left)[1]
                (_, state), more = self._table.repeat(repeated, at, _over(until), left, counted=True)
                return state, steps + more
            state = step(self, state)
            steps += 1
        if self._lies is not None:
            return (state, steps) if counted else state
        return self._table.repeat(step, state, until, most, counted)

    def _decides(self, lies: Rolled, step: Step, state: Any) -> bool:
        """Whether the decision that is open comes in this step."""
        used, taken = _used(lies)
        try:
            step(Rolled(TypedDice(self._faces[used:]), self._choices[taken:]), state)
        except ChoiceNeeded:
            return True
        return False

    def _going_on(self, lies: Rolled, step: Step, state: Any) -> tuple[Step, tuple[bool, Any]]:
        """The game from the step in which something is decided: only the first step has dice on the table."""
        used, taken = _used(lies)
        self._lies = None

        def stepped(table: Any, at: tuple[bool, Any]) -> tuple[bool, Any]:
            first, now = at
            here = Resumed(table, self._faces[used:], self._choices[taken:]) if first else table
            return False, step(here, now)

        return stepped, (True, state)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        if self._lies is None:
            return self._table.play(rule, fields, **options)
        play, given = played(rule, options)
        return learnt(play(self, **given), fields)


def _used(lies: Rolled) -> tuple[int, int]:
    """How many of the faces and choices on a table were used."""
    return sum(len(thrown.faces) for thrown in lies.throws), len(lies.choices)


def _over(until: Until) -> Until:
    """Whether a game that goes on from dice on the table is over: never before its first step."""
    return lambda at: not at[0] and bool(until(at[1]))


class Resuming(Wrapped):
    """A rule from a decision that is open: all faces and choices up to there are given."""

    def __init__(self, rule: Play, faces: Sequence[int], choices: Sequence[int]) -> None:
        super().__init__(rule)
        self._lying = faces, choices

    def __call__(self, table: Table, **options: Any) -> Any:
        return watched(self.function)(Resumed(table, *self._lying), **options)
