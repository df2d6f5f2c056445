"""`table`: the grid that goes into a rule book."""

from __future__ import annotations

from sixfold.bounds import SHOWN_AT_ONCE, SHOWN_DIGITS
from sixfold.questions.question import AIM, CHECK, Parameter, Question
from sixfold.study.grid import table

QUESTION = Question(
    "table",
    table,
    "make a grid of odds for a rule book",
    (
        CHECK._replace(kind="open check"),
        Parameter(
            "rows",
            "the option and its values in the rows: a..b, a..b..step or a,b,c, as in modifier=-3..9",
            "OPTION=RANGE",
            missing="Name the option for the rows: --rows modifier=-3..9.",
        ),
        Parameter("columns", "the option and its values in the columns, in the same way", "OPTION=RANGE"),
        Parameter(
            "event",
            "the figure in the cells: an event, or the mean of a number (default: success or a hit)",
            many=SHOWN_AT_ONCE,
        ),
        AIM,
        Parameter("exact", "fractions instead of percentages", "", "yes"),
        Parameter("digits", "digits after the point, 0 to 12 (default: 1)", "N", "number", SHOWN_DIGITS),
    ),
    "Make a grid of odds for a rule book: a check over a range of one option, or of two.",
    (
        "sixfold table ten --rows modifier=-3..9 --columns skew=-2..2",
        "sixfold table ten attack damage 2d6 --rows modifier=0..6 --columns size=-2..2 --event 'mean damage'",
        "sixfold table odgs +5 --rows vs=12..25 --columns combat=no,yes --event hit -o saves.csv",
        "sixfold table '?d6' --rows '?=1..5' --event 'total >= 10' --event 'mean total'",
    ),
    ("grid", "tabelle"),
    path="/grids",
)
