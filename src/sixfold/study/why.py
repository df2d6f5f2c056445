"""Why a throw came out so, and where it stands: what is shown when one looks at a single throw."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sixfold.errors import BoundsError, OddsError
from sixfold.playing.account import account, applied
from sixfold.playing.hands import hands
from sixfold.playing.record import Record
from sixfold.playing.spread import spread
from sixfold.report.chances import one_in
from sixfold.rules.rule import System
from sixfold.solving.odds import VERSION, Odds
from sixfold.study.budget import Budget
from sixfold.study.document import plain
from sixfold.study.luck import lines_of
from sixfold.systems import SYSTEMS

SHORT_SECONDS = 5
"""Seconds of processor time for the odds of many throws together; what they are not enough for has no chance said."""


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
