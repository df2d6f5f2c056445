"""A hand gone through face by face, for any folds.

A state is what the folds still have to remember, and which dice are left for the faces below; equal states
merge. States that settle alike are added up first, and multiplied by the ways of the dice left once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.base.mappings import Memo, Numbered
from sixfold.rules.cards import OfCards
from sixfold.rules.folds import Fold
from sixfold.solving.counting.packed import IDENTITY, ZERO, Packed, Ways, add, multiply
from sixfold.solving.counting.pools import Cards, Drawn, Left, Pool
from sixfold.solving.counting.work_limit import Work

FoldStates = tuple[Any, ...]
"""The states of the folds."""

State = tuple[Left, int, tuple[int, ...]]
"""The dice left, the number of the states of the folds, and what all summing folds but the packed one have so far."""

FoldMove = tuple[int, int, tuple[int, ...]]
"""The number of the next states, and how many dice are taken by the packed and by the other summing folds."""

STEP_WORK = 25
"""Work of one step of a fold."""


STATE_BYTES = 250
"""Bytes of a state, beside its ways."""


class FaceByFace:
    """Goes through the faces of a hand, from the highest to the lowest."""

    def __init__(self, pool: Pool, folds: Sequence[Fold[Any]], packing: bool = True) -> None:
        self.pool = pool
        self.folds = folds
        self.main = next((i for i, fold in enumerate(folds) if packing and fold.sums), -1)
        """The sum that is packed; none without `packing`, where faces lie far apart."""
        self.others = [i for i, fold in enumerate(folds) if fold.sums and i != self.main]
        self.minds_faces = not all(fold.by_count for fold in folds)
        self.states: Numbered[FoldStates] = Numbered()
        """A number is found faster than all that folds remember."""
        self.layers: list[dict[State, Packed]] = [{} for _ in range(len(pool.faces) + 1)]
        self.bytes = [0] * len(self.layers)
        """The bytes that the states of each face take up."""
        pool.work.charge(5 * len(pool.faces) * len(folds))
        self.cared = [max([at for at, face in enumerate(pool.faces) if fold.cares(face)], default=-1) for fold in folds]
        """The last face that each fold cares about."""
        self.moves: dict[Any, FoldMove] = {}
        self.open: Memo[tuple[int, Any], tuple[list[int], bool] | None] = Memo(lambda key: self._open(*key))
        """For states and a number of dice left the last faces that open folds care about, and whether all dice that are
        left are summed; None where the next face counts in any case."""
        self.settled: dict[tuple[int, Any, bool, tuple[Any, ...]], Packed] = {}

    def run(self) -> Ways:
        """The joint ways of the folds' answers."""
        pool, last = self.pool, len(self.pool.faces)
        every: Left = pool.all
        size = pool.dice(every)
        start = self.states[tuple([fold.start(size) for fold in self.folds])]
        self.layers[0][every, start, (0,) * len(self.others)] = (0, 1)
        for at in range(last):
            for place, poly in self.layers[at].items():
                self._visit(at, place, poly)
            self.layers[at] = {}
            pool.work.keep(-self.bytes[at])
            if self.minds_faces:
                self.moves.clear()
        for place, poly in self.layers[last].items():
            self._settle(last, place, False, poly)
        result: Ways = {}
        for (at, left, summed, answers), poly in self.settled.items():
            rest = pool.rest(at, left, summed)
            pool.work.multiplying(poly[1].bit_length(), rest[1].bit_length())
            result[answers] = add(result.get(answers, ZERO), multiply(poly, rest), pool.width)
        return {answers: poly for answers, poly in result.items() if poly[1]}

    def _visit(self, at: int, place: State, poly: Packed) -> None:
        left, number, _ = place
        self.pool.work.charge(20)
        left_open = self.open[number, self.pool.dice(left)]
        if left_open is None or any(at <= last for last in left_open[0]):
            self._face(at, place, poly)
        else:
            self._settle(at, place, left_open[1], poly)

    def _open(self, number: int, left: Any) -> tuple[list[int], bool] | None:
        self.pool.work.charge(8 * len(self.folds))
        cared, summed = [], False
        for index, (fold, state) in enumerate(zip(self.folds, self.states.in_order[number], strict=True)):
            rest = fold.rest(state, left)
            if rest is None:
                cared.append(self.cared[index])
            elif rest:
                if index != self.main:
                    return None
                summed = True
        return cared, summed

    def _settle(self, at: int, place: State, summed: bool, poly: Packed) -> None:
        left, number, sums = place
        answers: list[Any] = []
        carried = iter(sums)
        self.pool.work.charge(STEP_WORK + 5 * len(self.folds))
        self.pool.work.adding(poly[1].bit_length(), 2)
        for index, (fold, state) in enumerate(zip(self.folds, self.states.in_order[number], strict=True)):
            if index == self.main:
                answers.append(IDENTITY)
            elif fold.sums:
                answers.append(next(carried))
            else:
                answers.append(fold.end(state))
        key = (at, left, summed, tuple(answers))
        self.settled[key] = add(self.settled.get(key, ZERO), poly, self.pool.width)

    def _face(self, at: int, place: State, poly: Packed) -> None:
        left, number, sums = place
        face = self.pool.faces[at]
        layer, moves, width = self.layers[at + 1], self.moves, self.pool.width
        low, bits = poly
        deals = self.pool.deals(at, left)
        self.pool.work.adding(bits.bit_length(), 3 * len(deals))
        self.pool.work.charge(3 * len(deals) * len(sums))
        worths = [self.folds[index].worth(face) for index in self.others]
        worth = self.folds[self.main].worth(face) if self.main >= 0 else 0
        before = len(layer)
        for count, kept, ways in deals:
            taken = 0
            moved = (kept, number, sums)
            if count:
                move = moves.get((number, count))
                if move is None:
                    move = moves[number, count] = self._move(number, face, count)
                following, taken, others = move
                if others:
                    moved = (kept, following, tuple([s + t * v for s, t, v in zip(sums, others, worths, strict=True)]))
                else:
                    moved = (kept, following, sums)
            term = (low + taken * worth, bits * ways)
            present = layer.get(moved)
            layer[moved] = term if present is None else add(present, term, width)
        size = (len(layer) - before) * (STATE_BYTES + (bits.bit_length() >> 3))
        self.pool.work.keep(size)
        self.bytes[at + 1] += size

    def _move(self, number: int, face: Any, count: Any) -> FoldMove:
        """Return the states after so many dice of a face; many folds are the same for every face."""
        self.pool.work.charge(STEP_WORK * (len(self.folds) + 1))
        steps = [
            fold.take(state, face, count) for fold, state in zip(self.folds, self.states.in_order[number], strict=True)
        ]
        states = tuple([step[0] for step in steps])
        # What is in a state is what finding it again takes.
        self.pool.work.charge(sum([20 * len(state) for state in states if isinstance(state, tuple | str)]))
        taken = steps[self.main][1] if self.main >= 0 else 0
        return self.states[states], taken, tuple([steps[index][1] for index in self.others])


def drawn_ways(cup: Sequence[int], size: int, folds: Sequence[Fold[Any]], width: int, work: Work) -> Ways:
    """The joint ways in which so many, drawn out of how many there are of each kind (1 first), answer folds.

    >>> from sixfold.rules.folds import showing
    >>> drawn_ways((2, 1), 2, [showing("=", 1)], 8, Work())
    {(Affine(scale=1, offset=0),): (1, 258)}
    """
    cards: list[Any] = [fold for fold in folds if fold.part]
    if not cards:
        return FaceByFace(Drawn(cup, size, width, work), folds).run()
    suits = cards[0].suits
    if len(cards) == len(folds) and len({fold.part for fold in cards}) == 1:
        by_suit = cards[0].part == "suit"
        parts = [cup[at::suits] if by_suit else cup[at * suits : (at + 1) * suits] for at in cards[0].parts(len(cup))]
        return FaceByFace(Drawn(list(map(sum, parts)), size, width, work), [fold.fold for fold in cards]).run()
    of: list[Any] = [fold if fold.part else OfCards(fold, suits, "card") for fold in folds]
    if all(fold.any_suit for fold in of) and all(
        len(set(cup[at : at + suits])) == 1 for at in range(0, len(cup), suits)
    ):
        of = [OfCards(fold.fold, fold.suits, fold.part, same_suits=True) for fold in of]
    return FaceByFace(Cards(cup, suits, size, width, work), of).run()
