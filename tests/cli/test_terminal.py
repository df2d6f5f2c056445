"""What stands in a real terminal: folded at its width, in its characters and colours, and nothing raw from outside."""

from __future__ import annotations

import ast
import json
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import sixfold
from tests.console import run
from tests.terminal import SIXFOLD, Terminal, shown

SAYING = [
    ("help",),
    ("roll", "--help"),
    ("table", "--help"),
    ("luck", "--help"),
    ("audit", "--help"),
    ("ten", "+4", "superior", "1", "--seed", "inn"),
    ("wild", "3D", "vs", "10", "--faces", "3,6,1,1,3"),
    ("odgs vs 15 +2 [Strength] +3 [Heavy Lifting] advantage 1", "--seed", "b"),
    ("hs", "3d", "--times", "4", "--seed", "x"),
    ("odds", "ten", "+4"),
    ("odds", "hs", "3", "ranks", "1", "cut"),
    ("explain", "skew", "good", "2", "2", "high", "vs", "14"),
    ("games",),
    ("compare", "ten +3", "ten +3 superior 1", "wild 5D vs 15"),
    ("need", "ten +? superior 1", "--chance", "75%", "--range", "-5..5"),
    ("equivalent", "ten", "+3", "--in", "skew", "--vs", "10"),
    ("table", "ten", "--rows", "modifier=-3..3", "--columns", "skew=-2..2"),
    ("audit",),
    ("luck", "ten", "superior", "1", "--faces", "6,3,2,4"),
    ("roll", "ten", "superiour", "1"),
    ("roll", "ten", "+1 " * 60 + "wrong"),
    ("roll", "ten", "--wrong"),
    ("frobnicate",),
    ("audit", "no-such-file.claims"),
]
ESCAPE = "\x1b["
BIDI = "\u202e"


@cache
def usual(words: tuple[str, ...]) -> str:
    """What is said where nothing tells a width."""
    ran = run(*words)
    return ran.out + ran.err


@pytest.mark.parametrize("columns", [24, 60, 120])
@pytest.mark.parametrize("words", SAYING, ids=lambda words: " ".join(words)[:40])
def test_every_line_fits(words: tuple[str, ...], columns: int) -> None:
    """No line is wider than COLUMNS, and no figure is lost but the least needed columns of a distribution."""
    ran = run(*words, environment={"COLUMNS": str(columns)})
    said = ran.out + ran.err
    assert not [line for line in said.splitlines() if len(line) > columns]
    lines = usual(words).replace("…", "").splitlines()
    figures = [[word for word in line.split() if word == "%" or word.endswith("%")] for line in lines]
    if words[0] == "odds" and columns < 60:
        # A narrow terminal leaves out “at most”, then “at least”, before the chance of a value.
        figures = [line[:1] for line in figures]
    assert sum(map(len, figures)) <= said.count("%")


def test_the_width_of_the_terminal() -> None:
    """A terminal's own width folds what is said there, errors too; COLUMNS stands above it."""
    for columns in (40, 60):
        for words in (("explain", "skew", "good", "5", "vs", "14"), ("roll", "ten", "superiour")):
            lines = shown(*words, columns=columns).splitlines()
            assert columns - 15 < max(map(len, lines)) <= columns
    assert max(map(len, shown("games", "ten", columns=120, COLUMNS="50").splitlines())) <= 50
    assert shown("games", "ten", columns=120) == run("games", "ten").out


@pytest.mark.parametrize("said", ["", "0", "-5", "wide", "1e9", "9" * 5000])
def test_columns_that_say_nothing(said: str) -> None:
    """COLUMNS that is no width changes nothing, and a very large one does no harm."""
    ran = run("explain", "ten", environment={"COLUMNS": said})
    assert (ran.status, ran.out.split()) == (0, run("explain", "ten").out.split())


@pytest.mark.parametrize("words", SAYING, ids=lambda words: " ".join(words)[:40])
def test_ascii(words: tuple[str, ...]) -> None:
    """Where the encoding has no bars, minus signs and quotation marks, all is written in plain characters."""
    done = run(*words, encoding="ascii")
    said = done.out + done.err
    assert said
    assert said.isascii()
    assert "\\u" not in said
    assert "\\x" not in said


def test_colours() -> None:
    """A terminal has colours; NO_COLOR and a dumb terminal have none, and the words stay the same."""
    words = ("roll", "ten", "+4", "--seed", "inn")
    with Terminal([*SIXFOLD, *words]) as terminal:
        assert terminal.end() == 0
        assert ESCAPE in terminal.raw
        assert terminal.raw.count(f"{ESCAPE}0m") * 2 == terminal.raw.count(ESCAPE)
        coloured = terminal.shown
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with Terminal([*SIXFOLD, *words], environment=environment) as terminal:
            assert terminal.end() == 0
            assert ESCAPE not in terminal.raw
            assert terminal.shown == coloured == run(*words).out


def test_help_has_no_colours_of_its_own() -> None:
    """Help is the same text wherever it is read: newer Pythons would colour it by themselves."""
    assert shown("roll", "--help", columns=96) == run("roll", "--help").out


def test_questions_fold() -> None:
    """Dice and choices are asked for in the width of the terminal, and answered there."""
    with Terminal(
        [*SIXFOLD, "odgs", "vs", "15", "adv", "1", "combat", "--faces", "6,6,2,1", "--choose"], 40
    ) as terminal:
        terminal.until("(Enter: 1)?")
        terminal.press("1\n")
        terminal.until("What does the double bring?")
        terminal.until("(Enter: 2)?")
        terminal.press("\n")
        assert terminal.end() == 0
        assert max(map(len, terminal.shown.splitlines())) <= 41
    with Terminal([*SIXFOLD, "ten", "--faces", "6,6"], 40) as terminal:
        terminal.until("one more die (d6)?")
        terminal.press("1\n")
        assert terminal.end() == 0
        assert "Success of Three" in terminal.shown


def test_ctrl_c_and_ctrl_d_at_a_question() -> None:
    """Ctrl-C at a question is status 130 without a word, Ctrl-D leaves the question open."""
    with Terminal([*SIXFOLD, "ten", "--faces", "6,6"]) as terminal:
        terminal.until("one more die (d6)?")
        terminal.press("\x03")
        assert terminal.end() == 130
        assert terminal.shown.replace("^C", "").strip() == "test: one more die (d6)?"
    with Terminal([*SIXFOLD, "ten", "--faces", "6,6"]) as terminal:
        terminal.until("one more die (d6)?")
        terminal.press("\x04")
        assert terminal.end() == 3


RAW = ["\x1b[2J", "\x1b]52;c;cm0gLXJm\x07", "\x9b2J", "\x07", BIDI, "\x08", "\x7f", "\u2066", "\ud800", "\x00x"]


@pytest.mark.parametrize("raw", RAW)
def test_nothing_raw_from_an_argument(raw: str) -> None:
    """What a terminal would obey never reaches it, whichever argument holds it, in words or as JSON."""
    for words in (
        ("roll", f"ten +1 [{raw}]"),
        ("roll", raw),
        (raw,),
        ("roll", "ten", f"--{raw}"),
        ("roll", "ten", "--times", raw),
        ("roll", "ten", "--faces", raw),
        ("roll", "ten", "--choices", raw),
        ("roll", "ten", "--seed", raw, "--json"),
        ("audit", raw),
        ("luck", raw),
        ("games", raw),
        ("help", raw),
        ("completion", raw),
        ("odds", "ten", "--output", f"no-such-folder/{raw}.gif"),
        ("odds", "ten", "--tolerance", raw),
        ("need", "ten +?", "--chance", raw),
        ("need", "ten +?", "--chance", "1/2", "--event", raw),
        ("table", "ten", "--rows", raw),
        ("equivalent", "ten", "--in", raw),
        ("--game", raw, "roll", "ten"),
    ):
        for more in ((), ("--json",)):
            ran = run(*words, *more, terminal=True, environment={"NO_COLOR": "1"})
            assert not [c for c in ran.out + ran.err if not c.isprintable() and c != "\n"], words


def test_nothing_raw_from_a_file(tmp_path: Path) -> None:
    """Files of claims and of records cannot reach the terminal either."""
    claims = tmp_path / f"book{BIDI}.claims"
    claims.write_text(f"book: \x1b]52;c;eA==\x07\nplace: {BIDI}here\ncheck: ten\nprinted: 62 %\n", "utf-8")
    record = run("roll", "ten +1 [Rope]", "--seed", "x", "--json").json
    records = tmp_path / "evening\x1b[31m.json"
    records.write_text(json.dumps(record).replace("[Rope]", f"[R{BIDI}\\u001b[2J]"), "utf-8")
    for words in (("audit", str(claims)), ("luck", str(records)), ("audit", str(records)), ("luck", str(claims))):
        for more in ((), ("--json",)):
            ran = run(*words, *more, terminal=True, environment={"NO_COLOR": "1"})
            assert not [c for c in ran.out + ran.err if not c.isprintable() and c != "\n"], words


def test_everything_goes_through_the_console() -> None:
    """No other file of the command writes to a stream by itself."""
    for path in (Path(sixfold.__file__).parent / "cli").rglob("*.py"):
        if path.name == "console.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "input"), path
                assert not re.fullmatch(r"sys\.(stdout|stderr)\.(write|writelines|flush|buffer.*)", called), path


def test_a_letter_that_comes_in_two_parts() -> None:
    """A letter of several bytes is shown as one, also where a terminal is read in its midst."""
    halves = r"import os, tty; tty.setraw(0); os.write(1, b'so \xe2'); os.read(0, 1); os.write(1, b'\x80\x9cyes')"
    with Terminal([sys.executable, "-c", halves]) as terminal:
        terminal.until("so ")
        terminal.press("x")
        assert terminal.until("yes") == "so “yes"
