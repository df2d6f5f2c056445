"""How the ways of a hand are written down."""

from typing import Any, NamedTuple

from sixfold.counting.packed import Packed

Faces = tuple[tuple[int, int], ...]
"""The values of one die, highest first, each with its whole-number weight."""


class Affine(NamedTuple):
    """An answer that goes with a packed number: `scale` times that number, plus `offset`."""

    scale: int
    offset: int


IDENTITY = Affine(1, 0)
"""The packed number itself."""

Ways = dict[tuple[Any, ...], Packed]
"""Answers, with IDENTITY in the place of the packed sum, and their ways.

Without a summing fold the powers are all x**0.
"""
