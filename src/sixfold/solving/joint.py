"""Joint distributions of what a rule has asked: answers, some of them packed, each with its ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sixfold.counting import Shifted
from sixfold.counting.packed import Packed

Entry = tuple[tuple[Any, ...], int, Packed | None]
"""Answers, their ways, and the packed number that Shifted stands for among them."""


class Kind:
    """What the answers at one place are."""

    NUMBER: Final = "number"
    PACKED: Final = "packed number"
    """In some entries at least."""
    YES_OR_NO: Final = "yes or no"
    NAME: Final = "name"
    """Anything else, such as a word: what has it is followed on paths of its own."""


class Joint(NamedTuple):
    """Entries whose ways (times the ways packed in them) are out of `scale`."""

    entries: list[Entry]
    scale: int


Drawable = tuple[list[Entry], int, tuple[str, ...]]
"""A joint distribution that a path can draw from: with what stands at each place of its answers."""


def kinds_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """What stands at each place of the answers."""
    columns = zip(*[answers for answers, _, _ in entries], strict=True)
    return tuple([_kind(set(map(type, column))) for column in columns])


def _kind(types: set[type]) -> str:
    if Shifted in types:
        return Kind.PACKED if types <= {int, Shifted} else Kind.NAME
    if len(types) == 1:
        return Kind.NUMBER if int in types else Kind.YES_OR_NO if bool in types else Kind.NAME
    return Kind.NAME
