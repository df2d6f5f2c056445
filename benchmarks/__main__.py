"""All benchmarks in one run: `python -m benchmarks`, or a part of them with `--only`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import version
from time import perf_counter
from typing import Any

from benchmarks import exact, long, own, rates
from benchmarks.measured import ROOT
from benchmarks.report import pages
from benchmarks.rows import rows
from benchmarks.targets import Target, targets

LATEST = ROOT / "benchmarks" / "results" / "latest.json"
SECTIONS = ("games", "own", "again", "rolls", "sampled", "startup")


def main() -> int:
    """Measure, print, and write the whole run down; gives 1 when answers differ or are missing."""
    kinds = tuple(dict.fromkeys(row.kind for row in rows()))
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs, and no row above 20 dice")
    parser.add_argument(
        "--only", action="append", metavar="NAME", choices=[*kinds, *SECTIONS], help=", ".join((*kinds, *SECTIONS))
    )
    parser.add_argument("--page", action="store_true", help="only write the pages again, from the last whole run")
    asked = parser.parse_args()
    if asked.page:
        write(json.loads(LATEST.read_text()))
        return 0
    begun = perf_counter()
    results = measure(asked.only or [*kinds, *SECTIONS], asked.quick)
    results["machine"]["minutes"] = (perf_counter() - begun) / 60
    found = targets(results)
    print()
    for target in found:
        print(_line(target))
    if asked.quick or asked.only:
        print("\nA part of the benchmarks: nothing was written.")
    else:
        results["table"] = json.loads(LATEST.read_text()).get("table", {}) if LATEST.exists() else {}
        write(results)
        print("\nWritten to benchmarks/results/latest.json and docs/maintaining/benchmarks/.")
    rows_done = results.get("exact", [])
    return int(any(row["differences"] or "cold" not in row["libraries"]["sixfold"] for row in rows_done))


def write(results: dict[str, Any]) -> None:
    """The results as data and as pages of the docs."""
    found = targets(results)
    LATEST.parent.mkdir(exist_ok=True)
    LATEST.write_text(json.dumps({**results, "targets": [target._asdict() for target in found]}, indent=1) + "\n")
    for name, text in pages(results, found).items():
        (ROOT / "docs" / "maintaining" / "benchmarks" / name).write_text(text, "utf-8")


def measure(names: list[str], quick: bool) -> dict[str, Any]:
    """The sections and kinds of work of these names."""
    runs = 3 if quick else 5
    results: dict[str, Any] = {
        "machine": {
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "processors": os.cpu_count(),
            "icepool": version("icepool"),
            "dyce": version("dyce"),
            "runs": runs,
            "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0,
        }
    }
    if results["machine"]["load"] > 0.5:
        say(f"This machine is busy (load {results['machine']['load']:.1f}): times will be longer and spread wider.")
    wanted = [row for row in rows(quick) if row.kind in names]
    if wanted:
        results["exact"] = exact.measure(wanted, runs, say)
    if "games" in names:
        say("Games that go on …")
        results["games"] = long.measure(min(runs, 3), say)
    if "own" in names:
        say("Rules of one's own …")
        results["own"] = own.measure(min(runs, 3))
    if "again" in names:
        say("The same check again …")
        results["again"] = rates.again(rows(quick), min(runs, 3))
    if "rolls" in names:
        say("Rolls a second …")
        results["rolls"] = rates.rolls(runs)
    if "sampled" in names:
        say("Sampling …")
        results["sampled"] = rates.sampled(runs)
    if "startup" in names:
        say("Start-up …")
        results["startup"] = rates.startup(10 if quick else 40)
    return results


def say(line: str) -> None:
    print(line, flush=True)


def _line(target: Target) -> str:
    verdict = {True: "reached", False: "MISSED ", None: "not told"}[target.reached]
    return f"{verdict}  {target.work}: {target.aim}; {target.measured}"


if __name__ == "__main__":
    sys.exit(main())
