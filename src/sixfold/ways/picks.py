"""Hands from which the best dice are picked, by any preference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Any

from sixfold.ways.answers import Faces
from sixfold.ways.ledger import Ledger


def picks(
    size: int,
    faces: Faces,
    count: int,
    preference: Callable[[tuple[int, ...]], Any],
    ledger: Ledger | None = None,
) -> dict[tuple[int, ...], int]:
    """The ways in which each choice of `count` dice is the preferred one that the hand offers.

    Every choice is ranked once; a hand then offers the first of them that it holds. What a hand holds is
    written as bits, `count` for each face: one for each die of that face, as far as a choice can use them.
    """
    ledger = ledger or Ledger()
    values = [value for value, _ in faces]
    take = min(count, size)
    choices = list(_multisets(values, take))
    ledger.charge(len(choices) * 25)
    choices.sort(key=preference, reverse=True)
    column = {value: index * count for index, value in enumerate(values)}
    ranked = [(_bits(choice, column), choice) for choice in choices]
    holdings: dict[tuple[int, int], int] = {(size, 0): 1}
    for at, (_, w) in enumerate(faces):
        following: dict[tuple[int, int], int] = {}
        final = at + 1 == len(faces)
        for (left, held), number in holdings.items():
            ledger.charge(6 * left + 6)
            for n in range(left if final else 0, left + 1):
                bits = held | (((1 << min(n, count)) - 1) << (at * count))
                key = (left - n, bits)
                following[key] = following.get(key, 0) + number * comb(left, n) * w**n
        holdings = following
    result: dict[tuple[int, ...], int] = {}
    for (_, held), number in holdings.items():
        ledger.charge(10 + len(ranked) // 4)
        choice = next(choice for bits, choice in ranked if not bits & ~held)
        result[choice] = result.get(choice, 0) + number
    return result


def _multisets(values: Sequence[int], count: int) -> list[tuple[int, ...]]:
    if count == 0:
        return [()]
    return [(value, *rest) for index, value in enumerate(values) for rest in _multisets(values[index:], count - 1)]


def _bits(choice: tuple[int, ...], column: dict[int, int]) -> int:
    bits = 0
    for value in set(choice):
        bits |= ((1 << choice.count(value)) - 1) << column[value]
    return bits
