"""Questions to the example games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import sixfold
from sixfold.authoring.load import load_game
from sixfold.rules import System

FOLDER = Path(__file__).parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.py"))


@cache
def games(file: str) -> Mapping[str, System]:
    """The game of an example, under its name."""
    system = load_game(FOLDER / f"{file}.py")
    return {system.name: system}


def odds_of(file: str, text: str, **asked: Any) -> Any:
    """The odds of a check of an example."""
    return sixfold.odds(text, systems=games(file), **asked)


def chance(rolls: Iterable[bool]) -> Fraction:
    """How many of these equally likely rolls are true."""
    counts = Counter(rolls)
    return Fraction(counts[True], counts.total())


def chances(rolls: Iterable[Any]) -> dict[Any, Fraction]:
    """The chance of each of these equally likely results."""
    counts = Counter(rolls)
    return {result: Fraction(count, counts.total()) for result, count in counts.items()}


def rows(file: str, text: str, *fields: str, **asked: Any) -> dict[Any, Fraction]:
    """The chance of each value of a field, or of several together."""
    found: dict[Any, Fraction] = {}
    for row in odds_of(file, text, **asked):
        at = tuple([row.outcome[field] for field in fields])
        key = at[0] if len(at) == 1 else at
        found[key] = found.get(key, Fraction(0)) + row.exact
    return found
