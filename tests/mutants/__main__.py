"""Change one small thing at a time, and see whether a test notices.

    python -m tests.mutants study playing                 40 changes in two folders of src/sixfold
    python -m tests.mutants solving/odds.py --seed 7 --count 20
    python -m tests.mutants solving/odds.py:88            every change of one line

The first time, the tests of each room run once, to find out which of them reach which line. Everything
happens in copies below build/mutants. `docs/maintaining/decisions/mutants.md` says how to read what
comes out.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, STDOUT, Popen

from tests.conftest import ROOT
from tests.mutants.changes import Change, changes
from tests.mutants.copy import BUILD, SKIPPED, draw_map, environment, is_loaded, lay, noticed, reaching, room_of, tests
from tests.mutants.forking import ANSWER, HANGS, Job

COLLECTS = 30
"""Seconds for a new process to collect tests, before those of its change begin."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How many tests to ask about a change at most, and for how many seconds of a processor."""

    most: int
    seconds: float


@dataclass(frozen=True)
class Drawn:
    """One change of one file."""

    room: str
    file: str
    change: Change

    @cached_property
    def tests(self) -> list[str]:
        """The tests to ask, those first that reach little else than the file."""
        return reaching(self.room, self.file, None if self.change.loading else self.change.line)

    @property
    def is_loaded(self) -> bool:
        return is_loaded(self.room, self.file, self.change.line)

    @cached_property
    def tests_alone(self) -> list[str]:
        """The tests to ask in a new process: what runs while modules are loaded may be noticed by all of the file."""
        return list(dict.fromkeys([*self.tests, *(reaching(self.room, self.file, None) if self.is_loaded else [])]))


@dataclass(frozen=True, slots=True)
class Attempt:
    """One change, and what came of it: noticed, survived or unreached."""

    drawn: Drawn
    result: str
    asked: int

    def __str__(self) -> str:
        many = f"   ({self.asked} tests reach it)" if self.asked else ""
        change = self.drawn.change
        return f"{self.result.upper():9} {self.drawn.file}:{change.line}  {change.words}{many}"


def every(names: list[str], home: Path) -> Iterator[Drawn]:
    """Every change of some folders, files and lines."""
    for name, _, line in (name.partition(":") for name in names):
        for path in [home / name] if name.endswith(".py") else sorted((home / name).rglob("*.py")):
            file = path.relative_to(home).as_posix()
            own = room_of(file)
            room = own if f"tests/{own}" in SKIPPED else room_of(name)
            for change in changes(path.read_text(encoding="utf-8")):
                if not line or change.line == int(line):
                    yield Drawn(room, file, change)


def attempts(drawn: list[Drawn], workers: int, asking: Asking) -> Iterator[Attempt]:
    """Make some changes, in as many copies as there are workers."""
    copies = [lay(BUILD / f"copy-{number}") for number in range(workers)]
    done: SimpleQueue[Attempt | None] = SimpleQueue()

    def work(place: Path, drawn: list[Drawn]) -> None:
        try:
            for attempt in attempted(place, drawn, asking):
                done.put(attempt)
        finally:
            done.put(None)

    with ThreadPoolExecutor(workers) as pool:
        working = [pool.submit(work, place, drawn[at::workers]) for at, place in enumerate(copies)]
        for _ in working:
            yield from iter(done.get, None)
        for one in working:
            one.result()


def attempted(place: Path, drawn: list[Drawn], asking: Asking) -> Iterator[Attempt]:
    """Make some changes in a copy, one after the other.

    Most are made in forks of one process that has collected the tests. What runs while modules are loaded has run in it
    already, so such a change is made in a new process; so is every change where a process cannot fork itself.
    """
    forks = [one for one in drawn if one.tests and not one.change.loading and hasattr(os, "fork")]
    yield from (Attempt(one, "unreached", 0) for one in drawn if not one.tests_alone)
    others = [one for one in drawn if one.tests_alone and one not in forks]
    for one, result, asked in forked(place, forks, asking):
        if result == "elsewhere" or (result == "survived" and one.is_loaded):
            others.append(one)
        else:
            yield Attempt(one, result, asked)
    for one in others:
        yield Attempt(one, alone(place, one, asking), len(one.tests_alone))


def forked(place: Path, drawn: list[Drawn], asking: Asking) -> Iterator[tuple[Drawn, str, int]]:
    """Make changes in forks: what came of each, and how many tests were asked."""
    if not drawn:
        return
    jobs = place.with_suffix(".json")
    jobs.write_text(json.dumps([asdict(Job(one.file, one.change.text, one.tests[: asking.most])) for one in drawn]))
    command = [sys.executable, "-m", "tests.mutants.forking", str(jobs), str(asking.seconds)]
    said = []
    with Popen(command, cwd=place, env=environment(place), stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, text=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            said.append(line)
            if line.startswith(ANSWER):
                found = json.loads(line.removeprefix(ANSWER))
                yield drawn[found["job"]], found["result"], found["asked"]
    if sum(line.startswith(ANSWER) for line in said) != len(drawn):
        raise SystemExit("".join(said))


def alone(place: Path, drawn: Drawn, asking: Asking) -> str:
    """Make one change in a copy, and run the tests that reach its line in a new process, until one fails."""
    path = place / "src" / "sixfold" / drawn.file
    before = path.read_bytes()
    path.write_text(drawn.change.text, encoding="utf-8")
    try:
        caps = (f"--timeout={HANGS}", f"--session-timeout={COLLECTS + asking.seconds}")
        done = tests(place, "-x", "-p", "no:xdist", *caps, *drawn.tests_alone[: asking.most])
        return "noticed" if noticed(done) else "survived"
    finally:
        path.write_bytes(before)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=str(__doc__).partition("\n")[0])
    parser.add_argument("names", nargs="+", help="folders, files or lines (FILE:LINE) below src/sixfold")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="changes to make")
    parser.add_argument("--most", type=int, default=600, help="tests to run for a change")
    parser.add_argument("--seconds", type=float, default=60, help="seconds of a processor in which its tests begin")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    parser.add_argument("--again", action="store_true", help="find out again which test reaches which line")
    given = parser.parse_args()
    choice = list(every(given.names, ROOT / "src" / "sixfold"))
    drawn = random.Random(given.seed).sample(choice, min(given.count, len(choice)))
    for room in sorted({one.room for one in drawn}):
        draw_map(given.workers, room, again=given.again)
    results: Counter[str] = Counter()
    for done in attempts(drawn, given.workers, Asking(given.most, given.seconds)):
        results[done.result] += 1
        if done.result != "noticed":
            print(done, flush=True)
    reached = results["noticed"] + results["survived"]
    print(f"{results['noticed']} of {reached} changes noticed; {results['unreached']} in lines that no test reaches")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
