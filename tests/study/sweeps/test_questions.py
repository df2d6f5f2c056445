"""Questions of a sweep, against the odds of single checks; rows as files; the command."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sixfold import odds, study
from sixfold.base.shapes.fraction import Bounds
from sixfold.show.report.chart import Curves, HeatMap
from sixfold.study.sweeps.questions import Figures, Promise
from tests.console import run

SAID: dict[str, Any] = {
    "checks": {"ten": "ten +{skill} superior {sup} {tier}", "wild": "wild {d}D vs 15"},
    "ranges": {"skill": "-1..3", "sup": "0..2", "tier": ["", "hard"], "d": "3..6"},
    "keep": {"success": "success", "blunder": {"ten": "quality=blunder"}},
}


EXACTLY = Bounds.exactly


def success(text: str) -> Fraction:
    return odds(text).events["success"]


def ten(skill: int, sup: int, tier: str) -> Fraction:
    return success(f"ten {skill:+d} superior {sup} {tier}")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store in which all checks of the sweep above are solved: each question needs the same ones."""
    path = tmp_path_factory.mktemp("questions") / "a.db"
    study.sweep(SAID, store=path, workers=1)
    return path


@pytest.fixture
def found(known: Path) -> Callable[..., Any]:
    """Finds the answer to one question of the sweep above."""
    return lambda **question: study.sweep({**SAID, "questions": {"it": question}}, store=known).answers["it"]


def test_options_keep_every_promise(found: Callable[..., Any]) -> None:
    """An option is there exactly if all of its checks keep all promises, and with their ends."""
    answer = found(find="options", every=["skill"], require=[
        "success between 25 % and 0.95", "blunder never above 5%", "success rises with skill",
    ])  # fmt: skip
    expected = []
    for sup in range(3):
        for tier in ("", "hard"):
            chances = [ten(skill, sup, tier) for skill in range(-1, 4)]
            blunders = [
                odds(f"ten {skill:+d} superior {sup} {tier}").events["quality=blunder"] for skill in range(-1, 4)
            ]
            if min(chances) >= Fraction(1, 4) and max(chances) <= Fraction(19, 20) and max(blunders) <= Fraction(1, 20):
                expected.append((sup, tier, *map(EXACTLY, (min(chances), max(chances), min(blunders), max(blunders)))))
    assert 0 < len(expected) < 6
    assert list(answer.rows) == expected


def test_a_promise_that_nothing_keeps_shows_what_is_broken(found: Callable[..., Any]) -> None:
    """Where no option keeps all, those come that break least, with the promises that they break."""
    answer = found(find="options", every=["skill"], require=["success falls with skill", "success never below 90 %"])
    assert answer.note == "0 of 6 options keep all of it. These come nearest."
    assert answer.heads[-1] == "broken"
    assert {row[-1] for row in answer.rows} == {"success falls with skill; success never below 90 %"}


def test_the_smallest_change_upholds_a_table(found: Callable[..., Any]) -> None:
    """The first option upholds the printed figures, and no smaller change does."""
    printed = {"": "93 %", "hard": "73 %"}
    assert f"{float(ten(1, 1, 'hard')):.0%}" == "62%"
    answer = found(find="change", over="tier", printed={"": "90 %", "hard": "62 %"}, now={"skill": 0, "sup": 1})
    assert answer.rows[0][:3] == (1, 1, 1)
    assert answer.note == "2 of 2 printed figures can be upheld together."
    none = found(find="change", over="tier", printed=printed, now={})
    assert none.note.startswith(("0 of 2", "1 of 2"))


def test_a_fit_is_the_nearest_check(found: Callable[..., Any]) -> None:
    """To each check of one game comes the nearest of the other, and how far off it is."""
    answer = found(find="fit", check="ten", to="wild")
    every = {(skill, sup, tier): ten(skill, sup, tier)
             for skill in range(-1, 4) for sup in range(3) for tier in ("", "hard")}  # fmt: skip
    for d, chance, *values, near, off in answer.rows:
        solved = odds(f"wild {d}D vs 15")
        assert chance.low == solved.events["success"] <= chance.high <= chance.low + solved.unresolved
        assert near == Bounds.exactly(every[tuple(values)])
        assert off == near.minus(chance)
        assert abs(near.low - chance.low) == min(abs(other - chance.low) for other in every.values())
    assert len(answer.rows) == 4


def test_what_comes_nearest_is_sorted_by_its_distance(found: Callable[..., Any]) -> None:
    """Where no option keeps all, the first is off by least, and each is off by the worst of its figures."""
    answer = found(find="options", every=["skill"], require=["success between 70 % and 80 %"])
    distances = {}
    for sup in range(3):
        for tier in ("", "hard"):
            chances = [ten(skill, sup, tier) for skill in range(-1, 4)]
            distances[sup, tier] = max(Fraction(7, 10) - min(chances), max(chances) - Fraction(8, 10))
    assert [row[:2] for row in answer.rows] == sorted(distances, key=lambda option: distances[option])
    assert [row[-2] for row in answer.rows] == [EXACTLY(each) for each in sorted(distances.values())]


def test_the_worst_of_several_promises_counts(known: Path) -> None:
    """An option is off by the promise that it breaks most; if two are equally far off, all their promises count."""
    promises = ["success between 70 % and 80 %", "blunder never above 0 %", "success never below 99 %"]
    asked = {"together": promises, **{promise: [promise] for promise in promises}}
    questions = {name: {"find": "options", "every": ["skill"], "require": asked[name]} for name in asked}
    answers = study.sweep({**SAID, "questions": questions}, store=known).answers.values()
    together, *alone = ({row[:2]: row[-2].low for row in answer.rows} for answer in answers)
    every = {option: [each[option] for each in alone] for option in together}
    assert together == {option: max(distances) for option, distances in every.items()}
    assert list(together) == sorted(every, key=lambda option: (max(every[option]), sum(every[option])))


def test_a_fit_with_one_value_for_all_rows_has_the_least_worst_row(found: Callable[..., Any]) -> None:
    """The ranges in `one` keep that value with which the worst row is nearest; the others vary from row to row."""
    answer = found(find="fit", check="ten", to="wild", one=["sup", "tier"])
    goals = [row[1].low for row in answer.rows]
    worst = {
        (sup, tier): max(min(abs(ten(skill, sup, tier) - goal) for skill in range(-1, 4)) for goal in goals)
        for sup in range(3)
        for tier in ("", "hard")
    }
    kept = {row[3:5] for row in answer.rows}
    assert kept == {min(worst, key=lambda option: worst[option])}
    (sup, tier), *_ = kept
    for row in answer.rows:
        nearest = min(abs(ten(skill, sup, tier) - row[1].low) for skill in range(-1, 4))
        assert abs(ten(row[2], sup, tier) - row[1].low) == nearest
    assert f"with sup {sup}, tier {tier}".strip() in answer.note


def test_each_question_has_a_panel_with_its_name(known: Path, tmp_path: Path) -> None:
    """A chart has a panel for each question, in their order, and each begins with the name of its question."""
    questions = {"steps": {"find": "worth", "range": "sup"}, "heat": {"find": "map", "rows": "skill", "columns": "sup"},
                 "near": {"find": "fit", "to": "wild"}}  # fmt: skip
    sweep = study.sweep({**SAID, "questions": questions}, store=known)
    chart = sweep.chart()
    assert chart is not None
    assert [plot.title for plot in chart.plots if isinstance(plot, Curves | HeatMap)] == list(questions)
    sweep.save(tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert all(f">{name}<" in drawn for name in questions)


def test_a_step_is_worth_its_differences(found: Callable[..., Any]) -> None:
    """Each step has the least, the mean and the greatest gain over all other ranges."""
    answer = found(find="worth", range="sup")
    for row, (before, after) in zip(answer.rows, pairwise(range(3)), strict=True):
        gains = [ten(s, after, t) - ten(s, before, t) for s in range(-1, 4) for t in ("", "hard")]
        assert row[1:4] == tuple(map(EXACTLY, (min(gains), sum(gains, Fraction(0)) / len(gains), max(gains))))


def test_a_map_has_both_ranges(found: Callable[..., Any]) -> None:
    """A heat map has a cell for each pair; the other ranges are as it says."""
    answer = found(find="map", rows="skill", columns="sup", at={"tier": "hard"})
    assert list(answer.rows) == [
        (skill, *(EXACTLY(ten(skill, sup, "hard")) for sup in range(3))) for skill in range(-1, 4)
    ]
    (plot,) = answer.plots
    assert plot.values == tuple(tuple(cell.low for cell in row[1:]) for row in answer.rows)


def test_a_map_says_which_values_the_others_have(found: Callable[..., Any]) -> None:
    """A map takes the first value of each range that it does not name, and says so."""
    answer = found(find="map", rows="skill", columns="tier")
    assert list(answer.rows) == [
        (skill, *(EXACTLY(ten(skill, 0, tier)) for tier in ("", "hard"))) for skill in range(-1, 4)
    ]
    assert "sup 0" in answer.note


def test_a_step_is_worth_what_is_known(tmp_path: Path) -> None:
    """Steps to and from a refused check are left out; all others are there."""
    said = {"checks": {"keep": "dice {n}d6kh{k}"}, "ranges": {"n": "1..2", "k": "1..3"}, "keep": {"sum": "mean total"}}
    question = {"find": "worth", "range": "k", "figure": "sum"}
    sweep = study.sweep({**said, "questions": {"it": question}}, store=tmp_path / "a.db")
    gain = EXACTLY(Fraction(7) - Fraction(161, 36))
    assert [row[:4] for row in sweep.answers["it"].rows] == [("1 → 2", gain, gain, gain)]


def test_a_range_may_have_the_name_of_a_column_of_an_answer() -> None:
    """A row of an answer for programs has a value for each of its columns, also where two have one name."""
    question = {"find": "change", "over": "tier", "printed": {"hard": "26 %"}, "now": {"changes": 1}}
    said = {"checks": ["ten +{changes} {tier}"], "ranges": {"changes": "0..1", "tier": ["", "hard"]}}
    (row,) = study.sweep({**said, "questions": {"it": question}}, workers=1).to_json()["answers"]["it"]["rows"]
    assert (row["changes"], row["changes (2)"], row["hard"]) == (0, 1, "25.93 % (printed 26 %)")


def test_files_have_all_rows_and_a_manifest(known: Path, tmp_path: Path) -> None:
    """Parquet, CSV and JSON lines hold the same rows; the manifest tells them from any others."""
    sweep = study.sweep(SAID, store=known)
    rows = list(sweep.rows())
    for ending in ("csv", "jsonl", "parquet"):
        sweep.save(tmp_path / f"a.{ending}")
        manifest = json.loads((tmp_path / f"a.{ending}.manifest.json").read_text("utf-8"))
        assert manifest["sha256"] == sha256((tmp_path / f"a.{ending}").read_bytes()).hexdigest()
        assert (manifest["rows"], manifest["refused"], manifest["file"]) == (len(rows), 0, f"a.{ending}")
        assert [column["name"] for column in manifest["columns"]] == list(rows[0])
        assert manifest["plan"]["ranges"]["tier"] == ["", "hard"]
    assert [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()] == rows
    with open(tmp_path / "a.csv", newline="", encoding="utf-8") as stream:
        assert [row["success_exact"].strip() for row in csv.DictReader(stream)] == [
            row["success_exact"] for row in rows
        ]
    parquet = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "a.parquet")
    assert parquet.to_pylist() == rows
    assert len(list(tmp_path.iterdir())) == 6


FILE = """
checks = ["ten +{skill}"]
[ranges]
skill = "0..3"
[questions.step]
find = "worth"
range = "skill"
"""


def test_the_command_counts_solves_and_answers(tmp_path: Path) -> None:
    """A dry run counts and writes nothing; a run answers to people, to programs and into files."""
    file = tmp_path / "a.toml"
    file.write_text(FILE, "utf-8")
    dry = run("sweep", str(file), "--dry", "--json").json
    assert (dry["checks"], list(tmp_path.iterdir())) == (4, [file])
    shown = run("sweep", str(file), "--workers", "1")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("4 checks\n")
    assert "0 → 1  11.6 points" in shown.out
    assert (tmp_path / "a.results.db").exists()
    assert run("sweep", str(file), "--workers", "1", "--store", str(tmp_path / "other.db")).status == 0
    assert (tmp_path / "other.db").exists()
    document = run("sweep", str(file), "--json").json
    assert document["answers"]["step"]["rows"][0]["mean"] == {
        "exact": "25/216", "decimal": 25 / 216, "unresolved": "0",
    }  # fmt: skip
    rows = run("sweep", str(file), "-o", str(tmp_path / "a.CSV"), "--json")
    assert (rows.status, rows.json["checks"]) == (0, 4)
    assert (tmp_path / "a.CSV.manifest.json").exists()
    assert run("sweep", str(file), "-o", str(tmp_path / "a.svg")).status == 0
    assert "<svg" in (tmp_path / "a.svg").read_text("utf-8")
    assert run("sweep").status == run("sweep", str(file), "--workers", "0").status == 2
    assert run("sweep", str(tmp_path / "b.toml")).status == 2


def test_what_only_may_rise_keeps_no_promise() -> None:
    """A figure between bounds rises surely only where each is at least as much as the one before can be."""
    bounds = (Bounds(Fraction(1, 2), Fraction(3, 5)), Bounds(Fraction(9, 20), Fraction(11, 20)))
    held = Figures({"d": (1, 2)}, {(at,): bound for at, bound in enumerate(bounds, 1)})
    rises, falls = (Promise.read(f"success {way} with d", {"success": "chance"}) for way in ("rises", "falls"))
    assert rises.missed_by(held) == Fraction(3, 20)
    assert falls.missed_by(held) == Fraction(1, 20)
    surely = Figures({"d": (1, 2)}, {(1,): bounds[1], (2,): Bounds(Fraction(11, 20), Fraction(3, 5))})
    assert rises.missed_by(surely) == 0
    assert rises.missed_by(Figures({"d": (1, 2)}, {(1,): bounds[1], (2,): None})) is None
