"""Hands cut at one rank: the sum of the dice above it, or of those below, and how many show certain faces.

This is most of what games ask: keep the highest, keep the lowest, leave out the highest, with or without “at
least n sixes”. A hand is gone through die by die, from the end that is nearer to the cut, and all that is carried is
the face that the last of these dice shows: dice on the summed side are the power of a polynomial, those on the other
side only a number of ways.

“At least n” questions are answered by ways in which *all* of a set of them hold; the ways in which exactly those
hold, and the others do not, follow by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, product
from math import comb
from operator import itemgetter
from typing import Any

from sixfold.base.mappings import Memo
from sixfold.rules.folds import Fold
from sixfold.solving.counting.packed import IDENTITY, ZERO, Faces, Packed, Ways, add, less, pack
from sixfold.solving.counting.powers import Blocks, Group
from sixfold.solving.counting.work_limit import Work

Least = tuple[tuple[int, int], ...]
"""(index of a face, how many dice show it at least), by rising index."""

Walk = tuple[int, bool, bool, Least]
"""A hand that is gone through die by die: its size, whether from the highest down, and whether the dice that are passed
are summed; with what is asked."""

START: tuple[int, Sequence[Packed]] = (0, ())

MOST_QUESTIONS = 3

DEARER = 3
"""A step past a die that is not summed costs as much as so many past one that is, where no faces are asked for."""

NEAR = 2
"""Numbers of dice of a face for which the ways are known, beside those that are asked for."""

MOST_KEPT = 2
"""Answers to so many questions at once are hardly asked for twice."""


class RankedHands:
    """All hands of one kind of dice, cut at one rank; what questions about them share is worked out once.

    `faces` are the values of one die, highest first, each with its weight; `width` is the bits of each packed
    coefficient, a multiple of 8, and must hold the number of all throws. Raises OddsError past the work.
    """

    def __init__(self, faces: Faces, width: int, work: Work | None = None) -> None:
        self.blocks = Blocks(faces, width, work or Work())
        self.column = {value: at for at, (value, _) in enumerate(faces)}
        self._cut: dict[Any, Packed] = {}
        self._walks: dict[Walk, tuple[int, Sequence[Packed]]] = {}
        """How far each hand was gone through, and the sums by the face of the die that was passed last."""
        self._rest: Memo[tuple[Group, int], Group] = Memo(lambda key: tuple([at for at in key[0] if at != key[1]]))
        """Faces but for one."""
        self._near: dict[Any, dict[int, Packed]] = {}
        """The last counts: the ways of at least so many dice of a face, for two numbers that move apart."""

    def answers(self, size: int, folds: Sequence[Fold[Any]]) -> Ways | None:
        """The ways of the folds' answers, or None when they are not of this kind."""
        questions = {at: fold.needs for at, fold in enumerate(folds) if fold.needs}
        sums = [fold for fold in folds if fold.by_value]
        if len(sums) != 1 or 1 + len(questions) != len(folds) or len(questions) > MOST_QUESTIONS:
            return None
        skip, keep = sums[0].start(size)
        if keep == 1 and not questions:
            return {(IDENTITY,): self._one_die(size, skip + 1)}
        edge = one_edge(skip, keep, size)
        single_faces = {faces[0] for faces, _ in questions.values() if len(faces) == 1}
        if edge is None or len(single_faces) < len(questions):
            return None
        return self._answers(size, edge, len(folds), {at: (*faces, least) for at, (faces, least) in questions.items()})

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

    def _answers(self, size: int, edge: tuple[int, bool], folds: int, questions: Mapping[int, tuple[Any, int]]) -> Ways:
        """The ways of a sum and of questions, each a face and how many dice show it at least, by their places."""
        # What every hand answers alike is not a question.
        open_questions = {
            at: (self.column[face], least)
            for at, (face, least) in questions.items()
            if 0 < least <= size and face in self.column
        }
        holding: dict[tuple[bool, ...], Packed] = {}
        for chosen in product((True, False), repeat=len(open_questions)):
            holding[chosen] = self._cut_at(size, edge, tuple(sorted(compress(open_questions.values(), chosen))))
        for at in range(len(open_questions)):
            for chosen, poly in holding.items():
                if not chosen[at]:
                    stricter = (*chosen[:at], True, *chosen[at + 1 :])
                    holding[chosen] = less(poly, holding[stricter], self.blocks.width)
        result: Ways = {}
        for chosen, poly in holding.items():
            holds = {at: least <= 0 for at, (_, least) in questions.items()}
            holds.update(zip(open_questions, chosen, strict=True))
            if poly[1]:
                result[tuple([holds.get(at, IDENTITY) for at in range(folds)])] = poly
        return result

    # -- the cut -------------------------------------------------------------------------------------------

    def _cut_at(self, size: int, edge: tuple[int, bool], least: Least) -> Packed:
        """The summed side of the cut, in all ways in which every question of `least` holds."""
        rank, above = edge
        keep = rank if above else size - rank
        key = (size, keep, above, least)
        sums = self._cut.get(key)
        if sums is None:
            if keep == size and not least:
                sums = self.blocks.all_faces(size)
            elif keep in (0, size):
                sums = self._holding(self.blocks.everything, least, size, keep > 0)
            else:
                ends = ((keep, (size, above, True, least)), (size - keep, (size, not above, False, least)))
                sums = self._walked(*min(ends, key=self._left))
            if len(least) < MOST_KEPT:
                self._cut[key] = sums
        return sums

    def _left(self, end: tuple[int, Walk]) -> int:
        """How many steps it takes to come so far in a hand, as many as summed dice would cost."""
        steps, walk = end
        _, _, summed, least = walk
        passed, _ = self._walks.get(walk, START)
        left = steps - passed if passed <= steps else steps
        return left if summed or least else DEARER * left

    def _walked(self, steps: int, walk: Walk) -> Packed:
        """The sums of the dice that are passed in so many steps, one die each, or else of those that are not.

        Known after each step are the hands in which the die that was passed last shows a certain face. So does the next
        one, unless all dice that show it are passed; and it is the first to show that face where all that are passed
        show faces before it.
        """
        size, down, summed, least = walk
        faces, width, work = self.blocks.faces, self.blocks.width, self.blocks.work
        passed, known = self._walks.get(walk, START)
        sums = list(known) if passed <= steps and known else [ZERO] * len(faces)
        passed = passed if passed <= steps else 0
        counts = range(passed, steps) if summed else range(size - passed, size - steps, -1)
        choices = [comb(size, count) for count in counts]
        come = self._apart(0, walk, counts, choices)
        for at, (face, _) in enumerate(faces if down else faces[::-1]):
            poly, step = sums[at], face if summed else -face
            if not poly[1] and not any(map(itemgetter(1), come)):
                continue  # so there is none at the faces behind it
            gone = self._apart(at + 1, walk, counts, choices)
            for ways, others in zip(come, gone, strict=True):
                low, bits = less(add(poly, ways, width), others, width)
                poly = (low + step, bits)
            work.adding(poly[1].bit_length(), 4 * len(counts))
            work.keep((poly[1].bit_length() - sums[at][1].bit_length()) >> 3)
            sums[at], come = poly, gone
        if len(least) < MOST_KEPT:
            self._walks[walk] = (steps, sums)
        total = ZERO
        for poly in sums:
            total = add(total, poly, width)
        return total

    def _apart(self, passed: int, walk: Walk, counts: range, choices: Sequence[int]) -> list[Packed]:
        """For each number of summed dice the ways in which all dice that are passed, and no other, show those faces."""
        size, down, summed, least = walk
        every = self.blocks.everything
        cut = passed if down else len(every) - passed
        high = every[:cut], tuple([question for question in least if question[0] < cut])
        low = every[cut:], tuple([question for question in least if question[0] >= cut])
        (group, of_group), (others, of_others) = (high, low) if down is summed else (low, high)
        if of_others:
            rest = [self._holding(others, of_others, size - count, False)[1] for count in counts]
        else:
            weight = self.blocks.count[others]
            rest = [weight ** (size - count) for count in counts]
        if not any(rest):
            return [ZERO] * len(rest)
        if of_group:
            some = zip(counts, rest, strict=True)
            parts = [self._holding(group, of_group, count, True) if ways else ZERO for count, ways in some]
        else:
            table = self.blocks.table(group, max(counts))
            parts = [table[count] for count in counts]
        return [(low, bits * (ways * n)) for (low, bits), ways, n in zip(parts, rest, choices, strict=True)]

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
        ways = add(poly, part, width) if needed < known else less(poly, part, width)
        near[needed] = ways
        if len(near) > NEAR:
            del near[next(iter(near))]
        return ways


def one_edge(skip: int, keep: int, size: int) -> tuple[int, bool] | None:
    """Return (rank, takes above) if all dice that are taken lie above one rank, or all below it."""
    if skip == 0 or keep == 0:
        return (min(keep, size), True)
    if skip + keep >= size:
        return (min(skip, size), False)
    return None


def _at_least(dice: int, least: int, inside: int, outside: int) -> int:
    """The ways in which at least so many of the dice fall inside: the shorter tail of the binomial distribution."""
    shorter = range(least, dice + 1) if dice - least < least else range(least)
    tail: int = sum([comb(dice, n) * inside**n * outside ** (dice - n) for n in shorter])
    return tail if dice - least < least else (inside + outside) ** dice - tail
