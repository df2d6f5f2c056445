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
    also: Annotated[list[str], Meta(description="Other checks with exactly the same chance.")]


class Equivalents(Struct, frozen=True):
    """The nearest checks of another game."""

    version: Version
    text: Text
    event: Annotated[str, Meta(description="The event of this check.")]
    exact: Exact
    decimal: Decimal
    searched: Annotated[str, Meta(description="The check in the other game, with its open places.")]
    other_event: Annotated[str, Meta(description="The event in the other game.")]
    nearest: Near
    same: Annotated[list[Near], Meta(description="Checks with exactly the same chance.")]
    below: Annotated[list[Near], Meta(description="Checks with a lower chance, nearest first.")]
    above: Annotated[list[Near], Meta(description="Checks with a higher chance, nearest first.")]
    tried: Annotated[int, Meta(description="How many checks were solved.")]
    end: Annotated[
        str,
        Meta(
            description="The end of the range, if the search stopped there before it had both sides; otherwise empty."
        ),
    ]
