"""Solves chunks in processes of this machine. Each process is told of one chunk at a time and answers check by check.

So when a process dies, or its clock ends it, it is known which check it was: that one is a row with its error.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, cast

from msgspec.json import Decoder, encode

from sixfold.base import machine
from sixfold.base.processes import ended_by_clock
from sixfold.errors import StudyError
from sixfold.study.sweeps.plan import Job
from sixfold.study.sweeps.worker import SolvedRow

_ROW = Decoder(SolvedRow | None)


class SolvingProcess:
    """A process that solves; it begins when it is first asked."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._process: Popen[bytes] | None = None

    def solve(self, numbers: Sequence[int]) -> list[SolvedRow]:
        """The rows of the first checks with some numbers: as many as a second is enough for, or up to one that fails.

        Raises StudyError (study/cluster) if no process begins.
        """
        answers = self._send(self._begun(), numbers)
        rows: list[SolvedRow] = []
        while line := answers.readline():
            row = _ROW.decode(line)
            if row is None:
                return rows
            rows.append(row)
        return [*rows, self._lost(self.close())]

    def kill(self) -> None:
        """End it, whatever it is doing."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> int:
        """Let go of a process that has ended, and return its exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(BrokenPipeError), process:
            pass
        return process.wait()

    def _begun(self) -> Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            # Without -P, a file beside the user's could stand in for a module.
            command = [sys.executable, "-P", "-m", "sixfold.study.sweeps.worker"]
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
            line = self._send(self._process, self._job).readline()
            if line != b'""\n':
                reason = line.decode().strip('"\n') or f"Its exit status is {self.close()}."
                raise StudyError("study/cluster", f"A process that solves checks does not begin. {reason}")
        return self._process

    def _lost(self, status: int) -> SolvedRow:
        if ended_by_clock(status):
            limit = self._job.seconds
            return SolvedRow("", error=f"This check took longer than {limit:g} seconds.", seconds=limit, limit=limit)
        return SolvedRow(
            "", error=f"The process that solved this check ended (status {status}): it may need more memory."
        )

    @staticmethod
    def _send(process: Popen[bytes], message: object) -> IO[bytes]:
        """Write a line to a process, and return the stream in which it answers."""
        asks, answers = cast("tuple[IO[bytes], IO[bytes]]", (process.stdin, process.stdout))
        with suppress(BrokenPipeError):
            asks.write(encode(message) + b"\n")
            asks.flush()
        return answers


class LocalEngine:
    """The engine of one machine: `workers` processes, by default one for each core, which begin when needed."""

    trouble = ""

    def __init__(self, job: Job, workers: int | None = None) -> None:
        self.workers = workers or machine.cores()
        self._all = [SolvingProcess(job) for _ in range(self.workers)]
        self._idle = self._all.copy()
        self._threads = ThreadPoolExecutor(self.workers)

    def submit(self, numbers: Sequence[int]) -> Future[list[SolvedRow]]:
        """Have the first checks with some numbers solved, when a process is free."""
        return self._threads.submit(self._solve, numbers)

    def close(self) -> None:
        """End all that is still solved."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.kill()
        self._threads.shutdown()
        for worker in self._all:
            worker.close()

    def _solve(self, numbers: Sequence[int]) -> list[SolvedRow]:
        worker = self._idle.pop()
        try:
            return worker.solve(numbers)
        finally:
            self._idle.append(worker)
