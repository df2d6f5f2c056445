"""The shortcuts of `ways` give what the plain sweep over the faces gives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from sixfold.folds import Fold, at_least, highest, lowest, showing, total, without_highest
from sixfold.packed import unpack
from sixfold.ways import SLOT, Hands, Ledger
from sixfold.ways.answers import Faces, Ways
from sixfold.ways.blocks import Blocks
from sixfold.ways.picks import _even_holdings, _holdings
from sixfold.ways.sweep import Sweep

WIDTH = 64
FAIR: Faces = tuple((face, 1) for face in range(6, 0, -1))
LOADED: Faces = ((6, 3), (5, 1), (3, 2), (2, 1))


def flat(ways: Ways) -> dict[tuple[object, ...], int]:
    """Every answer with its number of ways, nothing packed."""
    return {
        tuple(value if answer is SLOT else answer for answer in answers): number
        for answers, poly in ways.items()
        for value, number in unpack(poly, WIDTH)
    }


def swept(size: int, faces: Faces, folds: Sequence[Fold]) -> dict[tuple[object, ...], int]:
    """The slow twin: face by face."""
    return flat(Sweep(size, folds, Blocks(faces, WIDTH, Ledger())).run())


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(7))
def test_hands_cut_at_one_rank(size: int, faces: Faces) -> None:
    """Sums by rank with “at least” questions equal the sweep, fair dice and loaded ones."""
    hands = Hands(faces, WIDTH)
    sums: list[Fold] = [total(), highest(2), highest(3), lowest(2), without_highest(1), without_highest(4)]
    questions: list[tuple[Fold, ...]] = [
        (),
        (at_least(6, 1),),
        (at_least(6, 2), at_least(2, 1)),
        (at_least(2, 0), at_least(5, 9)),
    ]
    for kept, asked in product(sums, questions):
        folds: tuple[Fold, ...] = (kept, *asked)
        assert flat(hands.ways(size, folds)) == swept(size, faces, folds)


@pytest.mark.parametrize("faces", [FAIR, LOADED], ids=["fair", "loaded"])
@pytest.mark.parametrize("size", range(7))
def test_counts_of_all_dice(size: int, faces: Faces) -> None:
    """Counting dice that compare so with a number is binomial."""
    for fold in (showing(">=", 5), showing("<", 3), showing("=", 4), showing(">", 9)):
        assert flat(Hands(faces, WIDTH).ways(size, (fold,))) == swept(size, faces, (fold,))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("size", range(8))
def test_what_fair_hands_hold(size: int, count: int) -> None:
    """What choices can use of a hand is counted alike with and without looking at each face's number."""
    assert _even_holdings(size, FAIR, count, Ledger()) == _holdings(size, FAIR, count, Ledger())
