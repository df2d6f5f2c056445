"""A cup or a deck from which is drawn: how many there are of each kind, and what is left."""

from collections.abc import Sequence
from operator import index
from typing import Any, NamedTuple

from sixfold.base.bounds import SIDES
from sixfold.base.printable import shown
from sixfold.errors import BoundsError, RuleError, wrong_dice
from sixfold.rules.dice import Die


class Cup(NamedTuple):
    """A cup or a deck in the place of a die: how many there are of each kind, kind 1 first."""

    counts: tuple[int, ...]
    suits: int = 0
    """The number of suits of a deck of cards, or 0."""

    @property
    def faces(self) -> range:
        """The kinds."""
        return range(1, len(self.counts) + 1)

    @property
    def endless(self) -> bool:
        return False


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
