"""Tables of a sweep for programs: read row by row, as Arrow, or as a file with a manifest beside it."""

import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import file_digest
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from sixfold.errors import StudyError, file_named
from sixfold.show.display import LazyReport
from sixfold.show.files import format_of, known, write_whole
from sixfold.show.formats.json import draw
from sixfold.show.formats.tabular import WRITERS, arrow_type, batches
from sixfold.show.report.tables import Cell, Kind, Tidy
from sixfold.study.sweeps.plan import Plan

MANIFEST = ".manifest.json"
"""The ending of a manifest, behind the name of its file."""

METADATA = "sixfold.sweep"
"""The key of the manifest in a Parquet or Arrow file, as far as it is known before the rows are."""


class SweepTable(NamedTuple):
    """A table whose rows are read from the store, again whenever they are asked for, and never all at once."""

    columns: Mapping[str, Kind]
    read: Callable[[], Iterator[tuple[Cell, ...]]]
    manifest: Mapping[str, Any]

    def tidy(self) -> Tidy:
        """The rows as they are written."""
        return Tidy(tuple(self.columns), self.read(), tuple(self.columns.values()), {METADATA: draw(self.manifest)})

    def to_arrow(self) -> Any:
        """All rows as a table of pyarrow."""
        return batches(self.tidy()).read_all()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All rows as a stream, for whatever reads Arrow."""
        return batches(self.tidy()).__arrow_c_stream__(requested_schema)

    def save(self, path: str | PathLike[str]) -> None:
        """Write all rows into a file, which is there whole or not at all, and then its manifest.

        Raises StudyError: study/file for another ending or a file that cannot be written, study/form for a format that
        is not of rows, study/extra where pyarrow is missing.
        """
        form = format_of(path)
        if form not in WRITERS:
            raise StudyError("study/form", f"There is nothing here to write as {known()[form].ending}.")
        target, rows, tidy = Path(path), [0, 0], self.tidy()
        write_whole(target, WRITERS[form](tidy._replace(lines=_counted(tidy, rows))))
        with file_named(str(path), "read"), open(target, "rb") as stream:
            hashed = file_digest(stream, "sha256").hexdigest()
        columns = [{"name": name, "type": arrow_type(kind)} for name, kind in self.columns.items()]
        counts = {"file": target.name, "sha256": hashed, "rows": rows[0], "refused": rows[1], "columns": columns}
        write_whole(f"{target}{MANIFEST}", f"{draw({**self.manifest, **counts})}\n")


def described(plan: Plan) -> dict[str, Any]:
    """The part of a manifest that is about a plan: what its rows follow from, and what was asked."""
    job = plan.job
    return {
        "version": 1,
        "sixfold": job.version,
        "games": plan.hashes,
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
    if target.exists() and not target.is_file():
        return
    with file_named(path, "written"):
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError("it is read-only")
        form = known()[format_of(path)]
        if form.write(LazyReport(lambda: (), dict)) is None and not questions:
            raise StudyError("study/form", f"A sweep without questions has nothing to draw as {form.ending}.")
        trial = target.with_name(f".{token_hex(6)}{target.suffix}")
        trial.write_bytes(b"")
        trial.unlink()


def _counted(tidy: Tidy, counts: list[int]) -> Iterator[tuple[Cell, ...]]:
    """The rows of a table, which are counted, and those with an error too."""
    has_errors = "error" in tidy.names
    for row in tidy.lines:
        counts[0] += 1
        counts[1] += has_errors and bool(row[-1])
        yield row
