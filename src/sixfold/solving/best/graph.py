"""A decision process: where chance moves, where the player decides, and how it ends."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sixfold.counting.work import Memo
from sixfold.solving.outcomes import Row

START = 0
"""The number of the state in which the rule begins."""


class Decision(NamedTuple):
    """The player decides: the states that the options lead to, and the index of the default option.

    With `against`, an opponent decides, who wants the opposite.
    """

    options: tuple[int, ...]
    default: int
    against: bool = False


class Graph:
    """The states of a rule in which a player decides, by number; all are found before any is solved.

    A state is what still matters, so that two ways to the same state are followed once.
    """

    def __init__(self) -> None:
        self.decisions: dict[int, Decision] = {}
        self.ends: Memo[Row, int] = self.numbered()
        """The number of each outcome."""
        self.questions: list[int] = []
        """The states in which the player decides, in the order in which they were found."""
        self.endless = False
        """Whether rolls without an end were cut off, so that outcomes may be missing."""
        self._count = 1
        self.ways: dict[int, dict[int, dict[int, int]]] = {}
        """Of each state where chance moves the ways to others, by what they are out of."""

    def __len__(self) -> int:
        return self._count

    def state(self) -> int:
        """The number of a new state."""
        self._count += 1
        return self._count - 1

    def numbered(self) -> Memo[Any, int]:
        """States by what tells them from each other, each with a number when it comes first."""
        return Memo(lambda key: self.state())

    def lead(self, state: int, target: int, ways: int, scale: int) -> None:
        """Chance leads from a state to another one in so many more ways out of a scale."""
        found = self.ways.setdefault(state, {}).setdefault(scale, {})
        found[target] = found.get(target, 0) + ways

    def decide(self, state: int, options: Sequence[int], default: int, against: bool = False) -> None:
        """Add a state in which the player, or an opponent, decides."""
        self.decisions[state] = Decision(tuple(options), default, against)
        self.questions.append(state)
