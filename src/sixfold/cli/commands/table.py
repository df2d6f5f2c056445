"""`sixfold table`: the grid that goes into a rule book."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser, whole_number
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.study.files import write_whole
from sixfold.study.grids import Grid, arrow_bytes, table

FORMATS = ("json", "csv", "markdown", "latex")

SUMMARY = "the grid of odds that goes into a rule book"
HEADING = "for designers"
ALIKE = ("grid", "tabelle")


def parser() -> Parser:
    """The arguments of `sixfold table`."""
    made = Parser(
        "table",
        "The grid that goes into a rule book: a check over a range of one option, or of two.",
        (
            "sixfold table ten --rows modifier=-3..9 --columns skew=-2..2",
            "sixfold table ten attack damage 2d6 --rows modifier=0..6 --columns size=-2..2 --show 'mean damage'",
            "sixfold table odgs +5 --rows vs=12..25 --columns combat=no,yes --show hit --csv --out saves.csv",
            "sixfold table '?d6' --rows '?=1..5' --show 'total >= 10' --show 'mean total'",
        ),
    )
    made.check()
    made.add_argument("--rows", metavar="OPTION=RANGE", help="a..b, a..b..step or a,b,c: modifier=-3..9")
    made.add_argument("--columns", metavar="OPTION=RANGE", help="the same for the columns")
    made.add_argument("--show", action="append", default=[], metavar="EVENT", help="success or a hit if it is not said")
    made.add_argument("--exact", action="store_true", help="fractions instead of percentages")
    made.add_argument("--digits", default="1", metavar="N", help="digits after the point, 0 to 12 (1)")
    for name in FORMATS[1:]:
        made.add_argument(
            f"--{name}", action="store_true", help=f"as {name if name != 'csv' else 'CSV, fractions too'}"
        )
    made.json()
    made.add_argument("--out", metavar="FILE", help="write it into a file instead")
    made.add_argument("--parquet", metavar="FILE", help="write it as Parquet (with the extra “arrow”)")
    made.add_argument("--arrow", metavar="FILE", help="write it as Arrow (with the extra “arrow”)")
    made.add_argument("--chart", metavar="FILE", help="draw it: .svg, .png, .html or .vl.json")
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold table`."""
    said = [name for name in FORMATS if getattr(asked, name)]
    if len(said) > 1:
        raise UsageError(f"One form at a time: --{said[0]} or --{said[1]}.")
    if asked.rows is None:
        raise UsageError("Say what the rows go through: --rows modifier=-3..9.")
    asked.digits = whole_number(asked.digits, "--digits")
    if not 0 <= asked.digits <= 12:
        raise UsageError("--digits goes from 0 to 12.")
    if asked.chart is not None:
        from sixfold.show.files import chart_ending

        chart_ending(asked.chart)
    grid = table(asked.check, asked.rows, asked.columns, asked.show, systems=systems)
    for kind in ("parquet", "arrow"):
        if getattr(asked, kind) is not None:
            write_whole(getattr(asked, kind), arrow_bytes(grid, kind))
    if asked.chart is not None:
        from sixfold.show.files import save_chart

        save_chart(grid, asked.chart)
    if asked.out is not None:
        write_whole(asked.out, _text(grid, asked, said[0] if said else "text"))
    else:
        console = out()
        if said:
            console.data(_text(grid, asked, said[0]))
        else:
            console.say(grid.show(console.paint, asked.digits, asked.exact))
    return 0


def _text(grid: Grid, asked: Any, form: str) -> str:
    if form == "json":
        return json.dumps(grid.to_json(), ensure_ascii=False) + "\n"
    if form == "csv":
        return grid.to_csv()
    if form == "markdown":
        return grid.to_markdown(asked.digits, asked.exact)
    if form == "latex":
        return grid.to_latex(asked.digits, asked.exact)
    return grid.show(digits=asked.digits, as_fraction=asked.exact) + "\n"
