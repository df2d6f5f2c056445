"""`dice` against plain functions over faces: each expression is said twice, once in notation, once in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

from tests.brute.faces import agree, agree_within, gather

Faces = tuple[int, ...]


class Said(NamedTuple):
    """An expression, the sides of the dice that it throws, and what their faces make."""

    text: str
    sides: Faces
    value: Callable[[Faces], int]


def low(faces: Faces, count: int) -> Faces:
    return tuple(sorted(faces)[:count])


def high(faces: Faces, count: int) -> Faces:
    return tuple(sorted(faces)[len(faces) - count :])


PLAIN = [
    Said("3d6", (6,) * 3, sum),
    Said("d20", (20,), sum),
    Said("d%", (100,), sum),
    Said("1d1", (1,), sum),
    Said("0d6", (), lambda f: 0),
    Said("0d6+7", (), lambda f: 7),
    Said("3d4-d6+2", (4, 4, 4, 6), lambda f: f[0] + f[1] + f[2] - f[3] + 2),
    Said("2d6+1d10-3", (6, 6, 10), lambda f: sum(f) - 3),
    Said("4d6kh3+2", (6,) * 4, lambda f: sum(high(f, 3)) + 2),
    Said("4d6k3", (6,) * 4, lambda f: sum(high(f, 3))),
    Said("4d6kh", (6,) * 4, lambda f: sum(high(f, 1))),
    Said("4d6kl2", (6,) * 4, lambda f: sum(low(f, 2))),
    Said("4d6dh1", (6,) * 4, lambda f: sum(low(f, 3))),
    Said("4d6dl3", (6,) * 4, lambda f: sum(high(f, 1))),
    Said("3d6kh0", (6,) * 3, lambda f: 0),
    Said("3d6dl3", (6,) * 3, lambda f: 0),
    Said("3d6kl3", (6,) * 3, sum),
    Said("2d6 (2 high)", (6,) * 4, lambda f: sum(high(f, 2))),
    Said("3d6 (1 low)", (6,) * 4, lambda f: sum(low(f, 3))),
    Said("5d6>=5", (6,) * 5, lambda f: sum(face >= 5 for face in f)),
    Said("5d6>4", (6,) * 5, lambda f: sum(face > 4 for face in f)),
    Said("5d6<2", (6,) * 5, lambda f: sum(face < 2 for face in f)),
    Said("5d6<=2", (6,) * 5, lambda f: sum(face <= 2 for face in f)),
    Said("5d6=3", (6,) * 5, lambda f: sum(face == 3 for face in f)),
    Said("4d6kh2>=5", (6,) * 4, lambda f: sum(face >= 5 for face in high(f, 2))),
    Said("4d6dh2>=3", (6,) * 4, lambda f: sum(face >= 3 for face in low(f, 2))),
    Said("2*(d6+1)", (6,), lambda f: 2 * (f[0] + 1)),
    Said("d6*d4", (6, 4), lambda f: f[0] * f[1]),
    Said("d6\u00d72", (6,), lambda f: 2 * f[0]),
    Said("{2d6, 1d8}kh1", (6, 6, 8), max),
    Said("{d4, d6, d8}kl2+1", (4, 6, 8), lambda f: sum(low(f, 2)) + 1),
    Said("{2d4, d10}dh1", (4, 4, 10), lambda f: sum(low(f, 2))),
    Said("{d6, 2d8}dl2", (6, 8, 8), max),
    Said("{2d6, 1d8}", (6, 6, 8), sum),
    Said("({d4, d6, d8}>=4)-d4", (4, 6, 8, 4), lambda f: sum(face >= 4 for face in f[:3]) - f[3]),
    Said("{2d6, d8}kh2>=5", (6, 6, 8), lambda f: sum(face >= 5 for face in high(f, 2))),
    Said("d66", (6, 6), lambda f: 10 * f[0] + f[1]),
    Said("2*d66-d6", (6, 6, 6), lambda f: 2 * (10 * f[0] + f[1]) - f[2]),
    Said("d666", (6, 6, 6), lambda f: 100 * f[0] + 10 * f[1] + f[2]),
    Said("0d6k", (), lambda f: 0),
    Said("(d6-d6)*3", (6, 6), lambda f: 3 * (f[0] - f[1])),
    Said("0*3d6", (6,) * 3, lambda f: 0),
    Said("3d6//2", (6,) * 3, lambda f: sum(f) // 2),
    Said("(d6-4)//2", (6,), lambda f: (f[0] - 4) // 2),
    Said("(2d6+1)//3*2", (6, 6), lambda f: (sum(f) + 1) // 3 * 2),
    Said("-d6", (6,), lambda f: -f[0]),
    Said("-(d6-d4)+10", (6, 4), lambda f: 10 - (f[0] - f[1])),
    Said("-d6//2", (6,), lambda f: -(f[0] // 2)),
    Said("10-(2-(d6-3))", (6,), lambda f: 10 - (2 - (f[0] - 3))),
    Said("(2d6-7)*(d4-2)", (6, 6, 4), lambda f: (f[0] + f[1] - 7) * (f[2] - 2)),
    Said("(2d6kh1)*(2d6kl1)", (6,) * 4, lambda f: max(f[:2]) * min(f[2:])),
    Said("42", (), lambda f: 42),
    Said("((((3))))*2", (), lambda f: 6),
]


@pytest.mark.parametrize("said", PLAIN, ids=[said.text for said in PLAIN])
def test_plain_dice(said: Said) -> None:
    """Keeping, dropping, counting, parentheses and arithmetic, over every face."""
    whole = 1
    for sides in said.sides:
        whole *= sides
    faces = product(*(range(1, sides + 1) for sides in said.sides))
    agree(f"dice {said.text}", gather(({"total": said.value(f)}, Fraction(1, whole)) for f in faces))


def die(sides: int, again: frozenset[int], once: bool, explode: frozenset[int], depth: int) -> dict[int, Fraction]:
    """One die with its rethrows, followed through at most `depth` throws: value -> chance."""
    values: dict[int, Fraction] = {}

    def throw(so_far: int, chance: Fraction, left: int, rerolled: bool) -> Iterator[tuple[int, Fraction]]:
        if not left:
            return
        for face in range(1, sides + 1):
            part = chance / sides
            if face in again and not (once and rerolled):
                yield from throw(so_far, part, left - 1, True)
            elif face in explode:
                yield from throw(so_far + face, part, left - 1, False)
            else:
                yield so_far + face, part

    for value, chance in throw(0, Fraction(1), depth, False):
        values[value] = values.get(value, Fraction(0)) + chance
    return values


class Again(NamedTuple):
    """An expression whose dice are thrown again: how many, of how many sides, which faces."""

    text: str
    dice: int
    sides: int
    again: frozenset[int]
    once: bool
    explode: frozenset[int]
    depth: int
    value: Callable[[Faces], int]


NO: frozenset[int] = frozenset()
AGAIN = [
    Again("3d6ro1", 3, 6, frozenset({1}), True, NO, 2, sum),
    Again("3d6ro<3", 3, 6, frozenset({1, 2}), True, NO, 2, sum),
    Again("3d6ro1kh2", 3, 6, frozenset({1}), True, NO, 2, lambda f: sum(high(f, 2))),
    Again("4d6ro2>=4", 4, 6, frozenset({2}), True, NO, 2, lambda f: sum(face >= 4 for face in f)),
    Again("d6ro>=1", 1, 6, frozenset(range(1, 7)), True, NO, 2, sum),
]
ENDLESS = [
    Again("d6!", 1, 6, NO, False, frozenset({6}), 20, sum),
    Again("2d6!", 2, 6, NO, False, frozenset({6}), 20, sum),
    Again("3d4!", 3, 4, NO, False, frozenset({4}), 12, sum),
    Again("2d6!>=5", 2, 6, NO, False, frozenset({5, 6}), 12, sum),
    Again("3d6!kh1", 3, 6, NO, False, frozenset({6}), 8, max),
    Again("2d6!>=5+1", 2, 6, NO, False, frozenset({5, 6}), 12, lambda f: sum(f) + 1),
    Again("d6ro1!", 1, 6, frozenset({1}), True, frozenset({6}), 15, sum),
    Again("d4!=1", 1, 4, NO, False, frozenset({1}), 20, sum),
]


def truth(said: Again) -> dict[tuple[tuple[str, int], ...], Fraction]:
    single = die(said.sides, said.again, said.once, said.explode, said.depth)
    found: dict[int, Fraction] = {}
    for dice in product(single.items(), repeat=said.dice):
        chance = Fraction(1)
        for _, part in dice:
            chance *= part
        value = said.value(tuple(value for value, _ in dice))
        found[value] = found.get(value, Fraction(0)) + chance
    return {(("total", value),): chance for value, chance in found.items()}


@pytest.mark.parametrize("said", AGAIN, ids=[said.text for said in AGAIN])
def test_rerolled_once(said: Again) -> None:
    """`ro`: a face is thrown again once, and what comes then stays."""
    agree(f"dice {said.text}", truth(said))


@pytest.mark.parametrize("said", ENDLESS, ids=[said.text for said in ENDLESS])
def test_exploding(said: Again) -> None:
    """`!`: dice that are thrown again have no longest run; both bounds hold."""
    agree_within(f"dice {said.text}", truth(said))


class Apart(NamedTuple):
    """An expression in which each throw of an exploding die is counted: the dice as in `Again`, and what counts."""

    text: str
    dice: int
    sides: int
    explode: frozenset[int]
    counts: frozenset[int]
    depth: int


APART = [
    Apart("2d10!10>=8", 2, 10, frozenset({10}), frozenset({8, 9, 10}), 12),
    Apart("5d6!6=6", 5, 6, frozenset({6}), frozenset({6}), 12),
    Apart("3d6!5!6>=5", 3, 6, frozenset({5, 6}), frozenset({5, 6}), 12),
    Apart("({d6!, d6!}<=2)*2", 2, 6, frozenset({6}), frozenset({1, 2}), 12),
]


@pytest.mark.parametrize("said", APART, ids=[said.text for said in APART])
def test_exploding_dice_count_one_by_one(said: Apart) -> None:
    """`!` with a comparison: every die that is thrown counts, those that explosions add as well."""
    chains: dict[int, Fraction] = {}

    def throw(successes: int, chance: Fraction, left: int) -> None:
        for face in range(1, said.sides + 1) if left else ():
            now, part = successes + (face in said.counts), chance / said.sides
            if face in said.explode:
                throw(now, part, left - 1)
            else:
                chains[now] = chains.get(now, Fraction(0)) + part

    throw(0, Fraction(1), said.depth)
    found = {0: Fraction(1)}
    for _ in range(said.dice):
        sums: dict[int, Fraction] = {}
        for (one, p), (other, q) in product(found.items(), chains.items()):
            sums[one + other] = sums.get(one + other, Fraction(0)) + p * q
        found = sums
    times = 2 if said.text.endswith("*2") else 1
    agree_within(f"dice {said.text}", {(("total", n * times),): chance for n, chance in found.items()})


@pytest.mark.parametrize(
    ("text", "left", "dice"),
    [
        ("3d6r1", (2, 3, 4, 5, 6), 3),
        ("2d6r<3", (3, 4, 5, 6), 2),
        ("3d4r2r3", (1, 4), 3),
        ("2d8r>=7", tuple(range(1, 7)), 2),
    ],
)
def test_rerolled_until_gone(text: str, left: Faces, dice: int) -> None:
    """`r`: a face that is thrown again until it is gone leaves the others equally likely, exactly."""
    hands = product(left, repeat=dice)
    agree(f"dice {text}", gather(({"total": sum(f)}, Fraction(1, len(left) ** dice)) for f in hands))
