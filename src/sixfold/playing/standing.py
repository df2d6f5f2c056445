"""How a roll compares with all other rolls of its check."""

from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.arguments import one_of
from sixfold.bounds import LEAST_TOLERANCE
from sixfold.errors import OddsError, SixfoldError, StudyError
from sixfold.playing.record import Record, changed_since, replay
from sixfold.rules.interval import Undecided
from sixfold.rules.trail import Note
from sixfold.shapes.fraction import chance_json, exact
from sixfold.solving.odds import Odds, solve_check


class Standing(NamedTuple):
    """The chances (0 to 1, exact) of better, equal and worse rolls, and of exactly this outcome.

    Where something is `unresolved`, each chance is a lower bound, and at most that much higher.
    """

    better: Fraction
    equal: Fraction
    worse: Fraction
    exactly: Fraction
    unresolved: Fraction

    @property
    def this_or_better(self) -> Fraction:
        """The chance of this or better; 1 where nothing is worse."""
        return Fraction(1) if self.equal and not self.worse else self.better + self.equal

    @property
    def this_or_worse(self) -> Fraction:
        """The chance of this or worse; 1 where nothing is better."""
        return Fraction(1) if self.equal and not self.better else self.worse + self.equal


def standing(record: Record, odds: Odds | None = None) -> Standing:
    """Return how a roll compares with all others; the order of its rule says which of two results is better.

    Where the throw lies at an end of what was followed, or beyond it, throws without an end are followed further,
    down to 1e-60; what is unresolved even then counts as neither better nor worse.
    Raises StudyError (study/luck) where the rule has no such order, where a player chose otherwise than the odds
    assume (those are the odds of other choices, and say nothing about this throw), and where the rule has changed
    since the record was written. Raises what `odds` raises.

    >>> from sixfold import roll
    >>> standing(roll("ten superior 1", faces=[6, 3, 2, 4])).this_or_better
    Fraction(79, 162)
    """
    one_of(record, "What stands somewhere", Record, "a record")
    if odds is not None:
        one_of(odds, "Where it stands", Odds, "odds")
    if not record.current:
        raise StudyError("study/luck", f"{changed_since(record)} Today's odds do not apply to it.")
    if chosen_otherwise(record):
        raise StudyError(
            "study/luck", "The odds assume other choices than yours, so they do not show how good this roll is."
        )
    near = compared(record, solve_check(record.check) if odds is None else odds)
    if not near.unresolved or (near.better and near.equal and near.worse):
        return near
    try:
        return compared(record, solve_check(record.check, Fraction(str(LEAST_TOLERANCE))))
    except OddsError:
        return near


def compared(record: Record, odds: Odds) -> Standing:
    """Compare a roll with the odds of its check, as far as these were followed."""
    order = record.check.rule.order(record.outcome)
    if order is None:
        raise StudyError(
            "study/luck", f"In {record.check.system} {record.check.rule.name} no result is better than another."
        )
    reached = order(record.outcome.as_dict())
    better = equal = worse = 0
    for values, ways in odds.solution.rows.items():
        other = order(dict(zip(odds.fields, values, strict=True)))
        if other == reached:
            equal += ways
        elif other > reached:
            better += ways
        else:
            worse += ways
    beyond = [Fraction(0)] * 3
    for outcome, chance in odds.partial:
        try:
            other = order(dict(outcome))
            beyond[0 if other > reached else 1 if other == reached else 2] += chance
        except Undecided:
            continue
    mine = odds.solution.rows.get(tuple([record.outcome.get(field) for field in odds.fields]), 0)
    above, same, below, exactly = (Fraction(ways, odds.solution.scale) for ways in (better, equal, worse, mine))
    above, same, below = (followed + rest for followed, rest in zip((above, same, below), beyond, strict=True))
    return Standing(above, same, below, exactly, odds.unresolved - sum(beyond, Fraction(0)))


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


def account(record: Record, odds: Odds | None = None) -> dict[str, Any]:
    """Return a record as plain data, with its `chance` (this or better) and the `clauses` that had an effect.

    Where there is no such chance, `chance` is None and `why_no_chance` says why: the rule does not call one result
    better than another, a player chose differently than the odds assume, or the odds would take too much work.
    """
    data = one_of(record, "What is accounted for", Record, "a record").to_json()
    if odds is not None:
        one_of(odds, "What accounts for it", Odds, "odds")
    try:
        found = standing(record, odds)
    except (StudyError, OddsError) as error:
        data |= {"chance": None, "why_no_chance": error.message}
    else:
        chance = found.this_or_better
        data["chance"] = {**chance_json(chance), "unresolved": exact(found.unresolved) if chance < 1 else "0"}
    data["clauses"] = applied(record)
    return data


def applied(record: Record) -> list[dict[str, Any]]:
    """Return the clauses of the rule that had an effect, in order, as plain data."""
    return [
        {"clause": note.clause, "text": note.text, "after": note.after}
        for note in record.trail
        if isinstance(note, Note) and note.clause
    ]
