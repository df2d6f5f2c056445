"""Dice picked from a hand: the different ways to take some, and the one that is preferred."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from operator import ne
from typing import Any

from sixfold.base.bounds import OPTIONS
from sixfold.errors import BoundsError
from sixfold.rules.mixed import seen


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
