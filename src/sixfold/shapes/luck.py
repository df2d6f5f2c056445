"""How lucky a result was: `luck --json` with one record."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sixfold.shapes.parts import Chance, Unresolved, Version
from sixfold.shapes.record import Record


class Line(Struct, frozen=True):
    """A line of why it came out so: dice (face, counts), and words."""

    label: str
    faces: list[tuple[int, bool]]
    words: str


class Luck(Struct, frozen=True):
    """One result among all that could have come."""

    version: Version
    record: Record
    this_or_better: Chance
    this_or_worse: Chance
    better: Chance
    equal: Annotated[Chance, Meta(description="The chance of results that are exactly as good.")]
    worse: Chance
    exactly: Annotated[Chance, Meta(description="The chance of exactly this outcome.")]
    unresolved: Unresolved
    why: list[Line]
