"""The moves of one step, from many states at once.

The states of one shape are one variable with an entry for each, so the step is run once for all of them, and their
leaves are late numbers. What a step had to know of its state to take its way is noted: states that are alike in
that go the same way, and differ only by what is added to their leaves.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.base.mappings import added_up, grouped
from sixfold.rules.late import YES_OR_NO, LateCondition, LateNumber, Terms
from sixfold.rules.states import Shape, kinds_of_leaves, maker, taken_apart
from sixfold.solving.collect import Collector
from sixfold.solving.context import Context
from sixfold.solving.counting.packed import Packed
from sixfold.solving.entries import answered, plain, sums
from sixfold.solving.joint_distribution import Entries, Places, RandomVariable, SubSolver, by_variable, found_in
from sixfold.solving.markov.transitions import CHANGE_WORK
from sixfold.solving.path import LATE, Path

RUN_WORK = 600
"""Work of running a step once, however many states it is run on, beside its paths."""

Leaves = tuple[int, ...]
"""The leaves of a state; a yes is 1 and a no is 0."""


class State(NamedTuple):
    """A state: its shape and its leaves."""

    shape: Hashable
    leaves: Leaves


Ends = Callable[[int], Iterable[tuple[State, int, Packed | None]]]
"""Final states with their ways, and where steps are counted these packed in a given width."""


class Game(NamedTuple):
    """A game that was followed to its ends; all ways are out of `scale`."""

    ends: Ends
    scale: int
    endless: bool
    """Whether anything is missing: longer games, and what was rounded away."""
    longer: int = 1
    """The steps that what is missing has at least: more than 1 where nothing was rounded away."""
    finals: Callable[[], "Finals"] | None = None
    """Finds where the game ends, whatever its length."""
    several_ends: bool = False
    """Whether what is missing may end in states of other shapes than what is known."""


class Finals(NamedTuple):
    """The final states that a game of any length can end in, and the chance of each final state.

    There are no chances if they are not known exactly, or are too much work.
    """

    ever: frozenset[State]
    chances: dict[State, Fraction]


Changes = list[tuple[Leaves, int]]
"""Changes that are added to the leaves, each with its ways."""


class Move(NamedTuple):
    """The move of a step on one path, from every state that goes the same way.

    Each leaf is a sum of leaves before (`forms`: places and factors), a number, and a change, whose ways are out of
    `scale`. `shape` is that of the states it leads to.
    """

    shape: Shape
    forms: tuple[Places, ...]
    numbers: Leaves
    changes: Changes
    scale: int

    def bases(self, states: Sequence[Leaves]) -> Sequence[Leaves]:
        """The leaves that it leads to from these states, but for the changes."""
        if not any(self.numbers) and all(form == ((at, 1),) for at, form in enumerate(self.forms)):
            return states
        parts = list(zip(self.forms, self.numbers, strict=True))
        return [tuple([number + sum([state[at] * f for at, f in form]) for form, number in parts]) for state in states]


class Moves(NamedTuple):
    """The moves from each of some states, and whether there is more that was not followed.

    `looked` are the leaves that the step had to know: states that are alike in these have the same moves.
    """

    moves: list[list[Move]]
    more: bool
    looked: frozenset[int]


class TransitionFinder(NamedTuple):
    """One step of a game, run on states of one shape."""

    context: Context
    inside: SubSolver
    step: Callable[[Any, Any], Any]

    def moves(self, shape: Shape, states: Sequence[Leaves]) -> Moves:
        """Return the moves of the step from each of these states."""
        entries: Entries = [((at, *leaves), 1, None) for at, leaves in enumerate(states)]
        size = len(states[0])
        moves: list[list[Move]] = [[] for _ in states]
        looked: set[int] = set()

        def ended(path: Path, variable: RandomVariable, leads_to: Shape, row: list[Any]) -> None:
            if _joined(path, variable, row):
                looked.update(range(1, size + 1))
                self._state_by_state(path, variable, row, leads_to, moves)
            else:
                self._same_for_all(path, variable, row, leads_to, moves, size)
                looked.update(variable.looked or ())

        self.context.work.charge(RUN_WORK)
        more = run_step(self.inside, self.step, shape, entries, 1, ended)
        return Moves(moves, more, frozenset([at - 1 for at in looked if 1 <= at <= size]))

    def _same_for_all(
        self, path: Path, variable: RandomVariable, row: list[Any], shape: Shape, moves: list[list[Move]], leaves: int
    ) -> None:
        """A path on which dice were not compared with the state: the same changes for all states."""
        forms: list[Places] = []
        columns: list[Sequence[int]] = []
        changing: list[Any] = []
        size = len(variable.columns.ways)
        nothing = [0] * size
        for value in row:
            places = _places(value, variable)
            if places and type(value) is LateCondition and not _is_leaf(value):
                # An answer about the state is as good as decided.
                variable.look(places)
                columns.append(list(map(int, answered(value, sums(variable.columns, places)))))
                changing.append(0)
                forms.append(())
            else:
                # What was worked out of leaves hangs on those that were looked at; the leaves themselves need not be.
                worked_out = tuple([place for place in places if place[0] > leaves])
                columns.append(sums(variable.columns, worked_out) if worked_out else nothing)
                forms.append(tuple([(at - 1, factor) for at, factor in places if at <= leaves]))
                if places:
                    offset = value.offset if type(value) is LateNumber else 0
                    changing.append(LateNumber(path, _without(value.terms, variable), offset))
                else:
                    changing.append(value)
        collector = Collector(self.context)
        collector.add(changing, [other for other in path.variables if other is not variable], path.scale)
        entries, scale = collector.total()
        changes = list(
            added_up((tuple(map(int, parts)), ways) for parts, ways, _ in plain(entries, self.context)).items()
        )
        numbers = list(zip(*columns, strict=True)) if columns else [()] * size
        for state, known in zip(variable.columns.answers[0], numbers, strict=True):
            moves[state].append(Move(shape, tuple(forms), known, changes, scale))

    def _state_by_state(
        self, path: Path, variable: RandomVariable, row: list[Any], shape: Shape, moves: list[list[Move]]
    ) -> None:
        """A path on which dice were compared with the state: what follows for each state apart."""
        collector = Collector(self.context)
        index = LateNumber(path, ((variable, 0, 1),), 0)
        collector.add([index, *row], path.variables, path.scale)
        entries, scale = collector.total()
        self.context.work.charge(4 * CHANGE_WORK * len(entries))
        # Answers that differ may lead to the same state.
        known = added_up(
            ((answers[0], tuple(map(int, answers[1:]))), ways) for answers, ways, _ in plain(entries, self.context)
        )
        apart = grouped((state, (leaves, ways)) for (state, leaves), ways in known.items())
        forms: tuple[Places, ...] = ((),) * len(row)
        for at, changes in apart.items():
            moves[at].append(Move(shape, forms, (0,) * len(row), changes, scale))


def run_step(
    inside: SubSolver,
    step: Callable[[Any, Any], Any],
    shape: Shape,
    entries: Entries,
    first: int,
    ended: Callable[[Path, RandomVariable, Shape, list[Any]], None],
    deciding: bool = False,
) -> bool:
    """Run one step on states of a shape, whose leaves stand in the entries from the place `first` on.

    `ended` is told of each path where it leads to. With `deciding`, the player may decide in it, and the state of the
    graph stands first. Gives whether there is more that is not known.
    """
    kinds, made = kinds_of_leaves(shape), maker(shape)

    def taken(table: Any) -> tuple[Path, RandomVariable, Any]:
        path, variable = table.standing(entries)
        if deciding:
            path.may_decide, path.state = True, (variable, 0)
        leaves = [_leaf(path, variable, at, kind) for at, kind in enumerate(kinds, first)]
        return path, variable, step(table, made(leaves))

    def arrived(result: Any) -> bool:
        path, variable, state = result
        if path.guessed:
            return False
        row: list[Any] = []
        leads_to = taken_apart(state, row)
        row = [int(v) if type(v) in LATE and v.decider is not path else v for v in row]
        ended(path, variable, leads_to, row)
        return True

    paths = inside(taken, {})
    for _ in paths.each(arrived):
        pass
    # Beyond the length to which throws are followed, much of what they lead to is known all the same.
    return paths.more and not all(list(paths.each(arrived, tail=True)))


def _leaf(path: Path, variable: RandomVariable, at: int, kind: str) -> LateNumber | LateCondition:
    terms: Terms = ((variable, at, 1),)
    return LateCondition(path, terms, 1, False, False) if kind is YES_OR_NO else LateNumber(path, terms, 0)


def _joined(path: Path, variable: RandomVariable, row: Sequence[Any]) -> bool:
    """Whether states and dice stand in one variable, or in one answer of the state that comes next."""
    if variable.into is not None or any(o.into is not None and found_in(o, 0)[0] is variable for o in path.variables):
        return True
    open_answers = [v for v in row if type(v) is LateCondition and v.known is None]
    return any(
        len(variables) > 1 and variable in variables for variables in map(by_variable, [v.terms for v in open_answers])
    )


def _places(value: Any, variable: RandomVariable) -> Places:
    """Return the places of the states from which a value comes."""
    if type(value) is LateNumber or (type(value) is LateCondition and value.known is None):
        return by_variable(value.terms).get(variable, ())
    return ()


def _is_leaf(condition: LateCondition) -> bool:
    """Whether a condition is an answer as it stands."""
    return len(condition.terms) == 1 and (condition.bound, condition.exactly, condition.negated) == (1, False, False)


def _without(terms: Terms, variable: RandomVariable) -> Terms:
    """The terms of other variables."""
    return tuple([term for term in terms if found_in(term[0], term[1])[0] is not variable])
