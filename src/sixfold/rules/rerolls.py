"""Dice of a hand that are thrown again: which of them, and which stay."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any

from sixfold.base.printable import shown
from sixfold.errors import wrong_dice
from sixfold.rules.dice import is_among
from sixfold.rules.mixed import bare, falling, one_of, said, seen
from sixfold.rules.picks import different

Which = Container[Any] | Callable[[tuple[Any, ...]], Sequence[Any]]
"""The faces whose dice are thrown again, or a function of the dice, highest first, that gives those dice."""


def chosen(which: Which, faces: Sequence[Any]) -> tuple[Any, ...]:
    """The dice of a hand that are thrown again, highest first.

    Raises RuleError (rule/dice) where that is no choice of its dice.

    >>> chosen({1, 2}, [6, 2, 1, 2]), chosen(lambda dice: dice[1:], [3, 6, 4])
    ((2, 2, 1), (4, 3))
    """
    ordered = tuple(falling(faces))
    if not callable(which):
        return tuple([face for face in ordered if is_among(bare(face), which)])
    taken = which(seen(ordered))
    if not isinstance(taken, tuple | list):
        raise wrong_dice(f"A function that chooses dice to reroll must return a list of them, not {shown(taken)}.")
    left = list(ordered)
    for face in taken:
        die = one_of(left, face)
        if die is None:
            raise wrong_dice(f"There is no {face} to reroll among {', '.join(map(said, ordered)) or 'no dice'}.")
        left.remove(die)
    return rest_of(ordered, left)


def allowed(which: Which | None, among: Which | None, dice: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The dice that are thrown again where nobody is asked, and all dice that may be.

    Raises RuleError (rule/dice) where the first are not some of the others.

    >>> allowed(None, {1, 2}, [2, 6]), allowed({1}, {1, 2}, [2, 1])
    (((2,), (2,)), ((1,), (2, 1)))
    """
    may = tuple(falling(dice)) if among is None else chosen(among, dice)
    default = may if which is None else chosen(which, dice)
    left = list(may)
    for face in default:
        if face not in left:
            raise wrong_dice(f"A {said(face)} is thrown again by default, and is not among the dice that may be.")
        left.remove(face)
    return default, may


def ways_to_throw(may: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """The different choices of dice to throw again out of those that may be, none first."""
    return (way for count in range(len(may) + 1) for way in different(may, count))


def rest_of(faces: Sequence[Any], again: Sequence[Any]) -> tuple[Any, ...]:
    """The dice of a hand that stay.

    >>> rest_of((6, 2, 2, 1), (2, 1))
    (6, 2)
    """
    left = list(faces)
    for face in again:
        left.remove(face)
    return tuple(left)
