"""Change one small thing at a time, and see whether a test notices.

    python -m tests.mutants study playing                 40 changes in two folders of src/sixfold
    python -m tests.mutants solving/odds.py --seed 7 --count 20

The first time, the tests of each room run once, to find out which of them reach which line. Everything
happens in copies below build/mutants. `docs/maintaining/decisions/mutants.md` says how to read what
comes out.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.changes import Change, changes
from tests.mutants.copy import BUILD, draw_map, lay, reaching, room_of, tests

FIRST = 40
"""Tests that are run before all others, in a process of their own: those that reach fewest lines."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One change of one file, and what came of it: noticed, survived or unreached."""

    file: str
    change: Change
    result: str
    asked: int

    def __str__(self) -> str:
        many = f"   ({self.asked} tests reach it)" if self.asked else ""
        return f"{self.result.upper():9} {self.file}:{self.change.line}  {self.change.words}{many}"


def attempt(place: Path, room: str, file: str, change: Change, most: int) -> Attempt:
    """Make one change in a copy, and run the tests that reach its line until one fails."""
    asked = reaching(room, file, None if change.loading else change.line)
    if not asked:
        return Attempt(file, change, "unreached", 0)
    path = place / "src" / "sixfold" / file
    before = path.read_bytes()
    path.write_text(change.text, encoding="utf-8")
    try:
        for names in (asked[:FIRST], asked[FIRST:most]):
            done = names and tests(place, "-x", "-p", "no:xdist", "--timeout=60", *names)
            if done and done.returncode not in (0, 5):
                return Attempt(file, change, "noticed", len(asked))
        return Attempt(file, change, "survived", len(asked))
    finally:
        path.write_bytes(before)


def attempts(rooms: list[str], seed: int, count: int, most: int, workers: int) -> Iterable[Attempt]:
    """Make some changes that are drawn at random, in as many copies as there are workers."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(workers):
        copies.put(lay(BUILD / f"copy-{number}"))
    home = BUILD / "copy-0" / "src" / "sixfold"
    every = [
        (room_of(name), str(path.relative_to(home)), change)
        for name in rooms
        for path in ([home / name] if name.endswith(".py") else sorted((home / name).rglob("*.py")))
        for change in changes(path.read_text(encoding="utf-8"))
    ]
    drawn = random.Random(seed).sample(every, min(count, len(every)))

    def one(drawn: tuple[str, str, Change]) -> Attempt:
        place = copies.get()
        try:
            return attempt(place, *drawn, most)
        finally:
            copies.put(place)

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(one, drawn)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=str(__doc__).partition("\n")[0])
    parser.add_argument("rooms", nargs="+", help="folders or files below src/sixfold")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="changes to make")
    parser.add_argument("--most", type=int, default=600, help="tests to run for a change")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    parser.add_argument("--again", action="store_true", help="find out again which test reaches which line")
    given = parser.parse_args()
    for room in sorted({room_of(name) for name in given.rooms}):
        draw_map(given.workers, room, again=given.again)
    results: Counter[str] = Counter()
    for done in attempts(given.rooms, given.seed, given.count, given.most, given.workers):
        results[done.result] += 1
        if done.result != "noticed":
            print(done, flush=True)
    reached = results["noticed"] + results["survived"]
    print(f"{results['noticed']} of {reached} changes noticed; {results['unreached']} in lines that no test reaches")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
