"""The answer of a sweep: its rows, in memory or as a file with a manifest, and a summary of all of them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from hashlib import file_digest
from importlib import import_module
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct

from sixfold import arguments
from sixfold.bounds import SWEEP_ANSWERED
from sixfold.errors import BoundsError, file_named, needing
from sixfold.report.blocks import SPACE, Heading, Note
from sixfold.report.chart import Chart
from sixfold.report.display import Shown
from sixfold.report.tables import Block, Column, Columns, Report, Row, Tidy
from sixfold.report.tables import Cell as Value
from sixfold.rules.wording import counted, minus
from sixfold.show.files import write_whole
from sixfold.show.formats.json import draw
from sixfold.show.formats.tidy import csv_lines, json_lines
from sixfold.study.document import Document
from sixfold.sweep.figures import Cell
from sixfold.sweep.plan import Case, Plan, digest
from sixfold.sweep.questions import Figures, Found
from sixfold.sweep.sqlite import Store

REASONS = 5
"""So many reasons for refused checks are told, the most frequent first."""

AT_ONCE = 10_000
"""Rows in memory at a time."""

MANIFEST = ".manifest.json"
"""The ending of a manifest, behind the name of its file."""

NO_FIGURE = Cell()

KINDS: dict[type, str] = {int: "int64", float: "float64", str: "string"}
"""The types of columns, in the words of Arrow."""


class End(Struct, frozen=True):
    """The least or the greatest value of a figure, with its check."""

    decimal: float
    text: str

    @property
    def cells(self) -> tuple[str, str]:
        """The value in short, and its check."""
        return minus(f"{self.decimal:.4g}"), self.text


class Ends(Struct, frozen=True):
    """Between what a figure of one pattern lies."""

    check: str
    figure: str
    least: End
    most: End


class Reason(Struct, frozen=True):
    """Why checks were refused, and how many."""

    message: str
    times: int


class SweepSummary(Document, frozen=True):
    """A summary of all rows."""

    checks: int
    refused: int
    reasons: tuple[Reason, ...]
    figures: tuple[Ends, ...]

    def report(self) -> Report:
        """How many checks there are, between which ends their figures lie, and why some were refused."""
        blocks: list[Block] = [
            Heading(counted(self.checks, "check"), f"{self.refused:,} refused" if self.refused else "")
        ]
        if self.figures:
            heads = (Column(), Column("figure"), Column("least", "right"), Column(style="quiet"))
            rows = [Row((each.check, each.figure, *each.least.cells, *each.most.cells)) for each in self.figures]
            blocks.append(Columns((*heads, Column("most", "right"), Column(style="quiet")), tuple(rows)))
        for reason in self.reasons:
            blocks += [SPACE, Note(f"Refused {counted(reason.times, 'time')}: {reason.message}", "bad")]
        return tuple(blocks)


class Sweep(Shown):
    """All checks of a sweep, as they are in its store.

    A row has the name of its check, its ranges, its canonical `text`, its figures and its `error`, which is empty if
    nothing was refused. A figure has three columns: the nearest double, the exact fraction as text, and how much
    higher the true figure may be, as text too.
    """

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan = plan
        self.store = store

    @cached_property
    def columns(self) -> Mapping[str, type]:
        """The columns by name, and what each holds: `int`, `float` or `str`."""
        job = self.plan.job
        names = dict.fromkeys(name for pattern in self.plan.patterns for name in pattern.axes)
        ranges: dict[str, type] = {
            name: int if all(type(value) is int for value in job.ranges[name]) else str for name in names
        }
        kept = dict.fromkeys(column for figures in job.keep.values() for column in figures)
        parts = {"": float, "_exact": str, "_unresolved": str}
        figures = {f"{column}{part}": kind for column in kept for part, kind in parts.items()}
        return {"check": str, **ranges, "text": str, **figures, "error": str}

    def rows(self) -> Iterator[dict[str, Value]]:
        """Every row, in the order of the plan, read from the store one by one."""
        empty: dict[str, Value] = dict.fromkeys(self.columns)
        for case, text, cells, errors in self._found():
            row = {**empty, "check": case.name, **case.values, "text": text, "error": " ".join(errors)}
            for column, cell in cells.items():
                unresolved = None if cell.error else cell.unresolved
                row |= {column: cell.decimal, f"{column}_exact": cell.exact, f"{column}_unresolved": unresolved}
            yield row

    def _found(self, numbers: range | None = None) -> Iterator[tuple[Case, str, dict[str, Cell], list[str]]]:
        """Each check, its canonical text, its figures by their columns, and why it or one of them was refused."""
        for case, result in self.store.results(self.plan, numbers):
            kept = {} if result.error else self.plan.job.keep[case.name]
            cells = {column: result.figures[text] for column, text in kept.items()}
            errors = [result.error, *(cell.error for cell in cells.values())]
            yield case, result.text, cells, [error for error in errors if error]

    @cached_property
    def summary(self) -> SweepSummary:
        """Return a summary of all rows, made in one pass."""
        reasons: Counter[str] = Counter()
        ends: dict[tuple[str, str], list[End]] = {}
        checks = refused = 0
        for case, text, cells, errors in self._found():
            checks, refused = checks + 1, refused + bool(errors)
            reasons.update(errors)
            for column, cell in cells.items():
                if cell.decimal is not None:
                    here = End(cell.decimal, text)
                    known = [*ends.get((case.name, column), ()), here]
                    ends[case.name, column] = [side(known, key=lambda end: end.decimal) for side in (min, max)]
        told = tuple(Ends(*names, *pair) for names, pair in ends.items())
        return SweepSummary(checks, refused, tuple(Reason(*each) for each in reasons.most_common(REASONS)), told)

    def figures(self, check: str, figure: str) -> Figures:
        """A figure of each check of a pattern, in the order of the sweep; None where there is none.

        Raises BoundsError for more checks than a question compares.
        """
        (pattern,) = (pattern for pattern in self.plan.patterns if pattern.name == check)
        if pattern.many > SWEEP_ANSWERED:
            raise BoundsError(f"A question compares at most {SWEEP_ANSWERED:,} checks, not {pattern.many:,}.")
        found = self._found(range(pattern.first, pattern.first + pattern.many))
        cells = {tuple(case.values.values()): figures.get(figure, NO_FIGURE).bounds for case, _, figures, _ in found}
        return Figures(pattern.axes, cells)

    @cached_property
    def answers(self) -> Mapping[str, Found]:
        """The answer to each question of the sweep, by its name."""
        return {name: question.answer(self.figures) for name, question in self.plan.questions.items()}

    def report(self) -> Report:
        """The summary, and then the answers, to read."""
        parts = [(SPACE, Heading(name, level=2), *found.blocks()) for name, found in self.answers.items()]
        return (*self.summary.report(), *(block for part in parts for block in part))

    def chart(self) -> Chart | None:
        """Return a chart of the answers."""
        plots = tuple(plot for found in self.answers.values() for plot in found.plots)
        return Chart(", ".join(self.answers), counted(self.summary.checks, "check"), plots) if plots else None

    def tidy(self) -> Tidy:
        """All rows."""
        return Tidy(tuple(self.columns), tuple(tuple(row.values()) for row in self.rows()))

    def to_json(self) -> dict[str, Any]:
        """The summary and the answers as plain data; the rows are for a file."""
        answers = {name: found.data() for name, found in self.answers.items()}
        return {**self.summary.to_json(), **({"answers": answers} if answers else {})}

    def save(self, path: str | PathLike[str]) -> None:
        """This as a file: all rows as `.parquet`, `.csv` or `.jsonl` with a manifest beside it, else the report."""
        if Path(arguments.path(path, "A file")).suffix.lower() in ENDINGS:
            write(self, path)
        else:
            super().save(path)


def write(sweep: Sweep, path: str | PathLike[str]) -> None:
    """Write all rows into a file, which is there whole or not at all, and then its manifest.

    Raises StudyError: study/file for a file that cannot be written, study/extra where pyarrow is missing.
    """
    target = Path(path)
    write_whole(target, partial(ENDINGS[target.suffix.lower()], sweep))
    with file_named(str(path), "read"), open(target, "rb") as stream:
        hashed = file_digest(stream, "sha256").hexdigest()
    write_whole(f"{target}{MANIFEST}", f"{draw(manifest(sweep, target.name, hashed))}\n")


def manifest(sweep: Sweep, name: str, hashed: str) -> dict[str, Any]:
    """Return the manifest of a file of rows: the version and games that they follow from, the plan, the columns."""
    job = sweep.plan.job
    return {
        "version": 1,
        "sixfold": job.version,
        "file": name,
        "sha256": hashed,
        "rows": sweep.summary.checks,
        "refused": sweep.summary.refused,
        "games": {name: digest(source) for name, source in job.games.items()},
        "plan": {
            "checks": job.checks,
            "ranges": job.ranges,
            "keep": job.keep,
            "where": [event.text for event, _ in sweep.plan.where],
            "aim": job.aim,
            "seconds": job.seconds,
        },
        "columns": [{"name": name, "type": KINDS[kind]} for name, kind in sweep.columns.items()],
    }


def _text(written: Callable[..., Iterator[str]], sweep: Sweep, stream: BinaryIO) -> None:
    stream.writelines(line.encode() for line in written(sweep.columns, (row.values() for row in sweep.rows())))


def _parquet(sweep: Sweep, stream: BinaryIO) -> None:
    with needing("A Parquet file", "arrow"):
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    shape = arrow.schema([(name, getattr(arrow, KINDS[kind])()) for name, kind in sweep.columns.items()])
    with parquet.ParquetWriter(stream, shape) as writer:
        rows = sweep.rows()
        while batch := list(islice(rows, AT_ONCE)):
            columns = {
                name: [value if (value := row[name]) is None else kind(value) for row in batch]
                for name, kind in sweep.columns.items()
            }
            writer.write_table(arrow.table(columns, schema=shape))


ENDINGS: Mapping[str, Callable[[Sweep, BinaryIO], object]] = {
    ".csv": partial(_text, csv_lines),
    ".jsonl": partial(_text, json_lines),
    ".parquet": _parquet,
}
"""The writers of rows, by the ending of a file."""
