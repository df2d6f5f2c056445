"""In how many ways a hand answers its folds: every face of every die, without visiting any of them.

The sweep goes over faces, not dice. A state is what the folds still have to remember, and how many dice are
left for the faces below; equal states merge. The sum of one summing fold is no state: it is the exponent of a
packed polynomial. Three shortcuts keep large hands small, none of which knows a game:

- a fold that is settled leaves, and when all are, the dice left are one power;
- faces that no open fold cares about are one block, whose dice are one power;
- states that settle alike are added up first, and multiplied by that power once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import comb
from typing import Any

from sixfold.bounds import WORK
from sixfold.errors import OddsError
from sixfold.folds import Fold, Ranked
from sixfold.packed import ZERO, Packed, add, multiply, pack, power

Faces = tuple[tuple[int, int], ...]
"""The values of one die, highest first, each with its whole-number weight."""


class Slot:
    """Stands for the packed number among the answers."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "SLOT"


SLOT = Slot()

Ways = dict[tuple[Any, ...], Packed]
"""Answers, with SLOT for the packed sum, and their ways. Without a summing fold the powers are all x**0."""


class Ledger:
    """Counts the work of one exact answer and stops it when it costs too much."""

    def __init__(self, allowance: int = WORK) -> None:
        self.left = allowance

    def charge(self, units: int) -> None:
        """Pay for `units` of work: about 64 bits added or multiplied each."""
        self.left -= units
        if self.left < 0:
            raise OddsError(
                "odds/too-large",
                "The exact odds of this check would take more work than one evaluation may. "
                "Ask for fewer dice, fewer sides, a lower threshold or a larger tolerance.",
            )


class Blocks:
    """Powers of runs of faces, made when wanted: (sum of weight * x**value over faces i to j)**n."""

    def __init__(self, faces: Faces, width: int, ledger: Ledger) -> None:
        self.faces = faces
        self.width = width
        self.ledger = ledger
        self._tables: dict[tuple[int, int], list[Packed]] = {}
        self._counts: dict[tuple[int, int], int] = {}

    def power(self, first: int, last: int, exponent: int, summed: bool) -> Packed:
        """The power `exponent` of the faces `first` to `last` (exclusive); not `summed`: their number."""
        if not exponent:
            return (0, 1)
        key = (first, last)
        if not summed:
            count = self._counts.get(key)
            if count is None:
                count = self._counts[key] = sum(w for _, w in self.faces[first:last])
            return (0, count**exponent)
        table = self._tables.get(key)
        if table is None:
            base = pack(dict(self.faces[first:last]), self.width)
            table = self._tables[key] = [(0, 1), base]
        while len(table) <= exponent:
            self.ledger.charge(1 + (table[-1][1].bit_length() >> 6) * (last - first))
            table.append(multiply(table[-1], table[1]))
        return table[exponent]


def ways(size: int, faces: Faces, folds: Sequence[Fold], width: int, ledger: Ledger | None = None) -> Ways:
    """The joint ways of the folds' answers over all faces of `size` dice.

    >>> from sixfold.folds import highest, of_a_kind
    >>> six = tuple((face, 1) for face in range(6, 0, -1))
    >>> joint = ways(3, six, [of_a_kind(3)], 64)
    >>> joint[(True,)], joint[(False,)]
    ((0, 6), (0, 210))
    """
    ledger = ledger or Ledger()
    blocks = Blocks(faces, width, ledger)
    if len(folds) == 1 and isinstance(folds[0], Ranked):
        edge = _one_edge(folds[0], size)
        if edge is not None:
            return {(SLOT,): _ranked(size, edge[0], edge[1], blocks)}
    return _Sweep(size, folds, blocks).run()


def _one_edge(fold: Ranked, size: int) -> tuple[int, bool] | None:
    """A fold that keeps everything above, or everything below, one rank: (rank, keeps above)."""
    skip, take = fold.start(size)
    if skip == 0 or take == 0:
        return (min(take, size), True)
    if skip + take >= size:
        return (min(skip, size), False)
    return None


def _ranked(size: int, rank: int, above: bool, blocks: Blocks) -> Packed:
    """The sum of the `rank` highest dice, or of the others.

    Split at the face that the die at that rank shows: the dice above it and those below it are each the
    power of a polynomial, one summed and one only counted, and the dice on the face are split by the rank.
    """
    faces, width, ledger = blocks.faces, blocks.width, blocks.ledger
    last = len(faces)
    if rank in (0, size):
        kept = size if (rank == size) == above else 0
        dropped = size - kept
        summed = _power(blocks, kept) if kept else (0, 1)
        return multiply(summed, blocks.power(0, last, dropped, False))
    result: Packed = ZERO
    for at, (face, w) in enumerate(faces):
        # A die is above the face, on it, or below it; the side that is summed is the outer loop.
        kept_side, other_side = ((0, at), (at + 1, last)) if above else ((at + 1, last), (0, at))
        keep = rank if above else size - rank
        other_count = sum(weight for _, weight in faces[other_side[0] : other_side[1]])
        for kept_beyond in range(keep):
            # `kept_beyond` dice lie beyond the face on the summed side, the other kept ones on the face.
            remaining = size - kept_beyond
            needed = keep - kept_beyond
            ways_left = sum(
                comb(remaining, on_face) * w**on_face * other_count ** (remaining - on_face)
                for on_face in range(needed, remaining + 1)
            )
            if not ways_left or (kept_beyond and kept_side[0] == kept_side[1]):
                continue
            low, bits = blocks.power(*kept_side, kept_beyond, True)
            ledger.charge(1 + (bits.bit_length() >> 6))
            term = (low + needed * face, bits * (comb(size, kept_beyond) * ways_left))
            result = add(result, term, width)
    return result


def _power(blocks: Blocks, exponent: int) -> Packed:
    """All dice summed: one big power, by squaring."""
    faces = blocks.faces
    base = pack(dict(faces), blocks.width)
    spread = (faces[0][0] - faces[-1][0]) * exponent + 1
    words = 1 + spread * blocks.width // 64
    blocks.ledger.charge(words + int((words / 16) ** 1.6))
    return power(base, exponent)


class _Sweep:
    """The sweep over the faces, from the highest to the lowest."""

    def __init__(self, size: int, folds: Sequence[Fold], blocks: Blocks) -> None:
        self.size = size
        self.folds = folds
        self.blocks = blocks
        self.main = next((i for i, fold in enumerate(folds) if fold.sums), -1)
        self.others = [i for i, fold in enumerate(folds) if fold.sums and i != self.main]
        self.settled: dict[tuple[int, int, bool, tuple[Any, ...]], Packed] = {}

    def run(self) -> Ways:
        faces, width = self.blocks.faces, self.blocks.width
        start = (self.size, tuple(f.start(self.size) for f in self.folds), (0,) * len(self.others))
        layers: list[dict[Any, Packed]] = [{} for _ in range(len(faces) + 1)]
        layers[0][start] = (0, 1)
        for at in range(len(faces)):
            for state, poly in layers[at].items():
                self._visit(at, state, poly, layers)
            layers[at] = {}
        for state, poly in layers[len(faces)].items():
            if state[0] == 0:
                self._settle(len(faces), state, False, poly)
        result: Ways = {}
        for (at, left, summed, answers), poly in self.settled.items():
            rest = self.blocks.power(at, len(faces), left, summed)
            self._charge(poly, rest)
            result[answers] = add(result.get(answers, ZERO), multiply(poly, rest), width)
        return {answers: poly for answers, poly in result.items() if poly[1]}

    def _visit(self, at: int, state: Any, poly: Packed, layers: list[dict[Any, Packed]]) -> None:
        left, states, _ = state
        until, summed = self._attention(at, left, states)
        last = len(self.blocks.faces)
        if until == last:
            self._settle(at, state, summed, poly)
        elif until > at:
            self._block(at, until, state, summed, poly, layers)
        else:
            self._face(at, state, poly, layers)

    def _attention(self, at: int, left: int, states: tuple[Any, ...]) -> tuple[int, bool]:
        """The next face that an open fold cares about, and whether dice until there are summed."""
        faces = self.blocks.faces
        until = len(faces)
        summed = False
        for index, (fold, state) in enumerate(zip(self.folds, states, strict=True)):
            rest = fold.rest(state, left)
            if rest is None:
                at_fold = at
                while at_fold < until and not fold.cares(faces[at_fold][0]):
                    at_fold += 1
                until = min(until, at_fold)
            elif rest:
                if index != self.main:
                    return at, False
                summed = True
        return until, summed

    def _settle(self, at: int, state: Any, summed: bool, poly: Packed) -> None:
        left, states, sums = state
        answers: list[Any] = []
        carried = iter(sums)
        for index, (fold, fold_state) in enumerate(zip(self.folds, states, strict=True)):
            if index == self.main:
                answers.append(SLOT)
            elif fold.sums:
                answers.append(next(carried))
            else:
                answers.append(fold.answer(fold_state))
        key = (at, left, summed, tuple(answers))
        self.settled[key] = add(self.settled.get(key, ZERO), poly, self.blocks.width)

    def _block(
        self,
        at: int,
        until: int,
        state: Any,
        summed: bool,
        poly: Packed,
        layers: list[dict[Any, Packed]],
    ) -> None:
        left, states, sums = state
        layer, width = layers[until], self.blocks.width
        for count in range(left + 1):
            within = self.blocks.power(at, until, count, summed)
            self._charge(poly, within)
            low, bits = multiply(poly, within)
            moved = (left - count, states, sums)
            term = (low, bits * comb(left, count))
            layer[moved] = add(layer.get(moved, ZERO), term, width)

    def _face(self, at: int, state: Any, poly: Packed, layers: list[dict[Any, Packed]]) -> None:
        left, states, sums = state
        face, w = self.blocks.faces[at]
        layer, width, folds, main = layers[at + 1], self.blocks.width, self.folds, self.main
        low, bits = poly
        final = at + 1 == len(self.blocks.faces)
        self.blocks.ledger.charge((1 + (bits.bit_length() >> 6)) * (1 if final else left + 1))
        choices, factor = 1, 1
        for count in range(left + 1):
            if count:
                choices = choices * (left - count + 1) // count
                factor *= w
            if final and count < left:
                continue
            shift = 0
            moved_states = []
            moved_sums = list(sums)
            carried = 0
            for index, fold in enumerate(folds):
                following, took = fold.step(states[index], face, count)
                moved_states.append(following)
                if index == main:
                    shift = took * fold.worth(face)
                elif fold.sums:
                    moved_sums[carried] += took * fold.worth(face)
                    carried += 1
            moved = (left - count, tuple(moved_states), tuple(moved_sums))
            term = (low + shift, bits * (choices * factor))
            layer[moved] = add(layer.get(moved, ZERO), term, width)

    def _charge(self, a: Packed, b: Packed) -> None:
        longer, shorter = a[1].bit_length(), b[1].bit_length()
        if longer < shorter:
            longer, shorter = shorter, longer
        self.blocks.ledger.charge(1 + (longer >> 6) * (1 + (shorter >> 10)))


def picks(
    size: int,
    faces: Faces,
    count: int,
    preference: Callable[[tuple[int, ...]], Any],
    ledger: Ledger | None = None,
) -> dict[tuple[int, ...], int]:
    """The ways in which each choice of `count` dice is the preferred one that the hand offers.

    Every choice is ranked once; a hand then offers the first of them that it holds. What a hand holds is
    written as bits, `count` for each face: one for each die of that face, as far as a choice can use them.
    """
    ledger = ledger or Ledger()
    values = [value for value, _ in faces]
    take = min(count, size)
    choices = list(_multisets(values, take))
    ledger.charge(len(choices) * 4)
    choices.sort(key=preference, reverse=True)
    column = {value: index * count for index, value in enumerate(values)}
    ranked = [(_bits(choice, column), choice) for choice in choices]
    holdings: dict[tuple[int, int], int] = {(size, 0): 1}
    for at, (_, w) in enumerate(faces):
        following: dict[tuple[int, int], int] = {}
        final = at + 1 == len(faces)
        for (left, held), number in holdings.items():
            ledger.charge(left + 1)
            for n in range(left if final else 0, left + 1):
                bits = held | (((1 << min(n, count)) - 1) << (at * count))
                key = (left - n, bits)
                following[key] = following.get(key, 0) + number * comb(left, n) * w**n
        holdings = following
    result: dict[tuple[int, ...], int] = {}
    for (_, held), number in holdings.items():
        ledger.charge(4)
        choice = next(choice for bits, choice in ranked if not bits & ~held)
        result[choice] = result.get(choice, 0) + number
    return result


def _multisets(values: Sequence[int], count: int) -> list[tuple[int, ...]]:
    if count == 0:
        return [()]
    return [(value, *rest) for index, value in enumerate(values) for rest in _multisets(values[index:], count - 1)]


def _bits(choice: tuple[int, ...], column: dict[int, int]) -> int:
    bits = 0
    for value in set(choice):
        bits |= ((1 << choice.count(value)) - 1) << column[value]
    return bits


def tallies(weights: Sequence[int], depth: int) -> list[tuple[tuple[int, ...], int]]:
    """Every count of repeated values with up to `depth` in all, and the ways that they fall in any order."""
    result: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for w in weights:
        powers = list(accumulate([1] + [w] * depth, lambda a, b: a * b))
        grown: list[tuple[tuple[int, ...], int]] = []
        for counts, number in result:
            used = sum(counts)
            grown.extend(((*counts, n), number * comb(used + n, n) * powers[n]) for n in range(depth - used + 1))
        result = grown
    return result
