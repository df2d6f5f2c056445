"""The reader that solves: every way in which a rule can go, counted exactly.

A rule is run with all answers at once: what it reads stands for every value, side by side. Where it must know more
(an `if`, the size of a hand) the answers are parted; the first part is followed, the others are kept for later runs,
which replay the decisions up to there. Endless rerolls are followed to some length, and what lies
beyond it is looked at when somebody wants to know: then much of an outcome is known after all, and of its numbers
at least bounds.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, TypeVar

from sixfold.bounds import WORK
from sixfold.counting.work import Work
from sixfold.errors import OddsError
from sixfold.rules.functions import innermost, of_package
from sixfold.rules.inner_check import examined
from sixfold.rules.interval import UNKNOWN
from sixfold.rules.table import Play
from sixfold.solving.context import Context, Restart
from sixfold.solving.joint import VAGUE, Entries, all_ways, count
from sixfold.solving.outcomes import Row, gathered, total
from sixfold.solving.paths import Paths, settled

T = TypeVar("T")

TOLERANCE = Fraction(1, 10**12)
"""The default tolerance: the total probability that endless rerolls may leave out."""


MOST_PLAIN = 2_000
"""Outcomes up to which an answer is a plain dict; a larger one stays packed, and is unpacked while it is read."""

Rest = Callable[[], tuple[tuple[str, ...], Entries, int]]
"""The fields of a rule, its outcomes beyond the length to which it was followed, and what their ways are out of."""


class Solution(NamedTuple):
    """All outcomes of a rule: rows of values in the order of `fields`, each with its ways out of `scale`.

    With endless rerolls, the rows are those up to the length that was followed. `finished` looks
    at the rest, which is not nothing: `partial` are outcomes known in part, with their ways out of `partial_scale`.
    Of a number that is not known the value is an Interval, of anything else it is UNKNOWN.
    """

    fields: tuple[str, ...]
    rows: Mapping[Row, int]
    scale: int
    partial: tuple[tuple[Row, int], ...] = ()
    partial_scale: int = 1
    rest: Rest | None = None
    """Finds the partial outcomes, where that has not been done yet."""

    @property
    def complete(self) -> bool:
        """Whether every outcome is known."""
        return total(self.rows) == self.scale

    @property
    def unresolved(self) -> Fraction:
        """The probability of everything that is not among the rows; exact."""
        return Fraction(self.scale - total(self.rows), self.scale)

    def finished(self) -> "Solution":
        """The same with its partial outcomes; those that are known after all are among the rows."""
        if self.partial or self.complete:
            return self
        nothing: Entries = [((UNKNOWN,) * len(self.fields), self.scale - total(self.rows), None)]
        fields, entries, partial_scale = self.rest() if self.rest else (self.fields, nothing, self.scale)
        known = {values: ways for values, ways, _ in entries if VAGUE.isdisjoint(map(type, values))}
        partial = tuple([(values, ways) for values, ways, _ in entries if not VAGUE.isdisjoint(map(type, values))])
        rows, scale = self.rows, self.scale
        if known:
            scale = lcm(self.scale, partial_scale)
            merged = {values: ways * (scale // self.scale) for values, ways in rows.items()}
            for values, ways in known.items():
                merged[values] = merged.get(values, 0) + ways * (scale // partial_scale)
            rows = merged
        found = Solution(fields, rows, scale, partial, partial_scale)
        if found.unresolved != Fraction(sum([ways for _, ways in partial]), partial_scale):
            raise AssertionError("not all ways were counted: please report this rule")
        return found


def solve(rule: Play, tolerance: Fraction = TOLERANCE, work: int = WORK, /, **options: Any) -> Solution:
    """Every outcome of a rule with its exact ways.

    `tolerance` (a probability between 0 and 1, exclusive) is the maximum error if rerolls can be endless;
    rules whose throws end are solved to the last fraction whatever it is.
    Raises OddsError (odds/too-large) when the answer would cost more than `work` (about 1e7 a second).

    >>> from sixfold.rules.table import EACH_FACE
    >>> def coin(table):
    ...     face = table.read(table.roll(1, "coin"), EACH_FACE)
    ...     return {"heads": face >= 4}
    >>> solve(coin).rows
    {(True,): 3, (False,): 3}
    """
    rule = examined(rule, options)
    return with_reason(rule, work, lambda allowed: _solved(rule, tolerance, allowed, options))


def with_reason(rule: Play, work: int, follow: Callable[[Work], T]) -> T:
    """Return what following a rule gives.

    If that is too much work for an author's rule, it is followed again for a while, and the error names the line that
    divides it most.
    """
    try:
        return follow(Work(work))
    except OddsError as error:
        if error.code != "odds/too-large" or of_package(innermost(rule)):
            raise
        from sixfold.solving.too_much_work import RETRY, WatchedWork  # here, since most rules are solved

        watching = WatchedWork(work // RETRY)
        try:
            follow(watching)
        except OddsError:
            raise watching.refusal() or error from None
        raise


def _solved(rule: Play, tolerance: Fraction, allowed: Work, options: dict[str, Any]) -> Solution:
    work = allowed.left
    context = Context(tolerance, allowed)
    while True:
        paths, (entries, scale) = settled(context, rule, options, Paths.known)
        left = scale - all_ways([(number, poly) for _, number, poly in entries], context.width)
        if left and not paths.more:
            raise AssertionError(f"{left} of {scale} ways were not counted: please report this rule")
        if left and left > tolerance * scale:
            context.further()
            continue
        # A large answer takes the place of what was kept to find it.
        context.close()
        reducing = (scale.bit_length() // 30) ** 2 // 100  # each fraction is brought to its lowest terms in the end
        allowed.charge(count([poly for _, _, poly in entries], context.width) * (8 + reducing))
        rows = gathered(entries, context.width, MOST_PLAIN)
        if not left:
            return Solution(paths.fields, rows, scale)
        allowed.left = work
        return Solution(paths.fields, rows, scale, rest=_rest(paths, rule, options, Fraction(left, scale)))


def _rest(paths: Paths, rule: Play, options: dict[str, Any], left: Fraction) -> Rest:
    """Follows what lies beyond the known paths; where that is too much work, nothing is known of it."""

    def rest() -> tuple[tuple[str, ...], Entries, int]:
        fields = paths.fields
        try:
            try:
                return (fields, *paths.beyond())
            except Restart:
                again, (_, beyond) = settled(paths.context, rule, options, lambda each: (each.known(), each.beyond()))
                return (again.fields, *beyond)
        except OddsError:
            return fields, [((UNKNOWN,) * len(fields), left.numerator, None)], left.denominator

    return rest
