"""Grids: their cells, their forms, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sixfold import odds
from sixfold.errors import SixfoldError, StudyError
from sixfold.study import need, table
from tests.console import run
from tests.study.brute import save_succeeds, ten, ten_succeeds


def test_every_cell_is_that_of_brute_force() -> None:
    """Success of `ten` over modifiers and skew, by counting every fall of the dice."""
    grid = table("ten", "modifier=-3..9", "skew=-2..2")
    expected = [[ten_succeeds(m, s) for s in range(-2, 3)] for m in range(-3, 10)]
    assert expected == [[cell.exact for cell in row] for row in grid.cells]


def test_an_option_that_the_check_needs_may_come_from_the_rows() -> None:
    """A save without its score is no check by itself; the rows bring the score."""
    grid = table("odgs +5", "vs=12..20")
    assert [save_succeeds(score, 5) for score in range(12, 21)] == [row[0].exact for row in grid.cells]


def test_several_events_and_a_mean_stand_side_by_side() -> None:
    """Without an option in the columns there is a column for each thing shown."""
    grid = table("ten", ("skew", [0, 1]), event=["quality=critical", "natural>=12", "mean natural"])
    for row, skew in zip(grid.cells, (0, 1), strict=True):
        rows = ten(skew)
        assert [
            sum(c for (_, _, q, _), c in rows.items() if q == "critical"),
            sum(c for (n, _, _, _), c in rows.items() if n >= 12),
            sum(c * n for (n, _, _, _), c in rows.items()),
        ] == [cell.exact for cell in row]


def test_house_rules_and_flags_can_be_ranges() -> None:
    """A column for each choice of a house rule, and for a word said or not."""
    chaos = table("ten superior 2", "modifier=0..0", "chaos=all,kept", "chaos").cells[0]
    combat = table("odgs", "vs=15", "combat=no,yes", "hit").cells[0]
    assert chaos[0].exact == odds("ten superior 2").events["chaos"]
    assert chaos[1].exact == odds("ten superior 2 chaos=kept").events["chaos"]
    assert [0, odds("odgs vs 15 combat").events["hit"]] == [cell.exact for cell in combat]


def test_open_places_can_be_ranges() -> None:
    """A number that is no option, as in a dice expression, is left open."""
    grid = table("dice ?d6", "?=1..4", event="total>=10")
    assert [odds(f"dice {n}d6").p(lambda o: o.total >= 10) for n in range(1, 5)] == [r[0].exact for r in grid.cells]


def test_csv_holds_exact_fractions_beside_decimals() -> None:
    """Numerator over denominator is the exact chance, and the decimal its nearest double."""
    grid = table("ten", "modifier=-3..3", "skew=-1..1")
    lines = list(csv.DictReader(io.StringIO(grid.to("csv"))))
    assert len(lines) == 21
    for line in lines:
        chance = ten_succeeds(int(line["modifier"]), int(line["skew"]))
        assert chance == Fraction(int(line["numerator"]), int(line["denominator"]))
        assert float(chance) == float(line["decimal"])


def test_every_form_says_the_same() -> None:
    """Markdown, LaTeX, JSON and the terminal all show 62.5 % for a bare test."""
    for form in ("markdown", "latex", "json", "csv", "text"):
        ran = run("table", "ten", "--rows", "modifier=0..1", "--format", form)
        shown = {"latex": "62.5 \\%", "json": '"5/8"', "csv": ",5,8,0.625,"}.get(form, "62.5 %")
        assert (ran.status, shown in ran.out) == (0, True), form


def test_exact_shows_fractions() -> None:
    """--exact replaces percentages by fractions."""
    assert "5/8" in run("table", "ten", "--rows", "modifier=0..1", "--exact").out


def test_what_a_form_means_by_a_sign_is_shown_as_it_is() -> None:
    """Labels with the marks of Markdown or LaTeX do not break out of the table."""
    grid = table("ten +1 [a|b_$%&<b>]", "skew=0..1")
    assert r"\_" in grid.to("latex") or "skew" in grid.to("latex")
    assert all(line.count("|") - line.count("\\|") == 3 for line in grid.to("markdown").splitlines())
    assert "<b>" not in grid._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ten", "--rows", "modifer=0..3"], "study/option"),
        (["ten", "--rows", "modifier"], "study/range"),
        (["ten", "--rows", "modifier=0..x"], "study/range"),
        (["ten", "--rows", "skew=90..99"], "bounds/exceeded"),
        (["ten", "--rows", "modifier=-1000..1000", "--columns", "skew=-97..97"], "bounds/exceeded"),
        (["ten hard", "--rows", "modifier=0..3"], "study/option"),
        (["ten", "--rows", "modifier=0..3", "--columns", "modifier=0..3"], "study/option"),
        (["ten", "--rows", "chaos=all,some"], "study/range"),
        (["ten", "--rows", "vs=0", "--columns", "skew=0..1", "--event", "hit", "--event", "chaos"], "study/option"),
        (["ten", "--rows", "modifier=0..3", "--event", "mean luck"], "study/event"),
        (["ten", "--rows", "modifier=0..3", "--event", "succes"], "study/event"),
        (["ten +?", "--rows", "skew=0..3"], "study/open"),
        (["ten", "--rows", "?=0..3"], "study/open"),
        (["odgs", "--rows", "modifier=0..3"], "notation/missing"),
        (["ten"], "usage/unexpected"),
        (["ten", "--rows", "modifier=0..3", "--json", "--format=latex"], "usage/unexpected"),
        (["ten", "--rows", "modifier=0..3", "--digits", "99"], "bounds/exceeded"),
        (["ten", "--rows", "modifier=0..3", "--format", "gif"], "usage/unexpected"),
        (["ten", "--rows", "modifier=0..3", "--output", "/no/such/folder/x"], "study/file"),
    ],
)  # fmt: skip
def test_bad_tables_get_one_error(arguments: list[str], code: str) -> None:
    """Each is refused with status 2 and its code."""
    ran = run("table", *arguments, *([] if "--json" in arguments else ["--json"]))
    assert (2, code) == (ran.status, ran.error["code"])


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A table that fails leaves the old file as it was, and nothing beside it."""
    out = tmp_path / "t.json"
    assert run("table", "ten", "--rows", "modifier=0..1", "--output", str(out)).status == 0
    before = out.read_text()
    assert run("table", "ten", "--rows", "skew=96..98", "--output", str(out)).status == 2
    assert (before, ["t.json"]) == (out.read_text(), [path.name for path in tmp_path.iterdir()])
    assert json.loads(before)["cells"][0][0]["exact"] == "5/8"


def test_parquet_without_its_extra_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to install, and no file is left."""
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = run("table", "ten", "--rows", "modifier=0..1", "--output", str(tmp_path / "x.parquet"))
    assert (ran.status, "pip install '.[arrow]'" in ran.err, list(tmp_path.iterdir())) == (2, True, [])


def test_parquet_and_arrow_hold_the_lines(tmp_path: Path) -> None:
    """What is read back is what was written."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("x.parquet", "x.arrow"):
        assert run("table", "ten", "--rows", "modifier=0..1", "--output", str(tmp_path / name)).status == 0
    tidy = table("ten", "modifier=0..1").tidy()
    lines = [dict(zip(tidy.names, line, strict=True)) for line in tidy.lines]
    assert lines == parquet.read_table(tmp_path / "x.parquet").to_pylist()
    assert lines == pyarrow.ipc.open_file(tmp_path / "x.arrow").read_all().to_pylist()


@pytest.mark.parametrize("values", ["1..x", "1..9999999", "1..5..0", "0..10000", "1,,2", ""])
def test_a_range_is_refused_at_its_place(values: str) -> None:
    """The error shows the whole axis, and points at the range in it; a range alone is shown from its beginning."""
    with pytest.raises(SixfoldError) as axis:
        table("ten", f"modifier={values}")
    with pytest.raises(SixfoldError) as alone:
        need("ten +?", "50%", ranges=[values])
    found: list[Any] = [axis.value, alone.value]
    assert [(error.text, error.column) for error in found] == [(f"modifier={values}", 10), (values, 1)]


def test_the_option_that_is_said_twice_is_named() -> None:
    """Of several options of a table, the one is named that the check says, too."""
    advantage, vs = "advantage=1..3", "vs=9..11"
    for rows, columns in ((advantage, vs), (vs, advantage)):
        with pytest.raises(StudyError, match="“vs” is in the check"):
            table("odgs vs 15", rows, columns)
        with pytest.raises(StudyError, match="“advantage” is in the check"):
            table("odgs advantage 2", rows, columns)


def test_an_option_that_excludes_another_is_not_said_twice() -> None:
    """Where the check says the pool, and the rows a part of it, the error says that both do not go together."""
    with pytest.raises(SixfoldError, match="Give either the ranks and edges, or the dice"):
        table("hs 3d", "ranks=0..3")


def test_a_word_of_the_check_leads_to_its_option() -> None:
    """Who writes `superior` where the option is called `skew` is asked about that."""
    with pytest.raises(StudyError) as caught:
        table("ten", "superior=0..3")
    assert caught.value.guess == "skew"


@pytest.mark.parametrize("values", [[1.5, 2], [True], ["x"], []])
def test_values_that_are_no_numbers_are_refused(values: list[Any]) -> None:
    """Values that Python hands over are whole numbers, at least one."""
    with pytest.raises(StudyError, match="whole numbers, at least one"):
        table("ten", rows=("modifier", values))
