"""What a store of sweeps keeps: no figure is lost, and no error stays longer than it is true."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from sixfold import odds, study
from sixfold.study.sweeps import parquet_store, scheduler, sqlite_store
from sixfold.study.sweeps.figures import SolvedFigure
from sixfold.study.sweeps.plan import Plan
from sixfold.study.sweeps.scheduler import Progress, Running, store_at
from sixfold.study.sweeps.sqlite_store import ALIVE_SECONDS, ResultStore, StoredResult
from sixfold.study.sweeps.sweep_file import planned
from sixfold.study.sweeps.worker import PATIENTLY
from tests.study.sweeps.test_scheduler import Here, solved
from tests.waiting import PATIENCE

SAID: dict[str, Any] = {"checks": ["ten +{m}"], "ranges": {"m": "0..1"}, "keep": ["success"]}
STORES = pytest.mark.parametrize("name", ["a.db", "parts/"])


def put(store: ResultStore, plan: Plan, *, figures: str = "{}", error: str = "", most: float = 0.0) -> None:
    """Write a result of the first check of a plan."""
    case = next(plan.cases())
    store.put([StoredResult(case.text, plan.scope(case.text), "ten", figures, error, most)])


def first(store: ResultStore, plan: Plan) -> dict[str, SolvedFigure] | None:
    """The figures of the first check of a plan, as far as they are known."""
    ((_, result),) = store.known(plan, [next(plan.cases())])
    return None if result is None else dict(result.figures)


@STORES
def test_a_time_out_replaces_no_figure(tmp_path: Path, name: str) -> None:
    """A figure stays when another one of the same check takes too long: only that one has the error."""
    path = f"{tmp_path}/{name}"
    short = planned({**SAID, "keep": ["success", "mean total"], "seconds": 0.1})
    assert solved(SAID, store_at(path)) == 2
    with closing(store_at(path)) as store:
        put(store, short, error="This check took longer than 0.1 seconds.", most=0.1)
    with closing(store_at(path)) as store:
        known, both = first(store, planned(SAID)), first(store, short)
    assert known is not None
    assert both is not None
    assert (known["success"].exact, both["success"].exact) == ("5/8", "5/8")
    assert both["mean total"].error == "This check took longer than 0.1 seconds."


@STORES
def test_more_seconds_try_again(tmp_path: Path, name: str) -> None:
    """A check that took too long is tried again by a sweep with more seconds only, and a longer time-out is kept."""
    path = f"{tmp_path}/{name}"
    with closing(store_at(path)) as store:
        plan = planned({**SAID, "seconds": 5})
        put(store, plan, error="longer than 5", most=5.0)
        put(store, plan, error="longer than 1", most=1.0)
    with closing(store_at(path)) as store:
        known = first(store, planned({**SAID, "seconds": 2}))
        assert known is not None
        assert known["success"].error == "longer than 5"
        assert first(store, planned({**SAID, "seconds": 6})) is None
        assert solved({**SAID, "seconds": 6}, store) == 2
        found = first(store, plan)
        assert found is not None
        assert found["success"].exact == "5/8"


def test_patience_tries_what_was_too_much_work(tmp_path: Path) -> None:
    """A check that took too much work is tried again by a patient sweep, and not by another one."""
    store = store_at(str(tmp_path / "a.db"))
    put(store, planned(SAID), error="too much work", most=PATIENTLY)
    assert first(store, planned(SAID)) is not None
    assert first(store, planned(SAID, patient=True)) is None


def test_words_in_another_order_are_the_same_check(tmp_path: Path) -> None:
    """What is known is found by its canonical text, in whatever order a sweep has the words."""
    store = store_at(str(tmp_path / "a.db"))
    ranges = {"m": "0..3", "d": "1..3"}
    assert solved({"checks": ["ten +{m} superior {d}"], "ranges": ranges}, store) == 12
    assert solved({"checks": ["ten superior {d} +{m}"], "ranges": ranges}, store) == 0
    assert solved({"checks": ["ten superior {d} +{m}", "ten +{m}  superior {d}"], "ranges": ranges}, store) == 0


@pytest.mark.parametrize("damage", ["{", '{"success": 5}', '{"success": ["5/8", "much"]}', "[]", ""])
def test_a_damaged_row_is_solved_again(tmp_path: Path, damage: str) -> None:
    """Where the figures of a row cannot be read, the check is solved again, and the row is whole afterwards."""
    path = tmp_path / "a.db"
    assert solved(SAID, ResultStore(str(path))) == 2
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE results SET figures = ? WHERE text = 'ten'", (damage,))
    assert solved(SAID, ResultStore(str(path))) == 1
    rows = study.sweep(SAID, store=path, workers=1).rows()
    assert [row["success_exact"] for row in rows] == [str(odds(f"ten +{m}").events["success"]) for m in range(2)]


@STORES
def test_what_others_have_begun_comes_last(tmp_path: Path, name: str) -> None:
    """Checks that somebody has begun are free for nobody else until they are solved or left."""
    one, other = (store_at(f"{tmp_path}/{name}") for _ in range(2))
    plan = planned({**SAID, "ranges": {"m": "0..3"}})
    cases = list(plan.cases())
    assert one.begin(plan, cases[:2]) == (cases[:2], [])
    assert other.begin(plan, cases) == (cases[2:], cases[:2])
    assert one.begin(plan, cases[:2]) == (cases[:2], [])
    more = planned({**SAID, "ranges": {"m": "0..3"}, "keep": ["success", "chaos"]})
    assert one.begin(more, more.cases()) == (list(more.cases()), [])
    put(one, plan, figures='{"success": ["5/8", 0.625, "0", ""]}')
    assert one.begin(plan, cases[:1]) == ([], [])
    one.leave()
    assert other.begin(plan, cases) == (cases[1:], [])
    other.leave()
    assert not list(tmp_path.glob("parts/*.begun"))


@STORES
def test_a_check_that_was_given_up_is_free(tmp_path: Path, name: str) -> None:
    """Somebody with more patience begins a check that was given up, while its other ones are still being solved."""
    one, other = (store_at(f"{tmp_path}/{name}") for _ in range(2))
    plan, patient = planned(SAID), planned(SAID, patient=True)
    given_up, begun = patient.cases()
    assert one.begin(plan, plan.cases()) == (list(plan.cases()), [])
    assert other.begin(patient, patient.cases()) == ([], [given_up, begun])
    put(one, plan, error="too much work", most=PATIENTLY)
    assert one.begin(plan, plan.cases()) == (list(plan.cases())[1:], [])
    assert other.begin(patient, patient.cases()) == ([given_up], [begun])


@STORES
def test_what_killed_programs_had_begun_is_solved_by_others(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is alive keeps what they have begun; after some seconds without a sign, it is free and forgotten."""
    now = [1_000_000.0]
    for module in (sqlite_store, parquet_store):
        monkeypatch.setattr(module, "time", lambda: now[0])
    killed, alive, other = (store_at(f"{tmp_path}/{name}") for _ in range(3))
    plan = planned({**SAID, "ranges": {"m": "0..3"}})
    cases = list(plan.cases())
    killed.stay()  # with nothing begun
    killed.begin(plan, cases[:1])
    alive.begin(plan, cases[1:2])
    assert other.begin(plan, cases) == (cases[2:], cases[:2])
    now[0] += 0.9 * ALIVE_SECONDS
    alive.stay()
    other.stay()
    now[0] += 0.9 * ALIVE_SECONDS
    alive.stay()
    assert other.begin(plan, cases) == ([cases[0], *cases[2:]], cases[1:2])
    assert len(list(tmp_path.glob("parts/*.begun"))) in (0, 2)
    now[0] -= 1_000_000  # somebody has set the clock
    alive.stay()
    assert other.begin(plan, cases) == ([cases[0], *cases[2:]], cases[1:2])
    (tmp_path / "parts").mkdir(exist_ok=True)
    (tmp_path / "parts" / "other.begun").write_text("no list", "utf-8")
    assert other.begin(plan, cases) == ([cases[0], *cases[2:]], cases[1:2])


@STORES
def test_two_starters_solve_each_check_nearly_once(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who solve one sweep into one store at the same time solve hardly anything twice."""
    monkeypatch.setattr(sqlite_store, "ALIVE_SECONDS", PATIENCE)
    plan = planned({"checks": ["ten +{m} superior {d}"], "ranges": {"d": "1..4", "m": "-18..19"}})
    together = Barrier(2)

    def solves(_: int) -> int:
        engine = Here(plan.job)
        with closing(store_at(f"{tmp_path}/{name}")) as store:
            together.wait(PATIENCE)
            Running(plan, store, engine).run(lambda progress: None)
            assert store.missing(plan, plan.cases()) == []
        return engine.solved

    with ThreadPoolExecutor(2) as starters:
        solved_by_each = list(starters.map(solves, range(2)))
    assert plan.total <= sum(solved_by_each) <= 1.25 * plan.total  # each may begin with a few that the other has begun


def test_news_go_on_until_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All news are of as many checks, and end with everything done and nothing left, also where all was known."""
    monkeypatch.setattr(scheduler, "NEWS_SECONDS", 0.0)
    for known in (0, 9):
        news: list[Progress] = []
        said = {**SAID, "ranges": {"m": "0..8"}}
        study.sweep(said, store=tmp_path / "a.db", workers=1, progress=news.append)
        assert {one.total for one in news} == {9}
        assert [one.done for one in news] == sorted(one.done for one in news)
        assert (news[-1].done, news[-1].refused, news[-1].known, news[-1].left) == (9, 0, known, 0.0)
