"""The rule in words, as it applies to a check: `explain --json`."""

from __future__ import annotations

from msgspec import Struct

from sixfold.shapes.parts import CheckPart


class ClauseSaid(Struct, frozen=True):
    """A clause of the rule book as it applies to the check."""

    clause: str
    text: str


class Explained(CheckPart, frozen=True, kw_only=True):
    """The rule in words, clause by clause."""

    clauses: list[ClauseSaid]
