"""Tidy data, a line for each figure: CSV, JSON lines, and with the extra `arrow` Arrow (Feather 2) and Parquet."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import Any

from sixfold.errors import needing
from sixfold.show.formats import Format
from sixfold.show.formats.json import draw
from sixfold.show.report.presentable import Presentable
from sixfold.show.report.tables import Cell, Tidy


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, line: str) -> str:
        return line


_TAKEN = re.compile(r"[=+\-@\t\r]|\d{1,4}/\d{1,4}(?:/\d{1,4})?$")
"""Text that a spreadsheet takes for a formula or a date."""

_NUMBER = re.compile(r"[+\-]?\d+(?:\.\d+)?")


def csv_lines(names: Iterable[str], lines: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """Tidy data as CSV, its names first. A tab comes before text that a spreadsheet takes for a formula or a date.

    >>> list(csv_lines(["chance", "text"], [["5/8", "=1+1"], ["-5", "ten"]]))
    ['chance,text\\n', '\\t5/8,\\t=1+1\\n', '-5,ten\\n']
    """
    writer = csv.writer(_Echo(), lineterminator="\n")
    return (writer.writerow([_as_text(cell) for cell in line]) for line in chain([names], lines))


def _as_text(cell: Cell) -> Cell:
    taken = isinstance(cell, str) and _TAKEN.match(cell) and not _NUMBER.fullmatch(cell)
    return f"\t{cell}" if taken else cell


def json_lines(names: Iterable[str], lines: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """Tidy data as objects, one a line."""
    heads = tuple(names)
    return (f"{draw(dict(zip(heads, line, strict=True)))}\n" for line in lines)


def _arrow_table(tidy: Tidy) -> Any:
    with needing("A Parquet or Arrow file", "arrow"):
        pyarrow = import_module("pyarrow")
    columns = zip(*tidy.lines, strict=True) if tidy.lines else ((),) * len(tidy.names)
    return pyarrow.table({name: list(values) for name, values in zip(tidy.names, columns, strict=True)})


def _arrow(value: Presentable) -> bytes:
    made, stream = _arrow_table(value.tidy()), io.BytesIO()
    with import_module("pyarrow.ipc").new_file(stream, made.schema) as writer:
        writer.write_table(made)
    return stream.getvalue()


def _parquet(value: Presentable) -> bytes:
    made, stream = _arrow_table(value.tidy()), io.BytesIO()
    import_module("pyarrow.parquet").write_table(made, stream)
    return stream.getvalue()


FORMATS = {
    "csv": Format("CSV, fractions too", ".csv", "text/csv", lambda value: "".join(csv_lines(*value.tidy()))),
    "jsonl": Format("JSON lines", ".jsonl", "application/jsonl", lambda value: "".join(json_lines(*value.tidy()))),
    "arrow": Format("Arrow", ".arrow", "", _arrow),
    "parquet": Format("Parquet", ".parquet", "", _parquet),
}
