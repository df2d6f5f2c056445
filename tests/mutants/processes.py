"""A plugin of pytest: processes that a test starts measure which lines they reach, in the name of that test."""

from __future__ import annotations

import os
from collections.abc import Mapping
from subprocess import Popen, TimeoutExpired
from typing import Any

import coverage
import pytest

from tests import forked
from tests.forked import Forked, _run

SAVES = 20
"""Seconds for a process to save what it measured."""

_kill = Popen.kill


def pytest_configure(config: pytest.Config) -> None:
    """Have Python begin to measure in each process that is started from here; a worker itself is measured already."""
    if hasattr(config, "workerinput"):
        os.environ["COVERAGE_PROCESS_START"] = str(config.rootpath / "reached.ini")
        forked._run = measured  # type: ignore[assignment]
        Forked.kill = _end_forked  # type: ignore[method-assign, assignment]
        Popen.kill = _end  # type: ignore[method-assign, assignment]


def measured(module: str, words: list[str], environment: Mapping[str, str], *told: Any) -> None:
    """Run a program in a fork, which measures from now on: what it was forked from knew nothing of this test."""
    os.environ.update(environment)
    if loading := coverage.Coverage.current():
        loading.stop()
    coverage.process_startup(force=True)
    Popen.kill = _end  # type: ignore[method-assign, assignment]
    _run(module, words, environment, *told)


def _end(process: Popen[str]) -> None:
    """End a process that is to be killed, which would save nothing: it is asked to end first."""
    process.terminate()
    try:
        process.wait(SAVES)
    except TimeoutExpired:
        _kill(process)


def _end_forked(one: Forked) -> None:
    one._process.terminate()
    one._process.join(SAVES)
    one._process.kill()
