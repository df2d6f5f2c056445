"""What the workers are asked: each gives plain data, in a process of its own.

A check is read before it comes here, by the games of this table; it, and a game of one's own, is found again there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold import api, study
from sixfold.checks.check import Check
from sixfold.errors import OddsError, SixfoldError
from sixfold.playing.record import Record
from sixfold.room.verify import verify as verified
from sixfold.rules.rule import System
from sixfold.saved import read_config
from sixfold.study.outlook import outlook as looked_ahead
from sixfold.study.why import in_short
from sixfold.study.why import why as why_so

Systems = Mapping[str, System]


def roll(check: Check, faces: Sequence[int] | None, choices: Sequence[int], seed: str | None) -> dict[str, Any]:
    """A record."""
    return api.roll(check, faces=faces, seed=seed, choices=choices or None).to_json()


def odds(check: Check, aim: str | None) -> dict[str, Any]:
    """Exact odds; with an aim, those of the play that is best for it."""
    found = api.odds(check) if aim is None else api.odds(check, aim=aim)
    return found.to_json()


def advice(check: Check, aim: str | None, faces: Sequence[int], choices: Sequence[int]) -> dict[str, Any]:
    """What is best to do now, with these dice on the table and these options taken."""
    return api.advise(check, aim=aim, faces=faces, choices=choices).to_json()


def tell(records: Sequence[Mapping[str, Any]], systems: Systems) -> dict[str, Any]:
    """What a log says of throws beside their records; a record that cannot be played again has its error instead."""
    read = [_record(data, systems) for data in records]
    said = iter(in_short([record for record in read if isinstance(record, Record)]))
    return {"version": 1, "throws": [next(said) if isinstance(one, Record) else one.to_json() for one in read]}


def why(record: Mapping[str, Any], systems: Systems) -> dict[str, Any]:
    """Why a throw came out so, and where it stands."""
    return why_so(Record.from_json(record, systems))


def _record(data: Mapping[str, Any], systems: Systems) -> Record | SixfoldError:
    try:
        return Record.from_json(data, systems)
    except SixfoldError as error:
        return error


def outlook(check: Check) -> dict[str, Any]:
    """A few chances and a chart; of what is too much to work out, why there are none."""
    try:
        return looked_ahead(api.odds(check))
    except OddsError as error:
        return {**check.to_json(), "problem": {"code": error.code, "detail": error.message}}


def explain(check: Check) -> dict[str, Any]:
    """A check and its clauses."""
    return {**check.to_json(), "clauses": [{"clause": c.number, "text": c.text} for c in check.explain()]}


def compare(checks: Sequence[str], event: str | None, systems: Systems) -> dict[str, Any]:
    """Checks side by side."""
    return study.compare(*checks, event=event, systems=systems).to_json()


def need(
    text: str, chance: str, event: str | None, at_most: bool, ranges: Sequence[str], systems: Systems
) -> dict[str, Any]:
    """Which numbers give a chance."""
    return study.need(text, chance, event=event, at_most=at_most, ranges=ranges, systems=systems).to_json()


def grid(
    text: str,
    rows: str,
    columns: str | None,
    show: Sequence[str],
    digits: int,
    exact: bool,
    form: str,
    systems: Systems,
) -> str:
    """A grid of odds, written in a form."""
    found = study.table(text, rows, columns, show or None, digits=digits, fractions=exact, systems=systems)
    return found.to(form)


def config(text: str) -> dict[str, Any]:
    """Return the game and the saved checks of a config file."""
    return read_config(text, "The file").to_json()


def verify(export: str, systems: Systems) -> dict[str, Any]:
    """What a check of an export found."""
    return verified(export, systems).to_json()
