"""Tidy data: a line for each observation, a column for each name, for programs."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sixfold.report.blocks import Dice, Heading
from sixfold.report.tables import Columns, Entries, Report, Row
from sixfold.shapes.fraction import exact

Cell = str | int | float | None

FIGURE = ("numerator", "denominator", "decimal", "unresolved")
"""The columns of a figure."""


class Tidy(NamedTuple):
    """Names, and lines of as many values."""

    names: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]


def figure(value: Fraction | None, unresolved: Fraction = Fraction(0)) -> tuple[Cell, ...]:
    """A value as the four cells of `FIGURE`; empty ones for no value. Whole numbers are text, since they may be long.

    >>> figure(Fraction(5, 8))
    ('5', '8', 0.625, 0.0)
    """
    if value is None:
        return ("", "", None, None)
    over, under = exact(Fraction(value.numerator)), exact(Fraction(value.denominator))
    return (over, under, value.numerator / value.denominator, float(unresolved))


def tables(report: Report) -> Tidy:
    """Every table, list and throw of a report under each other, as the text that people read."""
    lines = [line for block in report for line in _lines(block)]
    many = max(map(len, lines), default=1)
    names = ("about", *(f"column {number}" for number in range(1, many)))
    return Tidy(names, tuple((*line, *[""] * (many - len(line))) for line in lines))


def _lines(block: object) -> Iterator[tuple[str, ...]]:
    if isinstance(block, Columns):
        yield from [block.heads] if block.heads else []
        yield from (row.cells if isinstance(row, Row) else (row.text,) for row in block.rows)
    elif isinstance(block, Entries):
        yield from ((entry.term, entry.text) for entry in block.entries)
    elif isinstance(block, Dice):
        yield from ((each.label, " ".join(str(face) for face, _ in each.dice), each.words) for each in block.lines)
    elif isinstance(block, Heading):
        yield (block.text,)
