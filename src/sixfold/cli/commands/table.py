"""`sixfold table`: the grid that goes into a rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.bounds import SHOWN_DIGITS
from sixfold.cli.arguments import Parser, whole_number
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.study.grid import table

SUMMARY = "make a grid of odds for a rule book"
ALIKE = ("grid", "tabelle")


def parser() -> Parser:
    """The arguments of `sixfold table`."""
    made = Parser(
        "table",
        "Make a grid of odds for a rule book: a check over a range of one option, or of two.",
        (
            "sixfold table ten --rows modifier=-3..9 --columns skew=-2..2",
            "sixfold table ten attack damage 2d6 --rows modifier=0..6 --columns size=-2..2 --event 'mean damage'",
            "sixfold table odgs +5 --rows vs=12..25 --columns combat=no,yes --event hit -o saves.csv",
            "sixfold table '?d6' --rows '?=1..5' --event 'total >= 10' --event 'mean total'",
        ),
    )
    made.check()
    made.add_argument(
        "--rows",
        metavar="OPTION=RANGE",
        help="the option and its values in the rows: a..b, a..b..step or a,b,c, as in modifier=-3..9",
    )
    made.add_argument(
        "--columns", metavar="OPTION=RANGE", help="the option and its values in the columns, in the same way"
    )
    made.add_argument(
        "--event",
        action="append",
        default=[],
        metavar="EVENT",
        help="the figure in the cells: an event, or the mean of a number (default: success or a hit)",
    )
    made.add_argument("--exact", action="store_true", help="fractions instead of percentages")
    made.add_argument("--digits", default="1", metavar="N", help="digits after the point, 0 to 12 (default: 1)")
    made.answers()
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold table`."""
    if asked.rows is None:
        raise UsageError("Name the option for the rows: --rows modifier=-3..9.")
    digits = whole_number(asked.digits, "--digits")
    if not 0 <= digits <= SHOWN_DIGITS:
        raise UsageError(f"--digits must be from 0 to {SHOWN_DIGITS}.")
    grid = table(
        asked.check, asked.rows, asked.columns, asked.event, digits=digits, fractions=asked.exact, systems=systems
    )
    out().answer(grid, asked.form)
    return 0
