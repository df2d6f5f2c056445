"""Charts: their data, their looks, and their files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sixfold import odds
from sixfold.errors import StudyError
from sixfold.report.chart import (
    Chances,
    Chart,
    Curves,
    Distribution,
    HeatMap,
    Histogram,
    Named,
    Plot,
    Reach,
    Scale,
    Together,
)
from sixfold.report.shown import Shown
from sixfold.show.formats.vega import COLOURS, MIME, WIDTH, png, specification, svg
from sixfold.study import compare, table
from tests.console import run
from tests.study.brute import ten

LABEL = "</script><b onload=x>&"


def parts(spec: Any) -> Iterator[dict[str, Any]]:
    """Every part of a specification."""
    if isinstance(spec, dict):
        yield spec
        for value in spec.values():
            yield from parts(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from parts(value)


def test_the_bars_are_the_distribution_of_brute_force() -> None:
    """The heights of the bars of a margin, successes and failures apart, are the chances that counting gives."""
    values = specification(odds("ten").chart())["vconcat"][0]["data"]["values"]
    drawn: dict[int, float] = {}
    for bar in values:
        drawn[bar["value"]] = drawn.get(bar["value"], 0) + bar["chance"]
    margins: dict[int, Fraction] = {}
    for (_, total, _, _), chance in ten(0).items():
        margins[total - 10] = margins.get(total - 10, Fraction(0)) + chance
    assert all(abs(float(margins.get(value, 0)) - height) < 1e-12 for value, height in drawn.items())
    assert sum(margins[v] for v in margins if v not in drawn) <= Fraction(1, 1000)
    assert {"Success", "Failure"} == {bar["side"] for bar in values if bar["chance"]}


def test_the_curve_falls_from_all_to_little() -> None:
    """“At least” is the whole at the left (but for the tail that is not drawn) and never rises."""
    heights = [point["chance"] for point in specification(odds("wild 5D").chart())["vconcat"][1]["data"]["values"]]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 0.999


def test_titles_are_in_the_words_of_the_game() -> None:
    """The title is the check, and under it stand its events as the game calls them."""
    title = specification(odds("ten +4 superior 1").chart())["title"]
    assert (title["text"], "Critical 13.0 %" in " ".join(title["subtitle"])) == ("ten +4 superior 1", True)


def test_curves_differ_by_more_than_colour() -> None:
    """Each check has its own colour, shape and dash."""
    spec = specification(compare("ten", "ten +1", "ten +2", "ten +3").chart())
    for channel in ("color", "shape", "strokeDash"):
        ranges = [p[channel]["scale"]["range"] for p in parts(spec) if isinstance(p.get(channel), dict)
                  and isinstance(p[channel].get("scale"), dict) and "range" in p[channel]["scale"]]  # fmt: skip
        assert ranges
        assert all(len(set(map(str, found))) == 4 for found in ranges), channel
    assert len(set(COLOURS)) == 8


KINDS: dict[str, Callable[[], Shown]] = {
    "two-sided": lambda: odds("wild 5D+1 vs 15"),
    "rolls": lambda: odds("ten extended threshold 3"),
    "few values": lambda: odds("hs 0d"),
    "one value": lambda: odds("dice 3+4"),
    "many values": lambda: odds("dice 20d100"),
    "three games": lambda: compare("ten", "hs 3d", "wild 3D vs 10"),
    "too many for curves": lambda: compare(*["ten"] * 12),
    "no success": lambda: compare("hs 3d"),
    "a long name": lambda: compare(f"ten +1 [{'x' * 80}]", "ten"),
    "heat map": lambda: table("ten", "modifier=-3..3", "skew=-1..1"),
    "tall heat map": lambda: table("ten", "modifier=-60..60", "skew=0..0"),
    "wide heat map": lambda: table("ten", "skew=0..1", "modifier=-60..60"),
    "several events": lambda: table("hs", "dice=0..6", show=["result=triumph", "twist"]),
    "means": lambda: table("ten attack damage 2d6", "modifier=0..2", "size=-1..1", "mean damage"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_is_drawn_at_the_width_of_a_column(kind: str) -> None:
    """Every kind of chart draws without a complaint, on white, and is no wider than a column."""
    converter = pytest.importorskip("vl_convert")
    chart = KINDS[kind]().chart()
    assert chart is not None
    spec = specification(chart)
    svg = converter.vegalite_to_svg(json.dumps(spec), vl_version="5.20")
    width = float(svg.partition('width="')[2].partition('"')[0])
    assert (spec["config"]["background"], width <= WIDTH + 40) == ("#FFFFFF", True), width


BAD = "a\x00b\x08\x1b[2J\ufffe\ud800\u202e"
PLOTS: dict[str, Plot] = {
    "histogram": Histogram(Distribution(BAD, ((1, Fraction(1, 2)), (2, Fraction(1, 2))), (), (BAD, BAD))),
    "reach": Reach(Distribution(BAD, ((1, Fraction(1, 2)), (2, Fraction(1, 2))))),
    "chances": Chances((Named(BAD, Fraction(1, 2), BAD),), BAD),
    "together": Together(((BAD, Distribution(BAD, ((1, Fraction(1)), (2, Fraction(0))))),), True),
    "facets": Together(((BAD, Distribution(BAD, ((1, Fraction(1)), (2, Fraction(0))))),), False),
    "heat map": HeatMap(Scale(BAD, (BAD,)), Scale(BAD, (BAD,)), ((Fraction(1, 2),),), ((BAD,),), True),
    "curves": Curves(Scale(BAD, (BAD, "b")), (BAD,), ((Fraction(1, 2),), (None,)), True),
}


@pytest.mark.parametrize("plot", PLOTS)
def test_what_the_drawing_library_would_choke_on_is_not_in_a_chart(plot: str) -> None:
    """A control character or half a character in any text of a chart becomes a mark; the process goes on."""
    pytest.importorskip("vl_convert")
    chart = Chart(BAD, BAD, (PLOTS[plot],))
    assert svg(chart).startswith("<svg")
    assert png(chart).startswith(b"\x89PNG")


@pytest.mark.parametrize("ending", ["svg", "png", "html", "vl.json"])
def test_each_ending_makes_its_file(ending: str, tmp_path: Path) -> None:
    """SVG, PNG, a page by itself, and the specification."""
    if ending != "vl.json":
        pytest.importorskip("vl_convert")
    path = tmp_path / f"x.{ending}"
    assert run("compare", "ten", "ten +1", "--output", str(path)).status == 0
    start = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html>", "vl.json": b"{"}[ending]
    assert (True, [path.name]) == (path.read_bytes().startswith(start), [p.name for p in tmp_path.iterdir()])


def test_a_page_needs_no_network_and_shows_a_label_as_text(tmp_path: Path) -> None:
    """A page loads nothing from elsewhere, and a label never becomes markup."""
    pytest.importorskip("vl_convert")
    path = tmp_path / "x.html"
    compare(f"ten +1 [{LABEL}]", "ten").save(path)
    text = path.read_text()
    assert not any(bad in text for bad in ("<script", "<b onload", "src=", "@import", "<link"))
    assert "&lt;/script&gt;" in text


def test_another_ending_is_refused_before_anything_is_solved(tmp_path: Path) -> None:
    """A name that says no kind of chart gets one error, and no file."""
    for name in ("x.gif", "x", ".svg"):
        with pytest.raises(StudyError):
            odds("ten").save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_one_line_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing needs an extra; the specification does not."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    ran = run("compare", "ten", "--output", str(tmp_path / "x.svg"))
    assert (ran.status, "pip install '.[charts]'" in ran.err, list(tmp_path.iterdir())) == (2, True, [])
    assert run("compare", "ten", "--output", str(tmp_path / "x.vl.json")).status == 0


def test_notebooks_get_chart_and_table() -> None:
    """Comparisons and tables show themselves as a chart, a table and text."""
    for shown in (compare("ten", "ten +1"), table("ten", "modifier=0..1", "skew=0..1")):
        assert {MIME, "text/html", "text/plain"} == set(shown._repr_mimebundle_())
