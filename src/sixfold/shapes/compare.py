"""Checks side by side: `compare --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sixfold.shapes.parts import Chance, Decimal, Exact, Text, Unresolved, Version


class Mean(Struct, frozen=True):
    """A mean."""

    exact: Annotated[str, Meta(description="A fraction in lowest terms, as text; it may be below zero.")]
    decimal: Decimal


class Likeliest(Struct, frozen=True):
    """The value that comes most often."""

    value: int
    exact: Exact
    decimal: Decimal


class Number(Struct, frozen=True):
    """The number that the game looks at."""

    field: str
    mean: Mean
    sd: Annotated[float, Meta(description="The standard deviation.")]
    likeliest: Likeliest
    tenths: Annotated[tuple[int, int], Meta(description="Four of five results are between these.")]


class Compared(Struct, frozen=True):
    """One of the checks."""

    text: Text
    system: str
    event: Annotated[str, Meta(description="The event that is compared, in the words of the game.")]
    chance: Chance | None
    criticals: dict[str, Chance]
    number: Number | None
    events: dict[str, Chance]
    unresolved: Unresolved


class Comparison(Struct, frozen=True):
    """Checks side by side, the likeliest success first."""

    version: Version
    checks: list[Compared]
