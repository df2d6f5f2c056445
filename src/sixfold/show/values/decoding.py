"""Odds from plain data: every figure is looked at, and nothing is taken that cannot be odds of the check."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from sixfold.base.bounds import JSON_DIGITS
from sixfold.base.shapes.fraction import read_exact
from sixfold.checks.check import parse
from sixfold.errors import RecordError, SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.interval import LEANING, UNKNOWN, Interval
from sixfold.rules.rule import System
from sixfold.show.values.check import named
from sixfold.solving.events import Event
from sixfold.solving.joint_distribution import VAGUE, key_of
from sixfold.solving.odds import Odds
from sixfold.solving.outcomes import Row
from sixfold.solving.solver import Solution

if TYPE_CHECKING:
    from sixfold.base.shapes.advise import BestPlay as BestRead
    from sixfold.base.shapes.odds import PartialRow, RowRead


def read(data: Any, systems: Mapping[str, System]) -> tuple[Odds, BestRead | None]:
    """The odds that plain data holds, and what best play is worth where they are those of it.

    The chances of what was asked for are worked out again.
    Raises RecordError: record/mismatch where it names another check than its text, record/malformed where it is not
    odds: a check that cannot be read, outcomes that are not those of its rule or come twice, chances that are no
    fractions or do not add up to 1.
    """
    from sixfold.base.shapes.odds import OddsRead  # here, since only reading needs msgspec
    from sixfold.base.shapes.reading import agreeing, checked

    shape = checked(data, OddsRead, "odds")
    texts = [shape.unresolved, *[row.exact for row in shape.outcomes], *[row.exact for row in shape.partial]]
    digits = sum(map(len, texts))
    if digits > JSON_DIGITS:
        raise RecordError("record/malformed", f"The fractions of odds have at most {JSON_DIGITS:,} digits.")
    try:
        check = parse(shape.text, systems)
    except SixfoldError as error:
        raise RecordError("record/malformed", f"These are not odds of a check: {error}") from error
    agreeing(data, named(check), "odds")
    fields = tuple(shape.outcomes[0].outcome)
    unresolved = Fraction(*read_exact(shape.unresolved))
    rows, scale = _ways(shape.outcomes, fields)
    if Fraction(sum(ways for _, ways in rows), scale) + unresolved != 1:
        raise RecordError("record/malformed", "The chances and the unresolved rest do not add up to 1.")
    # Best play for anything else leaves out how long it takes.
    left_out = {} if shape.play is None else {check.rule.time: 0}
    _check_outcome(check, {**left_out, **shape.outcomes[0].outcome})
    known_in_part, partial_scale = _ways(shape.partial, fields)
    if not all(any(type(value) in VAGUE for value in values) for values, _ in known_in_part):
        raise RecordError("record/malformed", "An outcome that is known in part must have an unknown value.")
    for column in zip(*[values for values, _ in (*rows, *known_in_part)], strict=True):
        if len({type(value) for value in column} - VAGUE) > 1:
            raise RecordError("record/malformed", "A value of these outcomes is sometimes of another kind.")
    if not known_in_part and unresolved:
        known_in_part = (((UNKNOWN,) * len(fields), unresolved.numerator),)
        partial_scale = unresolved.denominator
    if Fraction(sum(ways for _, ways in known_in_part), partial_scale) != unresolved:
        raise RecordError("record/malformed", "The chances known in part do not add up to what is unresolved.")
    odds = Odds(check, Solution(fields, dict(rows), scale, known_in_part, partial_scale), whole=shape.whole)
    try:
        events = tuple([(text, Event.read(text).bounds(odds)) for text in shape.asked])
    except SixfoldError as error:
        raise RecordError("record/malformed", f"These odds cannot tell what they were asked for: {error}") from error
    return odds.replace(asked=events), shape.play


def _ways(rows: Sequence[RowRead | PartialRow], fields: tuple[str, ...]) -> tuple[tuple[tuple[Row, int], ...], int]:
    """The outcomes with their ways, and what these are out of."""
    chances = [read_exact(row.exact) for row in rows]
    scale = _scale([below for _, below in chances])
    ways: dict[Hashable, tuple[Row, int]] = {}
    for row, (above, below) in zip(rows, chances, strict=True):
        if row.outcome.keys() != set(fields):
            raise RecordError("record/malformed", "The outcomes of these odds have different names.")
        values = tuple([read_part(row.outcome[field]) for field in fields])
        key = tuple(map(key_of, values))
        if key in ways or not above:
            raise RecordError("record/malformed", "These odds contain an outcome twice, or one without a chance.")
        ways[key] = (values, above * (scale // below))
    return tuple(ways.values()), scale


def _scale(denominators: list[int]) -> int:
    """The least common denominator, unless no odds that can be written have one as large."""
    most = JSON_DIGITS * 10 // (3 * 4 * max(len(denominators), 1)) + 10_000
    scale = 1
    for below in dict.fromkeys(denominators):
        scale = lcm(scale, below)
        if scale.bit_length() > most:
            raise RecordError("record/malformed", "The fractions of these odds have no common denominator.")
    return scale


def _check_outcome(check: Check, outcome: Mapping[str, Any]) -> None:
    """Raises RecordError where the rule cannot say what an outcome means: it is one of another game."""
    try:
        check.rule.announcement(dict(outcome), check.arguments)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError("record/malformed", f"These outcomes are not those of “{check.text}”.") from None


def read_part(value: Any) -> Any:
    """The value that such data says, bounds in their shape.

    Raises RecordError (record/malformed) where they are in the wrong order.
    """
    if value is None:
        return UNKNOWN
    if isinstance(value, int | str):
        return value
    if isinstance(value.far, bool):
        return LEANING[value.far]
    low, high = (bound if isinstance(bound, int) else None for bound in (value.least, value.most))
    if low is not None and high is not None and low > high:
        raise RecordError("record/malformed", f"No number lies between {low} and {high}.")
    return Interval(low, high, 0, value.endless is True)
