"""A check: `Check.to_json`."""

from __future__ import annotations

from msgspec import Struct

from sixfold.shapes.parts import CheckPart, Text, Version


class Check(CheckPart, frozen=True):
    """A check: one use of a rule with its options."""


class CheckText(Struct, frozen=True):
    """A check as it is read: from its text alone."""

    version: Version
    text: Text
