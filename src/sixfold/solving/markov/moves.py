"""Where one step leads from many states at once.

The states of one shape are one draw with an entry for each, so the step is run once for all of them, and their
leaves are late numbers. A path of it on which the dice were not compared with the state is a `Move`: the same
changes from every state that is left. A step that decides nothing about its state is the same from all states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.rules.states import YES_OR_NO, Shape, kinds_of_leaves, maker, next_state, taken_apart
from sixfold.solving.collect import Collector
from sixfold.solving.context import Context
from sixfold.solving.decisions import LATE, Decisions
from sixfold.solving.draw import Draw, by_draw, found_in
from sixfold.solving.drawable import Inside
from sixfold.solving.entries import plain, sums
from sixfold.solving.games import Leaves
from sixfold.solving.joint import Entries, Joint, Joints, Kind, Parts, Places

Changes = list[tuple[Leaves, int]]
"""What is added to the leaves, each with its ways."""

EDGE = 8
"""Work of one change of one state."""


class Move(NamedTuple):
    """From the states at these places to others: a base for each of them, and the same changes for all, out of a scale.

    `shape` is that of the states it leads to.
    """

    at: Sequence[int]
    shape: Shape
    bases: Sequence[Leaves]
    changes: Changes
    scale: int


class Uniform(NamedTuple):
    """A step that is the same from every state of a shape: what its leaves are of those before, and the changes."""

    shape: Shape
    forms: tuple[Places, ...]
    changes: Changes
    scale: int

    def of(self, states: Sequence[Leaves]) -> Move:
        """The move from these states."""
        if all(form == ((at, 1),) for at, form in enumerate(self.forms)):
            bases = states
        else:
            bases = [tuple([sum([state[at] * f for at, f in form]) for form in self.forms]) for state in states]
        return Move(range(len(states)), self.shape, bases, self.changes, self.scale)


class Moves(NamedTuple):
    """All moves from some states, and whether there is more that was not followed.

    `uniform` are moves that are the same from every state of the shape; there are none where the step looked at it.
    """

    moves: list[Move]
    more: bool
    uniform: Sequence[Uniform]


class _Standing(NamedTuple):
    """A draw of states, one way each."""

    entries: Entries
    kinds: tuple[str, ...]

    def parts(self) -> Parts:
        return Parts((Joint(self.entries, 1, self.kinds),))

    def beyond(self) -> Joints:
        return ()


class Stepping:
    """One step of a game, run on states of one shape."""

    def __init__(self, context: Context, inside: Callable[..., Inside], step: Callable[[Any, Any], Any]) -> None:
        self._context = context
        self._inside = inside
        self._step = step

    def moves(self, shape: Shape, states: Sequence[Leaves]) -> Moves:
        """Where the step leads from each of these states."""
        kinds, made = kinds_of_leaves(shape), maker(shape)
        entries: Entries = [((at, *leaves), 1, None) for at, leaves in enumerate(states)]
        standing = _Standing(entries, (Kind.NUMBER,) * (1 + len(kinds)))

        def stepped(table: Any) -> Any:
            decisions, draw = table.standing(standing)
            leaves = [_leaf(decisions, draw, at, kind) for at, kind in enumerate(kinds, 1)]
            return decisions, draw, next_state(self._step, table, made(leaves))

        alike: list[Uniform] = []

        def ended(result: Any) -> list[Move]:
            decisions, draw, state = result
            row: list[Any] = []
            leads_to = taken_apart(state, row)
            row = [int(v) if type(v) in LATE and v.decider is not decisions else v for v in row]
            parts = self._apart(decisions, draw, row)
            if parts is None:
                return self._together(decisions, draw, row, leads_to)
            forms, columns, changing = parts
            changes, scale = self._changes(decisions, draw, changing)
            if draw.entries is entries and None not in forms:
                alike.append(Uniform(leads_to, tuple([form for form in forms if form is not None]), changes, scale))
            bases = list(zip(*columns, strict=True)) if columns else [()] * len(draw.entries)
            return [Move([answers[0] for answers, _, _ in draw.entries], leads_to, bases, changes, scale)]

        inside = self._inside(stepped, {})
        moves = [move for path in inside.each(ended) for move in path]
        return Moves(moves, inside.more, alike if len(moves) == len(alike) else ())

    def _changes(self, decisions: Decisions, draw: Draw, changing: list[Any]) -> tuple[Changes, int]:
        """What the dice of a path change, whatever the state, and what the ways are out of."""
        collector = Collector(self._context)
        collector.add(changing, [other for other in decisions.draws if other is not draw], decisions.scale)
        entries, scale = collector.total()
        changes = [(tuple(map(int, leaves)), ways) for leaves, ways, _ in plain(entries, self._context.width)]
        return changes, scale

    def _apart(
        self, decisions: Decisions, draw: Draw, row: list[Any]
    ) -> tuple[list[Places | None], list[list[int]], list[Any]] | None:
        """Each leaf as something of the state and something of the dice; None where they cannot be parted.

        What is of the state has a form, None where it is an answer; and what that comes to, state by state.
        """
        if draw.into is not None or any(o.into is not None and found_in(o, 0)[0] is draw for o in decisions.draws):
            return None
        forms: list[Places | None] = []
        columns: list[list[int]] = []
        changes: list[Any] = []
        nothing = [0] * len(draw.entries)
        for value in row:
            places: Places = ()
            kind = type(value)
            if kind is LateNumber or (kind is LateCondition and value.known is None):
                places = by_draw(value.terms).get(draw, ())
            if not places:
                change = value
            elif kind is LateCondition and _is_leaf(value):
                change = 0
            elif kind is LateNumber:
                change = LateNumber(decisions, _without(value.terms, draw), value.offset)
            elif len(by_draw(value.terms)) > 1:
                return None
            else:
                columns.append([int(value.of(total)) for total in sums(draw.entries, places)])
                changes.append(0)
                forms.append(None)
                continue
            columns.append(sums(draw.entries, places) if places else nothing)
            changes.append(change)
            forms.append(tuple([(at - 1, factor) for at, factor in places]))
        return forms, columns, changes

    def _together(self, decisions: Decisions, draw: Draw, row: list[Any], shape: Shape) -> list[Move]:
        """A path on which dice were compared with the state: what follows for each state apart."""
        collector = Collector(self._context)
        index = LateNumber(decisions, ((draw, 0, 1),), 0)
        collector.add([index, *row], decisions.draws, decisions.scale)
        entries, scale = collector.total()
        apart: dict[int, Changes] = {}
        for (at, *leaves), ways, _ in plain(entries, self._context.width):
            apart.setdefault(at, []).append((tuple(map(int, leaves)), ways))
        nothing = (0,) * len(row)
        return [Move((at,), shape, (nothing,), changes, scale) for at, changes in apart.items()]


def _leaf(decisions: Decisions, draw: Draw, at: int, kind: str) -> LateNumber | LateCondition:
    terms: Terms = ((draw, at, 1),)
    return LateCondition(decisions, terms, 1, False, False) if kind is YES_OR_NO else LateNumber(decisions, terms, 0)


def _is_leaf(condition: LateCondition) -> bool:
    """Whether a condition is an answer as it stands."""
    return len(condition.terms) == 1 and (condition.bound, condition.exactly, condition.turned) == (1, False, False)


def _without(terms: Terms, draw: Draw) -> Terms:
    """The terms of other draws."""
    return tuple([term for term in terms if found_in(term[0], term[1])[0] is not draw])
