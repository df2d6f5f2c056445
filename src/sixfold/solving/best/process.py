"""A game that goes on while a player decides: a Markov decision process, every state of it once.

What the rules around the game still know is carried along, so that the player may decide by it.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from sixfold.counting.work import Kept
from sixfold.rules.late import LateNumber
from sixfold.rules.states import YES_OR_NO, Shape, kinds_of_leaves, maker, taken_apart
from sixfold.solving.best.cuts import go_on, numbered_rows, place_of_state, state_of, together
from sixfold.solving.best.graph import by_state
from sixfold.solving.collect import Collector
from sixfold.solving.decisions import ENDED, LATE, Decisions
from sixfold.solving.entries import of_places, plain
from sixfold.solving.joint import Answers, Columns, Draw, Entries, Entry, Inside, Kind, by_draw
from sixfold.solving.markov.moves import Leaves, stepped

STATE = 60
"""Work of a state that is found."""

EDGE = 8
"""Work of one way out of it."""


class Met(NamedTuple):
    """The key of a state: the values that are carried along with the number of steps, and the state of the game."""

    carried: int
    shape: Shape
    leaves: Leaves


class Process(NamedTuple):
    """A game that goes on from a state of a rule until something is so."""

    decisions: Decisions
    inside: Inside
    step: Callable[[Any, Any], Any]
    until: Callable[[Any], object]
    most: int | None
    counts: bool

    def ended(self, state: Any) -> tuple[Any, Any]:
        """The final state, and the number of steps; its leaves are late."""
        draw = together(self.decisions)
        leaves: list[Any] = []
        shape = taken_apart(state, leaves)
        final, columns = self.decisions.step(ENDED, lambda: self._follow(shape, leaves))
        kinds = [Kind.YES_OR_NO if kind is YES_OR_NO else Kind.NUMBER for kind in kinds_of_leaves(final)]
        first = go_on(self.decisions, draw, (*kinds, Kind.NUMBER), columns)
        answers = self.decisions.answers(draw, (*kinds, Kind.NUMBER), first)
        return maker(final)(answers[:-1]), answers[-1]

    def _follow(self, shape: Shape, leaves: list[Any]) -> list[tuple[Shape, Columns]]:
        """Every state, until nothing around it had to be decided for it any more."""
        while True:
            before = self.decisions.taken
            explored = _Explored(self, shape, leaves)
            explored.explore()
            if self.decisions.taken == before:
                return explored.finish()


class _Explored:
    """Every state that the game can come to."""

    def __init__(self, process: Process, shape: Shape, leaves: list[Any]) -> None:
        decisions = process.decisions
        self._process = process
        self._context = decisions.context
        self._graph = decisions.context.graph
        self._states = self._graph.numbered()
        self._carried: dict[tuple[Answers, int], int] = {}
        self._known: list[tuple[Answers, int]] = []
        self._ends: dict[Shape, list[Entry]] = {}
        self._makers: Kept[Shape, Callable[[Leaves], Any]] = Kept(lambda shape: maker(shape, decided=True))
        self._scale = decisions.scale
        draw = together(decisions)
        at = place_of_state(decisions)
        arrived: list[tuple[int, int, int]] = []
        self._frontier: list[tuple[Met, int]] = []
        for answers, ways, _ in plain(draw.entries, self._context.width):
            state, others = state_of(answers, at)
            met = Met(self._carry(others, 0), shape, tuple([int(_of(leaf, answers)) for leaf in leaves]))
            arrived.append((state, self._number(met), ways))
        self._arrived = by_state(arrived)

    def _carry(self, answers: Answers, steps: int) -> int:
        key = (answers, steps)
        found = self._carried.get(key)
        if found is None:
            found = self._carried[key] = len(self._known)
            self._known.append(key)
        return found

    def _number(self, met: Met) -> int:
        """The number of a state in the graph; a new one is an end, or is still to be followed."""
        fresh, number = met not in self._states, self._states[met]
        if fresh:
            self._context.work.charge(STATE)
            answers, steps = self._known[met.carried]
            if steps == self._process.most or self._process.until(self._makers[met.shape](met.leaves)):
                kinds = kinds_of_leaves(met.shape)
                values = [bool(n) if kind is YES_OR_NO else n for n, kind in zip(met.leaves, kinds, strict=True)]
                self._ends.setdefault(met.shape, []).append(((*answers, *values, steps, number), 1, None))
            else:
                self._frontier.append((met, number))
        return number

    def explore(self) -> None:
        """Follow the states, all of one shape at once, until there are no new ones."""
        while self._frontier:
            by_shape: dict[Hashable, list[tuple[Met, int]]] = {}
            for met, number in self._frontier:
                by_shape.setdefault(met.shape, []).append((met, number))
            self._frontier = []
            for shape, states in by_shape.items():
                self._step(shape, states)

    def _step(self, shape: Shape, states: list[tuple[Met, int]]) -> None:
        """One step from states of one shape."""
        process, collector = self._process, Collector(self._context)
        entries: Entries = [((number, met.carried, *met.leaves), 1, None) for met, number in states]

        def ended(decisions: Decisions, draw: Draw, following: Shape, leaves: list[Any]) -> None:
            carried = LateNumber(decisions, ((draw, 1, 1),), 0)
            collector.add([decisions.number, carried, following, *leaves], decisions.draws, decisions.scale)

        if stepped(process.inside, process.step, shape, entries, 2, ended, deciding=True):
            self._graph.endless = True
        rows, scale = collector.total()
        found = by_state(numbered_rows(rows, self._context.width))
        self._context.work.charge(EDGE * len(found))
        counts = (process.counts and self._context.counting) or process.most is not None
        for (state, (carried, following, *leaves)), ways in found.items():
            answers, steps = self._known[carried]
            met = Met(self._carry(answers, steps + counts), following, tuple(map(int, leaves)))
            self._graph.lead(state, self._number(met), ways, scale)

    def finish(self) -> list[tuple[Shape, Columns]]:
        """The final states, those of one shape together."""
        for (state, number), ways in self._arrived.items():
            self._graph.lead(state, number, ways, self._scale)
        return [(shape, Columns.of(entries)) for shape, entries in self._ends.items()]


def _of(leaf: Any, answers: Answers) -> Any:
    """Return a leaf once the answers are known."""
    if type(leaf) not in LATE:
        return leaf
    total = sum([of_places(answers, places) for places in by_draw(leaf.terms).values()])
    return total + leaf.offset if type(leaf) is LateNumber else leaf.of(total)
