# ruff: noqa: E501
"""A sweep of 20,000 checks of all games: `python -m benchmarks.sweep [--quick] [--work]`; it writes docs/maintaining/benchmarks/sweeps.md.

Sweeps with one and two processes and on a Dask cluster with two workers; what the first takes beside a loop over
`odds`; how many rows a second are written whose figures are known; and how much memory the command needs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from distributed import Client

from benchmarks.measured import ROOT
from sixfold import __version__, study
from sixfold.study.sweeps.answer import Sweep
from sixfold.study.sweeps.sweep_file import planned

SAID: dict[str, Any] = {
    "checks": [
        "ten +{mod} superior {dice}", "ten +{mod} inferior {dice}", "ten attack +{mod} damage {dice}d6",
        "skew {dice} high +{mod} vs {vs}", "wild {dice}D+{pips} vs {vs}", "hs {dice}d",
        "odgs vs {vs} +{mod} advantage {pips}", "dice {dice}d6+{mod}",
    ],
    "ranges": {"mod": "-20..20", "dice": "1..6", "vs": "3..52", "pips": "0..2"},
    "keep": ["success", "distribution total"],
}  # fmt: skip
KNOWN: dict[str, Any] = {
    "checks": ["ten +{mod} superior {dice}"], "ranges": {"mod": "-1000..1000", "dice": "0..11"},
    "keep": ["success", "quality=critical", "mean margin"],
}  # fmt: skip
"""Many cheap checks with three figures each."""

LOOP = """
import json, sys
from sixfold import odds, study
from sixfold.errors import SixfoldError
from sixfold.solving.events import default_event
from sixfold.study.sweeps.sweep_file import planned
kept = []
for case in planned(json.load(open(sys.argv[1]))).cases():
    try:
        found = odds(case.text)
        if total := found.numbers.get("total"):
            kept.append({str(value): str(chance) for value, chance in total.pmf.items()})
        chance = default_event(found).bounds(found)
        kept.append((str(chance.low), float(chance.low), str(chance.unresolved)))
    except SixfoldError as error:
        kept.append(str(error))
"""
SWEEP = """
import json, sys
from sixfold import study
found = study.sweep(json.load(open(sys.argv[1])), workers=1)
print(sum(result.seconds for _, result in found.store.results(found.plan)))
"""
AGAIN = """
import json, sys, pyarrow.parquet
from time import process_time
from sixfold import study
said, store = json.load(open(sys.argv[1])), sys.argv[1] + ".db"
study.sweep(said, store=store)
begun = process_time()
study.sweep(said, store=store).save(sys.argv[1] + ".parquet")
print(process_time() - begun)
"""
PAIRS = 2
"""Pairs of a loop and a sweep, since a busy machine changes its speed from minute to minute."""

PAGE = ROOT / "docs" / "maintaining" / "benchmarks" / "sweeps.md"
LATEST = ROOT / "benchmarks" / "results" / "sweep.json"


def swept(said: dict[str, Any], **how: Any) -> tuple[float, Sweep]:
    """Seconds of a sweep by the clock, and what it found."""
    begun = perf_counter()
    found = study.sweep(said, **how)
    return perf_counter() - begun, found


def clustered(said: dict[str, Any], folder: str) -> tuple[float, Sweep]:
    """The same on a cluster of a scheduler and two workers."""
    file = str(Path(folder) / "scheduler.json")
    with ExitStack() as begun:
        for words in (("scheduler", "--port", "0"), ("worker", "--nthreads", "1"), ("worker", "--nthreads", "1")):
            run = [sys.executable, "-m", f"distributed.cli.dask_{words[0]}", "--host", "127.0.0.1", "--no-dashboard"]
            process = subprocess.Popen([*run, "--scheduler-file", file, *words[1:]], stderr=subprocess.DEVNULL)
            begun.callback(process.wait)
            begun.callback(process.terminate)
        while not Path(file).exists():
            sleep(0.1)
        with Client(scheduler_file=file, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2)
        return swept(said, dask=file)


def memory(said: dict[str, Any], folder: str, name: str) -> float:
    """The most memory of the command for a sweep, in MiB, without the processes that solve."""
    file = Path(folder) / f"{name}.json"
    file.write_text(json.dumps(said))
    program = (
        "import json, resource, sys; from sixfold import study; name = sys.argv[1]; "
        "found = study.sweep(json.load(open(name)), store=name + '.db'); found.save(name + '.csv'); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    told = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=True).stdout
    return int(told) / 1024


def program(text: str, said: dict[str, Any], folder: str, name: str) -> tuple[float, str]:
    """Processor seconds of a program and of the processes that it begins, and what it prints."""
    file = Path(folder) / f"{name}.json"
    file.write_text(json.dumps(said))
    before = sum(os.times()[2:4])
    told = subprocess.run([sys.executable, "-c", text, str(file)], capture_output=True, text=True, check=True).stdout
    return sum(os.times()[2:4]) - before, told


def worked(said: dict[str, Any], folder: str) -> dict[str, float]:
    """Everything that is measured in processor time."""
    pairs = [[program(text, said, folder, "pair") for text in (LOOP, SWEEP)] for _ in range(PAIRS)]
    loop, one_work, solving = (
        sum(each) / PAIRS for each in zip(*[(loop[0], sweep[0], float(sweep[1])) for loop, sweep in pairs], strict=True)
    )
    known = planned(KNOWN).total / float(program(AGAIN, KNOWN, folder, "known")[1])
    return {"loop": loop, "one_work": one_work, "solving": solving, "known": known, "looped": planned(said).total}


def clocked(said: dict[str, Any], folder: str) -> dict[str, Any]:
    """Everything that is measured by the clock, and how much memory and room is taken."""
    load = os.getloadavg()[0]
    small = {**said, "ranges": {**said["ranges"], "mod": "0..1", "vs": "10..12"}}
    one, first = swept(said, workers=1)
    two, second = swept(said, workers=2)
    dask, third = clustered(said, folder)
    rows = list(first.rows())
    assert rows == list(second.rows()) == list(third.rows())
    return {
        "sixfold": __version__, "python": platform.python_version(), "cores": os.cpu_count(), "checks": len(rows),
        "load": load, "load_after": os.getloadavg()[0], "one": one, "two": two, "dask": dask,
        "memory_small": memory(small, folder, "small"), "small": planned(small).total,
        "memory": memory(said, folder, "large"), "bytes": os.path.getsize(f"{folder}/large.json.db") / len(rows),
    }  # fmt: skip


def main() -> None:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one check in fifteen")
    parser.add_argument("--work", action="store_true", help="processor time only, as on a busy machine")
    given = parser.parse_args()
    said = {**SAID, "ranges": {**SAID["ranges"], **({"mod": "-2..1", "vs": "3..52..2"} if given.quick else {})}}
    with TemporaryDirectory() as folder:
        before = {**json.loads(LATEST.read_text("utf-8")), "earlier": True} if given.work else clocked(said, folder)
        found = {**before, **worked(said, folder)}
    print(json.dumps(found, indent=1))
    LATEST.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(found), "utf-8")


def page(found: dict[str, Any]) -> str:
    """The page of results."""
    each = found["solving"] / found["looped"]
    many, cores = 10_000_000, 200
    hours = many * each / cores / 3600
    return f"""# Sweeps

`python -m benchmarks.sweep` writes this page: {found["checks"]:,} checks of all games, each with its success and one distribution.
Machine: {found["cores"]} cores, Python {found["python"]}, Sixfold {found["sixfold"]}.
The first four rows are processor time; the loop and the sweep are measured in turns.
Times by the clock{" are of an earlier run: its" if found.get("earlier") else " and the ratios made of them are sound on an idle machine only: the"} load was {found["load"]:.1f} before and {found["load_after"]:.1f} after, of which the benchmark itself makes about {found["cores"]}.
`--quick` takes one check in fifteen; starting the processes is then a larger part of the whole.

| what | result | goal |
|---|---|---|
| a loop over `odds` of {found["looped"]:,} checks that reads the same figures, with the start of its process | {found["loop"]:.1f} s | |
| a sweep with one process, with the start of both | {found["one_work"]:.1f} s, {found["one_work"] / found["loop"] - 1:+.1%} | under 10 % more |
| solving in such a sweep | {found["solving"]:.1f} s, {1 / each:,.0f} checks a second | |
| figures that are known: asked for and written to Parquet | {found["known"]:,.0f} rows a second | 50,000 on two cores |
| one process, by the clock | {found["one"]:.1f} s | |
| two processes, by the clock | {found["two"]:.1f} s, {found["one"] / found["two"]:.2f} times as fast | 1.8 times |
| Dask with two workers, by the clock | {found["dask"]:.1f} s, {found["dask"] / found["two"] - 1:+.0%} beside two processes | within 15 % |
| memory of the command, {found["small"]:,} and {found["checks"]:,} checks | {found["memory_small"]:.0f} and {found["memory"]:.0f} MiB | flat |
| the store | {found["bytes"]:,.0f} bytes for a check | |

All three sweeps have the same rows.

## On paper: ten million checks on 200 cores

With the same checks, solving takes {many * each / 3600:.0f} core hours, which is {hours * 60:.0f} minutes on {cores} cores.

| cost | estimate |
|---|---|
| chunks | {many // 500:,} of 500 checks; one that takes longer than a second comes back in parts, so at most {many * each:,.0f} more messages |
| scheduler | about 1 ms for a message at {cores} messages a second: a fifth of one core |
| network | a message holds the numbers of its checks out and a row for each of them back: {found["bytes"] * cores / each / 1e6:.1f} MB/s with rows as here |
| store | {many * found["bytes"] / 1e9:.0f} GB; {cores / each:,.0f} rows a second, written with one transaction for all chunks that have come back |
| the plan | the list of chunks: {many // 500:,} pairs of numbers, some megabytes |

The one process that writes the store is the first limit: it cannot keep up with 200 cores that solve checks as cheap as these. Split such a sweep with `--part`, onto a folder of results: then each part writes by itself.
Two parts at once, of 12,006 rows each whose figures were known, had some 42,000 rows a second of processor time each.
The seconds of a check are those of the thread that solves it: Linux tells the time of a whole process up to a fifth too low while a clock (`setitimer`) limits it.
Two who started one sweep of 2,016 checks at once solved none of them twice, in a file of SQLite and in a folder.
A sweep that keeps only chances and means needs a tenth of the bytes.
"""


if __name__ == "__main__":
    main()
