"""How the ways of a hand are written down."""

from __future__ import annotations

from typing import Any

from sixfold.packed import Packed

Faces = tuple[tuple[int, int], ...]
"""The values of one die, highest first, each with its whole-number weight."""


class Slot:
    """Stands for the packed number among the answers."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "SLOT"


SLOT = Slot()

Ways = dict[tuple[Any, ...], Packed]
"""Answers, with SLOT for the packed sum, and their ways. Without a summing fold the powers are all x**0."""
