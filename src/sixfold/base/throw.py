"""Dice that were rolled together, as records, errors and JSON have them."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

Dice = tuple[tuple[int | str, bool], ...]
"""The face of each die, and whether it counts."""


def in_text(dice: Dice) -> str:
    """Dice in plain text; those that do not count are in parentheses.

    >>> in_text(((6, True), (2, False)))
    '6 (2)'
    """
    return " ".join(str(face) if counts else f"({face})" for face, counts in dice)


def sides_shown(shows: Sequence[str]) -> str:
    """Which sides of a die with faces of its own show what.

    >>> sides_shown(("−", "0", "+")), sides_shown(("blank", "hit", "hit"))
    ('1 is −, 2 is 0, 3 is +', '1 is blank, 2 to 3 are hit')
    """
    runs, first = [], 1
    for face, alike in groupby(shows):
        last = first + len(list(alike)) - 1
        runs.append(f"{first} to {last} are {face}" if last > first else f"{first} is {face}")
        first = last + 1
    return ", ".join(runs)


class Throw(NamedTuple):
    """Dice that were rolled together.

    `label` says what for, `sides` is the number of sides of a die. `faces` are in the order in which they were rolled,
    and `kept` says of each whether it counts. Of a die with faces of its own, `faces` are the numbers of the sides, and
    `shows` is what is printed on each side.
    """

    label: str
    sides: int
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    shows: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The throw as plain data."""
        lists = {name: list(value) if type(value) is tuple else value for name, value in self._asdict().items()}
        return lists if self.shows else {name: value for name, value in lists.items() if name != "shows"}

    @property
    def dice(self) -> Dice:
        """The face of each die, and whether it counts."""
        seen = [self.shows[face - 1] for face in self.faces] if self.shows else self.faces
        return tuple(zip(seen, self.kept, strict=True))
