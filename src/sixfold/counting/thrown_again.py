"""Dice of which some are thrown again, with what was seen of them before.

Each die goes its own way, face by face. Where all that is asked adds up die by die, dice that add the same are one
kind, and only how many there are of each kind matters. Else every hand is gone through.
"""

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import Any, NamedTuple

from sixfold.counting.answers import Faces
from sixfold.counting.multisets import multisets
from sixfold.counting.work import Work
from sixfold.rules.folds import AtLeast, Ranked, Scored, Showing
from sixfold.rules.throwing import rest_of

Again = frozenset[int]
"""Faces whose dice are thrown again."""

Asked = tuple[int, Any]
"""A question, and after how many times of throwing again it is asked."""

Answers = tuple[Any, ...]


def adds_up(fold: Any, size: int) -> bool:
    """Whether a question is answered by adding up what each die is for itself."""
    if isinstance(fold, Ranked | Showing):
        return fold.skip == 0 and fold.take >= size and not fold.lowest
    return isinstance(fold, AtLeast | Scored)


class Throws(NamedTuple):
    """So many dice: their faces at first, those of every further throw, and what is thrown again each time."""

    size: int
    faces: Faces
    fresh: Faces
    agains: Sequence[Again]


def die_by_die(throws: Throws, asked: Sequence[Asked], work: Work) -> dict[Answers, int]:
    """The ways of all answers together, where all questions add up; out of the ways of every throw.

    >>> from sixfold.rules.folds import showing
    >>> coin = ((2, 1), (1, 1))
    >>> throws = Throws(1, coin, coin, [frozenset({1})])
    >>> die_by_die(throws, [(0, showing("=", 2)), (1, showing("=", 2))], Work())
    {(0, 0): 1, (0, 1): 1, (1, 1): 2}
    """
    size = throws.size
    kinds: dict[tuple[int, ...], int] = {}
    for path, weight in _paths(throws):
        adds = tuple([_part(fold, path[stage]) for stage, fold in asked])
        kinds[adds] = kinds.get(adds, 0) + weight
    states: dict[tuple[int, tuple[int, ...]], int] = {(size, (0,) * len(asked)): 1}
    last = len(kinds) - 1
    for at, (adds, weight) in enumerate(kinds.items()):
        following: dict[tuple[int, tuple[int, ...]], int] = {}
        powers = [weight**count for count in range(size + 1)]
        for (left, sums), ways in states.items():
            work.charge(10 * (left + 1 if at < last else 1))
            for count in range(left + 1) if at < last else (left,):
                state = (left - count, tuple([n + count * add for n, add in zip(sums, adds, strict=True)]))
                following[state] = following.get(state, 0) + ways * comb(left, count) * powers[count]
        states = following
    found: dict[Answers, int] = {}
    for (_, sums), ways in states.items():
        pairs = zip(asked, sums, strict=True)
        answers = tuple([n >= fold.least if isinstance(fold, AtLeast) else n for (_, fold), n in pairs])
        found[answers] = found.get(answers, 0) + ways
    return found


def _paths(throws: Throws) -> Iterable[tuple[tuple[int, ...], int]]:
    """What one die shows after each throw, with its ways out of the same number for all."""
    scale = sum([weight for _, weight in throws.fresh])
    paths: list[tuple[tuple[int, ...], int]] = [((face,), weight) for face, weight in throws.faces]
    for again in throws.agains:
        following: list[tuple[tuple[int, ...], int]] = []
        for path, weight in paths:
            if path[-1] in again:
                following += [((*path, face), weight * more) for face, more in throws.fresh]
            else:
                following.append(((*path, path[-1]), weight * scale))
        paths = following
    return paths


def _part(fold: Any, face: int) -> int:
    """What one die adds to an answer."""
    if isinstance(fold, AtLeast):
        return int(face in fold.faces)
    return int(fold.step(fold.start(1), face, 1)[1] * fold.worth(face))


def hand_by_hand(
    throws: Throws, asked: Sequence[Asked], answer: Callable[[Any, tuple[int, ...]], Answers], work: Work
) -> dict[Answers, int]:
    """The ways of all answers and, at the end, of the faces after the last throw, gone through hand by hand."""
    size, faces, fresh, agains = throws

    def seen(stage: int, hand: tuple[int, ...]) -> Answers:
        return tuple([part for at, question in asked if at == stage for part in answer(question, hand)])

    states: dict[Answers, int] = {(*seen(0, hand), hand): ways for hand, ways in multisets(size, faces, work)}
    if any(stage == 0 for stage, _ in asked):
        work.charge(30 * len(states))
    for stage, again in enumerate(agains, 1):

        def of_faces(hand: tuple[int, ...], again: Again = again) -> tuple[int, ...]:
            return tuple([face for face in hand if face in again])

        moved = again_by_hand(states, of_faces, size, fresh, work)
        states = {}
        for (*answers, hand), ways in moved.items():
            key = (*answers, *seen(stage, hand), hand)
            states[key] = states.get(key, 0) + ways
    return states


def again_by_hand(
    hands: dict[Answers, int],
    chosen: Callable[[tuple[int, ...]], Sequence[int]],
    size: int,
    faces: Faces,
    work: Work,
) -> dict[Answers, int]:
    """Answers that end with a hand, after some of its dice were thrown again; out of `size` dice more."""
    scale = sum([weight for _, weight in faces])
    groups: dict[tuple[Answers, tuple[int, ...]], int] = {}
    for (*answers, hand), ways in hands.items():
        key = (tuple(answers), rest_of(hand, chosen(hand)))
        groups[key] = groups.get(key, 0) + ways
    fresh: dict[int, list[tuple[tuple[int, ...], int]]] = {}
    merged: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = {}
    found: dict[Answers, int] = {}
    for (kept_answers, kept), ways in groups.items():
        left = size - len(kept)
        if left not in fresh:
            fresh[left] = list(multisets(left, faces, work))
        work.charge(6 * len(fresh[left]))
        factor = ways * scale ** len(kept)
        for thrown, more in fresh[left]:
            hand = merged.get((kept, thrown))
            if hand is None:
                hand = merged[kept, thrown] = tuple(sorted((*kept, *thrown), reverse=True))
            key = (*kept_answers, hand)
            found[key] = found.get(key, 0) + factor * more
    return found
