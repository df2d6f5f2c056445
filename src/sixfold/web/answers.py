"""What the workers are asked: each gives plain data, in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold import api, study
from sixfold.checks.check import Check
from sixfold.errors import SixfoldError
from sixfold.playing.record import Record
from sixfold.room import read_check
from sixfold.room.verify import verify as verified
from sixfold.study.why import in_short
from sixfold.study.why import why as why_so
from sixfold.systems import SYSTEMS

Asked = str | Mapping[str, Any]


def _check(asked: Asked) -> Check:
    return read_check(asked, SYSTEMS)


def roll(asked: Asked, faces: Sequence[int] | None, choices: Sequence[int], seed: str | None) -> dict[str, Any]:
    """A record."""
    return api.roll(_check(asked), faces=faces, seed=seed, choices=choices or None).to_json()


def odds(asked: Asked) -> dict[str, Any]:
    """Exact odds."""
    return api.odds(_check(asked)).to_json()


def tell(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a log says of throws beside their records; a record that cannot be played again has its error instead."""
    read = [_record(data) for data in records]
    said = iter(in_short([record for record in read if isinstance(record, Record)]))
    return {"version": 1, "throws": [next(said) if isinstance(one, Record) else one.to_json() for one in read]}


def why(record: Mapping[str, Any]) -> dict[str, Any]:
    """Why a throw came out so, and where it stands."""
    return why_so(Record.from_json(record, SYSTEMS))


def _record(data: Mapping[str, Any]) -> Record | SixfoldError:
    try:
        return Record.from_json(data, SYSTEMS)
    except SixfoldError as error:
        return error


def explain(asked: Asked) -> dict[str, Any]:
    """A check and its clauses."""
    check = _check(asked)
    return {**check.to_json(), "clauses": [{"clause": c.number, "text": c.text} for c in check.explain()]}


def compare(checks: Sequence[str], event: str | None) -> dict[str, Any]:
    """Checks side by side."""
    return study.compare(*checks, event=event).to_json()


def need(text: str, chance: str, event: str | None, at_most: bool, ranges: Sequence[str]) -> dict[str, Any]:
    """Which numbers give a chance."""
    return study.need(text, chance, event=event, at_most=at_most, ranges=ranges).to_json()


def verify(export: str) -> dict[str, Any]:
    """What a check of an export found."""
    return verified(export).to_json()


def systems() -> dict[str, Any]:
    """The games."""
    from sixfold.checks.schema import listing

    return listing(list(SYSTEMS.values()))
