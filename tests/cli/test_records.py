"""Throwing many times: logs, tallies, and documents that are whole when they are cut short."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

import sixfold
from sixfold import Record, parse
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import minus
from sixfold.cli.console import AS_JSON
from sixfold.cli.records import RecordFile, print_records
from sixfold.errors import BoundsError, StudyError
from sixfold.show.report.chances import percent
from tests.console import command, run


def lines(path: Path) -> list[str]:
    """The lines of a log."""
    return path.read_text("utf-8").splitlines()


def test_a_log_takes_a_record_a_line(tmp_path: Path) -> None:
    """--log appends what was thrown, also many at once, and prints as always."""
    log = tmp_path / "evening.jsonl"
    first = run("roll", "ten", "--faces", "1,2,4", "--log", str(log))
    many = run("roll", "wild 3D", "--seed", "x", "--times", "3", "--log", str(log), "--json")

    assert "Failure of Three" in first.out
    assert [json.loads(line) for line in lines(log)[1:]] == many.json["records"]
    assert Record.from_json(json.loads(lines(log)[0])) == sixfold.roll("ten", faces=[1, 2, 4])
    assert len(lines(log)) == 4


def test_a_throw_that_waits_is_not_logged(tmp_path: Path) -> None:
    """Only what was thrown to its end is in the log."""
    log = tmp_path / "evening.jsonl"
    assert run("roll", "ten", "--faces", "1", "--log", str(log), "--json").status == 3
    assert run("roll", "odgs vs 9 adv 1", "--choose", "--seed", "inn", "--log", str(log), "--json").status == 3
    assert log.read_bytes() == b""


def test_a_half_written_line_is_left_alone(tmp_path: Path) -> None:
    """After a line that was cut off, the next record begins on a line of its own."""
    log = tmp_path / "evening.jsonl"
    log.write_text('{"version": 1, "te', "utf-8")
    run("roll", "ten", "--seed", "x", "--log", str(log))

    assert lines(log)[0] == '{"version": 1, "te'
    assert json.loads(lines(log)[1])["source"] == "seed:x"


def test_logs_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder, a file without a folder, and a full disk are named."""
    for path in (str(tmp_path), str(tmp_path / "none" / "log"), "nul\0byte", "x" * 5000):
        ran = run("roll", "ten", "--log", path, "--json")
        assert (ran.status, ran.error["code"]) == (2, "study/file")
    with (
        closing(RecordFile(str(tmp_path / "log"))) as log,
        patch("sixfold.cli.records.os.write", return_value=3),
        pytest.raises(StudyError, match="only a part"),
    ):
        log.add(sixfold.roll("ten").to_json())


def test_two_processes_append_to_one_log(tmp_path: Path) -> None:
    """Lines of several processes do not come between each other, however long they are."""
    log = tmp_path / "evening.jsonl"
    words = [sys.executable, "-m", "sixfold", "roll", "dice 100d6", "--times", "300", "--log", str(log)]
    going = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait() for process in going] == [0, 0, 0]
    assert len([json.loads(line) for line in lines(log)]) == 900


def test_an_event_of_one_record_is_counted(tmp_path: Path) -> None:
    """A log of one roll is told as that roll; where an event is named, it is counted as in any other log."""
    log = tmp_path / "evening.jsonl"
    run("roll", "ten +4", "--faces", "6,5,4", "--log", str(log))
    assert run("luck", str(log)).out.startswith("ten +4: Success")
    assert run("luck", str(log), "--event", "success").out.startswith("1 record: “Success” came 1 time")


def test_a_tally_ends_many_throws() -> None:
    """Below many throws stands how often each event came, beside its exact odds."""
    ran = run("roll", "hs 2d", "--times", "200", "--seed", "x")
    records = list(sixfold.rolls("hs 2d", 200, seed="x"))
    triumphs = sum(record.outcome.result == "triumph" for record in records)

    assert "200 rolls of hs 2d" in ran.out
    (row,) = [line.split() for line in ran.out.splitlines() if line.split()[:1] == ["Triumph"]]
    assert (row[1], row[-2:]) == (str(triumphs), ["30.56", "%"])
    assert "30.56" not in run("roll", "hs 2d", "--times", "2", "--no-odds").out
    mean = sum(record.outcome.total for record in sixfold.rolls("dice 3d6", 9, seed="x")) / 9
    assert f"mean total  {mean:.3f}" in run("roll", "dice 3d6", "--times", "9", "--seed", "x").out
    assert "10.500" in run("roll", "dice 3d6", "--times", "9", "--seed", "x").out
    too_large = run("roll", "dice 99d6!>=2", "--times", "2")
    assert (too_large.status, "2 rolls" in too_large.out, "mean total" in too_large.out) == (0, True, True)


@pytest.mark.parametrize(
    "check", ["ten +4 superior 1", "hs 2d", "odgs vs 15 combat", "wild 3D vs 10", "dice 4d6kh3", "d20-12"]
)
@pytest.mark.parametrize("many", [1, 7])
def test_each_figure_of_a_tally_is_counted(check: str, many: int) -> None:
    """Each row has how often its event came, its part of all rolls, and its odds; an event that came has a row."""
    said = run("roll", check, "--times", str(many), "--seed", "inn", environment={"COLUMNS": "300"}).out
    _, *rows = said.partition(f"{many} roll")[2].splitlines()
    parted = [[cell.strip() for cell in row.split("  ") if cell.strip()] for row in rows]
    figures = {cells[0]: cells[1:] for cells in parted if cells}
    records, odds = list(sixfold.rolls(check, many, seed="inn")), sixfold.odds(check)
    for event in parse(check).rule.all_events:
        came = sum(event.came(record.outcome) for record in records)
        chance = odds.event_bounds.get(event.name)
        assert (event.words in figures) == bool(came or (chance is not None and chance.high))
        if chance is not None and event.words in figures:
            assert figures[event.words] == [str(came), percent(Bounds.exactly(Fraction(came, many))), percent(chance)]
    (mean,) = (name for name in figures if name.startswith("mean "))
    field = mean.removeprefix("mean ")
    exactly = float(odds.numbers[field].mean)
    average = sum(record.outcome[field] for record in records) / many
    assert figures[mean] == [minus(f"{average:.3f}"), minus(f"{exactly:.3f}")]


def asked(**changes: object) -> SimpleNamespace:
    return SimpleNamespace(**{"form": AS_JSON, "odds": False, "no_odds": False, "log": None, **changes})


def failing(error: BaseException) -> Iterator[Record]:
    yield from sixfold.rolls("ten", 2, seed="x")
    raise error


def test_a_document_cut_short_is_whole() -> None:
    """An interrupted or failing run of throws ends as valid JSON, with the error where there is one."""
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(KeyboardInterrupt):
        print_records(parse("ten"), failing(KeyboardInterrupt()), asked())
    assert len(json.loads(out.getvalue())["records"]) == 2

    out = io.StringIO()
    with redirect_stdout(out):
        status = print_records(parse("ten"), failing(BoundsError("Too many dice.")), asked())
    document = json.loads(out.getvalue())
    assert (status, len(document["records"]), document["error"]["code"]) == (2, 2, "bounds/exceeded")


def test_ctrl_c_leaves_whole_json() -> None:
    """A real interrupt in the midst of a hundred thousand throws leaves one valid document.

    It comes while the command waits for its reader.
    """
    words = [sys.executable, "-m", "sixfold", "roll", "ten", "--times", "100000", "--json"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    start = process.stdout.read(100_000)
    process.send_signal(signal.SIGINT)
    document = json.loads(start + process.stdout.read())
    process.stdout.close()
    assert process.wait() != 0
    assert 100 < len(document["records"]) < 100_000


def test_json_is_utf_8_whatever_the_terminal_writes() -> None:
    """A label goes out in UTF-8, also where Python would write Latin-1 or ASCII."""
    for encoding in ("latin-1", "ascii", "cp437"):
        environment = {"PYTHONIOENCODING": encoding}
        one = command("roll", "ten +1 [Würfel 🎲]", "--json", environment=environment)
        many = command("roll", "ten +1 [Würfel 🎲]", "--times", "2", "--json", environment=environment)
        wrong = command("roll", "tenß", "--json", environment=environment)
        assert one.json["text"] == many.json["records"][1]["text"] == "ten +1 [Würfel 🎲]"
        assert "ß" in wrong.out


def test_luck_reads_logs(tmp_path: Path) -> None:
    """Several logs at once, standard input among them; a half-written line is named, and nothing else is lost."""
    friday, saturday = tmp_path / "friday night.jsonl", tmp_path / "saturday.jsonl"
    run("roll", "ten +3", "--times", "5", "--log", str(friday))
    run("roll", "wild 3D vs 9", "--times", "4", "--log", str(saturday))
    with saturday.open("a", encoding="utf-8") as log:
        log.write('{"version": 1, "text": "ten')
    ran = run("luck", str(friday), str(saturday), "--json")

    assert ran.json["records"] == 9
    assert f"{saturday}, line 5: this record is only partly written" in ran.err
    streamed = command("luck", "-", str(friday), "--json", stdin=saturday.read_bytes()[:-3] + b"\xc3")
    assert streamed.json["records"] == 9
    assert "standard input, line 5" in streamed.err
    assert run("luck", "x" * 5_000, "--json").error["code"] == "usage/unexpected"
    assert run("luck", str(tmp_path), "--json").error["code"] == "study/file"


def test_luck_with_standard_input_closed() -> None:
    """A closed standard input is a sentence."""
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m sixfold luck - <&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sixfold: standard input cannot be read: it is closed.\n"
