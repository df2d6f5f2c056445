"""A plugin of pytest: processes that a test starts measure which lines they reach, in the name of that test."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from typing import Any

import coverage
import pytest

from tests import forked
from tests.forked import _run

SAVES = 20
"""Seconds for a process to save what it measured."""


def pytest_configure(config: pytest.Config) -> None:
    """Have Python begin to measure in each process that is started from here; a worker itself is measured already.

    A process that is killed saves nothing, so it is asked to end first.
    """
    if hasattr(config, "workerinput"):
        os.environ["COVERAGE_PROCESS_START"] = str(config.rootpath / "reached.ini")
        kill = subprocess.Popen.kill

        def asked_first(process: subprocess.Popen[str]) -> None:
            process.terminate()
            try:
                process.wait(SAVES)
            except subprocess.TimeoutExpired:
                kill(process)

        def forked_asked_first(one: forked.Forked) -> None:
            one._process.terminate()
            one._process.join(SAVES)
            one._process.kill()

        subprocess.Popen.kill = asked_first  # type: ignore[method-assign, assignment]
        forked.Forked.kill = forked_asked_first  # type: ignore[method-assign, assignment]
        forked._run = measured  # type: ignore[assignment]


def measured(module: str, words: list[str], environment: Mapping[str, str], *told: Any) -> None:
    """Run a program in a fork, which measures from now on: what it was forked from knew nothing of this test."""
    os.environ.update(environment)
    if loading := coverage.Coverage.current():
        loading.stop()
    coverage.process_startup(force=True)
    _run(module, words, environment, *told)
