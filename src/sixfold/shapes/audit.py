"""Printed odds against exact ones: `audit --json`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sixfold.shapes.parts import Decimal, Exact, Unresolved, Version


class Summary(Struct, frozen=True):
    """How many claims came out how."""

    upheld: int
    cut: Annotated[int, Meta(description="Upheld only by cutting digits off.")]
    wrong: int


class Audited(Struct, frozen=True):
    """A claim, and what is right."""

    text: Annotated[str, Meta(description="The check, as the claim says it.")]
    event: str | None
    printed: str
    words: Annotated[str, Meta(description="What the book says.")]
    book: str
    place: str
    file: str
    line: int
    verdict: Literal["upheld", "cut", "wrong"]
    worst: Annotated[str, Meta(description="The check that was compared with the claim.")]
    exact: Exact
    decimal: Decimal
    unresolved: Unresolved
    right: Annotated[str, Meta(description="What to print.")]
    otherwise: Annotated[list[str], Meta(description="House rules under which it would be right.")]
    undecided: Annotated[bool, Meta(description="Whether the chance may lie on an edge, and counts as lying there.")]


class Audit(Struct, frozen=True):
    """All claims of one or more books."""

    version: Version
    summary: Summary
    claims: list[Audited]
