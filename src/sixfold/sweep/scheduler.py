"""Solving a sweep: what is not in the store goes to an engine in chunks, and what comes back is written at once."""

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing
from os import PathLike
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from sixfold import arguments
from sixfold.checks.check import parse
from sixfold.errors import SixfoldError, StudyError
from sixfold.report.blocks import Heading
from sixfold.report.chances import duration
from sixfold.report.tables import Report
from sixfold.rules.rule import Systems
from sixfold.rules.wording import counted
from sixfold.study.document import Document
from sixfold.sweep.answer import Sweep
from sixfold.sweep.plan import Case, Plan, read_plan
from sixfold.sweep.processes import Local
from sixfold.sweep.sqlite import Store, StoredResult
from sixfold.sweep.worker import Row
from sixfold.systems import SYSTEMS

Answer = TypeVar("Answer")

NEWS_SECONDS = 0.5
"""Seconds between two looks at what is done."""


class Engine(Protocol):
    """Solves chunks: it has so many workers, and each submitted chunk comes back as far as it is solved.

    An engine sees no file and no store. It gives back rows for the first checks of a chunk, at least one.
    """

    @property
    def workers(self) -> int: ...
    def submit(self, numbers: Sequence[int]) -> Future[list[Row]]: ...
    def close(self) -> None: ...


class Progress(NamedTuple):
    """How far a sweep is: checks in all, those done, those of them that were refused, and those from the store.

    `rate` is in checks a second; `left` are the seconds that the rest will take, None where that is not known yet.
    """

    total: int
    done: int
    refused: int
    known: int
    rate: float
    left: float | None


class Running:
    """A sweep while it is solved."""

    def __init__(self, plan: Plan, store: Store, engine: Engine) -> None:
        self._plan = plan
        self._store = store
        self._engine = engine
        self._begun, self._done, self._refused, self._known = monotonic(), 0, 0, 0
        self._work: float | None = None
        """Seconds of one worker for all that is left, as far as that is known."""

    def run(self, progress: Callable[[Progress], object]) -> None:
        """Solve the sample, then everything else, the most expensive first."""
        chunks = self._sampled(progress, os.getpid())
        self._begun, self._done, self._refused, self._known = monotonic(), 0, 0, 0
        self._work = sum(len(numbers) * seconds for numbers, seconds in chunks)
        self._solve(chunks, progress)

    def estimate(self) -> float:
        """Seconds of one worker for the whole sweep, from a sample that is solved now."""
        return sum(len(numbers) * seconds for numbers, seconds in self._sampled(lambda progress: None))

    def _sampled(self, progress: Callable[[Progress], object], salt: int = 0) -> list[tuple[range, float]]:
        """Solve the sample, and return all chunks with the seconds that a check in each takes."""
        sample = self._plan.sample()
        self._solve([(numbers, 1.0) for numbers in sample], progress)
        seconds = {case.number: found.seconds for numbers in sample for case in self._plan.cases(numbers)
                   if (found := self._store.find(self._plan, case)) is not None}  # fmt: skip
        return self._plan.chunks(seconds, salt)

    def _solve(self, chunks: list[tuple[range, float]], progress: Callable[[Progress], object]) -> None:
        """Have chunks solved, twice as many at a time as there are workers; what comes back unsolved goes again."""
        fresh = iter(chunks)
        again: deque[tuple[list[Case], float]] = deque()
        waiting: dict[Future[list[Row]], tuple[list[Case], float]] = {}
        before = monotonic()
        while True:
            while len(waiting) < 2 * self._engine.workers:
                if again:
                    cases, seconds = again.popleft()
                elif (chunk := next(fresh, None)) is not None:
                    cases, seconds = self._unknown(*chunk), chunk[1]
                else:
                    break
                if cases:
                    numbers = [case.number for case in cases]
                    waiting[_here(self._engine.submit, numbers)] = (cases, seconds)
            if not waiting:
                return
            done, _ = wait(waiting, NEWS_SECONDS, FIRST_COMPLETED)
            found: list[StoredResult] = []
            for future in done:
                cases, seconds = waiting.pop(future)
                rows = _here(future.result)
                found += (line(self._plan, case, row) for case, row in zip(cases, rows, strict=False))
                self._passed(len(rows), seconds)
                # In halves: nobody is idle while another one solves the rest of the last chunk.
                rest, half = cases[len(rows) :], (len(cases) - len(rows)) // 2
                again += ((part, seconds) for part in (rest[:half], rest[half:]) if part)
            if found:
                self._store.put(found)
                self._refused += sum(bool(line.error) for line in found)
            if monotonic() - before >= NEWS_SECONDS:
                before = monotonic()
                progress(self._progress())

    def _unknown(self, numbers: range, seconds: float) -> list[Case]:
        """The checks of a chunk that are not in the store; the others are done."""
        cases = list(self._plan.cases(numbers))
        missing = self._store.missing(self._plan, cases)
        known = len(cases) - len(missing)
        self._known += known
        self._passed(known, seconds)
        return missing

    def _passed(self, many: int, seconds: float) -> None:
        self._done += many
        if self._work is not None:
            self._work = max(0.0, self._work - many * seconds)

    def _progress(self) -> Progress:
        rate = (self._done - self._known) / max(monotonic() - self._begun, 1e-3)
        left = None if self._work is None else self._work / self._engine.workers
        return Progress(self._plan.total, self._done, self._refused, self._known, rate, left)


def sweep(
    asked: str | PathLike[str] | Mapping[str, Any],
    *,
    store: str | PathLike[str] | None = None,
    workers: int | None = None,
    dask: str | None = None,
    again: bool = False,
    progress: Callable[[Progress], object] = lambda progress: None,
    systems: Systems = SYSTEMS,
) -> Sweep:
    """Solve every check of named ranges, on all cores or on a cluster, and return all of it.

    `asked` is a file in TOML, or what such a file says as plain data. Results go to the file or folder `store`, where
    an earlier sweep has left those that it knows; without one they end with the program. `workers` are the processes
    to use (one for each core), `dask` is the address of a scheduler or its scheduler file. `again` tries what was
    refused once more. `progress` is called now and then with a Progress.

    Raises StudyError, NotationError or BoundsError for what cannot be read. A check that is refused, or takes longer
    than `seconds`, is a row with its error.

    >>> found = sweep({"checks": ["ten +{mod}"], "ranges": {"mod": "0..2"}}, workers=1)
    >>> [(row["mod"], row["success_exact"]) for row in found.rows()]
    [(0, '5/8'), (1, '20/27'), (2, '181/216')]
    """
    plan = read_plan(asked, systems)
    kept = store_at("" if store is None else arguments.path(store, "A store"))
    if again:
        kept.forget_errors(plan)
    with closing(engine_of(plan, workers, dask)) as engine:
        Running(plan, kept, engine).run(progress)
    return Sweep(plan, kept)


class Estimate(Document, frozen=True):
    """The cost of a sweep: the number of checks, and about how many seconds on so many workers."""

    checks: int
    seconds: float
    workers: int

    def report(self) -> Report:
        """A sentence."""
        many = counted(self.checks, "check")
        return (Heading(f"{many}: about {duration(self.seconds)} with {counted(self.workers, 'worker')}"),)


def estimate(
    asked: str | PathLike[str] | Mapping[str, Any],
    *,
    workers: int | None = None,
    dask: str | None = None,
    systems: Systems = SYSTEMS,
) -> Estimate:
    """Return what a sweep would take, from a sample of its checks; the arguments are those of `sweep`."""
    plan = read_plan(asked, systems)
    with closing(Store()) as store, closing(engine_of(plan, workers, dask)) as engine:
        seconds = Running(plan, store, engine).estimate() / engine.workers
        return Estimate(plan.total, seconds * plan.total / plan.size, engine.workers)


def store_at(path: str) -> Store:
    """The results in a file; in a folder of Parquet parts, if one is there or the path ends with a slash."""
    if not path.endswith(("/", os.sep)) and not os.path.isdir(path):
        return Store(path)
    from sixfold.sweep.parquet import Folder  # here, since it needs an extra

    return Folder(path)


def engine_of(plan: Plan, workers: int | None, dask: str | None) -> Engine:
    """Return the engine of a plan: a cluster if its address is given, else this machine."""
    if dask is None:
        return Local(plan.job, workers)
    from sixfold.sweep.dask import Cluster  # here, since it is an extra

    return Cluster(plan.job, dask)


def line(plan: Plan, case: Case, row: Row) -> StoredResult:
    """A row as it is stored; where nothing came of a check, its canonical text is found here."""
    text = row.text
    if not text:
        try:
            text = parse(case.text, plan.systems).text
        except SixfoldError:
            text = case.text
    return StoredResult(case.text, plan.scope(case.text), text, bytes(row.figures).decode(), row.error, row.seconds)


def _here(ask: Callable[..., Answer], *asked: object) -> Answer:
    """Yield the results of an engine; raises StudyError (study/cluster) if it is gone."""
    try:
        return ask(*asked)
    except SixfoldError:
        raise
    except (Exception, CancelledError) as error:
        said = f"What solves the sweep is gone ({type(error).__name__}: {error})."
        raise StudyError("study/cluster", f"{said} All that came back is kept: run the same command again.") from None
