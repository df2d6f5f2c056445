"""Dice of which some are thrown again, with what was seen of them before.

Each die goes its own way, face by face. Where all that is asked adds up die by die, dice that add the same are one
kind, and only how many there are of each kind matters. Else every hand is gone through.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sixfold.base.mappings import added_up
from sixfold.rules.dice import Face
from sixfold.rules.mixed import bare, falling
from sixfold.solving.counting.adding import joint_answers
from sixfold.solving.counting.packed import Faces
from sixfold.solving.counting.work_limit import Work

Again = frozenset[Any]
"""Faces whose dice are thrown again."""

Asked = tuple[int, Any]
"""A question, and after how many times of throwing again it is asked."""

Answers = tuple[Any, ...]

AGAIN_WORK = 20
"""Work of one hand after dice were thrown again, beside its dice."""

Hand = tuple[Any, ...]

Fresh = Callable[[Hand], tuple[Sequence[tuple[Hand, int]], int]]
"""For the dice that stay: all hands of the others thrown afresh, and what the ways of the dice that stay are out of."""


class Throws(NamedTuple):
    """So many dice of one kind: their faces at first, and those of every further throw."""

    size: int
    faces: Faces
    fresh: Faces


def die_by_die(
    groups: Sequence[Throws], agains: Sequence[Again], questions: Sequence[Asked], work: Work
) -> dict[Answers, int]:
    """The ways of all answers together, where all questions add up; out of the ways of every throw.

    >>> from sixfold.rules.folds import showing
    >>> coin = ((2, 1), (1, 1))
    >>> die_by_die([Throws(1, coin, coin)], [frozenset({1})], [(0, showing("=", 2)), (1, showing("=", 2))], Work())
    {(0, 0): 1, (0, 1): 1, (1, 1): 2}
    """
    kinds = []
    bits = 1
    for throws in groups:
        paths = _paths(throws, agains)
        kind = added_up(
            (tuple([fold.worth(path[stage]) for stage, fold in questions]), weight) for path, weight in paths
        )
        kinds.append((kind, throws.size))
        bits += throws.size * sum(kind.values()).bit_length()
    ways = added_up(joint_answers(kinds, [fold for _, fold in questions], 0, -(-bits // 8) * 8, work))
    return dict(sorted(ways.items()))


def _paths(throws: Throws, agains: Sequence[Again]) -> Iterable[tuple[tuple[Face, ...], int]]:
    """Return the faces of one die after each roll, with their ways over one denominator."""
    scale = sum([weight for _, weight in throws.fresh])
    paths: list[tuple[tuple[Face, ...], int]] = [((face,), weight) for face, weight in throws.faces]
    for again in agains:
        following: list[tuple[tuple[Face, ...], int]] = []
        for path, weight in paths:
            if path[-1] in again:
                following += [((*path, face), weight * more) for face, more in throws.fresh]
            else:
                following.append(((*path, path[-1]), weight * scale))
        paths = following
    return paths


def hand_by_hand(
    hands: Iterable[tuple[Hand, int]],
    fresh: Fresh,
    agains: Sequence[Again],
    questions: Sequence[Asked],
    answer: Callable[[Any, Hand], Answers],
    answers_only: bool,
    work: Work,
) -> dict[Answers, int]:
    """The ways of all answers, gone through hand by hand; unless `answers_only`, the hand itself follows them."""

    def seen(stage: int, hand: Hand) -> Answers:
        return tuple([part for at, question in questions if at == stage for part in answer(question, hand)])

    states: dict[Answers, int] = {(*seen(0, hand), hand): ways for hand, ways in hands}
    if any(stage == 0 for stage, _ in questions):
        work.charge(30 * len(states))
    for stage, again in enumerate(agains, 1):

        def staying(hand: Hand, again: Again = again) -> Hand:
            return tuple([face for face in hand if bare(face) not in again])

        moved = again_by_hand(states, staying, fresh, work)
        states = added_up(((*key[:-1], *seen(stage, key[-1]), key[-1]), ways) for key, ways in moved.items())
    return added_up((key[:-1], ways) for key, ways in states.items()) if answers_only else states


def again_by_hand(
    hands: dict[Answers, int], staying: Callable[[Hand], Hand], fresh: Fresh, work: Work
) -> dict[Answers, int]:
    """Answers that end with a hand, after all of its dice were thrown again but for those that stay."""
    groups = added_up(((key[:-1], staying(key[-1])), ways) for key, ways in hands.items())
    result: dict[Answers, int] = {}
    for (kept_answers, kept), ways in groups.items():
        thrown_hands, factor = fresh(kept)
        size = len(kept) + max([len(thrown) for thrown, _ in thrown_hands[:1]], default=0)
        work.charge((AGAIN_WORK + 2 * size) * len(thrown_hands))
        for thrown, more in thrown_hands:
            key = (*kept_answers, tuple(falling((*kept, *thrown))))
            result[key] = result.get(key, 0) + ways * factor * more
    return result
