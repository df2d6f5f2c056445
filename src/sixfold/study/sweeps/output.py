"""Tables of a sweep for programs: read row by row, as Arrow, or as a file with a manifest beside it."""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import file_digest
from importlib import import_module
from itertools import islice
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO, NamedTuple

from sixfold.errors import StudyError, file_named, needing
from sixfold.show.display import LazyReport
from sixfold.show.files import format_of, known, write_whole
from sixfold.show.formats.json import draw
from sixfold.show.formats.tabular import csv_lines, json_lines
from sixfold.show.report.tables import Cell
from sixfold.study.sweeps.plan import Plan, digest

AT_ONCE = 10_000
"""Rows in memory at a time."""

MANIFEST = ".manifest.json"
"""The ending of a manifest, behind the name of its file."""

METADATA = "sixfold.sweep"
"""The key of the manifest in a Parquet or Arrow file, as far as it is known before the rows are."""

Kinds = Mapping[str, type | tuple[str, ...]]
"""The columns of a table: what each holds is `int`, `float` or `str`, or one of these words."""

_ARROW: dict[type, str] = {int: "int64", float: "float64", str: "string"}
"""The types of columns, in the words of Arrow."""


class SweepTable(NamedTuple):
    """A table whose rows are read from the store, again whenever they are asked for, and never all at once."""

    columns: Kinds
    read: Callable[[], Iterator[tuple[Cell, ...]]]
    manifest: Mapping[str, Any]

    def batches(self) -> Any:
        """The rows as a RecordBatchReader of pyarrow. What is one of a few words is a dictionary column."""
        with needing("A Parquet or Arrow file", "arrow"):
            arrow = import_module("pyarrow")
        places = {name: {word: at for at, word in enumerate(kind)} for name, kind in self.columns.items()
                  if isinstance(kind, tuple)}  # fmt: skip
        words = {name: arrow.array(list(known), arrow.string()) for name, known in places.items()}
        of_words = arrow.dictionary(arrow.int32(), arrow.string())
        shape = arrow.schema(
            [(name, of_words if isinstance(kind, tuple) else getattr(arrow, _ARROW[kind])())
             for name, kind in self.columns.items()],
            {METADATA: draw(self.manifest)},
        )  # fmt: skip

        def column(name: str, values: tuple[Any, ...]) -> Any:
            if name in places:
                at = places[name]
                indices = [None if value is None else at[str(value)] for value in values]
                return arrow.DictionaryArray.from_arrays(arrow.array(indices, arrow.int32()), words[name])
            return arrow.array(values, shape.field(name).type)

        def batches() -> Iterator[Any]:
            rows = self.read()
            while batch := list(islice(rows, AT_ONCE)):
                columns = zip(self.columns, zip(*batch, strict=True), strict=True)
                yield arrow.record_batch([column(*each) for each in columns], schema=shape)

        return arrow.RecordBatchReader.from_batches(shape, batches())

    def to_arrow(self) -> Any:
        """All rows as a table of pyarrow."""
        return self.batches().read_all()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All rows as a stream, for whatever reads Arrow."""
        return self.batches().__arrow_c_stream__(requested_schema)

    def save(self, path: str | PathLike[str]) -> None:
        """Write all rows into a file, which is there whole or not at all, and then its manifest.

        Raises StudyError: study/file for a file that cannot be written, study/extra where pyarrow is missing.
        """
        target, rows = Path(path), [0, 0]
        write_whole(target, partial(ENDINGS[target.suffix.lower()], self._replace(read=partial(_counted, self, rows))))
        with file_named(str(path), "read"), open(target, "rb") as stream:
            hashed = file_digest(stream, "sha256").hexdigest()
        columns = [{"name": name, "type": _ARROW[str if isinstance(kind, tuple) else kind]}
                   for name, kind in self.columns.items()]  # fmt: skip
        counts = {"file": target.name, "sha256": hashed, "rows": rows[0], "refused": rows[1], "columns": columns}
        write_whole(f"{target}{MANIFEST}", f"{draw({**self.manifest, **counts})}\n")


def described(plan: Plan) -> dict[str, Any]:
    """The part of a manifest that is about a plan: what its rows follow from, and what was asked."""
    job = plan.job
    return {
        "version": 1,
        "sixfold": job.version,
        "games": {name: digest(source) for name, source in job.games.items()},
        "plan": {
            "checks": job.checks,
            "ranges": job.ranges,
            "keep": job.keep,
            "where": [each.text for each in plan.where],
            "aim": job.aim,
            "seconds": job.seconds,
            "part": "{}/{}".format(*plan.part),
        },
    }


def rehearse(path: str, questions: bool) -> None:
    """Raise what would keep a sweep from being saved at a path, before anything is solved.

    Raises StudyError: study/file, study/extra, and study/form for a chart of a sweep without `questions`.
    """
    target = Path(path)
    trial = target.with_name(f".{token_hex(6)}{target.suffix}")
    if target.exists() and not target.is_file():
        return
    try:
        with file_named(path, "written"):
            if target.exists() and not os.access(target, os.W_OK):
                raise PermissionError("it is read-only")
        if target.suffix.lower() in ENDINGS:
            SweepTable({"check": str}, lambda: iter(()), {}).save(trial)
        else:
            form = known()[format_of(path)]
            if form.write(LazyReport(lambda: (), dict)) is None and not questions:
                raise StudyError("study/form", f"A sweep without questions has nothing to draw as {form.ending}.")
            with file_named(path, "written"):
                trial.write_bytes(b"")
    except StudyError as error:
        error.message = error.message.replace(str(trial), path)
        raise
    finally:
        for made in (trial, Path(f"{trial}{MANIFEST}")):
            made.unlink(missing_ok=True)


def _counted(table: SweepTable, counts: list[int]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a table, which are counted, and those with an error too."""
    has_errors = "error" in table.columns
    for row in table.read():
        counts[0] += 1
        counts[1] += has_errors and bool(row[-1])
        yield row


def _text(lines: Callable[..., Iterator[str]], table: SweepTable, stream: BinaryIO) -> None:
    stream.writelines(line.encode() for line in lines(table.columns, table.read()))


def _arrow(module: str, writer: str, table: SweepTable, stream: BinaryIO) -> None:
    batches = table.batches()
    with getattr(import_module(module), writer)(stream, batches.schema) as file:
        for batch in batches:
            file.write_batch(batch)


ENDINGS: Mapping[str, Callable[[SweepTable, BinaryIO], object]] = {
    ".csv": partial(_text, csv_lines),
    ".jsonl": partial(_text, json_lines),
    ".arrow": partial(_arrow, "pyarrow.ipc", "new_file"),
    ".parquet": partial(_arrow, "pyarrow.parquet", "ParquetWriter"),
}
"""The writers of rows, by the ending of a file."""
