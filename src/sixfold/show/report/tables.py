"""Reports, and the tables in them: columns, and terms with their meaning; and tidy data."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from sixfold.base.shapes.fraction import Bounds, exact
from sixfold.show.report.blocks import Dice, Heading, Paragraph, Style


class Column(NamedTuple):
    """One column: its head, and the alignment and style of its cells."""

    head: str = ""
    align: Literal["left", "right"] = "left"
    style: Style = ""


class Row(NamedTuple):
    """Cells beside each other, and what belongs below them: a bar (0 to 1) and notes.

    `styles` replace those of the first columns; a `mark` of one character comes before the row.
    """

    cells: tuple[str, ...]
    styles: tuple[Style, ...] = ()
    mark: str = ""
    share: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def marked(self) -> tuple[str, ...]:
        """The cells, with the mark in the first one."""
        return (f"{self.mark} {self.cells[0]}", *self.cells[1:]) if self.mark else self.cells


class Columns(NamedTuple):
    """A table. Headings may part its rows.

    A `grid` has names in its first column and figures in all others, which are about `over`; a page that it is put
    into says itself what its `caption` says. With `beside`, the bars are beside the rows, and the third column has
    what can be left out first.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row | Heading, ...]
    indent: int = 2
    grid: bool = False
    over: str = ""
    caption: str = ""
    beside: bool = False

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of all columns; empty if none has one."""
        heads = tuple(column.head for column in self.columns)
        return heads if any(heads) else ()


class Definition(NamedTuple):
    """A term and what it means."""

    term: str
    text: str


class Entries(NamedTuple):
    """Terms under each other, each with its meaning beside it."""

    entries: tuple[Definition, ...]
    align: Literal["left", "right"] = "left"
    style: Style = "strong"


Block = Heading | Paragraph | Columns | Dice | Entries
Report = tuple[Block, ...]
"""The blocks of a value. They know no format, and every format draws each block in its own way."""


# -- tidy data: a line for each observation, a column for each name, for programs -----------------------------


Cell = str | int | float | None

Kind = type[int] | type[float] | type[str] | tuple[str, ...]
"""The kind of a column: numbers, text, or one of these words."""

FIGURE = ("numerator", "denominator", "decimal", "unresolved")
"""The columns of a figure."""


class Tidy(NamedTuple):
    """Names, and lines of as many values, which may be read one by one.

    A format that has types takes the `kinds` of the columns; without them, it takes those of the values. `about` says
    by names what the lines are, where a format has room for that.
    """

    names: tuple[str, ...]
    lines: Iterable[tuple[Cell, ...]]
    kinds: tuple[Kind, ...] = ()
    about: Mapping[str, str] = {}


def figure(value: Bounds | None) -> tuple[Cell, ...]:
    """A value as the four cells of `FIGURE`; empty ones for no value. Whole numbers are text, since they may be long.

    >>> figure(Bounds.exactly(Fraction(5, 8)))
    ('5', '8', 0.625, 0.0)
    """
    if value is None:
        return ("", "", None, None)
    over, under = exact(Fraction(value.low.numerator)), exact(Fraction(value.low.denominator))
    return (over, under, value.low.numerator / value.low.denominator, float(value.unresolved))


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
        yield from ((line.label, " ".join(str(face) for face, _ in line.dice), line.words) for line in block.lines)
    elif isinstance(block, Heading):
        yield (block.text,)
