"""Markdown shows text as text, whatever signs are in it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

import sixfold
from sixfold.show.formats.markdown import escaped
from sixfold.study import compare

LABELS = (
    "<img src=x onerror=alert(1)>", "*a* **b**", "_c_ d_e_f", "`code` ~~x~~", "a | b", "&lt;b&gt; & c", "![x]",
    r"\* \[", "<https://a.example>", "a@b.example",
)  # fmt: skip


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_text_to_show(label: str) -> None:
    """A label is never markup: a reader of Markdown shows just its characters, in lists and in tables."""
    marked = label.replace("[", "(").replace("]", ")")
    record = sixfold.roll(f"ten +1 [{marked}]", faces=[3, 3, 4])
    for value in (record, sixfold.odds(record.text), compare(record.text, "ten")):
        page = MarkdownIt("gfm-like", {"linkify": False}).render(value.to("markdown"))
        assert not re.search("<(img|em|strong|code|a|s)[ >]", page)
        assert f"[{marked}]" in unescape(re.sub("<[^>]+>", "", page))


@pytest.mark.parametrize("name", [*LABELS, "Friday #", "C# ##", "# #", "for $5 or $x$"])
def test_a_heading_keeps_its_last_sign(name: str) -> None:
    """A heading shows the whole name of an evening, though Markdown would drop a “#” at its end."""
    page = MarkdownIt("gfm-like", {"linkify": False}).render(f"# {escaped(name)}")
    assert unescape(page) == f"<h1>{name}</h1>\n"
    assert not re.search(r"(?<!\\)\$", escaped(name)), "formulas begin there"
