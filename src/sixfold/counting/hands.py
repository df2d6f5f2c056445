"""Hands of dice, and the ways in which they answer folds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sixfold.counting.adding import added, adds_up
from sixfold.counting.packed import ZERO, Packed, Ways, add, less
from sixfold.counting.powers import Blocks
from sixfold.counting.ranks import Hands
from sixfold.rules.folds import AtLeast, Fold, OfAKind, Ranked


def ways_of(groups: Sequence[tuple[int, Hands]], folds: Sequence[Fold[Any]]) -> Ways:
    """The joint ways of the folds' answers over all faces of so many dice of each kind.

    >>> from sixfold.rules.folds import of_a_kind
    >>> six = tuple((face, 1) for face in range(6, 0, -1))
    >>> joint = ways_of([(3, Hands(six, 64))], [of_a_kind(3)])
    >>> joint[(True,)], joint[(False,)]
    ((0, 6), (0, 210))
    """
    (size, hands), *others = groups
    alike, blocks, every = not others, hands.blocks, sum([many for many, _ in groups])
    by_rank = alike and all(isinstance(fold, Ranked | AtLeast) for fold in folds)
    if not by_rank and all(adds_up(fold, every) for fold in folds):
        return added([(kind.blocks.faces, many) for many, kind in groups], folds, blocks.width, blocks.work)
    found = hands.answers(size, folds) or by_complement(size, folds, hands) if alike else None
    if found is not None:
        return found
    from sixfold.counting.by_faces import FaceByFace  # here, since most hands are known without
    from sixfold.counting.pools import Alike, Groups

    pool = Alike(size, blocks) if alike else Groups([(many, kind.blocks) for many, kind in groups])
    return FaceByFace(pool, folds).run()


Partial = tuple[int, tuple[int, int], tuple[int, int, bool]]
"""Dice left, and what the sum and the question still have to remember."""


def by_complement(size: int, folds: Sequence[Fold[Any]], hands: Hands) -> Ways | None:
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
    everything = hands.answers(size, (ranked,)) if kind.many > 0 else None
    if everything is None:
        return None
    blocks, ((answer, every),) = hands.blocks, everything.items()
    looked_at = looks_at(kind.start(size), size)
    if looked_at < kind.many:
        without = every
    elif looked_at > (kind.many - 1) * len(blocks.faces):
        without = ZERO
    else:
        without = _without(size, ranked, kind, blocks)
    found = ((False, without), (True, less(every, without, blocks.width)))
    return {(*answer, yes) if ranked is first else (yes, *answer): poly for yes, poly in found if poly[1]}


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
