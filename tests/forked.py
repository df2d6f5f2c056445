"""Programs in processes of their own, as `python -m` runs them, from a process that has loaded Sixfold already.

A server loads for longer than it needs for all that a test asks of it, so what all of them load is loaded once.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

FORKING: Final = get_context("forkserver")
FORKING.set_forkserver_preload(
    ["pytest", "sixfold.table.server.serving", "sixfold.cli.bot.on_matrix", "sixfold.cli.bot.on_discord"]
)


class Forked:
    """A program that runs: what it says comes out of `said`, and its errors go to the end of a file."""

    def __init__(self, module: str, words: Sequence[str], log: Path, **environment: str) -> None:
        log.touch()
        said, ours = FORKING.Pipe(duplex=False)
        told = (module, [*words], {**os.environ, **environment}, os.getcwd(), str(log), ours)
        self._process = FORKING.Process(target=_run, args=told)
        self._process.start()
        ours.close()
        self.said = open(os.dup(said.fileno()), encoding="utf-8")  # noqa: SIM115  (it is read after the process ended)
        said.close()

    def poll(self) -> int | None:
        """Its status if it has ended, as `subprocess` says it."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        if self._process.is_alive() and self._process.pid is not None:
            os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it without a warning."""
        self._process.kill()

    def wait(self, seconds: float) -> int:
        """Wait until it ends; its status."""
        self._process.join(seconds)
        assert self._process.exitcode is not None
        return self._process.exitcode


def _run(
    module: str, words: list[str], environment: Mapping[str, str], folder: str, log: str, said: Connection
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    with open(log, "ab") as errors:
        os.dup2(errors.fileno(), 2)
    os.dup2(said.fileno(), 1)
    sys.stdout, sys.stderr = (open(file, "w", 1, "utf-8", closefd=False) for file in (1, 2))  # noqa: SIM115
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
