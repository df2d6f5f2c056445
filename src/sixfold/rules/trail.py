"""The trail of a table: the readings of its rolls, and the effects of clauses."""

from typing import Any, NamedTuple

from sixfold.base.wording import minus
from sixfold.rules.folds import Fold
from sixfold.rules.hand import Answer


class ClauseNote(NamedTuple):
    """The effect of a clause, after so many rolls."""

    after: int
    clause: str
    pattern: str
    values: tuple[tuple[str, Any], ...]

    @property
    def text(self) -> str:
        """The note in words."""
        shown = {name: Answer(*value) if type(value) is tuple else value for name, value in self.values}
        return minus(self.pattern.format(**shown))


class Reading(NamedTuple):
    """The reading of a hand; `after` is the number of its roll, from 1."""

    after: int
    folds: tuple[Fold[Any], ...]
    answers: tuple[Any, ...]
    hands: int = 0
    """The number of hands that were read together; 0 for a single one."""

    @property
    def text(self) -> str:
        """The answers in words."""
        texts = (f.say(a) for f, a in zip(self.folds, self.answers, strict=True))
        return minus(", ".join(filter(None, texts)))
