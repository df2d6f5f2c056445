"""Hands of dice, and the ways in which they answer folds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.rules.folds import Fold
from sixfold.solving.counting.adding import added
from sixfold.solving.counting.packed import ZERO, Packed, Ways, add, less, sparse
from sixfold.solving.counting.powers import Blocks
from sixfold.solving.counting.ranks import RankedHands


def ways_of(groups: Sequence[tuple[int, RankedHands]], folds: Sequence[Fold[Any]]) -> Ways:
    """The joint ways of the folds' answers over all faces of so many dice of each kind.

    >>> from sixfold.rules.folds import of_a_kind
    >>> six = tuple((face, 1) for face in range(6, 0, -1))
    >>> joint = ways_of([(3, RankedHands(six, 64))], [of_a_kind(3)])
    >>> joint[(True,)], joint[(False,)]
    ((0, 6), (0, 210))
    """
    (size, hands), *others = groups
    alike, blocks, every = not others, hands.blocks, sum([many for many, _ in groups])
    far = any(fold.by_value for fold in folds) and _far(groups)
    by_rank = alike and not far and all(fold.by_value or fold.needs for fold in folds)
    if not by_rank and all(fold.adds_up(every) for fold in folds):
        return added([(kind.blocks.faces, many) for many, kind in groups], folds, blocks.width, blocks.work)
    ways = hands.answers(size, folds) or by_complement(size, folds, hands) if alike and not far else None
    if ways is not None:
        return ways
    from sixfold.solving.counting.by_faces import FaceByFace  # here, since most hands are known without
    from sixfold.solving.counting.pools import dealt

    return FaceByFace(dealt([(many, kind.blocks) for many, kind in groups]), folds, packing=not far).run()


def _far(groups: Sequence[tuple[int, RankedHands]]) -> bool:
    """Whether the faces lie so far apart that a sum of them has next to no values between its ends."""
    faces = [kind.blocks.faces for _, kind in groups if kind.blocks.faces]
    ends = [end for own in faces for end, _ in (own[0], own[-1])]
    return bool(ends) and sparse(max(ends) - min(ends), sum(map(len, faces)))


Partial = tuple[int, Any, Any]
"""Dice left, and what the sum and the question still have to remember."""


def by_complement(size: int, folds: Sequence[Fold[Any]], hands: RankedHands) -> Ways | None:
    """The ways of one sum by rank together with one question for equal dice, or None for other folds."""
    if len(folds) != 2:
        return None
    summing, kind = folds if folds[1].alike else folds[::-1]
    everything = hands.answers(size, (summing,)) if kind.alike and summing.by_value else None
    if everything is None:
        return None
    blocks, ((answer, every),) = hands.blocks, everything.items()
    start = kind.start(size)
    if kind.certain(start, size, len(blocks.faces)):
        without = ZERO
    elif kind.rest(start, size) is False:  # going through the faces finds the same
        without = ZERO if kind.end(start) else every
    else:
        without = _without(size, summing, kind, blocks)
    parts = ((False, without), (True, less(every, without, blocks.width)))
    return {(*answer, yes) if kind is folds[1] else (yes, *answer): poly for yes, poly in parts if poly[1]}


def _without(size: int, summing: Fold[Any], kind: Fold[Any], blocks: Blocks) -> Packed:
    """The sums of the hands in which no face shows so many of the dice looked at."""
    faces, width, work = blocks.faces, blocks.width, blocks.work
    result: Packed = ZERO
    states: dict[Partial, Packed] = {(size, summing.start(size), kind.start(size)): (0, 1)}
    for at, (face, weight) in enumerate(faces):
        below = len(faces) - at - 1
        following: dict[Partial, Packed] = {}
        for (left, adding, looking), (low, bits) in states.items():
            if kind.rest(looking, left) is not None and (taken_all := summing.rest(adding, left)) is not None:
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
                if others if below == 0 else kind.certain(looked, others, below):
                    continue
                summed, taken = summing.take(adding, face, count)
                state = (others, summed, looked)
                term = (low + taken * face, bits * choices)
                present = following.get(state)
                following[state] = term if present is None else add(present, term, width)
        states = following
    for poly in states.values():
        result = add(result, poly, width)
    return result
