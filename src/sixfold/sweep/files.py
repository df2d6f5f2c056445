"""The rows of a sweep as a file, however many they are, and the manifest beside it that says how they came about."""

import csv
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from importlib import import_module
from itertools import islice
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO

from sixfold.errors import file_named, needs_extra
from sixfold.report.tidy import Cell
from sixfold.show.files import write_whole
from sixfold.show.formats.json import draw
from sixfold.sweep.answer import Sweep
from sixfold.sweep.plan import digest

AT_ONCE = 10_000
"""Rows in memory at a time."""

MANIFEST = ".manifest.json"
"""What is behind the name of a file for its manifest."""

KINDS: dict[type, str] = {int: "int64", float: "float64", str: "string"}
"""What columns hold, in the words of Arrow."""

Batch = list[dict[str, Cell]]


def write(sweep: Sweep, path: str | PathLike[str]) -> None:
    """Write all rows into a file, which is there whole or not at all, and then its manifest.

    Raises StudyError: study/file for a file that cannot be written, study/extra where pyarrow is missing.
    """
    target = Path(path)
    made = target.with_name(f".{target.name[:40]}.{token_hex(6)}")
    try:
        with file_named(str(path), "written"):
            with open(made, "xb") as stream:
                ENDINGS[target.suffix.lower()](sweep, stream)
                stream.flush()
                os.fsync(stream.fileno())
            with open(made, "rb") as stream:
                hashed = file_digest(stream, "sha256").hexdigest()
            os.replace(made, target)
    finally:
        with suppress(OSError):
            os.unlink(made)
    write_whole(f"{target}{MANIFEST}", f"{draw(manifest(sweep, target.name, hashed))}\n")


def manifest(sweep: Sweep, name: str, hashed: str) -> dict[str, Any]:
    """What the rows of a file are: the version and games that they follow from, the plan, the columns."""
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


def _batches(sweep: Sweep) -> Iterator[Batch]:
    rows = sweep.rows()
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


def _csv(sweep: Sweep, stream: BinaryIO) -> None:
    text = io.TextIOWrapper(stream, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(sweep.columns)
    for batch in _batches(sweep):
        writer.writerows(row.values() for row in batch)
    text.flush()
    text.detach()


def _jsonl(sweep: Sweep, stream: BinaryIO) -> None:
    for batch in _batches(sweep):
        stream.write("".join(f"{draw(row)}\n" for row in batch).encode())


def _parquet(sweep: Sweep, stream: BinaryIO) -> None:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise needs_extra("A Parquet file", "arrow") from None
    shape = arrow.schema([(name, getattr(arrow, KINDS[kind])()) for name, kind in sweep.columns.items()])
    with parquet.ParquetWriter(stream, shape) as writer:
        for batch in _batches(sweep):
            columns = {
                name: [value if (value := row[name]) is None else kind(value) for row in batch]
                for name, kind in sweep.columns.items()
            }
            writer.write_table(arrow.table(columns, schema=shape))


ENDINGS = {".csv": _csv, ".jsonl": _jsonl, ".parquet": _parquet}
"""What writes rows, by the ending of a file."""
