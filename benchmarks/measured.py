"""Several runs of one measurement: their median and their spread."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
LIMIT = 60.0
"""Seconds that a library has for one row."""


class Spread(NamedTuple):
    """The median, the least and the most of some runs."""

    median: float
    least: float
    most: float
    runs: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(median(values), min(values), max(values), len(values))


class Failed(Exception):
    """A process that gave no measurement: it says why."""


class TooSlow(Failed):
    """A process that was stopped after `LIMIT` seconds."""


def run(*command: str, limit: float = LIMIT + 5) -> dict[str, Any]:
    """What a worker measured, in a fresh process."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        raise TooSlow(f"over {LIMIT:.0f} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        # The first sentence of what the exception says is enough for a table.
        said = lines[-1].split(". ")[0].rpartition("errors.")[2] if lines else f"exit status {done.returncode}"
        raise Failed(said)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def worker(*arguments: str) -> dict[str, Any]:
    return run(sys.executable, "-m", "benchmarks.worker", *arguments)


def geometric_mean(ratios: Sequence[float]) -> float:
    return exp(sum(map(log, ratios)) / len(ratios))


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The power of the size with which the time grows: the least-squares slope in logarithms."""
    xs, ys = [log(size) for size in sizes], [log(second) for second in seconds]
    x0, y0 = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - x0) * (y - y0) for x, y in zip(xs, ys, strict=True)) / sum((x - x0) ** 2 for x in xs)
