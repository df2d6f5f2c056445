"""HTML that stands by itself: parts for notebooks and pages, and whole pages with a chart in them."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from string import Template

from sixfold.base.printable import printable
from sixfold.show.formats import Format
from sixfold.show.formats.svg import draw as svg
from sixfold.show.report.blocks import Dice, Heading, Style, respelled
from sixfold.show.report.presentable import Presentable
from sixfold.show.report.tables import Block, Columns, Entries, Report, Row

BAR = "#3b6ea5"
_TAGS: dict[Style, str] = {"title": "b", "strong": "b", "good": "b", "bad": "b", "quiet": "small", "dropped": "s"}


def draw(report: Report) -> str:
    """A report as a part of a page; every text is shown as it is."""
    return "\n".join(part for block in report for part in _drawn(respelled(block, printable)))


def page(title: str, report: Report, drawing: str = "") -> str:
    """A page that needs no network: the chart, and the same figures to read."""
    name = escape(printable(title))
    figure = f"<figure>\n{drawing}</figure>\n" if drawing else ""
    template = Template(files(__package__).joinpath("page.html").read_text("utf-8"))
    return template.substitute(title=name, figure=figure, body=draw(report))


def _drawn(block: Block) -> Iterator[str]:
    if isinstance(block, Columns):
        yield _table(block)
    elif isinstance(block, Dice):
        rows = "".join(
            f"<tr>{_cell(line.label, 'left')}<td style='text-align:left'>"
            f"{' '.join(_styled(str(face), 'strong' if counts else 'dropped') for face, counts in line.dice)}</td>"
            f"{_cell(line.words, 'left', 'quiet')}</tr>\n"
            for line in block.lines
        )
        yield f"<table>\n{rows}</table>"
    elif isinstance(block, Entries):
        rows = "".join(
            f"<tr>{_cell(e.term, block.align, block.style)}{_cell(e.text, 'left')}</tr>\n" for e in block.entries
        )
        yield f"<table>\n{rows}</table>"
    elif isinstance(block, Heading):
        tag = "h1" if block.level == 1 else "h2"
        yield f"<{tag}>{escape(block.text)}{f' <small>{escape(block.note)}</small>' if block.note else ''}</{tag}>"
    elif block.text:
        yield f"<p>{_styled(block.text, block.style)}</p>"


def _table(block: Columns) -> str:
    lines = [f"<caption>{escape(block.caption)}</caption>"] if block.caption else []
    heads = list(block.heads)
    if heads:
        if block.over:
            heads[0] = f"{heads[0]} \\ {block.over}"
        cells = "".join(
            f"<th scope='col' style='text-align:{c.align}'>{escape(head)}</th>"
            for head, c in zip(heads, block.columns, strict=True)
        )
        lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    many = len(block.columns)
    for row in block.rows:
        if isinstance(row, Heading):
            lines.append(f"<tr><th colspan='{many}' style='text-align:left'>{escape(row.text)}</th></tr>")
        else:
            lines += _row(row, block, many)
    return "\n".join(["<table>", *lines, "</tbody></table>"])


def _row(row: Row, block: Columns, many: int) -> Iterator[str]:
    cells = []
    for at, (shown, column) in enumerate(zip(row.marked, block.columns, strict=True)):
        if block.grid and not at:
            cells.append(f"<th scope='row' style='text-align:{column.align}'>{escape(shown)}</th>")
        else:
            cells.append(_cell(shown, column.align, row.styles[at] if at < len(row.styles) else column.style))
    if row.share is not None:
        bar = f"<div style='background:{BAR};height:.8em;width:{row.share * (12 if block.beside else 16):.2f}em'></div>"
        place = "<td" if block.beside else f"</tr>\n<tr><td colspan='{many}'"
        cells.append(f"{place} style='text-align:left'>{bar}</td>")
    yield f"<tr>{''.join(cells)}</tr>"
    for note in row.notes:
        yield f"<tr>{_cell(note, 'left', 'quiet').replace('<td', f'<td colspan={many}', 1)}</tr>"


def _cell(text: str, align: str, style: Style = "") -> str:
    return f"<td style='text-align:{align}'>{_styled(text, style)}</td>"


def _styled(text: str, style: Style) -> str:
    tag = _TAGS.get(style)
    return f"<{tag}>{escape(text)}</{tag}>" if tag and text else escape(text)


def part(value: Presentable) -> str:
    """Return a value for a notebook: its chart, and the same figures to read."""
    chart = value.chart()
    drawing = "" if chart is None else f"<div style='max-width:720px'>{svg(chart)}</div>\n"
    return drawing + draw(value.report())


def write(value: Presentable) -> str:
    report, chart = value.report(), value.chart()
    title = next((block.text for block in report if isinstance(block, Heading)), "Sixfold")
    return page(title, report) if chart is None else page(chart.title, report, svg(chart))


FORMATS = {"html": Format("a page", ".html", "text/html", write)}
