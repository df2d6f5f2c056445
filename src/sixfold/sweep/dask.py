"""Solves chunks on a Dask cluster, with the extra `dask`. Each of its threads has a process beside it that solves.

So a check that hangs ends that process and not the worker, and threads of one worker do not wait for each other.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec.json import encode

from sixfold.errors import StudyError, needing
from sixfold.sweep.plan import Job
from sixfold.sweep.processes import WorkerPool
from sixfold.sweep.worker import Row

with needing("A Dask cluster", "dask"):
    from distributed import Client, WorkerPlugin, get_worker

CONNECT_SECONDS = 10
"""Seconds in which a scheduler must answer."""

LOOK_SECONDS = 5.0
"""Seconds between two looks at how many workers there are."""


class Solving(WorkerPlugin):
    """The processes of a cluster's worker during a sweep. A worker that comes later has them too."""

    def __init__(self, job: Job) -> None:
        self.name = f"sixfold-{sha256(encode(job)).hexdigest()}"
        self._job = job

    def setup(self, worker: Any) -> None:
        """Begin; processes begin when they are asked."""
        self.workers = WorkerPool(self._job)

    def teardown(self, worker: Any) -> None:
        """End the processes."""
        self.workers.close()


def solve(name: str, numbers: Sequence[int]) -> list[Row]:
    """Solve the first checks with some numbers, in one of the worker's processes."""
    plugin: Any = get_worker().plugins[name]
    rows: list[Row] = plugin.workers.solve(numbers)
    return rows


class Cluster:
    """The engine of a cluster: the address of its scheduler, or the file that tells it."""

    def __init__(self, job: Job, address: str) -> None:
        where = {"scheduler_file": address} if Path(address).is_file() else {"address": address}
        try:
            self._client = Client(**where, set_as_default=False, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise StudyError("study/cluster", f"No scheduler answers at {address[:200]}: {error}.") from None
        self._plugin = Solving(job)
        self._client.register_plugin(self._plugin)
        self._executor = self._client.get_executor()
        self._looked, self._workers = -LOOK_SECONDS, 1

    @property
    def workers(self) -> int:
        """Threads of all workers: there may be more of them now than before."""
        if monotonic() - self._looked > LOOK_SECONDS:
            self._looked, self._workers = monotonic(), max(1, sum(self._client.nthreads().values()))
        return self._workers

    def submit(self, numbers: Sequence[int]) -> Future[list[Row]]:
        """Have the first checks with some numbers solved, on any worker."""
        future: Future[list[Row]] = self._executor.submit(solve, self._plugin.name, numbers)
        return future

    def close(self) -> None:
        """Let the workers end what they solve, and leave the cluster."""
        with suppress(OSError, RuntimeError):  # of a cluster that is gone
            self._executor.shutdown(wait=False)
            self._client.unregister_worker_plugin(self._plugin.name)
        self._client.close(timeout=CONNECT_SECONDS)
