"""Dice that are rerolled or drawn: the details that all tables share."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from itertools import combinations
from operator import index, ne
from typing import Any

from sixfold.base.bounds import OPTIONS, SIDES
from sixfold.base.printable import shown
from sixfold.errors import BoundsError, RuleError, wrong_dice
from sixfold.rules.dice import Die, is_among
from sixfold.rules.mixed import Cup, bare, falling, one_of, said, seen

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


def cup_of(counts: Sequence[int], number: int) -> Cup:
    """The cup from which so many are drawn: how many there are of each kind.

    Raises RuleError (rule/dice) where there are fewer, BoundsError where there are more than a die has sides.

    >>> cup_of([6, 4, 3], 3)
    Cup(counts=(6, 4, 3), suits=0)
    """
    wrong: list[Any] = [counts] if isinstance(counts, str) or not isinstance(counts, Sequence) else []
    wrong += [count for count in counts if not isinstance(count, int)] if not wrong else []
    if wrong:
        raise wrong_dice(f"A cup is a list of how many there are of each kind, as in (6, 4, 3), not {shown(wrong[0])}.")
    cup = tuple(map(index, counts))
    if any(count < 0 for count in cup):
        raise wrong_dice(f"There cannot be {min(cup)} of a kind in a cup.")
    if sum(cup) > SIDES:
        raise BoundsError(f"A cup holds {SIDES:,} at most.")
    if index(number) > sum(cup):
        raise wrong_dice(f"There are {sum(cup)} left in the cup: {index(number)} cannot be drawn.")
    return Cup(cup, getattr(counts, "suits", 0))


def one_of_cup(cup: Sequence[int], names: Sequence[str] = ()) -> tuple[Die, list[int]]:
    """A die that replaces one draw, with a side for each thing that is left, and the kind of each side."""
    kinds = [kind for kind, count in enumerate(cup, 1) for _ in range(count)]
    return Die(len(kinds), shows=[(names[kind - 1],) for kind in kinds] if names else kinds), kinds


def not_thrown() -> RuleError:
    """Something drawn cannot be thrown again."""
    return wrong_dice("What was drawn from a cup cannot be rerolled: draw again.")


def different(ordered: Sequence[Any], count: int) -> Iterator[tuple[Any, ...]]:
    """The different ways to take `count` of some sorted dice; each way keeps their order.

    >>> list(different((6, 4, 4), 2))
    [(6, 4), (4, 4)]
    """
    if count > len(ordered):
        return
    if all(map(ne, ordered, ordered[1:])):
        yield from combinations(ordered, count)
        return
    behind = {face: at for at, face in enumerate(ordered, 1)}  # the dice that show the same
    way, spare = tuple(ordered[:count]), len(ordered) - count
    while True:
        yield way
        # The last die that can show less does, and those after it follow on.
        for at in range(count - 1, -1, -1):
            start = behind[way[at]]
            if start <= spare + at:
                way = (*way[:at], *ordered[start : start + count - at])
                break
        else:
            return


def preferred(ways: Sequence[tuple[Any, ...]], preference: Callable[[tuple[Any, ...]], Any]) -> int:
    """The place of the dice that a preference ranks best, the first of equal ones; of one way alone it is not asked.

    >>> preferred([(6, 5), (6, 4), (4, 4)], lambda two: two[0] == two[1])
    2
    """
    return 0 if len(ways) == 1 else max(range(len(ways)), key=lambda at: preference(seen(ways[at])))


def check_options(many: int) -> None:
    """Raises BoundsError for more options than a player can be asked to choose among."""
    if many > OPTIONS:
        raise BoundsError(f"A player is asked to choose among {OPTIONS:,} options at most.")
