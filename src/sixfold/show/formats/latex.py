"""LaTeX that needs no package: tabulars and lists, with headings and notes as comments, since a book has its own."""

from collections.abc import Iterator, Sequence

from sixfold.base.printable import printable
from sixfold.show.formats import Format
from sixfold.show.report.blocks import Dice, Heading, respelled
from sixfold.show.report.tables import Block, Columns, Entries, Report, Row

_SIGNS = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$", "−": r"$-$", "–": "--",
    "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "×": r"$\times$", "“": "``", "”": "''", "…": r"\ldots{}",
})  # fmt: skip


def draw(report: Report) -> str:
    """A report in LaTeX."""
    return "\n".join(line for block in report for line in _drawn(respelled(block, _on_one_line)))


def _on_one_line(text: str) -> str:
    return " ".join(printable(text).split())


def _drawn(block: Block) -> Iterator[str]:
    if isinstance(block, Columns):
        yield from _tabular(block)
    elif isinstance(block, Dice | Entries):
        yield "\\begin{description}"
        if isinstance(block, Entries):
            yield from (f"\\item[{_signs(entry.term)}] {_signs(entry.text)}" for entry in block.entries)
        else:
            for line in block.lines:
                yield f"\\item[{_signs(line.label)}] {_signs(' '.join(filter(None, (line.shown, line.words))))}"
        yield "\\end{description}"
    elif isinstance(block, Heading):
        yield f"% {block.text}{f' ({block.note})' if block.note else ''}"
    elif block.text:
        yield f"% {block.text}"


def _tabular(block: Columns) -> Iterator[str]:
    columns = block.columns
    if block.caption:
        yield f"% {block.caption}"
    yield f"\\begin{{tabular}}{{{''.join(column.align[0] for column in columns)}}}"
    yield "\\hline"
    if block.over:
        yield f" & \\multicolumn{{{len(columns) - 1}}}{{c}}{{{_signs(block.over)}}} \\\\"
    yield from (_line(block.heads), "\\hline") if block.heads else ()
    for row in block.rows:
        if isinstance(row, Row):
            yield _line(row.marked)
            yield from (_across(note, len(columns)) for note in row.notes)
        else:
            yield _across(row.text, len(columns))
    yield "\\hline"
    yield "\\end{tabular}"


def _across(text: str, many: int) -> str:
    return f"\\multicolumn{{{many}}}{{l}}{{{_signs(text)}}} \\\\"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_signs, cells)) + " \\\\"


def _signs(text: str) -> str:
    return text.translate(_SIGNS)


FORMATS = {"latex": Format("LaTeX", ".tex", "application/x-latex", lambda value: draw(value.report()) + "\n")}
