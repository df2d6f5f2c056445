"""Dice: their sides, and faces that are rerolled or explode."""

from collections.abc import Callable, Container, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, log
from operator import index
from typing import Any, NamedTuple, Self

from sixfold.base.arguments import whole
from sixfold.base.bounds import EXPLOSIONS, SIDES
from sixfold.base.printable import shown
from sixfold.base.throw import sides_shown
from sixfold.errors import RuleError, wrong_dice

Symbols = tuple[str, ...]
"""The symbols on a face, in alphabetical order; none on a blank one."""

Face = Any
"""The face that a die shows: a whole number, or symbols."""


def free(units: int) -> None:
    """A charge that does nothing."""


def chain_length(going: Fraction, tolerance: Fraction) -> int:
    """Throws after which a chain that goes on with this probability has ended, but for the tolerance (about).

    >>> chain_length(Fraction(1, 6), Fraction(1, 1000))
    4
    """
    if not going:
        return 1
    logs = [log(f.numerator) - log(f.denominator) for f in (tolerance, going)]
    return max(1, ceil(logs[0] / logs[1]))


class Weights(NamedTuple):
    """Whole-number weight of each value of a die, and the sum of all weights.

    The rest of the sum are chains that are left out: `longer` is their least value, None where there is none.
    """

    ways: dict[Face, int]
    scale: int
    longer: int | None = None


class _Die(NamedTuple):
    sides: int
    lowest: int
    reroll: frozenset[Face]
    once: bool
    explode: frozenset[Face]
    shows: tuple[Face, ...]
    depth: int | None
    first: bool
    counting: frozenset[Face] | None


class Die(_Die):
    """One kind of die.

    `sides` 1 to 1,000; faces run from `lowest` up (a ten-sided die of a percentile starts at 0).
    A face in `reroll`, which is one or several, is thrown again (until it is gone, or at most once with `once`).
    A face in `explode` stays and adds another throw of the same die, which may explode in its turn, at most `depth`
    times (0 to 100; without it there is no limit): the die counts as one die that shows the sum.
    With `first` only the first throw is rerolled, and none that an explosion adds.
    With `counting`, which is one face or several, the die counts as the number of its throws that show one of them.
    A die with faces of its own is made with `Die.of`: `shows` are these, in order.
    Raises BoundsError for another number of sides, RuleError (rule/endless) for a die that would never lie still.

    >>> Die(6).faces, Die(8, explode={8}).explode
    (range(1, 7), frozenset({8}))
    """

    __slots__ = ()

    def __new__(
        cls,
        sides: int = 6,
        lowest: int = 1,
        reroll: Iterable[Face] | Face = (),
        once: bool = False,
        explode: Iterable[Face] | Face = (),
        shows: Iterable[Face] = (),
        depth: int | None = None,
        first: bool = False,
        counting: Iterable[Face] | Face | None = None,
    ) -> Self:
        own = tuple(shows)
        faces = own or range(lowest, lowest + whole(sides, "How many sides a die has", 1, SIDES))
        again, more = _faces_of(reroll, own), _faces_of(explode, own)
        if depth is not None:
            whole(depth, "How often a die explodes", 0, EXPLOSIONS)
        if again or more:
            for face in again | more:
                if face not in faces:
                    raise wrong_dice(f"A d{sides} has no face {shown(face)} to throw again.")
            stays = set(faces) - (frozenset() if once else again)
            ends = (set(faces) if first else stays) - more
            if not stays or (depth is None and not ends):
                raise RuleError("rule/endless", "Every face of this die is thrown again, so this would never end.")
        counted = None if counting is None else _faces_of(counting, own)
        return super().__new__(cls, sides, lowest, again, once, more, own, depth, first, counted)

    @classmethod
    def of(
        cls,
        *faces: int | str | tuple[str, ...],
        reroll: Iterable[int | str] | int | str = (),
        once: bool = False,
        explode: Iterable[int | str] | int | str = (),
        depth: int | None = None,
        first: bool = False,
    ) -> Self:
        """A die with faces of its own, side by side: numbers, names of symbols, or a tuple of symbols for one face.

        An empty tuple is a blank face. Faces to reroll or explode are numbers, or symbols that they show. On a real
        table a plain die of as many sides is used instead: you type its sides, and Sixfold tells you their faces.
        Raises RuleError (rule/dice) for other faces, or for numbers and symbols on one die; BoundsError for too many.

        >>> average = Die.of(2, 3, 3, 4, 4, 5)
        >>> average.weights(Fraction(0)).ways
        {2: 1, 3: 2, 4: 2, 5: 1}
        >>> ability = Die.of((), "success", "success", ("success", "advantage"))
        >>> ability.sides, ability.told
        (4, '1 is blank, 2 to 3 are success, 4 is advantage success')
        """
        sides = whole(len(faces), "How many sides a die has", 1, SIDES)
        if all(type(face) is int for face in faces):
            own: Sequence[Face] = faces
        elif len(faces) == 1 and not isinstance(faces[0], str):
            raise wrong_dice(f"The faces of a die are separate arguments, as in Die.of(1, 2, 3), not {shown(faces)}.")
        else:
            own = [_symbols(face, faces) for face in faces]
        return cls(sides, 1, reroll, once, explode, own, depth, first)

    @property
    def faces(self) -> Sequence[Face]:
        """The face on each side, in order."""
        return self.shows or self.numbers

    @property
    def numbers(self) -> range:
        """The numbers that players type for the sides; for most dice these are the faces."""
        return range(self.lowest, self.lowest + self.sides)

    def shown(self, number: int) -> Face:
        """Return what the side with this number shows."""
        return self.shows[number - 1] if self.shows else number

    @property
    def signs(self) -> tuple[str, ...]:
        """The texts on the sides of a die with faces of its own, in order: −, 0 and + on a Fudge die.

        >>> Die.of(-1, 0, 1).signs, Die.of(2, 3, 4).signs, Die.of("hit", ("hit", "miss"), ()).signs, Die(6).signs
        (('−', '0', '+'), ('2', '3', '4'), ('hit', 'hit miss', 'blank'), ())
        """
        signs = {-1: "−", 0: "0", 1: "+"}
        if set(self.shows) == set(signs):
            return tuple([signs[face] for face in self.shows])
        return tuple(
            [(" ".join(face) or "blank") if type(face) is tuple else str(face).replace("-", "−") for face in self.shows]
        )

    @property
    def endless(self) -> bool:
        """Whether it may explode any number of times."""
        return bool(self.explode) and self.depth is None

    @property
    def told(self) -> str:
        """A sentence that says which sides show what, for a die with custom faces."""
        return sides_shown(self.signs)

    @property
    def plain(self) -> bool:
        """No face is thrown again, and each is worth what it shows."""
        return not self.reroll and not self.explode and self.counting is None

    def worth(self, face: Face) -> Face:
        """Return the value that a throw with this face adds to the die.

        >>> Die(6).worth(5), Die(6, counting={5, 6}).worth(5), Die(6, counting={5, 6}).worth(4)
        (5, 1, 0)
        """
        return face if self.counting is None else int(face in self.counting)

    def weights(self, tolerance: Fraction, charge: Callable[[int], None] = free) -> Weights:
        """Whole-number weight of each value, the sum that all weights would have, and what is left out.

        Rerolled dice are exact: a face thrown again until it is gone leaves the others equally likely.
        An exploding die has no highest value; chains rarer than `tolerance` (probability) are left out,
        so that the weights may add up to less than the sum. `charge` is told of the work before it is done.

        >>> Die(6, reroll=frozenset({1}), once=True).weights(Fraction(0))
        Weights(ways={1: 1, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7}, scale=36, longer=None)
        >>> Die(2, explode=frozenset({2})).weights(Fraction(1, 4))
        Weights(ways={1: 2, 3: 1}, scale=4, longer=5)
        """
        single, scale = self._thrown(True)
        if not self.explode:
            return Weights(self._worths(single), scale)
        return self._exploded((single, scale), self._thrown(not self.first), tolerance, charge)

    def _thrown(self, rerolled: bool) -> tuple[dict[Face, int], int]:
        """The weight of each face of one throw, and their sum."""
        single: dict[Face, int] = dict.fromkeys(self.faces, 1)
        if self.shows:
            single = {face: self.shows.count(face) for face in single}
        again = sum([w for face, w in single.items() if face in self.reroll])
        if not again or not rerolled:
            return single, self.sides
        if self.once:
            return (
                {f: w * (again + (0 if f in self.reroll else self.sides)) for f, w in single.items()},
                self.sides**2,
            )
        return {face: w for face, w in single.items() if face not in self.reroll}, self.sides - again

    def _exploded(
        self,
        first: tuple[dict[Face, int], int],
        later: tuple[dict[Face, int], int],
        tolerance: Fraction,
        charge: Callable[[int], None],
    ) -> Weights:
        """The sums of chains: of any length but for the tolerance, or with a `depth` of at most so many throws more."""
        going = [
            Fraction(sum([w for face, w in ways.items() if face in self.explode]), n) for ways, n in (first, later)
        ]
        if not going[0]:
            return Weights(self._worths(first[0]), first[1])
        throws = chain_length(max(going), tolerance) if self.depth is None else self.depth + 1
        (single, scale), (_, after) = first, later
        digits = throws * max(scale, after).bit_length() // 30
        values: dict[Face, int] = {}
        symbols = type(self.faces[0]) is tuple and self.counting is None
        chains: dict[Face, int] = {() if symbols else 0: 1}
        for length in range(1, throws + 1):
            charge(len(chains) * len(single) * (3 + digits // 20))
            rest = after ** (throws - length)
            following: dict[Face, int] = {}
            for so_far, ways in chains.items():
                for face, w in single.items():
                    value = chained(so_far, self.worth(face))
                    if face in self.explode and (length < throws or self.depth is None):
                        following[value] = following.get(value, 0) + ways * w
                    else:
                        values[value] = values.get(value, 0) + ways * w * rest
            chains, single = following, later[0]
        scale *= after ** (throws - 1)
        if not chains or symbols or min(map(self.worth, self.explode)) < 0:
            return Weights(values, scale)
        return Weights(values, scale, min(chains) + min(map(self.worth, later[0])))

    def _worths(self, single: dict[Face, int]) -> dict[Face, int]:
        """The weight of what each face is worth."""
        if self.counting is None:
            return single
        counted = sum([ways for face, ways in single.items() if self.worth(face)])
        both = {0: sum(single.values()) - counted, 1: counted}
        return {value: ways for value, ways in both.items() if ways}


def _symbols(face: Any, faces: Sequence[Any]) -> Symbols:
    """The symbols of one face. Raises RuleError (rule/dice) for a face that is not made of names."""
    names = (face,) if isinstance(face, str) else face
    if not isinstance(names, tuple) or not all(isinstance(name, str) and name for name in names):
        raise wrong_dice(f"The faces of a die are whole numbers, or names, or tuples of names: not {shown(faces)}.")
    return tuple(sorted(names))


def _faces_of(wanted: Any, own: Sequence[Face]) -> frozenset[Face]:
    """The faces that are said, or that show symbols that are said. Raises RuleError (rule/dice) for what is no face."""
    if isinstance(wanted, bool):
        raise wrong_dice(f"Which faces these are is said by their numbers, as explode=6: not {wanted}.")
    try:
        faces = frozenset([wanted] if isinstance(wanted, int | str) else wanted)
    except TypeError:
        raise wrong_dice(f"Faces are whole numbers, as {{6}} or {{1, 2}}: not {shown(wanted)}.") from None
    if faces and own and type(own[0]) is tuple:
        for name in faces:
            if not any(is_among(face, {name}) for face in own):
                raise wrong_dice(f"No face of this die shows {shown(name)} to throw again.")
        return frozenset([face for face in own if is_among(face, faces)])
    return faces


def chained(so_far: Face, more: Face) -> Face:
    """Return what a die that exploded shows in all: a sum, or symbols in alphabetical order.

    >>> chained(6, 2), chained(("hit",), ("burst", "hit"))
    (8, ('burst', 'hit', 'hit'))
    """
    return tuple(sorted(so_far + more)) if type(so_far) is tuple else so_far + more


def is_among(face: Face, which: Container[Any]) -> bool:
    """Whether a face is one of these, or shows one of these symbols."""
    return face in which or (isinstance(face, tuple) and any(name in which for name in face))


def a_die(die: Die | int) -> Die:
    """A kind of die, or the plain one of so many sides.

    >>> a_die(8) == Die(8)
    True
    """
    if isinstance(die, Die):
        return die
    return _plain(index(die)) if isinstance(die, int) and not isinstance(die, bool) else Die(die)


@lru_cache(maxsize=64)
def _plain(sides: int) -> Die:
    return Die(sides)


D6 = Die(6)
D10 = Die(10, lowest=0)
