"""What a die is: its sides, and what happens to faces that are thrown again."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil, log
from typing import NamedTuple, Self

from sixfold.bounds import SIDES
from sixfold.errors import RuleError
from sixfold.given import whole
from sixfold.printable import shown


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

    ways: dict[int, int]
    scale: int
    longer: int | None = None


class _Die(NamedTuple):
    sides: int
    lowest: int
    reroll: frozenset[int]
    once: bool
    explode: frozenset[int]
    shows: tuple[int, ...]
    names: tuple[str, ...]


class Die(_Die):
    """One kind of die.

    `sides` 1 to 1,000; faces run from `lowest` up (a ten-sided die of a percentile starts at 0).
    A face in `reroll`, which is one or several, is thrown again (until it is gone, or at most once with `once`).
    A face in `explode` stays and adds another throw of the same die, which may explode in its turn:
    the die counts as one die that shows the sum.
    A die with faces of its own is made with `Die.of`: `shows` are these, side by side, `names` what they are called.
    Raises BoundsError for another number of sides, RuleError (rule/endless) for a die that would never lie still.

    >>> Die(6).faces, Die(8, explode={8}).explode
    (range(1, 7), frozenset({8}))
    """

    __slots__ = ()

    def __new__(
        cls,
        sides: int = 6,
        lowest: int = 1,
        reroll: Iterable[int] | int = (),
        once: bool = False,
        explode: Iterable[int] | int = (),
        shows: Iterable[int] = (),
        names: Iterable[str] = (),
    ) -> Self:
        own = tuple(shows)
        faces = own or range(lowest, lowest + whole(sides, "How many sides a die has", 1, SIDES))
        again, more = _faces_of(reroll), _faces_of(explode)
        if again or more:
            for face in again | more:
                if face not in faces:
                    raise RuleError("rule/dice", f"A d{sides} has no face {shown(face)} to throw again.")
            rests = set(faces) - more
            if not (rests if once else rests - again):
                raise RuleError("rule/endless", "Every face of this die is thrown again, so this would never end.")
        return super().__new__(cls, sides, lowest, again, once, more, own, tuple(names))

    @classmethod
    def of(
        cls, *faces: int | str, reroll: Iterable[int] | int = (), once: bool = False, explode: Iterable[int] | int = ()
    ) -> Self:
        """A die with faces of its own, side by side: numbers, or the names of symbols.

        Symbols are numbered from 1 as they come up first: `face` tells the number of a name. On a real table a plain
        die of as many sides stands for it, and its sides are typed; what they show is told.
        Raises RuleError (rule/dice) for faces that are no numbers and no names, or both, BoundsError for too many.

        >>> average = Die.of(2, 3, 3, 4, 4, 5)
        >>> average.weights(Fraction(0)).ways
        {2: 1, 3: 2, 4: 2, 5: 1}
        >>> zombie = Die.of("brain", "brain", "brain", "feet", "feet", "shot")
        >>> zombie.face("shot"), zombie.sides, zombie.told
        (3, 6, '1 to 3 brain, 4 to 5 feet, 6 shot')
        """
        sides = whole(len(faces), "How many sides a die has", 1, SIDES)
        if all(type(face) is int for face in faces):
            return cls(sides, 1, reroll, once, explode, [face for face in faces if isinstance(face, int)])
        if not all(type(face) is str and face for face in faces):
            raise RuleError("rule/dice", f"The faces of a die are whole numbers, or names: not {shown(faces)}.")
        names = list(dict.fromkeys(map(str, faces)))
        return cls(sides, 1, reroll, once, explode, [names.index(str(face)) + 1 for face in faces], names)

    @property
    def faces(self) -> Sequence[int]:
        """What the sides show, side by side."""
        return self.shows or self.numbers

    @property
    def numbers(self) -> range:
        """The numbers that players type for the sides; for most dice these are the faces."""
        return range(self.lowest, self.lowest + self.sides)

    def shown(self, number: int) -> int:
        """Return what the side with this number shows."""
        return self.shows[number - 1] if self.shows else number

    @property
    def signs(self) -> tuple[str, ...]:
        """What stands on the sides of a die with faces of its own, side by side: −, 0 and + on a Fudge die.

        >>> Die.of(-1, 0, 1).signs, Die.of(2, 3, 4).signs, Die.of("hit", "miss").signs, Die(6).signs
        (('−', '0', '+'), ('2', '3', '4'), ('hit', 'miss'), ())
        """
        if self.names:
            return tuple(self.names[face - 1] for face in self.shows)
        signs = {-1: "−", 0: "0", 1: "+"}
        fudge = set(self.shows) == set(signs)
        return tuple(signs[face] if fudge else str(face).replace("-", "−") for face in self.shows)

    def face(self, name: str) -> int:
        """Return the number of a symbol. Raises RuleError (rule/dice) for a name that the die does not have."""
        if name not in self.names:
            has = f"it has {', '.join(self.names)}" if self.names else "it has numbers"
            raise RuleError("rule/dice", f"This die has no symbol {shown(name)}: {has}.")
        return self.names.index(name) + 1

    def called(self, face: int) -> str:
        """Return a face in words: the name of a symbol, or the number."""
        return self.names[face - 1] if self.names else f"× {face}"

    @property
    def told(self) -> str:
        """A sentence that says which sides show what, for a die with custom faces."""
        spans: list[list[int]] = []
        for side, face in enumerate(self.shows, 1):
            if spans and self.shows[side - 2] == face:
                spans[-1][1] = side
            else:
                spans.append([side, side, face])
        return ", ".join(
            f"{first} to {last} {self._said(face)}" if last > first else f"{first} {self._said(face)}"
            for first, last, face in spans
        )

    def _said(self, face: int) -> str:
        return self.names[face - 1] if self.names else f"shows {face}"

    @property
    def plain(self) -> bool:
        """No face is thrown again."""
        return not self.reroll and not self.explode

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
        single: dict[int, int] = dict.fromkeys(self.faces, 1)
        if self.shows:
            single = {face: self.shows.count(face) for face in single}
        scale = self.sides
        if self.reroll:
            again = sum([w for face, w in single.items() if face in self.reroll])
            if self.once:
                single = {f: w * (again + (0 if f in self.reroll else self.sides)) for f, w in single.items()}
                scale = self.sides**2
            else:
                single = {face: w for face, w in single.items() if face not in self.reroll}
                scale = sum(single.values())
        if not self.explode:
            return Weights(single, scale)
        return self._exploded(single, scale, tolerance, charge)

    def _exploded(
        self, single: dict[int, int], scale: int, tolerance: Fraction, charge: Callable[[int], None]
    ) -> Weights:
        again = {face: w for face, w in single.items() if face in self.explode}
        ends = {face: w for face, w in single.items() if face not in self.explode}
        if not again:
            return Weights(single, scale)
        depth = chain_length(Fraction(sum(again.values()), scale), tolerance)
        digits = depth * scale.bit_length() // 30
        values: dict[int, int] = {}
        chains: dict[int, int] = {0: 1}
        for length in range(1, depth + 1):
            charge(len(chains) * len(single) * (3 + digits // 20))
            rest = scale ** (depth - length)
            following: dict[int, int] = {}
            for so_far, ways in chains.items():
                for face, w in ends.items():
                    values[so_far + face] = values.get(so_far + face, 0) + ways * w * rest
                for face, w in again.items():
                    following[so_far + face] = following.get(so_far + face, 0) + ways * w
            chains = following
        return Weights(values, scale**depth, min(chains) + min(single) if min(again) >= 0 else None)


def _faces_of(said: Iterable[int] | int) -> frozenset[int]:
    """The faces that are said, one or several. Raises RuleError (rule/dice) for what are none."""
    if isinstance(said, bool):
        raise RuleError("rule/dice", f"Which faces these are is said by their numbers, as explode=6: not {said}.")
    try:
        return frozenset([said]) if isinstance(said, int) else frozenset(said)
    except TypeError:
        raise RuleError("rule/dice", f"Faces are whole numbers, as {{6}} or {{1, 2}}: not {shown(said)}.") from None


def a_die(said: Die | int) -> Die:
    """A kind of die, or the plain one of so many sides.

    >>> a_die(8) == Die(8)
    True
    """
    return said if isinstance(said, Die) else Die(said)


D6 = Die(6)
D10 = Die(10, lowest=0)
