"""A game that goes on while a player decides: a Markov decision process, every state of it once.

The player may decide by everything that the rules around the game know, so each state carries it. What only made the
state in which the game begins is dropped there, unless the rules look at it again.
"""

from collections.abc import Callable
from typing import Any

from sixfold.base.mappings import Memo, Numbered, grouped
from sixfold.rules.late import LateNumber
from sixfold.rules.states import Shape, kinds_of_leaves, maker, taken_apart
from sixfold.solving.best.cuts import go_on, one_variable, place_of_state, state_of
from sixfold.solving.collect import Collector
from sixfold.solving.context import BEGUN_AGAIN, code_of
from sixfold.solving.entries import plain
from sixfold.solving.joint_distribution import Answers, Entries, Entry, EntryColumns, Kind, RandomVariable, SubSolver
from sixfold.solving.markov.moves import RUN_WORK, Leaves, run_step
from sixfold.solving.partly_known import value_of
from sixfold.solving.path import ENDED, LATE, Path

NEW_STATE_WORK = 60
"""Work of a state that is found."""

STATE_BYTES = 300
"""Bytes of a state, with its ways to others, beside its leaves."""

TRANSITION_WORK = 16
"""Work of one way out of it."""


StateKey = tuple[Any, ...]
"""The number of what is carried along with the number of steps, the shape of the state of the game, and its leaves.

A plain tuple in one piece: Python's collector of garbage looks at any other one again and again.
"""


class DecisionProcess:
    """A game that goes on from a state of a rule until something is so: every state that it can come to."""

    def __init__(
        self,
        path: Path,
        inside: SubSolver,
        step: Callable[[Any, Any], Any],
        until: Callable[[Any], object],
        most: int | None,
        counts: bool,
    ) -> None:
        self._path = path
        self._context = path.context
        self._graph = path.context.graph
        self._inside = inside
        self._step = step
        self._until = until
        self._most = most
        self._counts = (counts and path.context.counting) or most is not None
        self._makers: Memo[Shape, Callable[[Leaves], Any]] = Memo(lambda shape: maker(shape, decided=True))

    def ended(self, state: Any) -> tuple[Any, Any]:
        """The final state, and the number of steps; its leaves are late."""
        variable = one_variable(self._path)
        self._known = len(variable.kinds)
        leaves: list[Any] = []
        shape = taken_apart(state, leaves)
        begins = any(type(leaf) in LATE for leaf in leaves)
        recalls = self._recalls = not begins or (BEGUN_AGAIN, code_of(self._step)) in self._context.learnt
        final, columns = self._path.step(ENDED, lambda: self._follow(shape, leaves))
        if recalls:
            # What steps worked out of numbers around them is needed no more.
            variable.kinds = variable.kinds[: self._known]
        else:
            self._path.forget(variable, code_of(self._step))
            variable = RandomVariable(columns, (), False)
            self._path.variables.append(variable)
        kinds = (*kinds_of_leaves(final), Kind.NUMBER)
        answers = self._path.answers(variable, kinds, go_on(self._path, variable, kinds, columns))
        return maker(final)(answers[:-1]), answers[-1]

    def _follow(self, shape: Shape, leaves: list[Any]) -> list[tuple[Shape, EntryColumns]]:
        """The final states, those of one shape together: until nothing around had to be decided for them any more."""
        path = self._path
        before = None
        while path.open_ways != before:
            before, scale = path.open_ways, path.scale
            arrived = self._arrived(shape, leaves)
            while self._frontier:
                self._go_on()
        for state, number, ways in [] if path.replaying else arrived:
            self._graph.lead(state, number, ways, scale)
        return [(shape, EntryColumns.of(entries)) for shape, entries in self._ends.items()]

    def _arrived(self, shape: Shape, leaves: list[Any]) -> list[tuple[int, int, int]]:
        """The states of the graph from which the game begins, where it begins, and the ways."""
        self._states = self._graph.numbered()
        self._carried: Numbered[tuple[Answers, int]] = Numbered()
        self._ends: dict[Shape, list[Entry]] = {}
        self._frontier: list[tuple[StateKey, int]] = []
        variable = one_variable(self._path)
        at = place_of_state(self._path)
        starts = []
        for answers, ways, _ in plain(variable.entries, self._context):
            state, others = state_of(answers[: self._known], at)
            begun = tuple([int(value_of(leaf, {variable: answers})) for leaf in leaves])
            others = others if self._recalls else ()
            starts.append((state, self._number((self._carried[others, 0], shape, *begun)), ways))
        return starts

    def _number(self, met: StateKey) -> int:
        """The number of a state in the graph; a new one is an end, or is still to be followed."""
        before, number = len(self._states), self._states[met]
        if len(self._states) > before:
            self._context.work.charge(NEW_STATE_WORK + 2 * len(met))
            self._context.work.keep(STATE_BYTES + 8 * len(met))
            (answers, steps), shape, leaves = self._carried.in_order[met[0]], met[1], tuple(map(int, met[2:]))
            if steps == self._most or self._until(self._makers[shape](leaves)):
                kinds = kinds_of_leaves(shape)
                values = [bool(n) if kind is Kind.YES_OR_NO else n for n, kind in zip(leaves, kinds, strict=True)]
                self._ends.setdefault(shape, []).append(((*answers, *values, steps, number), 1, None))
            else:
                self._frontier.append((met, number))
        return number

    def _go_on(self) -> None:
        """One step from all states that are still to be followed, those of one shape at once."""
        frontier, self._frontier = self._frontier, []
        by_shape = grouped((key[1], (number, key[0], *map(int, key[2:]))) for key, number in frontier)
        for shape, states in by_shape.items():
            entries: Entries = [(state, 1, None) for state in states]
            collector = Collector(self._context)

            def ended(
                path: Path, variable: RandomVariable, following: Shape, leaves: list[Any], into: Collector = collector
            ) -> None:
                carried = LateNumber(path, ((variable, 1, 1),), 0)
                into.add([path.graph_state, carried, following, *leaves], path.variables, path.scale)

            self._context.work.charge(RUN_WORK)
            if run_step(self._inside, self._step, shape, entries, 2, ended, deciding=True):
                self._graph.endless = True
            rows, scale = collector.total()
            reached = plain(rows, self._context)
            self._context.work.charge(len(reached) * (TRANSITION_WORK + len(entries[0][0])))
            for row, ways, _ in reached:
                key = row[1:]
                if self._counts:
                    answers, steps = self._carried.in_order[key[0]]
                    key = (self._carried[answers, steps + 1], *key[1:])
                self._graph.lead(row[0], self._number(key), ways, scale)
