"""Hands cut at one rank: the sum of the dice above it, or of those below, and how many show certain faces.

This is most of what games ask: keep the highest, keep the lowest, leave out the highest, with or without “at
least n sixes”. Split by the face at the cut, and by the dice beyond it on one side: those on the summed side are the
power of a polynomial, those on the other side only a number of ways. No state is carried at all.

“At least n” questions are answered by ways in which *all* of a set of them hold; the ways in which exactly those
hold, and the others do not, follow by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from typing import Any

from sixfold.counting.packed import IDENTITY, ZERO, Packed, Ways, add, less, pack
from sixfold.counting.powers import Blocks, Group
from sixfold.counting.work import Memo
from sixfold.rules.folds import AtLeast, Fold, Ranked

Least = tuple[tuple[int, int], ...]
"""(index of a face, how many dice show it at least), by rising index."""

MOST_QUESTIONS = 3

DEARER = 3
"""A die that is gone costs as much as so many that are kept."""

MOST_GONE = 200
"""Dice that are gone, times faces, which are gone through where faces are asked for: their answers are near."""

NEAR = 2
"""Numbers of dice of a face for which the ways are known, beside those that are asked for."""

MOST_KEPT = 2
"""Answers to so many questions at once are hardly asked for twice."""


class Ranks:
    """All hands of one kind of dice, cut at one rank."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.column = {value: at for at, (value, _) in enumerate(blocks.faces)}
        self._cut: dict[Any, Packed] = {}
        self._beside: Memo[Any, list[int]] = Memo(lambda key: self._other_side(*key))
        self._rest: Memo[tuple[Group, int], Group] = Memo(lambda key: tuple([at for at in key[0] if at != key[1]]))
        """Faces but for one."""
        self._near: dict[Any, dict[int, Packed]] = {}
        """The last counts: the ways of at least so many dice of a face, for two numbers that move apart."""

    def answers(self, size: int, folds: Sequence[Fold[Any]]) -> Ways | None:
        """The ways of the folds' answers, or None when they are not of this kind."""
        questions = [fold for fold in folds if isinstance(fold, AtLeast)]
        sums = [fold for fold in folds if isinstance(fold, Ranked)]
        if len(sums) != 1 or len(sums) + len(questions) != len(folds) or len(questions) > MOST_QUESTIONS:
            return None
        if sums[0].take_ == 1 and not questions:
            return {(IDENTITY,): self._one_die(size, sums[0].start(size)[0] + 1)}
        edge = one_edge(sums[0], size)
        asked = [question.faces[0] for question in questions if len(question.faces) == 1]
        if edge is None or len(asked) < len(questions) or len(set(asked)) < len(asked):
            return None
        return self._answers(size, edge, folds, questions)

    def _one_die(self, size: int, rank: int) -> Packed:
        """The face of the die at one rank: it is at least so high when so many dice are."""
        if rank > size:
            return (0, self.blocks.count[self.blocks.everything] ** size)
        every = self.blocks.count[self.blocks.everything]
        self.blocks.work.charge(5 * len(self.blocks.faces) * (min(rank, size - rank + 1) + 2))
        ways: dict[int, int] = {}
        above = before = 0
        for face, weight in self.blocks.faces:
            above += weight
            reached = _at_least(size, rank, above, every - above)
            ways[face] = reached - before
            before = reached
        return pack({face: number for face, number in ways.items() if number}, self.blocks.width)

    def _answers(self, size: int, edge: tuple[int, bool], folds: Sequence[Fold[Any]], questions: list[AtLeast]) -> Ways:
        # What every hand answers alike is not a question.
        open_questions = [q for q in questions if q.least > 0 and q.least <= size and q.faces[0] in self.column]
        holding: dict[tuple[bool, ...], Packed] = {}
        for chosen in product((True, False), repeat=len(open_questions)):
            least = sorted(
                (self.column[q.faces[0]], q.least) for q, yes in zip(open_questions, chosen, strict=True) if yes
            )
            holding[chosen] = self._cut_at(size, edge, tuple(least))
        for at in range(len(open_questions)):
            for chosen, poly in holding.items():
                if not chosen[at]:
                    stricter = (*chosen[:at], True, *chosen[at + 1 :])
                    holding[chosen] = less(poly, holding[stricter], self.blocks.width)
        result: Ways = {}
        for chosen, poly in holding.items():
            said = dict(zip(map(id, open_questions), chosen, strict=True))
            said.update((id(q), q.least <= 0) for q in questions if id(q) not in said)
            if poly[1]:
                result[tuple([IDENTITY if isinstance(fold, Ranked) else said[id(fold)] for fold in folds])] = poly
        return result

    # -- the cut -------------------------------------------------------------------------------------------

    def _cut_at(self, size: int, edge: tuple[int, bool], least: Least) -> Packed:
        """The summed side of the cut, in all ways in which every question of `least` holds."""
        rank, above = edge
        keep = rank if above else size - rank
        key = (size, keep, above, least)
        found = self._cut.get(key)
        if found is None:
            if keep == size and not least:
                found = self.blocks.all_faces(size)
            elif keep in (0, size):
                found = self._holding(self.blocks.everything, least, size, keep > 0)
            elif self._fewer_kept(keep, size - keep, bool(least)):
                found = self._by_kept(size, keep, above, least)
            else:
                found = self._by_gone(size, size - keep, above, least)
            if len(least) < MOST_KEPT:
                self._cut[key] = found
        return found

    def _fewer_kept(self, keep: int, gone: int, asked: bool) -> bool:
        """Whether it is less work to go through the dice that are kept, where faces are asked for or not."""
        if asked:
            return keep <= gone and gone * len(self.blocks.faces) > MOST_GONE
        return keep <= DEARER * gone

    def _sides(self, at: int, above: bool) -> tuple[Group, Group]:
        """The faces beyond one: those on the summed side, and those on the other."""
        over, under = self.blocks.everything[:at], self.blocks.everything[at + 1 :]
        return (over, under) if above else (under, over)

    def _by_kept(self, size: int, keep: int, above: bool, least: Least) -> Packed:
        """Split by the dice beyond the face at the cut on the summed side: the other kept ones are on the face."""
        blocks, width = self.blocks, self.blocks.width
        result: Packed = ZERO
        for at, (face, _) in enumerate(blocks.faces):
            side, other_side = self._sides(at, above)
            beside = tuple([question for question in least if question[0] in other_side])
            if sum([n for _, n in beside]) > size - keep:
                continue
            here = next((n for column, n in least if column == at), 0)
            among = tuple([question for question in least if question[0] in side])
            part: Packed = ZERO
            many = keep if side else 1
            series = blocks.table(side, many - 1)
            if among:
                series = [self._holding(side, among, past, True) for past in range(many)]
            numbers = self._beside[size, keep, at, other_side, here, beside]
            for past, ((low, bits), number) in enumerate(zip(series[:many], numbers, strict=False)):
                if bits and number:
                    part = add(part, (low + (keep - past) * face, bits * number), width)
            blocks.work.adding(part[1].bit_length(), 3 * keep + 1)
            result = add(result, part, width)
        return result

    def _other_side(self, size: int, keep: int, at: int, side: Group, here: int, least: Least) -> list[int]:
        """For each number of dice beyond the face on the summed side, the ways of all other dice."""
        weight, drop = self.blocks.faces[at][1], size - keep
        if not here and not least:
            return self._falling(size, keep, weight, self.blocks.count[side])
        apart = [self._holding(side, least, n, False)[1] for n in range(drop + 1)]
        self.blocks.work.charge(10 + 5 * keep * (drop + 1))
        return [
            comb(size, past)
            * sum([comb(left, n) * weight ** (left - n) * apart[n] for n in range(min(drop, left - here) + 1)])
            for past, left in enumerate(range(size, size - keep, -1))
        ]

    def _by_gone(self, size: int, gone: int, above: bool, least: Least) -> Packed:
        """Split by the dice beyond the face at the cut on the other side: the others that are gone are on the face."""
        blocks, result = self.blocks, ZERO
        for at, (face, _) in enumerate(blocks.faces):
            side, other_side = self._sides(at, above)
            beside = tuple([question for question in least if question[0] in other_side])
            needed = sum([n for _, n in beside])
            if needed >= gone:
                continue
            here = next((n for column, n in least if column == at), 0)
            among = tuple([question for question in least if question[0] in side])
            group = (*side, at) if above else (at, *side)
            for past in range(needed, gone if other_side else 1):
                ways = self._holding(other_side, beside, past, False)[1] if past else 1
                shown = gone - past
                holding = ((at, here if here > shown else shown), *among)
                low, bits = self._holding(group, holding, size - past, True)
                if bits and ways:
                    result = add(result, (low - shown * face, bits * (ways * comb(size, past))), blocks.width)
        blocks.work.adding(result[1].bit_length(), 3 * gone * len(blocks.faces))
        return result

    def _falling(self, size: int, keep: int, weight: int, other: int) -> list[int]:
        """The same where nothing is asked of the other side.

        The ways of n dice to have at most `drop` on the other side follow from those of n - 1: one more die goes
        either way, but for the hands that are full there.
        """
        drop = size - keep
        self.blocks.work.charge(10 + 5 * keep)
        inside = (weight + other) ** drop
        full = other**drop
        counts = []
        for dice in range(drop, size):
            inside = (weight + other) * inside - other * full
            full = full * ((dice + 1) * weight) // (dice + 1 - drop)
            counts.append(inside)
        choices, found = 1, []
        for past in range(keep):
            found.append(counts[-1 - past] * choices)
            choices = choices * (size - past) // (past + 1)
        return found

    # -- dice that show faces of a group -------------------------------------------------------------------

    def _holding(self, group: Group, least: Least, dice: int, summed: bool) -> Packed:
        """The ways of so many dice to show faces of the group, with all of `least` holding.

        The ways in which at least n dice show a face follow from those for another n, which differ in the ways in which
        just so many show it. They are known for 0, for more than there are, and for what was asked last: dice that are
        gone and dice that are asked for are two numbers, each of which rises step by step.
        """
        blocks = self.blocks
        if not least:
            return blocks.power(group, dice, summed)
        at, needed = least[0]
        if needed > dice or at not in group:
            return ZERO
        if len(group) == 1:
            return blocks.power(group, dice, summed)
        others, width = least[1:], blocks.width
        key = (group, at, others, dice, summed)
        near = self._near.setdefault(key, {})
        if needed in near:
            return near[needed]
        known = 0 if 2 * needed <= dice else dice + 1
        for number in near:
            if abs(number - needed) < abs(known - needed):
                known = number
        if known:
            poly = near.pop(known, ZERO) if len(near) == NEAR else near.get(known, ZERO)
        else:
            poly = self._holding(group, others, dice, summed)
        value, weight = blocks.faces[at]
        rest = self._rest[group, at]
        part = ZERO
        for count in range(known, needed) if known < needed else range(needed, known):
            low, bits = self._holding(rest, others, dice - count, summed)
            if bits:
                low += value * count if summed else 0
                part = add(part, (low, bits * (comb(dice, count) * weight**count)), width)
        blocks.work.adding(part[1].bit_length(), 3 * abs(known - needed) + 1)
        found = add(poly, part, width) if needed < known else less(poly, part, width)
        near[needed] = found
        if len(near) > NEAR:
            del near[next(iter(near))]
        return found


def one_edge(fold: Ranked, size: int) -> tuple[int, bool] | None:
    """A fold that takes all dice above one rank, or all below it: (rank, takes above)."""
    skip, take = fold.start(size)
    if skip == 0 or take == 0:
        return (min(take, size), True)
    if skip + take >= size:
        return (min(skip, size), False)
    return None


def _at_least(dice: int, least: int, inside: int, outside: int) -> int:
    """The ways in which at least so many of the dice fall inside: the shorter tail of the binomial distribution."""
    shorter = range(least, dice + 1) if dice - least < least else range(least)
    tail: int = sum([comb(dice, n) * inside**n * outside ** (dice - n) for n in shorter])
    return tail if dice - least < least else (inside + outside) ** dice - tail
