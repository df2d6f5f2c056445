"""What lies beyond the length to which endless throws are followed: outcomes that are known in part.

Nothing is left out of these: every path has its ways, and where no more is known of it than that, all its values
are unknown. So the ways of all outcomes, whole and partial, add up to everything that can happen.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import product
from math import lcm, prod
from typing import Any

from sixfold.rules.interval import UNKNOWN, Interval
from sixfold.rules.late import LateCondition, LateNumber, Terms
from sixfold.solving.context import Context
from sixfold.solving.draw import Draw, by_draw
from sixfold.solving.entries import count, form, plain, total_ways
from sixfold.solving.joint import Answers, Entries, key_of

ENTRY = 30
"""Work of adding up one combination of entries."""

MOST = 10_000
"""Combinations of entries up to which each is looked at; of more only the bounds are kept."""


class Beyond:
    """Adds up the paths that end with values that are not known."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._found: dict[int, dict[Hashable, tuple[Answers, int]]] = {}
        self._lost: dict[int, int] = {}

    def lose(self, draws: Sequence[Draw], scale: int) -> None:
        """A path of which nothing is known but its ways."""
        ways = prod([total_ways(draw.entries, self._context.width) for draw in draws])
        self._lost[scale] = self._lost.get(scale, 0) + ways

    def add(self, row: Sequence[Any], draws: Sequence[Draw], scale: int) -> None:
        """A path with its outcome, of which some values may not be known."""
        width = self._context.width
        mattering = list(dict.fromkeys(draw for value in row for draw in by_draw(_terms(value))))
        ways = prod([total_ways(draw.entries, width) for draw in draws if draw not in mattering])
        size = prod([count(draw.entries, width) for draw in mattering])
        found = self._found.setdefault(scale, {})
        if size > MOST:
            self._context.work.charge(ENTRY * sum([count(draw.entries, width) for draw in mattering]))
            ways *= prod([total_ways(draw.entries, width) for draw in mattering])
            _put(found, tuple([self._bounded(value) for value in row]), ways)
            return
        self._context.work.charge(ENTRY * size)
        for entries in product(*[plain(draw.entries, width) for draw in mattering]):
            answers = {draw: entry[0] for draw, entry in zip(mattering, entries, strict=True)}
            values = tuple([_value(value, answers) for value in row])
            _put(found, values, ways * prod([entry[1] for entry in entries]))

    def _bounded(self, value: Any) -> Any:
        """A value of which only the bounds are kept."""
        if type(value) is LateCondition:
            return UNKNOWN
        if type(value) is LateNumber:
            return _known(self._between(value.terms) + value.offset)
        if type(value) is Interval:
            return _known(Interval(value.low, value.high, 0, value.endless) + self._bounded(value.base))
        return value

    def _between(self, terms: Terms) -> Interval:
        low = high = 0
        for draw, places in by_draw(terms).items():
            totals = [form(answers, places)[0] for answers, _, _ in plain(draw.entries, self._context.width)]
            low, high = low + min(totals), high + max(totals)
        return Interval(low, high)

    def total(self, fields: int) -> tuple[Entries, int]:
        """All of it: partial outcomes of so many fields with their ways, and what these are out of."""
        scale = lcm(*self._found, *self._lost)
        merged: dict[Hashable, tuple[Answers, int]] = {}
        for own, found in self._found.items():
            for values, ways in found.values():
                _put(merged, values, ways * (scale // own))
        for own, ways in self._lost.items():
            _put(merged, (UNKNOWN,) * fields, ways * (scale // own))
        return [(values, ways, None) for values, ways in merged.values()], scale


def _known(value: Interval) -> Any:
    """A number whose bounds are one is known."""
    return value.low if value.low is not None and value.low == value.high else value


def _put(found: dict[Hashable, tuple[Answers, int]], values: Answers, ways: int) -> None:
    key = tuple(map(key_of, values))
    if ways:
        found[key] = (values, ways + (found[key][1] if key in found else 0))


def _terms(value: Any) -> Terms:
    """The answers that a value comes from."""
    if type(value) is Interval:
        value = value.base
    return value.terms if isinstance(value, LateNumber | LateCondition) else ()


def _value(value: Any, answers: dict[Draw, Answers]) -> Any:
    """A value once the answers are known."""
    if type(value) is Interval:
        return _known(Interval(value.low, value.high, _value(value.base, answers), value.endless))
    if not isinstance(value, LateNumber | LateCondition):
        return value
    total = sum([form(answers[draw], places)[0] for draw, places in by_draw(value.terms).items()])
    if isinstance(value, LateNumber):
        return total + value.offset
    return value.known if value.known is not None else value.of(total)
