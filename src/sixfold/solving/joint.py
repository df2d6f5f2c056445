"""Joint distributions of what a rule has asked: answers, some of them packed, each with its ways."""

from collections.abc import Callable, Iterator, Sequence
from itertools import compress, repeat
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from sixfold.counting import Affine
from sixfold.counting.packed import Packed, weight, widened
from sixfold.rules.interval import Interval, Unknown

T = TypeVar("T")

Answers = tuple[Any, ...]

Entry = tuple[Answers, int, Packed | None]
"""Answers, their ways, and the packed number that an Affine stands for among them."""

Entries = list[Entry]

Places = Sequence[tuple[int, int]]
"""Places of answers, and how many times each counts."""

VAGUE = frozenset({Interval, Unknown})
"""Types of values that are not known."""


class Kind:
    """What the answers at one place are."""

    NUMBER: Final = "number"
    PACKED: Final = "packed number"
    """In some entries at least."""
    YES_OR_NO: Final = "yes or no"
    NAME: Final = "name"
    """Anything else, such as a word or an interval: what has it is followed on paths of its own."""


Kinds = tuple[str, ...]


class Columns(NamedTuple):
    """Entries column by column: the answers at each place, the ways, and the packed numbers."""

    answers: tuple[Sequence[Any], ...]
    ways: Sequence[int]
    packed: Sequence[Packed | None]

    @classmethod
    def of(cls, entries: Entries) -> "Columns":
        """The same entries; there must be at least one."""
        answers, ways, packed = zip(*entries, strict=True)
        return cls(tuple(zip(*answers, strict=True)), ways, packed)

    def entries(self) -> Entries:
        """The same, entry by entry."""
        answers = zip(*self.answers, strict=True) if self.answers else repeat(())
        return list(zip(answers, self.ways, self.packed, strict=False))

    def where(self, chosen: Sequence[bool]) -> "Columns":
        """The entries that are chosen."""
        answers = [tuple(compress(column, chosen)) for column in self.answers]
        return Columns(tuple(answers), tuple(compress(self.ways, chosen)), tuple(compress(self.packed, chosen)))

    def at(self, indices: Sequence[int]) -> "Columns":
        """The entries at these indices."""
        columns = (*self.answers, self.ways, self.packed)
        *answers, ways, packed = [list(map(column.__getitem__, indices)) for column in columns]
        return Columns(tuple(answers), ways, packed)

    def with_answers(self, *more: Sequence[Any]) -> "Columns":
        """The same entries with more answers behind the others."""
        return Columns((*self.answers, *more), self.ways, self.packed)

    def total(self, width: int) -> int:
        """The ways of all entries together."""
        pairs = zip(self.ways, self.packed, strict=True)
        return sum([number if poly is None else number * weight(poly, width) for number, poly in pairs])

    def count(self, width: int) -> int:
        """How many entries there would be with nothing packed, about."""
        return count(self.packed, width)


def count(packed: Sequence[Packed | None], width: int) -> int:
    """How many entries there would be with nothing packed, about."""
    return sum([1 if poly is None else poly[1].bit_length() // width + 1 for poly in packed])


class Joint:
    """Entries whose ways (times the ways packed in them) are out of `scale`; `kinds` tell what stands at each place.

    `beyond` marks values beyond the length to which endless rerolls are followed.
    """

    __slots__ = ("_columns", "beyond", "entries", "kinds", "scale")

    def __init__(self, entries: Entries, scale: int, kinds: Kinds, beyond: bool = False) -> None:
        self.entries = entries
        self.scale = scale
        self.kinds = kinds
        self.beyond = beyond
        self._columns: Columns | None = None

    @property
    def columns(self) -> "Columns":
        """The entries, column by column."""
        if self._columns is None:
            self._columns = Columns.of(self.entries)
        return self._columns

    def by_name(self) -> "Joints":
        """The same in parts, one for all entries with the same names."""
        if Kind.NAME not in self.kinds:
            return (self,)
        named = [at for at, kind in enumerate(self.kinds) if kind is Kind.NAME]
        found: dict[Answers, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(tuple([key_of(entry[0][at]) for at in named]), []).append(entry)
        return tuple([Joint(entries, self.scale, self.kinds, self.beyond) for entries in found.values()])


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
            entries: list[Entry] = []
            for answers, number, poly in joint.entries:
                # Many entries share one packed number.
                if poly is not None and id(poly) not in known:
                    known[id(poly)] = widened(poly, width, wider)
                entries.append((answers, number, None if poly is None else known[id(poly)]))
            joints.append(Joint(entries, joint.scale, joint.kinds, joint.beyond))
        return Parts(tuple(joints), self.more)


class Drawable(Protocol):
    """What a verb of a rule gives: all its answers, found when a path comes to it first."""

    def parts(self) -> "Parts":
        """What is followed, and whether there is more."""
        ...

    def beyond(self) -> "Joints":
        """What lies beyond the length to which endless throws are followed."""
        ...


class Fixed(NamedTuple):
    """A drawable of known entries, out of one way for each."""

    entries: Entries
    kinds: Kinds

    def parts(self) -> "Parts":
        return Parts((Joint(self.entries, 1, self.kinds),))

    def beyond(self) -> "Joints":
        return ()


class Inside(Protocol):
    """All paths of a rule that is played inside another one."""

    @property
    def more(self) -> bool:
        """Whether anything lies beyond what is known."""
        ...

    def each(self, ended: Callable[[Any], T]) -> Iterator[T]:
        """What is made of everything that the rule returns, path by path."""
        ...

    def each_beyond(self, ended: Callable[[Any], T]) -> Iterator[T | None]:
        """The same for what lies beyond; None for a path of which nothing is known."""
        ...

    def known(self) -> tuple[Entries, int]:
        """Its outcomes with their ways, and what these are out of."""
        ...

    def beyond(self) -> tuple[Entries, int]:
        """The same for what lies beyond."""
        ...


def key_of(value: Any) -> Any:
    """What tells a value from others, also where only bounds of it are known."""
    return value.key if type(value) in VAGUE else value


def apart(entries: Entries, scale: int) -> "Joints":
    """Entries with values that are not known, apart for each pattern of these."""
    found: dict[Answers, list[Entry]] = {}
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
