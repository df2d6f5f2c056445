"""Markdown: headings, tables and lists."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from sixfold.base.printable import printable
from sixfold.show.formats import Format
from sixfold.show.report.blocks import Dice, Heading, respelled
from sixfold.show.report.tables import Block, Columns, Entries, Report, Row

MARKUP: Final = re.compile(
    r"[\\`*|~$]|(?<= )#+$|<(?=[a-zA-Z/!?])|(?<=\])[(\[:]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|!(?=\[)"
)
"""Signs that begin something else than text, where they do."""


def draw(report: Report) -> str:
    """A report in Markdown, its blocks with blank lines between."""
    return "\n\n".join(part for block in report for part in _drawn(respelled(block, escaped)))


def escaped(text: str) -> str:
    """Return text on one line; what would part a cell, or be markup, is said to be a character.

    >>> escaped("*bold*  <b> [x](y) 2 * 3 $x$ #")
    '\\\\*bold\\\\* \\\\<b> [x]\\\\(y) 2 \\\\* 3 \\\\$x\\\\$ \\\\#'
    """
    return MARKUP.sub(r"\\\g<0>", " ".join(printable(text).split()))


def _drawn(block: Block) -> Iterator[str]:
    if isinstance(block, Columns):
        yield from _tables(block)
    elif isinstance(block, Dice):
        yield "\n".join(f"- {line.label}: {', '.join(filter(None, (line.shown, line.words)))}" for line in block.lines)
    elif isinstance(block, Entries):
        yield "\n".join(f"- **{entry.term}** {entry.text}" for entry in block.entries)
    elif isinstance(block, Heading):
        yield f"{'#' * (block.level + 1)} {block.text}{f' ({block.note})' if block.note else ''}"
    elif block.text:
        yield block.text


def _tables(block: Columns) -> Iterator[str]:
    """A table; where headings part it, one below each."""
    heads = [column.head for column in block.columns]
    if block.over:
        heads[0] = f"{heads[0]} \\ {block.over}"
    rows: list[Sequence[str]] = []
    aligns = [column.align for column in block.columns]
    for row in block.rows:
        if isinstance(row, Row):
            rows.append(row.marked)
            rows += [(note, *[""] * (len(heads) - 1)) for note in row.notes]
            continue
        if rows:
            yield _table(heads, rows, aligns)
            rows = []
        yield from _drawn(row)
    if rows:
        yield _table(heads, rows, aligns)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], aligns: Sequence[str]) -> str:
    widths = [max(3, *(len(line[at]) for line in (heads, *rows))) for at in range(len(heads))]
    lines = [
        "| "
        + " | ".join(t.rjust(w) if a == "right" else t.ljust(w) for t, w, a in zip(line, widths, aligns, strict=True))
        + " |"
        for line in (heads, *rows)
    ]
    rule = "|".join(
        "-" * (w + 1) + ":" if a == "right" else ":" + "-" * (w + 1) for w, a in zip(widths, aligns, strict=True)
    )
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]])


FORMATS = {"markdown": Format("Markdown", ".md", "text/markdown", lambda value: draw(value.report()) + "\n")}
