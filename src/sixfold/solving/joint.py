"""Joint distributions of what a rule has asked: answers, some of them packed, each with its ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sixfold.counting import Affine
from sixfold.counting.packed import Packed

Answers = tuple[Any, ...]

Entry = tuple[Answers, int, Packed | None]
"""Answers, their ways, and the packed number that an Affine stands for among them."""

Entries = list[Entry]


class Kind:
    """What the answers at one place are."""

    NUMBER: Final = "number"
    PACKED: Final = "packed number"
    """In some entries at least."""
    YES_OR_NO: Final = "yes or no"
    NAME: Final = "name"
    """Anything else, such as a word: what has it is followed on paths of its own."""


Kinds = tuple[str, ...]


class Joint(NamedTuple):
    """Entries whose ways (times the ways packed in them) are out of `scale`; `kinds` tell what stands at each place."""

    entries: Entries
    scale: int
    kinds: Kinds

    def by_name(self) -> Parts:
        """The same in parts, one for all entries with the same names."""
        if Kind.NAME not in self.kinds:
            return (self,)
        named = [at for at, kind in enumerate(self.kinds) if kind is Kind.NAME]
        found: dict[Answers, Entries] = {}
        for entry in self.entries:
            found.setdefault(tuple([entry[0][at] for at in named]), []).append(entry)
        return tuple([self._replace(entries=entries) for entries in found.values()])


Parts = tuple[Joint, ...]
"""What a verb can give, each part on a path of its own."""


def kinds_of(entries: Entries) -> Kinds:
    """What stands at each place of the answers."""
    columns = zip(*[answers for answers, _, _ in entries], strict=True)
    return tuple([_kind(set(map(type, column))) for column in columns])


def _kind(types: set[type]) -> str:
    if Affine in types:
        return Kind.PACKED if types <= {int, Affine} else Kind.NAME
    if len(types) == 1:
        return Kind.NUMBER if int in types else Kind.YES_OR_NO if bool in types else Kind.NAME
    return Kind.NAME


Places = Sequence[tuple[int, int]]
"""Places of answers, and how many times each counts."""
