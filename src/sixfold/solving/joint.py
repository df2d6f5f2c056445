"""Joint distributions of what a rule has asked: answers, some of them packed, each with its ways."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sixfold.counting import Affine
from sixfold.counting.packed import Packed, widened
from sixfold.rules.interval import Interval, Unknown

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
    """Anything else, such as a word or an interval: what has it is followed on paths of its own."""


Kinds = tuple[str, ...]


class Joint(NamedTuple):
    """Entries whose ways (times the ways packed in them) are out of `scale`; `kinds` tell what stands at each place.

    `beyond` marks values beyond the length to which endless rerolls are followed.
    """

    entries: Entries
    scale: int
    kinds: Kinds
    beyond: bool = False

    def by_name(self) -> "Joints":
        """The same in parts, one for all entries with the same names."""
        if Kind.NAME not in self.kinds:
            return (self,)
        named = [at for at, kind in enumerate(self.kinds) if kind is Kind.NAME]
        found: dict[Answers, Entries] = {}
        for entry in self.entries:
            found.setdefault(tuple([key_of(entry[0][at]) for at in named]), []).append(entry)
        return tuple([self._replace(entries=entries) for entries in found.values()])


Joints = tuple[Joint, ...]
"""Parts of what a verb can give, each on a path of its own."""


class Parts(NamedTuple):
    """What a verb can give, and whether there is more that lies beyond the length to which it is followed."""

    joints: Joints
    more: bool = False

    def widened(self, width: int, wider: int) -> "Parts":
        """The same with more bits for each packed coefficient."""
        known: dict[int, Packed] = {}
        joints = []
        for joint in self.joints:
            entries: Entries = []
            for answers, number, poly in joint.entries:
                # Many entries share one packed number.
                if poly is not None and id(poly) not in known:
                    known[id(poly)] = widened(poly, width, wider)
                entries.append((answers, number, None if poly is None else known[id(poly)]))
            joints.append(joint._replace(entries=entries))
        return Parts(tuple(joints), self.more)


def key_of(value: Any) -> Any:
    """What tells a value from others, also where only bounds of it are known."""
    return value.key if type(value) in VAGUE else value


def apart(entries: Entries, scale: int) -> Joints:
    """Entries with values that are not known, apart for each pattern of these."""
    found: dict[Answers, Entries] = {}
    for entry in entries:
        pattern = tuple([value.key if type(value) in VAGUE else None for value in entry[0]])
        found.setdefault(pattern, []).append(entry)
    parts = [Joint(part, scale, kinds_of(part), beyond=True).by_name() for part in found.values()]
    return tuple([joint for named in parts for joint in named])


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


VAGUE = frozenset({Interval, Unknown})
"""Values that are not known."""

Places = Sequence[tuple[int, int]]
"""Places of answers, and how many times each counts."""
