"""Joint distributions of what a rule has asked: answers, some of them packed, each with its ways."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, repeat
from typing import Any, Final, NamedTuple, NoReturn, Protocol

from sixfold.base.mappings import grouped
from sixfold.rules.interval import Interval, Unknown
from sixfold.rules.late import NUMBER, YES_OR_NO, Terms
from sixfold.solving.counting.packed import Affine, Packed, weight
from sixfold.solving.counting.work_limit import Work

Answers = tuple[Any, ...]

Entry = tuple[Answers, int, Packed | None]
"""Answers, their ways, and the packed number that an Affine stands for among them."""

Entries = list[Entry]

Places = Sequence[tuple[int, int]]
"""Places of answers, and how many times each counts."""

VAGUE = frozenset({Interval, Unknown})
"""Types of values that are not known."""


ENTRY_BYTES = 60
"""Bytes of an entry beside its answers and the length of its ways."""


class Kind:
    """The kind of the answers at one place."""

    NUMBER: Final = NUMBER
    PACKED: Final = "packed number"
    """In some entries at least."""
    YES_OR_NO: Final = YES_OR_NO
    NAME: Final = "name"
    """Anything else, such as a word or an interval: what has it is followed on paths of its own."""
    HAND: Final = "hand"
    """All dice of a hand that lies there, which no rule sees."""


Kinds = tuple[str, ...]


class EntryColumns(NamedTuple):
    """Entries column by column: the answers at each place, the ways, and the packed numbers."""

    answers: tuple[Sequence[Any], ...]
    ways: Sequence[int]
    packed: Sequence[Packed | None]

    @classmethod
    def of(cls, entries: Entries) -> "EntryColumns":
        """The same entries; there must be at least one."""
        answers, ways, packed = zip(*entries, strict=True)
        return cls(tuple(zip(*answers, strict=True)), ways, packed)

    def entries(self) -> Entries:
        """The same, entry by entry."""
        answers = zip(*self.answers, strict=True) if self.answers else repeat(())
        return list(zip(answers, self.ways, self.packed, strict=False))

    def where(self, chosen: Sequence[bool]) -> "EntryColumns":
        """The entries that are chosen."""
        answers = [tuple(compress(column, chosen)) for column in self.answers]
        return EntryColumns(tuple(answers), tuple(compress(self.ways, chosen)), tuple(compress(self.packed, chosen)))

    def at(self, indices: Sequence[int]) -> "EntryColumns":
        """The entries at these indices."""
        columns = (*self.answers, self.ways, self.packed)
        *answers, ways, packed = [list(map(column.__getitem__, indices)) for column in columns]
        return EntryColumns(tuple(answers), ways, packed)

    def with_answers(self, *more: Sequence[Any]) -> "EntryColumns":
        """The same entries with more answers behind the others."""
        return EntryColumns((*self.answers, *more), self.ways, self.packed)

    def total(self, width: int, work: Work) -> int:
        """The ways of all entries together."""
        work.charge(sum([poly[1].bit_length() for poly in self.packed if poly is not None]) >> 8)
        return all_ways(zip(self.ways, self.packed, strict=True), width)

    def settled(self, width: int) -> "EntryColumns":
        """The same entries where no answer goes with a packed number: its ways are theirs."""
        pairs = zip(self.ways, self.packed, strict=True)
        ways = [number if poly is None else number * weight(poly, width) for number, poly in pairs]
        return EntryColumns(self.answers, ways, [None] * len(ways))

    def bytes(self, count: int, width: int) -> int:
        """The bytes of so many entries like these with nothing packed, about."""
        pairs = zip(self.ways, self.packed, strict=True)
        bits = max([n.bit_length() + (0 if poly is None else min(width, poly[1].bit_length())) for n, poly in pairs])
        return count * (ENTRY_BYTES + 8 * len(self.answers) + (bits >> 3))

    def count(self, width: int) -> int:
        """How many entries there would be with nothing packed, about."""
        return count(self.packed, width)


def spread(answers: Answers, value: int) -> Answers:
    """The answers once the packed number is known."""
    return tuple([answer[0] * value + answer[1] if type(answer) is Affine else answer for answer in answers])


def count(packed: Iterable[Packed | None], width: int) -> int:
    """How many entries there would be with nothing packed, about."""
    return sum([1 if poly is None else poly[1].bit_length() // width + 1 for poly in packed])


def all_ways(pairs: Iterable[tuple[int, Packed | None]], width: int) -> int:
    """The ways of all these entries together.

    The total of all coefficients does not depend on their places, so the packed numbers are added first.
    """
    plain = packed = 0
    for number, poly in pairs:
        if poly is None:
            plain += number
        else:
            packed += number * poly[1]
    return plain + weight((0, packed), width)


class JointDistribution:
    """Entries whose ways (times the ways packed in them) are out of `scale`; `kinds` tell what stands at each place.

    `tail` marks values beyond the length to which endless rerolls are followed.
    """

    def __init__(self, entries: Entries, scale: int, kinds: Kinds | None = None, tail: bool = False) -> None:
        self.entries = entries
        self.scale = scale
        self.tail = tail
        self._columns: EntryColumns | None = None
        self.kinds: Kinds = kinds_of(self.columns.answers) if kinds is None else kinds

    @property
    def columns(self) -> "EntryColumns":
        """The entries, column by column."""
        if self._columns is None:
            self._columns = EntryColumns.of(self.entries)
        return self._columns

    def by_name(self) -> "Distributions":
        """The same in parts, one for all entries with the same names."""
        if Kind.NAME not in self.kinds:
            return (self,)
        named = [at for at, kind in enumerate(self.kinds) if kind is Kind.NAME]
        groups = grouped((tuple([key_of(entry[0][at]) for at in named]), entry) for entry in self.entries)
        return tuple([JointDistribution(entries, self.scale, self.kinds, self.tail) for entries in groups.values()])


Distributions = tuple[JointDistribution, ...]
"""Parts of what a verb can give, each on a path of its own."""


class Alternatives(NamedTuple):
    """The results of a verb; `tail` finds those beyond the length to which it is followed, if there are any."""

    distributions: Distributions
    tail: Callable[[], Distributions] | None = None

    def beyond(self) -> Distributions:
        """The results beyond that length."""
        return self.tail() if self.tail is not None else ()


def fixed(entries: Entries, kinds: Kinds) -> Alternatives:
    """Known entries, out of one way for each."""
    return Alternatives((JointDistribution(entries, 1, kinds),))


class InnerPaths(Protocol):
    """All paths of a rule that is played inside another one."""

    @property
    def more(self) -> bool: ...

    def each(self, ended: Callable[[Any], Any], tail: bool = False) -> Iterator[Any]: ...

    def let_meet(self) -> None: ...

    def follow_known(self) -> tuple[Entries, int]: ...

    def follow_tail(self) -> tuple[Entries, int]: ...


SubSolver = Callable[..., InnerPaths]
"""Follows a rule, or a step, that is played inside another one."""


def key_of(value: Any) -> Any:
    """Return a hashable key of a value; an interval is keyed by its bounds."""
    return value.key if type(value) in VAGUE else value


def partial_distributions(entries: Entries, scale: int) -> "Distributions":
    """Entries with values that are not known, apart for each pattern of these."""
    groups = grouped((tuple([v.key if type(v) in VAGUE else None for v in entry[0]]), entry) for entry in entries)
    parts = [JointDistribution(part, scale, tail=True).by_name() for part in groups.values()]
    return tuple([distribution for named in parts for distribution in named])


def kinds_of(columns: Iterable[Sequence[Any]]) -> Kinds:
    """Return the kind of the answers in each column."""
    return tuple([_kind(set(map(type, column))) for column in columns])


def _kind(types: set[type]) -> str:
    if Affine in types:
        return Kind.PACKED if types <= {int, Affine} else Kind.NAME
    if len(types) == 1:
        return Kind.NUMBER if int in types else Kind.YES_OR_NO if bool in types else Kind.NAME
    return Kind.NAME


class RandomVariable:
    """The answers that are still possible on a path; entries of it fall away as the path goes on."""

    __slots__ = ("columns", "given", "into", "kinds", "looked", "tail")

    def __init__(self, columns: EntryColumns, kinds: Kinds, tail: bool) -> None:
        self.columns = columns
        self.given = columns
        """The answers before any of them fell away."""
        self.kinds = kinds
        self.tail = tail
        self.into: tuple[RandomVariable, int] | None = None
        """The variable that has taken this one up, and where its answers stand there."""
        self.looked: set[int] | None = None
        """The places of which something had to be known, where that is noted."""

    def look(self, places: Places) -> None:
        """Note that something must be known of these places."""
        if self.looked is not None:
            self.looked.update([at for at, _ in places])

    @property
    def entries(self) -> Entries:
        """The answers that are still possible, entry by entry."""
        return self.columns.entries()

    def take_up(self, other: "RandomVariable", columns: EntryColumns) -> None:
        """Have the answers of another variable as well, behind the own ones."""
        other.into = (self, len(self.kinds))
        other.columns = EntryColumns((), (1,), (None,))
        self.kinds = (*self.kinds, *other.kinds)
        self.columns = columns
        self.unpack(len(self.kinds) - len(other.kinds))

    def unpack(self, first: int = 0) -> None:
        """Note that the numbers from a place on are packed no more."""
        kinds = [Kind.NUMBER if kind is Kind.PACKED else kind for kind in self.kinds[first:]]
        self.kinds = (*self.kinds[:first], *kinds)

    def add(self, kinds: Kinds, columns: EntryColumns) -> int:
        """Have more answers behind the known ones; gives the place of the first of them."""
        at = len(self.kinds)
        self.kinds = (*self.kinds, *kinds)
        self.columns = columns
        if not any(columns.packed):
            self.unpack()
        return at

    def packed(self, places: Places) -> bool:
        """Whether any answer at these places may be packed."""
        kinds = self.kinds
        return any(kinds[at] is Kind.PACKED for at, _ in places)


class Forgotten(RandomVariable):
    """A variable that was left behind: looking at it again calls a function that raises."""

    __slots__ = ("_looked_at",)

    def __init__(self, looked_at: Callable[[], NoReturn]) -> None:
        self._looked_at = looked_at

    @property
    def into(self) -> NoReturn:  # type: ignore[override]
        self._looked_at()


def found_in(variable: RandomVariable, at: int) -> tuple[RandomVariable, int]:
    """Return the place of an answer now."""
    while variable.into is not None:
        variable, shift = variable.into
        at += shift
    return variable, at


def by_variable(terms: Terms) -> dict[RandomVariable, tuple[tuple[int, int], ...]]:
    """The terms of each variable."""
    placed: dict[RandomVariable, tuple[tuple[int, int], ...]] = {}
    for first, place, factor in terms:
        variable, at = found_in(first, place) if first.into is not None else (first, place)
        placed[variable] = (*placed.get(variable, ()), (at, factor))
    return placed
