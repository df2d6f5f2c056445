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
