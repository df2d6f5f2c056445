"""Charts as Vega-Lite specifications, plain data that whatever can draws, and as drawings by the extra `charts`.

Colours are those of Okabe and Ito, told apart by colour-blind eyes; shapes, dashes and labels say the same again, so
that a chart also works in grey print. The background is white, so that it works on a dark page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from math import lcm
from typing import Any

from sixfold.bounds import DRAWN_BARS
from sixfold.errors import needs_extra
from sixfold.printable import printable
from sixfold.report.blocks import respelled
from sixfold.report.chances import as_percent
from sixfold.report.chart import (
    Chances,
    Chart,
    Curves,
    Distribution,
    HeatMap,
    Histogram,
    Plot,
    Reach,
    Together,
    shortened,
)
from sixfold.report.shown import Shown

TITLE = "Vega-Lite"
ENDINGS = (".svg", ".png", ".vl.json", ".json")
TEXT = True
CHART = True

MIME = "application/vnd.vegalite.v5+json"
SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
WIDTH = 680
"""Pixels, axes included: the width of a column."""

PLOT = 590
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
GREY = "#6B7280"
INK = "#1F2328"
PALE = "#B8C4D0"
CURVES = 7
"""Curves in one chart; more cannot be told apart."""

TICKS = 20
"""Values that are named along an axis."""

SCALE = 2.0
"""Dots of a PNG for each pixel of the chart: sharp in print, at twice the width of a column."""

VERSION = "5.20"
"""Of Vega-Lite, for the drawings."""

LABELLED = 26
"""Bars, or columns of a heat map, that still have room for a figure each."""

Spec = dict[str, Any]

_MINUS = "replace(datum.label, '-', '−')"
_PERCENT = "replace(datum.label, '%', ' %')"
QUARTERS: Mapping[str, Any] = {"format": "%", "values": [0, 0.25, 0.5, 0.75, 1], "labelExpr": _PERCENT}

CONFIG: Mapping[str, Any] = {
    "background": "#FFFFFF",
    "font": "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif",
    "title": {
        "anchor": "start", "color": INK, "fontSize": 18, "fontWeight": 600, "subtitleColor": GREY,
        "subtitleFontSize": 13, "subtitlePadding": 6, "offset": 14, "frame": "group",
    },
    "axis": {
        "labelColor": INK, "labelFontSize": 13, "titleColor": GREY, "titleFontSize": 13, "titleFontWeight": "normal",
        "titlePadding": 10, "gridColor": "#E6E9ED", "domainColor": "#9AA4AF", "tickColor": "#9AA4AF", "labelLimit": 260,
    },
    "legend": {
        "labelColor": INK, "labelFontSize": 13, "titleColor": GREY, "titleFontSize": 13, "titleFontWeight": "normal",
        "labelLimit": 560, "symbolSize": 120, "symbolStrokeWidth": 0, "orient": "top", "columnPadding": 22,
    },
    "view": {"stroke": None},
    "bar": {"color": COLOURS[0]},
}  # fmt: skip


def specification(chart: Chart) -> Spec:
    """The Vega-Lite specification of a chart."""
    chart = respelled(chart, printable)
    names = list(dict.fromkeys(name for plot in chart.plots for name in _names(plot)))
    drawn = [spec for plot in chart.plots if (spec := _plot(plot, names))]
    title = {"text": shortened(chart.title, 64), "subtitle": _wrapped(chart.facts)}
    if len(drawn) == 1 and isinstance(chart.plots[0], Chances | HeatMap | Curves):
        return _whole(title, **drawn[0])
    apart = {"legend": {"color": "independent", "shape": "independent"}, "scale": {"color": "independent"}}
    return _whole(title, vconcat=drawn, spacing=34, resolve=apart)


def svg(chart: Chart) -> str:
    """A chart as a drawing; raises StudyError (study/extra) where the extra `charts` is missing."""
    drawn: str = _converter().vegalite_to_svg(json.dumps(specification(chart)), vl_version=VERSION)
    return drawn


def png(chart: Chart) -> bytes:
    """A chart as a picture; raises StudyError (study/extra) where the extra `charts` is missing."""
    specified = json.dumps(specification(chart))
    drawn: bytes = _converter().vegalite_to_png(specified, vl_version=VERSION, scale=SCALE)
    return drawn


def _converter() -> Any:
    try:
        return import_module("vl_convert")
    except ImportError:
        raise needs_extra("A drawn chart", "charts") from None


def write(value: Shown, ending: str) -> str | bytes | None:
    chart = value.chart()
    if chart is None:
        return None
    if ending == ".png":
        return png(chart)
    return svg(chart) if ending == ".svg" else json.dumps(specification(chart), ensure_ascii=False, indent=1) + "\n"


# -- plots ---------------------------------------------------------------------------------------------------


def _names(plot: Plot) -> list[str]:
    """The checks that a plot sets side by side."""
    if isinstance(plot, Together):
        return [name for name, _ in plot.of]
    return [named.name for named in plot.of] if isinstance(plot, Chances) else []


def _plot(plot: Plot, names: Sequence[str]) -> Spec | None:
    if isinstance(plot, Histogram):
        return _histogram(plot.of)
    if isinstance(plot, Reach):
        return _reach(plot.of)
    if isinstance(plot, Chances):
        return _named_bars(plot, names) if plot.of else None
    if isinstance(plot, Together):
        if not 0 < len(plot.of) <= CURVES:
            return None
        return _together(plot, _room(names)) if plot.alike else _facets(plot, names)
    return _heat_map(plot) if isinstance(plot, HeatMap) else _curves(plot)


def _whole(title: Mapping[str, Any], **parts: Any) -> Spec:
    return {"$schema": SCHEMA, "title": dict(title), "config": dict(CONFIG), "padding": 16, **parts}


def _drawn(number: Distribution) -> tuple[list[int], str]:
    """The values that are drawn, without gaps, and a word on what is left out: tails of one in two thousand."""
    pmf, scale = _ways(number)
    values = list(pmf)
    tail = scale // 2_000
    low, high, below, above = 0, len(values) - 1, 0, 0
    many = len(values) > 30
    while many and low < high and below + pmf[values[low]] <= tail:
        below += pmf[values[low]]
        low += 1
    while many and high > low and above + pmf[values[high]] <= tail:
        above += pmf[values[high]]
        high -= 1
    first, last = values[low], values[high]
    if last - first >= DRAWN_BARS:
        # The likeliest value stays in the middle of what has room.
        centre = max(pmf, key=lambda value: pmf[value])
        first = max(first, min(centre - DRAWN_BARS // 2, last - DRAWN_BARS + 1))
        last = first + DRAWN_BARS - 1
    left_out = Fraction(sum(ways for value, ways in pmf.items() if not first <= value <= last), scale)
    words = f"not drawn: {as_percent(left_out, 2)} beyond" if left_out else ""
    drawn = list(range(first, last + 1))
    if len(drawn) > 4 * len(values):
        drawn = [value for value in values if first <= value <= last]
    return drawn, words


def _ways(number: Distribution) -> tuple[dict[int, int], int]:
    """Each value with its ways, and what they are out of: whole numbers add up many times as fast as fractions."""
    scale = lcm(*(chance.denominator for _, chance in number.chances))
    return {value: chance.numerator * (scale // chance.denominator) for value, chance in number.chances}, scale


def _step(drawn: Sequence[int], width: int = PLOT) -> int:
    """How far apart the named values are, so that their names have room: 1, 2, 3, 5, 10, 20, ..."""
    longest = max(len(str(drawn[0])), len(str(drawn[-1])))
    most = max(2, min(TICKS, width // (8 * longest + 14)))
    steps = (base * int(10**size) for size in range(12) for base in (1, 2, 3, 5))
    return next(step for step in steps if (drawn[-1] - drawn[0] + 1) // step < most)


def _histogram(number: Distribution) -> Spec:
    """How often each value comes; successes are filled, failures pale."""
    drawn, left_out = _drawn(number)
    pmf, good = dict(number.chances), dict(zip(dict(number.chances), number.good, strict=False))
    sides = number.sides if good else ("", "")
    values = []
    for value in drawn:
        chance = pmf.get(value, Fraction(0))
        parts = {sides[1]: chance - good[value], sides[0]: good[value]} if value in good else {sides[0]: chance}
        values += [
            {"value": value, "chance": float(part), **({"side": side} if side else {})}
            for side, part in parts.items()
            if part or len(parts) == 1
        ]
    totals = [
        {"value": v, "chance": float(c), "label": as_percent(c).replace(" %", "")} for v in drawn if (c := pmf.get(v))
    ]
    step = _step(drawn)
    ticks = [value for value in drawn if value % step == 0]
    x = {"field": "value", "type": "ordinal", "title": _spaced(number.name),
         "axis": {"labelAngle": 0, "values": ticks, "labelExpr": _MINUS}}  # fmt: skip
    y = {
        "field": "chance",
        "type": "quantitative",
        "axis": {"format": "~%", "tickCount": 5, "labelExpr": _PERCENT},
        "title": "chance",
    }
    encoding: Spec = {"x": x, "y": y}
    if good:
        scale = {"domain": list(sides), "range": [COLOURS[0], PALE]}
        encoding["color"] = {"field": "side", "type": "nominal", "title": None, "scale": scale}
    layers: list[Spec] = [
        {
            "mark": {"type": "bar", "stroke": "#3D4A57", "strokeWidth": 0.5 if len(drawn) <= 120 else 0},
            "encoding": encoding,
        }
    ]
    if len(totals) <= LABELLED:
        layers.append(
            {
                "data": {"values": totals},
                "mark": {"type": "text", "dy": -7, "fontSize": 11 if len(totals) > 18 else 12, "color": INK},
                "encoding": {"x": x, "y": y, "text": {"field": "label"}},
            }
        )
    words = (
        "chance of each value" + (", in %" if len(totals) <= LABELLED else "") + (f" ({left_out})" if left_out else "")
    )
    return {"data": {"values": values}, "width": PLOT, "height": 260,
            "title": _heading(words), "layer": layers}  # fmt: skip


def _reach(number: Distribution) -> Spec:
    drawn, _ = _drawn(number)
    values = _reached(number, drawn)
    step = _step(drawn)
    x = {"field": "value", "type": "quantitative", "title": f"{_spaced(number.name)} or more",
         "scale": {"domain": [drawn[0] - 0.5, drawn[-1] + 0.5], "nice": False},
         "axis": {"values": [v for v in drawn if v % step == 0], "grid": False, "labelExpr": _MINUS}}  # fmt: skip
    y = {"field": "chance", "type": "quantitative", "title": "chance", "scale": {"domain": [0, 1]},
         "axis": dict(QUARTERS)}  # fmt: skip
    mark = {"type": "line", "color": COLOURS[0], "strokeWidth": 2,
            "point": {"filled": True, "size": 34, "color": COLOURS[0]} if len(drawn) <= 60 else False}  # fmt: skip
    return {"data": {"values": values}, "width": PLOT, "height": 170, "title": _heading("chance of this or more"),
            "mark": mark, "encoding": {"x": x, "y": y}}  # fmt: skip


def _reached(number: Distribution, drawn: Sequence[int]) -> list[Spec]:
    """The chance of each drawn value or more."""
    pmf, scale = _ways(number)
    above = sum(ways for value, ways in pmf.items() if value > drawn[-1])
    values = []
    for value in reversed(drawn):
        above += pmf.get(value, 0)
        values.append({"value": value, "chance": above / scale})
    return values[::-1]


def _room(names: Sequence[str]) -> int:
    """How wide a plot can be beside these names."""
    return WIDTH - 50 - max(44, min(260, 8 * max(map(len, names), default=0)))


def _named_bars(plot: Chances, names: Sequence[str]) -> Spec:
    """Lying bars with a name before and a figure behind each."""
    y = {
        "field": "name",
        "type": "nominal",
        "sort": None,
        "title": None,
        "axis": {"ticks": False, "domain": False, "labelPadding": 8},
    }
    # Beyond 100 % there is room for the figure behind a long bar.
    x = {"field": "chance", "type": "quantitative", "scale": {"domain": [0, 1.14], "nice": False},
         "title": plot.axis or None, "axis": dict(QUARTERS)}  # fmt: skip
    colours = dict(zip(names, COLOURS, strict=False)) if plot.coloured and len(names) <= CURVES else {}
    values = [
        {"colour": colours.get(named.name, COLOURS[0]), "name": named.name,
         "chance": float(named.chance), "label": named.figure}
        for named in plot.of
    ]  # fmt: skip
    return {
        "data": {"values": values},
        "width": _room(names),
        "height": {"step": 30},
        "layer": [
            {"mark": {"type": "bar", "height": 20},
             "encoding": {"x": x, "y": y, "color": {"field": "colour", "type": "nominal", "scale": None}}},
            {"mark": {"type": "text", "align": "left", "dx": 6, "fontSize": 13, "color": INK, "clip": False},
             "encoding": {"x": x, "y": y, "text": {"field": "label"}}},
        ],
    }  # fmt: skip


_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
_DASHES = ([1, 0], [7, 3], [2, 2], [8, 3, 2, 3], [4, 2], [1, 3], [12, 3])


def _looks(names: Sequence[str]) -> Spec:
    """The same order of colours, shapes and dashes: they say the same thrice, in one legend."""
    domain = list(names)
    longest = max(map(len, domain))
    legend: Spec = {"columns": 1 if longest > 34 else 2 if longest > 18 else 4}
    return {
        "color": {"field": "name", "type": "nominal", "title": None, "sort": None, "legend": legend,
                  "scale": {"domain": domain, "range": list(COLOURS[: len(domain)])}},
        "shape": {"field": "name", "type": "nominal", "title": None, "sort": None, "legend": legend,
                  "scale": {"domain": domain, "range": list(_SHAPES[: len(domain)])}},
        "strokeDash": {"field": "name", "type": "nominal", "title": None, "sort": None, "legend": None,
                       "scale": {"domain": domain, "range": [list(d) for d in _DASHES[: len(domain)]]}},
    }  # fmt: skip


def _lined(values: Sequence[Spec], names: Sequence[str], x: Spec, y: Spec, height: int, width: int = PLOT) -> Spec:
    looks = _looks(names)
    colour = {**looks["color"]}
    return {
        "data": {"values": list(values)},
        "width": width,
        "height": height,
        "layer": [
            {"mark": {"type": "line", "strokeWidth": 2},
             "encoding": {"x": x, "y": y, "color": colour, "strokeDash": looks["strokeDash"]}},
            {"mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
             "encoding": {"x": x, "y": y, "color": colour, "shape": looks["shape"]}},
        ],
    }  # fmt: skip


def _together(plot: Together, room: int) -> Spec:
    """The “at least” curves of one number, together."""
    values = []
    spans = [_drawn(number)[0] for _, number in plot.of]
    low, high = min(span[0] for span in spans), max(span[-1] for span in spans)
    drawn = list(range(low, min(high, low + DRAWN_BARS) + 1))
    for name, number in plot.of:
        values += [{"name": name, **point} for point in _reached(number, drawn)]
    step = _step(drawn)
    x = {"field": "value", "type": "quantitative", "title": f"{_spaced(plot.of[0][1].name)} or more",
         "scale": {"domain": [drawn[0], drawn[-1]], "nice": False},
         "axis": {"values": [v for v in drawn if v % step == 0], "grid": False, "labelExpr": _MINUS}}  # fmt: skip
    y = {"field": "chance", "type": "quantitative", "title": "chance", "scale": {"domain": [0, 1]},
         "axis": dict(QUARTERS)}  # fmt: skip
    lined = _lined(values, [name for name, _ in plot.of], x, y, 260, room)
    return {**lined, "title": _heading("chance of this or more")}


def _facets(plot: Together, names: Sequence[str]) -> Spec:
    """The distributions of different numbers, one under the other."""
    parts = []
    room = _room(names)
    for name, number in plot.of:
        drawn, _ = _drawn(number)
        step = _step(drawn, room)
        ticks = [value for value in drawn if value % step == 0]
        pmf = dict(number.chances)
        values = [{"value": value, "chance": float(pmf.get(value, 0))} for value in drawn]
        parts.append(
            {
                "data": {"values": values},
                "width": room,
                "height": 92,
                "title": _heading(f"{shortened(name, 64)}: {_spaced(number.name)}"),
                "mark": {"type": "bar", "color": COLOURS[names.index(name)]},
                "encoding": {
                    "x": {"field": "value", "type": "ordinal", "title": None,
                          "axis": {"labelAngle": 0, "values": ticks, "labelExpr": _MINUS}},
                    "y": {"field": "chance", "type": "quantitative", "title": None,
                          "axis": {"format": "~%", "tickCount": 3, "labelExpr": _PERCENT}},
                },
            }
        )  # fmt: skip
    return {"vconcat": parts, "spacing": 18}


def _heat_map(grid: HeatMap) -> Spec:
    """A grid as a heat map with its figures."""
    values: list[Spec] = [
        {
            "row": row,
            "column": column,
            "value": None if value is None else float(value),
            "label": figure.replace(" %", ""),
        }
        for row, exact, figures in zip(grid.rows.labels, grid.values, grid.figures, strict=True)
        for column, value, figure in zip(grid.columns.labels, exact, figures, strict=True)
    ]
    shown = [value["value"] for value in values if value["value"] is not None]
    low, high = (0.0, 1.0) if grid.chances else (min(shown, default=0), max(shown, default=1))
    rows, columns = len(grid.rows.labels), len(grid.columns.labels)
    height = max(18, min(38, 900 // max(rows, 1))) * rows if rows <= 60 else 900
    labelled = columns <= 14 and rows <= 50
    turned = {"labelAngle": 0} if columns <= 9 else {}
    base: Spec = {
        "x": {"field": "column", "type": "ordinal", "sort": None, "title": grid.columns.name,
              "axis": {"orient": "top", "labelOverlap": True, "domain": False, "ticks": False, **turned}},
        "y": {"field": "row", "type": "ordinal", "sort": None, "title": grid.rows.name,
              "axis": {"labelOverlap": True, "domain": False, "ticks": False}},
    }  # fmt: skip
    middle = (low + high) / 2
    layers: list[Spec] = [
        {
            "mark": {"type": "rect", "stroke": "#FFFFFF", "strokeWidth": 1 if labelled else 0},
            "encoding": {
                **base,
                "color": {
                    "field": "value", "type": "quantitative", "title": None,
                    "scale": {"scheme": "cividis", "domain": [low, high]},
                    "legend": {"gradientLength": 260, "orient": "bottom", **(QUARTERS if grid.chances else {})},
                },
            },
        }
    ]  # fmt: skip
    if labelled:
        layers.append(
            {
                "mark": {"type": "text", "fontSize": 13},
                "encoding": {
                    **base,
                    "text": {"field": "label"},
                    "color": {
                        "condition": {"test": f"datum.value > {middle:.6g}", "value": "#000000"},
                        "value": "#FFFFFF",
                    },
                },
            }
        )
    longest = max(map(len, grid.columns.labels))
    width = min(PLOT, max(260, max(62, 9 * longest + 8) * columns))
    return {"data": {"values": values}, "layer": layers, "width": width, "height": height}


def _curves(plot: Curves) -> Spec:
    """What is shown over the rows: a curve for each."""
    labels = plot.rows.labels
    values = [
        {"row": label, "name": name, "chance": float(value)}
        for label, row in zip(labels, plot.values, strict=True)
        for name, value in zip(plot.names, row, strict=True)
        if value is not None
    ]
    step = max(1, -(-len(labels) // TICKS))
    x = {"field": "row", "type": "ordinal", "sort": None, "title": plot.rows.name,
         "axis": {"labelAngle": 0 if len(labels) <= LABELLED else -60, "labelOverlap": True,
                  "values": list(labels[::step])}}  # fmt: skip
    axis: Spec = {"scale": {"domain": [0, 1]}, "axis": dict(QUARTERS)} if plot.chances else {}
    y: Spec = {"field": "chance", "type": "quantitative", "title": "chance" if plot.chances else "mean", **axis}
    return _lined(values, plot.names[:CURVES], x, y, 320)


def _heading(text: str) -> Spec:
    return {"text": text, "fontSize": 13, "fontWeight": "normal", "color": GREY, "offset": 8}


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _wrapped(text: str, width: int = 96) -> list[str]:
    from textwrap import wrap

    return wrap(text, width)[:3]
