"""Hands from which the best dice are picked, by any preference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any

from sixfold.rules.picks import different, preferred
from sixfold.solving.counting.packed import Faces
from sixfold.solving.counting.work_limit import Work


def multisets(size: int, faces: Faces, work: Work) -> Iterator[tuple[tuple[int, ...], int]]:
    """All hands of so many dice, the highest die first, each with its ways.

    >>> list(multisets(2, ((2, 1), (1, 1)), Work()))
    [((2, 2), 1), ((2, 1), 2), ((1, 1), 1)]
    """
    work.charge((15 + 2 * size) * comb(size + len(faces) - 1, size))
    weights = dict(faces)
    even = len(set(weights.values())) == 1
    throws = factorial(size) * (faces[0][1] ** size if even else 1)
    for hand in combinations_with_replacement(weights, size):
        ways, shown, alike = throws, None, 0
        for face in hand:
            if face == shown:
                alike += 1
                ways //= alike
            else:
                shown, alike = face, 1
        if not even:
            for face in hand:
                ways *= weights[face]
        yield hand, ways


def best(hand: tuple[Any, ...], count: int, preference: Callable[[tuple[Any, ...]], Any]) -> tuple[Any, ...]:
    """The `count` dice that a preference takes from a hand, the highest die first.

    >>> best((6, 5, 5), 2, lambda two: two[0] == two[1])
    (5, 5)
    """
    ways = list(different(hand, min(count, len(hand))))
    return ways[preferred(ways, preference)]


Choice = tuple[int, ...]
"""Dice that can be picked, the highest first."""

Partial = tuple[int, int, int]
"""Choices that are still open, as bits, the best first; dice left for the faces to come; faces that are full."""


def picks(
    size: int, faces: Faces, count: int, preference: Callable[[Choice], Any], work: Work | None = None
) -> dict[Choice, int]:
    """The ways in which each choice of `count` dice is the preferred one that the hand offers.

    Every choice is ranked once. The faces then get their dice one after the other, and a choice that wants more of a
    face than there are is out; a hand is settled as soon as the best choice that is still open has all it wants,
    whatever the other dice show.
    """
    work = work or Work()
    if count >= size:
        return dict(multisets(size, faces, work))
    if not count:
        return {(): sum(w for _, w in faces) ** size}
    work.charge(comb(len(faces) + count - 1, count) * 25)
    choices = list(combinations_with_replacement([value for value, _ in faces], count))
    choices.sort(key=preference, reverse=True)
    work.charge(len(choices) * 10)
    # The end at which the best choice has its dice comes first, so that hands are settled early.
    low_first = choices[0] < choices[-1]
    return _settled(size, faces[::-1] if low_first else faces, count, choices, work)


def _settled(size: int, faces: Faces, count: int, choices: Sequence[Choice], work: Work) -> dict[Choice, int]:
    """The faces one by one. A face with `count` dice or more is full: every choice has enough of it.

    Full faces share the dice that are left in the end, so that it need not be known before how many each has.
    """
    result: dict[Choice, int] = {}
    even = len({w for _, w in faces}) == 1
    states: dict[Partial, int] = {((1 << len(choices)) - 1, size, 0): 1}
    wanting, ending = _wants(faces, count, choices)
    content = 0
    for at, (_, w) in enumerate(faces):
        below = len(faces) - at - 1
        # What stays open where a face has so many dice, and what wants nothing of the faces to come.
        kept = [~too_much for too_much in wanting[at]]
        content |= ending[at]
        share = sum(weight for _, weight in faces[at + 1 :])
        rest = _shared(size, at + 1, count, below) if even else []
        following: dict[Partial, int] = {}
        work.charge(len(choices) * 8 + 15 * len(states) * (count + 1 if even else size))
        for (open_choices, left, full), number in states.items():
            for many in range(min(left, count if even else left) + 1):
                filled = even and many == count
                if filled and left < (full + 1) * count:
                    continue
                still = open_choices & kept[min(many, count)]
                others = left if filled else left - many
                if others < full * count or not still:
                    continue
                ways = number if filled else number * comb(left, many) * (1 if even else w**many)
                state = (still, others, full + filled)
                best = still & -still
                if best & content:
                    if even:
                        ways *= rest[state[2]][others]
                    else:
                        ways *= share**others
                    choice = choices[best.bit_length() - 1]
                    result[choice] = result.get(choice, 0) + ways
                else:
                    following[state] = following.get(state, 0) + ways
        states = following
    if even:
        weight = faces[0][1] ** size
        return {choice: ways * weight for choice, ways in result.items() if ways}
    return {choice: ways for choice, ways in result.items() if ways}


def _wants(faces: Faces, count: int, choices: Sequence[Choice]) -> tuple[list[list[int]], list[int]]:
    """For each face the choices that want more of it than 0, 1, ... dice; and those that want none after it."""
    column = {value: at for at, (value, _) in enumerate(faces)}
    wanting = [[0] * (count + 1) for _ in faces]
    ending = [0] * len(faces)
    for n, choice in enumerate(choices):
        bit = 1 << n
        ending[max(column[choice[0]], column[choice[-1]])] |= bit
        for place, value in enumerate(choice):
            # The dice of one face stand together: the k-th of them wants more than k - 1.
            wanting[column[value]][place - choice.index(value)] |= bit
    return wanting, ending


def _shared(size: int, most: int, count: int, free: int) -> list[list[int]]:
    """`[k][n]`: the ways for n dice to fall on k full faces, each with `count` or more, and on `free` others.

    The last die falls on a face that is free or full without it, or makes one full with `count - 1` others.
    """
    table = [[free**n for n in range(size + 1)]]
    for faces in range(1, most + 1):
        row = [0] * (size + 1)
        for n in range(faces * count, size + 1):
            row[n] = (faces + free) * row[n - 1] + faces * comb(n - 1, count - 1) * table[-1][n - count]
        table.append(row)
    return table
