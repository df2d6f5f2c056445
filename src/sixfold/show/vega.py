"""Charts as Vega-Lite specifications: plain data, drawn by whatever can (see `drawing`).

Colours are those of Okabe and Ito, told apart by colour-blind eyes; shapes, dashes and labels say the same again, so
that a chart also works in grey print. The background is white, so that it works on a dark page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sixfold.bounds import DRAWN_BARS
from sixfold.show.tables import events_rows
from sixfold.solving.odds import Number, Odds
from sixfold.study.comparing import Comparison
from sixfold.study.events import FIRST
from sixfold.study.figures import as_percent
from sixfold.study.grids import Grid

VEGA_LITE = "application/vnd.vegalite.v5+json"
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


def odds_chart(odds: Odds) -> Spec:
    """The distribution that a check's game looks at, and under it the chance of at least each value."""
    number = odds.numbers.get(odds.check.rule.chart)
    if number is None or len(number.pmf) < 2:
        return events_chart(odds)
    parts = [_bars(odds, number), _at_least(odds.check.rule.chart, number)]
    return _chart(_title(odds), vconcat=parts, spacing=34)


def distribution(odds: Odds) -> Spec:
    """How often each value of the number that matters comes; successes are filled, failures pale."""
    number = odds.numbers.get(odds.check.rule.chart)
    if number is None:
        return events_chart(odds)
    return _chart(_title(odds), vconcat=[_bars(odds, number)])


def at_least(odds: Odds) -> Spec:
    """The chance of each value or more."""
    number = odds.numbers.get(odds.check.rule.chart)
    if number is None:
        return events_chart(odds)
    return _chart(_title(odds), vconcat=[_at_least(odds.check.rule.chart, number)])


def events_chart(odds: Odds) -> Spec:
    """How often each event happens, in the words of the game."""
    values = [
        {"name": row.name, "chance": float(row.chance), "label": as_percent(row.chance)} for row in events_rows(odds)
    ]
    return _chart(_title(odds), **_named_bars(values, "name", None))


def comparison(compared: Comparison) -> Spec:
    """Checks side by side: their chance of success, and under it what they roll."""
    lines = compared.lines
    names = _apart([line.text for line in lines])
    events = list(dict.fromkeys(line.event for line in lines if line.event))
    title = {
        "text": f"{events[0] if len(events) == 1 else 'What happens how often'}, side by side",
        "subtitle": _wrapped(", ".join(dict.fromkeys(line.odds.check.rule.title for line in lines)), 78)[:1]
        if len({line.odds.check.rule for line in lines}) == 1
        else ", ".join(dict.fromkeys(line.odds.check.system for line in lines)),
    }
    room = _room(names)
    parts: list[Spec] = []
    values = [
        {
            "name": name,
            "chance": float(line.chance),
            "label": as_percent(line.chance) if len(events) == 1 else f"{line.event} {as_percent(line.chance)}",
        }
        for name, line in zip(names, lines, strict=True)
        if line.chance is not None
    ]
    if values:
        axis = f"chance of {events[0].lower()}" if len(events) == 1 else "chance"
        colours = dict(zip(names, COLOURS, strict=False)) if len(names) <= CURVES else {}
        parts.append(
            _named_bars([{**v, "colour": colours.get(str(v["name"]), COLOURS[0])} for v in values], "name", axis, room)
        )
    numbers = [
        (name, line.field, line.number) for name, line in zip(names, lines, strict=True) if line.number is not None
    ]
    if 0 < len(numbers) <= CURVES:
        same = len({field for _, field, _ in numbers}) == 1 and len({line.odds.check.system for line in lines}) == 1
        parts.append(_curves(numbers, room) if same else _facets(numbers, names, room))
    apart = {"legend": {"color": "independent", "shape": "independent"}, "scale": {"color": "independent"}}
    return _chart(title, vconcat=parts, spacing=34, resolve=apart)


def heat_map(grid: Grid) -> Spec:
    """A grid as a heat map with its figures; with a single column, or several things shown, as curves or bars."""
    if grid.columns is None:
        return _grid_lines(grid)
    mean = grid.shows[0].startswith("mean ")
    values: list[Spec] = [
        {
            "row": grid.rows.labels[at],
            "column": grid.columns.labels[column],
            "value": None if cell.exact is None else float(cell.exact),
            "label": grid.entry(at, column).replace(" %", ""),
        }
        for at, row in enumerate(grid.cells)
        for column, cell in enumerate(row)
    ]
    shown = [value["value"] for value in values if value["value"] is not None]
    low, high = (min(shown, default=0), max(shown, default=1)) if mean else (0.0, 1.0)
    rows, columns = len(grid.rows.values), len(grid.columns.values)
    height = max(18, min(38, 900 // max(rows, 1))) * rows if rows <= 60 else 900
    labelled = columns <= 14 and rows <= 50
    unit = "" if mean else ", in %"
    turned = {"labelAngle": 0} if columns <= 9 else {}
    base: Spec = {
        "x": {"field": "column", "type": "ordinal", "sort": None, "title": grid.columns.option,
              "axis": {"orient": "top", "labelOverlap": True, "domain": False, "ticks": False, **turned}},
        "y": {"field": "row", "type": "ordinal", "sort": None, "title": grid.rows.option,
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
                    "legend": {"gradientLength": 260, "orient": "bottom", **({} if mean else QUARTERS)},
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
    title = {"text": _short(grid.title), "subtitle": f"{grid.rows.option} down, {grid.columns.option} across{unit}"}
    longest = max(map(len, grid.columns.labels))
    width = min(PLOT, max(260, max(62, 9 * longest + 8) * columns))
    return _chart(title, data={"values": values}, layer=layers, width=width, height=height)


# -- parts ---------------------------------------------------------------------------------------------------


def _chart(title: Mapping[str, Any], **parts: Any) -> Spec:
    return {"$schema": SCHEMA, "title": dict(title), "config": dict(CONFIG), "padding": 16, **parts}


def _title(odds: Odds) -> Spec:
    facts = [f"{row.name} {as_percent(row.chance)}" for row in events_rows(odds) if row.name != "neither"][:4]
    number = odds.numbers.get(odds.check.rule.chart)
    if number is not None:
        facts.append(f"{_spaced(odds.check.rule.chart)} {_signed(float(number.mean))} on average")
    return {"text": _short(odds.text), "subtitle": _wrapped(" · ".join(facts))}


def _drawn(number: Number) -> tuple[list[int], str]:
    """The values that are drawn, without gaps, and a word on what is left out: tails of one in two thousand."""
    values = list(number.pmf)
    tail = Fraction(1, 2_000)
    low, high, below, above = 0, len(values) - 1, Fraction(0), Fraction(0)
    many = len(values) > 30
    while many and low < high and below + number.pmf[values[low]] <= tail:
        below += number.pmf[values[low]]
        low += 1
    while many and high > low and above + number.pmf[values[high]] <= tail:
        above += number.pmf[values[high]]
        high -= 1
    first, last = values[low], values[high]
    if last - first >= DRAWN_BARS:
        # The likeliest value stays in the middle of what has room.
        centre = max(number.pmf, key=lambda value: number.pmf[value])
        first = max(first, min(centre - DRAWN_BARS // 2, last - DRAWN_BARS + 1))
        last = first + DRAWN_BARS - 1
    left_out = sum((c for v, c in number.pmf.items() if not first <= v <= last), Fraction(0))
    words = f"not drawn: {as_percent(left_out, 2)} beyond" if left_out else ""
    drawn = list(range(first, last + 1))
    if len(drawn) > 4 * len(values):
        drawn = [value for value in values if first <= value <= last]
    return drawn, words


def _step(drawn: Sequence[int], width: int = PLOT) -> int:
    """How far apart the named values are, so that their names have room: 1, 2, 3, 5, 10, 20, ..."""
    longest = max(len(str(drawn[0])), len(str(drawn[-1])))
    most = max(2, min(TICKS, width // (8 * longest + 14)))
    steps = (base * int(10**size) for size in range(12) for base in (1, 2, 3, 5))
    return next(step for step in steps if (drawn[-1] - drawn[0] + 1) // step < most)


def _bars(odds: Odds, number: Number) -> Spec:
    field = odds.check.rule.chart
    drawn, left_out = _drawn(number)
    good = next((name for name in FIRST if name in odds.fields and 0 < odds.events[name] < 1), None)
    split = _split(odds, field, good)
    said = dict(odds.check.rule.events).get(good or "", (good or "").capitalize())
    other = "Miss" if good == "hit" else "Failure"
    values = []
    for value in drawn:
        for came, chance in split.get(value, {None: Fraction(0)}).items():
            entry: Spec = {"value": value, "chance": float(chance)}
            if good is not None:
                entry["side"] = said if came else other
            values.append(entry)
    totals = [
        {"value": v, "chance": float(c), "label": as_percent(c).replace(" %", "")}
        for v in drawn
        if (c := number.pmf.get(v))
    ]
    step = _step(drawn)
    ticks = [value for value in drawn if value % step == 0]
    x = {"field": "value", "type": "ordinal", "title": _spaced(field),
         "axis": {"labelAngle": 0, "values": ticks, "labelExpr": _MINUS}}  # fmt: skip
    y = {
        "field": "chance",
        "type": "quantitative",
        "axis": {"format": "~%", "tickCount": 5, "labelExpr": _PERCENT},
        "title": "chance",
    }
    encoding: Spec = {"x": x, "y": y}
    if good is not None:
        sides = [said, other] if odds.events[good] else [other]
        scale = {"domain": sides, "range": [COLOURS[0], PALE]}
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


def _split(odds: Odds, field: str, good: str | None) -> dict[int, dict[Any, Fraction]]:
    """The chance of each value of a number, by whether the check succeeded."""
    at = odds.fields.index(field)
    side = odds.fields.index(good) if good is not None else None
    ways: dict[int, dict[Any, int]] = {}
    for values, count in odds.solution.rows.items():
        by = ways.setdefault(values[at], {})
        key = None if side is None else values[side]
        by[key] = by.get(key, 0) + count
    scale = odds.solution.scale
    return {value: {key: Fraction(n, scale) for key, n in sorted(by.items(), key=str)} for value, by in ways.items()}


def _at_least(field: str, number: Number) -> Spec:
    drawn, _ = _drawn(number)
    values = _reached(number, drawn)
    step = _step(drawn)
    x = {"field": "value", "type": "quantitative", "title": f"{_spaced(field)} or more",
         "scale": {"domain": [drawn[0] - 0.5, drawn[-1] + 0.5], "nice": False},
         "axis": {"values": [v for v in drawn if v % step == 0], "grid": False, "labelExpr": _MINUS}}  # fmt: skip
    y = {"field": "chance", "type": "quantitative", "title": "chance", "scale": {"domain": [0, 1]},
         "axis": dict(QUARTERS)}  # fmt: skip
    mark = {"type": "line", "color": COLOURS[0], "strokeWidth": 2,
            "point": {"filled": True, "size": 34, "color": COLOURS[0]} if len(drawn) <= 60 else False}  # fmt: skip
    return {"data": {"values": values}, "width": PLOT, "height": 170, "title": _heading("chance of at least so much"),
            "mark": mark, "encoding": {"x": x, "y": y}}  # fmt: skip


def _reached(number: Number, drawn: Sequence[int]) -> list[Spec]:
    """The chance of each drawn value or more."""
    above = number.at_least(drawn[-1] + 1)
    values = []
    for value in reversed(drawn):
        above += number.pmf.get(value, Fraction(0))
        values.append({"value": value, "chance": float(above)})
    return values[::-1]


def _room(names: Sequence[str]) -> int:
    """How wide a plot can be beside these names."""
    return WIDTH - 50 - max(44, min(260, 8 * max(map(len, names), default=0)))


def _named_bars(values: Sequence[Spec], field: str, title: str | None, room: int = 0) -> Spec:
    """Lying bars with a name before and a figure behind each."""
    y = {
        "field": field,
        "type": "nominal",
        "sort": None,
        "title": None,
        "axis": {"ticks": False, "domain": False, "labelPadding": 8},
    }
    # Beyond 100 % there is room for the figure behind a long bar.
    x = {"field": "chance", "type": "quantitative", "scale": {"domain": [0, 1.14], "nice": False}, "title": title,
         "axis": dict(QUARTERS)}  # fmt: skip
    values = [{"colour": COLOURS[0], **value} for value in values]
    return {
        "data": {"values": values},
        "width": room or _room([str(value[field]) for value in values]),
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


def _curves(numbers: Sequence[tuple[str, str, Number]], room: int = PLOT) -> Spec:
    """The “at least” curves of one number, together."""
    values = []
    spans = [_drawn(number)[0] for _, _, number in numbers]
    low, high = min(span[0] for span in spans), max(span[-1] for span in spans)
    drawn = list(range(low, min(high, low + DRAWN_BARS) + 1))
    for name, _, number in numbers:
        values += [{"name": name, **point} for point in _reached(number, drawn)]
    step = _step(drawn)
    x = {"field": "value", "type": "quantitative", "title": f"{_spaced(numbers[0][1])} or more",
         "scale": {"domain": [drawn[0], drawn[-1]], "nice": False},
         "axis": {"values": [v for v in drawn if v % step == 0], "grid": False, "labelExpr": _MINUS}}  # fmt: skip
    y = {"field": "chance", "type": "quantitative", "title": "chance", "scale": {"domain": [0, 1]},
         "axis": dict(QUARTERS)}  # fmt: skip
    lined = _lined(values, [name for name, _, _ in numbers], x, y, 260, room)
    return {**lined, "title": _heading("chance of at least so much")}


def _facets(numbers: Sequence[tuple[str, str, Number]], names: Sequence[str], room: int) -> Spec:
    """The distributions of different numbers, one under the other."""
    parts = []
    for name, field, number in numbers:
        drawn, _ = _drawn(number)
        step = _step(drawn, room)
        ticks = [value for value in drawn if value % step == 0]
        values = [{"value": value, "chance": float(number.pmf.get(value, 0))} for value in drawn]
        parts.append(
            {
                "data": {"values": values},
                "width": room,
                "height": 92,
                "title": _heading(f"{_short(name)}: {_spaced(field)}"),
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


def _grid_lines(grid: Grid) -> Spec:
    """What is shown over the rows: a curve for each."""
    names = _apart(list(grid.titles))
    mean = any(show.startswith("mean ") for show in grid.shows)
    values = [
        {"row": grid.rows.labels[at], "name": names[column], "chance": float(cell.exact)}
        for at, row in enumerate(grid.cells)
        for column, cell in enumerate(row)
        if cell.exact is not None
    ]
    step = max(1, -(-len(grid.rows.labels) // TICKS))
    x = {"field": "row", "type": "ordinal", "sort": None, "title": grid.rows.option,
         "axis": {"labelAngle": 0 if len(grid.rows.labels) <= LABELLED else -60, "labelOverlap": True,
                  "values": list(grid.rows.labels[::step])}}  # fmt: skip
    axis: Spec = {} if mean else {"scale": {"domain": [0, 1]}, "axis": dict(QUARTERS)}
    y: Spec = {"field": "chance", "type": "quantitative", "title": "mean" if mean else "chance", **axis}
    title = {"text": _short(grid.title), "subtitle": f"by {grid.rows.option}"}
    return _chart(title, **_lined(values, names[:CURVES], x, y, 320))


def _heading(text: str) -> Spec:
    return {"text": text, "fontSize": 13, "fontWeight": "normal", "color": GREY, "offset": 8}


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _short(text: str, most: int = 64) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _wrapped(text: str, width: int = 96) -> list[str]:
    from textwrap import wrap

    return wrap(text, width)[:3]


def _apart(names: Iterable[str]) -> list[str]:
    """Names that differ, also where two checks are the same."""
    found: list[str] = []
    for name in names:
        shown, many = _short(name, 48), 2
        while shown in found:
            shown, many = f"{_short(name, 44)} ({many})", many + 1
        found.append(shown)
    return found
