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
from sixfold.show.report.blocks import Heading
from sixfold.show.report.chances import duration
from sixfold.show.report.tables import Report
from sixfold.study.document import Document
from sixfold.study.sweeps.answer import Sweep
from sixfold.study.sweeps.file import read_plan
from sixfold.study.sweeps.plan import Case, Part, Plan
from sixfold.study.sweeps.processes import Local
from sixfold.study.sweeps.sqlite import Store, StoredResult, canonical
from sixfold.study.sweeps.tables import rehearse
from sixfold.study.sweeps.worker import Row
from sixfold.systems import SYSTEMS

Answer = TypeVar("Answer")

NEWS_SECONDS = 0.5
"""Seconds between two looks at what is done."""

PAUSE_SECONDS = 0.1
"""Seconds between two looks at what others are solving, when nothing else is left."""

OTHERS_SECONDS = 5.0
"""Seconds that somebody else has for what they have begun, besides what it is likely to take."""


class Engine(Protocol):
    """Solves chunks: it has so many workers, and each submitted chunk comes back as far as it is solved.

    An engine sees no file and no store. It gives back rows for the first checks of a chunk, at least one. `trouble`
    says which of its workers cannot be used, and why; nothing if all can.
    """

    trouble: str

    @property
    def workers(self) -> int: ...
    def submit(self, numbers: Sequence[int]) -> Future[list[Row]]: ...
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

    def __init__(self, plan: Plan, store: Store, engine: Engine) -> None:
        self._plan = plan
        self._store = store
        self._engine = engine
        self._begun, self._done, self._refused, self._known = monotonic(), 0, 0, 0
        self._work: float | None = None
        """Seconds of one worker for all that is left, as far as that is known."""
        self._waiting: dict[Future[list[Row]], tuple[list[Case], float]] = {}
        """Checks that the engine solves now, and the seconds of each check."""

    def run(self, progress: Callable[[Progress], object]) -> None:
        """Solve the sample, then everything else, the most expensive first."""
        try:
            chunks = self._sampled(progress, os.getpid())
            self._begun, self._done, self._refused, self._known = monotonic(), 0, 0, 0
            self._work = sum(len(chunk.numbers) * chunk.seconds for chunk in chunks)
            self._solve(chunks, progress)
        finally:
            self._store.leave(self._plan, [case for cases, _ in self._waiting.values() for case in cases])
        self._work = 0.0
        progress(self._progress())

    def estimate(self) -> float:
        """Seconds of one worker for the whole sweep, from a sample that is solved now."""
        return sum(len(chunk.numbers) * chunk.seconds for chunk in self._sampled(lambda progress: None))

    def _sampled(self, progress: Callable[[Progress], object], salt: int = 0) -> list[Part]:
        """Solve the sample, and return all chunks with the seconds that a check in each takes."""
        sample = self._plan.sample()
        self._solve(sample, progress, shared=True)
        numbers = [number for chunk in sample for number in chunk.numbers]
        seconds = {case.number: found.seconds for case, found in self._store.results(self._plan, numbers)}
        return self._plan.chunks(seconds, self._workers, salt)

    def _solve(self, chunks: list[Part], progress: Callable[[Progress], object], shared: bool = False) -> None:
        """Have chunks solved, twice as many at a time as there are workers; what comes back unsolved goes again.

        What somebody else has begun comes last, since it will be known then; if it is `shared`, it is left to them.
        """
        fresh = iter(chunks)
        again: deque[Part] = deque()
        late: deque[Part] = deque()
        waiting = self._waiting
        before = monotonic()
        while True:
            while len(waiting) < 2 * self._workers:
                if again:
                    part = again.popleft()
                elif (chunk := next(fresh, None)) is not None:
                    part = chunk
                elif late and not shared:
                    part = late.popleft()
                else:
                    break
                cases, begun = self._unknown(part)
                if begun:
                    due = part.due or monotonic() + OTHERS_SECONDS + 4 * len(begun) * part.seconds
                    late.append(Part(begun, part.seconds, due=due))
                if cases:
                    numbers = [case.number for case in cases]
                    waiting[_here(self._engine.submit, numbers)] = (cases, part.seconds)
                elif begun and part.due:
                    break
            if not waiting:
                if shared or not late:
                    return
                sleep(PAUSE_SECONDS)
            done = wait(waiting, NEWS_SECONDS, FIRST_COMPLETED).done if waiting else set()
            found: list[StoredResult] = []
            for future in done:
                cases, seconds = waiting.pop(future)
                rows = _here(future.result)
                found += (line(self._plan, case, row) for case, row in zip(cases, rows, strict=False))
                self._passed(len(rows), seconds)
                # In halves: nobody is idle while another one solves the rest of the last chunk.
                rest, half = [case.number for case in cases[len(rows) :]], (len(cases) - len(rows)) // 2
                again += (Part(part, seconds, ours=True) for part in (rest[:half], rest[half:]) if part)
            if found:
                self._store.put(found)
                self._refused += sum(bool(line.error) for line in found)
            if monotonic() - before >= NEWS_SECONDS:
                before = monotonic()
                progress(self._progress())

    def _unknown(self, part: Part) -> tuple[list[Case], list[int]]:
        """The checks of a part that are to be solved now, and the numbers of those that somebody else solves.

        All others are known, and so done.
        """
        asked = list(self._plan.cases(part.numbers))
        cases = unknown = self._store.missing(self._plan, asked)
        if unknown and not part.ours:
            free = self._store.begin(self._plan, unknown)
            cases = unknown if 0 < part.due <= monotonic() else free
        self._known += len(asked) - len(unknown)
        self._passed(len(asked) - len(unknown), part.seconds)
        taken = {case.number for case in cases}
        return cases, [case.number for case in unknown if case.number not in taken]

    @property
    def _workers(self) -> int:
        """Workers of the engine now; to know that, it may have to ask them."""
        return _here(lambda: self._engine.workers)

    def _passed(self, many: int, seconds: float) -> None:
        self._done += many
        if self._work is not None:
            self._work = max(0.0, self._work - many * seconds)

    def _progress(self) -> Progress:
        rate = (self._done - self._known) / max(monotonic() - self._begun, 1e-3)
        left = None if self._work is None else self._work / self._workers
        return Progress(self._plan.total, self._done, self._refused, self._known, rate, left, self._engine.trouble)


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
    with closing(Store()) as store, closing(engine_of(plan, workers, dask)) as engine:
        seconds = Running(plan, store, engine).estimate() / engine.workers
        return Estimate(plan.total, seconds * plan.total / len(plan.numbers), engine.workers)


def store_at(path: str) -> Store:
    """The results in a file; in a folder of Parquet parts, if one is there or the path ends with a slash."""
    if not path.endswith(("/", os.sep)) and not os.path.isdir(path):
        return Store(path)
    from sixfold.study.sweeps.parquet import Folder  # here, since it needs an extra

    return Folder(path)


def engine_of(plan: Plan, workers: int | None, dask: str | None) -> Engine:
    """Return the engine of a plan: a cluster if its address is given, else this machine."""
    if dask is None:
        return Local(plan.job, workers)
    from sixfold.study.sweeps.dask import Cluster  # here, since it is an extra

    return Cluster(plan.job, dask)


def line(plan: Plan, case: Case, row: Row) -> StoredResult:
    """A row as it is stored; where nothing came of a check, its canonical text is found here."""
    text, scope = row.text or canonical(plan, case), plan.scope(case.text)
    return StoredResult(case.text, scope, text, bytes(row.figures).decode(), row.error, row.seconds, row.limit)


def _here(ask: Callable[..., Answer], *asked: object) -> Answer:
    """Return what an engine answers; raises StudyError (study/cluster) if it is gone."""
    try:
        return ask(*asked)
    except SixfoldError:
        raise
    except (Exception, CancelledError) as error:
        sentence = f"The scheduler stopped, or what solves for it ({type(error).__name__}: {error})."
        raise StudyError(
            "study/cluster", f"{sentence} All that came back is kept: run the same command again."
        ) from None
