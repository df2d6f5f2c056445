"""The shortcuts of `ways` give what the plain sweep over the faces gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from sixfold.rules.folds import (
    Fold,
    at_least,
    highest,
    lowest,
    nth_highest,
    of_a_kind,
    showing,
    total,
    without_highest,
)
from sixfold.rules.folds.sums import AtLeast
from sixfold.solving.counting import adding
from sixfold.solving.counting.adding import Adds, joint_answers
from sixfold.solving.counting.by_faces import FaceByFace
from sixfold.solving.counting.hands import ways_of
from sixfold.solving.counting.packed import IDENTITY, Faces, Ways, unpack
from sixfold.solving.counting.picks import best, multisets, picks
from sixfold.solving.counting.pools import Alike
from sixfold.solving.counting.powers import Blocks
from sixfold.solving.counting.ranks import RankedHands
from sixfold.solving.counting.work_limit import Work

WIDTH = 64
FAIR: Faces = tuple((face, 1) for face in range(6, 0, -1))
LOADED: Faces = ((6, 3), (5, 1), (3, 2), (2, 1))


def flat(ways: Ways) -> dict[tuple[object, ...], int]:
    """Every answer with its number of ways, nothing packed."""
    return {
        tuple(value if answer is IDENTITY else answer for answer in answers): number
        for answers, poly in ways.items()
        for value, number in unpack(poly, WIDTH)
    }


def swept(size: int, faces: Faces, folds: Sequence[Fold[Any]]) -> dict[tuple[object, ...], int]:
    """The slow twin: face by face."""
    return flat(FaceByFace(Alike(size, Blocks(faces, WIDTH, Work())), folds).run())


@pytest.mark.parametrize("faces", [FAIR, LOADED, ((2, 1), (1, 3)), ((5, 2), (3, 1), (-1, 3))], ids=str)
@pytest.mark.parametrize("cut", [highest, lowest, without_highest])
def test_both_ends_of_a_hand(cut: Callable[[int], Fold[Any]], faces: Faces) -> None:
    """Any cut with “at least” questions about the highest and the lowest face equals the sweep, all in one table."""
    hands = RankedHands(faces, WIDTH)
    for size, rank, high, low in product(range(5), range(6), range(6), range(6)):
        folds = [at_least(faces[-1][0], low), cut(rank), at_least(faces[0][0], high)]
        assert flat(ways_of([(size, hands)], folds)) == swept(size, faces, folds)


@pytest.mark.parametrize("cut", [highest(6), lowest(6), without_highest(6)])
def test_a_hand_cut_in_the_middle(cut: Fold[Any]) -> None:
    """Many faces and as many dice kept as gone, with “at least” questions about faces on either side of the cut."""
    many: Faces = tuple((face, 1) for face in range(34, 0, -1))
    hands = RankedHands(many, WIDTH)
    for asked in ([at_least(34, 1)], [at_least(2, 2), at_least(17, 1)], [at_least(1, 1), at_least(34, 2)]):
        folds = [cut, *asked]
        assert flat(ways_of([(12, hands)], folds)) == swept(12, many, folds)


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(7))
def test_hands_cut_at_one_rank(size: int, faces: Faces) -> None:
    """Sums by rank with “at least” questions equal the sweep, fair dice and loaded ones."""
    hands = RankedHands(faces, WIDTH)
    sums: list[Fold[Any]] = [total(), highest(2), highest(3), lowest(2), without_highest(1), without_highest(4)]
    questions: list[tuple[Fold[Any], ...]] = [
        (),
        (at_least(6, 1),),
        (at_least(6, 2), at_least(2, 1)),
        (at_least(2, 0), at_least(5, 9)),
    ]
    for kept, asked in product(sums, questions):
        folds: tuple[Fold[Any], ...] = (kept, *asked)
        assert flat(ways_of([(size, hands)], folds)) == swept(size, faces, folds)


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
def test_hands_that_were_cut_before(faces: Faces) -> None:
    """A hand is gone through on from where earlier questions left it, in whatever order they come."""
    hands = RankedHands(faces, WIDTH)
    asked: list[tuple[Fold[Any], ...]] = [(), (at_least(2, 1),), (at_least(6, 2),), (at_least(6, 1), at_least(2, 2))]
    questions = list(product((highest, lowest, without_highest), range(8), asked))
    Random(1).shuffle(questions)
    for cut, rank, more in questions:
        assert flat(ways_of([(7, hands)], (cut(rank), *more))) == swept(7, faces, (cut(rank), *more))


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(7))
def test_counts_of_all_dice(size: int, faces: Faces) -> None:
    """Counting dice that compare so with a number is binomial."""
    for fold in (showing(">=", 5), showing("<", 3), showing("=", 4), showing(">", 9)):
        assert flat(ways_of([(size, RankedHands(faces, WIDTH))], (fold,))) == swept(size, faces, (fold,))


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(8))
def test_equal_dice_beside_a_sum(size: int, faces: Faces) -> None:
    """A question for equal dice beside a sum by rank equals the sweep, whichever is asked first."""
    hands = RankedHands(faces, WIDTH)
    sums: list[Fold[Any]] = [total(), highest(2), lowest(3), without_highest(2), nth_highest(1), nth_highest(3)]
    kinds = [of_a_kind(many, after) for many in (0, 1, 2, 3, 5) for after in (0, 1, 3)]
    kinds += [of_a_kind(many, among=among, lowest=low) for many in (2, 3) for among in (2, 4) for low in (True, False)]
    for kept, kind in product(sums, kinds):
        assert flat(ways_of([(size, hands)], (kept, kind))) == swept(size, faces, (kept, kind)), (kept, kind)
        assert flat(ways_of([(size, hands)], (kind, kept))) == swept(size, faces, (kind, kept)), (kind, kept)


@pytest.mark.parametrize("size", [20, 100])
def test_equal_dice_in_large_hands(size: int) -> None:
    """So many dice always show three alike, but not among the few that are looked at."""
    hands = RankedHands(FAIR, 264)
    joint = ways_of([(size, hands)], (highest(3), of_a_kind(3)))
    assert list(joint) == [(IDENTITY, True)]
    joint = ways_of([(size, hands)], (highest(3), of_a_kind(3, among=3)))
    every = sum(number for poly in joint.values() for _, number in unpack(poly, 264))
    assert every == 6**size
    assert set(joint) == {(IDENTITY, True), (IDENTITY, False)}


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(1, 12))
def test_order_statistics(size: int, faces: Faces) -> None:
    """The die at any rank, one that is not there included, equals the sweep."""
    for rank in range(1, size + 2):
        folds = (nth_highest(rank),)
        assert flat(ways_of([(size, RankedHands(faces, WIDTH))], folds)) == swept(size, faces, folds)


def pair_first(choice: tuple[int, ...]) -> tuple[int, int]:
    return (len(choice) - len(set(choice)), -sum(choice))


def lowest_die(choice: tuple[int, ...]) -> int:
    return min(choice, default=0)


def scrambled(choice: tuple[int, ...]) -> int:
    mixed = 0
    for value in choice:
        mixed = (mixed * 7 + value) % 101
    return mixed


@pytest.mark.parametrize(
    "preference", [sum, lowest_die, pair_first, scrambled], ids=["sum", "lowest", "pairs", "scrambled"]
)
@pytest.mark.parametrize("faces", [FAIR, LOADED, FAIR[:1]], ids=["fair", "loaded", "one face"])
@pytest.mark.parametrize("size", range(6))
def test_picked_dice(size: int, faces: Faces, preference: Callable[[tuple[int, ...]], Any]) -> None:
    """The dice picked from every hand, looked at one by one, by preferences with ties and without."""
    for count in range(5):
        truth: dict[tuple[int, ...], int] = {}
        for hand, ways in multisets(size, faces, Work()):
            choice = best(hand, count, preference)
            truth[choice] = truth.get(choice, 0) + ways
        assert picks(size, faces, count, preference) == truth


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(5))
def test_every_hand(size: int, faces: Faces) -> None:
    """All hands with their ways are all throws, in no order."""
    truth: dict[tuple[int, ...], int] = {}
    for throw in product(faces, repeat=size):
        hand = tuple(sorted((value for value, _ in throw), reverse=True))
        truth[hand] = truth.get(hand, 0) + prod(weight for _, weight in throw)
    assert dict(multisets(size, faces, Work())) == truth


HEAVY: Faces = ((3, 2), (2, 2), (1, 2))


def test_even_dice_that_weigh_more() -> None:
    """Faces that weigh the same, but more than one, keep their weight."""
    assert sum(picks(3, HEAVY, 2, sum).values()) == 6**3
    assert sum(ways for _, ways in multisets(2, HEAVY, Work())) == 6**2


@pytest.mark.parametrize("folds", [(total(), at_least(6, 1), at_least(6, 2)), (total(), AtLeast((6, 5), 1))])
def test_questions_beyond_the_shortcuts(folds: tuple[Fold[Any], ...]) -> None:
    """One face asked for twice, and one question for two faces, are left to the sweep."""
    assert flat(ways_of([(3, RankedHands(FAIR, WIDTH))], folds)) == swept(3, FAIR, folds)


@pytest.mark.parametrize("sparse", [0, 1 << 60], ids=["sum by sum", "one polynomial"])
@pytest.mark.parametrize("kind", [{(1, 0): 1, (0, 7): 2}, {(0, 0): 1, (1, 1): 2, (1, 0): 3, (5, -2): 1}], ids=str)
def test_sums_that_come_together(kind: dict[Adds, int], sparse: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several sums at once, in one polynomial or sum by sum, are those of every throw."""
    monkeypatch.setattr(adding, "SPARSE", sparse)
    other: dict[Adds, int] = {(0, 1): 2, (3, 0): 1}
    found: dict[Adds, int] = {}
    for dice in product(*[kind.items()] * 4, *[other.items()] * 2):
        sums = tuple(map(sum, zip(*[adds for adds, _ in dice], strict=True)))
        found[sums] = found.get(sums, 0) + prod([weight for _, weight in dice])
    assert dict(joint_answers([(kind, 4), (other, 2)], (total(), total()), 0, WIDTH, Work())) == found
