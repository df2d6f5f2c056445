"""A page of odds on paper: what a browser prints of it, read back from the PDF."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from playwright.sync_api import Browser

from tests.console import run

STREAM = re.compile(rb"(\d+) 0 obj\s*<<(?:(?!endobj).)*?stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
FONT = re.compile(rb"(\d+) 0 obj\s*<<[^>]*/ToUnicode (\d+) 0 R")
FONTS = re.compile(rb"/Font <<(.*?)>>", re.DOTALL)


def printed(browser: Browser, path: Path) -> tuple[int, str]:
    """How many sheets a file takes, and their text without blanks."""
    page = browser.new_page()
    try:
        page.goto(path.as_uri())
        pdf = page.pdf(format="A4")
    finally:
        page.close()
    return len(re.findall(rb"/Type /Page\b", pdf)), _text(pdf)


def _text(pdf: bytes) -> str:
    """The glyphs of a PDF as characters, by the tables that each font has for that."""
    streams = {int(number): _unpacked(packed) for number, packed in STREAM.findall(pdf)}
    tables = {int(font): _characters(streams[int(table)].decode()) for font, table in FONT.findall(pdf)}
    named = dict(re.findall(rb"/(F\d+) (\d+) 0 R", b" ".join(FONTS.findall(pdf))))
    said: list[str] = []
    for content in streams.values():
        table: dict[int, str] = {}
        for font, glyphs in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj", content):
            if font:
                table = tables[int(named[font])]
            said += (table[int(glyphs[at : at + 4], 16)] for at in range(0, len(glyphs), 4))
    return re.sub(r"\s", "", "".join(said))


def _unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


def _characters(table: str) -> dict[int, str]:
    """What each glyph of a font is, from its `ToUnicode` table."""
    found: dict[int, str] = {}
    for block in re.findall(r"beginbfchar\n(.*?)endbfchar", table, re.DOTALL):
        for glyph, character in re.findall(r"<(\w+)> <(\w+)>", block):
            found[int(glyph, 16)] = bytes.fromhex(character).decode("utf-16-be")
    for block in re.findall(r"beginbfrange\n(.*?)endbfrange", table, re.DOTALL):
        for first, last, character in re.findall(r"<(\w+)> <(\w+)> <(\w+)>", block):
            for at in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + at] = chr(int(character, 16) + at)
    return found


def rows_in(words: str, text: str) -> int:
    """How many rows of figures a command shows in a terminal; each of them has to be in the text of a print."""
    rows = ["".join(re.sub("[█-▏]", "", line).split()) for line in run(*words.split()).out.splitlines() if "%" in line]
    for row in rows:
        assert row in text, row
    return len(rows)


def test_a_table_is_one_sheet_with_every_row(browser: Browser, tmp_path: Path) -> None:
    """The chart and the table of a handout are on one sheet: the check, each modifier and its chance."""
    words = "table ten --rows modifier=-9..9"
    assert run(*words.split(), "-o", str(tmp_path / "ten.html")).status == 0
    sheets, text = printed(browser, tmp_path / "ten.html")
    assert sheets == 1
    assert "ten:Success" in text
    assert rows_in(words, text) == 19


def test_odds_are_printed_in_the_words_of_the_game(browser: Browser, tmp_path: Path) -> None:
    """The odds of a check have its text, its events and each value of its number on paper."""
    words = "odds ten superior 1"
    assert run(*words.split(), "-o", str(tmp_path / "odds.html")).status == 0
    sheets, text = printed(browser, tmp_path / "odds.html")
    assert sheets <= 2
    assert "tensuperior1" in text
    assert rows_in(words, text) > 20
