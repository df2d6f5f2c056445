"""Tables as text: bars, columns and terms, folded where the screen is narrow."""

from collections.abc import Iterable, Iterator, Sequence

from sixfold.show.report.blocks import Heading, Style
from sixfold.show.report.tables import Column, Columns, Entries, Row
from sixfold.show.screen import READS_WELL, Screen, folded, room_of, set_left, set_right, spans_of, titled, wrapped

BAR = 30
"""Characters of the longest bar beside a chance."""

LONG_BAR = 40
"""Characters of a whole bar below a row."""

SHORT_BAR = 6
"""Characters below which a bar says nothing."""

EXACTLY = 1
"""The index of the exact fraction among the figures of a bar."""

LEAST = 8
"""Characters of the narrowest column."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def table(block: Columns | Entries, screen: Screen) -> Iterable[str]:
    """A table, line by line."""
    if isinstance(block, Entries):
        return _entries(block, screen)
    return _beside(block, screen) if block.beside else _columns(block, screen)


def bar(share: float, width: int = BAR, plainly: bool = False) -> str:
    """A bar for a share of 0 to 1 of the width.

    >>> bar(0.5, 4), bar(0.5, 4, plainly=True)
    ('██', '##')
    """
    if plainly:
        return "#" * max(round(share * width), share > 0)
    eighths = round(share * width * 8)
    if share > 0 and not eighths:
        eighths = 1
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def _beside(block: Columns, screen: Screen) -> Iterator[str]:
    """Rows that are named, with a bar beside each."""
    rows = [row for row in block.rows if isinstance(row, Row)]
    names, *widths = (
        max(map(room_of, column)) for column in zip(block.heads or rows[0].cells, *(r.cells for r in rows), strict=True)
    )
    shown = list(range(len(widths)))
    # Where there is little room the fraction is left out, then the bar, then what is said last.
    room = min(BAR, screen.width - names - sum(widths) - 2 * len(widths) - 4)
    if room < SHORT_BAR:
        shown.remove(EXACTLY)
        room = min(BAR, room + widths[EXACTLY] + 2)
    while room < -2 and len(shown) > 1:
        room += widths[shown.pop()] + 2
    names = min(names, max(8, screen.width - widths[0] - 4))
    set_ = set_right if block.columns[0].align == "right" else set_left
    if block.heads:
        cells = [set_right(block.heads[at + 1], widths[at]) for at in shown]
        yield f"  {set_(block.heads[0], names)}  {screen.paint('  '.join(cells), 'quiet')}".rstrip()
    for row in rows:
        first, *more = wrapped(row.cells[0], names) if room_of(row.cells[0]) > names else row.cells[:1]
        cells = [screen.paint(set_right(row.cells[at + 1], widths[at]), block.columns[at + 1].style) for at in shown]
        drawn = bar(row.share or 0, room, screen.ascii) if room >= SHORT_BAR else ""
        yield "  ".join(["", set_(first, names), *cells, screen.paint(drawn, "bar")]).rstrip()
        yield from (f"    {words}" for words in more)


def _entries(block: Entries, screen: Screen) -> Iterator[str]:
    room = min(screen.width, READS_WELL)
    wide = [room_of(entry.term) for entry in block.entries]
    # A term that takes more than a third has a line of its own.
    width = max((size for size in wide if size <= room // 3), default=2)
    for entry, size in zip(block.entries, wide, strict=True):
        lines = wrapped(entry.text, room - width - 4)
        if size > width:
            yield from (f"  {screen.paint(term, block.style)}" for term in wrapped(entry.term, room - 2))
        else:
            term = (set_right if block.align == "right" else set_left)(entry.term, width)
            yield f"  {screen.paint(term, block.style)}  {lines.pop(0)}".rstrip()
        yield from (f"{' ' * (width + 4)}{line}" for line in filter(None, lines))


def _columns(block: Columns, screen: Screen) -> Iterator[str]:
    if block.caption:
        yield from titled(Heading(block.caption), screen)
        yield ""
    rows = [row for row in block.rows if isinstance(row, Row)]
    cells = [*([block.heads] if block.heads else []), *(row.cells for row in rows)]
    widths = [max((room_of(line[at]) for line in cells), default=0) for at in range(len(block.columns))]
    room = screen.width - block.indent
    if not block.heads:
        widths = [min(width, max(room - 4, LEAST)) for width in widths]
        yield from _table(block, widths, _parted(widths, block.indent, block.indent + 4, screen.width), screen)
        return
    # Bars and notes are drawn once. A name may take half of the room, and any other column what is left of it.
    names = min(widths[0], max(room // 2, LEAST))
    widths = [names, *(min(width, max(room - names - 2, LEAST)) for width in widths[1:])]
    bare = tuple(row._replace(share=None, notes=()) if isinstance(row, Row) else row for row in block.rows)
    for number, band in enumerate(_parted(widths, block.indent, block.indent, screen.width, [0])):
        if number:
            yield ""
        yield from _table(block._replace(rows=bare) if number else block, widths, [band], screen)


def _parted(widths: Sequence[int], indent: int, then: int, most: int, again: Sequence[int] = ()) -> list[Sequence[int]]:
    """The columns in as many parts as there is room for; those of `again` begin each, and a further one is set in."""
    parts: list[list[int]] = []
    at = most
    for column, width in enumerate(widths):
        if column in again:
            continue
        if not parts or (len(parts[-1]) > len(again) and at + 2 + width > most):
            at = (then if parts else indent) + sum(widths[each] for each in again)
            parts.append([*again])
        at += width + (2 if parts[-1] else 0)
        parts[-1].append(column)
    return list(parts) or [again]


def _table(block: Columns, widths: Sequence[int], shelves: Sequence[Sequence[int]], screen: Screen) -> Iterator[str]:
    if block.over:
        yield f"{' ' * (block.indent + widths[0] + 2)}{screen.paint(block.over, 'quiet')}"
    if block.heads:
        others: Style = "strong" if block.grid else "quiet"
        styles: tuple[Style, ...] = ("quiet", *([others] * (len(widths) - 1)))
        yield from _row(Row(block.heads, styles), block, widths, shelves, screen)
    for row in block.rows:
        if isinstance(row, Heading):
            yield from titled(row, screen)
        else:
            yield from _row(row, block, widths, shelves, screen)


def _row(
    row: Row, block: Columns, widths: Sequence[int], shelves: Sequence[Sequence[int]], screen: Screen
) -> Iterator[str]:
    for number, shelf in enumerate(shelves):
        indent = block.indent + (4 if number else 0)
        cells = {at: wrapped(t, widths[at]) if room_of(t := row.cells[at]) > widths[at] else [t] for at in shelf}
        for line in range(max(map(len, cells.values()))):
            mark = row.mark if not number and not line else ""
            texts = {at: lines[line] if line < len(lines) else "" for at, lines in cells.items()}
            parts = [_cell(texts[at], at, row, block.columns[at], widths[at], screen) for at in shelf]
            drawn = f"{screen.paint(mark, row.styles[0]) if mark and row.styles else mark}{' ' * (indent - len(mark))}"
            yield f"{drawn}{'  '.join(parts)}".rstrip()
    if row.share is not None:
        drawn = bar(row.share, max(1, min(LONG_BAR, screen.width - block.indent - 2)), screen.ascii)
        yield f"{' ' * (block.indent + 2)}{screen.paint(drawn, 'bar')}".rstrip() if drawn else ""
    for note in row.notes:
        yield from folded(spans_of(note, "quiet"), screen, block.indent + 4, block.indent + 4)


def _cell(text: str, at: int, row: Row, column: Column, width: int, screen: Screen) -> str:
    style = row.styles[at] if at < len(row.styles) else column.style
    room = " " * (width - room_of(text))
    painted = screen.paint(text, style)
    return f"{room}{painted}" if column.align == "right" else f"{painted}{room}"
