"""The trail of a table: its rolls, the readings of them, and the effects of clauses."""

from typing import Any, NamedTuple

from sixfold.rules.folds import Fold
from sixfold.rules.wording import minus


class Throw(NamedTuple):
    """Dice that were rolled together.

    `label` says what for, `sides` is the number of sides of a die. `faces` are in the order in which they were rolled,
    and `kept` says of each whether it counts. Of a die with faces of its own, `faces` are the numbers of the sides, and
    `shows` says what stands on them, side by side.
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
    def dice(self) -> tuple[tuple[int | str, bool], ...]:
        """The face of each die, and whether it counts."""
        seen = [self.shows[face - 1] for face in self.faces] if self.shows else self.faces
        return tuple(zip(seen, self.kept, strict=True))


class Note(NamedTuple):
    """The effect of a clause, after so many rolls."""

    after: int
    clause: str
    pattern: str
    values: tuple[tuple[str, Any], ...]

    @property
    def text(self) -> str:
        """The note in words."""
        return minus(self.pattern.format(**dict(self.values)))


class Reading(NamedTuple):
    """The reading of a hand; `after` is the number of its roll, from 1."""

    after: int
    folds: tuple[Fold[Any], ...]
    answers: tuple[Any, ...]

    @property
    def text(self) -> str:
        """The answers in words."""
        said = (f.say(a) for f, a in zip(self.folds, self.answers, strict=True))
        return ", ".join(filter(None, said))
