"""The answer of a sweep: a summary of all rows, the answers to its questions, and its tables for programs."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import decode
from msgspec.structs import replace

from sixfold.base import arguments
from sixfold.base.shapes.fraction import read_exact
from sixfold.base.wording import counted, minus
from sixfold.show.display import Shown
from sixfold.show.document import Document
from sixfold.show.files import format_of
from sixfold.show.formats.tabular import WRITERS
from sixfold.show.report.blocks import SPACE, Heading, Paragraph
from sixfold.show.report.chart import Chart, Plot
from sixfold.show.report.tables import Block, Cell, Column, Columns, Kind, Report, Row, Tidy
from sixfold.study.sweeps.figures import COLUMNS, VALUE_COLUMNS, SolvedFigure
from sixfold.study.sweeps.output import SweepTable, described
from sixfold.study.sweeps.plan import Case, Plan
from sixfold.study.sweeps.questions import Figures, Found, SweepQuestion
from sixfold.study.sweeps.sqlite_store import Result, ResultStore

REASONS = 5
"""So many reasons for refused checks are told, the most frequent first."""

NO_FIGURE = SolvedFigure(error="This check does not have it.")


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


class SweepFound(Struct, frozen=True):
    """The answer to a question: a sentence, and a row for each thing that was found."""

    note: str
    rows: list[dict[str, Any]]


class SweepSummary(Document, frozen=True):
    """A summary of all rows, and the answer to each question by its name."""

    checks: int
    refused: int
    reasons: tuple[Reason, ...]
    figures: tuple[Ends, ...]
    answers: dict[str, SweepFound] | UnsetType = UNSET

    def report(self) -> Report:
        """How many checks there are, between which ends their figures lie, and why some were refused."""
        blocks: list[Block] = [
            Heading(counted(self.checks, "check"), f"{self.refused:,} refused" if self.refused else "")
        ]
        if self.figures:
            heads = (Column(), Column("figure"), Column("least", "right"), Column(style="quiet"))
            rows = [Row((ends.check, ends.figure, *ends.least.cells, *ends.most.cells)) for ends in self.figures]
            blocks.append(Columns((*heads, Column("most", "right"), Column(style="quiet")), tuple(rows)))
        for reason in self.reasons:
            blocks += [SPACE, Paragraph(f"Refused {counted(reason.times, 'time')}: {reason.message}", "bad")]
        return tuple(blocks)


class Sweep(Shown):
    """All checks of a sweep, as they are in its store.

    A row has the name of its check, its ranges, its canonical `text`, its figures and its `error`, which is empty if
    nothing was refused. A figure has three columns: the nearest double, the exact fraction as text, and how much
    higher the true figure may be, as text too. pandas, polars, DuckDB and others read a sweep as it is.
    """

    def __init__(self, plan: Plan, store: ResultStore) -> None:
        self.plan = plan
        self.store = store
        axes = {name: values for pattern in plan.patterns for name, values in pattern.axes.items()}
        kinds: dict[str, Kind] = {
            name: int if all(type(value) is int for value in values) else tuple(dict.fromkeys(map(str, values)))
            for name, values in axes.items()
        }
        self._places: Mapping[str, Kind] = {"check": tuple(plan.job.checks), **kinds}
        """The first columns of each table: which check it is."""
        self._kept = dict.fromkeys(column for figures in plan.job.keep.values() for column in figures)
        self._summary: SweepSummary | None = None

    @cached_property
    def table(self) -> SweepTable:
        """The rows for programs."""
        figures: dict[str, Kind] = {f"{name}{end}": kind for name in self._kept for end, kind in COLUMNS.items()}
        return SweepTable({**self._places, "text": str, **figures, "error": str}, self._rows, described(self.plan))

    @property
    def distributions(self) -> SweepTable:
        """Every distribution that is kept, in long form: a row for each value of each number."""
        columns: dict[str, Kind] = {**self._places, "text": str, **VALUE_COLUMNS, "number": tuple(self._kept)}
        return SweepTable(columns, self._values, described(self.plan))

    def rows(self) -> Iterator[dict[str, Cell]]:
        """Every row, in the order of the plan, read from the store one by one."""
        return (dict(zip(self.table.columns, row, strict=True)) for row in self._rows())

    def to_arrow(self) -> Any:
        """All rows as a table of pyarrow; needs the extra `arrow`."""
        return self.table.to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All rows as a stream, for whatever reads Arrow."""
        return self.table.__arrow_c_stream__(requested_schema)

    def _rows(self) -> Iterator[tuple[Cell, ...]]:
        ranges = tuple(self._places)[1:]
        for case, result, errors in self._results():
            texts = self.plan.job.keep[case.name]
            row: list[Cell] = [case.name, *map(case.values.get, ranges), result.text]
            for column in self._kept:
                row += (result.figures[texts[column]] if column in texts else NO_FIGURE).columns
            row.append(" ".join(errors))
            yield tuple(row)

    def _values(self) -> Iterator[tuple[Cell, ...]]:
        ranges = tuple(self._places)[1:]
        kinds = self.plan.figures
        for case, result, _ in self._results():
            here = (case.name, *map(case.values.get, ranges), result.text)
            for column, text in self.plan.job.keep[case.name].items():
                cell = result.figures[text]
                if kinds[case.name][text].kind == "distribution" and cell.exact is not None:
                    for value, chance in decode(cell.exact, type=dict[str, str]).items():
                        above, below = read_exact(chance)
                        yield (*here, column, int(value), chance, above / below)

    def _results(self) -> Iterator[tuple[Case, Result, Sequence[str]]]:
        """Each check with its result and its errors. Who reads all of them knows the summary then."""
        reasons: Counter[str] = Counter()
        ends: dict[tuple[str, str], list[End]] = {}
        checks = refused = 0
        for case, result in self.store.results(self.plan):
            cells = result.figures.values()
            errors = [*filter(None, dict.fromkeys([result.error, *[cell.error for cell in cells]]))]
            if errors:
                refused += 1
                reasons.update(errors)
            checks += 1
            for column, text in self.plan.job.keep[case.name].items():
                decimal = result.figures[text].decimal
                if decimal is not None:
                    known = ends.get((case.name, column))
                    if known is None:
                        ends[case.name, column] = [End(decimal, result.text)] * 2
                    elif decimal < known[0].decimal:
                        known[0] = End(decimal, result.text)
                    elif decimal > known[1].decimal:
                        known[1] = End(decimal, result.text)
            yield case, result, errors
        spans = tuple(Ends(*names, *pair) for names, pair in ends.items())
        common = tuple(Reason(*each) for each in reasons.most_common(REASONS))
        self._summary = SweepSummary(checks, refused, common, spans)

    @property
    def summary(self) -> SweepSummary:
        """A summary of all rows; it is made while they are read for the first time, for whatever reason."""
        if self._summary is None:
            deque(self._results(), maxlen=0)
        assert self._summary is not None
        return self._summary

    def figures(self, check: str, figure: str) -> Figures:
        """A figure of each check of a pattern, in the order of the sweep; None where there is none."""
        (pattern,) = (pattern for pattern in self.plan.patterns if pattern.name == check)
        text = self.plan.job.keep[check][figure]
        cells = {
            tuple(case.values.values()): result.figures[text].bounds
            for case, result in self.store.results(self.plan, pattern.numbers)
        }
        kind = self.plan.figures[check][text].kind
        return Figures(pattern.axes, cells, "chance" if kind == "chance" else "number")

    @cached_property
    def answers(self) -> Mapping[str, Found]:
        """The answer to each question of the sweep, by its name."""
        return {name: self._answer(question) for name, question in self.plan.questions.items()}

    def _answer(self, question: SweepQuestion) -> Found:
        """The answer to a question, which says how many figures there are not."""
        missing: dict[tuple[str, str], int] = {}

        def find(check: str, figure: str) -> Figures:
            figures = self.figures(check, figure)
            missing[check, figure] = len(figures.cells) - len(figures.known)
            return figures

        answer, many = question.answer(find), sum(missing.values())
        return answer._replace(note=f"{answer.note} Not solved: {counted(many, 'figure')}.") if many else answer

    def report(self) -> Report:
        """The summary, and then the answers, to read."""
        part, parts = self.plan.part
        which = (Heading(f"Part {part:,} of {parts:,}"),) if parts > 1 else ()
        answers = [(SPACE, Heading(name, level=2), *each.blocks()) for name, each in self.answers.items()]
        return (*which, *self.summary.report(), *(block for answer in answers for block in answer))

    def chart(self) -> Chart | None:
        """Return a chart of the answers, a panel for each."""
        plots: tuple[Plot, ...] = tuple(
            plot._replace(title=name) for name, answer in self.answers.items() for plot in answer.plots
        )
        return Chart(", ".join(self.answers), counted(self.summary.checks, "check"), plots) if plots else None

    def tidy(self) -> Tidy:
        """All rows."""
        return self.table.tidy()

    def to_json(self) -> dict[str, Any]:
        """The summary and the answers as plain data; the rows are for a file."""
        answers = {name: SweepFound(answer.note, answer.data()) for name, answer in self.answers.items()}
        return replace(self.summary, answers=answers or UNSET).to_json()

    def save(self, path: str | PathLike[str]) -> None:
        """This as a file: all rows as `.parquet`, `.arrow`, `.csv` or `.jsonl` with a manifest beside it, and beside
        that all distributions if any are kept; else the report."""
        target = Path(arguments.path(path, "A file"))
        if format_of(target) not in WRITERS:
            super().save(path)
            return
        self.table.save(target)
        if self.plan.has_distributions:
            self.distributions.save(target.with_suffix(f".distributions{target.suffix}"))
