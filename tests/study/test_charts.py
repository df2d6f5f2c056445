"""Charts: their data, their looks, and their files."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold import odds
from sixfold.base.number_distribution import NumberDistribution
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import StudyError
from sixfold.show.display import Shown
from sixfold.show.formats.svg import COLOURS, DARK, DASHES, GREY, INK, PAPER, SHAPES, WIDTH, draw
from sixfold.show.report.bar_tables import value_bars
from sixfold.show.report.binning import in_bins
from sixfold.show.report.chances import percent
from sixfold.show.report.chart import (
    BarChart,
    Chart,
    Charted,
    Curves,
    HeatMap,
    Histogram,
    Named,
    Plot,
    Scale,
    reaching,
)
from sixfold.show.report.tables import Row
from sixfold.study import compare, table
from tests.console import run
from tests.study.brute import ten

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "</script><b onload=x>&"


def test_the_bars_are_the_distribution_of_brute_force() -> None:
    """The heights of the bars of a margin, successes and failures apart, are the chances that counting gives."""
    values = json.loads(odds("ten").to("vega"))["vconcat"][0]["data"]["values"]
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
    heights = [point["value"] for point in json.loads(odds("wild 5D").to("vega"))["vconcat"][1]["data"]["values"]]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 0.999


def test_a_curve_counts_what_endless_rolls_surely_reach() -> None:
    """An endless roll is above every value that its bounds pass: the curve has what the table says of “at least”."""
    endless = odds("dice 1d6!", tolerance="0.1")
    number = endless.numbers["total"]
    heights = [point["value"] for point in json.loads(endless.to("vega"))["vconcat"][1]["data"]["values"]]
    assert number.unresolved
    assert heights == [float(number.at_least(value)) for value in range(1, 18)]
    assert heights[0] == 1


def test_titles_are_in_the_words_of_the_game() -> None:
    """The title is the check, and under it stand its events as the game calls them; both are read aloud too."""
    found = texts(odds("ten +4 superior 1").to("svg"))
    assert (found[0], "Critical 13.04 %" in " ".join(found)) == ("ten +4 superior 1", True)


def texts(drawing: str) -> list[str]:
    """Every text of a drawing."""
    return [one.text or "" for one in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


def test_curves_differ_by_more_than_colour() -> None:
    """Each check has its own colour, shape and dash."""
    drawn = compare("ten", "ten +1", "ten +2", "ten +3").to("svg")
    lines = [path for path in ElementTree.fromstring(drawn).iter(f"{SVG}path") if path.get("stroke-width") == "2"]
    assert len({line.get("stroke") for line in lines}) == 4
    assert len({line.get("stroke-dasharray", "") for line in lines}) == 4
    assert len(set(COLOURS)) == len(set(DASHES)) == len(set(SHAPES)) == 7


def test_words_can_be_read_on_light_and_on_dark_pages() -> None:
    """Every ink has a contrast of 4.5 or more to the paper, and every colour of a shape one of 2 or more."""
    for shades in ({}, DARK):
        paper = shades.get(PAPER, PAPER)
        assert min(contrast(shades.get(ink, ink), paper) for ink in (INK, GREY)) >= 4.5
        assert min(contrast(shades.get(colour, colour), paper) for colour in COLOURS) >= 2


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as the web's guidelines for accessibility reckon it."""
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
    "several events": lambda: table("hs", "dice=0..6", event=["result=triumph", "twist"]),
    "means": lambda: table("ten attack damage 2d6", "modifier=0..2", "size=-1..1", "mean damage"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_chart_lies_outside_of_it(kind: str) -> None:
    """Every shape lies within the width of a column and the height of the drawing, and there are at most 200 bars."""
    chart = KINDS[kind]().chart()
    assert chart is not None
    root = ElementTree.fromstring(draw(chart))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert width == WIDTH
    shapes = list(root.iter(f"{SVG}rect"))
    for shape in shapes:
        x, y, wide, tall = (float(shape.get(name, 0)) for name in ("x", "y", "width", "height"))
        assert 0 <= x <= x + wide <= width + 0.2
        assert 0 <= y <= y + tall <= height + 0.2
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", 0)) <= width
        assert 0 <= float(text.get("y", 0)) <= height
    if not any(isinstance(plot, HeatMap) for plot in chart.plots):
        assert len(shapes) <= 2 * 200 + 5


@given(st.integers(-3000, 3000), st.integers(0, 5000), st.integers(2, 200))
def test_bins_cover_a_range_in_equal_steps(first: int, long: int, most: int) -> None:
    """No more bins than asked for, none overlaps or leaves a gap, all are equally wide, and each ends at a multiple."""
    last = first + long
    bins = in_bins(first, last, most)
    wide = bins[0][1] - bins[0][0] + 1
    assert len(bins) <= most
    assert bins[0][0] <= first
    assert last <= bins[-1][1]
    assert all(b - a + 1 == wide and b % wide == 0 for a, b in bins)
    assert all(one[1] + 1 == other[0] for one, other in pairwise(bins))


@pytest.mark.parametrize("text", ["dice d100", "dice 100d100", "dice 20d100", "dice 3d20"])
def test_a_wide_distribution_has_few_rows_that_each_say_something(text: str) -> None:
    """At most 24 rows, none of which holds more than a quarter; together they are everything."""
    number = odds(text).numbers["total"]
    rows = [row.cells for row in value_bars(number).rows if isinstance(row, Row)]
    shares = [Fraction(n, number.scale) for n in rows_by_hand(number.ways, [row[0] for row in rows])]
    assert 8 <= len(rows) <= 24
    assert max(shares) <= Fraction(1, 4)
    assert sum(shares) == 1
    assert [row[1] for row in rows] == [percent(Bounds.exactly(share)) for share in shares]
    assert len(value_bars(number, whole=True).rows) == len(number.ways)


def rows_by_hand(ways: Mapping[int, int], names: list[str]) -> list[int]:
    """The ways of each row, read off its name."""
    found = []
    for name in names:
        low, _, high = name.replace("−", "-").partition(" to ")
        if low.startswith("≤"):
            found.append(sum(n for value, n in ways.items() if value <= int(low[1:])))
        elif low.startswith("≥"):
            found.append(sum(n for value, n in ways.items() if value >= int(low[1:])))
        else:
            found.append(sum(n for value, n in ways.items() if int(low) <= value <= int(high or low)))
    return found


@pytest.mark.parametrize("text", ["ten", "dice 3d20", "skew", "wild 3D", "dice 2d8!-d8!"])
def test_at_least_and_at_most_are_those_of_the_number(text: str) -> None:
    """Each row of one value has the chances that `between` gives, also where throws can go on for ever."""
    found = odds(text)
    number = found.numbers[found.check.rule.charted(found.numbers)]
    for row in value_bars(number, whole=True).rows:
        assert isinstance(row, Row)
        value = int(row.cells[0].replace("−", "-"))
        bounds = number.between(value, None), number.between(None, value)
        assert row.cells[3:] == tuple(map(percent, bounds))


BAD = "a\x00b\x08\x1b[2J\ufffe\ud800\u202e"
PLOTS: dict[str, Plot] = {
    "histogram": Histogram(Charted(BAD, NumberDistribution({1: 1, 2: 1}, 2), sides=(BAD, BAD))),
    "reach": reaching([""], [Charted(BAD, NumberDistribution({1: 1, 2: 1}, 2))]),
    "chances": BarChart((Named(BAD, Fraction(1, 2), BAD),), BAD),
    "together": reaching([BAD], [Charted(BAD, NumberDistribution({1: 1, 2: 0}, 1))]),
    "facets": Histogram(Charted(BAD, NumberDistribution({1: 1, 2: 0}, 1)), BAD, 6),
    "heat map": HeatMap(Scale(BAD, (BAD,)), Scale(BAD, (BAD,)), ((Fraction(1, 2),),), ((BAD,),), True),
    "curves": Curves(Scale(BAD, (BAD, "b")), (BAD,), ((Fraction(1, 2),), (None,)), True),
}


@pytest.mark.parametrize("plot", PLOTS)
def test_what_the_drawing_library_would_choke_on_is_not_in_a_chart(plot: str) -> None:
    """A control character or half a character in any text of a chart becomes a mark; the process goes on."""
    converter = pytest.importorskip("vl_convert")
    drawn = draw(Chart(BAD, BAD, (PLOTS[plot],)))
    assert ElementTree.fromstring(drawn).tag == f"{SVG}svg"
    assert converter.svg_to_png(drawn).startswith(b"\x89PNG")


@pytest.mark.parametrize("ending", ["svg", "png", "html", "vl.json"])
def test_each_ending_makes_its_file(ending: str, tmp_path: Path) -> None:
    """SVG, PNG, a page by itself, and the specification."""
    if ending == "png":
        pytest.importorskip("vl_convert")
    path = tmp_path / f"x.{ending}"
    assert run("compare", "ten", "ten +1", "--output", str(path)).status == 0
    start = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html>", "vl.json": b"{"}[ending]
    assert (True, [path.name]) == (path.read_bytes().startswith(start), [p.name for p in tmp_path.iterdir()])


def test_a_page_needs_no_network_and_shows_a_label_as_text(tmp_path: Path) -> None:
    """A page loads nothing from elsewhere, and a label never becomes markup."""
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
    """A picture of dots needs an extra, and says that a drawing does not."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    ran = run("compare", "ten", "--output", str(tmp_path / "x.png"))
    assert (ran.status, "[charts]" in ran.err, ".svg" in ran.err, list(tmp_path.iterdir())) == (2, True, True, [])
    assert run("compare", "ten", "--output", str(tmp_path / "x.svg")).status == 0
