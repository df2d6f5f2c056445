"""Sweeps on a real Dask cluster: a scheduler and workers as processes of this machine, some of which are killed."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from distributed import Client

from sixfold import __version__, study
from sixfold.authoring.load import with_games
from sixfold.errors import StudyError
from sixfold.study.sweeps import dask
from sixfold.study.sweeps.scheduler import Progress, Running, engine_of
from sixfold.study.sweeps.sqlite_store import Store
from sixfold.study.sweeps.sweep_file import planned
from tests.study.sweeps.games import duel
from tests.waiting import PATIENCE, wait_until

SAID: dict[str, Any] = {"checks": ["wild {d}D+{pips} vs {vs}"], "ranges": {"d": "1..4", "pips": "0..1", "vs": "5..30"}}


@cache
def expected() -> list[dict[str, Any]]:
    """The rows of the sweep on this machine."""
    return list(study.sweep(SAID, workers=1).rows())


class Cluster:
    """A scheduler, and as many workers as are begun; each worker has a process that watches over it, or none."""

    def __init__(self, folder: Path, begun: ExitStack) -> None:
        self.file = folder / "scheduler.json"
        self._begun = begun
        self.scheduler = self.begin("scheduler", "--port", "0", "--scheduler-file", str(self.file))
        wait_until(lambda: self.file.exists() and self.file.read_text("utf-8").endswith("}"))

    def begin(self, kind: str, *words: str, **settings: str) -> subprocess.Popen[bytes]:
        run = [sys.executable, "-m", "distributed.cli.dask_" + kind, "--host", "127.0.0.1", "--no-dashboard", *words]
        null = subprocess.DEVNULL
        process = subprocess.Popen(run, env={**os.environ, **settings}, stdout=null, stderr=null)
        self._begun.callback(process.wait)
        self._begun.callback(process.kill)
        return process

    def worker(self, *words: str, **settings: str) -> subprocess.Popen[bytes]:
        return self.begin("worker", "--scheduler-file", str(self.file), "--nthreads", "1", *words, **settings)

    def joined(self, many: int) -> list[str]:
        """Wait until there are so many workers, and return their addresses."""
        with Client(scheduler_file=str(self.file), set_as_default=False) as client:
            return wait_until(lambda: list(there) if len(there := client.nthreads()) == many else [])


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
    cluster.joined(2)
    found = study.sweep(SAID, dask=str(cluster.file), progress=at_first(first.kill))
    assert first.wait() != 0
    assert list(found.rows()) == expected()
    assert found.summary.checks == 4 * 2 * 26


def test_games_travel_and_hang_alone(cluster: Cluster, tmp_path: Path) -> None:
    """A game of one's own is solved where its file is not; a check that hangs ends no worker, below a nanny too."""
    games = with_games([duel(tmp_path, "sum(iter(int, 1))")])
    worker = cluster.worker()
    cluster.joined(1)
    said = {"checks": ["duel vs {vs}"], "ranges": {"vs": "11..15"}, "seconds": 0.5}
    rows = list(study.sweep(said, dask=str(cluster.file), systems=games).rows())
    assert [row["error"] for row in rows if row["error"]] == ["This check took longer than 0.5 seconds."]
    assert worker.poll() is None


def test_a_scheduler_may_die(cluster: Cluster, tmp_path: Path) -> None:
    """When the scheduler is killed, the error says how to go on, and nothing that came back is lost."""
    cluster.worker("--no-nanny")
    cluster.joined(1)
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


def other_sixfold(folder: Path, modules: dict[str, str]) -> str:
    """A folder with a package of that name, which a worker finds first."""
    for name, source in {"__init__.py": "", "study/__init__.py": "", "study/sweeps/__init__.py": "", **modules}.items():
        file = folder / "sixfold" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, "utf-8")
    return str(folder)


STRANGE = [
    ({"study/sweeps/dask.py": "def version():\n    return '0.0.1'\n"}, "has Sixfold 0.0.1, and this sweep needs"),
    ({}, "cannot run Sixfold"),
]
"""Modules of packages with the name of Sixfold, and what is said of a worker that has one."""


def test_a_bad_worker_is_named_and_ends_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """A worker with another version, or without Sixfold, is named and gets no checks; alone they are the error."""
    good = cluster.worker("--no-nanny")
    (well,) = cluster.joined(1)
    troubles: dict[str, str] = {}
    for at, (modules, trouble) in enumerate(STRANGE, start=2):
        cluster.worker("--no-nanny", PYTHONPATH=other_sixfold(tmp_path / f"{at}", modules))
        (bad,) = set(cluster.joined(at)) - {well, *troubles}
        troubles[bad] = f"{bad} {trouble} {__version__}"
    news: list[Progress] = []
    assert list(study.sweep(SAID, dask=str(cluster.file), progress=news.append).rows()) == expected()
    assert news[-1].done == news[-1].total
    assert [trouble in news[-1].trouble for trouble in troubles.values()] == [True, True]
    assert well not in news[-1].trouble
    good.kill()
    assert {*cluster.joined(len(troubles))} == {*troubles}
    with pytest.raises(StudyError, match="can solve this sweep: ") as refused:
        study.sweep(SAID, dask=str(cluster.file))
    assert [trouble in refused.value.message for trouble in troubles.values()] == [True, True]


def test_no_scheduler_is_one_sentence(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a scheduler, a worker's, another file, and a scheduler alone each have a sentence."""
    monkeypatch.setattr(dask, "WORKER_SECONDS", 0.1)
    (tmp_path / "other.json").write_text('{"adress": "tcp://127.0.0.1:1"}', "utf-8")
    expected = {
        str(cluster.file): "has no workers. Start one: dask worker tcp://127.0.0.1:",
        "tcp://127.0.0.1:1": "No scheduler answers at tcp://127.0.0.1:1: ",
        str(tmp_path / "other.json"): "is not the file of a scheduler, which names its address: ",
    }
    with socket.create_server(("127.0.0.1", 0)) as silent:
        expected[f"tcp://127.0.0.1:{silent.getsockname()[1]}"] = "what is there does not speak Dask, or not with"
        for address, sentence in expected.items():
            monkeypatch.setattr(dask, "CONNECT_SECONDS", 1 if address.startswith("tcp") else PATIENCE)
            with pytest.raises(StudyError, match=re.escape(sentence)) as refused:
                study.sweep(SAID, dask=address)
            assert refused.value.code == "study/cluster"
    cluster.worker("--no-nanny")
    (address,) = cluster.joined(1)
    monkeypatch.setattr(dask, "CONNECT_SECONDS", PATIENCE)
    with pytest.raises(StudyError, match=f"At {address} is a worker of Dask, no scheduler."):
        study.sweep(SAID, dask=address)
