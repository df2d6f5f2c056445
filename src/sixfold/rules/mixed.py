"""Hands of several kinds of dice: what each die shows, and which die it is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sixfold.base.printable import shown
from sixfold.errors import wrong_dice
from sixfold.rules.dice import Die, Face, a_die
from sixfold.rules.interval import OpenNumber


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


class Beside(NamedTuple):
    """Several hands in the place of one: the size of each, and its dice."""

    hands: tuple[tuple[int, Any], ...]

    @property
    def faces(self) -> Sequence[Face]:
        """The faces of all their dice."""
        return tuple(dict.fromkeys([face for _, die in self.hands for face in die.faces]))

    @property
    def endless(self) -> bool:
        """Whether any of their dice may explode any number of times."""
        return any(die.endless for _, die in self.hands)


def alone(die: Any) -> Any:
    """The one kind of dice of a hand that has no other."""
    return die.kinds[0][0] if isinstance(die, Mixed) and len(die.kinds) == 1 else die


def size_and_die(size: Any, die: Die | int) -> tuple[Any, Die | Mixed]:
    """The number of dice and their kind: `size` is a number, or a list of dice, each a Die or a number of sides.

    Dice of a list are a mixed hand, also where all are of one kind.

    Raises RuleError (rule/dice) for dice with numbers and dice with symbols in one hand.

    >>> size_and_die(2, 8)[1] == Die(8), size_and_die([8, 8], 6)[1] == Mixed(((Die(8), 2),))
    (True, True)
    >>> [(die.sides, count) for die, count in size_and_die([6, 8, 8, 10], 6)[1].kinds]
    [(6, 1), (8, 2), (10, 1)]
    """
    if not isinstance(size, list | tuple):
        return size, a_die(die)
    counts = Counter(map(a_die, size))
    if not counts:
        return 0, a_die(die)
    if len({type(kind.faces[0]) for kind in counts}) > 1:
        raise wrong_dice(f"Dice with symbols and dice with numbers are rolled one after the other: {shown(size)}.")
    return len(size), Mixed(tuple(counts.items()))


class Landed(NamedTuple):
    """One die of a mixed hand as it lies there. Greater ones come first: by the face, then the fewest sides."""

    face: Face
    fewer: int
    """Its sides, below 0."""
    otherwise: str
    """Anything else that dice differ in."""
    die: Any

    @classmethod
    def of(cls, face: Face, die: Any) -> "Landed":
        """A face of a die.

        >>> Landed.of(6, Die(6)) > Landed.of(6, Die(8)) > Landed.of(5, Die(6))
        True
        """
        return cls(face, -die.sides, str(tuple(die)), die)


class Sided:
    """The face of one die of a mixed hand as a rule sees it: it counts like any other, and has the `sides` of its die.

    While a rule is solved, the sides may be a late number, as the face is.
    """

    sides: Any
    die: Any = None
    """The die itself, where it lies there."""

    def __repr__(self) -> str:
        return said(self)

    __str__ = __repr__


class SidedNumber(Sided, int):
    """A number on one die of a mixed hand.

    >>> six = with_sides(6, 8)
    >>> six + 1, six, six.sides, six == 6
    (7, 6 (d8), 8, True)
    """


class SidedSymbols(Sided, tuple[str, ...]):
    """The symbols on one die of a mixed hand."""


def with_sides(face: Any, sides: Any) -> Any:
    """A face, known or still to be decided, with the sides of its die."""
    if isinstance(face, OpenNumber):
        sided: Any = face.on_a_die(sides)
        return sided
    sided = (SidedSymbols if type(face) is tuple else SidedNumber)(face)
    sided.sides = sides
    return sided


@lru_cache(maxsize=512)
def landed(face: Face, die: Any) -> Any:
    """A face of a die of a mixed hand, as a rule sees it.

    >>> landed(6, Die(8)) == landed(6, Die(6)), landed(6, Die(8)).sides
    (True, 8)
    """
    sided = with_sides(face, die.sides)
    sided.die = die
    return sided


def seen(dice: Iterable[Any]) -> tuple[Any, ...]:
    """Dice as a rule sees them: those of a mixed hand with their sides."""
    return tuple([landed(face.face, face.die) if type(face) is Landed else face for face in dice])


def one_of(dice: Iterable[Any], face: Any) -> Any:
    """The first of some dice that is what a rule calls so: a die that it saw, or any die with this face; else None."""
    die = getattr(face, "die", None)
    wanted = bare(face) if die is None else Landed.of(bare(face), die)
    return next((each for each in dice if (each if die else bare(each)) == wanted), None)


def bare(face: Any) -> Face:
    """The face alone, without its die."""
    if type(face) is Landed:
        return face.face
    if isinstance(face, Sided):
        return tuple(face) if isinstance(face, SidedSymbols) else int(face)  # type: ignore[call-overload]
    return face


def falling(dice: Iterable[Any]) -> list[Any]:
    """The dice of a hand, the highest first; of equal ones that with the fewest sides first.

    >>> seen(falling([Landed.of(4, Die(8)), Landed.of(4, Die(6)), Landed.of(5, Die(6))]))
    (5 (d6), 4 (d6), 4 (d8))
    """
    return sorted(dice, reverse=True)


def said(face: Face) -> str:
    """A face in words.

    >>> said(5), said(("advantage", "success")), said(())
    ('5', 'advantage success', 'blank')
    """
    if isinstance(face, Landed | Sided):
        return f"{said(bare(face))} (d{face.die.sides if isinstance(face, Landed) else face.sides})"
    return (" ".join(face) or "blank") if isinstance(face, tuple) else str(face)
