"""Tables of a sweep as other programs read them: Arrow, Parquet, CSV, and distributions in long form."""

from __future__ import annotations

import csv
import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from msgspec.structs import replace
from pyarrow import ipc, parquet

from sixfold import odds, study
from sixfold.base.bounds import PATIENT_WORK
from sixfold.errors import SixfoldError
from sixfold.study.sweeps.answer import Sweep
from sixfold.study.sweeps.output import METADATA, described
from sixfold.study.sweeps.plan import Condition, Job, Plan
from tests.console import run
from tests.study.sweeps.games import duel

SAID: dict[str, Any] = {
    "checks": {"ten": "ten +{m} {tier}", "=1+1": "hs {d}d"},
    "ranges": {"m": "-1..1", "tier": ["", "hard"], "d": "0..2"},
    "keep": {"success": {"ten": "success", "=1+1": "result=triumph"}, "high": {"=1+1": "distribution highest"}},
}


@pytest.fixture(scope="module")
def sweep() -> Sweep:
    """The sweep above, solved."""
    return study.sweep(SAID, workers=1)


def test_arrow_has_the_rows_with_dictionaries_and_a_manifest(sweep: Sweep) -> None:
    """Names and words are dictionary columns, and whatever reads a stream of Arrow reads the sweep."""
    table = sweep.to_arrow()
    assert table.to_pylist() == list(sweep.rows())
    assert pyarrow.RecordBatchReader.from_stream(sweep).read_all().equals(table)
    assert [pyarrow.types.is_dictionary(table.schema.field(name).type) for name in ("check", "tier", "m", "text")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert json.loads(table.schema.metadata[METADATA.encode()])["plan"]["checks"] == SAID["checks"]


def test_a_number_and_the_same_as_a_word_are_one_word_of_arrow() -> None:
    """A range of 1 and "1" has a dictionary column with this word once, and a row for each of them."""
    column = study.sweep({"checks": ["ten +{m}"], "ranges": {"m": [1, "1", "2"]}}, workers=1).to_arrow().column("m")
    assert column.to_pylist() == ["1", "1", "2"]
    assert column.chunk(0).dictionary.to_pylist() == ["1", "2"]


def test_a_distribution_may_have_fractions_of_any_length() -> None:
    """Chances with more digits than Python reads by itself are rows as well."""
    text = f"dice {'+'.join(['100d6kh1'] * 56)}"
    found = study.sweep({"checks": [text], "keep": ["distribution total"]}, workers=1, patient=True)
    rows = found.distributions.to_arrow().to_pylist()
    assert max(len(row["exact"]) for row in rows) > 2 * 4_300
    pmf = odds(text, work=PATIENT_WORK).numbers["total"].pmf
    assert [(row["value"], row["decimal"]) for row in rows] == [(value, float(chance)) for value, chance in pmf.items()]


def test_a_manifest_tells_plans_apart() -> None:
    """All that a plan is made of is in its manifest: plans that differ in one thing are described differently."""
    job = Job({"ten": "ten +{m}"}, {"m": (1, 2)}, {"success": {"ten": "success"}}, {"duel": "a game"}, None, 1.0)
    others = {
        "checks": {"ten": "ten -{m}"},
        "ranges": {"m": (1, 3)},
        "keep": {"success": {"ten": "chaos"}},
        "games": {"duel": "another game"},
        "aim": "chaos",
        "seconds": 2.0,
        "version": "0",
    }
    plans = [
        *(Plan(job), Plan(job, [Condition("m > 1", frozenset({"m"}), bool)]), Plan(job, part=(1, 2))),
        *(Plan(replace(job, **{name: other})) for name, other in others.items()),
    ]
    manifests = [described(plan) for plan in plans]
    assert len({json.dumps(manifest) for manifest in manifests}) == len(plans)
    assert {manifest["version"] for manifest in manifests} == {1}


@pytest.mark.parametrize("part", ["1/1", "1/2", "2/3"])
def test_a_part_says_which_one_it_is(part: str) -> None:
    """The report of a part begins with its number and how many there are; that of a whole sweep does not."""
    report = str(study.sweep({"checks": ["ten +{m}"], "ranges": {"m": "1..3"}}, workers=1, part=part))
    number, _, parts = part.partition("/")
    assert report.startswith(f"Part {number} of {parts}") == (parts != "1")


def test_distributions_are_a_long_table(sweep: Sweep, tmp_path: Path) -> None:
    """Each value of each distribution is a row, with its chance; a file of rows has that table beside it."""
    expected = [
        (f"hs {d}d", value, str(chance), float(chance))
        for d in range(3)
        for value, chance in odds(f"hs {d}d").numbers["highest"].pmf.items()
    ]
    rows = sweep.distributions.to_arrow().to_pylist()
    assert [(row["text"], row["value"], row["exact"], row["decimal"]) for row in rows] == expected
    assert {(row["check"], row["number"]) for row in rows} == {("=1+1", "high")}
    for ending, read in (("parquet", parquet.read_table), ("arrow", lambda path: ipc.open_file(path).read_all())):
        sweep.save(tmp_path / f"a.{ending}")
        table = read(tmp_path / f"a.{ending}")
        assert table.to_pylist() == list(sweep.rows())
        assert METADATA.encode() in table.schema.metadata
        assert read(tmp_path / f"a.distributions.{ending}").to_pylist() == rows
        manifest = json.loads((tmp_path / f"a.distributions.{ending}.manifest.json").read_text("utf-8"))
        assert (manifest["rows"], manifest["refused"]) == (len(rows), 0)


@pytest.mark.parametrize(("ending", "code"), [("svg", "study/form"), ("foo", "study/file")])
def test_distributions_are_written_as_rows_only(sweep: Sweep, tmp_path: Path, ending: str, code: str) -> None:
    """A file with another ending is refused in a sentence, and not written."""
    with pytest.raises(SixfoldError) as refused:
        sweep.distributions.save(tmp_path / f"a.{ending}")
    assert (refused.value.code, list(tmp_path.iterdir())) == (code, [])


def test_no_cell_of_a_csv_is_a_date_or_a_formula(sweep: Sweep, tmp_path: Path) -> None:
    """A spreadsheet takes no cell for anything else; without the tab, each is what it was."""
    sweep.save(tmp_path / "a.csv")
    with open(tmp_path / "a.csv", newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        for cell in row.values():
            assert re.fullmatch(r"\d{1,4}/\d{1,4}", cell) is None
            assert cell[:1] not in ("=", "+", "@", "-") or re.fullmatch(r"-?[\d.e-]+", cell)
    assert [row["check"].strip() for row in rows] == [row["check"] for row in sweep.rows()]
    exactly = [Fraction(row["success_exact"]) for row in rows]
    assert exactly == [Fraction(str(row["success_exact"])) for row in sweep.rows()]


def test_what_cannot_be_written_is_found_before_anything_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing folder, a file in its place, another ending, a chart without a question, or a missing extra."""
    file = tmp_path / "a.toml"
    file.write_text('checks = ["ten +{m}"]\n[ranges]\nm = "0..3"\n', "utf-8")
    for output in ("none/a.svg", "none/a.csv", "a.toml/a.csv", "a.toml/a.html", "a.foo", "a.svg", "a.png"):
        done = run("sweep", str(file), "-o", str(tmp_path / output))
        assert (done.status, done.out) == (2, "")
        assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(SixfoldError, match="A sweep without questions has nothing to draw"):
        study.sweep({"checks": ["ten"]}, output=str(tmp_path / "a.svg"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SixfoldError, match="A Parquet or Arrow file needs the extra “arrow”"):
        study.sweep({"checks": ["ten"]}, output=str(tmp_path / "a.parquet"))
    assert list(tmp_path.iterdir()) == [file]


def test_a_game_that_prints_breaks_no_document(tmp_path: Path) -> None:
    """With `--json`, standard output is one document, and a game that prints is told so in its row."""
    (tmp_path / "a.toml").write_text(
        'checks = ["duel vs {vs}"]\ngames = ["duel.py"]\n[ranges]\nvs = "12..14"\n', "utf-8"
    )
    for bad in ("print('played')", "[one('played') for one in [print]]", "vars(__import__('builtins'))['print']('!')"):
        duel(tmp_path, bad)
        done = run("sweep", str(tmp_path / "a.toml"), "--json", "--workers", "1")
        assert done.json["refused"] == 1
        assert "uses “print”" in done.json["reasons"][0]["message"]
