"""Results of sweeps in a file of SQLite: each check is there once, and several sweeps and people may share it.

A result is found by its canonical text and its scope: the version of Sixfold, and the content of the games that it
names. The texts that sweeps use for it lead to it too, so that nothing is read again to know whether it is there.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import ENOSPC
from itertools import islice
from secrets import token_hex
from time import time
from typing import NamedTuple

from msgspec import DecodeError
from msgspec.json import encode

from sixfold.checks.check import parse
from sixfold.errors import SixfoldError, StudyError
from sixfold.study.sweeps.figures import READ_FIGURES, SolvedFigure
from sixfold.study.sweeps.plan import Case, Plan
from sixfold.study.sweeps.worker import PATIENTLY, SolvedRow

VERSION = 5
BUSY_SECONDS = 120
SHAPE = """
CREATE TABLE IF NOT EXISTS results (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, scope TEXT NOT NULL, figures TEXT NOT NULL, error TEXT NOT NULL,
    most REAL NOT NULL, UNIQUE (text, scope)
);
CREATE TABLE IF NOT EXISTS asked (
    text TEXT NOT NULL, scope TEXT NOT NULL, result INTEGER NOT NULL, PRIMARY KEY (text, scope)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS begun (
    text TEXT NOT NULL, scope TEXT NOT NULL, figures TEXT NOT NULL, owner TEXT NOT NULL,
    PRIMARY KEY (text, scope, figures, owner)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, seen REAL NOT NULL) WITHOUT ROWID;
"""
PUT = """
INSERT INTO results (scope, text, figures, error, most) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (text, scope) DO UPDATE SET
    figures = CASE json_valid(figures) WHEN 1 THEN json_patch(figures, excluded.figures) ELSE excluded.figures END,
    (error, most) = (
        SELECT excluded.error, excluded.most
        WHERE NOT excluded.most > 0 OR results.error = '' OR excluded.most >= results.most
        UNION ALL SELECT results.error, results.most LIMIT 1
    )
"""
"""No figure is ever lost: an error comes beside the figures that are there. A longer time-out is kept."""
ASK = "INSERT OR REPLACE INTO asked SELECT ?, ?, id FROM results WHERE text = ? AND scope = ?"
FIND = """
SELECT each.key, r.text, r.figures, r.error, r.most FROM json_each(?) each JOIN asked a
ON a.text = json_extract(each.value, '$[0]') AND a.scope = json_extract(each.value, '$[1]')
JOIN results r ON r.id = a.result
"""
BEGIN = "INSERT OR IGNORE INTO begun VALUES (?, ?, ?, ?)"
OTHERS = "SELECT 1 FROM begun WHERE (text, scope, figures) = (?, ?, ?) AND owner <> ?"
SOLVED = "DELETE FROM begun WHERE text = ? AND scope = ? AND owner = ?"
SEEN = "INSERT OR REPLACE INTO owners VALUES (?, ?)"
GONE = "DELETE FROM owners WHERE abs(seen - ?) > ?"
FORGET = "DELETE FROM begun WHERE owner NOT IN (SELECT owner FROM owners)"

ALIVE_SECONDS = 10.0
"""Seconds after which a program is gone that has not said that it still solves what it has begun."""

AT_ONCE = 500
"""Checks that are looked for in one question to the database."""


class Result(NamedTuple):
    """The result of a check: its canonical text, each figure of the plan by its text, and why it was refused, if one
    of them is not there."""

    text: str
    figures: Mapping[str, SolvedFigure]
    error: str


class StoredResult(NamedTuple):
    """A result as it is written: the text that a sweep uses for its check, its scope, and its figures in JSON.

    `most` is the limit of a row.
    """

    asked: str
    scope: str
    text: str
    figures: str
    error: str
    most: float

    @classmethod
    def of(cls, plan: Plan, case: Case, row: SolvedRow) -> "StoredResult":
        """The result of a row; where nothing came of a check, its canonical text is found here."""
        text, figures = row.text or canonical(plan, case), bytes(row.figures).decode()
        return cls(*key_of(plan, case), text, figures, row.error, row.limit)


class ResultStore:
    """The results at a path; without one they are kept as long as this program runs."""

    def __init__(self, path: str = "") -> None:
        self.path = path
        self.owner = token_hex(6)
        with self._failing_as("opened"):
            self._db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            self._db.execute("BEGIN")  # so that both are of one moment, also while somebody else makes the tables
            (tables,) = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            self._db.execute("COMMIT")
            if version != VERSION and (version or tables):
                raise StudyError("study/store", f"{path} is not a store of sweeps, or one of another Sixfold.")
            # A journal that is kept, not a log beside the file: people may share it over a network.
            self._db.execute("PRAGMA journal_mode = TRUNCATE").fetchone()
            if not version:
                self._db.executescript(f"BEGIN IMMEDIATE;{SHAPE}PRAGMA user_version = {VERSION};COMMIT;")

    def known(self, plan: Plan, cases: Iterable[Case]) -> Iterator[tuple[Case, Result | None]]:
        """Each check of a plan with its result, if all figures of the plan are there or it is surely refused again."""
        rest = iter(cases)
        with self._failing_as("read"):
            while batch := list(islice(rest, AT_ONCE)):
                keys = encode([key_of(plan, case) for case in batch]).decode()
                there = {at: stored for at, *stored in self._db.execute(FIND, (keys,))}
                for at, case in enumerate(batch):
                    yield case, _result(plan, case, *there[at]) if at in there else None

    def results(self, plan: Plan, numbers: Sequence[int] | None = None) -> Iterator[tuple[Case, Result]]:
        """All that is known of a plan, or of the checks with these numbers, in its order."""
        return ((case, result) for case, result in self.known(plan, plan.cases(numbers)) if result is not None)

    def missing(self, plan: Plan, cases: Iterable[Case]) -> list[Case]:
        """Those of some checks of a plan that are not known, in whatever words they were asked for."""
        unknown = [case for case, result in self.known(plan, cases) if result is None]
        if not unknown:
            return []
        with self._writing():
            self._db.executemany(
                ASK, ((*key_of(plan, case), canonical(plan, case), plan.scope(case.text)) for case in unknown)
            )
        return [case for case, result in self.known(plan, unknown) if result is None]

    def begin(self, plan: Plan, cases: Iterable[Case]) -> tuple[list[Case], list[Case]]:
        """Say that checks are being solved here: those that nobody has solved, or begun for the same figures.

        Returns these, and those that somebody else solves.
        """
        free: list[Case] = []
        theirs: list[Case] = []
        if unknown := self.missing(plan, cases):
            with self._writing():
                self.stay()
                for case, result in self.known(plan, unknown):
                    if result is None:
                        claim = (*key_of(plan, case), "\n".join(sorted(plan.figures[case.name])), self.owner)
                        if self._db.execute(OTHERS, claim).fetchone():
                            theirs.append(case)
                        else:
                            free.append(case)
                            self._db.execute(BEGIN, claim)
        return free, theirs

    def stay(self) -> None:
        """Say that what was begun here is still being solved, and forget what programs had begun that are gone."""
        with self._writing():
            self._db.execute(SEEN, (self.owner, time()))
            if self._db.execute(GONE, (time(), ALIVE_SECONDS)).rowcount:
                self._db.execute(FORGET)

    def leave(self) -> None:
        """Say that nothing is being solved here any more."""
        with suppress(StudyError), self._writing():
            self._db.execute("DELETE FROM owners WHERE owner = ?", (self.owner,))
            self._db.execute(FORGET)

    def put(self, lines: Sequence[StoredResult]) -> None:
        """Write what was found of some checks: all of it, or nothing."""
        with self._writing():
            self._db.executemany(PUT, (line[1:] for line in lines))
            self._db.executemany(ASK, ((line.asked, line.scope, line.text, line.scope) for line in lines))
            self._db.executemany(SOLVED, ((*line[:2], self.owner) for line in lines))

    def forget_errors(self, plan: Plan) -> None:
        """Leave out the checks of a plan that were refused, so that they are tried again."""
        keys = [(result.text, plan.scope(case.text)) for case, result in self.results(plan) if result.error]
        with self._writing():
            self._db.executemany("UPDATE results SET error = '' WHERE text = ? AND scope = ?", keys)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction, in which there may be others; raises StudyError (study/store) if it fails."""
        with self._failing_as("written"):
            if self._db.in_transaction:
                yield
            else:
                self._db.execute("BEGIN IMMEDIATE")
                with self._db:
                    yield

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


def key_of(plan: Plan, case: Case) -> tuple[str, str]:
    """The text of a check and the scope of its result."""
    return case.text, plan.scope(case.text)


def _result(plan: Plan, case: Case, text: str, figures: str, error: str, most: float) -> Result | None:
    """The result that is stored of a check, if it says all that the plan asks for."""
    wanted = plan.figures[case.name]
    try:
        known = READ_FIGURES.decode(figures)
    except DecodeError:  # somebody has damaged it: it is solved again
        return None
    if known.keys() != wanted.keys():
        known = {figure: known[figure] for figure in wanted if figure in known}
    if len(known) == len(wanted):
        return Result(text, known, "" if wanted else error)
    if not error or plan.job.seconds > most > 0 or (most == PATIENTLY and plan.job.patient):
        return None  # what was not enough then may be now
    refused = dict.fromkeys(wanted.keys() - known.keys(), SolvedFigure(error=error))
    return Result(text, known | refused, error)


def canonical(plan: Plan, case: Case) -> str:
    """The canonical text of a check; of one that cannot be read, its own."""
    try:
        return parse(case.text, plan.systems).text
    except SixfoldError:
        return case.text
