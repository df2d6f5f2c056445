"""A copy of the tree in which lines are changed, and which of its tests reach which line."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from py_compile import PycInvalidationMode, compile

from coverage.numbits import numbits_to_nums

from tests.conftest import ROOT

BUILD = ROOT / "build" / "mutants"
TESTS = ROOT / "tests"

EVERYWHERE = ("tests/test_laws.py", "tests/test_golden.py", "tests/test_bounds.py")
"""Tests of all rooms, which are asked about each of them."""

BESIDE = {
    "checks": ("tests/systems/test_characters.py", "tests/table/room/test_characters.py", "tests/cli/test_config.py"),
    "cli": (
        *("tests/table/server/test_join.py", "tests/study/test_audit.py", "tests/authoring/testing"),
        *("tests/study/sweeps/test_output.py", "tests/study/sweeps/test_questions.py"),
    ),
    "playing": ("tests/rules/test_declared.py",),
    "rules": (
        *("tests/solving/test_pools.py", "tests/solving/test_folds.py", "tests/solving/test_meetings.py"),
        "tests/authoring/test_sound.py",
        *("tests/table/room/test_instruments.py", "tests/table/room/test_panels.py"),
    ),
    "solving": ("tests/study/test_events.py", "tests/rules/test_outcomes.py"),
    "study": ("tests/show/test_formats.py", "tests/solving/test_redundant_words.py", "tests/cli/test_usage.py"),
    "systems": ("tests/brute", "tests/table/room/test_instruments.py", "tests/table/room/test_panels.py"),
}
"""Tests of other folders that are those of a room."""

SKIPPED = (
    *("tests/table/page", "tests/site", "tests/dist", "tests/docs", "tests/benchmarks", "tests/mutants"),
    "tests/study/sweeps",
)
"""Tests of other things than Python's lines, or far too slow to be asked about each of them."""

SETTINGS = """\
[run]
source = sixfold
branch = false
sigterm = true
patch = _exit
parallel = true
context = ${PYTEST_CURRENT_TEST-}
data_file = {data}
"""


def lay(place: Path) -> Path:
    """Copy every file that git knows, as it is in the work tree, unless it is there already.

    The package is compiled so that a file is compiled again when its text differs: two changes of one second that are
    equally long would look the same by their time.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    for old in {str(path.relative_to(place)) for path in place.rglob("*.py")}.difference(names):
        (place / old).unlink()
    for name in names:
        new, path = ROOT / name, place / name
        if path.exists() and path.stat().st_mtime_ns == new.stat().st_mtime_ns:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(new, path)
        if name.startswith("src/") and name.endswith(".py"):
            compile(str(path), invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return place


def environment(place: Path) -> dict[str, str]:
    """The variables with which Python takes the package from a copy."""
    return {**os.environ, "PYTHONPATH": str(place / "src"), "PYTHONDONTWRITEBYTECODE": ""}


def tests(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run some tests of a copy."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=place, env=environment(place), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def noticed(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether a test failed, and not only the time for all of them was over."""
    *_, last = done.stdout.splitlines() or [""]
    out_of_time = "session-timeout:" in done.stdout and "failed" not in last and "error" not in last
    return done.returncode not in (0, 5) and not out_of_time


def room_of(name: str) -> str:
    """The nearest folder of a file or folder of the package that has tests of its own.

    >>> room_of("study/questions/need.py"), room_of("solving/counting"), room_of("errors.py")
    ('study', 'solving/counting', '.')
    """
    return next(str(place) for place in (Path(name), *Path(name).parents) if (TESTS / place).is_dir())


def _map_of(room: str) -> Path:
    return BUILD / f"reached-{'all' if room == '.' else room.replace('/', '-')}.sqlite"


def draw_map(workers: int, room: str, *, again: bool = False) -> None:
    """Run the tests of a room and keep which of them reach which line, in processes that they start, too.

    The room `.` is all tests. A map that is there is kept unless it shall be drawn again.
    """
    if _map_of(room).exists() and not again:
        return
    place = lay(BUILD / "map")
    (place / "reached.ini").write_text(SETTINGS.replace("{data}", str(place / ".coverage")), encoding="utf-8")
    skipped = [f"--ignore={name}" for name in SKIPPED if not f"tests/{room}".startswith(name)]
    own = [] if room == "." else [f"tests/{room}", f"src/sixfold/{room}", *BESIDE.get(room, ()), *EVERYWHERE]
    done = tests(
        place, "-n", str(workers), "--cov=sixfold", "--cov-config=reached.ini", "--cov-report=", "--cov-context=test",
        "--cov-fail-under=0", "-p", "tests.mutants.processes", *skipped, *own,
    )  # fmt: skip
    print(done.stdout if done.returncode else f"{room}: {done.stdout.splitlines()[-1]}", flush=True)
    shutil.copy2(place / ".coverage", _map_of(room))


def reaching(room: str, file: str, line: int | None) -> list[str]:
    """The tests that reach a line, or any line of the file, those first that reach little else than the file.

    Of a line that only other processes run, the test is known that was running when such a process began; since a
    server may serve many tests, all tests of its file are asked, and those of its folder after all others.
    """
    found: list[tuple[bool, float, str]] = []
    for context, bits in _rows(room, file):
        lines = numbits_to_nums(bits)
        if context and (line is None or line in lines):
            name = _asked(context)
            found.append((not name.partition("::")[0].endswith(".py"), _lines_of(room)[context] / len(lines), name))
    return list(dict.fromkeys(name for *_, name in sorted(found)))


def is_loaded(room: str, file: str, line: int) -> bool:
    """Whether a line also runs where no test does: what it gave while modules were loaded is there already."""
    return any(not context and line in numbits_to_nums(bits) for context, bits in _rows(room, file))


def _rows(room: str, file: str) -> list[tuple[str, bytes]]:
    """The lines of a file that were reached by each context of a map."""
    path = str(BUILD / "map" / "src" / "sixfold" / file)
    with sqlite3.connect(_map_of(room)) as connection:
        return connection.execute(
            "select c.context, l.numbits from line_bits l join context c on c.id = l.context_id"
            " join file f on f.id = l.file_id where f.path = ?",
            (path,),
        ).fetchall()


@cache
def _lines_of(room: str) -> Mapping[str, int]:
    """How many lines each context of a map reaches."""
    with sqlite3.connect(_map_of(room)) as connection:
        rows = connection.execute("select c.context, l.numbits from line_bits l join context c on c.id = l.context_id")
        found: Counter[str] = Counter()
        for context, bits in rows:
            found[context] += int.from_bytes(bits, "little").bit_count()
    return found


def _asked(context: str) -> str:
    """The argument with which pytest runs a context: a test, or for a process that a test began, the file of that test.

    A process that began before a test may serve its whole folder.

    >>> _asked("tests/rules/test_order.py::test_order[a|b]|run")
    'tests/rules/test_order.py::test_order[a|b]'
    >>> _asked("tests/cli/test_cli.py::test_help (call)")
    'tests/cli/test_cli.py'
    >>> _asked("tests/table/server/test_join.py::test_join (setup)")
    'tests/table/server'
    """
    file = context.partition("::")[0]
    if context.endswith(" (setup)"):
        return file.rpartition("/")[0]
    if context.endswith((" (call)", " (teardown)")):
        return file
    return context.rpartition("|")[0]
