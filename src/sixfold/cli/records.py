"""`sixfold roll --times` and `--log`: many records as lines, as one JSON document, or as a log."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from fractions import Fraction
from typing import Any

from sixfold.base import machine
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.throw import in_text
from sixfold.base.wording import minus
from sixfold.cli.console import AS_JSON, AS_TEXT, out
from sixfold.errors import OddsError, OutputError, SixfoldError, StudyError, file_named
from sixfold.playing.record import Record
from sixfold.playing.standing import account
from sixfold.rules.check import Check
from sixfold.rules.outcome import Outcome
from sixfold.rules.texts import numbers_of
from sixfold.show.display import Shown
from sixfold.show.formats.json import draw as text
from sixfold.show.report.blocks import SPACE, Heading
from sixfold.show.report.chances import percent
from sixfold.show.report.tables import Column, Columns, Report, Row, Tidy
from sixfold.show.screen import Span, dice_spans, spans_of
from sixfold.solving.odds import Odds, solve_check


class RecordFile:
    """A file to which records are appended, a line of JSON each.

    Several processes may append to one file: a line is one write, which no other write comes between. A line that
    a process left half-written when it died stays as it is, and the next one begins on a line of its own.
    Raises StudyError (study/file) when the file cannot be written.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with file_named(path, "written"):
            self._file = machine.growing(path, 0o666)

    def add(self, record: dict[str, Any]) -> None:
        """Append a record (its plain data)."""
        line = text(record).encode("utf-8", "backslashreplace") + b"\n"
        with file_named(self._path, "written"), machine.turn(self._file):
            if self._ends_within_a_line():
                line = b"\n" + line
            written = os.write(self._file, line)
        if written < len(line):
            raise StudyError("study/file", f"{self._path[:200]} contains only a part of the record: the disk is full.")

    def _ends_within_a_line(self) -> bool:
        try:
            if not os.lseek(self._file, 0, os.SEEK_END):
                return False
            os.lseek(self._file, -1, os.SEEK_END)
        except OSError:
            return False  # a pipe or a terminal has no end to look at
        return os.read(self._file, 1) != b"\n"

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


Data = Callable[[Record], dict[str, Any]]
"""A record as plain data, with as much about it as is asked for."""


def print_records(check: Check, records: Iterable[Record], args: Any) -> int:
    """Throw them one by one, log each if that is asked for, and print each as it comes."""
    data = account if args.odds else Record.to_json
    with ExitStack() as files:
        if args.log is not None:
            records = _logged(records, files.enter_context(closing(RecordFile(args.log))), data)
        if args.form == AS_JSON:
            return _document(records, data)
        console = out()
        if args.form != AS_TEXT:
            console.answer(RolledMany(check, list(records), data, not args.no_odds), args.form)
            return 0
        came = Counter[Outcome]()
        for record in records:
            console.tell(_line(record), 0, 4)
            came[record.outcome] += 1
        console.show(_tally(check, came, not args.no_odds))
    return 0


def _logged(records: Iterable[Record], log: RecordFile, data: Data) -> Iterator[Record]:
    for record in records:
        log.add(data(record))
        yield record


def _document(records: Iterable[Record], data: Data) -> int:
    """One document, which is whole JSON also when the throwing is interrupted or an error ends it."""
    put = out().data
    put('{"version": 1, "records": [')
    separator = ""
    ending, status = "", 0
    try:
        for record in records:
            put(separator + text(data(record)))
            separator = ",\n"
    except OutputError:
        raise
    except SixfoldError as error:
        ending, status = f', "error": {text(error.to_json()["error"])}', error.exit_status
    finally:
        put(f"]{ending}}}\n")
    return status


def _line(record: Record) -> list[Span]:
    """Every die of a record, those that do not count in parentheses, and what it means."""
    dice: list[Span] = []
    for throw in record.throws:
        dice += [("|", "")] if dice else []
        dice += dice_spans(throw.dice)
    return [*dice, ("", ""), ("", ""), *spans_of(record.announcement)]


class RolledMany(Shown):
    """Throws of one check, to be printed in another format or written into a file."""

    def __init__(self, check: Check, records: Sequence[Record], data: Data, with_odds: bool) -> None:
        self._check, self._records, self._data, self._with_odds = check, records, data, with_odds

    def report(self) -> Report:
        """A line a throw, and the tally."""
        rows = tuple(Row((_dice(record), record.announcement)) for record in self._records)
        came = Counter(record.outcome for record in self._records)
        return Columns((Column("dice"), Column()), rows), *_tally(self._check, came, self._with_odds)

    def tidy(self) -> Tidy:
        """A line a throw: its number, its dice, every field of its outcome, and what it means."""
        fields = tuple(self._records[0].outcome)
        lines = (
            (number, _dice(record), *record.outcome.values(), record.announcement)
            for number, record in enumerate(self._records, 1)
        )
        return Tidy(("throw", "dice", *fields, "announcement"), tuple(lines))

    def to_json(self) -> dict[str, Any]:
        """The records as one document."""
        return {"version": 1, "records": [self._data(record) for record in self._records]}


def _dice(record: Record) -> str:
    """Every die of a record, those that do not count in parentheses."""
    return " | ".join(in_text(throw.dice) for throw in record.throws)


def _tally(check: Check, came: Counter[Outcome], with_odds: bool) -> Report:
    """How often each event of the rule came, and the mean of its main number, each beside its exact odds."""
    odds: Odds | None = None
    with suppress(OddsError):
        odds = solve_check(check) if with_odds else None
    rolls, rows = came.total(), list[Row]()
    for event in check.rule.all_events:
        often = sum(many for outcome, many in came.items() if event.came(outcome))
        chance = odds.event_bounds.get(event.name) if odds else None
        if often or (chance is not None and chance.high):
            shown = "" if chance is None else percent(chance)
            rows.append(Row((event.words, f"{often:,}", percent(Bounds.exactly(Fraction(often, rolls))), shown)))
    charted = [(check.rule.charted(numbers_of(outcome)), outcome, many) for outcome, many in came.items()]
    numbers = [(field, outcome[field], many) for field, outcome, many in charted if type(outcome.get(field)) is int]
    if numbers:
        field = numbers[-1][0]
        mean = sum(number * many for _, number, many in numbers) / sum(many for _, _, many in numbers)
        number = odds.numbers.get(field) if odds else None
        exactly = "" if number is None else f"{float(number.mean):.3f}"
        rows.append(Row((f"mean {field}", minus(f"{mean:.3f}"), "", minus(exactly))))
    columns = (Column(), *(Column(head, "right") for head in ("came", "", "odds" if odds else "")))
    return SPACE, Heading(f"{rolls:,} rolls of {check.text}"), Columns(columns, tuple(rows))
