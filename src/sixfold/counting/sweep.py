"""The sweep over the faces of a hand, for any folds.

A state is what the folds still have to remember, and which dice are left for the faces below; equal states
merge. Faces of equal dice that no open fold cares about are one block, whose dice are one power. States that settle
alike are added up first, and multiplied by the ways of the dice left once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from sixfold.counting.packed import IDENTITY, ZERO, Packed, Ways, add, multiply
from sixfold.counting.pools import Alike, Left, Pool
from sixfold.rules.folds import Fold, OfAKind, Ranked

Move = tuple[tuple[Any, ...], int, tuple[int, ...]]
"""The next states of the folds, and how many dice are taken by the packed and by the other summing folds."""


class Sweep:
    """The sweep over the faces, from the highest to the lowest."""

    def __init__(self, pool: Pool, folds: Sequence[Fold[Any]]) -> None:
        self.pool = pool
        self.folds = folds
        self.main = next((i for i, fold in enumerate(folds) if fold.sums), -1)
        self.others = [i for i, fold in enumerate(folds) if fold.sums and i != self.main]
        self.minds_faces = any(not isinstance(fold, Ranked | OfAKind) for fold in folds)
        self.each = any(fold.each for fold in folds)
        self.layers: list[dict[Any, Packed]] = [{} for _ in range(len(pool.faces) + 1)]
        self.cared = [_next_cared(fold, pool.faces) for fold in folds]
        self.moves: dict[Any, Move] = {}
        self.settled: dict[tuple[int, Any, bool, tuple[Any, ...]], Packed] = {}

    def run(self) -> Ways:
        """The joint ways of the folds' answers."""
        pool, last = self.pool, len(self.pool.faces)
        every: Left = pool.all
        size = pool.dice(every)
        start = (every, tuple([fold.start(size) for fold in self.folds]), (0,) * len(self.others))
        self.layers[0][start] = (0, 1)
        for at in range(last):
            for state, poly in self.layers[at].items():
                self._visit(at, state, poly)
            self.layers[at] = {}
        for state, poly in self.layers[last].items():
            if pool.dice(state[0]) == 0:
                self._settle(last, state, False, poly)
        result: Ways = {}
        for (at, left, summed, answers), poly in self.settled.items():
            rest = pool.rest(at, left, summed)
            pool.work.multiplying(poly[1].bit_length(), rest[1].bit_length())
            result[answers] = add(result.get(answers, ZERO), multiply(poly, rest), pool.width)
        return {answers: poly for answers, poly in result.items() if poly[1]}

    def _visit(self, at: int, state: Any, poly: Packed) -> None:
        left, states, _ = state
        until, summed = self._attention(at, self.pool.dice(left), states)
        if until == len(self.pool.faces):
            self._settle(at, state, summed, poly)
        elif until > at and isinstance(self.pool, Alike):
            self._block(self.pool, at, until, state, summed, poly)
        else:
            self._face(at, state, poly)

    def _attention(self, at: int, left: int, states: tuple[Any, ...]) -> tuple[int, bool]:
        """The next face that an open fold cares about, and whether dice until there are summed."""
        until, summed = len(self.pool.faces), False
        for index, (fold, state) in enumerate(zip(self.folds, states, strict=True)):
            rest = fold.rest(state, left)
            if rest is None:
                until = min(until, self.cared[index][at])
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
                answers.append(IDENTITY)
            elif fold.sums:
                answers.append(next(carried))
            else:
                answers.append(fold.end(fold_state))
        key = (at, left, summed, tuple(answers))
        self.settled[key] = add(self.settled.get(key, ZERO), poly, self.pool.width)

    def _block(self, pool: Alike, at: int, until: int, state: Any, summed: bool, poly: Packed) -> None:
        left, states, sums = state
        layer = self.layers[until]
        group = tuple(range(at, until))
        for count in range(left + 1):
            within = pool.blocks.power(group, count, summed)
            pool.work.multiplying(poly[1].bit_length(), within[1].bit_length())
            low, bits = multiply(poly, within)
            moved = (left - count, states, sums)
            layer[moved] = add(layer.get(moved, ZERO), (low, bits * comb(left, count)), pool.width)

    def _face(self, at: int, state: Any, poly: Packed) -> None:
        left, states, sums = state
        face = self.pool.faces[at]
        layer, width = self.layers[at + 1], self.pool.width
        low, bits = poly
        deals = self.pool.deals(at, left)
        self.pool.work.adding(bits.bit_length(), 3 * len(deals))
        worths = [self.folds[index].worth(face) for index in self.others]
        worth = self.folds[self.main].worth(face) if self.main >= 0 else 0
        for count, kept, ways in deals:
            moved_states, taken, others = (
                (states, 0, ()) if not count and not self.each else self._move(states, face, count)
            )
            if others:
                sums_now = tuple([s + t * v for s, t, v in zip(sums, others, worths, strict=True)])
                moved = (kept, moved_states, sums_now)
            else:
                moved = (kept, moved_states, sums)
            term = (low + taken * worth, bits * ways)
            found = layer.get(moved)
            layer[moved] = term if found is None else add(found, term, width)

    def _move(self, states: tuple[Any, ...], face: Any, count: int) -> Move:
        """Where so many dice of a face lead to; most folds do not mind which face it is."""
        key = (states, face if self.minds_faces else 0, count)
        move = self.moves.get(key)
        if move is None:
            self.pool.work.charge(15 * len(self.folds))
            steps = [
                fold.take(state, face, count) if count or fold.each else (state, 0)
                for fold, state in zip(self.folds, states, strict=True)
            ]
            taken = steps[self.main][1] if self.main >= 0 else 0
            move = (tuple([step[0] for step in steps]), taken, tuple([steps[index][1] for index in self.others]))
            self.moves[key] = move
        return move


def _next_cared(fold: Fold[Any], faces: Sequence[Any]) -> list[int]:
    """For each face the first one from there on that a fold cares about."""
    found = [len(faces)] * (len(faces) + 1)
    for at in reversed(range(len(faces))):
        found[at] = at if fold.cares(faces[at]) else found[at + 1]
    return found
