"""A check as it is read, and as `explain --json` tells of it."""

from msgspec import Struct

from sixfold.base.shapes.parts import Check, ClauseSaid, Text, Version


class CheckText(Struct, frozen=True):
    """A check as it is read: from its text alone."""

    version: Version
    text: Text


class Explained(Check, frozen=True, kw_only=True):
    """The rule in words, clause by clause."""

    clauses: list[ClauseSaid]
