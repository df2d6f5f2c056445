"""Games that go on from state to state, as they were followed."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple

from sixfold.counting.packed import Packed

Leaves = tuple[int, ...]
"""The leaves of a state; a yes is 1 and a no is 0."""


class Place(NamedTuple):
    """A state: its shape and its leaves."""

    shape: Hashable
    leaves: Leaves


Ends = Callable[[int], Iterable[tuple[Place, int, Packed | None]]]
"""Final states with their ways, and where steps are counted these packed in a given width."""


class Game(NamedTuple):
    """A game that was followed to its ends; all ways are out of `whole`."""

    ends: Ends
    whole: int
    endless: bool
    """Whether anything is missing: longer games, and what was rounded away."""
    finals: Callable[[], "Finals"] | None = None
    """Finds where the game ends, whatever its length."""


class Finals(NamedTuple):
    """The final states that a game of any length can end in, and the chance of each final state.

    There are no chances if they are not known exactly, or are too much work.
    """

    ever: frozenset[Place]
    chances: dict[Place, Fraction]


class Games:
    """The games of one solution. They are not packed in its width, so they outlive a change of that.

    A rule takes the same way again when everything starts again, so they are known by the order in which they come.
    """

    def __init__(self) -> None:
        self.at = 0
        self._kept: dict[int, tuple[Game, int]] = {}

    @property
    def empty(self) -> bool:
        """Whether none was followed so far."""
        return not self.at and not self._kept

    def kept(self, follow: Callable[[], Game], taken: Callable[[], tuple[int, ...]]) -> Game:
        """The game that comes now, followed if it is new.

        Where a rule around it had to decide something for it, it is followed again, so that this is decided again.
        """
        place, before = self.at, taken()
        if place in self._kept:
            game, self.at = self._kept[place]
            return game
        self.at += 1
        game = follow()
        if taken() == before:
            self._kept[place] = (game, self.at)
        return game
