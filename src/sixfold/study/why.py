"""Why a throw came out so, and where it stands: what is shown when one looks at a single throw."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.bounds import DRAWN_BARS
from sixfold.errors import BoundsError, OddsError
from sixfold.playing.account import account, applied
from sixfold.playing.hands import hands
from sixfold.playing.record import Record
from sixfold.playing.standing import beyond_the_odds
from sixfold.report.chances import one_in
from sixfold.rules.rule import System
from sixfold.solving.odds import VERSION, Odds
from sixfold.study.budget import Budget
from sixfold.study.document import plain
from sixfold.study.luck import lines_of
from sixfold.systems import SYSTEMS

SHORT_SECONDS = 5
"""Seconds of processor time for the odds of many throws together; what they are not enough for has no chance said."""


class Bar(NamedTuple):
    """One value of the number that a chart shows: its chance, and how much of that is as good as a throw or better."""

    value: int
    chance: Fraction
    reached: Fraction


class Spread(NamedTuple):
    """The number that the chart of a rule shows: how likely each value is, and which of them a throw has (`here`)."""

    field: str
    words: str
    here: int | None
    bars: tuple[Bar, ...]

    def to_json(self) -> dict[str, Any]:
        """The spread as plain data; in doubles, since it is drawn."""
        bars = [{"value": bar.value, "chance": float(bar.chance), "reached": float(bar.reached)} for bar in self.bars]
        return {**self._asdict(), "bars": bars}


def spread(record: Record, odds: Odds) -> Spread | None:
    """How the number that the chart of a rule shows is spread, and what of it is this throw or better.

    None where the rule has no such number. Where no result is better than another, nothing counts as reached. What
    endless throws leave unresolved is in no bar, nor are the far tails of more than 1,500 values.

    >>> from sixfold import odds, roll
    >>> found = spread(roll("dice 1d4", faces=[3]), odds("dice 1d4"))
    >>> [(bar.value, str(bar.reached)) for bar in found.bars]
    [(1, '0'), (2, '0'), (3, '1/4'), (4, '1/4')]
    """
    rule = record.check.rule
    order = None if beyond_the_odds(record) else rule.order(record.outcome)
    mine = order(record.outcome.as_dict()) if order else None
    here = record.outcome.get(rule.charted(odds.numbers))

    def as_good(values: Sequence[Any]) -> bool:
        return order is not None and order(dict(zip(odds.fields, values, strict=True))) >= mine

    return spread_of(odds, as_good, here if type(here) is int else None)


def spread_of(odds: Odds, counts: Callable[[Sequence[Any]], bool], here: int | None = None) -> Spread | None:
    """How the number that the chart of a rule shows is spread, and how much of each value counts as reached.

    `counts` is asked of the values of each outcome. None where the rule has no such number. What endless throws leave
    unresolved is in no bar, nor are the far tails of more than 1,500 values.
    """
    field = odds.check.rule.charted(odds.numbers)
    if not field:
        return None
    at = odds.fields.index(field)
    ways: dict[int, list[int]] = {}
    for values, many in odds.solution.rows.items():
        if type(values[at]) is int:
            entry = ways.setdefault(values[at], [0, 0])
            entry[0] += many
            entry[1] += many if counts(values) else 0
    scale = odds.solution.scale
    bars = [Bar(value, Fraction(all_, scale), Fraction(good, scale)) for value, (all_, good) in sorted(ways.items())]
    return Spread(field, odds.check.rule.called(field), here, without_tails(bars))


def without_tails(bars: list[Bar]) -> tuple[Bar, ...]:
    """Bars that can be drawn: of more than 1,500 the likelier ones, side by side."""
    first, last = 0, len(bars)
    while last - first > DRAWN_BARS:
        if bars[first].chance < bars[last - 1].chance:
            first += 1
        else:
            last -= 1
    return tuple(bars[first:last])


def in_short(records: Sequence[Record], systems: Mapping[str, System] = SYSTEMS) -> list[dict[str, Any]]:
    """What a log says of each throw beside its record, as plain data; throws of one check are solved once.

    `hands` are a few words for each throw; `chance` is that of this or better, with `one_in` as it is said at a table,
    or None with `why_no_chance`; `clauses` are those that did something.

    >>> from sixfold import roll
    >>> [said] = in_short([roll("ten superior 1", faces=[6, 3, 2, 4])])
    >>> said["hands"], said["one_in"]
    (['highest 3: 13'], 'about 1 in 2')
    """
    budget = Budget(systems, SHORT_SECONDS)
    solved: dict[str, Odds | str] = {}
    for record in records:
        if record.text not in solved:
            solved[record.text] = _solved(record, budget)
    return [_said(record, solved[record.text]) for record in records]


def why(record: Record, systems: Mapping[str, System] = SYSTEMS) -> dict[str, Any]:
    """Why a throw came out so, as plain data: as `in_short`, with the `lines` of what was read and the `spread`.

    >>> from sixfold import roll
    >>> why(roll("ten", faces=[6, 3, 2]))["lines"][-1]["words"]
    'natural 11, total 11, margin 1, success'
    """
    odds = _solved(record, Budget(systems))
    found = None if isinstance(odds, str) else spread(record, odds)
    return {
        "version": VERSION,
        **_said(record, odds),
        "lines": plain(lines_of(record)),
        "spread": None if found is None else found.to_json(),
    }


def _solved(record: Record, budget: Budget) -> Odds | str:
    """The odds of a record's check, or why there are none."""
    try:
        return budget.solve(record.check)
    except (OddsError, BoundsError) as error:
        return error.message


def _said(record: Record, odds: Odds | str) -> dict[str, Any]:
    said: dict[str, Any] = {"hands": hands(record), "clauses": applied(record)}
    if isinstance(odds, str):
        return {**said, "chance": None, "why_no_chance": odds}
    found = account(record, odds)
    if found["chance"] is None:
        return {**said, "chance": None, "why_no_chance": found["why_no_chance"]}
    return {**said, "chance": found["chance"], "one_in": one_in(Fraction(found["chance"]["exact"]))}
