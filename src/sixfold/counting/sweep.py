"""The sweep over the faces of a hand, for any folds.

A state is what the folds still have to remember, and how many dice are left for the faces below; equal states
merge. Faces that no open fold cares about are one block, whose dice are one power. States that settle alike are
added up first, and multiplied by the power of the dice left once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from sixfold.counting.answers import IDENTITY, Ways
from sixfold.counting.blocks import Blocks
from sixfold.counting.packed import ZERO, Packed, add, multiply
from sixfold.rules.folds import Fold, OfAKind, Ranked

Move = tuple[tuple[Any, ...], int, tuple[int, ...]]
"""The next states of the folds, and how many dice are taken by the packed and by the other summing folds."""


class Sweep:
    """The sweep over the faces, from the highest to the lowest."""

    def __init__(self, size: int, folds: Sequence[Fold[Any]], blocks: Blocks) -> None:
        self.size = size
        self.folds = folds
        self.blocks = blocks
        self.main = next((i for i, fold in enumerate(folds) if fold.sums), -1)
        self.others = [i for i, fold in enumerate(folds) if fold.sums and i != self.main]
        self.minds_faces = any(not isinstance(fold, Ranked | OfAKind) for fold in folds)
        self.moves: dict[Any, list[Move]] = {}
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
            rest = self.blocks.power(tuple(range(at, len(faces))), left, summed)
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
                answers.append(IDENTITY)
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
        group = tuple(range(at, until))
        for count in range(left + 1):
            within = self.blocks.power(group, count, summed)
            self._charge(poly, within)
            low, bits = multiply(poly, within)
            moved = (left - count, states, sums)
            term = (low, bits * comb(left, count))
            layer[moved] = add(layer.get(moved, ZERO), term, width)

    def _face(self, at: int, state: Any, poly: Packed, layers: list[dict[Any, Packed]]) -> None:
        left, states, sums = state
        face, w = self.blocks.faces[at]
        layer, width = layers[at + 1], self.blocks.width
        low, bits = poly
        final = at + 1 == len(self.blocks.faces)
        self.blocks.work.adding(bits.bit_length(), 3 if final else 3 * left + 3)
        worths = [self.folds[index].worth(face) for index in self.others]
        worth = self.folds[self.main].worth(face) if self.main >= 0 else 0
        moves = self._moves(left, states, face)
        choices = 1
        for count in range(left + 1):
            if count:
                choices = choices * (left - count + 1) * w // count
            if final and count < left:
                continue
            moved_states, taken, others = moves[count]
            if others:
                sums_now = tuple(s + t * v for s, t, v in zip(sums, others, worths, strict=True))
                moved = (left - count, moved_states, sums_now)
            else:
                moved = (left - count, moved_states, sums)
            term = (low + taken * worth, bits * choices)
            found = layer.get(moved)
            layer[moved] = term if found is None else add(found, term, width)

    def _moves(self, left: int, states: tuple[Any, ...], face: int) -> list[Move]:
        """Where 0, 1, ... dice of a face lead to; most folds do not mind which face it is."""
        key = (left, states, face if self.minds_faces else 0)
        moves = self.moves.get(key)
        if moves is None:
            self.blocks.work.charge(15 * (left + 1) * len(self.folds))
            moves = []
            for count in range(left + 1):
                steps = [fold.step(state, face, count) for fold, state in zip(self.folds, states, strict=True)]
                taken = steps[self.main][1] if self.main >= 0 else 0
                others = tuple(steps[index][1] for index in self.others)
                moves.append((tuple(step[0] for step in steps), taken, others))
            self.moves[key] = moves
        return moves

    def _charge(self, a: Packed, b: Packed) -> None:
        self.blocks.work.multiplying(a[1].bit_length(), b[1].bit_length())
