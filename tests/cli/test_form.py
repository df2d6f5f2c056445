"""Every answer in every format, on the output and in a file; short options."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from sixfold.cli.arguments import FORMATS
from sixfold.show.files import text_formats
from tests.console import run

ANSWERS = {
    "roll": ("roll", "ten", "--seed", "x"),
    "several rolls": ("roll", "ten", "--seed", "x", "--times", "3"),
    "odds": ("odds", "ten"),
    "explain": ("explain", "ten"),
    "compare": ("compare", "ten", ",", "hs", "2d"),
    "need": ("need", "ten +?", "--chance", "3/4", "--range", "0..4"),
    "table": ("table", "ten", "--rows", "modifier=0..1"),
    "equivalent": ("equivalent", "ten", "--in", "skew", "--vs", "10"),
    "audit": ("audit", "--wrong"),
    "luck": ("luck", "ten", "--faces", "1,2,3"),
    "advise": ("advise", "odgs", "vs", "15", "advantage", "1", "--faces", "6,4,4,1"),
}


def test_the_help_names_every_format() -> None:
    """The list of formats in the help is the list of formats that may be printed."""
    assert set(FORMATS.replace(" or ", ", ").split(", ")) == {"json", *text_formats()}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_file_holds_what_is_printed(name: str, tmp_path: Path) -> None:
    """`--format` prints what `--output` writes, by the ending of the name; then only the name is said, on the side."""
    words = ANSWERS[name]
    for form, ending in (("json", "json"), ("markdown", "md"), ("text", "txt")):
        file = tmp_path / f"answer.{ending}"
        printed, written = run(*words, "--format", form), run(*words, "-o", str(file))
        assert (written.status, written.out, written.err) == (printed.status, "", f"Saved to {file}.\n")
        if form == "json":
            assert printed.json == json.loads(file.read_text("utf-8")) == run(*words, "--json").json
        elif (name, form) != ("several rolls", "text"):  # these are printed one by one, as they come
            assert file.read_text("utf-8").strip() == printed.out.strip()


def test_a_named_format_goes_before_the_ending(tmp_path: Path) -> None:
    """A file may have any name if the format is said."""
    for option in ("--json", "--format=json"):
        assert run("odds", "ten", option, "--output", str(tmp_path / "odds.data")).status == 0
        assert json.loads((tmp_path / "odds.data").read_text())["text"] == "ten"


def test_rolls_as_csv() -> None:
    """Many rolls are a line each, with every field of the outcome."""
    lines = list(csv.DictReader(io.StringIO(run("roll", "ten", "-s", "inn", "-n", "5", "--format", "csv").out)))
    records = run("roll", "ten", "--seed", "inn", "--times", "5", "--json").json["records"]
    assert [line["total"] for line in lines] == [str(record["outcome"]["total"]) for record in records]
    assert lines[0]["announcement"] == records[0]["announcement"]


def test_short_options() -> None:
    """-n is --times and -s is --seed, with a blank before the value or without."""
    long = run("roll", "ten", "--times", "3", "--seed", "inn").out
    assert long == run("roll", "ten", "-n", "3", "-s", "inn").out == run("ten", "-n3", "-sinn").out
    assert run("roll", "ten", "-3", "-n", "1", "--json").json["records"][0]["text"] == "ten -3"


def test_an_event_has_one_name_everywhere() -> None:
    """Every command that asks about an event calls it --event, and no other name is left."""
    for name in ("compare", "need", "table", "equivalent", "luck"):
        assert "--event EVENT" in run(name, "--help").out
        assert "--show" not in run(name, "--help").out
