"""Hands asked whether dice are alike: all hands, less those in which no face shows so many.

The hands without are few: where `many` dice of a face are too many, a hand of more than `many - 1` dice for each
face has none, and every other face can only show a few. So only those are gone through, face by face.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.counting.answers import Ways
from sixfold.counting.blocks import Blocks
from sixfold.counting.packed import ZERO, Packed, add
from sixfold.counting.ranks import Ranks
from sixfold.rules.folds import Fold, OfAKind, Ranked

Partial = tuple[int, tuple[int, int], tuple[int, int, bool]]
"""Dice left, and what the sum and the question still have to remember."""


def by_complement(size: int, folds: Sequence[Fold[Any]], ranks: Ranks, blocks: Blocks) -> Ways | None:
    """The ways of one sum by rank together with one question for equal dice, or None for other folds."""
    if len(folds) != 2:
        return None
    first, second = folds
    if isinstance(first, Ranked) and isinstance(second, OfAKind):
        ranked, kind = first, second
    elif isinstance(first, OfAKind) and isinstance(second, Ranked):
        ranked, kind = second, first
    else:
        return None
    everything = ranks.answers(size, (ranked,)) if kind.many > 0 else None
    if everything is None:
        return None
    ((answer, every),) = everything.items()
    looked_at = looks_at(kind.start(size), size)
    if looked_at < kind.many:
        without = every
    elif looked_at > (kind.many - 1) * len(blocks.faces):
        without = ZERO
    else:
        without = _without(size, ranked, kind, blocks)
    found = ((False, without), (True, _less(every, without, blocks.width)))
    return {(*answer, yes) if ranked is first else (yes, *answer): poly for yes, poly in found if poly[1]}


def _less(a: Packed, b: Packed, width: int) -> Packed:
    return (a[0], a[1] - (b[1] << ((b[0] - a[0]) * width))) if b[1] else a


def _without(size: int, ranked: Ranked, kind: OfAKind, blocks: Blocks) -> Packed:
    """The sums of the hands in which no face shows so many of the dice looked at."""
    faces, width, work = blocks.faces, blocks.width, blocks.work
    most = kind.many - 1
    result: Packed = ZERO
    states: dict[Partial, Packed] = {(size, ranked.start(size), kind.start(size)): (0, 1)}
    for at, (face, weight) in enumerate(faces):
        below = len(faces) - at - 1
        following: dict[Partial, Packed] = {}
        for (left, summing, looking), (low, bits) in states.items():
            if kind.rest(looking, left) is not None and (taken_all := ranked.rest(summing, left)) is not None:
                # No more dice can be alike, and the sum is settled as well: the dice left are one power.
                rest = blocks.power(tuple(range(at, len(faces))), left, taken_all)
                work.multiplying(bits.bit_length(), rest[1].bit_length())
                result = add(result, (low + rest[0], bits * rest[1]), width)
                continue
            work.adding(bits.bit_length(), 4 * left + 4)
            choices = 1
            for count in range(left + 1):
                if count:
                    choices = choices * (left - count + 1) * weight // count
                looked = kind.step(looking, face, count) if count else looking
                if kind.end(looked):
                    break
                others = left - count
                if others if below == 0 else looks_at(looked, others) > most * below:
                    continue
                summed, taken = ranked.take(summing, face, count)
                state = (others, summed, looked)
                term = (low + taken * face, bits * choices)
                found = following.get(state)
                following[state] = term if found is None else add(found, term, width)
        states = following
    for poly in states.values():
        result = add(result, poly, width)
    return result


def looks_at(state: tuple[int, int, bool], left: int) -> int:
    """How many of the dice left a question for equal dice will look at."""
    skip, among, _ = state
    return min(among, left - skip)
