"""Which path is followed, and which are still to be followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sixfold.counting import Work

S = TypeVar("S")

AGAIN = 25
"""Work of taking one step again."""

OTHER = 5
"""Work of keeping another path for later."""


class Replay:
    """The steps of the path that is followed, and the frontier: paths that are still to be followed.

    A rule cannot be stopped and copied, so every path runs the rule from the start: it replays the steps that it
    shares with an earlier path, then takes new ones. Of a new step the first alternative is followed, and the
    others wait in the frontier.
    """

    __slots__ = ("_at", "_frontier", "_steps", "_work")

    def __init__(self, work: Work) -> None:
        self._work = work
        self._frontier: list[list[Any]] = [[]]
        self._steps: list[Any] = []
        self._at = 0

    def next_path(self) -> bool:
        """Turn to a path that is still to be followed; False when there is none left."""
        self._work.charge(AGAIN * self._at)
        if not self._frontier:
            return False
        self._steps = self._frontier.pop()
        self._at = 0
        return True

    def step(self, kind: type[S], find: Callable[[], Sequence[S]]) -> S:
        """The step of this kind that the path takes here; `find` gives its alternatives where it is new.

        Finding them may itself take steps of other kinds, which then stand before this one and are taken again
        with it: a step of a race may compare its dice with a number of the rule around it.
        """
        steps = self._steps
        if self._at < len(steps) and type(steps[self._at]) is kind:
            self._at += 1
            again: S = steps[self._at - 1]
            return again
        alternatives = find()
        if self._at == len(steps):
            if len(alternatives) > 1:
                self._work.charge(len(alternatives) * (OTHER + len(steps) // 8))
                self._frontier += [[*steps, other] for other in alternatives[:0:-1]]
            steps.append(alternatives[0])
        self._at += 1
        taken: S = steps[self._at - 1]
        return taken
