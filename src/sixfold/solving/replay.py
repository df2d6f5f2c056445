"""Which path is followed, and which are still to be followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sixfold.counting.work import Work
from sixfold.errors import OddsError
from sixfold.solving.joint import Joint, Parts

T = TypeVar("T")

DRAWN = "drawn"
"""A verb gave this joint distribution."""
BEYOND = "beyond"
"""The next draw is from what lies beyond the length to which its throws are followed."""
PARTED = "parted"
"""A condition holds, or does not."""
VALUED = "valued"
"""Numbers have these values."""
JOINED = "joined"
"""Several draws became one."""
BESIDE = "beside"
"""A draw has the answers of a hand as well, for every value of the numbers that the hand hangs on."""
DERIVED = "derived"
"""A draw has one more answer: a function of those that it had."""
REREAD = "reread"
"""A hand was asked again: its draw has more answers of the same dice."""
GUESSED = "guessed"
"""An answer that is not known came out so, and whether it may do so where endless numbers are far out."""
CUT = "cut"
"""The player decided: the path goes on from states of the graph."""
ENDED = "ended"
"""A game in which the player decides has come to its ends."""

AGAIN = 90
"""Work of taking one step again."""

DEEP = 200
"""Decisions one after the other from which on a loop is suspected."""

LONG = 100
"""Work of a decision where so many were taken before, also where it can only go one way."""

OTHER = 25
"""Work of keeping another path for later."""


Step = tuple[str, Any]
"""The kind of a step of a path, and what came of it: one without an alternative is kept too, and not found again."""


class Postponed(BaseException):
    """All that a verb can give lies beyond the length to which it is followed."""


class Replay:
    """The steps of the path that is followed, and the frontier: paths that are still to be followed.

    A rule cannot be stopped and copied, so every path runs the rule from the start: it replays the steps that it
    shares with an earlier path, then takes new ones. Of a new step the first alternative is followed, and the
    others wait in the frontier. Paths beyond the length to which endless throws are followed wait by themselves,
    until somebody wants to know more of them.
    """

    __slots__ = ("_at", "_beyond", "_frontier", "_steps", "_work")

    def __init__(self, work: Work) -> None:
        self._work = work
        self._frontier: list[list[Step]] = [[]]
        self._beyond: list[list[Step]] = []
        self._steps: list[Step] = []
        self._at = 0

    def next_path(self, beyond: bool) -> bool:
        """Turn to a path that is still to be followed, or one `beyond`; False when there is none left."""
        if beyond and not self._frontier and self._beyond:
            self._frontier.append(self._beyond.pop())
        if self._at > DEEP and AGAIN * self._at > self._work.left:
            raise OddsError(
                "odds/too-large",
                f"This rule decides {self._at:,} times one after the other, and each time goes on in several ways. "
                "What goes on until something happens is written with table.repeat(step, state, until).",
            )
        self._work.charge(AGAIN * self._at)
        if not self._frontier:
            return False
        self._steps = self._frontier.pop()
        self._at = 0
        return True

    @property
    def taken(self) -> int:
        """How many steps this path has taken so far."""
        return self._at

    @property
    def here(self) -> tuple[Any, ...]:
        """The steps up to here."""
        return tuple(self._steps[: self._at])

    @property
    def more(self) -> bool:
        """Whether any path lies beyond."""
        return bool(self._beyond)

    def draw(self, parts: Callable[[], Parts]) -> Joint:
        """What the path draws here: of the parts that are followed, or of what lies beyond."""
        steps, start = self._steps, self._at
        if start < len(steps):
            kind, drawn = steps[start]
            joint: Joint
            if kind in (DRAWN, BEYOND):
                self._at = start + 1
                joint = drawn if kind is DRAWN else self.step(DRAWN, drawn)
                return joint
        joints, beyond = parts()
        if beyond is not None and self._at == len(steps):
            self._beyond.append([*steps[:start], (BEYOND, beyond), *steps[start:]])
        return self._take(DRAWN, joints)

    def step(self, kind: str, find: Callable[[], Sequence[T]]) -> T:
        """The step of this kind that the path takes here; `find` gives its alternatives where it is new.

        Finding them may itself take steps of other kinds, which then stand before this one and are taken again
        with it: a step of a game may compare its dice with a number of the rule around it.
        """
        steps, at = self._steps, self._at
        if at < len(steps) and steps[at][0] is kind:
            self._at += 1
            again: T = steps[at][1]
            return again
        return self._take(kind, find())

    def _take(self, kind: str, alternatives: Sequence[T]) -> T:
        """The step that comes now, if it has been taken before; else the first of its alternatives."""
        steps = self._steps
        if self._at == len(steps):
            if not alternatives:
                raise Postponed
            if len(steps) > DEEP:
                self._work.charge(LONG)
            if len(alternatives) > 1 or len(steps) > DEEP:
                self._work.divided(kind, len(alternatives), len(steps))
            if len(alternatives) > 1:
                self._work.charge(len(alternatives) * (OTHER + len(steps) // 8))
                self._frontier += [[*steps, (kind, other)] for other in alternatives[:0:-1]]
            steps.append((kind, alternatives[0]))
        self._at += 1
        taken: T = steps[self._at - 1][1]
        return taken
