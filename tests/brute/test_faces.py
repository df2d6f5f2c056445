"""The twin's own tools: that what it counts is what falls."""

from __future__ import annotations

import pytest

from tests.brute.faces import every_face, every_hand, sums


@pytest.mark.parametrize("dice", range(7))
def test_hands_are_all_faces(dice: int) -> None:
    """Hands with their ways are the same as every face one by one."""
    counted: dict[tuple[int, ...], int] = {}
    for faces in every_face(dice):
        at = tuple(sorted(faces))
        counted[at] = counted.get(at, 0) + 1

    assert counted == dict(every_hand(dice))


@pytest.mark.parametrize("dice", range(5))
def test_sums_are_all_faces(dice: int) -> None:
    """Sums die by die are the same as every face one by one."""
    counted: dict[int, int] = {}
    for faces in every_face(dice):
        counted[sum(faces)] = counted.get(sum(faces), 0) + 1

    assert counted == sums(dice)
