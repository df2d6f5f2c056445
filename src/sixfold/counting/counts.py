"""How many dice of a hand show certain faces, when all dice are looked at: the binomial distribution."""

from __future__ import annotations

from math import comb

from sixfold.counting.answers import IDENTITY, Ways
from sixfold.counting.blocks import Blocks
from sixfold.counting.packed import pack
from sixfold.rules.folds import Showing


def counted(size: int, fold: Showing, blocks: Blocks) -> Ways | None:
    """The ways of each count, or None when only some of the dice are looked at."""
    skip, take = fold.start(size)
    if skip or take < size:
        return None
    every = sum(w for _, w in blocks.faces)
    shown = sum(w for value, w in blocks.faces if fold.counts(value))
    blocks.work.charge(len(blocks.faces))
    blocks.work.adding(size * every.bit_length(), 3 * size + 3)
    ways = {count: comb(size, count) * shown**count * (every - shown) ** (size - count) for count in range(size + 1)}
    return {(IDENTITY,): pack({count: number for count, number in ways.items() if number}, blocks.width)}
