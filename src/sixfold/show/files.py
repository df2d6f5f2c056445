"""Charts as files: `.svg`, `.png`, `.html` or `.vl.json`, by the ending of the name."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from sixfold.errors import StudyError
from sixfold.show.html import Table, page
from sixfold.show.tables import events_rows, number_rows, percent, short_fraction
from sixfold.show.vega import Spec, comparison, heat_map, odds_chart
from sixfold.solving.odds import Odds
from sixfold.study.comparing import Comparison
from sixfold.study.files import write_whole
from sixfold.study.grids import Grid

ENDINGS = (".svg", ".png", ".html", ".vl.json", ".json")
SCALE = 2.0
"""Dots of a PNG for each pixel of the chart: sharp in print, at twice the width of a column."""

VEGA_LITE_VERSION = "5.20"


def chart_ending(path: str | Path) -> str:
    """The ending that says what kind of file a chart becomes; raises StudyError (study/file) for another."""
    name = str(path).lower()
    for ending in ENDINGS:
        if name.endswith(ending) and len(Path(name).name) > len(ending):
            return ending
    raise StudyError(
        "study/file",
        f"A chart is written as .svg, .png, .html or .vl.json; “{str(path)[:80]}” ends in none of them.",
    )


def save_chart(of: Odds | Comparison | Grid, path: str | Path) -> None:
    """Draw odds, a comparison or a table into a file, which is there whole or not at all.

    Raises StudyError: study/file for a name with another ending or a file that cannot be written, study/extra where
    the extra `charts` is missing (only `.vl.json` does without).
    """
    ending = chart_ending(path)
    spec = chart_of(of)
    if ending in (".json", ".vl.json"):
        write_whole(path, json.dumps(spec, ensure_ascii=False, indent=1) + "\n")
    elif ending == ".png":
        write_whole(path, _converter().vegalite_to_png(_plain(spec), vl_version=VEGA_LITE_VERSION, scale=SCALE))
    else:
        svg = _converter().vegalite_to_svg(_plain(spec), vl_version=VEGA_LITE_VERSION)
        write_whole(path, svg if ending == ".svg" else page(str(spec["title"]["text"]), svg, _table_of(of)))


def chart_of(of: Odds | Comparison | Grid) -> Spec:
    """The Vega-Lite specification of odds, a comparison or a table."""
    if isinstance(of, Comparison):
        return comparison(of)
    return heat_map(of) if isinstance(of, Grid) else odds_chart(of)


def _plain(spec: Spec) -> str:
    return json.dumps(spec)


def _converter() -> Any:
    try:
        return import_module("vl_convert")
    except ImportError:
        raise StudyError(
            "study/extra",
            "Drawing charts needs the extra “charts”: pip install 'sixfold[charts]'. "
            "A .vl.json file can be written without it.",
        ) from None


def _table_of(of: Odds | Comparison | Grid) -> Table:
    if isinstance(of, Comparison):
        return ("Checks side by side", *of.cells())
    if isinstance(of, Grid):
        head = [of.rows.option, *of.heads]
        body = [[label, *row] for label, row in zip(of.rows.labels, of.entries(), strict=True)]
        return (of.title, head, body)
    rows = events_rows(of)
    number = of.numbers.get(of.check.rule.chart)
    if number is not None:
        rows += [row._replace(name=f"{of.check.rule.chart} {row.name}") for row in number_rows(number, 60)]
    return (
        of.text,
        ["what", "chance", "exactly"],
        [[r.name, percent(r.chance), short_fraction(r.chance)] for r in rows],
    )
