"""Where faces come from: the same seed gives the same faces for ever, and no face is likelier than another."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

import sixfold
from sixfold.base.bounds import SEED_LENGTH
from sixfold.errors import BoundsError, DiceError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.playing.sources.system import SystemDice
from sixfold.rules.dice import D6, D10, Die

GOLDEN = {
    6: [4, 2, 3, 2, 3, 6, 1, 6, 2, 2, 4, 2],
    10: [4, 6, 5, 8, 7, 8, 3, 8, 2, 8, 2, 8],
    100: [64, 76, 75, 68, 87, 68, 33, 18, 92, 8, 22, 68],
    1000: [304, 12, 184, 810, 304, 444, 262, 320, 466, 542, 588, 437],
}
"""The first twelve faces of the seed “Sixfold” for dice of so many sides: they never change."""


@pytest.mark.parametrize("sides", GOLDEN)
def test_golden_seeds(sides: int) -> None:
    """A seed gives the same faces on every platform and Python version."""
    assert GOLDEN[sides] == SeededDice("Sixfold").throw(12, Die(sides))


def test_golden_text_seeds() -> None:
    """A seed is any text; its UTF-8 counts."""
    assert SeededDice("Würfel 🎲").throw(10, D6) == [3, 5, 4, 3, 3, 4, 6, 1, 2, 4]
    assert SeededDice("").throw(10, D6) == [6, 1, 6, 3, 1, 1, 6, 5, 5, 6]


def described(seed: str, sides: int) -> Iterator[int]:
    """The generator as its documentation describes it, written again."""
    stream = itertools.chain.from_iterable(
        hashlib.sha256(b"sixfold dice 1\0" + seed.encode() + b"\0" + block.to_bytes(8, "big")).digest()
        for block in itertools.count()
    )
    while True:
        attempt = next(stream) if sides <= 256 else 256 * next(stream) + next(stream)
        reach = 256 if sides <= 256 else 65536
        if attempt < reach // sides * sides:
            yield attempt % sides + 1


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 10, 100, 255, 256, 257, 999, 1000])
def test_seeds_are_as_documented(sides: int) -> None:
    """The documented generator, written again from its description, gives the same thousand faces."""
    assert list(itertools.islice(described("tavern", sides), 1000)) == SeededDice("tavern").throw(1000, Die(sides))


def test_seeds_do_not_depend_on_batches() -> None:
    """Ten dice one by one are the same as ten at once."""
    one_by_one = SeededDice("x")
    assert SeededDice("x").throw(10, D6) == [one_by_one.throw(1, D6)[0] for _ in range(10)]
    assert set(SeededDice("x").throw(200, D10)) == set(range(10))


@pytest.mark.parametrize("sides", [6, 10, 100, 1000])
def test_tries_that_would_favour_a_face_are_passed_over(sides: int) -> None:
    """Every accepted value of the raw bytes belongs to a full round of the faces: each face is met equally often."""
    width = 1 if sides == 6 else 2
    every = b"".join(value.to_bytes(width, "big") for value in reversed(range(256**width)))
    faces = _from_bytes(every, sides)
    counts = Counter(faces)

    full_rounds = 256**width // sides * sides
    assert faces == [value % sides + 1 for value in reversed(range(full_rounds))]
    assert set(counts) == set(range(1, sides + 1))
    assert len(set(counts.values())) == 1


def _from_bytes(raw: bytes, sides: int) -> list[int]:
    """All faces that the system dice make of these bytes of the operating system."""
    feed = [raw]
    usable = 252 if sides == 6 else len(raw) // 2 // sides * sides

    def urandom(size: int) -> bytes:
        return feed.pop() if feed else bytes(size)

    with patch("sixfold.playing.sources.system.os.urandom", urandom):
        return list(SystemDice().throw(usable, Die(sides)))


@pytest.mark.parametrize("lowest", [0, 1, -3])
@pytest.mark.parametrize("sides", [1, 2, 6, 10, 20, 100, 1000])
def test_system_dice_stay_on_their_faces(sides: int, lowest: int) -> None:
    """Dice of the operating system show their faces only, and in two thousand throws not just one."""
    faces = SystemDice().throw(2000, Die(sides, lowest=lowest))
    assert len(faces) == 2000
    assert set(faces) <= set(range(lowest, lowest + sides))
    assert len(set(faces)) > sides // 2


def test_system_dice_go_on_for_ever() -> None:
    """Batches are fetched anew when they run out, and none is given out twice."""
    dice = SystemDice()
    fetched: list[int] = []

    def urandom(size: int) -> bytes:
        fetched.append(size)
        return bytes([len(fetched) % 6] * size)

    with patch("sixfold.playing.sources.system.os.urandom", urandom):
        first = dice.throw(3000, D6)
        second = dice.throw(5000, D6)
    assert (len(first), len(second), len(fetched)) == (3000, 5000, 2)
    assert set(first) == {2}
    assert set(second) == {2, 3}
    assert Counter(second)[2] + len(first) == fetched[0]


def test_system_dice_are_not_biased_grossly() -> None:
    """Sixty thousand dice: each face within eight standard deviations of ten thousand."""
    counts = Counter(face for record in sixfold.rolls("dice 100d6", 600) for face in record.faces)
    assert sum(counts.values()) == 60_000
    assert all(abs(counts[face] - 10_000) < 8 * (60_000 * 5 / 36) ** 0.5 for face in range(1, 7))


def test_a_run_of_records_goes_on_in_the_same_stream() -> None:
    """Many throws of one seed begin with its single throw, and then differ."""
    many = list(sixfold.rolls("ten", 20, seed="tavern"))
    assert many[0] == sixfold.roll("ten", seed="tavern")
    assert len({tuple(record.faces) for record in many}) > 10


def test_seed_bound() -> None:
    """A seed has at most 1,000 characters."""
    assert sixfold.roll("ten", seed="s" * SEED_LENGTH).source == "seed:" + "s" * SEED_LENGTH
    with pytest.raises(BoundsError):
        sixfold.roll("ten", seed="s" * (SEED_LENGTH + 1))


def test_dice_are_typed_or_seeded() -> None:
    """Typed faces and a seed contradict each other."""
    with pytest.raises(DiceError) as caught:
        sixfold.roll("ten", seed="x", faces=[1, 2, 4])
    error: Any = caught.value
    assert error.code == "dice/unreadable"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("6324", "its faces are 1 to 6. If that is 4 dice, type commas between: 6,3,2,4."),
        ("6304", "its faces are 1 to 6."),
        ("7", "its faces are 1 to 6."),
        ("63241", "“63241” is not a face. Type whole numbers with commas between: 6,3,2,4."),
    ],
)
def test_dice_without_commas(typed: str, said: str) -> None:
    """Faces that were typed together are told apart where each of them is a face."""
    with pytest.raises(DiceError) as refused:
        sixfold.roll("dice 4d6", faces=typed)
    assert refused.value.message.endswith(said)
