"""Chains of throws: the same dice thrown again as long as they show certain values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from sixfold.counting import IDENTITY, tallies
from sixfold.counting.packed import Packed, pack, unpack
from sixfold.rules.dice import chain_length
from sixfold.solving.context import Context
from sixfold.solving.joint import Entries, Joint, Kind, Parts


def chain(context: Context, poly: Packed, scale: int, among: Sequence[int], most: int | None) -> Parts:
    """How often each value of `among` came before the last throw, and the last reading.

    Every throw is independent of those before, so their order does not matter: what counts is how many there
    were of each, in any order. Half of the tolerance is for chains that are too long, half for rare counts.
    """
    values = dict(unpack(poly, context.width))
    weights = [values.get(value, 0) for value in among]
    ends = {value: n for value, n in values.items() if value not in among}
    depth = chain_length(Fraction(sum(weights), scale), context.share / 2)
    if most is None:
        context.endless = True
    else:
        depth = min(depth, most - 1)
    context.work.charge(10 * comb(depth + len(weights), len(weights)))
    whole = scale ** (depth + 1)
    context.widen(whole.bit_length())
    end, every = pack(ends, context.width), pack(values, context.width)
    rising = [scale**length for length in range(depth + 1)]
    found = []
    for counts, number in tallies(weights, depth):
        length = sum(counts)
        final = every if most is not None and length + 1 == most else end
        if number and final[1]:
            found.append((number * rising[depth - length], counts, final))
    context.work.charge(20 * len(found))
    if most is None:
        found = _likely(found, context.share / 2 * whole / sum(ends.values()))
    entries: Entries = [((*counts, IDENTITY), number, final) for number, counts, final in found]
    return (Joint(entries, whole, (*[Kind.NUMBER] * len(among), Kind.PACKED)),)


Counts = list[tuple[int, tuple[int, ...], Packed]]


def _likely(counts: Counts, allowance: Fraction) -> Counts:
    """The counts without the rarest, which together have no more ways than allowed."""
    spare = allowance.numerator // allowance.denominator
    counts.sort(key=lambda entry: entry[0])
    dropped = 0
    while dropped < len(counts) and counts[dropped][0] <= spare:
        spare -= counts[dropped][0]
        dropped += 1
    return counts[dropped:]
