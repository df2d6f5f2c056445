"""What a table keeps: its throws, what was read of them, and what clauses of the rule did."""

from typing import Any, NamedTuple

from sixfold.rules.folds import Fold
from sixfold.rules.message import minus


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
        """What each die shows, and whether it counts."""
        seen = [self.shows[face - 1] for face in self.faces] if self.shows else self.faces
        return tuple(zip(seen, self.kept, strict=True))


class Note(NamedTuple):
    """What a clause of the rule did, after so many throws."""

    after: int
    clause: str
    pattern: str
    values: tuple[tuple[str, Any], ...]

    @property
    def text(self) -> str:
        """The note in words."""
        return minus(self.pattern.format(**dict(self.values)))


class Reading(NamedTuple):
    """What was read of a hand; `after` is the number of its throw, from 1."""

    after: int
    folds: tuple[Fold[Any], ...]
    answers: tuple[Any, ...]

    @property
    def text(self) -> str:
        """The answers in words."""
        said = (f.say(a) for f, a in zip(self.folds, self.answers, strict=True))
        return ", ".join(filter(None, said))
