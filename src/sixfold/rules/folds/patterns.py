"""Folds about dice that show the same, or that follow each other."""

from typing import Any, Literal, NamedTuple

from sixfold.base.printable import quoted
from sixfold.errors import wrong_dice
from sixfold.rules.dice import Face
from sixfold.rules.folds.fold import (
    EVERY_DIE,
    TupleFold,
    ask,  # noqa: F401 (the examples use it)
    number_asked,
)
from sixfold.rules.hand import Alike
from sixfold.rules.mixed import said


class OfAKind(TupleFold[bool]):
    """Whether `many` dice or more show the same face.

    Only the `among` highest dice are looked at, or with `lowest` the lowest, once the `after` highest are left out.
    """

    __slots__ = ()
    answers = bool
    alike = True
    by_count = True
    late = (("many", "least"), ("after", "dice"), ("among", "dice"))
    many: int
    after: int = 0
    among: int = EVERY_DIE
    lowest: bool = False

    @property
    def any_face(self) -> bool:  # type: ignore[override]
        return self.after == 0 and self.among >= EVERY_DIE

    @property
    def places(self) -> int:  # type: ignore[override]
        return self.many

    def start(self, size: int) -> tuple[int, int, bool]:
        if self.many <= 0:
            return FOUND
        skip = max(self.after, size - self.among) if self.lowest else self.after
        return (skip, min(self.among, max(0, size - skip)), False)

    def step(self, state: tuple[int, int, bool], face: Face, count: int) -> tuple[int, int, bool]:
        skip, among, reached = state
        if reached:
            return state
        skipped = skip if skip < count else count
        seen = count - skipped if count - skipped < among else among
        return FOUND if seen >= self.many else (skip - skipped, among - seen, False)

    def rest(self, state: tuple[int, int, bool], left: int) -> bool | None:
        skip, among, reached = state
        return False if reached or min(among, left - skip) < self.many else None

    def certain(self, state: tuple[int, int, bool], left: int, faces: int) -> bool:
        skip, among, reached = state
        return reached or min(among, left - skip) > (self.many - 1) * faces

    def end(self, state: tuple[int, int, bool]) -> bool:
        return state[2]

    def say(self, value: int | bool) -> str:
        names = {2: "a pair", 3: "three of a kind"}
        name = names.get(self.many, f"{self.many} of a kind")
        return name if value else f"no {name.removeprefix('a ')}"


FOUND = (0, 0, True)


class Pairs(TupleFold[int]):
    """In how many pairs of two hands the first one's die is higher (sign 1), equal (0) or lower (-1).

    The highest die of each make a pair, then the second highest, as far as both go: dice without a partner so far have
    a lower one.
    """

    __slots__ = ()
    several = True
    answers = int
    by_count = True
    numbers = True
    sign: int

    def start(self, size: tuple[int, int]) -> tuple[int, int]:
        return 0, 0

    def step(self, state: tuple[int, int], face: Face, count: tuple[int, int]) -> tuple[int, int]:
        ahead, pairs = state
        mine, theirs = max(ahead, 0) + count[0], max(-ahead, 0) + count[1]
        won = {1: min(max(ahead, 0), theirs), -1: min(max(-ahead, 0), mine)}
        won[0] = min(mine, theirs) - won[1] - won[-1]
        return mine - theirs, pairs + won[self.sign]

    def rest(self, state: tuple[int, int], left: tuple[int, int]) -> bool | None:
        ahead = state[0]
        return False if (ahead >= 0 and not left[1]) or (ahead <= 0 and not left[0]) else None

    def end(self, state: tuple[int, int]) -> int:
        return state[1]

    def say(self, value: int | bool) -> str:
        return f"{value} of the pairs {SIGNS[self.sign]}"


SIGNS = {1: "won", 0: "tied", -1: "lost"}


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

    def __str__(self) -> str:
        return f"{self.width} × {said(self.height)}"


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
        return tuple(sorted([*state, Set(count, face)], key=lambda group: -group.width)[: self.most])

    def rest(self, state: tuple[Set, ...], left: int) -> bool | None:
        full = len(state) == self.most and (not state or self.by == "height" or state[-1].width >= left)
        return False if left < self.least or full else None

    def end(self, state: tuple[Set, ...]) -> tuple[Set, ...]:
        return state

    def say(self, value: tuple[Set, ...]) -> str:
        return ", ".join([f"{group.width} × {said(group.height)}" for group in value]) or "no sets"


class Groups(TupleFold[tuple[int, ...]]):
    """The number of dice for each face that is shown, the largest first."""

    __slots__ = ()
    any_face = True
    tuples = Alike

    def start(self, size: int) -> tuple[int, ...]:
        return ()

    def step(self, state: tuple[int, ...], face: Face, count: int) -> tuple[int, ...]:
        return tuple(sorted((*state, count), reverse=True))

    def end(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state

    def say(self, value: tuple[int, ...]) -> str:
        return " + ".join(map(str, value)) + " alike"


def of_a_kind(count: int, after: int = 0, among: int = EVERY_DIE, lowest: bool = False) -> OfAKind:
    """Ask whether `count` or more dice show the same face.

    `after` leaves out that many of the highest dice. `among` looks only at that many of the highest dice, or with
    `lowest` of the lowest.

    >>> ask([5, 5, 2], of_a_kind(2), of_a_kind(2, after=1))
    (True, False)
    >>> ask([6, 2, 2, 2], of_a_kind(3), of_a_kind(3, among=3), of_a_kind(3, among=3, lowest=True))
    (True, False, True)
    """
    return OfAKind(number_asked(count), number_asked(after, True), number_asked(among, True), lowest)


def pairs_won() -> Pairs:
    """Ask two hands in how many pairs the die of the first is higher: highest with highest, as far as both go.

    >>> ask(([6, 5, 1], [5, 5]), pairs_won(), pairs_tied(), pairs_lost())
    (1, 1, 0)
    """
    return Pairs(1)


def pairs_tied() -> Pairs:
    """Ask two hands in how many pairs both dice are equal: highest with highest, as far as both go."""
    return Pairs(0)


def pairs_lost() -> Pairs:
    """Ask two hands in how many pairs the die of the first is lower: highest with highest, as far as both go."""
    return Pairs(-1)


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


def sets(least: int = 2, most: int | None = None, by: Literal["width", "height"] = "width") -> Sets:
    """Ask for the sets of at least `least` equal dice: tuples of their width (how many) and height (the face).

    The widest comes first, and of equally wide ones the highest; with `by="height"` the highest. `most` limits how
    many are told: `sets(2, 1)` asks for the best set alone, and is faster.

    >>> ask([7, 7, 7, 9, 9, 1], sets(), sets(2, 1, by="height"))
    ((Set(width=3, height=7), Set(width=2, height=9)), (Set(width=2, height=9),))
    """
    if by not in ("width", "height"):
        raise wrong_dice(f"Sets are sorted by “width” or “height”, not by {quoted(by)}.")
    return Sets(max(1, number_asked(least, True)), None if most is None else number_asked(most, True), by)


def groups() -> Groups:
    """Ask how many dice show each face that is shown, the largest number first: (3, 2) is a full house.

    >>> ask([4, 4, 2, 2, 2], groups())
    ((3, 2),)
    """
    return Groups()
