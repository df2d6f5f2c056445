"""What is not a comparison of exact answers: the same check again, rolls a second, sampling, and start-up."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measured import ROOT, Failed, Spread, run, worker
from benchmarks.rows import Row

D20 = ROOT / ".venv-d20" / "bin" / "python"
SIXFOLD = Path(sys.executable).with_name("sixfold")


def again(rows: list[Row], runs: int) -> list[dict[str, Any]]:
    """`sixfold.odds` of a text, the first time and once more."""
    found: list[dict[str, Any]] = []
    for row in rows:
        if row.text is None or not row.listed:
            continue
        try:
            samples = [worker("text", row.name) for _ in range(runs)]
        except Failed as failed:
            found.append({"text": row.text, "note": str(failed)})
            continue
        found.append(
            {
                "text": row.text,
                "cold": Spread.of([sample["cold"] for sample in samples])._asdict(),
                "again": Spread.of([sample["again"] for sample in samples])._asdict(),
            }
        )
    return found


def rolls(runs: int) -> list[dict[str, Any]]:
    """Rolls a second of Sixfold and of d20, in turn."""
    work = [("sixfold", text, how) for text in ("ten", "ten superior 1") for how in ("record", "announced")]
    if D20.exists():
        work += [("d20", text, how) for text in ("3d6", "4d6kh3") for how in ("record", "announced")]
    rates: dict[tuple[str, str, str], list[float]] = {key: [] for key in work}
    for _ in range(runs):
        for library, text, how in work:
            if library == "d20":
                sample = run(str(D20), str(ROOT / "benchmarks" / "d20_rolls.py"), text, how)
            else:
                sample = worker("rolls", text, how)
            rates[library, text, how].append(sample["rate"])
    found: list[dict[str, Any]] = [
        {"library": library, "text": text, "announced": how == "announced", "rate": Spread.of(rate)._asdict()}
        for (library, text, how), rate in rates.items()
    ]
    return found


def sampled(runs: int) -> list[dict[str, Any]]:
    """Outcomes a second drawn from solved odds, beside the bare random numbers."""
    found: list[dict[str, Any]] = []
    for text in ("ten superior 1", "wild 20D"):
        for how in ("numpy", "plain"):
            try:
                samples = [worker("sampled", text, how) for _ in range(runs)]
            except Failed as failed:
                found.append({"text": text, "numbers": how, "note": str(failed)})
                continue
            found.append(
                {
                    "text": text,
                    "numbers": how,
                    "rate": Spread.of([sample["rate"] for sample in samples])._asdict(),
                    "bare": Spread.of([sample["bare"] for sample in samples])._asdict(),
                    "times": median(sample["bare"] / sample["rate"] for sample in samples),
                }
            )
    return found


STARTED: dict[str, tuple[str, ...]] = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "sixfold roll ten +4 superior 1": (str(SIXFOLD), "roll", "ten", "+4", "superior", "1"),
    "sixfold roll dice 4d6kh3": (str(SIXFOLD), "roll", "dice", "4d6kh3"),
    "sixfold odds ten +4 superior 1": (str(SIXFOLD), "odds", "ten", "+4", "superior", "1"),
}


def startup(runs: int) -> list[dict[str, Any]]:
    """The processor time of whole processes in turn, from start to exit."""
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    times: dict[str, list[float]] = {name: [] for name in STARTED}
    for turn in range(runs + 1):
        for name, command in STARTED.items():
            begun = spent_by_children()
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
            if turn:  # the first one may still write its bytecode
                times[name].append(spent_by_children() - begun)
    bare = median(times["python -c pass"])
    compared: list[dict[str, Any]] = [
        {"command": name, "seconds": Spread.of(found)._asdict(), "times": median(found) / bare}
        for name, found in times.items()
    ]
    return compared


def spent_by_children() -> float:
    """The processor time of all processes that this one has started and that have ended, in seconds."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
