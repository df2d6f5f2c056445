"""A decision process: where chance moves, where the player decides, and how it ends."""

from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

from sixfold.base.mappings import Memo
from sixfold.solving.markov.transitions import NOWHERE, Transitions, merged
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
        self._ways: defaultdict[int, defaultdict[int, dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
        """By what they are out of, the ways of each state where chance moves to others."""
        self._same: dict[int, int] = {}
        """The states that surely lead to another one, and that one."""

    def __len__(self) -> int:
        return self._count - len(self._same)

    def transitions(self) -> list[Transitions]:
        """The ways out of each state, and the options of a decision, without ways; ends have none.

        Ways that are missing were not followed. All lead past the states that surely lead to another one.
        """
        out = [NOWHERE] * self._count
        where = self.where
        parts: defaultdict[int, list[Transitions]] = defaultdict(list)
        for scale, leading in self._ways.items():
            for state, ways in leading.items():
                parts[state].append(Transitions([*map(where, ways)], (*ways.values(),), scale))
        for state, several in parts.items():
            out[state] = merged(several)
        for state, decision in self.decisions.items():
            options = tuple(map(where, decision.options))
            self.decisions[state] = decision._replace(options=options)
            out[state] = Transitions(list(dict.fromkeys(options)), (), 1)
        return out

    def where(self, state: int) -> int:
        """The first state from a state on in which anything can happen."""
        passed = 0
        while state in self._same and passed < len(self._same):
            passed += 1
            state = self._same[state]
        return state

    def by_default(self) -> "Graph":
        """The same where the player takes the default option in each decision; an opponent still decides."""
        graph = copy(self)
        graph.decisions = {
            state: decision if decision.against else Decision((decision.options[decision.default],), 0)
            for state, decision in self.decisions.items()
        }
        return graph

    def state(self) -> int:
        """The number of a new state."""
        self._count += 1
        return self._count - 1

    def numbered(self) -> Memo[Any, int]:
        """States by what tells them from each other, each with a number when it comes first."""
        return Memo(lambda key: self.state())

    def lead(self, state: int, target: int, ways: int, scale: int) -> None:
        """Chance leads from a state to another one in so many more ways out of a scale."""
        if ways == scale:
            self._same[state] = target
            return
        targets = self._ways[scale][state]
        targets[target] = targets.get(target, 0) + ways

    def decide(self, state: int, options: Sequence[int], default: int, against: bool = False) -> None:
        """Add a state in which the player, or an opponent, decides."""
        self.decisions[state] = Decision(tuple(options), default, against)
        self.questions.append(state)
