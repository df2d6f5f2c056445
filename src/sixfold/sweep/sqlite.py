"""Results of sweeps in a file of SQLite: each check is there once, and several sweeps and people may share it.

A result is found by its canonical text and its scope: the version of Sixfold, and the content of the games that it
names. The texts that sweeps use for it lead to it too, so that nothing is read again to know whether it is there.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import ENOSPC
from typing import NamedTuple

from msgspec.json import Decoder

from sixfold.errors import StudyError
from sixfold.sweep.figures import Cell
from sixfold.sweep.plan import Case, Plan

VERSION = 1
BUSY_SECONDS = 120
SHAPE = """
CREATE TABLE IF NOT EXISTS results (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, scope TEXT NOT NULL, figures TEXT NOT NULL, error TEXT NOT NULL,
    seconds REAL NOT NULL, UNIQUE (text, scope)
);
CREATE TABLE IF NOT EXISTS asked (
    text TEXT NOT NULL, scope TEXT NOT NULL, result INTEGER NOT NULL, PRIMARY KEY (text, scope)
) WITHOUT ROWID;
"""
PUT = """
INSERT INTO results (scope, text, figures, error, seconds) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (text, scope) DO UPDATE SET
    figures = json_patch(figures, excluded.figures), error = excluded.error, seconds = excluded.seconds
"""
ASK = "INSERT OR REPLACE INTO asked SELECT ?, ?, id FROM results WHERE text = ? AND scope = ?"
FIND = """
SELECT r.text, r.figures, r.error, r.seconds FROM asked a JOIN results r ON r.id = a.result
WHERE a.text = ? AND a.scope = ?
"""

FIGURES = Decoder(dict[str, Cell])


class Result(NamedTuple):
    """The result of a check: its canonical text, its figures by their texts, or the reason why there are none."""

    text: str
    figures: Mapping[str, Cell]
    error: str
    seconds: float


class StoredResult(NamedTuple):
    """A result as it is written: the text that a sweep uses for its check, its scope, and its figures in JSON."""

    asked: str
    scope: str
    text: str
    figures: str
    error: str
    seconds: float


class Store:
    """The results at a path; without one they are kept as long as this program runs."""

    def __init__(self, path: str = "") -> None:
        self.path = path
        with self._failing_as("opened"):
            self._db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            self._db.execute("BEGIN")  # so that both are of one moment, also while somebody else makes the tables
            (tables,) = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            self._db.execute("COMMIT")
            if version != VERSION and (version or tables):
                raise StudyError("study/store", f"{path} is not a store of sweeps, or one of a newer Sixfold.")
            # A journal that is kept, not a log beside the file: people may share it over a network.
            self._db.execute("PRAGMA journal_mode = TRUNCATE").fetchone()
            if not version:
                self._db.executescript(f"BEGIN IMMEDIATE;{SHAPE}PRAGMA user_version = {VERSION};COMMIT;")

    def find(self, plan: Plan, case: Case) -> Result | None:
        """Return the stored result of a check, if it has all figures of the plan."""
        found = self._db.execute(FIND, (case.text, plan.scope(case.text))).fetchone()
        if found is None:
            return None
        result = Result(found[0], FIGURES.decode(found[1]), found[2], found[3])
        return result if result.error or plan.readers[case.name].keys() <= result.figures.keys() else None

    def missing(self, plan: Plan, cases: Iterable[Case]) -> list[Case]:
        """Those of some checks of a plan that are not known."""
        with self._failing_as("read"):
            return [case for case in cases if self.find(plan, case) is None]

    def results(self, plan: Plan, numbers: range | None = None) -> Iterator[tuple[Case, Result]]:
        """All that is known of a plan, or of the checks with these numbers, in its order."""
        with self._failing_as("read"):
            for case in plan.cases(numbers or range(plan.size)):
                found = self.find(plan, case)
                if found is not None:
                    yield case, found

    def put(self, lines: Sequence[StoredResult]) -> None:
        """Write what was found of some checks: all of it, or nothing."""
        with self._failing_as("written"):
            self._write(lines)

    def forget_errors(self, plan: Plan) -> None:
        """Leave out the checks of a plan that were refused, so that they are tried again."""
        refused = [(p.text, plan.scope(p.text)) for p, r in self.results(plan) if r.error]
        with self._failing_as("written"), self._transaction():
            self._db.executemany("DELETE FROM asked WHERE text = ? AND scope = ?", refused)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _write(self, lines: Sequence[StoredResult]) -> None:
        with self._transaction():
            self._db.executemany(PUT, (line[1:] for line in lines))
            self._db.executemany(ASK, ((line.asked, line.scope, line.text, line.scope) for line in lines))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _failing_as(self, done: str) -> Iterator[None]:
        """Raises StudyError (study/store) instead of what SQLite raises."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            why = str(error)
            if "full" in why or getattr(error, "errno", None) == ENOSPC:
                why += ". All that was written before is there: make room, and run the same command again"
            raise StudyError("study/store", f"The results in {self.path[:200]} cannot be {done}: {why}.") from None
