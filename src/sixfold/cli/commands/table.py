"""`sixfold table`: the grid that goes into a rule book."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sixfold.bounds import SHOWN_DIGITS
from sixfold.cli.arguments import Parser, whole_number
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.show.files import ending_of, save, text_formats, write_whole
from sixfold.study.grid import Grid, table

SUMMARY = "make a grid of odds for a rule book"
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
    made.add_argument(
        "--rows",
        metavar="OPTION=RANGE",
        help="what the rows go through: a..b, a..b..step or a,b,c, as in modifier=-3..9",
    )
    made.add_argument("--columns", metavar="OPTION=RANGE", help="what the columns go through, in the same way")
    made.add_argument(
        "--show",
        action="append",
        default=[],
        metavar="EVENT",
        help="what is shown: an event, or the mean of a number (default: success or a hit)",
    )
    made.add_argument("--exact", action="store_true", help="fractions instead of percentages")
    made.add_argument("--digits", default="1", metavar="N", help="digits after the point, 0 to 12 (default: 1)")
    for name, found in text_formats().items():
        made.add_argument(f"--{name}", action="store_true", help=f"as {found.title}")
    made.json()
    made.add_argument("--out", metavar="FILE", help="write it into a file instead")
    made.add_argument("--parquet", metavar="FILE", help="write it as Parquet (with the extra “arrow”)")
    made.add_argument("--arrow", metavar="FILE", help="write it as Arrow (with the extra “arrow”)")
    made.add_argument("--chart", metavar="FILE", help="draw it: .svg, .png, .html or .vl.json")
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold table`."""
    said = [name for name in ("json", *text_formats()) if getattr(asked, name)]
    if len(said) > 1:
        raise UsageError(f"One form at a time: --{said[0]} or --{said[1]}.")
    if asked.rows is None:
        raise UsageError("Say what the rows go through: --rows modifier=-3..9.")
    digits = whole_number(asked.digits, "--digits")
    if not 0 <= digits <= SHOWN_DIGITS:
        raise UsageError(f"--digits must be from 0 to {SHOWN_DIGITS}.")
    if asked.chart is not None:
        ending_of(asked.chart, charts=True)
    grid = table(
        asked.check, asked.rows, asked.columns, asked.show, digits=digits, fractions=asked.exact, systems=systems
    )
    for kind in ("parquet", "arrow"):
        if getattr(asked, kind) is not None:
            save(grid, getattr(asked, kind), f".{kind}")
    if asked.chart is not None:
        save(grid, asked.chart)
    form = said[0] if said else ""
    if asked.out is not None:
        write_whole(asked.out, _text(grid, form or "text"))
    elif form and form != "text":
        out().data(_text(grid, form))
    else:
        out().show(grid.report())
    return 0


def _text(grid: Grid, form: str) -> str:
    return json.dumps(grid.to_json(), ensure_ascii=False) + "\n" if form == "json" else grid.to(form)
