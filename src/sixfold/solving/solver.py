"""Solving a rule: every way in which a rule can go, counted exactly.

A rule is run with all answers at once: what it reads stands for every value, side by side. Where it must know more
(an `if`, the size of a hand) the answers are parted; the first part is followed, the others are kept for later runs,
which replay the decisions up to there. Endless rerolls are followed to some length, and what lies
beyond it is looked at when somebody wants to know: then much of an outcome is known after all, and of its numbers
at least bounds.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, TypeVar

from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.base.mappings import added_up
from sixfold.errors import OddsError, RuleError
from sixfold.rules.functions import by_package, innermost, is_builtin
from sixfold.rules.interval import UNKNOWN
from sixfold.rules.judging.prepare import prepare_rule
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.table import Play
from sixfold.solving.context import Context, Restart
from sixfold.solving.counting.work_limit import Work, too_large
from sixfold.solving.joint_distribution import VAGUE, Entries, all_ways, count
from sixfold.solving.outcomes import Row, gathered, total
from sixfold.solving.paths import Paths, follow_with_restarts

T = TypeVar("T")

MOST_PLAIN = 2_000
"""Outcomes up to which an answer is a plain dict; a larger one stays packed, and is unpacked while it is read."""

OUTCOME_WORK = 10
"""Work of an outcome that an answer has, for what is told of it afterwards."""

ANSWER_BYTES = 200
"""Bytes of an outcome with its chance, beside the length of this."""


class Solution(NamedTuple):
    """All outcomes of a rule: rows of values in the order of `fields`, each with its ways out of `scale`.

    With endless rerolls, the rest is not nothing: `partial` are outcomes known in part, with their ways out of
    `partial_scale`. Of a number that is not known the value is an Interval, of anything else it is UNKNOWN.
    """

    fields: tuple[str, ...]
    rows: Mapping[Row, int]
    scale: int
    partial: tuple[tuple[Row, int], ...] = ()
    partial_scale: int = 1
    work: int = 0
    """The work that it took."""

    @property
    def complete(self) -> bool:
        """Whether every outcome is known."""
        return total(self.rows) == self.scale

    @property
    def unresolved(self) -> Fraction:
        """The probability of everything that is not among the rows; exact."""
        return Fraction(self.scale - total(self.rows), self.scale)

    def with_rest(self, entries: Entries, scale: int) -> "Solution":
        """The same with the rest: what is known of it after all is among the rows, and is partial otherwise."""
        known = {values: ways for values, ways, _ in entries if VAGUE.isdisjoint(map(type, values))}
        partial = tuple([(values, ways) for values, ways, _ in entries if not VAGUE.isdisjoint(map(type, values))])
        rows, common = self.rows, self.scale
        if known:
            common = lcm(self.scale, scale)
            parts = (rows.items(), common // self.scale), (known.items(), common // scale)
            rows = added_up((values, ways * factor) for part, factor in parts for values, ways in part)
        solution = self._replace(rows=rows, scale=common, partial=partial, partial_scale=scale)
        if solution.unresolved != Fraction(sum([ways for _, ways in partial]), scale):
            raise not_counted()
        return solution

    def with_unknown(self) -> "Solution":
        """The same, where nothing is known of the rest."""
        left = self.scale - total(self.rows)
        return self if self.complete else self.with_rest(_unknown(self.fields, left), self.scale)


def _unknown(fields: Sequence[str], ways: int) -> Entries:
    """An outcome of which nothing is known."""
    return [((UNKNOWN,) * len(fields), ways, None)]


def not_counted() -> RuleError:
    """Return the error for a rule of which not all rolls were counted."""
    return RuleError(
        "rule/changing",
        "Not all rolls of this rule could be counted: it went on differently when it was played again with the same "
        "answers. If nothing outside of it changes, please report it.",
    )


def solve(
    rule: Play, tolerance: Fraction = TOLERANCE, work: int = WORK, backwards: bool = False, /, **options: Any
) -> Solution:
    """Every outcome of a rule with its exact ways.

    `tolerance` (a probability between 0 and 1, exclusive) is the maximum error if rerolls can be endless;
    rules whose throws end are solved to the last fraction whatever it is. With `backwards`, the ways that a rule can
    go are followed in another order, which changes nothing unless the rule keeps something from one to the next.
    Raises OddsError (odds/too-large) when the answer would cost more than `work` (about 1e7 a second).

    >>> from sixfold.rules.table import EACH_FACE
    >>> def coin(table):
    ...     face = table.read(table.roll(1, "coin"), EACH_FACE)
    ...     return {"heads": face >= 4}
    >>> solve(coin).rows
    {(True,): 3, (False,): 3}
    """
    if backwards:
        # The plays by which a rule is judged may leave something, and nobody is told why this is too much work.
        return within_memory(lambda: _solved(watched(rule), Context(tolerance, Work(work), backwards=True), options))
    prepared, check_unchanged = prepare_rule(rule, options)
    solution = naming_the_line(prepared, work, lambda allowed: _solved(prepared, Context(tolerance, allowed), options))
    check_unchanged()
    return solution


def naming_the_line(rule: Play, work: int, follow: Callable[[Work], T]) -> T:
    """Return what following a rule gives.

    If that is too much work for an author's rule, it is followed again for a while, and the error names the line that
    divides it most.
    """
    try:
        return within_memory(lambda: follow(Work(work)))
    except OddsError as error:
        if error.code != "odds/too-large" or is_builtin(innermost(rule)):
            raise
        from sixfold.solving.explain_too_large import RETRY, WatchedWork  # here, since most rules are solved

        watching = WatchedWork(work // RETRY)
        try:
            within_memory(lambda: follow(watching))
        except OddsError:
            raise watching.refusal() or error from None
        raise


def within_memory(find: Callable[[], T]) -> T:
    """Return what is found. Where the machine has less memory than that takes, it is refused like too much work."""
    try:
        return find()
    except MemoryError as error:
        if not by_package(error.__traceback__):
            raise  # an author's own line takes it
    # Behind the handler, so that what was made so far is free again when the error is told.
    raise too_large()


def _solved(rule: Play, context: Context, options: dict[str, Any]) -> Solution:
    tolerance, work = context.tolerance, context.work
    budget = work.left
    while True:
        paths, (entries, scale) = follow_with_restarts(context, rule, options, Paths.follow_known)
        left = scale - all_ways([(number, poly) for _, number, poly in entries], context.width)
        if left and not paths.more:
            raise not_counted()
        if left and left > tolerance * scale:
            context.further()
            continue
        # A large answer takes the place of what was kept to find it.
        context.close(tail=bool(left))
        reducing = (scale.bit_length() // 30) ** 2 // 100  # each fraction is brought to its lowest terms in the end
        outcomes = count([poly for _, _, poly in entries], context.width)
        work.charge(outcomes * (OUTCOME_WORK + reducing))
        work.keep(outcomes * (ANSWER_BYTES + (scale.bit_length() >> 2)))
        rows = gathered(entries, context.width, MOST_PLAIN)
        spent = budget - work.left
        work.left = budget  # the tail may cost as much again
        solution = Solution(paths.fields, rows, scale)
        if left:
            solution = solution.with_rest(*_tails(paths, rule, options, left, scale))
        return solution._replace(work=spent + budget - work.left)


def _tails(paths: Paths, rule: Play, options: dict[str, Any], left: int, scale: int) -> tuple[Entries, int]:
    """The outcomes beyond the known paths; where they cost too much, nothing is known of them."""

    def tail() -> tuple[Entries, int]:
        try:
            return paths.follow_tail()
        except Restart:
            _, (_, rest) = follow_with_restarts(
                paths.context, rule, options, lambda restarted: (restarted.follow_known(), restarted.follow_tail())
            )
            return rest

    try:
        entries, own = within_memory(tail)
    except OddsError:
        return _unknown(paths.fields, left), scale
    if paths.context.left_out:
        more = Fraction(left, scale) - Fraction(sum([ways for _, ways, _ in entries]), own)
        common = lcm(own, more.denominator)
        entries = [(values, ways * (common // own), None) for values, ways, _ in entries]
        return [*entries, *_unknown(paths.fields, int(more * common))], common
    return entries, own
