"""Pools to be counted: dice of one kind, groups of dice of several kinds, or dice that are drawn out of a cup.

Each deals out its dice face by face, from the highest to the lowest, and knows the ways of all dice that are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, product
from math import comb, prod
from typing import Any

from sixfold.rules.mixed import Landed, falling
from sixfold.solving.counting.packed import ZERO, Faces, Packed, add, multiply
from sixfold.solving.counting.picks import multisets
from sixfold.solving.counting.powers import Blocks
from sixfold.solving.counting.work_limit import Work

Left = Any
"""Which dice are left: their number, or the number in each group."""

Deal = tuple[int, Left, int]
"""How many dice show a face, which are left after that, and the ways."""


class Alike:
    """Dice of one kind."""

    def __init__(self, size: int, blocks: Blocks) -> None:
        self.blocks = blocks
        self.faces = [face for face, _ in blocks.faces]
        self.work, self.width, self.all = blocks.work, blocks.width, size
        self.deals = cache(self._deals)
        """In how many ways each number of dice shows the face at a place, so that the others can show lower ones."""

    def _deals(self, at: int, left: int) -> list[Deal]:
        weight, last = self.blocks.faces[at][1], at + 1 == len(self.faces)
        counts = range(left if last else 0, left + 1)
        return [(count, left - count, comb(left, count) * weight**count) for count in counts]

    def dice(self, left: int) -> int:
        """How many dice are left."""
        return left

    def rest(self, at: int, left: int, summed: bool) -> Packed:
        """The ways of all dice that are left to show faces from this place on; not `summed`: all at x**0."""
        return self.blocks.power(tuple(range(at, len(self.faces))), left, summed)


class Unlike:
    """Dice of several kinds: so many of each."""

    def __init__(self, groups: Sequence[Any]) -> None:
        self._groups = groups
        self.work, self.width = self._groups[0].work, self._groups[0].width
        self.faces = sorted({face for group in self._groups for face in group.faces}, reverse=True)
        self.all = tuple([group.all for group in self._groups])
        self._own = [
            [len(group.faces) - sum([low <= face for low in group.faces]) for face in self.faces]
            for group in self._groups
        ]
        """For each group where its own faces go on from each of all faces."""
        self.deals = cache(self._deals)

    def _deals(self, at: int, left: tuple[int, ...]) -> list[Deal]:
        by_group = []
        for group, own, size in zip(self._groups, self._own, left, strict=True):
            has = own[at] < len(group.faces) and group.faces[own[at]] == self.faces[at]
            by_group.append(group.deals(own[at], size) if has and group.dice(size) else [(0, size, 1)])
        deals = [tuple(zip(*deal, strict=True)) for deal in product(*by_group)]
        self.work.charge(5 * len(deals) * len(left))
        return [(self.shown(counts), kept, prod(ways)) for counts, kept, ways in deals]

    def shown(self, counts: tuple[int, ...]) -> Any:
        """How many dice show a face, if so many of each kind do."""
        return sum(counts)

    def dice(self, left: tuple[int, ...]) -> Any:
        return sum(left)

    def rest(self, at: int, left: tuple[int, ...], summed: bool) -> Packed:
        result: Packed = (0, 1)
        for group, own, size in zip(self._groups, self._own, left, strict=True):
            if group.dice(size):
                part = group.rest(own[at], size, summed) if at < len(own) else ZERO
                self.work.multiplying(result[1].bit_length(), part[1].bit_length())
                result = multiply(result, part)
        return result


class Together(Unlike):
    """Several hands that are read together: a deal has the number of dice of each, or 0 for none."""

    def shown(self, counts: tuple[int, ...]) -> Any:
        return counts if any(counts) else 0

    def dice(self, left: tuple[Any, ...]) -> Any:
        return tuple([group.dice(own) for group, own in zip(self._groups, left, strict=True)])


class Drawn:
    """So many things out of how many there are of each kind, kind 1 first."""

    def __init__(self, cup: Sequence[int], size: int, width: int, work: Work) -> None:
        self._cup = cup
        self._below = list(accumulate(cup, initial=0))
        """How many there are of all kinds below each one."""
        self.faces = range(len(cup), 0, -1)
        self.work, self.width, self.all = work, width, size
        self._sums: dict[tuple[int, int], Packed] = {}

    def deals(self, at: int, left: int) -> list[Deal]:
        there = self._cup[-1 - at]
        counts = range(max(0, left - self._below[-2 - at]), min(left, there) + 1)
        return [(count, left - count, comb(there, count)) for count in counts]

    def dice(self, left: int) -> int:
        return left

    def rest(self, at: int, left: int, summed: bool) -> Packed:
        if not summed:
            return (0, comb(self._below[-1 - at], left))
        if (at, left) not in self._sums:
            self._sum(left)
        return self._sums[at, left]

    def _sum(self, most: int) -> None:
        """The sums of up to so many things, from the lowest kind on."""
        last = len(self.faces)
        self._sums.update({(last, left): ((0, 1) if not left else ZERO) for left in range(most + 1)})
        for at in reversed(range(last)):
            for left in range(most + 1):
                sums = ZERO
                for count, kept, ways in self.deals(at, left):
                    low, bits = self._sums[at + 1, kept]
                    sums = add(sums, (low + count * self.faces[at], bits * ways), self.width)
                self.work.adding(sums[1].bit_length(), 3 * left + 3)
                self._sums[at, left] = sums


class Cards(Drawn):
    """So many cards out of a deck, rank by rank: a deal has the number of cards of each suit, or 0 for none."""

    def __init__(self, cup: Sequence[int], suits: int, size: int, width: int, work: Work) -> None:
        self._suits = [cup[at : at + suits] for at in range(0, len(cup), suits)]
        super().__init__(list(map(sum, self._suits)), size, width, work)
        self.deals = cache(self._deals)  # type: ignore[method-assign]

    def _deals(self, at: int, left: int) -> list[Any]:
        there = self._suits[-1 - at]
        self.work.charge(10 * prod([min(left, count) + 1 for count in there]))
        deals: list[tuple[tuple[int, ...], int]] = [((), 1)]
        for count in there:
            deals = [((*hand, n), ways * comb(count, n)) for hand, ways in deals for n in range(min(left, count) + 1)]
        least = max(0, left - self._below[-2 - at])
        return [
            (hand if any(hand) else 0, left - sum(hand), ways) for hand, ways in deals if least <= sum(hand) <= left
        ]


Pool = Alike | Unlike | Drawn
"""Dice that are dealt out over their faces."""


def dealt(groups: Sequence[tuple[int, Blocks]]) -> Pool:
    """The pool of so many dice of each kind."""
    pools = [Alike(size, blocks) for size, blocks in groups]
    return Unlike(pools) if len(pools) > 1 else pools[0]


def hands_of(
    groups: Sequence[tuple[Any, Faces, int]], sided: bool, work: Work
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """All hands of so many dice of each kind, the highest die first, each with its ways; `sided` dice of mixed hands.

    >>> from sixfold.rules.dice import Die
    >>> from sixfold.rules.mixed import seen
    >>> coin = ((2, 1), (1, 1))
    >>> [(seen(hand), ways) for hand, ways in hands_of([(Die(2), coin, 1), (Die(1), ((1, 1),), 1)], True, Work())]
    [((2 (d2), 1 (d1)), 1), ((1 (d1), 1 (d2)), 1)]
    """
    if not sided:
        ((_, faces, size),) = groups
        yield from multisets(size, faces, work)
        return
    by_kind = []
    for die, faces, size in groups:
        lying = {face: Landed.of(face, die) for face, _ in faces}
        by_kind.append([(tuple([lying[face] for face in hand]), ways) for hand, ways in multisets(size, faces, work)])
    work.charge(40 * prod(map(len, by_kind)))
    for parts in product(*by_kind):
        yield tuple(falling([face for hand, _ in parts for face in hand])), prod([ways for _, ways in parts])


def drawn_hands(cup: Sequence[int], size: int, work: Work) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every hand of so many out of a cup, the highest kind first, each with its ways.

    >>> list(drawn_hands((2, 1), 2, Work()))
    [((2, 1), 2), ((1, 1), 1)]
    """
    pool = Drawn(cup, size, 8, work)
    waiting: list[tuple[tuple[int, ...], int, int, int]] = [((), 0, size, 1)]
    while waiting:
        hand, at, left, ways = waiting.pop()
        work.charge(15 + size)
        if not left:
            yield hand, ways
            continue
        for count, kept, more in pool.deals(at, left):
            waiting.append(((*hand, *[pool.faces[at]] * count), at + 1, kept, ways * more))
