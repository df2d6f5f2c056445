"""Solving a sweep: what is not in the store goes to an engine in chunks, and what comes back is written at once."""

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing
from os import PathLike
from time import monotonic, sleep
from typing import Any, NamedTuple, Protocol, TypeVar

from sixfold.base import arguments
from sixfold.base.wording import counted
from sixfold.errors import SixfoldError, StudyError
from sixfold.rules.rule import Systems
from sixfold.show.document import Document
from sixfold.show.report.blocks import Heading
from sixfold.show.report.chances import duration
from sixfold.show.report.tables import Report
from sixfold.study.sweeps.answer import Sweep
from sixfold.study.sweeps.output import rehearse
from sixfold.study.sweeps.plan import Case, Plan
from sixfold.study.sweeps.processes import LocalEngine
from sixfold.study.sweeps.sqlite_store import ResultStore, StoredResult
from sixfold.study.sweeps.sweep_file import read_plan
from sixfold.study.sweeps.worker import SolvedRow
from sixfold.systems import SYSTEMS

Returned = TypeVar("Returned")

NEWS_SECONDS = 0.5
"""Seconds between two looks at what is done."""

PAUSE_SECONDS = 0.1
"""Seconds between two looks at what others are solving, when nothing else is left."""


class Engine(Protocol):
    """Solves chunks: it has so many workers, and each submitted chunk comes back as far as it is solved.

    An engine sees no file and no store. It gives back rows for the first checks of a chunk, at least one, or cancels
    what is to be asked for again. `trouble` says which of its workers cannot be used, and why; nothing if all can.
    """

    trouble: str

    @property
    def workers(self) -> int: ...
    def submit(self, numbers: Sequence[int]) -> Future[list[SolvedRow]]: ...
    def close(self) -> None: ...


class Progress(NamedTuple):
    """How far a sweep is: checks in all, those done, those of them that were refused, and those from the store.

    `rate` is in checks a second; `left` are the seconds that the rest will take, None where that is not known yet.
    `trouble` says which workers cannot be used.
    """

    total: int
    done: int
    refused: int
    known: int
    rate: float
    left: float | None
    trouble: str = ""


class Running:
    """A sweep while it is solved."""

    def __init__(self, plan: Plan, store: ResultStore, engine: Engine) -> None:
        self._plan = plan
        self._store = store
        self._engine = engine
        self._begun = monotonic()
        self._done = self._refused = self._known = 0
        self._seconds = 0.0
        """Processor time of all that was solved."""

    def run(self, progress: Callable[[Progress], object]) -> None:
        """Solve what is not known, twice as many chunks at a time as there are workers.

        Unsolved checks are sent again. Those that another program has begun come last: it may have solved them by then.
        """
        parts = deque(self._plan.chunks(self._workers, self._store.owner))
        late: list[list[int]] = []
        again: deque[list[Case]] = deque()
        waiting: dict[Future[list[SolvedRow]], list[Case]] = {}
        news = monotonic()
        try:
            while parts or late or again or waiting:
                if not parts and late:
                    parts, late = deque(late), []
                    if not again and not waiting:
                        sleep(PAUSE_SECONDS)
                while (parts or again) and len(waiting) < 2 * self._workers:
                    cases = again.popleft() if again else self._unknown(parts.popleft(), late)
                    if cases:
                        waiting[_here(self._engine.submit, [case.number for case in cases])] = cases
                self._take(waiting, again)
                if monotonic() - news >= NEWS_SECONDS:
                    news = monotonic()
                    self._store.stay()
                    progress(self._progress())
        finally:
            self._store.leave()
        progress(self._progress())

    def _take(self, waiting: dict[Future[list[SolvedRow]], list[Case]], again: deque[list[Case]]) -> None:
        """Write what has come back, and have the rest of it solved in halves: so nobody is idle at the end."""
        results: list[StoredResult] = []
        for future in wait(waiting, NEWS_SECONDS, FIRST_COMPLETED).done if waiting else ():
            cases = waiting.pop(future)
            rows: list[SolvedRow] = [] if future.cancelled() else _here(future.result)
            self._seconds += sum(row.seconds for row in rows)
            results += (StoredResult.of(self._plan, case, row) for case, row in zip(cases, rows, strict=False))
            rest, half = cases[len(rows) :], (len(cases) - len(rows)) // 2
            again += filter(None, (rest[:half], rest[half:]))
        if results:
            self._store.put(results)
            self._done += len(results)
            self._refused += sum(bool(result.error) for result in results)

    def _unknown(self, numbers: Sequence[int], late: list[list[int]]) -> list[Case]:
        """The checks with some numbers that are to be solved now; of those that somebody else solves, `late` is told.

        All others are known, and so done.
        """
        cases = list(self._plan.cases(numbers))
        free, theirs = self._store.begin(self._plan, cases)
        known = len(cases) - len(free) - len(theirs)
        self._known += known
        self._done += known
        if theirs:
            late.append([case.number for case in theirs])
        return free

    @property
    def _workers(self) -> int:
        """Workers of the engine now; to know that, it may have to ask them."""
        return _here(lambda: self._engine.workers)

    def _progress(self) -> Progress:
        solved, rest = self._done - self._known, self._plan.total - self._done
        left = rest * self._seconds / solved / self._workers if solved else None
        rate = solved / max(monotonic() - self._begun, 1e-3)
        return Progress(
            self._plan.total, self._done, self._refused, self._known, rate, left if rest else 0.0, self._engine.trouble
        )


def sweep(
    asked: str | PathLike[str] | Mapping[str, Any],
    *,
    store: str | PathLike[str] | None = None,
    workers: int | None = None,
    dask: str | None = None,
    again: bool = False,
    part: str = "",
    patient: bool = False,
    output: str = "",
    progress: Callable[[Progress], object] = lambda progress: None,
    systems: Systems = SYSTEMS,
) -> Sweep:
    """Solve every check of named ranges, on all cores or on a cluster, and return all of it.

    `asked` is a file in TOML, or what such a file says as plain data. Results go to the file or folder `store`, where
    an earlier sweep has left those that it knows; without one they end with the program. `workers` are the processes
    to use (one for each core), `dask` is the address of a scheduler or its scheduler file. `again` tries what was
    refused once more. `part` solves one part of the checks, as `3/200`: the third of 200. `patient` allows each check
    twenty times the work. `output` is the file to which all will be saved: what would keep it from being written is
    raised before anything is solved. `progress` is called now and then with a Progress, and at the end.

    Raises StudyError, NotationError or BoundsError for what cannot be read. A check that is refused, or takes longer
    than `seconds`, is a row with its error.

    >>> found = sweep({"checks": ["ten +{mod}"], "ranges": {"mod": "0..2"}}, workers=1)
    >>> [(row["mod"], row["success_exact"]) for row in found.rows()]
    [(0, '5/8'), (1, '20/27'), (2, '181/216')]
    """
    plan = read_plan(asked, systems, part=part, patient=patient)
    if output:
        rehearse(output, bool(plan.questions))
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
    part: str = "",
    patient: bool = False,
    systems: Systems = SYSTEMS,
) -> Estimate:
    """Return what a sweep would take, from a sample of its checks; the arguments are those of `sweep`."""
    plan = read_plan(asked, systems, part=part, patient=patient)
    with closing(engine_of(plan, workers, dask)) as engine:
        futures = [_here(engine.submit, [case.number]) for case in plan.sample()]
        seconds = [row.seconds for future in futures for row in _here(future.result)]
        return Estimate(plan.total, plan.total * sum(seconds) / len(seconds) / engine.workers, engine.workers)


def store_at(path: str) -> ResultStore:
    """The results in a file; in a folder of Parquet parts, if one is there or the path ends with a slash."""
    if not path.endswith(("/", os.sep)) and not os.path.isdir(path):
        return ResultStore(path)
    from sixfold.study.sweeps.parquet_store import Folder  # here, since it needs an extra

    return Folder(path)


def engine_of(plan: Plan, workers: int | None, dask: str | None) -> Engine:
    """Return the engine of a plan: a cluster if its address is given, else this machine."""
    if dask is None:
        return LocalEngine(plan.job, workers)
    from sixfold.study.sweeps.dask import Cluster  # here, since it is an extra

    return Cluster(plan.job, dask)


def _here(ask: Callable[..., Returned], *arguments: object) -> Returned:
    """Return what an engine answers; raises StudyError (study/cluster) if it is gone."""
    try:
        return ask(*arguments)
    except SixfoldError:
        raise
    except (Exception, CancelledError) as error:
        sentence = f"The scheduler stopped, or what solves for it ({type(error).__name__}: {error})."
        raise StudyError(
            "study/cluster", f"{sentence} All that came back is kept: run the same command again."
        ) from None
