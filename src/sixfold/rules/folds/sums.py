"""Folds that add up what dice are worth, and those whose answer follows from such a sum."""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar

from sixfold.base.printable import shown
from sixfold.base.wording import did_you_mean, nearest, nth
from sixfold.errors import wrong_dice
from sixfold.rules.dice import D6, Die, Face, Symbols, a_die
from sixfold.rules.folds.fold import (
    EVERY_DIE,
    Fold,
    TupleFold,
    ask,  # noqa: F401 (the examples use it)
    faces_asked,
    number_asked,
    span,
    symbols_on,
)
from sixfold.rules.mixed import said


class Sum(Fold[int]):
    """A sum over dice. Write your own as a class with `worth`, `ranks`, or both.

    Without `worth`, dice are worth what they show; without `ranks`, all of them are taken.

    >>> class SecondHighest(Sum):
    ...     def ranks(self, size):
    ...         return 1, 1
    >>> class Evens(Sum):
    ...     def worth(self, face):
    ...         return int(face % 2 == 0)
    >>> from sixfold.rules.folds import ask
    >>> ask([6, 5, 4, 4], SecondHighest(), Evens())
    (5, 3)
    """

    __slots__ = ()
    answers = int
    sums = True
    by_value = True
    numbers = True
    every_die: ClassVar[bool] = True
    """Whether all dice are taken, however many there are."""

    def __init_subclass__(cls) -> None:
        cls.by_value, cls.every_die = cls.worth is Sum.worth, cls.ranks is Sum.ranks
        if "numbers" not in vars(cls):
            cls.numbers = cls.by_value
        super().__init_subclass__()

    def worth(self, face: Face) -> int:
        """The number that one die with this face adds to the sum."""
        return int(face)

    def ranks(self, size: int) -> tuple[int, int]:
        """Return which of `size` dice are taken: how many of the highest are left out, and how many then are taken."""
        return 0, EVERY_DIE

    def start(self, size: int) -> tuple[int, int]:
        return self.ranks(size)

    def step(self, state: tuple[int, int], face: Face, count: int) -> tuple[int, int]:
        return self.take(state, face, count)[0]

    def take(self, state: tuple[int, int], face: Face, count: int) -> tuple[tuple[int, int], int]:
        if self.every_die:
            return state, (count if self.by_value or self.worth(face) else 0)
        skip, keep = state
        skipped = skip if skip < count else count
        taken = count - skipped if count - skipped < keep else keep
        return (skip - skipped, keep - taken), (taken if self.by_value or self.worth(face) else 0)

    def rest(self, state: tuple[int, int], left: int) -> bool | None:
        skip, keep = state
        if keep == 0 or skip >= left:
            return False
        return True if self.by_value and skip == 0 and keep >= left else None

    def cares(self, face: Face) -> bool:
        return self.by_value or not self.every_die or self.worth(face) != 0

    def adds_up(self, size: int) -> bool:
        if self.every_die:
            return True
        skip, keep = self.start(size)
        return skip == 0 and keep >= size

    def of_sum(self, total: int) -> int:
        return total

    @property
    def by_count(self) -> bool:
        return self.by_value


class Ranked(Sum, TupleFold[int]):
    """The sum of what some dice show: leave out the `skip` highest, take the next `keep`.

    With `lowest` the taken dice are the lowest, whatever the size of the hand.
    """

    __slots__ = ()
    late = (("skip", "dice"), ("keep", "dice"))
    skip: int
    keep: int
    lowest: bool = False
    nth: bool = False
    words: str = ""

    def ranks(self, size: int) -> tuple[int, int]:
        return (max(0, size - self.keep) if self.lowest else self.skip), self.keep

    @property
    def places(self) -> int:  # type: ignore[override]
        return self.skip + 1 if self.nth else 0

    @property
    def counting(self) -> "Ranked":
        # The dice that lie lower count as well: only those above the rank are out.
        return without_highest(self.skip) if self.nth else self

    def say(self, value: int | bool) -> str:
        if self.words:
            return f"{value} {self.words}"
        if self.nth:
            return f"the {nth(self.skip + 1)} highest is {value}" if self.skip else f"highest {value}"
        if self.lowest:
            return f"lowest {self.keep}: {value}" if self.keep > 1 else f"lowest {value}"
        if self.keep == EVERY_DIE:
            return f"without the highest {self.skip}: {value}" if self.skip else f"total {value}"
        return f"highest {self.keep}: {value}"


class Showing(Sum, TupleFold[int]):
    """The number of dice whose face compares in this way with `number`, among the dice taken by rank."""

    __slots__ = ()
    late = (("number", "number"), ("skip", "dice"), ("keep", "dice"))
    limits = (0, 1)
    numbers = True
    comparison: str
    number: int
    skip: int = 0
    keep: int = EVERY_DIE
    lowest: bool = False

    def worth(self, face: Face) -> int:
        return int(COMPARISONS[self.comparison](face, self.number))

    def ranks(self, size: int) -> tuple[int, int]:
        return (max(0, size - self.keep) if self.lowest else self.skip), self.keep

    @property
    def level(self) -> int:  # type: ignore[override]
        return self.number if self.comparison in (">=", "<") else self.number + 1

    @property
    def wants(self) -> Collection[Face]:  # type: ignore[override]
        return (self.number,) if self.comparison == "=" else ()

    def misfit(self, faces: Collection[Face], size: object) -> str:
        return super().misfit(faces, size) or never(self.wants, faces)

    def say(self, value: int | bool) -> str:
        return f"{value} of them {self.comparison} {self.number}"


class AtLeast(TupleFold[bool]):
    """Whether at least `least` dice show one of `faces`."""

    __slots__ = ()
    answers = bool
    late = (("least", "least"),)
    numbers = True
    faces: tuple[Face, ...]
    least: int

    @property
    def needs(self) -> tuple[tuple[Face, ...], int]:  # type: ignore[override]
        return self.faces, self.least

    @property
    def wants(self) -> Collection[Face]:  # type: ignore[override]
        return self.faces

    @property
    def places(self) -> int:  # type: ignore[override]
        return self.least

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

    def misfit(self, faces: Collection[Face], size: object) -> str:
        wrong = super().misfit(faces, size) or never(self.wants, faces)
        if wrong or type(size) is not int or type(self.least) is not int or len(self.faces) != 1:
            return wrong
        (face,), many = self.faces, self.least
        if many >= 5 and many in faces and type(face) is int and face <= size < many:
            return (
                f"{size} dice never show {face} {many} times. The face comes first, as in at_least({many}, {face}); "
                f'if you mean it, write showing("=", {face}) >= {many}.'
            )
        return ""

    def say(self, value: int | bool) -> str:
        return ""


class Scored(Sum, TupleFold[int]):
    """The sum of what faces are worth: those of `worths` so much, others 1 from `least` on, else nothing.

    `of` are all faces of the dice that it is a question for, where it is for one kind of die only.
    """

    __slots__ = ()
    worths: tuple[tuple[Face, int], ...]
    least: int | None = None
    words: str = ""
    of: tuple[Face, ...] = ()

    @property
    def numbers(self) -> bool:  # type: ignore[override]
        return not self.of

    @property
    def level(self) -> int | None:  # type: ignore[override]
        known = [face + 1 for face, _ in self.worths if type(face) is int]
        return max([*known, self.least or 0]) if len(known) == len(self.worths) else None

    @property
    def limits(self) -> tuple[int, int]:  # type: ignore[override]
        worths = [0, *[worth for _, worth in self.worths], int(self.least is not None)]
        return min(worths), max(worths)

    @property
    def wants(self) -> Collection[Face]:  # type: ignore[override]
        return () if self.of else [face for face, worth in self.worths if worth]

    def worth(self, face: Face) -> int:
        for shown_face, worth in self.worths:
            if shown_face == face:
                return worth
        return 1 if self.least is not None and face >= self.least else 0

    def misfit(self, faces: Collection[Face], size: object) -> str:
        if self.of and set(faces) <= set(self.of):
            return ""
        if self.of:
            return (
                f"each_face() asks for {len(self.of)} faces, and these dice have others: write *each_face(die) with "
                "the die, or the number of kinds, that is rolled or drawn."
            )
        wrong = super().misfit(faces, size)
        if wrong:
            return wrong
        if self.least is None:
            return never(self.wants, faces)
        if type(self.least) is int and self.least > max(faces) and not any(map(self.worth, faces)):
            return (
                f"No die of this hand can show {self.least} or more: its faces are {span(faces)}. If you mean it, "
                f'write showing(">=", {self.least}).'
            )
        return ""

    def say(self, value: int | bool) -> str:
        return f"{value} {self.words}" if self.words else f"worth {value}"


class SymbolCount(Sum, TupleFold[int]):
    """The number of some symbols on all dice together, less the number of others."""

    __slots__ = ()
    names: Symbols
    less: Symbols

    @property
    def wants(self) -> Collection[Face]:  # type: ignore[override]
        return (*self.names, *self.less)

    def worth(self, face: Face) -> int:
        return sum([(name in self.names) - (name in self.less) for name in face])

    def misfit(self, faces: Collection[Face], size: object) -> str:
        symbols = symbols_on(faces)
        for name in self.wants:
            # Other dice of the game may have a symbol that these lack, unless it is misspelled.
            guess = None if name in symbols else nearest(name, symbols)
            if guess is not None or not symbols:
                has = ", ".join(symbols) or "numbers"
                return f"These dice have no symbol {shown(name)}: they have {has}.{did_you_mean(guess)}"
        return ""

    def say(self, value: int | bool) -> str:
        return f"{value} {' or '.join(self.names)}"


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
}


def never(wanted: Iterable[Face], faces: Collection[Face]) -> str:
    """Return a sentence if dice show none of the faces that a fold wants; faces that are not known may be shown."""
    known = [face for face in wanted if type(face) is int]
    if not known or not set(known).isdisjoint(faces):
        return ""
    return f"No die of this hand can show {known[0]}: its faces are {span(faces)}."


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
    return Ranked(0, number_asked(count, True))


def lowest(count: int) -> Ranked:
    """Ask for the sum of the lowest `count` dice.

    >>> ask([6, 3, 2, 4], lowest(3))
    (9,)
    """
    return Ranked(0, number_asked(count, True), lowest=True)


def without_highest(count: int) -> Ranked:
    """Ask for the sum of all dice except the highest `count`.

    >>> ask([6, 3, 2, 4], without_highest(1))
    (9,)
    """
    return Ranked(number_asked(count, True), EVERY_DIE)


def nth_highest(rank: int) -> Ranked:
    """Ask for the face of the die at `rank`; 1 is the highest.

    >>> ask([6, 3, 2, 4], nth_highest(2))
    (4,)
    """
    if type(rank) is int and rank < 1:
        raise wrong_dice(f"Ranks are counted from 1, the highest die: there is none of rank {shown(rank)}.")
    return Ranked(number_asked(rank) - 1, 1, nth=True)


def at_least(face: int, count: int) -> AtLeast:
    """Ask whether at least `count` dice show `face`.

    >>> ask([6, 5, 5], at_least(5, 2))
    (True,)
    """
    return AtLeast((number_asked(face),), number_asked(count))


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
        return Showing(comparison, number_asked(number))
    if not isinstance(of, Ranked):
        raise wrong_dice(f"Of which dice is said as highest(3) or lowest(2), not as {shown(of)}.")
    return Showing(comparison, number_asked(number), of.skip, of.keep, of.lowest)


def successes(least: int, twice: Iterable[int] | int = (), less: Iterable[int] | int = ()) -> Scored:
    """Ask how many dice show `least` or more. Faces in `twice` count two, and faces in `less` subtract one.

    Raises RuleError (rule/dice) for a face that is in both.

    >>> ask([10, 8, 7, 1], successes(7), successes(8, twice=[10], less=[1]))
    (3, 2)
    """
    double, away = faces_asked(twice), faces_asked(less)
    if double & away:
        raise wrong_dice(f"A {min(double & away)} cannot count twice and be taken away.")
    worths = [*((face, 2) for face in sorted(double)), *((face, -1) for face in sorted(away))]
    return Scored(tuple(worths), number_asked(least), "successes")


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


def count(*names: str, less: Iterable[str] | str = ()) -> SymbolCount:
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
    return SymbolCount(tuple(dict.fromkeys(names)), away)
