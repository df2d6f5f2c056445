"""What the workers are asked: each gives plain data, in a process of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold import api, study
from sixfold.checks.check import Check
from sixfold.room import read_check
from sixfold.room.verify import verify as verified
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
