"""Printed odds against exact ones: `audit --json`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sixfold.shapes.parts import Decimal, Exact, Unresolved, Version


class Summary(Struct, frozen=True):
    """How many claims came out how."""

    upheld: int
    cut: Annotated[int, Meta(description="Correct only if digits are cut off.")]
    wrong: int


class Audited(Struct, frozen=True):
    """A claim, and what is right."""

    text: Annotated[str, Meta(description="The check as the claim spells it.")]
    event: str | None
    printed: str
    words: Annotated[str, Meta(description="The claim of the book.")]
    book: str
    place: str
    file: str
    line: int
    verdict: Literal["upheld", "cut", "wrong"]
    worst: Annotated[str, Meta(description="The check that was compared with the claim.")]
    exact: Exact
    decimal: Decimal
    unresolved: Unresolved
    right: Annotated[str, Meta(description="The figure to print.")]
    otherwise: Annotated[list[str], Meta(description="House rules that would make the claim correct.")]
    undecided: Annotated[
        bool, Meta(description="Whether the chance may be on the edge of the claim; it then counts as being on it.")
    ]


class Audit(Struct, frozen=True):
    """All claims of one or more books."""

    version: Version
    summary: Summary
    claims: list[Audited]
