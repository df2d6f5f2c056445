"""The steps of a path: what it has decided, one type for each kind of decision.

A step that has an alternative divides the path. A step that has none is kept all the same, so that a replay need
not work it out again.
"""

from typing import NamedTuple

from sixfold.solving.joint import Entries, Joint, Kinds


class Parted(NamedTuple):
    """A condition holds, or does not: what is left of the draw that it was about."""

    holds: bool
    entries: Entries


class Valued(NamedTuple):
    """Numbers have these values: what is left of the draw that they came from."""

    values: tuple[int, ...]
    entries: Entries


class Joined(NamedTuple):
    """Several draws became one, the first of this order, for a number or condition of all of them."""

    order: tuple[int, ...]
    entries: Entries


class Beside(NamedTuple):
    """A draw has the answers of a hand as well, for every value of its numbers that the hand hangs on.

    No entries: these numbers are better decided.
    """

    entries: Entries
    scale: int = 1
    kinds: Kinds = ()


class Derived(NamedTuple):
    """A draw has one more answer: a function of those that it had."""

    entries: Entries


class Reread(NamedTuple):
    """A hand was asked again: its draw has more answers of the same dice."""

    entries: Entries


class Guess(NamedTuple):
    """An answer that is not known came out so; `far`: it may do so where endless numbers are far out."""

    holds: bool
    far: bool


class Beyond(NamedTuple):
    """The next draw is from what lies beyond the length to which its throws are followed."""


BEYOND = Beyond()

Step = Joint | Beyond | Parted | Valued | Joined | Beside | Derived | Reread | Guess
"""A Joint stands for what a verb gave: all of it that has the same names."""
