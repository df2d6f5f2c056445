"""What may be asked of a hand.

A fold is a little machine that visits the faces of a hand from the highest to the lowest and is told how many
dice show each. The roller runs it over the dice on the table; the solver runs the same machine over all dice at
once. A fold that *sums* says how many of the dice it takes; the others end in an answer of their own.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sixfold.errors import RuleError
from sixfold.printable import shown
from sixfold.rules.dice import D6, Die, a_die

State = Any

Answer_co = TypeVar("Answer_co", covariant=True)
"""What a fold answers with: a whole number, or yes or no."""


class Fold(Protocol[Answer_co]):
    """A statistic of a hand. Folds are values: equal folds ask the same question."""

    @property
    def sums(self) -> bool:
        """Whether the answer is the sum of what the taken dice are worth; else `answer` says it in the end."""
        ...

    def start(self, size: int) -> State:
        """The state before any face is seen, for a hand of `size` dice."""
        ...

    def step(self, state: State, face: int, count: int) -> tuple[State, int]:
        """`count` dice show `face`: the next state, and how many of them are taken."""
        ...

    def rest(self, state: State, left: int) -> bool | None:
        """Whether all (True) or none (False) of the `left` dice will be taken, or None: it depends."""
        ...

    def cares(self, face: int) -> bool:
        """Whether dice showing `face` can change the state."""
        ...

    def worth(self, face: int) -> int:
        """What one taken die adds to the sum."""
        ...

    def answer(self, state: State) -> Answer_co:
        """The yes, no or number of a fold that does not sum; one that sums says here that it answers with a number."""
        ...

    def say(self, value: int | bool) -> str:
        """The answer in words."""
        ...


class Ranked(NamedTuple):
    """The sum of some dice by rank: leave out the `skip` highest, take the next `take`.

    With `lowest` the taken dice are the lowest `take`, whatever the size of the hand.
    """

    skip: int
    take: int
    lowest: bool = False
    kind: str = "ranked"

    @property
    def sums(self) -> bool:
        return True

    def start(self, size: int) -> tuple[int, int]:
        skip = max(0, size - self.take) if self.lowest else self.skip
        return (skip, self.take)

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[tuple[int, int], int]:
        skip, take = state
        skipped = skip if skip < count else count
        taken = count - skipped if count - skipped < take else take
        return (skip - skipped, take - taken), taken

    def rest(self, state: tuple[int, int], left: int) -> bool | None:
        skip, take = state
        if take == 0 or skip >= left:
            return False
        return True if skip == 0 and take >= left else None

    def cares(self, face: int) -> bool:
        return True

    def worth(self, face: int) -> int:
        return face

    def answer(self, state: State) -> int:
        return 0

    def say(self, value: int | bool) -> str:
        if self.kind == "nth":
            return f"the highest left after the cuts is {value}" if self.skip else f"highest {value}"
        if self.lowest:
            return f"lowest {self.take}: {value}" if self.take > 1 else f"lowest {value}"
        if self.take == EVERY_DIE:
            return f"without the highest {self.skip}: {value}" if self.skip else f"total {value}"
        return f"highest {self.take}: {value}"


class AtLeast(NamedTuple):
    """Whether at least `least` dice show one of `faces`."""

    faces: tuple[int, ...]
    least: int
    kind: str = "at_least"

    @property
    def sums(self) -> bool:
        return False

    def start(self, size: int) -> int:
        return max(0, self.least)

    def step(self, state: int, face: int, count: int) -> tuple[int, int]:
        return (max(0, state - count) if face in self.faces else state), 0

    def rest(self, state: int, left: int) -> bool | None:
        return False if state == 0 or state > left else None

    def cares(self, face: int) -> bool:
        return face in self.faces

    def worth(self, face: int) -> int:
        return 0

    def answer(self, state: int) -> bool:
        return state == 0

    def say(self, value: int | bool) -> str:
        return ""


class OfAKind(NamedTuple):
    """Whether `many` dice or more show the same face.

    Only the `among` highest dice are looked at, or with `lowest` the lowest, once the `after` highest are left out.
    """

    many: int
    after: int = 0
    among: int = 1_000_000
    lowest: bool = False
    kind: str = "of_a_kind"

    @property
    def sums(self) -> bool:
        return False

    def start(self, size: int) -> tuple[int, int, bool]:
        skip = max(0, size - self.among) if self.lowest else self.after
        return (skip, min(self.among, max(0, size - skip)), False)

    def step(self, state: tuple[int, int, bool], face: int, count: int) -> tuple[tuple[int, int, bool], int]:
        skip, among, found = state
        if found:
            return state, 0
        skipped = skip if skip < count else count
        seen = count - skipped if count - skipped < among else among
        if seen >= self.many:
            return FOUND, 0
        return (skip - skipped, among - seen, False), 0

    def rest(self, state: tuple[int, int, bool], left: int) -> bool | None:
        skip, among, found = state
        return False if found or min(among, left - skip) < self.many else None

    def cares(self, face: int) -> bool:
        return True

    def worth(self, face: int) -> int:
        return 0

    def answer(self, state: tuple[int, int, bool]) -> bool:
        return state[2]

    def say(self, value: int | bool) -> str:
        names = {2: "a pair", 3: "three of a kind"}
        name = names.get(self.many, f"{self.many} of a kind")
        return name if value else f"no {name.removeprefix('a ')}"


FOUND = (0, 0, True)


class Showing(NamedTuple):
    """How many dice show a face that compares so with `number`, among the dice taken by rank as in Ranked."""

    comparison: str
    number: int
    skip: int = 0
    take: int = 1_000_000
    lowest: bool = False
    kind: str = "showing"

    @property
    def sums(self) -> bool:
        return True

    def start(self, size: int) -> tuple[int, int]:
        skip = max(0, size - self.take) if self.lowest else self.skip
        return (skip, min(self.take, max(0, size - skip)))

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[tuple[int, int], int]:
        skip, take = state
        skipped = min(skip, count)
        seen = min(take, count - skipped)
        return (skip - skipped, take - seen), (seen if self.counts(face) else 0)

    def counts(self, face: int) -> bool:
        """Whether a die that shows this face is one of those counted."""
        return COMPARISONS[self.comparison](face, self.number)

    def rest(self, state: tuple[int, int], left: int) -> bool | None:
        skip, take = state
        return False if take == 0 or skip >= left else None

    def cares(self, face: int) -> bool:
        return True

    def worth(self, face: int) -> int:
        return 1

    def answer(self, state: tuple[int, int]) -> int:
        return 0

    def say(self, value: int | bool) -> str:
        return f"{value} of them {self.comparison} {self.number}"


class MostCommon(NamedTuple):
    """The face that most dice show, the highest of several such; or how many show it."""

    face: bool
    kind: str = "most_common"

    @property
    def sums(self) -> bool:
        return False

    def start(self, size: int) -> tuple[int, int]:
        return (0, 0)

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[tuple[int, int], int]:
        return ((count, face if self.face else 0) if count > state[0] else state), 0

    def rest(self, state: tuple[int, int], left: int) -> bool | None:
        return False if left <= state[0] else None

    def cares(self, face: int) -> bool:
        return True

    def worth(self, face: int) -> int:
        return 0

    def answer(self, state: tuple[int, int]) -> int:
        return state[1] if self.face else state[0]

    def say(self, value: int | bool) -> str:
        return f"most dice show {value}" if self.face else f"{value} alike"


class LongestRun(NamedTuple):
    """How many faces follow each other without a gap, at most."""

    kind: str = "longest_run"

    @property
    def sums(self) -> bool:
        return False

    def start(self, size: int) -> tuple[int, int, int]:
        return (0, 0, 0)

    def step(self, state: tuple[int, int, int], face: int, count: int) -> tuple[tuple[int, int, int], int]:
        if not count:
            return state, 0
        length, above, longest = state
        length = length + 1 if length and above == face + 1 else 1
        return (length, face, max(length, longest)), 0

    def rest(self, state: tuple[int, int, int], left: int) -> bool | None:
        return None if left else False

    def cares(self, face: int) -> bool:
        return True

    def worth(self, face: int) -> int:
        return 0

    def answer(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def say(self, value: int | bool) -> str:
        return f"a run of {value}"


class Scored(NamedTuple):
    """What all dice are worth by their faces: those of `worths` so much, others 1 from `least` on, else nothing."""

    worths: tuple[tuple[int, int], ...]
    least: int | None = None
    words: str = ""
    symbols: tuple[str, ...] = ()
    kind: str = "scored"

    @property
    def sums(self) -> bool:
        return True

    def start(self, size: int) -> int:
        return 0

    def step(self, state: int, face: int, count: int) -> tuple[int, int]:
        return 0, (count if self.cares(face) else 0)

    def rest(self, state: int, left: int) -> bool | None:
        return None if left else False

    def cares(self, face: int) -> bool:
        return self.worth(face) != 0

    def worth(self, face: int) -> int:
        for shown_face, worth in self.worths:
            if shown_face == face:
                return worth
        return 1 if self.least is not None and face >= self.least else 0

    def answer(self, state: int) -> int:
        return 0

    def say(self, value: int | bool) -> str:
        return f"{value} {self.words}" if self.words else f"worth {value}"


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}

EVERY_DIE = 1_000_000


def _number(said: int, least: int | None = None) -> int:
    """A number that is asked for, raised to the `least` there can be; of dice there are none below 0.

    Raises RuleError (rule/dice) for what is no number, as a text or a list.
    """
    if type(said) is int:
        return said if least is None or said >= least else least
    if isinstance(said, str | float | Sequence | Mapping | set | frozenset | None) or callable(said):
        raise RuleError("rule/dice", f"What is asked of a hand has whole numbers, not {_quoted(said)}.")
    return said


def _numbers(said: Iterable[int] | int) -> frozenset[int]:
    """Faces, one or several. Raises RuleError (rule/dice) for what is none."""
    if isinstance(said, int):
        return frozenset([said])
    if isinstance(said, str) or not isinstance(said, Iterable):
        raise RuleError("rule/dice", f"Faces are whole numbers, as [6] or {{1, 2}}: not {_quoted(said)}.")
    return frozenset([_number(face) for face in said])


def _quoted(said: object) -> str:
    return f"“{shown(said)}”" if isinstance(said, str) else shown(said)


def total() -> Ranked:
    """Ask for the sum of all dice.

    >>> ask([6, 3, 2], total())
    (11,)
    """
    return Ranked(0, EVERY_DIE)


def highest(count: int) -> Ranked:
    """Ask for the sum of the highest `count` dice.

    >>> ask([6, 3, 2, 4], highest(3))
    (13,)
    """
    return Ranked(0, _number(count, 0))


def lowest(count: int) -> Ranked:
    """Ask for the sum of the lowest `count` dice.

    >>> ask([6, 3, 2, 4], lowest(3))
    (9,)
    """
    return Ranked(0, _number(count, 0), lowest=True)


def without_highest(count: int) -> Ranked:
    """Ask for the sum of all dice except the highest `count`.

    >>> ask([6, 3, 2, 4], without_highest(1))
    (9,)
    """
    return Ranked(_number(count, 0), EVERY_DIE)


def nth_highest(rank: int) -> Ranked:
    """Ask for the face of the die at `rank`; 1 is the highest.

    >>> ask([6, 3, 2, 4], nth_highest(2))
    (4,)
    """
    if type(rank) is int and rank < 1:
        raise RuleError("rule/dice", f"Ranks are counted from 1, the highest die: there is none of rank {shown(rank)}.")
    return Ranked(_number(rank) - 1, 1, kind="nth")


def at_least(face: int, count: int) -> AtLeast:
    """Ask whether at least `count` dice show `face`.

    >>> ask([6, 5, 5], at_least(5, 2))
    (True,)
    """
    return AtLeast((_number(face),), _number(count))


def of_a_kind(count: int, after: int = 0, among: int = EVERY_DIE, lowest: bool = False) -> OfAKind:
    """Ask whether `count` or more dice show the same face.

    `after` leaves out that many of the highest dice. `among` looks only at that many of the highest dice, or with
    `lowest` of the lowest.

    >>> ask([5, 5, 2], of_a_kind(2), of_a_kind(2, after=1))
    (True, False)
    >>> ask([6, 2, 2, 2], of_a_kind(3), of_a_kind(3, among=3), of_a_kind(3, among=3, lowest=True))
    (True, False, True)
    """
    return OfAKind(_number(count), _number(after, 0), _number(among, 0), lowest)


def showing(comparison: str, number: int, of: Ranked | None = None) -> Showing:
    """Ask how many dice compare in this way with a number.

    `comparison` is `>=`, `<=`, `>`, `<`, `=` (or `==`) or `!=`. `of` is `highest(n)` or `lowest(n)`, to look only at
    these dice. Raises RuleError (rule/dice) for anything else.

    >>> ask([6, 5, 5, 2], showing(">=", 5), showing(">=", 5, highest(2)))
    (3, 2)
    """
    comparison = "=" if comparison == "==" else comparison
    if comparison not in COMPARISONS:
        raise RuleError("rule/dice", f"Dice compare with {', '.join(COMPARISONS)}, not with {shown(comparison)}.")
    if of is None:
        return Showing(comparison, _number(number))
    if not isinstance(of, Ranked):
        raise RuleError("rule/dice", f"Of which dice is said as highest(3) or lowest(2), not as {shown(of)}.")
    return Showing(comparison, _number(number), of.skip, of.take, of.lowest)


def most_common() -> MostCommon:
    """Ask for the face that most dice show; the highest one on a tie, and 0 for no dice.

    >>> ask([2, 5, 2, 5, 1], most_common(), most_alike())
    (5, 2)
    """
    return MostCommon(True)


def most_alike() -> MostCommon:
    """Ask how many dice show the most common face.

    >>> ask([2, 5, 2, 5, 2], most_alike())
    (3,)
    """
    return MostCommon(False)


def longest_run() -> LongestRun:
    """Ask for the length of the longest run of consecutive faces: 5 for a large straight.

    >>> ask([6, 2, 3, 4, 4], longest_run())
    (3,)
    """
    return LongestRun()


def successes(least: int, twice: Iterable[int] | int = (), less: Iterable[int] | int = ()) -> Scored:
    """Ask how many dice show `least` or more. Faces in `twice` count two, and faces in `less` subtract one.

    Raises RuleError (rule/dice) for a face that is in both.

    >>> ask([10, 8, 7, 1], successes(7), successes(8, twice=[10], less=[1]))
    (3, 2)
    """
    double, away = _numbers(twice), _numbers(less)
    if double & away:
        raise RuleError("rule/dice", f"A {min(double & away)} cannot count twice and be taken away.")
    worths = [*((face, 2) for face in sorted(double)), *((face, -1) for face in sorted(away))]
    return Scored(tuple(worths), _number(least), "successes")


def score(worths: Mapping[int, int]) -> Scored:
    """Ask for the sum of what the faces are worth. `worths` maps faces to whole numbers; other faces are worth nothing.

    Raises RuleError (rule/dice) if it is not such a mapping.

    >>> ask([1, 5, 5, 3], score({1: 100, 5: 50}))
    (200,)
    """
    if not isinstance(worths, Mapping) or not all(type(n) is int for pair in worths.items() for n in pair):
        raise RuleError(
            "rule/dice", f"What faces are worth is a table of whole numbers, as score({{1: 100}}), not {shown(worths)}."
        )
    return Scored(tuple(sorted(worths.items())))


def each_face(die: Die | int = D6) -> tuple[Scored, ...]:
    """Return a fold for each face of a die, the lowest first. Each asks how many dice show that face.

    >>> ask([6, 1, 6, 3], *each_face())
    (1, 0, 1, 0, 0, 2)
    """
    kind = a_die(die)
    return tuple([_of_face(kind, face) for face in sorted(set(kind.faces))])


def symbol(die: Die, *names: str) -> Scored:
    """Ask how many dice show one of these symbols of a die.

    Raises RuleError (rule/dice) for a name that the die does not have.

    >>> ask([1, 1, 2], symbol(Die.of("sword", "sword", "shield"), "sword"))
    (2,)
    """
    if not isinstance(die, Die) or not names:
        raise RuleError("rule/dice", 'Symbols are counted of a die that has them, as symbol(die, "sword").')
    return Scored(tuple([(die.face(name), 1) for name in dict.fromkeys(names)]), None, " or ".join(names), die.names)


def _of_face(die: Die, face: int) -> Scored:
    return Scored(((face, 1),), None, die.called(face))


def ask(faces: Sequence[int], *folds: Fold[Any]) -> tuple[Any, ...]:
    """Return the answers of folds about these faces.

    >>> ask([6, 3, 2], total(), highest(1))
    (11, 6)
    """
    return look(faces, folds)[0]


PLAIN = (int, bool, str, tuple)
COUNTS_OF_DICE = frozenset({"skip", "take", "least", "many", "after", "among"})


def late_numbers(fold: Any, size: int) -> list[tuple[Any, int | None]]:
    """The numbers in a fold that a rule has not decided yet, each with the number from which on all are alike.

    A number of dice beyond the hand's is as good as any other, so that it need not be known which it is.
    """
    if type(fold) not in (Ranked, AtLeast, OfAKind, Showing):
        return []
    return [
        (value, size + 1 if name in COUNTS_OF_DICE else None)
        for name, value in zip(fold._fields, fold, strict=True)
        if type(value) not in PLAIN
    ]


def with_numbers(fold: Any, numbers: Iterator[int]) -> Any:
    """The same fold with plain numbers in the places of the late ones."""
    if type(fold) not in (Ranked, AtLeast, OfAKind, Showing):
        return fold
    plain = [value if type(value) in PLAIN else next(numbers) for value in fold]
    return type(fold)(
        *[max(0, n) if name in COUNTS_OF_DICE else n for name, n in zip(fold._fields, plain, strict=True)]
    )


def look(faces: Sequence[int], folds: Sequence[Fold[Any]]) -> tuple[tuple[Any, ...], list[bool] | None]:
    """The answers of folds, and which dice the summing ones count; None when there are none of those."""
    counts = [(face, faces.count(face)) for face in sorted(set(faces), reverse=True)]
    answers: list[Any] = []
    most: dict[int, int] | None = None
    for fold in folds:
        state, step = fold.start(len(faces)), fold.step
        if not fold.sums:
            for face, count in counts:
                state, _ = step(state, face, count)
            answers.append(fold.answer(state))
            continue
        value = 0
        takes = {}
        for face, count in counts:
            state, taken = step(state, face, count)
            takes[face] = taken
            if taken:
                value += taken * fold.worth(face)
        answers.append(value)
        if isinstance(fold, Ranked) and fold.kind == "nth":
            # The dice that lie lower count as well: only those above the rank are out.
            takes = _takes(without_highest(fold.skip), counts, len(faces))
        most = takes if most is None else {face: max(most[face], takes[face]) for face in takes}
    return tuple(answers), None if most is None else _first(faces, most, counts)


def _takes(fold: Fold[Any], counts: list[tuple[int, int]], size: int) -> dict[int, int]:
    state = fold.start(size)
    takes = {}
    for face, count in counts:
        state, takes[face] = fold.step(state, face, count)
    return takes


def _first(faces: Sequence[int], takes: dict[int, int], counts: list[tuple[int, int]]) -> list[bool]:
    """Marks the first dice of each face, as many as are taken."""
    if takes == dict(counts):
        return [True] * len(faces)
    marks = []
    for face in faces:
        left = takes[face]
        marks.append(left > 0)
        takes[face] = left - 1
    return marks
