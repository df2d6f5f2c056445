"""Hands cut at one rank: the sum of the dice above it, or of those below, and how many show certain faces.

This is most of what games ask: keep the highest, keep the lowest, leave out the highest, with or without “at
least n sixes”. Split by the face at the cut: the dice beyond it on the summed side are the power of a polynomial,
those beyond it on the other side only a number of ways, and those on it lie on both. No state is carried at all.

“At least n” questions are answered by ways in which *all* of a set of them hold; the ways in which exactly those
hold, and the others do not, follow by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from typing import Any

from sixfold.counting.blocks import Blocks, Group
from sixfold.counting.ends import Ends
from sixfold.counting.packed import IDENTITY, ZERO, Packed, Ways, add, less, pack
from sixfold.counting.work import Kept
from sixfold.rules.folds import AtLeast, Fold, Ranked

Least = tuple[tuple[int, int], ...]
"""(index of a face, how many dice show it at least), by rising index."""

MOST_QUESTIONS = 3

MOST_TABLED = 24
"""Dice up to which both ends of a hand are tabled: the table grows with their cube, each answer by itself does not."""

MOST_KEPT = 2
"""Answers to so many questions at once are hardly asked for twice."""


class Ranks:
    """All hands of one kind of dice, cut at one rank."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.column = {value: at for at, (value, _) in enumerate(blocks.faces)}
        self._tables: dict[tuple[Group, tuple[int, int], bool], list[Packed]] = {}
        self._peeled: Kept[Any, Packed] = Kept(lambda key: self._peel(*key))
        self._cut: dict[Any, Packed] = {}
        self._beside: Kept[Any, list[int]] = Kept(lambda key: self._other_side(*key))
        self._ends: dict[bool, Ends] = {}

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
        last = len(self.blocks.faces) - 1
        columns = [self.column.get(question.faces[0], -1) for question in questions]
        if last and size <= MOST_TABLED and sorted(columns) == [0, last]:
            return self._of_both_ends(size, edge, folds, questions if not columns[0] else questions[::-1])
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

    def _of_both_ends(
        self, size: int, edge: tuple[int, bool], folds: Sequence[Fold[Any]], questions: Sequence[AtLeast]
    ) -> Ways:
        """The answers where it is asked how many dice show the highest face, and how many the lowest."""
        rank, above = edge
        if above not in self._ends:
            self._ends[above] = Ends(self.blocks, not above)
        gone = size - rank if above else rank
        asked = [min(max(0, question.least), size + 1) for question in questions]

        def sums(*least: int) -> Packed:
            return self._ends[above].sums(size, gone, *(least[::-1] if above else least))

        both, of_highest, of_lowest = sums(*asked), sums(asked[0], 0), sums(0, asked[1])
        width = self.blocks.width
        only_highest = less(of_highest, both, width)
        apart = {
            (True, True): both,
            (True, False): only_highest,
            (False, True): less(of_lowest, both, width),
            (False, False): less(less(sums(0, 0), of_lowest, width), only_highest, width),
        }
        return {
            tuple([IDENTITY if isinstance(f, Ranked) else high if f is questions[0] else low for f in folds]): poly
            for (high, low), poly in apart.items()
            if poly[1]
        }

    # -- the cut -------------------------------------------------------------------------------------------

    def _cut_at(self, size: int, edge: tuple[int, bool], least: Least) -> Packed:
        """The summed side of the cut, in all ways in which every question of `least` holds."""
        rank, above = edge
        keep = rank if above else size - rank
        key = (size, keep, above, least)
        found = self._cut.get(key)
        if found is None:
            if keep == size and not least:
                found = self.blocks.whole(size)
            elif 0 < keep < size and (shown := self._all_of_one_face(size, keep, above, least)) is not None:
                low, bits = self._holding(self.blocks.everything, least, size, True)
                found = (low - (size - keep) * shown, bits)
            elif keep in (0, size):
                found = self._holding(self.blocks.everything, least, size, keep > 0)
            else:
                found = self._by_face(size, keep, above, least)
            if len(least) < MOST_KEPT:
                self._cut[key] = found
        return found

    def _all_of_one_face(self, size: int, keep: int, above: bool, least: Least) -> int | None:
        """The face of all dice on the other side of the cut, where enough dice show the face at that end."""
        at = len(self.blocks.faces) - 1 if above else 0
        enough = any(column == at and needed >= size - keep for column, needed in least)
        return self.blocks.faces[at][0] if enough else None

    def _by_face(self, size: int, keep: int, above: bool, least: Least) -> Packed:
        blocks, width = self.blocks, self.blocks.width
        last = len(blocks.faces)
        result: Packed = ZERO
        for at, (face, _) in enumerate(blocks.faces):
            over, under = tuple(range(at)), tuple(range(at + 1, last))
            summed_side, other_side = (over, under) if above else (under, over)
            here = next((n for column, n in least if column == at), 0)
            summed_least = tuple(q for q in least if q[0] in summed_side)
            other_least = tuple(q for q in least if q[0] in other_side)
            if sum(n for _, n in other_least) > size - keep:
                continue
            beside = self._beside[size, keep, at, other_side, here, other_least]
            part: Packed = ZERO
            beyond_face = self._series(summed_side, summed_least, keep - 1 if summed_side else 0)
            # `beyond` dice lie beyond the face on the summed side, the other kept ones on the face.
            for beyond, ((low, bits), number) in enumerate(zip(beyond_face, beside, strict=False)):
                if bits and number:
                    part = add(part, (low + (keep - beyond) * face, bits * number), width)
            blocks.work.adding(part[1].bit_length(), 3 * len(beyond_face) + 1)
            result = add(result, part, width)
        return result

    def _other_side(self, size: int, keep: int, at: int, side: Group, here: int, least: Least) -> list[int]:
        """For each number of dice beyond the face on the summed side, the ways of all other dice."""
        blocks = self.blocks
        weight = blocks.faces[at][1]
        drop = size - keep
        if not here and not least:
            return self._falling(size, keep, weight, blocks.count[side])
        apart = [self._holding(side, least, n, False)[1] for n in range(drop + 1)]
        blocks.work.charge(10 + 5 * keep * (drop + 1))
        found = []
        for beyond in range(keep):
            remaining = size - beyond
            ways = sum(
                comb(remaining, n) * weight ** (remaining - n) * apart[n]
                for n in range(drop + 1)
                if apart[n] and remaining - n >= here
            )
            found.append(ways * comb(size, beyond))
        return found

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
        for beyond in range(keep):
            found.append(counts[-1 - beyond] * choices)
            choices = choices * (size - beyond) // (beyond + 1)
        return found

    # -- dice that show faces of a group -------------------------------------------------------------------

    def _holding(self, group: Group, least: Least, dice: int, summed: bool) -> Packed:
        """The ways of so many dice to show faces of the group, with all of `least` holding."""
        if not least:
            return self.blocks.power(group, dice, summed)
        if sum(n for _, n in least) > dice:
            return ZERO
        if len(least) == 1:
            return self._one_table(group, least[0], dice, summed)[dice]
        return self._peeled[group, least, dice, summed]

    def _series(self, group: Group, least: Least, most: int) -> Sequence[Packed]:
        """The sums of 0, 1, ... `most` dice that show faces of the group, with all of `least` holding."""
        if not least:
            return self.blocks.table(group, most)[: most + 1]
        if len(least) == 1:
            return self._one_table(group, least[0], most, True)[: most + 1]
        return [self._holding(group, least, dice, True) for dice in range(most + 1)]

    def _peel(self, group: Group, least: Least, dice: int, summed: bool) -> Packed:
        """Split by how many dice show the first face asked for."""
        (at, needed), *others = least
        value, weight = self.blocks.faces[at]
        rest = tuple(other for other in group if other != at)
        result: Packed = ZERO
        if summed:
            series = self._series(rest, tuple(others), dice - needed)
        else:
            series = [self._holding(rest, tuple(others), left, False) for left in range(dice - needed + 1)]
        for left, (low, bits) in enumerate(series):
            if bits:
                count = dice - left
                term = (low + (value * count if summed else 0), bits * (comb(dice, count) * weight**count))
                result = add(result, term, self.blocks.width)
        self.blocks.work.adding(result[1].bit_length(), 3 * len(series))
        return result

    def _one_table(self, group: Group, question: tuple[int, int], most: int, summed: bool) -> list[Packed]:
        """At least so many dice of one face, for every number of dice, each from the number before.

        One more die leaves the answer yes, or makes it yes by being the last one that was missing.
        """
        at, needed = question
        table = self._tables.setdefault((group, question, summed), [ZERO] * needed)
        if len(table) > most:
            return table
        blocks, width = self.blocks, self.blocks.width
        value, weight = blocks.faces[at]
        rest = tuple(other for other in group if other != at)
        shown = value * needed if summed else 0
        every = blocks.count[group]
        while len(table) <= most:
            have = len(table) - 1
            low, bits = before = table[-1]
            still = blocks.times(before, group) if summed else (0, bits * every)
            if rest or have < needed:
                low, bits = blocks.power(rest, have - needed + 1, summed)
                still = add(still, (low + shown, bits * (comb(have, needed - 1) * weight**needed)), width)
            table.append(still)
            blocks.work.adding(still[1].bit_length(), 3)
        return table


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
