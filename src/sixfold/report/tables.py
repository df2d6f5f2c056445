"""Reports, and the tables in them: columns, and terms with their meaning."""

from typing import Literal, NamedTuple

from sixfold.report.blocks import Dice, Heading, Note, Style


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


class Entry(NamedTuple):
    """A term and what it means."""

    term: str
    text: str


class Entries(NamedTuple):
    """Terms under each other, each with its meaning beside it."""

    entries: tuple[Entry, ...]
    align: Literal["left", "right"] = "left"
    style: Style = "strong"


Block = Heading | Note | Columns | Dice | Entries
Report = tuple[Block, ...]
"""The blocks of a value. They know no format, and every format draws each block in its own way."""
