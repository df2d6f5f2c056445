"""Charts as Vega-Lite specifications: the same figures as plain data, for tools that draw them in their own way."""

import json
from collections.abc import Iterable
from typing import Any

from sixfold.base.printable import printable
from sixfold.show.formats import Format
from sixfold.show.report.blocks import respelled
from sixfold.show.report.chart import BarChart, Chart, Charted, Curves, HeatMap, Histogram, Plot
from sixfold.show.report.presentable import Presentable

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"

Spec = dict[str, Any]


def write(value: Presentable) -> str | None:
    """The chart of a value, if it has one."""
    chart = value.chart()
    return None if chart is None else json.dumps(specification(chart), ensure_ascii=False, indent=1) + "\n"


def specification(chart: Chart) -> Spec:
    """The Vega-Lite specification of a chart."""
    chart = respelled(chart, printable)
    title = {"text": chart.title, "subtitle": chart.facts}
    plots = [spec for plot in chart.plots for spec in _plot(plot)]
    return {"$schema": SCHEMA, "title": title, "vconcat": plots, "resolve": {"scale": {"color": "independent"}}}


def _plot(plot: Plot) -> Iterable[Spec]:
    if isinstance(plot, Histogram):
        x: Spec = {"x": {"field": "value", "type": "quantitative", "title": plot.of.words}}
        spec = _spec("bar", _bars(plot.of), x, _CHANCE, _colour("side") if plot.of.good else {})
        yield {**spec, **({"title": plot.name} if plot.name else {})}
    elif isinstance(plot, BarChart):
        values = [{"name": bar.name, "chance": float(bar.chance), "figure": bar.figure} for bar in plot.of]
        x = {"x": {"field": "chance", "type": "quantitative", "axis": {"format": "%"}, "title": plot.axis or None}}
        yield _spec("bar", values, x, {"y": {"field": "name", "type": "nominal", "sort": None, "title": None}})
    else:
        yield {**_grid(plot), **({"title": plot.title} if plot.title else {})}


def _spec(mark: str, values: list[Spec], *encodings: Spec) -> Spec:
    encoding = {channel: what for each in encodings for channel, what in each.items()}
    return {"mark": {"type": mark, "tooltip": True}, "width": 590, "data": {"values": values}, "encoding": encoding}


_CHANCE: Spec = {"y": {"field": "chance", "type": "quantitative", "axis": {"format": "~%"}}}


def _colour(field: str) -> Spec:
    return {"color": {"field": field, "type": "nominal", "title": None, "sort": None}}


def _bars(number: Charted) -> list[Spec]:
    bars, _ = number.bars()
    marks = []
    for (first, last), chance, good in zip(bars, *number.held(bars), strict=True):
        parts = {number.sides[1]: chance.low - good, number.sides[0]: good} if number.good else {"": chance.low}
        for side, part in parts.items():
            named = {"side": side} if side else {}
            marks.append({"value": first, "last": last, "chance": float(part), **named})
    return marks


def _grid(plot: HeatMap | Curves) -> Spec:
    across = plot.columns.labels if isinstance(plot, HeatMap) else plot.names
    numbers = plot.rows.numbers
    numeric = isinstance(plot, Curves) and None not in numbers
    values: list[Spec] = [
        {"row": row, "column": name, "value": None if value is None else float(value)}
        for row, line in zip(numbers if numeric else plot.rows.labels, plot.values, strict=True)
        for name, value in zip(across, line, strict=True)
    ]
    figure: Spec = {"field": "value", "type": "quantitative", "title": None}
    if plot.chances:
        figure["scale"] = {"domain": [0, 1]}
    down: Spec = {"field": "row", "type": "ordinal", "sort": None, "title": plot.rows.name}
    if isinstance(plot, Curves):
        down |= {"type": "quantitative"} if numeric else {}
        return _spec("line", values, {"x": down, "y": figure}, _colour("column") if any(plot.names) else {})
    column: Spec = {"field": "column", "type": "ordinal", "sort": None, "title": plot.columns.name}
    return _spec("rect", values, {"x": column, "y": down, "color": figure})


FORMATS = {"vega": Format("Vega-Lite", ".vl.json", "application/json", write)}
