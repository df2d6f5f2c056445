"""Sentences below the answers of several questions: the aim that they assume, and how far figures may be too low."""

from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sixfold.show.report.blocks import SPACE, Paragraph
from sixfold.show.report.chances import at_most_too_low
from sixfold.show.report.tables import Block

Aim = Annotated[
    str | UnsetType, Meta(description="With an aim, the player plays best for it: every chance and mean assumes that.")
]


def with_best_play(aim: str | UnsetType) -> tuple[Block, ...]:
    """The sentence below figures of best play."""
    return () if aim is UNSET else (SPACE, Paragraph(f"All figures assume best play for “{aim}”."))


def lower_bounds(unresolved: Fraction) -> tuple[Block, ...]:
    """The sentence below figures that may be too low by so much; none where they are exact."""
    return (SPACE, Paragraph(f"{at_most_too_low(unresolved)}.")) if unresolved else ()
