"""Tidy data, a line for each figure: CSV, JSON lines, and with the extra `arrow` Arrow (Feather 2) and Parquet."""

import csv
import io
from importlib import import_module
from typing import Any

from sixfold.errors import needing
from sixfold.report.display import Shown
from sixfold.report.tables import Tidy
from sixfold.show.formats import Format
from sixfold.show.formats.json import draw


def as_csv(tidy: Tidy) -> str:
    """Tidy data as CSV, its names first."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(tidy.names)
    writer.writerows(tidy.lines)
    return made.getvalue()


def as_jsonl(tidy: Tidy) -> str:
    """Tidy data as objects, one a line."""
    return "".join(f"{draw(dict(zip(tidy.names, line, strict=True)))}\n" for line in tidy.lines)


def _arrow_table(tidy: Tidy) -> Any:
    with needing("A Parquet or Arrow file", "arrow"):
        pyarrow = import_module("pyarrow")
    columns = zip(*tidy.lines, strict=True) if tidy.lines else ((),) * len(tidy.names)
    return pyarrow.table({name: list(values) for name, values in zip(tidy.names, columns, strict=True)})


def _arrow(value: Shown) -> bytes:
    made, stream = _arrow_table(value.tidy()), io.BytesIO()
    with import_module("pyarrow.ipc").new_file(stream, made.schema) as writer:
        writer.write_table(made)
    return stream.getvalue()


def _parquet(value: Shown) -> bytes:
    made, stream = _arrow_table(value.tidy()), io.BytesIO()
    import_module("pyarrow.parquet").write_table(made, stream)
    return stream.getvalue()


FORMATS = {
    "csv": Format("CSV, fractions too", ".csv", "text/csv", lambda value: as_csv(value.tidy())),
    "jsonl": Format("JSON lines", ".jsonl", "application/jsonl", lambda value: as_jsonl(value.tidy())),
    "arrow": Format("Arrow", ".arrow", "", _arrow),
    "parquet": Format("Parquet", ".parquet", "", _parquet),
}
