"""A rule followed path by path, and all paths added up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from sixfold.rules.functions import ReturnedBy, innermost, is_builtin
from sixfold.rules.interval import Interval, Undecided, Unknown
from sixfold.rules.late import LateCondition, LateNumber
from sixfold.rules.outcome import checked_value, form_of, other_kinds, other_names, values_of, wanted_of
from sixfold.rules.table import Play
from sixfold.solving.collect import Collector
from sixfold.solving.context import Context, Restart
from sixfold.solving.entries import plain
from sixfold.solving.joint_distribution import VAGUE, Entries
from sixfold.solving.path import LATE, Path, Postponed, decide_inside, decided
from sixfold.solving.solver_table import SolverTable

if TYPE_CHECKING:
    from sixfold.solving.best.graph import Graph

T = TypeVar("T")

MANY_PATHS = 400
"""Paths from which on those of an author's rule wait for their like; where a player decides, all do."""

PATH_WORK = 300
"""Work of following one path, beside what it asks."""

COLLECTED = {int, bool, str, LateNumber, LateCondition}
"""The types of values in an outcome."""

KINDS = {int: int, LateNumber: int, bool: bool, LateCondition: bool}
"""The kinds of values by type; any other is a name, or nothing."""


class Paths:
    """All paths of a rule.

    First those `known`, to the length to which endless throws are followed; if there is `more`, then those of
    the `tail`. Both give outcomes with their ways, in the order of `fields`, and what the ways are out of.
    """

    def __init__(
        self,
        context: Context,
        rule: Play,
        options: dict[str, Any],
        wanted: Sequence[str] | None = None,
        around: Paths | None = None,
    ) -> None:
        self.fields: tuple[str, ...] = () if wanted is None else tuple(wanted)
        self.context = context
        self._rule = rule
        self._options = options
        self._all_wanted = wanted is None
        self._form_first = wanted is None and around is not None
        """Whether the form of what the rule returns stands before the values of its outcome."""
        self._kinds: tuple[type[Any], ...] = ()
        self._path: Path = Path(context, around._path if around else None)
        self._table = SolverTable(self._path, self._inside)
        self._played = rule
        self._path.may_decide = context.deciding and around is None

    @property
    def more(self) -> bool:
        """Whether anything lies beyond what was followed."""
        return self._path.more

    def follow_known(self) -> tuple[Entries, int]:
        """Follow every path to the length to which endless throws are followed."""
        path = self._path
        collector = Collector(self.context)
        for row in self.each(self._row):
            collector.add(row, path.variables, path.scale)
        return collector.total()

    def each(self, ended: Callable[[Any], Any], tail: bool = False) -> Iterator[Any]:
        """Yield the result of each path, made while the variables of that path stand.

        For paths of the `tail` it may be None: nothing is known there.
        """
        followed, many = 0, 1 if self._path.may_decide else MANY_PATHS
        while self._path.next_path(tail):
            followed += 1
            if followed == many and self._played is self._rule:
                self.let_meet(tail)
            try:
                self.context.work.charge(PATH_WORK)
                made = ended(self._follow())
            except Postponed as postponed:
                postponed.caught()
                continue
            except Undecided as undecided:
                if not tail:
                    raise
                undecided.caught()
                made = None
            yield made

    def _follow(self) -> Any:
        """The result of the path, from where it begins."""
        from_place = self._path.meetings and self._path.meetings.from_place()
        return from_place(self._table) if from_place else self._played(self._table, **self._options)

    def let_meet(self, tail: bool = False) -> None:
        """Let paths meet at places of the rule, if there are any that can be read."""
        if is_builtin(innermost(self._rule)):
            return
        from sixfold.rules.judging.meeting_places import telling  # here, since few rules divide so often
        from sixfold.solving.meetings import Meetings

        meetings = Meetings(self._path, self._rule)
        played = telling(self._rule, meetings.come)
        if played is not None:
            meetings.begin(tail)
            self._played, self._path.meetings = played, meetings

    def follow_tail(self) -> tuple[Entries, int]:
        """Follow every other path, as far as it is known."""
        from sixfold.solving.partly_known import PartialCollector  # here, since most rules end

        path = self._path
        collector = PartialCollector(self.context)
        for row in self.each(self._row, tail=True):
            collector.add(row, path)
        return collector.total(len(self.fields) + self._form_first)

    def _inside(self, rule: Play, options: dict[str, Any], wanted: Sequence[str] | None = None) -> Paths:
        """The paths of a rule that is played inside this one."""
        return Paths(self.context, rule, options, wanted, self)

    def graph(self) -> Graph:
        """Follow every path between the decisions of the player."""
        path, context, graph = self._path, self.context, self.context.graph
        collector = Collector(context)
        for row in chain(self.each(self._row), self.each(self._row, tail=True)):
            if row is None or path.guessed or not VAGUE.isdisjoint(map(type, row)):
                graph.endless = True
            else:
                collector.add([path.graph_state, *row], path.variables, path.scale)
        graph.endless = graph.endless or context.left_out
        rows, scale = collector.total()
        for (state, *values), ways, _ in plain(rows, context):
            graph.lead(state, graph.ends[tuple(values)], ways, scale)
        return graph

    def _row(self, values: Any) -> list[Any]:
        """The values of the outcome on one path."""
        with ReturnedBy(self._rule):
            named = self._named(values)
            row = [named[field] for field in self.fields] if self._all_wanted else None
            if row is not None and not self._path.depth:
                self._check_kinds(row)
        if row is None:
            row = wanted_of(named, self.fields)
        with ReturnedBy(self._rule):
            row = [_own(self._path, field, value) for field, value in zip(self.fields, row, strict=True)]
        return [form_of(values, self.fields), *row] if self._form_first else row

    def _named(self, values: Any) -> dict[str, Any]:
        """The values by name; the same names on every path."""
        if type(values) is Unknown and self.fields:
            return dict.fromkeys(self.fields, values)
        if type(values) is not dict or not self.fields:
            values = values_of(values, self.fields if self._all_wanted else ())
        if self._all_wanted:
            names = tuple(values)
            self.fields = self.fields or names
            if names != self.fields and set(names) != set(self.fields):
                raise other_names(self.fields, names)
        named: dict[str, Any] = values
        return named

    def _check_kinds(self, row: Sequence[Any]) -> None:
        """Raises RuleError (rule/outcome) for a value that is of another kind than on another path."""
        types = tuple(map(type, row))
        if not set(types) <= COLLECTED:
            return  # names of other kinds, and what is refused elsewhere
        kinds = tuple([KINDS.get(kind, str) for kind in types])
        self._kinds = self._kinds or kinds
        for field, one, other in zip(self.fields, self._kinds, kinds, strict=True):
            if one is not other:
                raise other_kinds(field, one, other)


def follow_with_restarts(
    context: Context, rule: Play, options: dict[str, Any], follow: Callable[[Paths], T]
) -> tuple[Paths, T]:
    """All paths of a rule, and what following them gives: from the start again for as long as that must be."""
    while True:
        context.start()
        paths = Paths(context, rule, options)
        try:
            return paths, follow(paths)
        except Restart:
            pass


def _own(path: Path, field: str, value: Any) -> Any:
    """A value of an outcome that may be one."""
    if type(value) in LATE:
        return value if value.decider is path else decided(value)
    if type(value) in VAGUE:
        outside = type(value) is Interval and getattr(value.base, "decider", path) is not path
        return value.settled() if outside else value
    if not path.depth:
        return checked_value(field, decided(value))
    known = decided(value)
    decide_inside(known)
    return known
