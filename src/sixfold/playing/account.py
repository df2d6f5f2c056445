"""A record and more about it: how likely this or better was, and the clauses that did something."""

from __future__ import annotations

from typing import Any

from sixfold.arguments import one_of
from sixfold.errors import OddsError, StudyError
from sixfold.playing.record import Record
from sixfold.playing.standing import standing
from sixfold.playing.trail import Note
from sixfold.shapes.fraction import chance_json, exact
from sixfold.solving.odds import Odds


def account(record: Record, odds: Odds | None = None) -> dict[str, Any]:
    """A record as plain data, with its `chance` (this or better) and the `clauses` that did something.

    Where there is no such chance, `chance` is None and `why_no_chance` says why: the rule does not call one result
    better than another, a player chose otherwise than the odds assume, or the odds would cost too much.
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
    """The clauses of the rule that did something, in order, as plain data."""
    return [
        {"clause": note.clause, "text": note.text, "after": note.after}
        for note in record.trail
        if isinstance(note, Note) and note.clause
    ]
