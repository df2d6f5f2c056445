"""Results of sweeps in a folder of Parquet parts: many machines may write, also where SQLite cannot lock a file.

A part is written whole under a name of its own and never changes. What the parts say together is in a temporary store.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from time import time_ns
from typing import Any

from sixfold.errors import StudyError, needing
from sixfold.show.files import replace
from sixfold.sweep.plan import Case, Plan
from sixfold.sweep.sqlite import Store, StoredResult

with needing("A folder of results", "arrow"):
    import pyarrow
    from pyarrow import parquet

PARTS = 100
"""So many small parts of one program become one."""

SHAPE = pyarrow.schema(
    [(name, pyarrow.string()) for name in ("asked", "scope", "text", "figures", "error")]
    + [("seconds", pyarrow.float64())],
    metadata={"sixfold.sweep": "1"},
)


class Folder(Store):
    """The results in a folder, which is made if it is not there."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self._read: set[str] = set()
        self._ours: list[Path] = []
        with self._failing_as("opened"):
            os.makedirs(path, exist_ok=True)
            self._look()

    def missing(self, plan: Plan, cases: Iterable[Case]) -> list[Case]:
        with self._failing_as("read"):
            self._look()
        return super().missing(plan, cases)

    def _write(self, lines: Sequence[StoredResult]) -> None:
        columns = list(map(list, zip(*lines, strict=True)))
        self._ours.append(self._add(pyarrow.table(columns, schema=SHAPE)))
        super()._write(lines)
        if len(self._ours) == PARTS:
            merged, self._ours = self._ours, []
            self._add(pyarrow.concat_tables(list(map(parquet.read_table, merged))))
            for part in merged:
                part.unlink()

    def _look(self) -> None:
        """Take what parts say that others have written since; a later part is right about a check of an earlier one."""
        for name in sorted(set(os.listdir(self.path)) - self._read):
            if name.startswith(".") or not name.endswith(".parquet"):
                continue
            with suppress(FileNotFoundError):  # one who wrote it has merged it meanwhile
                self._take(Path(self.path, name))
            self._read.add(name)

    def _take(self, part: Path) -> None:
        with _theirs(part) as file:
            for batch in file.iter_batches():
                columns = (column.to_pylist() for column in batch.columns)
                super()._write(list(map(StoredResult._make, zip(*columns, strict=True))))

    def _add(self, rows: Any) -> Path:
        """Write a part, which is there whole or not at all."""
        part = Path(self.path, f"{time_ns():020d}-{token_hex(6)}.parquet")
        replace(part, partial(parquet.write_table, rows))
        self._read.add(part.name)
        return part


def _theirs(part: Path) -> Any:
    """A part, open; raises StudyError (study/store) for another file."""
    with suppress(pyarrow.ArrowInvalid):
        file = parquet.ParquetFile(part)
        if file.schema_arrow.equals(SHAPE):
            return file
        file.close()
    raise StudyError("study/store", f"{part} is not a part of a store of sweeps, or one of a newer Sixfold.")
