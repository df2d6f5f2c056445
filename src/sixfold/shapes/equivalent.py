"""What a check is in another game: `equivalent --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sixfold.shapes.parts import Decimal, Exact, Text, Version


class Near(Struct, frozen=True):
    """A check there, and its chance."""

    text: Text
    exact: Exact
    decimal: Decimal
    also: Annotated[list[str], Meta(description="Other checks there of the very same chance.")]


class Equivalents(Struct, frozen=True):
    """The nearest checks of another game."""

    version: Version
    text: Text
    event: Annotated[str, Meta(description="What is asked for here.")]
    exact: Exact
    decimal: Decimal
    searched: Annotated[str, Meta(description="The check there, with its open places.")]
    other_event: Annotated[str, Meta(description="What is asked for there.")]
    nearest: Near
    same: Annotated[list[Near], Meta(description="Those of the very same chance.")]
    below: Annotated[list[Near], Meta(description="Those of a lower chance, nearest first.")]
    above: Annotated[list[Near], Meta(description="Those of a higher chance, nearest first.")]
    tried: Annotated[int, Meta(description="How many checks were solved.")]
    end: Annotated[str, Meta(description="Where the search ended before it was between two; empty where it was not.")]
