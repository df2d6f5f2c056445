"""Hands from which the best dice are picked, by any preference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, factorial
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
    if not take:
        return {(): sum(w for _, w in faces) ** size}
    choices = _multisets(values, take)
    ledger.charge(len(choices) * 25)
    choices.sort(key=preference, reverse=True)
    column = {value: index * count for index, value in enumerate(values)}
    ranked = [(_bits(choice, column), choice) for choice in choices]
    even = len({w for _, w in faces}) == 1
    holdings = _even_holdings(size, faces, count, ledger) if even else _holdings(size, faces, count, ledger)
    ledger.charge(len(holdings) * (10 + len(ranked) // 4))
    result: dict[tuple[int, ...], int] = {}
    for held, number in holdings.items():
        for bits, choice in ranked:
            if bits & held == bits:
                result[choice] = result.get(choice, 0) + number
                break
    return result


def _holdings(size: int, faces: Faces, count: int, ledger: Ledger) -> dict[int, int]:
    """The ways to hold each set of dice that choices can use, face by face."""
    states: dict[tuple[int, int], int] = {(size, 0): 1}
    for at, (_, w) in enumerate(faces):
        following: dict[tuple[int, int], int] = {}
        final = at + 1 == len(faces)
        for (left, held), number in states.items():
            ledger.charge(6 * left + 6)
            for n in range(left if final else 0, left + 1):
                key = (left - n, held | (((1 << min(n, count)) - 1) << (at * count)))
                following[key] = following.get(key, 0) + number * comb(left, n) * w**n
        states = following
    found: dict[int, int] = {}
    for (_, held), number in states.items():
        found[held] = found.get(held, 0) + number
    return found


def _even_holdings(size: int, faces: Faces, count: int, ledger: Ledger) -> dict[int, int]:
    """The same for faces that weigh the same: the ways depend only on how many faces show 1, 2, ... dice.

    Faces that show `count` dice or more are full; the dice left after the others fall on the full ones.
    """
    full = _full(size, len(faces), count)
    rising = [factorial(n) for n in range(size + 1)]
    weight = faces[0][1] ** size
    found: dict[int, int] = {}
    # On the way: what is held, dice left, faces that are full, and the orders of dice among the others.
    states = [(0, size, 0, 1)]
    for at in range(len(faces)):
        shift = at * count
        following = []
        for held, left, filled, orders in states:
            following += [
                (held | ((1 << n) - 1) << shift, left - n, filled, orders * rising[n])
                for n in range(min(left, count - 1) + 1)
            ]
            if left >= (filled + 1) * count:
                following.append((held | ((1 << count) - 1) << shift, left, filled + 1, orders))
        ledger.charge(5 * len(following))
        states = [state for state in following if state[1] >= state[2] * count]
    for held, left, filled, orders in states:
        ways = full[filled][left]
        if ways:
            found[held] = rising[size] // (rising[left] * orders) * ways * weight
    return found


def _full(size: int, most: int, count: int) -> list[list[int]]:
    """`[k][n]`: the ways for n dice to fall on k faces so that each shows `count` or more.

    The last die joins a face that is full without it, or makes one full with `count - 1` others.
    """
    table = [[1] + [0] * size]
    for faces in range(1, most + 1):
        row = [0] * (size + 1)
        for n in range(faces * count, size + 1):
            row[n] = faces * (row[n - 1] + comb(n - 1, count - 1) * table[-1][n - count])
        table.append(row)
    return table


def _multisets(values: Sequence[int], count: int) -> list[tuple[int, ...]]:
    if count == 0:
        return [()]
    return [(value, *rest) for index, value in enumerate(values) for rest in _multisets(values[index:], count - 1)]


def _bits(choice: tuple[int, ...], column: dict[int, int]) -> int:
    bits = 0
    for value in set(choice):
        bits |= ((1 << choice.count(value)) - 1) << column[value]
    return bits
