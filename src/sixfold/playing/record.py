"""One throw as plain data, and playing it again."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.arguments import one_of
from sixfold.bounds import SIDES
from sixfold.checks.check import Check, parse
from sixfold.errors import RecordError, SixfoldError
from sixfold.playing.sources.typed import TypedDice, choices_of
from sixfold.report.display import Shown
from sixfold.rules.functions import ReturnedBy
from sixfold.rules.inner_check import examined
from sixfold.rules.outcome import VALUES, Outcome, checked_value, values_of
from sixfold.rules.rolled import RolledTable, Source
from sixfold.rules.rule import System
from sixfold.rules.trail import Note, Reading, Throw
from sixfold.rules.wording import minus
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.report.tables import Report, Tidy
    from sixfold.shapes.record import RecordPlayed


class _Record(NamedTuple):
    check: Check
    throws: tuple[Throw, ...]
    outcome: Outcome
    source: str
    choices: tuple[int, ...] = ()
    trail: tuple[Note | Reading, ...] = ()
    revision: int = 1
    written: str = ""


class Record(Shown, _Record):
    """A roll that happened: its dice, its outcome and where its dice came from.

    `check` is what was rolled. `throws` are the dice in the order in which they were rolled, and `outcome` is what the
    rule made of them. `source` is `system`, `seed:TEXT` or `typed`. `choices` are the indices of the options that the
    player took, if they were asked. `trail` lists the readings and the clauses that mattered; it is not part of the
    JSON.

    `revision` is the revision of the rule. If the rule has another one today, the record is not `current`: it keeps its
    announcement (`written`) and is neither replayed nor compared with odds.
    """

    __slots__ = ()

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

    def tidy(self) -> "Tidy":
        """One line: the dice throw by throw, every field of the outcome, and what it means."""
        from sixfold.report.tables import Tidy  # here, since only programs need it

        dice = " | ".join(" ".join(str(face) for face, _ in throw.dice) for throw in self.throws)
        line = (self.text, dice, *self.outcome.values(), self.announcement)
        return Tidy(("check", "dice", *self.outcome, "announcement"), (line,))

    def report(self) -> "Report":
        """Every die, what was read of it, and what it means."""
        from sixfold.playing.telling import told  # here, since only people need it
        from sixfold.report.blocks import Dice, Heading, Note

        event = self.check.rule.success
        success = None if event is None or event.name not in self.outcome else event.came(self.outcome)
        lines = told(self.check, self.throws, self.trail, self.outcome)
        meaning = Note(self.announcement, "strong" if success is None else "good" if success else "bad")
        blocks = (Heading(self.text), Dice(tuple(lines)), meaning)
        return blocks if self.current else (*blocks, Note(f"{changed_since(self)} It is shown as it was written."))

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
    def clauses(self) -> list[Note]:
        """The clauses of the rule that mattered in this roll, in order."""
        return [entry for entry in self.trail if isinstance(entry, Note)]

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data, in the shape that is promised to programs."""
        data = {
            **self.check.to_json(),
            "throws": [throw.to_json() for throw in self.throws],
            "outcome": self.outcome.as_dict(),
            "announcement": self.announcement,
            "source": self.source,
        }
        if self.choices:
            data["choices"] = list(self.choices)
        if self.revision != 1:
            data["revision"] = self.revision
        return data

    @classmethod
    def from_json(cls, data: Any, systems: Mapping[str, System] = SYSTEMS) -> "Record":
        """The record that plain data holds, played again from its check and faces.

        A record of another revision of its rule is not played: it is read as it was written.
        Raises RecordError: record/malformed when the data is not a record of this version, record/mismatch when
        its dice do not give its outcome.
        """
        from sixfold.shapes.reading import checked  # here, since only reading needs msgspec
        from sixfold.shapes.record import RecordPlayed

        shape = checked(data, RecordPlayed, "a record")
        try:
            check = parse(shape.text, systems)
        except SixfoldError as error:
            raise RecordError("record/mismatch", f"The record cannot be replayed: {error}") from error
        throws = tuple(
            Throw(t.label, t.sides, tuple(t.faces), tuple(t.kept), tuple(t.shows or ())) for t in shape.throws
        )
        if shape.revision != check.rule.revision:
            return cls._as_written(check, throws, shape)
        try:
            played = replay(check, [face for throw in throws for face in throw.faces], shape.choices)
        except SixfoldError as error:
            raise RecordError("record/mismatch", f"The record cannot be replayed: {error}") from error
        same = [throw[:4] for throw in played.throws] == [throw[:4] for throw in throws]
        if not same or played.outcome.as_dict() != shape.outcome:
            raise RecordError("record/mismatch", "The dice of this record do not give its outcome.")
        return played._replace(source=shape.source)

    @classmethod
    def _as_written(cls, check: Check, throws: tuple[Throw, ...], shape: "RecordPlayed") -> "Record":
        for throw in throws:
            if not 1 <= throw.sides <= SIDES or not all(0 <= face <= throw.sides for face in throw.faces):
                raise RecordError("record/malformed", "A die of this record shows an impossible face.")
            if len(throw.kept) != len(throw.faces):
                raise RecordError("record/malformed", "This record does not show for every die whether it counts.")
        if not shape.announcement:
            raise RecordError("record/malformed", "A record of another revision of its rule needs its announcement.")
        outcome, choices = Outcome(shape.outcome), tuple(shape.choices)
        return cls(check, throws, outcome, shape.source, choices, (), shape.revision, shape.announcement)


def changed_since(record: Record) -> str:
    """Return the parts of a record's setting that are not current."""
    return (
        f"This record was written under revision {record.revision} of its rule, which is now at revision "
        f"{record.check.rule.revision}."
    )


def throw(check: Check, source: Source, name: str, answers: Sequence[int] | None = None) -> Record:
    """Throw a check with dice from `source`, which the record calls `name`.

    `answers` are a player's choices (indices from 0), in the order asked; with None the rule's policy decides.
    Raises ChoiceNeeded where they are too few, ChoiceError where they do not fit.
    """
    return thrower(check, name, answers)(source)


def thrower(check: Check, name: str, answers: Sequence[int] | None = None) -> Callable[[Source], Record]:
    """Throws the check again and again, without working out its options anew."""
    arguments, revision = check.arguments, check.rule.revision
    play = examined(check.rule.play, arguments)

    def throw_once(source: Source) -> Record:
        table = RolledTable(source, answers)
        outcome = play(table, **arguments)
        if type(outcome) is not dict or not _plain(outcome):
            with ReturnedBy(play):
                outcome = {field: checked_value(field, value) for field, value in values_of(outcome).items()}
        if answers:
            table.finish()
        choices, trail = tuple(table.choices), tuple(table.trail)
        return Record(check, table.throws, Outcome(outcome), name, choices, trail, revision)

    return throw_once


def _plain(outcome: dict[Any, Any]) -> bool:
    """Whether an outcome has names and plain values, as most have."""
    return bool(outcome) and VALUES.issuperset(map(type, outcome.values())) and {str}.issuperset(map(type, outcome))


def replay(check: Check, faces: Sequence[int], choices: Sequence[int] = ()) -> Record:
    """Return the record of a roll that already happened, from its faces and choices.

    `faces` are all faces in the order in which they were rolled. `choices` are the options taken, as indices from 0;
    without any, the policy of the rule decides.

    Raises DiceError if there are too many faces or impossible ones, and DiceNeeded if there are too few. ChoiceError
    and ChoiceNeeded say the same of choices.

    >>> from sixfold import parse
    >>> replay(parse("odgs vs 9 advantage 1"), [6, 5, 4, 4], choices=[2]).outcome.sum
    13
    """
    one_of(check, "What is played again", Check, "a check")
    dice = TypedDice(faces)
    record = throw(check, dice, "typed", choices_of(choices) or None)
    dice.finish()
    return record
