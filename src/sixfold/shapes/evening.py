"""How lucky many results were: `luck --json` with several records."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sixfold.shapes.parts import Chance, Unresolved, Version


class Expected(Struct, frozen=True):
    """An event over all records."""

    event: str
    observed: int
    expected: Annotated[Chance, Meta(description="The expected number of times.")]
    records: Annotated[int, Meta(description="The number of records in which it was possible.")]


class Evening(Struct, frozen=True):
    """Many results together."""

    version: Version
    records: int
    event: str
    observed: int
    expected: Annotated[Chance, Meta(description="The expected number of times.")]
    at_least: Annotated[Chance, Meta(description="The chance that the event happens this often or more.")]
    at_most: Annotated[Chance, Meta(description="The chance that the event happens this often or less.")]
    unresolved: Unresolved
    share: Annotated[
        Chance | None, Meta(description="The mean share of results that are worse; an equal one counts half.")
    ]
    others: list[Expected]
    left_out: Annotated[int, Meta(description="Records that the odds do not cover.")]
