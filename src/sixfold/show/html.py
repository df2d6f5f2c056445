"""HTML that stands by itself: tables for notebooks, and pages with a chart in them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Table = tuple[str, Sequence[str], Sequence[Sequence[str]]]
"""A caption, the head, and the lines."""

PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  :root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
  body {{ max-width: 720px; margin: 2rem auto; padding: 0 1rem; }}
  figure {{ margin: 0 0 2rem; background: #fff; border-radius: 6px; }}
  figure svg {{ display: block; width: 100%; height: auto; }}
  table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
  caption {{ text-align: left; font-weight: 600; padding-bottom: .5rem; }}
  th, td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884; }}
  th:first-child, td:first-child {{ text-align: left; }}
  .wide {{ overflow-x: auto; }}
</style>
<figure role="img" aria-label="{title}">
{svg}
</figure>
<div class="wide">
{table}
</div>
</html>
"""


def html_table(caption: str, head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table; every text is shown as it is."""
    heads = "".join(f"<th scope='col'>{escape(text)}</th>" for text in head)
    lines = "".join(
        f"<tr><th scope='row'>{escape(line[0])}</th>{''.join(f'<td>{escape(text)}</td>' for text in line[1:])}</tr>\n"
        for line in body
    )
    caption = escape(caption)
    return f"<table><caption>{caption}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody></table>"


def page(title: str, svg: str, table: Table) -> str:
    """A page that needs no network: the chart, and the same figures as a table."""
    return PAGE.format(title=escape(title), svg=svg, table=html_table(*table))
