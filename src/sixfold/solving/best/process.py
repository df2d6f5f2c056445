"""A game that goes on while a player decides: a Markov decision process, every state of it once.

What the rules around the game still know is carried along, so that the player may decide by it.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from sixfold.counting.work import Memo, Numbered
from sixfold.rules.late import LateNumber
from sixfold.rules.states import Shape, kinds_of_leaves, maker, taken_apart
from sixfold.solving.best.cuts import go_on, numbered_rows, one_draw, place_of_state, state_of
from sixfold.solving.best.graph import by_state
from sixfold.solving.collect import Collector
from sixfold.solving.entries import plain
from sixfold.solving.joint import Answers, Columns, Draw, Entries, Entry, Inside, Kind
from sixfold.solving.markov.moves import Leaves, run_step
from sixfold.solving.partial import value_of
from sixfold.solving.path import ENDED, Path

NEW_STATE_WORK = 60
"""Work of a state that is found."""

TRANSITION_WORK = 8
"""Work of one way out of it."""


class StateKey(NamedTuple):
    """The key of a state: the values that are carried along with the number of steps, and the state of the game."""

    carried: int
    shape: Shape
    leaves: Leaves


class Process(NamedTuple):
    """A game that goes on from a state of a rule until something is so."""

    path: Path
    inside: Inside
    step: Callable[[Any, Any], Any]
    until: Callable[[Any], object]
    most: int | None
    counts: bool

    def ended(self, state: Any) -> tuple[Any, Any]:
        """The final state, and the number of steps; its leaves are late."""
        draw = one_draw(self.path)
        leaves: list[Any] = []
        shape = taken_apart(state, leaves)
        final, columns = self.path.step(ENDED, lambda: self._follow(shape, leaves))
        kinds = (*kinds_of_leaves(final), Kind.NUMBER)
        answers = self.path.answers(draw, kinds, go_on(self.path, draw, kinds, columns))
        return maker(final)(answers[:-1]), answers[-1]

    def _follow(self, shape: Shape, leaves: list[Any]) -> list[tuple[Shape, Columns]]:
        """Every state, until nothing around it had to be decided for it any more."""
        while True:
            before = self.path.taken
            explored = _Explored(self, shape, leaves)
            explored.explore()
            if self.path.taken == before:
                return explored.finish()


class _Explored:
    """Every state that the game can come to."""

    def __init__(self, process: Process, shape: Shape, leaves: list[Any]) -> None:
        path = process.path
        self._process = process
        self._context = path.context
        self._graph = path.context.graph
        self._states = self._graph.numbered()
        self._carried: Numbered[tuple[Answers, int]] = Numbered()
        self._ends: dict[Shape, list[Entry]] = {}
        self._makers: Memo[Shape, Callable[[Leaves], Any]] = Memo(lambda shape: maker(shape, decided=True))
        self._scale = path.scale
        draw = one_draw(path)
        at = place_of_state(path)
        arrived: list[tuple[int, int, int]] = []
        self._frontier: list[tuple[StateKey, int]] = []
        for answers, ways, _ in plain(draw.entries, self._context.width):
            state, others = state_of(answers, at)
            met = StateKey(
                self._carried[others, 0], shape, tuple([int(value_of(leaf, {draw: answers})) for leaf in leaves])
            )
            arrived.append((state, self._number(met), ways))
        self._arrived = by_state(arrived)

    def _number(self, met: StateKey) -> int:
        """The number of a state in the graph; a new one is an end, or is still to be followed."""
        fresh, number = met not in self._states, self._states[met]
        if fresh:
            self._context.work.charge(NEW_STATE_WORK)
            answers, steps = self._carried.in_order[met.carried]
            if steps == self._process.most or self._process.until(self._makers[met.shape](met.leaves)):
                kinds = kinds_of_leaves(met.shape)
                values = [bool(n) if kind is Kind.YES_OR_NO else n for n, kind in zip(met.leaves, kinds, strict=True)]
                self._ends.setdefault(met.shape, []).append(((*answers, *values, steps, number), 1, None))
            else:
                self._frontier.append((met, number))
        return number

    def explore(self) -> None:
        """Follow the states, all of one shape at once, until there are no new ones."""
        while self._frontier:
            by_shape: dict[Hashable, list[tuple[StateKey, int]]] = {}
            for met, number in self._frontier:
                by_shape.setdefault(met.shape, []).append((met, number))
            self._frontier = []
            for shape, states in by_shape.items():
                self._step(shape, states)

    def _step(self, shape: Shape, states: list[tuple[StateKey, int]]) -> None:
        """One step from states of one shape."""
        process, collector = self._process, Collector(self._context)
        entries: Entries = [((number, met.carried, *met.leaves), 1, None) for met, number in states]

        def ended(path: Path, draw: Draw, following: Shape, leaves: list[Any]) -> None:
            carried = LateNumber(path, ((draw, 1, 1),), 0)
            collector.add([path.number, carried, following, *leaves], path.draws, path.scale)

        if run_step(process.inside, process.step, shape, entries, 2, ended, deciding=True):
            self._graph.endless = True
        rows, scale = collector.total()
        found = by_state(numbered_rows(rows, self._context.width))
        self._context.work.charge(TRANSITION_WORK * len(found))
        counts = (process.counts and self._context.counting) or process.most is not None
        for (state, (carried, following, *leaves)), ways in found.items():
            answers, steps = self._carried.in_order[carried]
            met = StateKey(self._carried[answers, steps + counts], following, tuple(map(int, leaves)))
            self._graph.lead(state, self._number(met), ways, scale)

    def finish(self) -> list[tuple[Shape, Columns]]:
        """The final states, those of one shape together."""
        for (state, number), ways in self._arrived.items():
            self._graph.lead(state, number, ways, self._scale)
        return [(shape, Columns.of(entries)) for shape, entries in self._ends.items()]
