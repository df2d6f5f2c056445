"""Joint distributions of what a rule has asked: answers, some of them packed, each with its ways."""

from __future__ import annotations

from typing import Any, NamedTuple

from sixfold.packed import Packed
from sixfold.ways import SLOT


class Shifted(NamedTuple):
    """In an answer: the packed number of its entry, times `scale`, plus `offset`."""

    scale: int
    offset: int


PLAIN = Shifted(1, 0)

Entry = tuple[tuple[Any, ...], int, Packed | None]
"""Answers, their ways, and the packed number that SLOT or Shifted stand for among them."""


class Joint(NamedTuple):
    """Entries whose ways (times the ways packed in them) are out of `scale`."""

    entries: tuple[Entry, ...]
    scale: int


def packed_answer(answer: Any) -> bool:
    """Whether an answer stands for the packed number."""
    return answer is SLOT or type(answer) is Shifted
