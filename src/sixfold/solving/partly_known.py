"""Outcomes beyond the length to which endless rolls are followed; they are known in part.

Nothing is left out of these: every path has its ways, and where no more is known of it than that, all its values
are unknown. So the ways of all outcomes, whole and partial, add up to everything that can happen.
"""

from collections.abc import Hashable, Sequence
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

from sixfold.base.mappings import added_up
from sixfold.rules.interval import UNKNOWN, Interval, Unknown
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.solving.context import Context
from sixfold.solving.entries import of_places, plain, sums, unpacked
from sixfold.solving.joint_distribution import Answers, Entries, RandomVariable, by_variable, key_of
from sixfold.solving.path import LATE, Guessed, Path

COMBINATION_WORK = 10
"""Work of adding up one value of one combination of entries, of which two more stand for the combination."""

MOST_COMBINATIONS = 10_000
"""Combinations of entries up to which each is looked at; of more only the bounds are kept."""

NUMBERS = (int, Interval)


class PartialCollector:
    """Adds up the paths that end with values that are not known."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._outcomes: dict[int, dict[Hashable, tuple[Answers, int]]] = {}
        self._guessed: dict[tuple[int, ...], _GuessedPaths] = {}

    def add(self, row: Sequence[Any] | None, path: Path) -> None:
        """A path with its outcome, of which some values may not be known; None if nothing is known of it."""
        row = row or ()
        if path.guessed is not None:
            key = tuple(map(id, path.guessed.steps))
            shared = self._guessed.setdefault(key, _GuessedPaths(path.guessed, [], []))
            values = tuple(map(self._bounded, row))
            shared.rows.append(values)
            if path.far:
                shared.far.append(values)
            return
        width = self._context.width
        mattering = list(dict.fromkeys(variable for value in row for variable in by_variable(_terms(value))))
        ways = prod(
            [
                variable.columns.total(self._context.width, self._context.work)
                for variable in path.variables
                if variable not in mattering
            ]
        )
        size, work = prod([variable.columns.count(width) for variable in mattering]), COMBINATION_WORK * (2 + len(row))
        outcomes = self._outcomes.setdefault(path.scale, {})
        if size > MOST_COMBINATIONS:
            self._context.work.charge(work * sum([variable.columns.count(width) for variable in mattering]))
            ways *= prod([variable.columns.total(self._context.width, self._context.work) for variable in mattering])
            _put(outcomes, tuple(map(self._bounded, row)), ways)
            return
        self._context.work.charge(work * size)
        sums_of = [self._sums(row, variable).items() for variable in mattering]
        for combination in product([((0,) * len(row), ways)], *sums_of):
            totals = map(sum, zip(*[sums for sums, _ in combination], strict=True))
            _put(outcomes, tuple(map(_settled, row, totals)), prod([number for _, number in combination]))

    def _sums(self, row: Sequence[Any], variable: RandomVariable) -> dict[tuple[int, ...], int]:
        """The numbers that a variable adds to the values, with their ways."""
        columns = unpacked(variable.columns, self._context)
        of_values = [sums(columns, by_variable(_terms(value)).get(variable, ())) for value in row]
        return added_up(zip(zip(*of_values, strict=True), columns.ways, strict=True))

    def _bounded(self, value: Any) -> Any:
        """A value of which only the bounds are kept."""
        if type(value) is LateCondition:
            return UNKNOWN if value.known is None else value.known
        if type(value) is LateNumber:
            return _known(self._between(value.terms) + value.offset)
        if type(value) is Interval:
            return _known(Interval(value.low, value.high, 0, value.endless) + self._bounded(value.base))
        return value.on(None) if type(value) is Unknown else value

    def _between(self, terms: Terms) -> Interval:
        low = high = 0
        for variable, places in by_variable(terms).items():
            totals = [of_places(answers, places) for answers, _, _ in plain(variable.entries, self._context)]
            low, high = low + min(totals), high + max(totals)
        return Interval(low, high)

    def total(self, size: int) -> tuple[Entries, int]:
        """All of it: partial outcomes of so many values with their ways, and what these are out of."""
        for (_, ways, own), rows, far in self._guessed.values():
            columns = [zip(*[row or (UNKNOWN,) * size for row in some], strict=True) for some in (rows, far or rows)]
            values = tuple([_either(every, outermost) for every, outermost in zip(*columns, strict=True)])
            _put(self._outcomes.setdefault(own, {}), values, ways)
        scale = lcm(*self._outcomes)
        merged: dict[Hashable, tuple[Answers, int]] = {}
        for own, outcomes in self._outcomes.items():
            for values, ways in outcomes.values():
                _put(merged, values or (UNKNOWN,) * size, ways * (scale // own))
        return [(values, ways, None) for values, ways in merged.values()], scale


class _GuessedPaths(NamedTuple):
    """The outcomes of all paths that share their ways, empty for one of which nothing is known.

    `far` are those that may come where endless numbers are far out.
    """

    guessed: Guessed
    rows: list[Answers]
    far: list[Answers]


def _either(values: Sequence[Any], far: Sequence[Any]) -> Any:
    """Return the bounds of a value that is one of these, and one of `far` if endless numbers are far out."""
    if len(set(map(key_of, values))) == 1:
        return values[0]
    bounds = [v if type(v) is Interval else Interval(v, v) for v in values if type(v) in NUMBERS]
    if len(bounds) == len(values):
        lows, highs = [value.low for value in bounds], [value.high for value in bounds]
        low = None if None in lows else min([bound for bound in lows if bound is not None])
        high = None if None in highs else max([bound for bound in highs if bound is not None])
        return Interval(low, high, 0, all(type(value) is Interval and value.endless for value in far))
    answers = {value.far for value in far if type(value) is Unknown} | {value for value in far if type(value) is bool}
    return Unknown(answers.pop() if len(answers) == 1 and {*map(type, far)} <= {Unknown, bool} else None)


def _known(value: Interval) -> Any:
    """A number whose bounds are one is known."""
    return value.low if value.low is not None and value.low == value.high else value


def _put(outcomes: dict[Hashable, tuple[Answers, int]], values: Answers, ways: int) -> None:
    key = tuple(map(key_of, values))
    if ways:
        outcomes[key] = (values, ways + (outcomes[key][1] if key in outcomes else 0))


def _terms(value: Any) -> Terms:
    """The answers that a value comes from."""
    if type(value) is Interval:
        value = value.base
    return value.terms if type(value) in LATE else ()


def value_of(value: Any, answers: dict[RandomVariable, Answers]) -> Any:
    """A value once the answers are known."""
    return _settled(
        value, sum([of_places(answers[variable], places) for variable, places in by_variable(_terms(value)).items()])
    )


def _settled(value: Any, total: int) -> Any:
    """A value once it is known what the answers that it comes from add up to."""
    kind = type(value)
    if kind is Interval:
        return _known(Interval(value.low, value.high, _settled(value.base, total), value.endless))
    if kind is Unknown:
        return value.on(None)
    if kind is LateNumber:
        return total + value.offset
    if kind is LateCondition:
        return value.of(total) if value.known is None else value.known
    return value
