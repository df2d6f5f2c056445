"""What the paths of a rule decided, and which of them are still to be followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.solving.draws import Rows
from sixfold.solving.paths import Paths

Drawn = tuple[tuple[str, ...], Rows, int]
"""What a verb gave on a path: the kinds of its answers, their rows, and what their ways are out of."""

Decision = tuple[Any, Rows]
"""What a path decided about a draw, and the rows that are left of it."""


class Script:
    """Replays what a path has decided, and keeps the other answers for later paths."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._script: list[Any] = []
        self._at = 0
        self._waiting: list[list[Any]] = [[]]

    def _decided(self) -> Decision | None:
        """What this path decides here, if it has been here before."""
        at = self._at
        self._at = at + 1
        return self._script[at] if at < len(self._script) else None

    def _drawn(self) -> Drawn | None:
        """What was drawn here, if this path has been here before.

        Finding out what there is to draw may itself ask for decisions of this path (a step of a race that uses
        numbers of the rule around it): they stand in the script before it, and are asked for again.
        """
        at = self._at
        if at < len(self._script) and len(self._script[at]) == 3:
            self._at = at + 1
            drawn: Drawn = self._script[at]
            return drawn
        return None

    def _first(self, steps: Sequence[Any]) -> Any:
        """Take the first answer, and keep the others for later paths."""
        script = self._script
        if len(steps) > 1:
            self._paths.ledger.charge(len(steps) * (5 + len(script) // 8))
            before = script[:]
            self._waiting.extend([[*before, other] for other in steps[:0:-1]])
        script.append(steps[0])
        return steps[0]
