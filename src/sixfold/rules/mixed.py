"""Hands of several kinds of dice, and hands out of a cup: what each die shows, and which die it is."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from sixfold.errors import wrong_dice
from sixfold.printable import shown
from sixfold.rules.dice import Die, Face, a_die


class Cup(NamedTuple):
    """A cup or a deck in the place of a die: how many there are of each kind, kind 1 first."""

    counts: tuple[int, ...]
    suits: int = 0
    """The number of suits of a deck of cards, or 0."""

    @property
    def faces(self) -> range:
        """The kinds."""
        return range(1, len(self.counts) + 1)

    @property
    def endless(self) -> bool:
        return False


class Mixed(NamedTuple):
    """Several kinds of dice in the place of one: each kind, and how many of it are rolled."""

    kinds: tuple[tuple[Any, int], ...]

    @property
    def faces(self) -> Sequence[Face]:
        """The faces of all its dice."""
        return tuple(dict.fromkeys([face for die, _ in self.kinds for face in die.faces]))

    @property
    def endless(self) -> bool:
        """Whether any of its dice may explode any number of times."""
        return any(die.endless for die, _ in self.kinds)


def dice_of(size: Any, die: Die | int) -> tuple[Any, Die | Mixed]:
    """The number of dice and their kind: `size` is a number, or a list of dice, each a Die or a number of sides.

    Raises RuleError (rule/dice) for dice with numbers and dice with symbols in one hand.

    >>> dice_of([8, 8], 6)[1] == Die(8)
    True
    >>> [(die.sides, count) for die, count in dice_of([6, 8, 8, 10], 6)[1].kinds]
    [(6, 1), (8, 2), (10, 1)]
    """
    if not isinstance(size, list | tuple):
        return size, a_die(die)
    counts: dict[Die, int] = {}
    for kind in map(a_die, size):
        counts[kind] = counts.get(kind, 0) + 1
    if len(counts) < 2:
        return len(size), next(iter(counts), a_die(die))
    if len({type(kind.faces[0]) for kind in counts}) > 1:
        raise wrong_dice(f"Dice with symbols and dice with numbers are rolled one after the other: {shown(size)}.")
    return len(size), Mixed(tuple(counts.items()))


class Landed:
    """The face of one die of a mixed hand, a number or symbols, with its `die`."""

    die: Die
    rank: tuple[Any, ...]
    """Its place in a hand: what it shows, then the fewest sides, then anything else that dice differ in."""

    @property
    def sides(self) -> int:
        """The number of sides of the die."""
        return self.die.sides

    def __eq__(self, other: object) -> bool:
        return self.rank == other.rank if isinstance(other, Landed) else bare(self) == other

    __ne__ = object.__ne__  # the opposite of `==`

    def __hash__(self) -> int:
        return hash(bare(self))

    def __repr__(self) -> str:
        return f"{said(bare(self))} (d{self.die.sides})"

    __str__ = __repr__


class LandedNumber(Landed, int):
    """A number on one die of a mixed hand; it counts like any whole number.

    >>> landed(6, Die(8)) + 1, landed(6, Die(8)), landed(6, Die(8)).sides
    (7, 6 (d8), 8)
    """


class LandedSymbols(Landed, tuple[str, ...]):
    """The symbols on one die of a mixed hand."""


def landed(face: Face, die: Die) -> Any:
    """A face of a die of a mixed hand."""
    found = (LandedSymbols if type(face) is tuple else LandedNumber)(face)
    found.die, found.rank = die, (face, -die.sides, str(tuple(die)))
    return found


def bare(face: Any) -> Face:
    """The face alone, without its die."""
    if isinstance(face, Landed):
        return tuple(face) if isinstance(face, LandedSymbols) else int(face)  # type: ignore[call-overload]
    return face


def falling(faces: Iterable[Any]) -> list[Any]:
    """The dice of a hand, the highest first; of equal ones that with the fewest sides first.

    >>> falling([landed(4, Die(8)), landed(4, Die(6)), landed(5, Die(6))])
    [5 (d6), 4 (d6), 4 (d8)]
    """
    listed = list(faces)
    if listed and isinstance(listed[0], Landed):
        return sorted(listed, key=attrgetter("rank"), reverse=True)
    return sorted(listed, reverse=True)


def said(face: Face) -> str:
    """A face in words.

    >>> said(5), said(("advantage", "success")), said(())
    ('5', 'advantage success', 'blank')
    """
    return (" ".join(face) or "blank") if isinstance(face, tuple) and not isinstance(face, Landed) else str(face)
