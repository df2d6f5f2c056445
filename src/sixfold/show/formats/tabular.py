"""Tidy data, a line for each figure: CSV, JSON lines, and with the extra `arrow` Arrow (Feather 2) and Parquet."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import chain, islice
from typing import Any, BinaryIO

from sixfold.errors import needing
from sixfold.show.formats import Content, Format
from sixfold.show.formats.json import draw
from sixfold.show.report.tables import Cell, Kind, Tidy

AT_ONCE = 10_000
"""Lines that are in memory at a time, where the kinds of their columns are known."""

_ARROW: Mapping[Kind, str] = {int: "int64", float: "float64", str: "string"}
"""The types of columns, in the words of Arrow."""


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


def arrow_type(kind: Kind) -> str:
    """The type of what a column of a kind holds, in the words of Arrow."""
    return _ARROW[str if isinstance(kind, tuple) else kind]


def batches(tidy: Tidy) -> Any:
    """Tidy data as a RecordBatchReader of pyarrow. A column of a few words is a dictionary column."""
    with needing("A Parquet or Arrow file", "arrow"):
        arrow, compute = map(import_module, ("pyarrow", "pyarrow.compute"))

    def column(kind: Kind | None, values: tuple[Any, ...]) -> Any:
        if not isinstance(kind, tuple):
            return arrow.array(values, None if kind is None else _ARROW[kind])
        texts = arrow.array([None if value is None else str(value) for value in values], arrow.string())
        words = arrow.array(kind, arrow.string())
        return arrow.DictionaryArray.from_arrays(compute.index_in(texts, words), words)

    def batch(lines: tuple[tuple[Cell, ...], ...]) -> Any:
        columns = zip(*lines, strict=True) if lines else ((),) * len(tidy.names)
        kinds = tidy.kinds or (None,) * len(tidy.names)
        return arrow.record_batch(list(map(column, kinds, columns)), list(tidy.names), metadata=tidy.about)

    rest = iter(tidy.lines)
    first = batch(tuple(islice(rest, AT_ONCE if tidy.kinds else None)))
    later = map(batch, iter(lambda: tuple(islice(rest, AT_ONCE)), ()))
    return arrow.RecordBatchReader.from_batches(first.schema, chain([first], later))


def _text(lines: Callable[..., Iterator[str]], tidy: Tidy) -> Content:
    made = lines(tidy.names, tidy.lines)
    return lambda stream: stream.writelines(line.encode("utf-8", "backslashreplace") for line in made)


def _arrow(module: str, writer: str, tidy: Tidy) -> Content:
    reader = batches(tidy)

    def write(stream: BinaryIO) -> None:
        with getattr(import_module(module), writer)(stream, reader.schema) as file:
            for batch in reader:
                file.write_batch(batch)

    return write


WRITERS: Mapping[str, Callable[[Tidy], Content]] = {
    "csv": partial(_text, csv_lines),
    "jsonl": partial(_text, json_lines),
    "arrow": partial(_arrow, "pyarrow.ipc", "new_file"),
    "parquet": partial(_arrow, "pyarrow.parquet", "ParquetWriter"),
}
"""The writers of tidy data, by the name of the format."""


def _format(name: str, title: str, media: str = "") -> Format:
    return Format(title, f".{name}", media, lambda value: WRITERS[name](value.tidy()))


FORMATS = {
    "csv": _format("csv", "CSV, fractions too", "text/csv"),
    "jsonl": _format("jsonl", "JSON lines", "application/jsonl"),
    "arrow": _format("arrow", "Arrow"),
    "parquet": _format("parquet", "Parquet"),
}
