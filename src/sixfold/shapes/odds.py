"""Exact odds: `odds --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.shapes.parts import Chance, CheckPart, Decimal, Exact, Options, Text, Unresolved, Values, Version


class Distribution(Struct, frozen=True):
    """How an integer field is distributed."""

    mean: float
    sd: Annotated[float, Meta(description="The standard deviation.")]
    pmf: Annotated[dict[str, Exact], Meta(description="The probability of each value.")]
    unresolved: Unresolved | UnsetType = UNSET


class Row(Struct, frozen=True):
    """One outcome and its probability."""

    outcome: Values
    exact: Exact
    decimal: Decimal


class Odds(CheckPart, frozen=True, kw_only=True):
    """Everything that could happen in a check, exactly."""

    unresolved: Unresolved
    events: Annotated[
        dict[str, Chance], Meta(description="Every true-or-false field, and every named value as field=value.")
    ]
    numbers: Annotated[dict[str, Distribution], Meta(description="Every integer field.")]
    outcomes: Annotated[list[Row], Meta(description="Every outcome, likeliest first.")]


class RowRead(Struct, frozen=True):
    """An outcome and its probability, as they are read."""

    outcome: Values
    exact: str


class OddsRead(Struct, frozen=True, kw_only=True):
    """What odds are read from; the rest follows from it, and must agree where it is there."""

    version: Version
    text: Text
    system: str | None = None
    rule: str | None = None
    options: Options | None = None
    unresolved: str
    outcomes: Annotated[list[RowRead], Meta(min_length=1)]
