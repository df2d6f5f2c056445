"""Sweeps on a real Dask cluster: a scheduler and workers as processes of this machine, some of which are killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from sixfold import study
from sixfold.authoring.load import with_games
from sixfold.errors import StudyError
from sixfold.sweep.plan import planned
from sixfold.sweep.scheduler import Progress, Running, engine_of
from sixfold.sweep.sqlite import Store
from tests.sweep.games import duel
from tests.waiting import wait_until

SAID: dict[str, Any] = {"checks": ["wild {d}D+{pips} vs {vs}"], "ranges": {"d": "1..4", "pips": "0..1", "vs": "5..30"}}


class Cluster:
    """A scheduler, and as many workers as are begun; each worker has a process that watches over it, or none."""

    def __init__(self, folder: Path, begun: ExitStack) -> None:
        self.file = folder / "scheduler.json"
        self._begun = begun
        self.scheduler = self.begin("scheduler", "--port", "0", "--scheduler-file", str(self.file))
        wait_until(self.file.exists)

    def begin(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        run = [sys.executable, "-m", "distributed.cli.dask_" + kind, "--host", "127.0.0.1", "--no-dashboard", *words]
        process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._begun.callback(process.wait)
        self._begun.callback(process.kill)
        return process

    def worker(self, *words: str) -> subprocess.Popen[bytes]:
        return self.begin("worker", "--scheduler-file", str(self.file), "--nthreads", "1", *words)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as begun:
        yield Cluster(tmp_path, begun)


def at_first(act: Callable[[], object]) -> Callable[[Progress], None]:
    """Called with the progress of a sweep, it acts once, as soon as something is done."""
    acts = [act]

    def told(progress: Progress) -> None:
        if progress.done and acts:
            acts.pop()()

    return told


def test_a_worker_may_die(cluster: Cluster) -> None:
    """The rows of a cluster of which one worker is killed midway are those of one machine, each there once."""
    first, _ = cluster.worker("--no-nanny"), cluster.worker("--no-nanny")
    found = study.sweep(SAID, dask=str(cluster.file), progress=at_first(first.kill))
    assert first.wait() != 0
    assert list(found.rows()) == list(study.sweep(SAID, workers=2).rows())
    assert found.summary.checks == 4 * 2 * 26


def test_games_travel_and_hang_alone(cluster: Cluster, tmp_path: Path) -> None:
    """A game of one's own is solved where its file is not; a check that hangs ends no worker, below a nanny too."""
    games = with_games([duel(tmp_path, "sum(iter(int, 1))")])
    worker = cluster.worker()
    said = {"checks": ["duel vs {vs}"], "ranges": {"vs": "11..15"}, "seconds": 0.5}
    rows = list(study.sweep(said, dask=str(cluster.file), systems=games).rows())
    assert [row["error"] for row in rows if row["error"]] == ["This check took longer than 0.5 seconds."]
    assert worker.poll() is None


def test_a_scheduler_may_die(cluster: Cluster, tmp_path: Path) -> None:
    """When the scheduler is killed, the error says how to go on, and nothing that came back is lost."""
    cluster.worker("--no-nanny")
    store = Store(str(tmp_path / "a.db"))
    plan = planned(SAID)
    engine = engine_of(plan, None, str(cluster.file))
    with pytest.raises(StudyError) as gone:
        Running(plan, store, engine).run(at_first(cluster.scheduler.kill))
    assert gone.value.code == "study/cluster"
    assert "run the same command again" in gone.value.message
    with suppress(Exception):
        engine.close()
    before = sum(1 for _ in store.results(plan))
    assert before
    store.close()
    with closing(Store(str(tmp_path / "a.db"))) as again:
        assert sum(1 for _ in again.results(plan)) == before


def test_no_scheduler_is_one_sentence() -> None:
    """An address where nothing answers is told."""
    with pytest.raises(StudyError) as refused:
        study.sweep(SAID, dask="tcp://127.0.0.1:1")
    assert refused.value.code == "study/cluster"
