"""Results of sweeps in a folder of Parquet parts: many machines may write, also where SQLite cannot lock a file.

A part is written whole under a name of its own and never changes. What the parts say together is in a temporary store.
Each program that solves has a file beside them with the checks that it has begun, and touches it while it is alive. The
file of one that was killed is taken away.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from time import time, time_ns
from typing import Any

from msgspec import DecodeError
from msgspec.json import Decoder, encode

from sixfold.errors import StudyError, needing
from sixfold.show.files import replace
from sixfold.study.sweeps.plan import Case, Plan
from sixfold.study.sweeps.sqlite_store import BEGIN, SEEN, ResultStore, StoredResult

with needing("A folder of results", "arrow"):
    import pyarrow
    from pyarrow import parquet

_KEYS = Decoder(list[tuple[str, str, str]])

PARTS = 100
"""So many small parts of one program become one."""

SHAPE = pyarrow.schema(
    [(name, pyarrow.string()) for name in ("asked", "scope", "text", "figures", "error")]
    + [("most", pyarrow.float64())],
    metadata={"sixfold.sweep": "3"},
)


class Folder(ResultStore):
    """The results in a folder, which is made if it is not there."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self._read: set[str] = set()
        self._ours: list[Path] = []
        self._claims = Path(path, f"{self.owner}.begun")
        self._touched: dict[Path, int] = {}
        """When the files of others were last touched."""
        with self._failing_as("opened"):
            os.makedirs(path, exist_ok=True)
            self._look()

    def missing(self, plan: Plan, cases: Iterable[Case]) -> list[Case]:
        with self._failing_as("read"):
            self._look()
        return super().missing(plan, cases)

    def begin(self, plan: Plan, cases: Iterable[Case]) -> tuple[list[Case], list[Case]]:
        if plan.part[1] > 1:  # nobody else has the checks of this part
            return self.missing(plan, cases), []
        begun = super().begin(plan, cases)
        claims = self._db.execute("SELECT text, scope, figures FROM begun WHERE owner = ?", (self.owner,)).fetchall()
        with self._failing_as("written"):
            replace(self._claims, lambda stream: stream.write(encode(claims)))
        self._touch()
        return begun

    def leave(self) -> None:
        super().leave()
        with suppress(StudyError), self._failing_as("written"):
            self._claims.unlink(missing_ok=True)
            self._merge()

    def stay(self) -> None:
        # Who does not touch a file any more is gone, whatever the clocks say.
        with self._writing():
            files = set(Path(self.path).glob("*.begun")) - {self._claims}
            for file in files:
                with suppress(FileNotFoundError, DecodeError):
                    touched = file.stat().st_mtime_ns
                    if self._touched.get(file) != touched:
                        claims = _KEYS.decode(file.read_bytes())
                        self._touched[file] = touched
                        self._db.execute("DELETE FROM begun WHERE owner = ?", (file.stem,))
                        self._db.executemany(BEGIN, ((*claim, file.stem) for claim in claims))
                        self._db.execute(SEEN, (file.stem, time()))
            left = [(file.stem,) for file in self._touched.keys() - files]
            self._db.executemany("UPDATE owners SET seen = 0 WHERE owner = ?", left)
            super().stay()
            alive = {owner for (owner,) in self._db.execute("SELECT owner FROM owners")}
            for file in [file for file in self._touched if file.stem not in alive]:
                del self._touched[file]
                file.unlink(missing_ok=True)
            self._look()  # last: what is not claimed any more is in a part by now
        self._touch()

    def put(self, lines: Sequence[StoredResult]) -> None:
        with self._failing_as("written"):
            columns = list(map(list, zip(*lines, strict=True)))
            self._ours.append(self._add(pyarrow.table(columns, schema=SHAPE)))
            super().put(lines)
            if len(self._ours) == PARTS:
                self._merge()

    def _touch(self) -> None:
        """Give the file of what is begun here a new time: that of the system may be the same for some milliseconds."""
        with self._failing_as("written"), suppress(FileNotFoundError):
            os.utime(self._claims, ns=(time_ns(), time_ns()))

    def _merge(self) -> None:
        """Make one part of those that were written here."""
        if len(self._ours) > 1:
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
                super().put(list(map(StoredResult._make, zip(*columns, strict=True))))

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
    raise StudyError("study/store", f"{part} is not a part of a store of sweeps, or one of another Sixfold.")
