"""Sweeps on a real Dask cluster: a scheduler and workers as processes of this machine, some of which are killed."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from distributed import Client

from sixfold import __version__, study
from sixfold.authoring.load import with_games
from sixfold.errors import StudyError
from sixfold.study.sweeps import dask, sweep_file
from sixfold.study.sweeps.scheduler import Progress, Running
from sixfold.study.sweeps.sqlite_store import ResultStore
from sixfold.study.sweeps.sweep_file import planned
from tests.study.sweeps.games import duel
from tests.study.sweeps.test_scheduler import swept
from tests.waiting import PATIENCE, wait_until

SAID: dict[str, Any] = {"checks": ["ten +{mod} superior {sup}"], "ranges": {"mod": "-8..7", "sup": "0..5"}}


@cache
def expected() -> list[dict[str, Any]]:
    """The rows of the sweep on this machine."""
    return swept(SAID)


@contextmanager
def begun(kind: str, file: Path, *words: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask whose scheduler has this file; it is killed in the end."""
    run = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(file), "--no-dashboard"]
    null, env = subprocess.DEVNULL, {**os.environ, **settings}
    with subprocess.Popen([*run, "--host", "127.0.0.1", *words], env=env, stdout=null, stderr=null) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[Path, subprocess.Popen[bytes]]]:
    """A scheduler, with its file."""
    file = folder / "scheduler.json"
    with begun("scheduler", file, "--port", "0") as process:
        wait_until(lambda: file.exists() and file.read_text("utf-8").endswith("}"))
        yield file, process


class Cluster:
    """A scheduler, and as many workers as are begun; each worker has a process that watches over it, or none."""

    def __init__(self, file: Path, workers: ExitStack) -> None:
        self.file = file
        self._workers = workers

    def worker(self, *words: str, **settings: str) -> subprocess.Popen[bytes]:
        return self._workers.enter_context(begun("worker", self.file, "--nthreads", "1", *words, **settings))

    def joined(self, many: int) -> dict[str, str]:
        """Wait until there are so many workers, and return their addresses by their names."""
        with Client(scheduler_file=str(self.file), set_as_default=False) as client:
            wait_until(lambda: len(client.nthreads()) == many)
            workers = client.scheduler_info(-1)["workers"]
        return {str(worker["name"]): address for address, worker in workers.items()}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file of a scheduler that lives as long as these tests."""
    with scheduler(tmp_path_factory.mktemp("scheduler")) as (file, _):
        yield file


@pytest.fixture
def cluster(running: Path) -> Iterator[Cluster]:
    """A cluster that has no workers yet: those of the test before are gone."""
    with ExitStack() as workers:
        cluster = Cluster(running, workers)
        cluster.joined(0)
        yield cluster


def at_first(act: Callable[[], object]) -> Callable[[Progress], None]:
    """Called with the progress of a sweep, it acts once, as soon as something is done and not all is."""
    acts = [act]

    def told(progress: Progress) -> None:
        if progress.done and acts:
            assert progress.done < progress.total
            acts.pop()()

    return told


def test_a_worker_may_die(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of a cluster of which one worker is killed midway are those of one machine; nothing is left on it."""
    monkeypatch.setattr("sixfold.study.sweeps.scheduler.NEWS_SECONDS", 0.01)
    first, _ = cluster.worker("--no-nanny"), cluster.worker("--no-nanny")
    cluster.joined(2)
    found = study.sweep(SAID, dask=str(cluster.file), progress=at_first(first.kill))
    first.wait()
    assert list(found.rows()) == expected()
    assert found.summary.checks == 16 * 6
    with Client(scheduler_file=str(cluster.file), set_as_default=False) as client:
        (left,) = client.run(
            lambda dask_worker: [name for name in dask_worker.extensions if "sixfold" in name]
        ).values()
    assert left == []


def test_games_travel_and_hang_alone(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of one's own is solved where its file is not; a check that hangs ends no worker, below a nanny too."""
    monkeypatch.setattr(sweep_file, "TRIAL_SECONDS", 0.3)
    games = with_games([duel(tmp_path, "sum(iter(int, 1))")])
    worker = cluster.worker()
    cluster.joined(1)
    said = {"checks": ["duel vs {vs}"], "ranges": {"vs": "12..14"}, "seconds": 0.5}
    rows = list(study.sweep(said, dask=str(cluster.file), systems=games).rows())
    assert [row["error"] for row in rows if row["error"]] == ["This check took longer than 0.5 seconds."]
    assert worker.poll() is None


def test_a_scheduler_may_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the scheduler is killed, the error says how to go on, and nothing that came back is lost."""
    monkeypatch.setattr("sixfold.study.sweeps.scheduler.NEWS_SECONDS", 0.01)
    store = ResultStore(str(tmp_path / "a.db"))
    plan = planned(SAID)
    with scheduler(tmp_path) as (file, process), begun("worker", file, "--no-nanny"):
        engine = dask.Cluster(plan.job, str(file))
        engine._client._timeout = 0.1  # for which it hopes for another scheduler
        with pytest.raises(StudyError) as gone:
            Running(plan, store, engine).run(at_first(process.kill))
    assert gone.value.code == "study/cluster"
    assert "run the same command again" in gone.value.message
    with suppress(Exception):
        engine.close()
    before = sum(1 for _ in store.results(plan))
    assert before
    store.close()
    with closing(ResultStore(str(tmp_path / "a.db"))) as again:
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
    good = cluster.worker("--no-nanny", "--name", "good")
    for at, (modules, _) in enumerate(STRANGE):
        cluster.worker("--no-nanny", "--name", f"{at}", PYTHONPATH=other_sixfold(tmp_path / f"{at}", modules))
    addresses = cluster.joined(1 + len(STRANGE))
    well = addresses.pop("good")
    troubles = [f"{addresses[f'{at}']} {trouble} {__version__}" for at, (_, trouble) in enumerate(STRANGE)]
    news: list[Progress] = []
    assert list(study.sweep(SAID, dask=str(cluster.file), progress=news.append).rows()) == expected()
    assert news[-1].done == news[-1].total
    assert [trouble in news[-1].trouble for trouble in troubles] == [True, True]
    assert well not in news[-1].trouble
    good.kill()
    assert cluster.joined(len(troubles)) == addresses
    with pytest.raises(StudyError, match="can solve this sweep: ") as refused:
        study.sweep(SAID, dask=str(cluster.file))
    assert [trouble in refused.value.message for trouble in troubles] == [True, True]


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
            monkeypatch.setattr(dask, "CONNECT_SECONDS", 0.1 if address.startswith("tcp") else PATIENCE)
            with pytest.raises(StudyError, match=re.escape(sentence)) as refused:
                study.sweep(SAID, dask=address)
            assert refused.value.code == "study/cluster"
    cluster.worker("--no-nanny")
    (address,) = cluster.joined(1).values()
    monkeypatch.setattr(dask, "CONNECT_SECONDS", PATIENCE)
    with pytest.raises(StudyError, match=f"At {address} is a worker of Dask, no scheduler."):
        study.sweep(SAID, dask=address)
