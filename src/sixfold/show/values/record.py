"""A record in words, every die of it and why it came out so; and its document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sixfold.base.bounds import SIDES
from sixfold.base.throw import Throw, sides_shown
from sixfold.base.wording import minus
from sixfold.checks.check import parse
from sixfold.errors import RecordError, SixfoldError
from sixfold.playing.record import Record, changed_since
from sixfold.playing.step import replay
from sixfold.rules.check import Check
from sixfold.rules.outcome import Outcome
from sixfold.rules.rule import System
from sixfold.rules.trail import ClauseNote, Reading
from sixfold.show.report import blocks
from sixfold.show.report.blocks import Dice, Heading, Line
from sixfold.show.report.tables import Report, Tidy
from sixfold.show.values.check import named
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.base.shapes.record import RecordPlayed


def report(record: Record) -> Report:
    """Every die, what was read of it, and what it means."""
    event = record.check.rule.success
    success = None if event is None or event.name not in record.outcome else event.came(record.outcome)
    meaning = blocks.Paragraph(record.announcement, "strong" if success is None else "good" if success else "bad")
    shows = {throw.shows for throw in record.throws if record.source == "typed" and any(map(_numeric, throw.shows))}
    # a 1 that is typed is no + then
    notes = [blocks.Paragraph(f"The sides of these dice: {sides_shown(faces)}.") for faces in sorted(shows)]
    if not record.current:
        notes.append(blocks.Paragraph(f"{changed_since(record)} It is shown as it was written."))
    return (Heading(record.text), Dice(told(record)), meaning, *notes)


def tidy(record: Record) -> Tidy:
    """One line: the dice throw by throw, every field of the outcome, and what it means."""
    dice = " | ".join(" ".join(str(face) for face, _ in throw.dice) for throw in record.throws)
    line = (record.text, dice, *record.outcome.values(), record.announcement)
    return Tidy(("check", "dice", *record.outcome, "announcement"), (line,))


def encode(record: Record) -> dict[str, Any]:
    """The record as plain data, in the shape that is promised to programs."""
    data = {
        **record.check.to_json(),
        "throws": [throw.to_json() for throw in record.throws],
        "outcome": record.outcome.as_dict(),
        "announcement": record.announcement,
        "source": record.source,
    }
    if record.choices:
        data["choices"] = list(record.choices)
    if record.revision != 1:
        data["revision"] = record.revision
    return data


def decode(data: Any, systems: Mapping[str, System] = SYSTEMS) -> Record:
    """The record that plain data holds, played again from its check and faces.

    A record of another revision of its rule is not played: it is read as it was written.
    Raises RecordError: record/malformed when the data is not a record of this version, record/mismatch when its text
    and dice do not give its options or its outcome. What is announced is announced anew.
    """
    from sixfold.base.shapes.reading import agreeing, checked  # here, since only reading needs msgspec
    from sixfold.base.shapes.record import RecordPlayed

    shape = checked(data, RecordPlayed, "a record")
    try:
        check = parse(shape.text, systems)
    except SixfoldError as error:
        raise RecordError("record/mismatch", f"The record cannot be replayed: {error}") from error
    throws = tuple(Throw(t.label, t.sides, tuple(t.faces), tuple(t.kept), tuple(t.shows or ())) for t in shape.throws)
    if shape.revision != check.rule.revision:
        return _as_written(check, throws, shape)
    try:
        played = replay(check, [face for throw in throws for face in throw.faces], shape.choices)
    except SixfoldError as error:
        raise RecordError("record/mismatch", f"The record cannot be replayed: {error}") from error
    same = [throw[:4] for throw in played.throws] == [throw[:4] for throw in throws]
    if not same or played.outcome.as_dict() != shape.outcome:
        raise RecordError("record/mismatch", "The dice of this record do not give its outcome.")
    agreeing(data, named(check), "a record")
    return played._replace(source=shape.source)


def _as_written(check: Check, throws: tuple[Throw, ...], shape: RecordPlayed) -> Record:
    for throw in throws:
        if not 1 <= throw.sides <= SIDES or not all(0 <= face <= throw.sides for face in throw.faces):
            raise RecordError("record/malformed", "A die of this record shows an impossible face.")
        if len(throw.kept) != len(throw.faces):
            raise RecordError("record/malformed", "This record does not show for every die whether it counts.")
    if not shape.announcement:
        raise RecordError("record/malformed", "A record of another revision of its rule needs its announcement.")
    outcome, choices = Outcome(shape.outcome), tuple(shape.choices)
    return Record(check, throws, outcome, shape.source, choices, (), shape.revision, shape.announcement)


def _numeric(face: str) -> bool:
    """Whether a face is a number or a sign, which may be taken for the number of a side."""
    return face in ("−", "+") or face.isdecimal()


# -- the trail in words ------------------------------------------------------------------------------------------


def told(record: Record) -> tuple[Line, ...]:
    """The trail of a record: its throws with what was read of them, its modifiers, its outcome."""
    check, outcome = record.check, record.outcome
    lines: list[Line] = []
    sides: dict[str, set[int]] = {}
    for throw in record.throws:
        sides.setdefault(throw.label, set()).add(throw.sides)
    after: dict[int, list[ClauseNote | Reading]] = {}
    for entry in record.trail:
        after.setdefault(entry.after, []).append(entry)
    for at, throw in enumerate(record.throws, start=1):
        words = [entry.text for entry in after.get(at, ()) if not _clause(entry)]
        label = f"{throw.label} d{throw.sides}" if len(sides[throw.label]) > 1 else throw.label
        lines.append(Line(label, throw.dice, ", ".join(dict.fromkeys(filter(None, words)))))
        lines.extend(Line("", (), f"{_clause(entry)}: {entry.text}") for entry in after.get(at, ()) if _clause(entry))
    settings = dict(check.settings)
    notes = [word.told(settings[word.name]) for word in check.rule.words]
    lines.extend(Line(about, (), words) for about, words in filter(None, notes))
    return *lines, Line("outcome", (), _values(check, outcome) or _otherwise(check, outcome))


def _clause(entry: object) -> str:
    return getattr(entry, "clause", "")


def _otherwise(check: Check, outcome: Mapping[str, Any]) -> str:
    """Return the words of an outcome without any event: a failure, in the words of its game."""
    success = check.rule.success
    return success.otherwise.lower() if success is not None and success.name in outcome else "nothing"


def _values(check: Check, outcome: Mapping[str, Any]) -> str:
    """The named values of the outcome that say something: numbers, names, and what is true."""
    shown = []
    for name, value in outcome.items():
        if check.rule.tells(name, value):
            words = check.rule.called(name)
            plain = words if value is True else minus(f"{words} {value}")
            shown.append(check.rule.with_field(name, value) if isinstance(value, str) else plain)
    return ", ".join(shown)


def hands(record: Record) -> list[str]:
    """A few words for each throw of a record, in the order thrown: what counts of it, and how much that is.

    >>> from sixfold import roll
    >>> hands(roll("ten superior 1", faces=[6, 6, 5, 2, 4, 3]))
    ['highest 3: 17', 'critical: 7']
    """
    labels = []
    for at, throw in enumerate(record.throws, start=1):
        # Sums and true readings; false ones are left out.
        readings = [entry for entry in record.trail if isinstance(entry, Reading) and entry.after == at]
        answers = [pair for entry in readings for pair in zip(entry.folds, entry.answers, strict=True)]
        words = ", ".join(dict.fromkeys(filter(None, (fold.say(a) for fold, a in answers if a is not False))))
        labels.append(_labelled(words, throw.label, record.throws) if words else throw.label)
    return labels


def _labelled(words: str, label: str, throws: Sequence[Throw]) -> str:
    """The sum alone has the name of its throw, unless all are called the same; other words speak for themselves."""
    if words.startswith("total "):
        alone = all(throw.label == label for throw in throws)
        return words if alone else f"{label}: {words.removeprefix('total ')}"
    return words if label == throws[0].label else f"{label}: {words}"
