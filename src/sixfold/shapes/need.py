"""Which number gives a chance: `need --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sixfold.shapes.parts import Decimal, Exact, Text, Unresolved, Version


class Answer(Struct, frozen=True):
    """Numbers for the open places, and the chance that they give."""

    values: list[int]
    text: Text
    asked: Annotated[str, Meta(description="The check with these numbers in it, even if the canonical text omits one.")]
    exact: Exact
    decimal: Decimal
    unresolved: Unresolved | UnsetType = UNSET


class Needed(Struct, frozen=True):
    """Which numbers in the open places of a check give at least (or at most) a chance."""

    version: Version
    text: Annotated[str, Meta(description="The check with its open places.")]
    event: str
    chance: Exact
    at_most: Annotated[bool, Meta(description="Whether the chance is a maximum instead of a minimum.")]
    ranges: Annotated[list[tuple[int, int]], Meta(description="The numbers to try for each open place.")]
    falling: Annotated[list[bool], Meta(description="Whether the chance falls as the number of a place rises.")]
    answers: list[Answer]
    runs: Annotated[list[tuple[Answer, Answer]], Meta(description="The ends of each run of numbers that work.")]
    best: Annotated[Answer, Meta(description="The nearest check if no number works.")]
    reason: Annotated[str, Meta(description="The reason why there is no answer; empty if there is one.")]
    tried: Annotated[int, Meta(description="How many checks were solved.")]
    complete: Annotated[bool, Meta(description="Whether every number was tried.")]
    dear: Annotated[list[list[int]], Meta(description="Numbers whose checks are too expensive to solve.")]
    undecided: Annotated[
        list[str], Meta(description="Checks that may have exactly the chance, and count as having it.")
    ]
