"""How a roll compares with all other rolls of its check."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from sixfold.base.arguments import function, one_of
from sixfold.base.bounds import LEAST_TOLERANCE, STANDING_WORK, TOLERANCE
from sixfold.base.mappings import added_up
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import BoundsError, OddsError, SixfoldError, StudyError
from sixfold.playing.record import Record, changed_since
from sixfold.playing.step import replay
from sixfold.rules.check import Check
from sixfold.show.report.chances import one_in, percent
from sixfold.solving.odds import Odds, solve_check

Half = Literal["better", "worse", "same"]
"""This or better, this or worse, or exactly as good."""

HALF = Fraction(1, 2)


class Standing(NamedTuple):
    """The chances of this or better, exactly as good, this or worse, and exactly this outcome."""

    this_or_better: Bounds
    equal: Bounds
    this_or_worse: Bounds
    exactly: Bounds

    @property
    def in_words(self) -> str:
        """How likely this or better was, in a sentence."""
        return f"This or better: {one_in(self.this_or_better)} ({percent(self.this_or_better)})"

    @property
    def half(self) -> tuple[Half, Bounds]:
        """Return the side that says something of this roll, with its chance: a failure is told by “this or worse”.

        It is the rarer side. If most rolls come out exactly so, that is what there is to say.
        """
        halves: tuple[tuple[Half, Bounds], ...] = (("better", self.this_or_better), ("worse", self.this_or_worse))
        half, chance = min(halves, key=lambda one: one[1].low)
        return (half, chance) if chance.low <= HALF else ("same", self.equal)

    @property
    def better(self) -> Bounds:
        """The chance of a better roll."""
        return self.this_or_worse.complement()

    @property
    def worse(self) -> Bounds:
        """The chance of a worse roll."""
        return self.this_or_better.complement()

    @property
    def unresolved(self) -> Fraction:
        """The maximum error of these chances."""
        return max(chance.unresolved for chance in self)


def _at_once(check: Check, tolerance: Fraction) -> Odds:
    """The odds of a check for which a roll waits: they may take less work than those that are asked for."""
    return solve_check(check, tolerance, STANDING_WORK)


def standing(record: Record, odds: Odds | None = None, solve: Callable[[Check, Fraction], Odds] = _at_once) -> Standing:
    """Return how a roll compares with all others; the order of its rule says which of two results is better.

    Odds that are not given, and finer ones, are found with `solve`, from a check and a tolerance.
    Where the throw lies at an end of what was followed, or beyond it, throws without an end are followed further,
    down to 1e-60; what is unresolved even then counts as neither better nor worse.
    Raises StudyError (study/luck) where the rule has no such order, where a player chose otherwise than the odds
    assume (those are the odds of other choices, and say nothing about this throw), and where the rule has changed
    since the record was written. Raises what `odds` raises.

    >>> from sixfold import roll
    >>> standing(roll("ten superior 1", faces=[6, 3, 2, 4])).this_or_better
    Bounds(low=Fraction(79, 162), high=Fraction(79, 162))
    """
    one_of(record, "What stands somewhere", Record, "a record")
    if odds is not None:
        one_of(odds, "Where it stands", Odds, "odds")
    function(solve, "What solves it")
    if not record.current:
        raise StudyError("study/luck", f"{changed_since(record)} Today's odds do not apply to it.")
    if chosen_otherwise(record):
        raise StudyError(
            "study/luck", "The odds assume other choices than yours, so they do not show how good this roll is."
        )
    near = compared(record, solve(record.check, TOLERANCE) if odds is None else odds)
    if not near.unresolved or (near.better.low and near.equal.low and near.worse.low):
        return near
    try:
        return compared(record, solve(record.check, Fraction(str(LEAST_TOLERANCE))))
    except (OddsError, BoundsError):
        return near


def compared(record: Record, odds: Odds) -> Standing:
    """Compare a roll with the odds of its check, as far as these were followed."""
    order = record.check.rule.order(record.outcome)
    if order is None:
        raise StudyError(
            "study/luck", f"In {record.check.system} {record.check.rule.name} no result is better than another."
        )
    reached = order(record.outcome.as_dict())
    others = [(order(dict(zip(odds.fields, row, strict=True))), ways) for row, ways in odds.solution.rows.items()]
    sides = added_up(((other > reached) - (other < reached), ways) for other, ways in others)
    better, equal, worse = [sides.get(side, 0) for side in (1, 0, -1)]
    mine = odds.solution.rows.get(tuple([record.outcome.get(field) for field in odds.fields]), 0)
    scale = odds.solution.scale
    as_good = odds.bounds_beyond(lambda other: order(other.as_dict()) >= reached)
    as_bad = odds.bounds_beyond(lambda other: order(other.as_dict()) <= reached)
    # What is as good and as bad counts in both; beyond them is nothing.
    both = Bounds.total((as_good, as_bad))
    alike = Bounds(max(both.low - odds.unresolved, Fraction(0)), both.high - odds.unresolved)
    return Standing(
        as_good.plus(Fraction(better + equal, scale)),
        alike.plus(Fraction(equal, scale)),
        as_bad.plus(Fraction(worse + equal, scale)),
        Bounds(Fraction(mine, scale), Fraction(mine, scale) + min(alike.high, odds.unresolved)),
    )


def chosen_otherwise(record: Record) -> bool:
    """Whether the choices of the player led to another result than those that the odds assume."""
    if not record.choices:
        return False
    try:
        return replay(record.check, record.faces).outcome != record.outcome
    except SixfoldError:
        return True


def beyond_the_odds(record: Record) -> bool:
    """Whether the odds do not cover a record: the player chose differently, or the rule has changed since."""
    return not record.current or chosen_otherwise(record)


def account(record: Record) -> dict[str, Any]:
    """Return a record as plain data, with its `chance` (this or better) and the `clauses` that had an effect.

    Where there is no such chance, `chance` is None and `why_no_chance` says why: the rule does not call one result
    better than another, a player chose differently than the odds assume, or the odds would take too much work.
    """
    data = one_of(record, "What is accounted for", Record, "a record").to_json()
    try:
        position = standing(record)
    except (StudyError, OddsError, BoundsError) as error:
        data |= {"chance": None, "why_no_chance": error.message}
    else:
        data["chance"] = position.this_or_better.to_json()
    data["clauses"] = applied(record)
    return data


def applied(record: Record) -> list[dict[str, Any]]:
    """Return the clauses of the rule that had an effect, in order, as plain data."""
    return [{"clause": note.clause, "text": note.text, "after": note.after} for note in record.clauses if note.clause]
