"""A plugin of pytest: processes that a test starts measure which lines they reach, in the name of that test."""

from __future__ import annotations

import os
import subprocess

import pytest

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

        subprocess.Popen.kill = asked_first  # type: ignore[method-assign, assignment]
