"""A roll that happened, and playing it again."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from sixfold.base.throw import Throw
from sixfold.base.wording import minus
from sixfold.rules.check import Check
from sixfold.rules.functions import ReturnedBy
from sixfold.rules.judging.prepare import prepare_rule
from sixfold.rules.outcome import LARGEST, VALUES, Outcome, checked_value, values_of
from sixfold.rules.rolled_table import RolledTable, Source
from sixfold.rules.trail import ClauseNote, Reading
from sixfold.show.display import Presented

DRAWN: Final = "system"
"""The source of dice that the program drew. In records it is called like games are, which are something else."""

TYPED: Final = "typed"
"""The source of dice that somebody typed."""


class _Record(NamedTuple):
    check: Check
    throws: tuple[Throw, ...]
    outcome: Outcome
    source: str
    choices: tuple[int, ...] = ()
    trail: tuple[ClauseNote | Reading, ...] = ()
    revision: int = 1
    written: str = ""


class Record(Presented, _Record):
    """A roll that happened: its dice, its outcome and where its dice came from.

    `check` is what was rolled. `throws` are the dice in the order in which they were rolled, and `outcome` is what the
    rule made of them. `source` is `system`, `seed:TEXT` or `typed`. `choices` are the indices of the options that the
    player took, if they were asked. `trail` lists the readings and the clauses that mattered; it is not part of the
    JSON.

    `revision` is the revision of the rule. If the rule has another one today, the record is not `current`: it keeps its
    announcement (`written`) and is neither replayed nor compared with odds.
    """

    __slots__ = ()

    _presenter = "record"

    def __getattr__(self, name: str) -> Any:
        """Refuse a name that a record lacks, with the place of a field of its outcome."""
        where = f"; its outcome does: record.outcome.{name}" if name in self.outcome else ""
        raise AttributeError(f"A record has no “{name}”{where}")

    @property
    def text(self) -> str:
        """The canonical text of the check."""
        return self.check.text

    @property
    def announcement(self) -> str:
        """The outcome in the words of the game."""
        return self.written or minus(self.check.rule.announcement(self.outcome.as_dict(), self.check.arguments))

    @property
    def current(self) -> bool:
        """Whether the rule still has the revision that was played."""
        return self.revision == self.check.rule.revision

    @property
    def faces(self) -> list[int]:
        """All faces in the order in which they were rolled."""
        return [face for throw in self.throws for face in throw.faces]

    def __str__(self) -> str:
        return f"{self.text}: {self.announcement}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._kept == other._kept

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._kept)

    @property
    def _kept(self) -> tuple[Any, ...]:
        """All but the trail."""
        return (*self[:5], self.revision, self.written)

    @property
    def clauses(self) -> list[ClauseNote]:
        """The clauses of the rule that mattered in this roll, in order."""
        return [entry for entry in self.trail if isinstance(entry, ClauseNote)]


def changed_since(record: Record) -> str:
    """Return the parts of a record's setting that are not current."""
    return (
        f"This record was written under revision {record.revision} of its rule, which is now at revision "
        f"{record.check.rule.revision}."
    )


def roll_check(check: Check, source: Source, name: str, answers: Sequence[int] | None = None) -> Record:
    """Throw a check with dice from `source`, which the record calls `name`.

    `answers` are a player's choices (indices from 0), in the order asked; with None the rule's policy decides.
    Raises ChoiceNeeded where they are too few, ChoiceError where they do not fit.
    """
    return roller_for(check, name)(source, answers)


class CheckRoller(Protocol):
    """Throws a check with dice from a source, and with a player's choices, as `roll_check` does."""

    def __call__(self, source: Source, answers: Sequence[int] | None = None, /) -> Record: ...


def roller_for(check: Check, name: str) -> CheckRoller:
    """Throws the check again and again, without working out its options and judging its rule anew."""
    arguments, revision = check.arguments, check.rule.revision
    play, unchanged = prepare_rule(check.rule.play, arguments)

    def roll_once(source: Source, answers: Sequence[int] | None = None, /) -> Record:
        table = RolledTable(source, answers)
        outcome = play(table, **arguments)
        if type(outcome) is not dict or not _plain(outcome):
            with ReturnedBy(play):
                outcome = {field: checked_value(field, value) for field, value in values_of(outcome).items()}
        unchanged()
        check.rule.check_events(outcome)
        if answers:
            table.finish()
        choices, trail = tuple(table.choices), tuple(table.trail)
        return Record(check, table.throws, Outcome(outcome), name, choices, trail, revision)

    return roll_once


def _plain(outcome: dict[Any, Any]) -> bool:
    """Whether an outcome has names and plain values, as most have."""
    return (
        bool(outcome)
        and VALUES.issuperset(map(type, outcome.values()))
        and {str}.issuperset(map(type, outcome))
        and not any(type(value) is int and abs(value) >= LARGEST for value in outcome.values())
    )
