"""Every format draws every value, and what it means by a sign is shown as it is."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sixfold import odds, study
from sixfold.errors import StudyError
from sixfold.show import formats
from sixfold.show.display import Shown
from sixfold.show.files import format_of, known, text_formats
from sixfold.show.formats import tabular
from sixfold.show.formats.html import draw as as_html
from sixfold.show.formats.latex import draw as as_latex
from sixfold.show.formats.markdown import draw as as_markdown
from sixfold.show.report.blocks import Dice, Heading, Line, Paragraph
from sixfold.show.report.tables import Cell, Column, Columns, Definition, Entries, Report, Row, Tidy
from tests.console import run
from tests.show.values import VALUES

FOLDER = Path(formats.__file__).parent
TIDY = {"csv", "jsonl", "arrow", "parquet"}
ODD = "a|b_$%&<b>\\{}#^~\x07\u202e"


def blocks(text: str) -> Report:
    """Every kind of block with a text in every place."""
    return (
        Heading(text, text),
        Paragraph(text),
        Paragraph("", ""),
        Dice((Line(text, ((1, True), (text, True), (text, False)), text),)),
        Columns((Column(),) * 3, (Row((text,) * 3, share=0.5),), beside=True),
        Columns(
            (Column(text), Column(text, "right")),
            (Row((text, text), mark="*", share=0.5, notes=(text,)), Heading(text), Row((text, text))),
            over=text,
            caption=text,
        ),
        Columns((Column("a"), Column("b")), (Row((text, text)),), grid=True),
        Entries((Definition(text, text),)),
    )


def test_every_file_of_the_folder_is_a_format_and_no_list_names_them() -> None:
    """A new format is one new file."""
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
    assert files - {"tabular"} == set(known()) - {"png", *TIDY}
    endings = [found.ending for found in known().values()]
    assert len(endings) == len(set(endings))


def test_a_new_file_is_a_new_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One file in the folder gives a way to write, an ending, and an option of the command."""
    (tmp_path / "shout.py").write_text(
        "from sixfold.show.formats import Format\n\n"
        'FORMATS = {"shout": Format("loud text", ".shout", "text/plain", lambda value: str(value).upper())}\n'
    )
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    assert odds("hs 0d").to("shout").startswith("HS 0D")
    odds("hs 0d").save(tmp_path / "x.shout")
    assert (tmp_path / "x.shout").read_text().startswith("HS 0D")
    assert run("table", "ten", "--rows", "modifier=0..1", "--format", "shout").out.startswith("TEN: SUCCESS")


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("form", ["text", "markdown", "latex", "html"])
def test_every_value_is_written_in_every_form_of_text(name: str, form: str) -> None:
    """Each says what the text says: every percentage of it is there."""
    value = VALUES[name]()
    figures = set(re.findall(r"[\d.]+ %", str(value)))
    assert figures <= set(re.findall(r"[\d.]+ %", value.to(form).replace("\\%", "%")))


STARTS: dict[str, Callable[[bytes], object]] = {
    "arrow": lambda data: data.startswith(b"ARROW1"),
    "csv": lambda data: len({len(line) for line in csv.reader(io.StringIO(data.decode()))}) == 1,
    "html": lambda data: data.startswith(b"<!doctype html>"),
    "json": lambda data: isinstance(json.loads(data), dict),
    "jsonl": lambda data: all(isinstance(json.loads(line), dict) for line in data.splitlines()),
    "latex": lambda data: b"\\" in data or data.startswith(b"%"),
    "markdown": lambda data: data.startswith((b"##", b"|", b"**", b"-", b"1 claim", b"There")),
    "parquet": lambda data: data.startswith(b"PAR1"),
    "png": lambda data: data.startswith(b"\x89PNG"),
    "svg": lambda data: ElementTree.fromstring(data).tag.endswith("}svg"),
    "text": lambda data: data.endswith(b"\n") and b"<" not in data[:1],
    "vega": lambda data: "vega-lite" in json.loads(data)["$schema"],
}
"""What each format is known by."""

EXTRAS = {"png": "vl_convert", "arrow": "pyarrow", "parquet": "pyarrow"}
"""The formats that need an extra, and what it installs."""


def test_every_format_is_known_by_something() -> None:
    """A new format says here how its documents are told from others."""
    assert set(STARTS) == set(known())


@pytest.mark.parametrize("extras", [True, False], ids=["with extras", "without extras"])
@pytest.mark.parametrize("form", STARTS)
@pytest.mark.parametrize("name", VALUES)
def test_every_value_is_a_document_of_the_format_that_was_asked_for(
    name: str, form: str, extras: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written is of that format by its own marks; only the formats named here need an extra."""
    needed = EXTRAS.get(form)
    if not extras:
        for module in set(EXTRAS.values()):
            monkeypatch.setitem(sys.modules, module, None)
    elif needed:
        pytest.importorskip(needed)
    value, format_ = VALUES[name](), known()[form]
    path = tmp_path / f"x{format_.ending}"
    if form in ("svg", "png", "vega") and value.chart() is None:
        code = "study/form"
    else:
        code = "study/extra" if needed and not extras else ""
    if code:
        with pytest.raises(StudyError) as caught:
            value.save(path)
        assert (caught.value.code, path.exists()) == (code, False)
        return
    value.save(path)
    assert STARTS[form](path.read_bytes())
    if format_.media:
        assert value.to(form).encode() == path.read_bytes()


@pytest.mark.parametrize("name", VALUES)
def test_a_page_has_all_figures_and_closes_what_it_opens(name: str) -> None:
    """HTML for notebooks, well formed."""
    value = VALUES[name]()
    html = value._repr_html_()
    assert set(re.findall(r"[\d.]+ %", str(value))) <= set(re.findall(r"[\d.]+ %", html))
    assert Tags.unclosed(html) == []


@pytest.mark.parametrize("name", VALUES)
def test_notebooks_get_a_chart_where_there_is_one(name: str) -> None:
    """A notebook shows the drawing and the tables, and loads nothing."""
    value = VALUES[name]()
    html = value._repr_html_()
    assert ("<svg" in html) == (value.chart() is not None)
    assert not any(bad in html for bad in ("<script", "src=", "@import", "<link"))


class Tags(HTMLParser):
    """Which tags are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("br", "meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    @classmethod
    def unclosed(cls, html: str) -> list[str]:
        """What is not closed at the end."""
        tags = cls()
        tags.feed(html)
        return tags.open


def test_html_shows_every_text_as_it_is() -> None:
    """No text becomes markup, in any part of any block."""
    html = as_html(blocks(ODD))
    assert "<b>" not in html.replace("<b>1</b>", "").replace(f"<b>{'a|b'}", "")
    assert Tags.unclosed(html) == []
    assert not {"\x07", "\u202e"} & set(html)


def test_markdown_tables_have_as_many_cells_in_every_row() -> None:
    """A bar in a text parts no cell, and a line end no row."""
    tables = [line for line in as_markdown(blocks(f"{ODD}\nx")).splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in tables} == {3, 4}


def test_latex_has_no_sign_that_means_something() -> None:
    """Every sign that LaTeX obeys is written so that it is shown; comments stay on their line."""
    for line in as_latex(blocks(f"{ODD}\nx")).splitlines():
        if not line.startswith("%"):
            bare = re.sub(r"\\(begin|end)\{\w+\}(\{[lr]+\})?|\\[a-z]+\{\}|\\[{}$&#_%]|\$[<>]\$", "", line)
            assert not re.search(r"[$#_%^~]", bare), line
            assert bare.count("&") <= 1 or " & " in bare


def test_tidy_data_are_the_same_in_every_form() -> None:
    """CSV and Arrow hold the lines that the grid has."""
    grid = study.table("ten", "modifier=-1..1", "skew=0..1")
    tidy = grid.tidy()
    read = list(csv.reader(io.StringIO(grid.to("csv"))))
    assert read == [list(tidy.names), *([str(value) for value in line] for line in tidy.lines)]


def test_lines_of_known_kinds_are_read_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns of such lines have their types also where they are empty, and each line is there once, in its place."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(tabular, "AT_ONCE", 2)
    read: list[int] = []

    def lines() -> Iterator[tuple[Cell, ...]]:
        for at in range(5):
            read.append(at)
            yield (at, "yes" if at == 4 else None, at / 2, None)

    tidy = Tidy(("at", "word", "half", "text"), lines(), (int, ("no", "yes"), float, str), {"about": "halves"})
    reader = tabular.batches(tidy)
    assert len(read) == 2
    assert reader.schema.metadata == {b"about": b"halves"}
    assert [str(kind) for kind in reader.schema.types] == [
        "int64", "dictionary<values=string, indices=int32, ordered=0>", "double", "string",
    ]  # fmt: skip
    table = reader.read_all()
    assert [tuple(row.values()) for row in table.to_pylist()] == list(lines())
    assert tabular.batches(tidy._replace(lines=())).read_all().schema.equals(table.schema)


@pytest.mark.parametrize("form", ["svg", "vega"])
def test_what_has_nothing_to_show_so_says_it(form: str) -> None:
    """A check has no chart."""
    with pytest.raises(StudyError) as caught:
        VALUES["check"]().to(form)
    assert caught.value.code == "study/form"


def test_an_unknown_form_is_answered_with_those_that_there_are() -> None:
    """One sentence with every form of text."""
    with pytest.raises(StudyError, match="markdown") as caught:
        odds("ten").to("word")
    assert (caught.value.code, "arrow" in caught.value.message) == ("study/form", False)
    assert "arrow" not in text_formats()


@pytest.mark.parametrize(("name", "ending"), [("x.vl.json", ".vl.json"), ("X.SVG", ".svg"), ("a.b.html", ".html")])
def test_the_ending_of_a_name_says_the_format(name: str, ending: str) -> None:
    """The longest ending that fits, whatever its case."""
    assert known()[format_of(name)].ending == ending


@pytest.mark.parametrize("name", ["x", "x.gif", ".svg", "svg", "x.svg.", ""])
def test_another_ending_is_refused(name: str) -> None:
    """A name without a known ending, or with nothing before it."""
    with pytest.raises(StudyError) as caught:
        format_of(name)
    assert caught.value.code == "study/file"


@pytest.mark.parametrize("name", VALUES)
def test_what_there_is_to_show_is_plain_data(name: str) -> None:
    """Reports and charts hold texts, numbers and tuples of them: equal when made again, and hashable."""
    value = VALUES[name]()
    assert value.report() == value.report()
    assert hash((value.report(), value.chart())) == hash((value.report(), value.chart()))


def test_a_value_without_a_report_is_no_value_to_show() -> None:
    """The mixin asks for a report."""
    with pytest.raises(NotImplementedError):
        str(Shown())


FIGURES = {"comparison", "need", "equivalents", "grid", "audit", "luck", "odds", "endless odds", "best odds", "advice"}
"""Values that give chances."""


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_tidy_chances_are_exact_and_have_their_double(name: str) -> None:
    """Numerator over denominator is what the decimal beside it rounds, and what the JSON document says exactly."""
    value = VALUES[name]()
    exactly = set(re.findall(r'"(\d+(?:/\d+)?)"', value.to("json")))
    lines = [line for line in csv.DictReader(io.StringIO(value.to("csv"))) if line["denominator"]]
    assert lines
    for line in lines:
        chance = Fraction(int(line["numerator"]), int(line["denominator"]))
        assert (float(chance), str(chance) in exactly) == (float(line["decimal"]), True)
