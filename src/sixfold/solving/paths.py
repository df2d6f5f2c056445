"""A rule followed path by path, and all paths added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.rules.late import LateCondition, LateNumber
from sixfold.rules.outcome import checked_value, not_an_outcome, other_names
from sixfold.rules.table import Play
from sixfold.solving.collect import Collector
from sixfold.solving.context import Context
from sixfold.solving.decisions import LATE, Decisions, decided
from sixfold.solving.joint import Entries
from sixfold.solving.table import SolverTable

PATH = 150
"""Work of following one path, beside what it asks."""

COLLECTED = {int, bool, str, LateNumber, LateCondition}
"""What an outcome can hold."""


def all_paths(
    context: Context, rule: Play, options: dict[str, Any], wanted: Sequence[str] | None = None, depth: int = 0
) -> tuple[tuple[str, ...], Entries, int]:
    """Follow every path of a rule.

    Gives the outcome's fields (or those wanted of it), their values with their ways, and what these are out of.
    """
    decisions = Decisions(context, depth)
    table = SolverTable(decisions, all_paths)
    collector = Collector(context)
    fields: tuple[str, ...] = () if wanted is None else tuple(wanted)
    while decisions.next_path():
        context.work.charge(PATH)
        values = rule(table, **options)
        if not isinstance(values, dict):
            raise not_an_outcome(values)
        if wanted is None:
            names = tuple(values)
            fields = fields or names
            if names != fields and set(names) != set(fields):
                raise other_names(fields, names)
        row = [values[field] for field in fields]
        if not set(map(type, row)) <= COLLECTED:
            row = [_own(decisions, field, value) for field, value in zip(fields, row, strict=True)]
        elif depth:
            row = [decided(v) if type(v) in LATE and v.decider is not decisions else v for v in row]
        collector.add(row, decisions.draws, decisions.scale)
    return fields, *collector.total()


def _own(decisions: Decisions, field: str, value: Any) -> Any:
    """A value of an outcome that may be one."""
    if type(value) in LATE:
        return value if value.decider is decisions else decided(value)
    if not decisions.depth:
        return checked_value(field, value)
    known = decided(value)
    hash(known)
    return known
