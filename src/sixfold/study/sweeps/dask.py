"""Solves chunks on a Dask cluster, with the extra `dask`. Each of its threads has a process beside it that solves.

So a check that hangs ends that process and not the worker, and threads of one worker do not wait for each other. A
worker with another version of Sixfold, or with none, gets no check.
"""

import asyncio
from collections.abc import Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from sixfold import __version__
from sixfold.errors import StudyError, needing
from sixfold.study.sweeps.plan import Job
from sixfold.study.sweeps.processes import LocalEngine
from sixfold.study.sweeps.worker import SolvedRow

with needing("A Dask cluster", "dask"):
    from distributed import Client, Security, get_worker, rpc

CONNECT_SECONDS = 10
"""Seconds in which a scheduler must answer."""

WORKER_SECONDS = 30.0
"""Seconds in which a worker must join a cluster that has none."""

LOOK_SECONDS = 5.0
"""Seconds between two looks at which workers there are."""


def version() -> str:
    """Return the version of Sixfold; this runs on each worker."""
    return __version__


def solve(name: str, job: bytes, numbers: Sequence[int]) -> list[SolvedRow]:
    """Solve the first checks with some numbers, in one of the processes of the worker that this runs on."""
    worker = get_worker()
    engines: dict[str, Any] = worker.extensions
    engine = engines.get(name) or engines.setdefault(name, LocalEngine(decode(job, type=Job), worker.state.nthreads))
    rows: list[SolvedRow] = engine.submit(numbers).result()
    return rows


def end(name: str, dask_worker: Any) -> None:
    """End the processes of a worker."""
    engine = dask_worker.extensions.pop(name, None)
    if engine is not None:
        engine.close()


class SchedulerFile(Struct, frozen=True):
    """The part of the file of a scheduler that is read."""

    address: str


class Cluster:
    """The engine of a cluster: the address of its scheduler, or the file that tells it."""

    def __init__(self, job: Job, address: str) -> None:
        self.trouble = ""
        self._address = address_of(address)
        self._job = encode(job)
        self._name = f"sixfold-{sha256(self._job).hexdigest()}"
        with ThreadPoolExecutor(1) as own_loop:  # there may be one here already, as in a notebook
            kind = own_loop.submit(asyncio.run, _greeted(self._address)).result()
        if kind != "Scheduler":
            raise StudyError("study/cluster", f"At {self._address[:200]} is a {kind.lower()} of Dask, no scheduler.")
        self._client = Client(self._address, set_as_default=False, timeout=CONNECT_SECONDS)
        self._versions: dict[str, str] = {}
        """Of each worker, its version, or why it has none."""
        self._threads: Mapping[str, int] = {}
        self._allowed: WeakKeyDictionary[Future[list[SolvedRow]], Set[str]] = WeakKeyDictionary()
        """The workers that may solve the checks of an answer."""
        self._empty_since = monotonic()
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, WORKER_SECONDS)
        try:
            self._look()
            if not self._threads:
                raise self._nobody()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """Threads of all workers that can solve: there may be more of them now than before."""
        if monotonic() - self._looked > LOOK_SECONDS:
            self._look()
        return max(1, sum(self._threads.values()))

    def submit(self, numbers: Sequence[int]) -> Future[list[SolvedRow]]:
        """Have the first checks with some numbers solved, on any worker that can."""
        executor = self._client.get_executor(workers=list(self._threads), pure=False)
        future: Future[list[SolvedRow]] = executor.submit(solve, self._name, self._job, list(numbers))
        self._allowed[future] = set(self._threads)
        return future

    def close(self) -> None:
        """Let the workers end what they solve, and leave the cluster."""
        with suppress(Exception):  # of a cluster that is gone
            for future in list(self._allowed):
                future.cancel()
            self._client.run(end, self._name, on_error="ignore")
        with suppress(Exception):
            self._client.close()

    def _look(self) -> None:
        """Find out which workers there are now and which of them can solve."""
        self._looked = monotonic()
        threads: Mapping[str, int] = self._client.nthreads()
        strange = [worker for worker in threads if worker not in self._versions]
        if strange:
            answers = self._client.run(version, workers=strange, on_error="return")
            self._versions |= {worker: _reason(answer) for worker, answer in answers.items()}
        self._threads = {worker: many for worker, many in threads.items() if self._versions.get(worker) == __version__}
        bad = {worker: self._versions[worker] for worker in threads if worker in self._versions.keys() - self._threads}
        self.trouble = "; ".join(f"{worker} {why}" for worker, why in bad.items())
        if self._threads:
            self._empty_since = monotonic()
            for future, allowed in list(self._allowed.items()):
                if allowed.isdisjoint(self._threads):  # all that were to solve it are gone
                    future.cancel()
        elif monotonic() - self._empty_since > WORKER_SECONDS:
            raise self._nobody()

    def _nobody(self) -> StudyError:
        """The error for a cluster on which nobody can solve."""
        if self.trouble:
            sentence = f"No worker of {self._address[:200]} can solve this sweep: {self.trouble}."
        else:
            sentence = (
                f"The scheduler at {self._address[:200]} has no workers. Start one: dask worker {self._address[:200]}."
            )
        return StudyError("study/cluster", sentence)


def address_of(where: str) -> str:
    """The address of a scheduler, which a file may tell; raises StudyError (study/cluster) for another file."""
    if not Path(where).is_file():
        return where
    try:
        return decode(Path(where).read_bytes(), type=SchedulerFile).address
    except (OSError, MsgspecError) as error:
        message = f"{where[:200]} is not the file of a scheduler, which names its address: {error}."
        raise StudyError("study/cluster", message) from None


async def _greeted(address: str) -> str:
    """The kind of what answers at an address: a Scheduler; raises StudyError (study/cluster) if it is not of Dask."""
    try:
        security = Security().get_connection_args("client")
        async with rpc(address, timeout=CONNECT_SECONDS, connection_args=security) as there:
            identity = await asyncio.wait_for(there.identity(), CONNECT_SECONDS)
        return str(identity["type"])
    except Exception as error:
        why = str(error) or f"what is there does not speak Dask, or not within {CONNECT_SECONDS} seconds"
        raise StudyError("study/cluster", f"No scheduler answers at {address[:200]}: {why}.") from None


def _reason(answer: object) -> str:
    """The version that a worker has, or why it cannot tell one."""
    if isinstance(answer, str):
        return answer if answer == __version__ else f"has Sixfold {answer}, and this sweep needs {__version__}"
    return f"cannot run Sixfold {__version__}: {answer}"
