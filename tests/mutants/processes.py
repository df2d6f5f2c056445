"""A plugin of pytest: processes that a test starts measure which lines they reach, in the name of that test."""

from __future__ import annotations

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Have Python begin to measure in each process that is started from here; a worker itself is measured already."""
    if hasattr(config, "workerinput"):
        os.environ["COVERAGE_PROCESS_START"] = str(config.rootpath / "reached.ini")
