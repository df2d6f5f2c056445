"""Sweeps with real processes: what they find, what goes wrong in them, and what is left when they are killed."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from fcntl import ioctl
from itertools import product
from pathlib import Path
from random import Random
from termios import FIONREAD
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from sixfold import odds, study
from sixfold.authoring.load import with_games
from sixfold.errors import StudyError
from sixfold.solving.events import Event, default_event
from sixfold.solving.odds import Odds
from sixfold.study.sweeps import sweep_file
from sixfold.study.sweeps.answer import Sweep
from sixfold.study.sweeps.parquet_store import PARTS
from sixfold.study.sweeps.plan import Job, Plan
from sixfold.study.sweeps.processes import LocalEngine
from sixfold.study.sweeps.scheduler import Running, store_at
from sixfold.study.sweeps.sqlite_store import ResultStore, StoredResult
from sixfold.study.sweeps.sweep_file import planned
from sixfold.study.sweeps.worker import SolvedRow, Solver
from tests.effort import THOROUGH
from tests.study.sweeps.games import duel
from tests.waiting import PATIENCE, wait_until

GAMES: dict[str, Any] = {
    "checks": [
        "ten +{mod} superior {more}", "skew {more} high vs 14", "wild {more}D+{pips} vs 15", "hs {more}d",
        "odgs vs 15 +{mod}", "dice {more}d6", "ten attack +{mod} damage 2d6",
    ],
    "ranges": {"mod": "-3..3..3", "more": "1..3", "pips": "0..2"},
    "keep": ["success"],
}  # fmt: skip
"""Checks of all games, of which plain dice and `hs` have no success by themselves."""

ALL = 2 * 2 * 8
"""The checks of the sweep that the command runs here to its end."""

FAR = 500
"""The highest target of a sweep that nobody waits for."""


class Here:
    """An engine without processes, which gives back half of each chunk and counts the checks that it solved."""

    workers, trouble = 1, ""

    def __init__(self, job: Job) -> None:
        self.solved = 0
        self._solver = Solver(job)

    def submit(self, numbers: Sequence[int]) -> Future[list[SolvedRow]]:
        future = Future[list[SolvedRow]]()
        rows = [self._solver.row(at) for at in numbers[: -(-len(numbers) // 2)]]
        self.solved += len(rows)
        future.set_result(rows)
        return future

    def close(self) -> None:
        """There is nothing to end."""


def solved(said: dict[str, Any], store: ResultStore) -> int:
    """How many checks are solved when a sweep runs with what a store knows."""
    plan = planned(said)
    engine = Here(plan.job)
    Running(plan, store, engine).run(lambda progress: None)
    return engine.solved


def swept(said: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a sweep that is solved here."""
    with closing(store_at("")) as store:
        solved(said, store)
        return list(Sweep(planned(said), store).rows())


def rows_of(plan: Plan) -> list[SolvedRow]:
    """All rows of a plan."""
    return [Solver(plan.job).row(at) for at in plan.numbers]


def test_a_row_is_what_odds_say() -> None:
    """Every row of a sweep of all games has the figure that a single `odds` has, to the last fraction."""
    rows = list(study.sweep(GAMES, workers=2).rows())
    assert len(rows) == 9 + 3 + 9 + 3 + 3 + 3 + 3
    for row in rows:
        if row["check"] in ("dice {more}d6", "hs {more}d"):
            assert row["success_exact"] is None
            assert "has no success by itself" in str(row["error"])
            continue
        found = odds(str(row["text"]))
        event = default_event(found)
        bounds = event.bounds(found)
        assert (row["success_exact"], row["success"], row["error"]) == (str(bounds.low), float(bounds.low), "")
        assert row["success_unresolved"] == str(bounds.unresolved)


ANY: dict[str, tuple[str, Any]] = {
    "ten": ("ten {tier} +{mod} superior {more}", ("success", "chaos", "margin >= 3", "mean margin", "median total")),
    "skew": ("skew {more} high +{mod} vs {vs}", ("success", "total >= 12", "mean total")),
    "wild": ("wild {more}D+{mod} vs {vs}", ("success", "critical_botch", "net >= 20", "mean total")),
    "hs": ("hs {more}d", ("result=triumph", "twist", "mean highest", "quantile 0.9 highest")),
    "odgs": ("odgs vs {vs} +{mod} advantage {more}", ("success", "pattern=triple", "mean sum")),
    "dice": ("dice {more}d6+{mod}", ("total >= 9", "mean total", "median total")),
}
"""Checks of all games with ranges, and figures that they have."""


@pytest.mark.parametrize("seed", range(4 * THOROUGH))
def test_a_made_up_sweep_is_what_single_odds_say(seed: int) -> None:
    """Whatever is swept, each row is in its place and has the figures of the single odds of its check."""
    made_up = Random(seed)
    names = made_up.sample(sorted(ANY), 3)
    numbers = {"mod": range(-9, 10), "more": range(1, 5), "vs": range(3, 26)}
    ranges: dict[str, Any] = {name: made_up.sample(span, made_up.randint(1, 3)) for name, span in numbers.items()}
    ranges["tier"] = made_up.sample(["", "hard", "easy"], made_up.randint(1, 3))
    checks = {name: ANY[name][0] for name in names}
    used = {name for text in checks.values() for name in re.findall(r"{(\w+)}", text)}
    keep = {f"f{at}": {name: made_up.choice(ANY[name][1]) for name in names} for at in range(2)}
    said = {"checks": checks, "ranges": {name: ranges[name] for name in ranges if name in used}, "keep": keep}
    expected = []
    for name, text in checks.items():
        axes = list(dict.fromkeys(re.findall(r"{(\w+)}", text)))
        for values in product(*(ranges[axis] for axis in axes)):
            made = text
            for axis, value in zip(axes, values, strict=True):
                made = made.replace(f"+{{{axis}}}", f"{value:+}" if axis == "mod" else "")
                made = made.replace(f"{{{axis}}}", str(value))
            solution = odds(made)
            figures = [figure_of(solution, texts[name]) for texts in keep.values()]
            expected.append((name, solution.text, dict(zip(axes, values, strict=True)), *figures))
    rows = [
        (row["check"], row["text"], {axis: row[axis] for axis in used if row[axis] is not None},
         *((row[f"f{at}_exact"], row[f"f{at}_unresolved"]) for at in range(2)))
        for row in swept(said)
    ]  # fmt: skip
    assert rows == expected


def figure_of(solution: Odds, text: str) -> tuple[str, str]:
    """A figure of odds, and how much too low it may be, without the code of sweeps."""
    kind, field = text.split()[0], text.split()[-1]
    if kind == "mean":
        return str(solution.numbers[field].mean), str(solution.numbers[field].unresolved)
    if kind in ("median", "quantile"):
        return str(solution.numbers[field].quantile("1/2" if kind == "median" else "0.9")), "0"
    bounds = Event.read(text).bounds(solution)
    return str(bounds.low), str(bounds.unresolved)


def test_what_is_kept_may_differ_from_check_to_check() -> None:
    """Means, quantiles, distributions and events of a game each have their columns; others are empty there."""
    said = {"checks": {"a": "ten +{mod}", "b": "hs {d}d"}, "ranges": {"mod": "0..1", "d": "0..1"},
            "keep": {"bad": {"a": "quality=blunder", "b": "result=fumble"}, "middle": {"a": "median margin"},
                     "far": {"a": "quantile 0.9 margin"}, "all": {"b": "distribution highest"},
                     "sd": {"a": "sd margin"}}}  # fmt: skip
    rows = swept(said)
    ten, hs = odds("ten"), odds("hs 0d")
    margin = ten.numbers["margin"]
    assert rows[0] == {
        "check": "a", "mod": 0, "d": None, "text": "ten", "bad": float(ten.events["quality=blunder"]),
        "bad_exact": str(ten.events["quality=blunder"]), "bad_unresolved": "0", "middle": margin.quantile("1/2"),
        "middle_exact": str(margin.quantile("1/2")), "middle_unresolved": "0", "far": margin.quantile("0.9"),
        "far_exact": str(margin.quantile("0.9")), "far_unresolved": "0", "all": None, "all_exact": None,
        "all_unresolved": None, "sd": margin.sd, "sd_exact": None, "sd_unresolved": "0", "error": "",
    }  # fmt: skip
    pmf = {str(value): str(chance) for value, chance in hs.numbers["highest"].pmf.items()}
    assert json.loads(str(rows[2]["all_exact"])) == pmf
    assert rows[2]["bad_exact"] == str(hs.events["result=fumble"])


def test_an_aim_plays_best() -> None:
    """With an aim, a check with decisions is played best for it, and another one as it is."""
    said = {"checks": ["odgs vs 15 +{mod} combat double=effort", "ten +{mod}"], "ranges": {"mod": "5"}, "aim": "hit",
            "keep": {"hit": {"odgs vs 15 +{mod} combat double=effort": "hit"}}}  # fmt: skip
    first, second = swept(said)
    assert first["hit_exact"] == str(odds("odgs vs 15 +5 combat double=effort", aim="hit").events["hit"])
    assert (second["hit"], second["error"]) == (None, "")


BAD = """sum(iter(int, 1))
    if vs == 15:
        raise ZeroDivisionError
    if vs == 16:
        [[0] * 2**62]"""


def test_only_bad_checks_are_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that hangs, fails or needs too much memory is a row with its error, and all others are what they are."""
    monkeypatch.setattr(sweep_file, "TRIAL_SECONDS", 0.3)
    games = with_games([duel(tmp_path, BAD)])
    sweep = {"checks": ["duel vs {vs}", "ten +{vs}"], "ranges": {"vs": "12..17"}, "seconds": 0.4}
    rows = list(study.sweep(sweep, workers=1, systems=games).rows())
    assert {str(row["text"]): row["error"] for row in rows if row["error"]} == {
        "duel vs 13": "This check took longer than 0.4 seconds.",
        "duel vs 15": "The game in duel.py fails in line 18: ZeroDivisionError.",
        "duel vs 16": "The game in duel.py fails in line 20: MemoryError.",
    }
    assert [rows[at]["success_exact"] for at in (0, 2, 5)] == ["0", "0", "0"]
    assert rows[11]["success_exact"] == str(odds("ten +17").events["success"])


def test_a_process_that_is_killed_loses_one_check() -> None:
    """When the system ends a process, the check that it was at is a row with the signal, and another one goes on."""
    plan = planned({"checks": ["wild {d}D"], "ranges": {"d": "90..99"}, "keep": ["distribution total"]})
    with closing(LocalEngine(plan.job, 1)) as engine:
        engine.submit([0]).result()
        (worker,) = engine._all
        process = worker._process
        assert process is not None
        assert process.stdin is not None
        asked = process.stdin.fileno()
        process.send_signal(signal.SIGSTOP)  # so that it has been asked, and has not answered, when it is killed
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        future = engine.submit(list(range(10)))
        wait_until(lambda: any(ioctl(asked, FIONREAD, bytes(4))))
        process.send_signal(signal.SIGKILL)
        rows = future.result()
        assert f"status {-signal.SIGKILL}" in rows[-1].error
        assert engine.submit([0]).result()[0].error == ""


@pytest.mark.parametrize("name", ["a.db", "parts/"])
def test_nothing_is_solved_twice(tmp_path: Path, name: str) -> None:
    """A sweep that is run again solves nothing, a wider one only what is new, one that keeps more all that lacks it."""
    path = f"{tmp_path}/{name}"
    narrow = {"checks": ["ten +{mod}"], "ranges": {"mod": "0..4"}}
    wide = {"checks": ["hs {mod}d", "ten +{mod}"], "ranges": {"mod": "0..9"}}
    more = {**narrow, "keep": ["success", "mean margin"]}
    again = (narrow, narrow, wide, narrow, more, more, narrow)
    assert [solved(said, store_at(path)) for said in again] == [5, 0, 15, 0, 5, 0, 0]
    with closing(store_at(path)) as store:
        found = store._db.execute("SELECT count(*), count(DISTINCT text) FROM results").fetchone()
    assert found == (20, 20)


def test_two_who_share_a_folder_know_what_the_other_has_solved(tmp_path: Path) -> None:
    """Results of another store on the same folder are found while both are open, and small parts become one."""
    one, other = (store_at(f"{tmp_path}/parts/") for _ in range(2))
    (tmp_path / "parts" / ".half.parquet").write_bytes(b"PAR1, and then the power went")
    wide = {"checks": ["ten +{mod}"], "ranges": {"mod": "0..30"}}
    plan = planned(wide)
    for case, row in list(zip(plan.cases(), rows_of(plan), strict=True))[: PARTS // 4]:
        for _ in range(4):
            one.put([StoredResult.of(plan, case, row)])
    assert len(list((tmp_path / "parts").glob("[0-9]*.parquet"))) == 1
    assert solved(wide, other) == 31 - PARTS // 4
    assert len(list((tmp_path / "parts").glob("[0-9]*.parquet"))) == 2
    assert solved(wide, one) == 0
    assert [str(row["success_exact"]) for row in study.sweep(wide, store=tmp_path / "parts", workers=1).rows()] == [
        str(odds(f"ten +{mod}").events["success"]) for mod in range(31)
    ]


def test_a_file_that_is_no_part_is_named(tmp_path: Path) -> None:
    """A folder with another Parquet file, or a broken one, is not used; the error names the file."""
    parquet.write_table(pyarrow.table({"other": [1]}), tmp_path / "other.parquet")
    with pytest.raises(StudyError, match=r"other\.parquet is not a part of a store of sweeps"):
        store_at(str(tmp_path))
    (tmp_path / "other.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(StudyError, match=r"other\.parquet is not a part of a store of sweeps"):
        store_at(str(tmp_path))


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can mount a small file system")
@pytest.mark.parametrize("name", ["a.db", "parts/"])
def test_a_disk_that_is_really_full(tmp_path: Path, name: str) -> None:
    """On a file system without room the error says so; when there is room, the sweep goes on from what is there."""
    small = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(tmp_path)]
    if subprocess.run(small, check=False, capture_output=True).returncode:
        pytest.skip("This machine allows no mounts.")
    said = {"checks": ["ten +{mod}"], "ranges": {"mod": "-50..50"}, "keep": ["distribution margin"]}
    plan, path = planned(said), f"{tmp_path}/{name}"
    try:
        one_by_one = zip(plan.cases(), rows_of(plan), strict=True)
        with closing(store_at(path)) as store:

            def fill() -> None:
                for case, row in one_by_one:
                    store.put([StoredResult.of(plan, case, row)])

            with pytest.raises(StudyError, match="make room, and run the same command"):
                fill()
        subprocess.run(["mount", "-o", "remount,size=9m", tmp_path], check=True)
        with closing(store_at(path)) as store:
            assert 0 < len(store.missing(plan, plan.cases())) < len(plan.numbers)
            solved(said, store)
            assert store.missing(plan, plan.cases()) == []
    finally:
        subprocess.run(["umount", "-l", tmp_path], check=True)


def test_what_was_refused_is_tried_again_only_when_asked(tmp_path: Path) -> None:
    """A refused check is known; with `again` it is solved once more."""
    said = {"checks": ["ten +{mod}"], "ranges": {"mod": "0..1"}}
    path = tmp_path / "a.db"
    with closing(ResultStore(str(path))) as store:
        plan = planned(said)
        (case, _) = plan.cases()
        store.put([StoredResult.of(plan, case, SolvedRow("ten", error="No."))])
    assert [row["error"] for row in study.sweep(said, store=path, workers=1).rows()] == ["No.", ""]
    assert [row["error"] for row in study.sweep(said, store=path, workers=1, again=True).rows()] == ["", ""]


def test_a_full_disk_loses_nothing_that_was_written(tmp_path: Path) -> None:
    """The error says what to do; what was written before is there, and the sweep goes on from it."""
    said = {"checks": ["ten +{mod} superior {sup}"], "ranges": {"mod": "-20..20", "sup": "0..3"},
            "keep": ["distribution margin"]}  # fmt: skip
    store = ResultStore(str(tmp_path / "a.db"))
    store._db.execute("PRAGMA max_page_count = 30")
    with pytest.raises(StudyError) as full:
        solved(said, store)
    assert full.value.code == "study/store"
    assert "full" in full.value.message
    assert "make room" in full.value.message
    store.close()
    again = ResultStore(str(tmp_path / "a.db"))
    (there,) = again._db.execute("SELECT count(*) FROM results").fetchone()
    assert 0 < there < 164
    assert solved(said, again) == 164 - there


@pytest.mark.parametrize("content", [b"no database, but long enough to be looked at as one" * 9, "other tables"])
def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path, content: bytes | str) -> None:
    """Another file, or the database of another program, is not written to."""
    path = tmp_path / "a.db"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE other (a)")
    before = path.read_bytes()
    with pytest.raises(StudyError) as refused:
        study.sweep({"checks": ["ten"]}, store=path)
    assert refused.value.code == "study/store"
    assert path.read_bytes() == before


@contextmanager
def command(folder: Path, *words: str, most: int = 12, **streams: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The command as a process that is the first of its group; its targets go up to `most`. In the end it is ended."""
    (folder / "a.toml").write_text(
        f'checks = ["wild {{d}}D+{{pips}} vs {{vs}}"]\n[ranges]\nd = "1..2"\npips = "0..1"\nvs = "5..{most}"\n',
        "utf-8",
    )
    run = [sys.executable, "-m", "sixfold", "sweep", "a.toml", *words]
    with subprocess.Popen(run, cwd=folder, start_new_session=True, **streams) as process:
        try:
            yield process
        finally:
            process.kill()


def there(folder: Path) -> int:
    """How many results the store of the command has."""
    if not (folder / "a.results.db").exists():
        return 0
    with closing(sqlite3.connect(folder / "a.results.db", timeout=60)) as database:
        if not database.execute("PRAGMA user_version").fetchone()[0]:
            return 0
        return int(database.execute("SELECT count(*) FROM results").fetchone()[0])


def known(folder: Path) -> list[str]:
    """The checks whose results the store of the command has."""
    with closing(sqlite3.connect(folder / "a.results.db", timeout=60)) as database:
        return [text for (text,) in database.execute("SELECT text FROM results")]


def parents() -> dict[int, int]:
    """The parent of each process that runs; one that has ended is there until somebody asks how, and is left out."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent, *_ = file.read_text().rpartition(")")[2].split()
            if state != "Z":
                found[int(file.parent.name)] = int(parent)
    return found


def until_there(folder: Path, more: int) -> None:
    """Wait for more results than this."""
    wait_until(lambda: there(folder) > more)


def until_gone(processes: set[int]) -> None:
    """Wait for the end of processes."""
    wait_until(lambda: processes.isdisjoint(parents()))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_kill_9_loses_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    """A command that is killed leaves no process; the next one goes on, and each row is there once."""
    for _ in range(THOROUGH):
        before = there(tmp_path)
        with command(tmp_path, most=FAR) as running:
            until_there(tmp_path, before + 20)
            begun = {process for process, parent in parents().items() if parent == running.pid}
            assert begun
        until_gone(begun)
    kept = known(tmp_path)
    assert 20 < len(kept) == len(set(kept)) < 4 * FAR
    with command(tmp_path, "-o", "a.csv", stdout=subprocess.DEVNULL) as running:
        assert running.wait() == 0
    lines = (tmp_path / "a.csv").read_text("utf-8").splitlines()
    assert len(lines) == len(set(lines)) == 1 + ALL
    assert sorted(known(tmp_path)) == sorted({*kept, *(line.split(",")[4] for line in lines[1:])})
    name, exactly = lines[1].split(",")[4], lines[1].split(",")[6]
    assert exactly.strip() == str(odds(name).events["success"])


def test_ctrl_c_says_how_to_continue(tmp_path: Path) -> None:
    """Ctrl-C ends the command and its processes at once, and what was solved is kept."""
    pipe = subprocess.PIPE
    with command(tmp_path, "--workers", "1", most=FAR, stdout=pipe, stderr=pipe) as running:
        until_there(tmp_path, 20)
        os.killpg(running.pid, signal.SIGINT)
        said, told = running.communicate()
    assert (running.returncode, said) == (130, b"")
    assert told == (b"Stopped. What was solved is in a.results.db. To continue: sixfold sweep a.toml --workers 1\n")
    assert there(tmp_path) > 20


def test_two_share_a_store(tmp_path: Path) -> None:
    """Two who run one sweep at a time both end well, and each row is there once."""
    with ExitStack() as begun:
        words = ("--workers", "1", "--json")
        both = [begun.enter_context(command(tmp_path, *words, stdout=subprocess.PIPE)) for _ in range(2)]
        answers = [json.loads(running.communicate()[0]) for running in both]
    assert [running.returncode for running in both] == [0, 0]
    assert answers[0] == answers[1]
    assert answers[0]["checks"] == there(tmp_path) == ALL


def test_many_open_a_new_store_together(tmp_path: Path) -> None:
    """Whoever comes while somebody else makes the tables finds a store, never a file that is not one."""
    together = threading.Barrier(4)

    def opened(case: Path) -> None:
        together.wait(PATIENCE)
        ResultStore(str(case)).close()

    with ThreadPoolExecutor(4) as openers:
        for nth in range(30 * THOROUGH):
            list(openers.map(opened, [tmp_path / f"{nth}.db"] * 4))
