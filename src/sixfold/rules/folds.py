"""Questions about a hand.

A fold is a little machine that visits the faces of a hand from the highest to the lowest and is told how many
dice show each. The roller runs it over the dice on the table; the solver runs the same machine over all dice at
once. A fold that *sums* says how many of the dice it takes; the others end in an answer of their own.
"""

import operator
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, dataclass_transform

from sixfold.errors import RuleError, wrong_dice
from sixfold.printable import quoted, shown
from sixfold.rules.dice import D6, Die, Face, Symbols, a_die
from sixfold.rules.hand import NoNumber
from sixfold.rules.interval import Interval
from sixfold.rules.mixed import bare, said

State = Any
"""The memory of a fold between two faces: anything that can be a key of a dict."""

Answer_co = TypeVar("Answer_co", covariant=True)
"""The answer of a fold: a whole number, yes or no, a name, or a tuple of them."""


class Fold(NoNumber, Generic[Answer_co]):
    """A question about a hand. Write your own as a class with `start`, `step` and `end`.

    Folds are values: equal folds ask the same question. One of your own equals another one of its class with the same
    attributes. None of its methods may change anything.

    >>> class Straight(Fold[bool]):
    ...     def start(self, size):
    ...         return (0, 0)
    ...     def step(self, state, face, count):
    ...         length, above = state
    ...         return (length + 1 if above == face + 1 else 1, face) if length < 3 else state
    ...     def end(self, state):
    ...         return state[0] == 3
    >>> ask([6, 5, 5, 4, 1], Straight()), ask([6, 5, 3, 2], Straight())
    ((True,), (False,))
    """

    __slots__ = ()

    sums: ClassVar[bool] = False
    """Whether the answer is the sum of what the taken dice are worth; else `end` says it."""
    answers: ClassVar[type | None] = None
    """int or bool, where every answer is one."""
    numbers: ClassVar[bool] = False
    """Whether only dice with numbers can be asked."""
    any_face: bool = False
    """Whether the answer is the same when faces change places, so that only the numbers of equal dice matter."""

    def __init_subclass__(cls) -> None:
        if issubclass(cls, tuple):
            cls.__eq__, cls.__ne__, cls.__hash__ = tuple.__eq__, tuple.__ne__, tuple.__hash__  # type: ignore[method-assign, assignment]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).items()))

    def start(self, size: int) -> State:
        """The state before any face is seen, for a hand of `size` dice."""
        raise NotImplementedError

    def step(self, state: State, face: Face, count: int) -> State:
        """The state after `count` dice (1 or more) that show `face`."""
        raise NotImplementedError

    def end(self, state: State) -> Answer_co:
        """The answer, once all faces are seen."""
        raise NotImplementedError

    def take(self, state: State, face: Face, count: int) -> tuple[State, int]:
        """The next state, and how many of the `count` dice are taken by a fold that sums."""
        return self.step(state, face, count), 0

    def rest(self, state: State, left: int) -> bool | None:
        """Whether all (True) or none (False) of the `left` dice will be taken or matter, or None: it depends."""
        return None if left else False

    def cares(self, face: Face) -> bool:
        """Whether dice showing `face` can change the state."""
        return True

    def worth(self, face: Face) -> int:
        """The number that one taken die adds to the sum."""
        return 0

    @property
    def by_count(self) -> bool:
        """Whether its steps look at the numbers of equal dice alone, and not at their faces."""
        return self.any_face

    def say(self, value: Any) -> str:
        """The answer in words."""
        name = type(self).__name__.lower()
        return (name if value else f"no {name}") if isinstance(value, bool) else f"{name}: {value}"

    _said = "A fold is a question, and no number until it is asked"


@dataclass_transform(frozen_default=True)
class TupleFold(Fold[Answer_co], tuple[Any, ...]):
    """A fold that is the tuple of its fields: those of the package, which are made and compared often."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        # A NamedTuple has no other base, so its parts are taken from one; the `kind` tells equal fields of folds apart.
        fields = list(cls.__annotations__)
        defaults = [vars(cls)[name] for name in fields if name in vars(cls)]
        made = namedtuple(cls.__name__, [*fields, "kind"], defaults=[*defaults, cls.__name__])  # type: ignore[misc]
        for name in ("__new__", "__getnewargs__", "__repr__", "_fields", *made._fields):
            setattr(cls, name, vars(made)[name])
        super().__init_subclass__()


class ByRank(Fold[int]):
    """A sum over some dice by rank: leave out the `skip` highest, take the next `take_`.

    With `lowest` the taken dice are the lowest, whatever the size of the hand.
    """

    __slots__ = ()
    sums = True
    answers = int
    numbers = True
    skip: int
    take_: int
    lowest: bool

    def start(self, size: int) -> tuple[int, int]:
        return (max(0, size - self.take_) if self.lowest else self.skip), self.take_

    def take(self, state: tuple[int, int], face: Face, count: int) -> tuple[tuple[int, int], int]:
        skip, take = state
        skipped = skip if skip < count else count
        taken = count - skipped if count - skipped < take else take
        return (skip - skipped, take - taken), taken

    def rest(self, state: tuple[int, int], left: int) -> bool | None:
        skip, take = state
        return False if take == 0 or skip >= left else None


class Ranked(ByRank, TupleFold[int]):
    """The sum of what some dice show, by rank."""

    __slots__ = ()
    by_count = True
    skip: int
    take_: int
    lowest: bool = False
    nth: bool = False

    def rest(self, state: tuple[int, int], left: int) -> bool | None:
        skip, take = state
        if take == 0 or skip >= left:
            return False
        return True if skip == 0 and take >= left else None

    def worth(self, face: Face) -> int:
        return int(face)

    def say(self, value: int | bool) -> str:
        if self.nth:
            return f"the highest left after the cuts is {value}" if self.skip else f"highest {value}"
        if self.lowest:
            return f"lowest {self.take_}: {value}" if self.take_ > 1 else f"lowest {value}"
        if self.take_ == EVERY_DIE:
            return f"without the highest {self.skip}: {value}" if self.skip else f"total {value}"
        return f"highest {self.take_}: {value}"


class AtLeast(TupleFold[bool]):
    """Whether at least `least` dice show one of `faces`."""

    __slots__ = ()
    answers = bool
    faces: tuple[Face, ...]
    least: int

    def start(self, size: int) -> int:
        return max(0, self.least)

    def step(self, state: int, face: Face, count: int) -> int:
        return max(0, state - count) if face in self.faces else state

    def rest(self, state: int, left: int) -> bool | None:
        return False if state == 0 or state > left else None

    def cares(self, face: Face) -> bool:
        return face in self.faces

    def end(self, state: int) -> bool:
        return state == 0

    def say(self, value: int | bool) -> str:
        return ""


class OfAKind(TupleFold[bool]):
    """Whether `many` dice or more show the same face.

    Only the `among` highest dice are looked at, or with `lowest` the lowest, once the `after` highest are left out.
    """

    __slots__ = ()
    answers = bool
    by_count = True
    many: int
    after: int = 0
    among: int = 1_000_000
    lowest: bool = False

    @property
    def any_face(self) -> bool:  # type: ignore[override]
        return self.after == 0 and self.among >= EVERY_DIE

    def start(self, size: int) -> tuple[int, int, bool]:
        if self.many <= 0:
            return FOUND
        skip = max(0, size - self.among) if self.lowest else self.after
        return (skip, min(self.among, max(0, size - skip)), False)

    def step(self, state: tuple[int, int, bool], face: Face, count: int) -> tuple[int, int, bool]:
        skip, among, found = state
        if found:
            return state
        skipped = skip if skip < count else count
        seen = count - skipped if count - skipped < among else among
        return FOUND if seen >= self.many else (skip - skipped, among - seen, False)

    def rest(self, state: tuple[int, int, bool], left: int) -> bool | None:
        skip, among, found = state
        return False if found or min(among, left - skip) < self.many else None

    def end(self, state: tuple[int, int, bool]) -> bool:
        return state[2]

    def say(self, value: int | bool) -> str:
        names = {2: "a pair", 3: "three of a kind"}
        name = names.get(self.many, f"{self.many} of a kind")
        return name if value else f"no {name.removeprefix('a ')}"


FOUND = (0, 0, True)


class Showing(ByRank, TupleFold[int]):
    """The number of dice whose face compares in this way with `number`, among the dice taken by rank."""

    __slots__ = ()
    comparison: str
    number: int
    skip: int = 0
    take_: int = 1_000_000
    lowest: bool = False

    def take(self, state: tuple[int, int], face: Face, count: int) -> tuple[tuple[int, int], int]:
        state, taken = super().take(state, face, count)
        return state, (taken if self.counts(face) else 0)

    def counts(self, face: Face) -> bool:
        """Whether a die that shows this face is one of those counted."""
        return COMPARISONS[self.comparison](face, self.number)

    def worth(self, face: Face) -> int:
        return 1

    def say(self, value: int | bool) -> str:
        return f"{value} of them {self.comparison} {self.number}"


class MostCommon(TupleFold[Any]):
    """The face that most dice show, the highest of several such; or how many show it."""

    __slots__ = ()
    face: bool

    @property
    def any_face(self) -> bool:  # type: ignore[override]
        return not self.face

    def start(self, size: int) -> tuple[int, Face]:
        return (0, 0)

    def step(self, state: tuple[int, Face], face: Face, count: int) -> tuple[int, Face]:
        return (count, face if self.face else 0) if count > state[0] else state

    def rest(self, state: tuple[int, Face], left: int) -> bool | None:
        return False if left <= state[0] else None

    def end(self, state: tuple[int, Face]) -> Any:
        return state[1] if self.face else state[0]

    def say(self, value: Any) -> str:
        return f"most dice show {said(value)}" if self.face else f"{value} alike"


class LongestRun(TupleFold[int]):
    """The length of the longest run of faces without a gap."""

    __slots__ = ()
    answers = int
    numbers = True

    def start(self, size: int) -> tuple[int, int, int]:
        return (0, 0, 0)

    def step(self, state: tuple[int, int, int], face: Face, count: int) -> tuple[int, int, int]:
        length, above, longest = state
        length = length + 1 if length and above == face + 1 else 1
        return (length, face, max(length, longest))

    def end(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def say(self, value: int | bool) -> str:
        return f"a run of {value}"


class Set(NamedTuple):
    """Dice that show the same: how many, and what."""

    width: int
    height: Face


class Sets(TupleFold[tuple[Set, ...]]):
    """The sets of at least so many equal dice, the best first; of a limited number of them the others are forgotten."""

    __slots__ = ()
    least: int
    most: int | None
    by: str

    def start(self, size: int) -> tuple[Set, ...]:
        return ()

    def step(self, state: tuple[Set, ...], face: Face, count: int) -> tuple[Set, ...]:
        if count < self.least:
            return state
        if self.by == "height":
            return (*state, Set(count, face))[: self.most]
        return tuple(sorted([*state, Set(count, face)], key=lambda found: -found.width)[: self.most])

    def rest(self, state: tuple[Set, ...], left: int) -> bool | None:
        full = len(state) == self.most and (not state or self.by == "height" or state[-1].width >= left)
        return False if left < self.least or full else None

    def end(self, state: tuple[Set, ...]) -> tuple[Set, ...]:
        return state

    def say(self, value: tuple[Set, ...]) -> str:
        return ", ".join([f"{found.width} × {said(found.height)}" for found in value]) or "no sets"


class Groups(TupleFold[tuple[int, ...]]):
    """The number of dice for each face that is shown, the largest first."""

    __slots__ = ()
    any_face = True

    def start(self, size: int) -> tuple[int, ...]:
        return ()

    def step(self, state: tuple[int, ...], face: Face, count: int) -> tuple[int, ...]:
        return tuple(sorted((*state, count), reverse=True))

    def end(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state

    def say(self, value: tuple[int, ...]) -> str:
        return " + ".join(map(str, value)) + " alike"


class ByFace(Fold[int]):
    """The sum of what all dice are worth by their faces."""

    __slots__ = ()
    sums = True
    answers = int

    def start(self, size: int) -> int:
        return 0

    def take(self, state: int, face: Face, count: int) -> tuple[int, int]:
        return 0, (count if self.worth(face) else 0)

    def cares(self, face: Face) -> bool:
        return self.worth(face) != 0


class Scored(ByFace, TupleFold[int]):
    """The sum of what faces are worth: those of `worths` so much, others 1 from `least` on, else nothing.

    `of` are all faces of the dice that it is a question for, where it is for one kind of die only.
    """

    __slots__ = ()
    worths: tuple[tuple[Face, int], ...]
    least: int | None = None
    words: str = ""
    of: tuple[Face, ...] = ()

    def worth(self, face: Face) -> int:
        for shown_face, worth in self.worths:
            if shown_face == face:
                return worth
        return 1 if self.least is not None and face >= self.least else 0

    def say(self, value: int | bool) -> str:
        return f"{value} {self.words}" if self.words else f"worth {value}"


class Counted(ByFace, TupleFold[int]):
    """The number of some symbols on all dice together, less the number of others."""

    __slots__ = ()
    names: Symbols
    less: Symbols

    def worth(self, face: Face) -> int:
        return sum([(name in self.names) - (name in self.less) for name in face])

    def say(self, value: int | bool) -> str:
        return f"{value} {' or '.join(self.names)}"


class OfCards(TupleFold[Any]):
    """A question about the ranks of cards, or their suits; kinds have all suits of the lowest rank first.

    It is asked rank by rank, with the number of cards of each suit. Where all suits are `alike`, it need not be known
    which is which: only chances are right then, not single hands.
    """

    __slots__ = ()
    fold: Fold[Any]
    suits: int
    part: Literal["rank", "suit", "card"]
    alike: bool = False

    @property
    def answers(self) -> type | None:  # type: ignore[override]
        return self.fold.answers

    @property
    def by_count(self) -> bool:
        return self.part == "suit" or (self.part == "rank" and self.fold.by_count and not self.fold.sums)

    @property
    def any_suit(self) -> bool:
        """Whether the answer is the same when suits change places."""
        return self.part == "rank" or (self.part == "suit" and self.fold.any_face)

    def parts(self, kinds: int) -> range:
        """The ranks, or the suits, of a deck with so many kinds of cards, from 0."""
        return range(self.suits if self.part == "suit" else kinds // self.suits)

    def of(self, card: int) -> int:
        """The rank of a card, or its suit."""
        rank, suit = divmod(card - 1, self.suits)
        return {"rank": rank + 1, "suit": suit + 1, "card": card}[self.part]

    def start(self, size: int) -> tuple[Any, ...]:
        return (0,) * self.suits if self.part == "suit" else (self.fold.start(size), 0)

    def step(self, state: tuple[Any, ...], face: int, count: Any) -> tuple[Any, ...]:
        if self.part == "suit":
            counts = [before + held for before, held in zip(state, count, strict=True)]
            return tuple(sorted(counts) if self.alike else counts)
        inner, total = state
        shown = [(face, sum(count))]
        if self.part == "card":
            shown = [((face - 1) * self.suits + suit, count[suit - 1]) for suit in range(self.suits, 0, -1)]
        for card, held in shown:
            if held:
                inner, taken = self.fold.take(inner, card, held)
                total += taken * self.fold.worth(card)
        return inner, total

    def rest(self, state: tuple[Any, ...], left: int) -> bool | None:
        if self.part == "suit":
            return None if left else False
        return False if self.fold.rest(state[0], left) is False else None

    def end(self, state: tuple[Any, ...]) -> Any:
        if self.part != "suit":
            return state[1] if self.fold.sums else self.fold.end(state[0])
        suits = [suit for suit, count in enumerate(state, 1) for _ in range(count)]
        return ask(suits, self.fold)[0]

    def say(self, value: Any) -> str:
        return f"{self.fold.say(value)} by {self.part}"


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}

EVERY_DIE = 1_000_000


def _number(given: int, dice: bool = False) -> int:
    """A number that is asked for. Raises RuleError (rule/dice) for what is none, and for a negative number of dice."""
    if not isinstance(given, int | Interval):
        raise wrong_dice(f"What is asked of a hand has whole numbers, not {quoted(given)}.")
    if dice and type(given) is int and given < 0:
        raise fewer_than_none(given)
    return given


def fewer_than_none(count: int) -> RuleError:
    """A fold is asked about a negative number of dice."""
    return wrong_dice(f"A number of dice is 0 or more, not {count}: write max(0, ...) where it may be less.")


def _numbers(given: Iterable[int] | int) -> frozenset[int]:
    """Faces, one or several. Raises RuleError (rule/dice) for what is none."""
    if isinstance(given, int):
        return frozenset([given])
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise wrong_dice(f"Faces are whole numbers, as [6] or {{1, 2}}: not {quoted(given)}.")
    return frozenset([_number(face) for face in given])


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
    return Ranked(0, _number(count, True))


def lowest(count: int) -> Ranked:
    """Ask for the sum of the lowest `count` dice.

    >>> ask([6, 3, 2, 4], lowest(3))
    (9,)
    """
    return Ranked(0, _number(count, True), lowest=True)


def without_highest(count: int) -> Ranked:
    """Ask for the sum of all dice except the highest `count`.

    >>> ask([6, 3, 2, 4], without_highest(1))
    (9,)
    """
    return Ranked(_number(count, True), EVERY_DIE)


def nth_highest(rank: int) -> Ranked:
    """Ask for the face of the die at `rank`; 1 is the highest.

    >>> ask([6, 3, 2, 4], nth_highest(2))
    (4,)
    """
    if type(rank) is int and rank < 1:
        raise wrong_dice(f"Ranks are counted from 1, the highest die: there is none of rank {shown(rank)}.")
    return Ranked(_number(rank) - 1, 1, nth=True)


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
    return OfAKind(_number(count), _number(after, True), _number(among, True), lowest)


def showing(comparison: str, number: int, of: Ranked | None = None) -> Showing:
    """Ask how many dice compare in this way with a number.

    `comparison` is `>=`, `<=`, `>`, `<`, `=` (or `==`) or `!=`. `of` is `highest(n)` or `lowest(n)`, to look only at
    these dice. Raises RuleError (rule/dice) for anything else.

    >>> ask([6, 5, 5, 2], showing(">=", 5), showing(">=", 5, highest(2)))
    (3, 2)
    """
    comparison = "=" if comparison == "==" else comparison
    if not isinstance(comparison, str) or comparison not in COMPARISONS:
        raise wrong_dice(f"Dice compare with {', '.join(COMPARISONS)}, not with {shown(comparison)}.")
    if of is None:
        return Showing(comparison, _number(number))
    if not isinstance(of, Ranked):
        raise wrong_dice(f"Of which dice is said as highest(3) or lowest(2), not as {shown(of)}.")
    return Showing(comparison, _number(number), of.skip, of.take_, of.lowest)


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
        raise wrong_dice(f"A {min(double & away)} cannot count twice and be taken away.")
    worths = [*((face, 2) for face in sorted(double)), *((face, -1) for face in sorted(away))]
    return Scored(tuple(worths), _number(least), "successes")


def score(worths: Mapping[int, int]) -> Scored:
    """Ask for the sum of what the faces are worth. `worths` maps faces to whole numbers; other faces are worth nothing.

    Raises RuleError (rule/dice) if it is not such a mapping.

    >>> ask([1, 5, 5, 3], score({1: 100, 5: 50}))
    (200,)
    """
    wrong: list[Any] = [worths]
    if isinstance(worths, Mapping):
        wrong = [part for pair in worths.items() for part in pair if type(part) is not int]
    if wrong:
        names = f' Symbols are counted: count("{wrong[0]}").' if isinstance(wrong[0], str) else ""
        raise wrong_dice(f"score takes faces and their worths, as score({{1: 100}}), not {shown(wrong[0])}.{names}")
    return Scored(tuple(sorted(worths.items())))


def each_face(die: Die | int = D6) -> tuple[Scored, ...]:
    """Return a fold for each face of a die, the lowest first. Each asks how many dice show that face.

    >>> ask([6, 1, 6, 3], *each_face())
    (1, 0, 1, 0, 0, 2)
    """
    faces = tuple(sorted(set(a_die(die).faces)))
    return tuple(
        [Scored(((face, 1),), None, said(face) if type(face) is tuple else f"× {face}", faces) for face in faces]
    )


def sets(least: int = 2, most: int | None = None, by: Literal["width", "height"] = "width") -> Sets:
    """Ask for the sets of at least `least` equal dice: tuples of their width (how many) and height (the face).

    The widest comes first, and of equally wide ones the highest; with `by="height"` the highest. `most` limits how
    many are told: `sets(2, 1)` asks for the best set alone, and is faster.

    >>> ask([7, 7, 7, 9, 9, 1], sets(), sets(2, 1, by="height"))
    ((Set(width=3, height=7), Set(width=2, height=9)), (Set(width=2, height=9),))
    """
    if by not in ("width", "height"):
        raise wrong_dice(f"Sets are sorted by “width” or “height”, not by {quoted(by)}.")
    return Sets(max(1, _number(least, True)), None if most is None else _number(most, True), by)


def groups() -> Groups:
    """Ask how many dice show each face that is shown, the largest number first: (3, 2) is a full house.

    >>> ask([4, 4, 2, 2, 2], groups())
    ((3, 2),)
    """
    return Groups()


def count(*names: str, less: Iterable[str] | str = ()) -> Counted:
    """Ask how many of these symbols all dice show together, less the number of symbols that cancel them.

    Raises RuleError (rule/dice) for what is no name, or a name that is in both.

    >>> ask([("hit",), ("hit", "hit"), ("miss",)], count("hit"), count("hit", less="miss"))
    (3, 2)
    """
    away = (less,) if isinstance(less, str) else tuple(less)
    if not names or not all(isinstance(name, str) for name in (*names, *away)):
        raise wrong_dice('Symbols are counted by their names, as count("success", less="failure").')
    if not set(names).isdisjoint(away):
        raise wrong_dice(f"{shown(names[0])} cannot count and be taken away.")
    return Counted(tuple(dict.fromkeys(names)), away)


def ask(faces: Sequence[Face], *folds: Fold[Any]) -> tuple[Any, ...]:
    """Return the answers of folds about these faces.

    >>> ask([6, 3, 2], total(), highest(1))
    (11, 6)
    """
    return look(faces, folds)[0]


PLAIN = (int, bool, str, tuple)
COUNTS_OF_DICE = frozenset({"skip", "take_", "least", "many", "after", "among"})


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
    plain = list(fold)
    for at, kind in enumerate(map(type, fold)):
        if kind not in PLAIN:
            plain[at] = number = next(numbers)
            if number < 0 and fold._fields[at] in COUNTS_OF_DICE and fold._fields[at] != "least":
                raise fewer_than_none(number)
    return type(fold)(*plain)


def look(faces: Sequence[Any], folds: Sequence[Fold[Any]]) -> tuple[tuple[Any, ...], list[bool] | None]:
    """The answers of folds, and which dice the summing ones count; None when there are none of those."""
    faces = [bare(face) for face in faces]
    counts = [(face, faces.count(face)) for face in sorted(set(faces), reverse=True)]
    answers: list[Any] = []
    most: dict[Face, int] | None = None
    for fold in folds:
        if isinstance(fold, OfCards):
            answers += ask([fold.of(card) for card in faces], fold.fold)
            continue
        state = fold.start(len(faces))
        if not fold.sums:
            for face, count in counts:
                state = fold.step(state, face, count)
            answers.append(fold.end(state))
            continue
        takes = _takes(fold, state, counts)
        answers.append(sum([taken * fold.worth(face) for face, taken in takes]))
        if isinstance(fold, Ranked) and fold.nth:
            # The dice that lie lower count as well: only those above the rank are out.
            below = without_highest(fold.skip)
            takes = _takes(below, below.start(len(faces)), counts)
        most = {} if most is None else most
        for face, taken in takes:
            if taken > most.get(face, 0):
                most[face] = taken
    return tuple(answers), None if most is None else _first(faces, most, counts)


def _takes(fold: Fold[Any], state: Any, counts: list[tuple[Face, int]]) -> list[tuple[Face, int]]:
    """The faces of which a summing fold takes dice, each with how many."""
    takes = []
    for face, count in counts:
        state, taken = fold.take(state, face, count)
        if taken:
            takes.append((face, taken))
    return takes


def _first(faces: Sequence[Face], takes: dict[Face, int], counts: list[tuple[Face, int]]) -> list[bool]:
    """Marks the first dice of each face, as many as are taken."""
    if takes == dict(counts):
        return [True] * len(faces)
    marks = []
    for face in faces:
        left = takes.get(face, 0)
        marks.append(left > 0)
        takes[face] = left - 1
    return marks
