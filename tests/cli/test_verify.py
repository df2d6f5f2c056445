"""`sixfold verify` says what file it was given, and checks what of it can be checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sixfold.show.screen import Screen
from sixfold.show.text import draw
from sixfold.show.values.verified import EventProblem, LineProblem, OtherVersion, Replayed, Verified
from tests.console import run
from tests.table.room.evening import evening

EVENING = evening()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of five rolls."""
    path = tmp_path / "rolls.jsonl"
    assert run("roll", "ten", "superior", "1", "--times", "5", "--seed", "inn", "--log", str(path)).status == 0
    return path


def test_a_log_of_rolls_is_played_again(log: Path) -> None:
    """Every record of it replays to its outcome."""
    ran = run("verify", str(log))
    assert (ran.status, "5 records replayed" in ran.out, "wrong" in ran.out) == (0, True, False)
    assert run("verify", str(log), "--json").json["sources"] == {"seed": 5}


def test_every_wrong_record_of_a_log_is_named(log: Path) -> None:
    """Two records with another margin: two problems with their lines, and the others still count."""
    lines = log.read_text().splitlines()
    for at in (1, 3):
        lines[at] = lines[at].replace('"margin": ', '"margin": 9')
    log.write_text("\n".join(lines))
    ran = run("verify", str(log), "--json")
    assert (ran.status, [problem["line"] for problem in ran.json["problems"]]) == (1, [2, 4])
    assert "3 records replayed" in run("verify", str(log)).out


def test_a_line_that_is_partly_written_is_left_out(log: Path) -> None:
    """A program that died while it wrote costs its own line alone, also where that is the first."""
    text = log.read_text()
    for broken in (text + text[:50], text[:50] + "\n" + text):
        log.write_text(broken)
        ran = run("verify", str(log), "--json")
        assert (ran.status, ran.json["records"], ran.json["left_out"]) == (0, 5, 1)


def test_the_documents_of_roll_are_logs(tmp_path: Path) -> None:
    """One record, and many in one document."""
    for many in ((), ("--times", "3")):
        path = tmp_path / "x.json"
        path.write_text(run("roll", "ten", "--json", *many).out)
        assert run("verify", str(path), "--json").json["records"] == (3 if many else 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "ten", "--json"), "is a document of odds"),
        (("compare", "ten", "--json"), "is a document of a comparison"),
        (("table", "ten", "--rows", "modifier=0..1", "--json"), "is a document of a table of odds"),
        (("games", "--json"), "is a JSON document, but not a log"),
        (("odds", "ten"), "is not a log"),
    ],
)
def test_another_file_is_named_in_one_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """What cannot be checked is called what it is, and nothing is said to be wrong."""
    path = tmp_path / "x.json"
    path.write_text(run(*words).out)
    ran = run("verify", str(path))
    assert (ran.status, said in ran.err, ran.out) == (2, True, "")


def test_what_was_found_is_written_in_other_formats(log: Path, tmp_path: Path) -> None:
    """`--format` and `--output`, as for other answers; a wrong log still ends with status 1."""
    assert run("verify", str(log), "--format", "csv").out.startswith("about,column 1")
    log.write_text(log.read_text().replace('"margin": ', '"margin": 9', 1))
    page = tmp_path / "found.html"
    assert run("verify", str(log), "--output", str(page)).status == 1
    assert "not correct" in page.read_text()


def test_several_logs(tmp_path: Path) -> None:
    """Logs of several people are compared; a log of rolls is none of them."""
    mine, yours, rolls = (tmp_path / name for name in ("mine.json", "yours.json", "rolls.jsonl"))
    mine.write_text(EVENING.export("p1"))
    yours.write_text(EVENING.export("p2"))
    ran = run("verify", str(mine), str(yours))
    assert (ran.status, "2 compared" in ran.out) == (0, True), ran.out
    other = json.loads(EVENING.export("p2"))
    other["events"][-1]["stored"] = other["events"][-1]["stored"].replace('"at":"2026', '"at":"2027')
    yours.write_text(json.dumps(other))
    ran = run("verify", str(mine), str(yours))
    assert (ran.status, "different logs" in ran.out) == (1, True), ran.out
    assert run("verify", str(mine), str(yours), "--json").json["logs"] == 2
    run("roll", "ten", "--log", str(rolls))
    assert run("verify", str(mine), str(rolls)).status == 2


@pytest.mark.parametrize("many", [0, 1, 2, 11, 12, 13, 20, 21, 22, 40])
def test_each_figure_of_a_report_is_in_it(many: int) -> None:
    """Every number of a report is shown to people: it is named, or counted among the rest."""
    numbers = list(range(101, 101 + many))
    kinds = ("typed", "failed", "hidden", "waiting", "unknown", "restored")
    report = Verified(
        room="inn", events=500 + many, last="abc", draws=many, witnessed=many + 3, replayed=many + 4, logs=1 + many,
        problems=[EventProblem(number, f"is wrong in way {number}.") for number in numbers],
        versions=[OtherVersion("duel", "a" * 40, "b" * 40, numbers)] * bool(many),
        **{kind: [number + 1_000 * at for number in numbers] for at, kind in enumerate(kinds)},
    )  # fmt: skip
    said = draw(report.report(), Screen())
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert lines[0] == f"Room inn: {500 + many} events"
    assert "last hash abc" in lines
    rows = {kind: [line for line in lines if line.startswith(f"{kind} ")] for kind in (*kinds, "version", "logs")}
    for at, kind in enumerate((*kinds, "version")):
        assert len(rows[kind]) == bool(many)
        for row in rows[kind]:
            said_of = re.fullmatch(rf"{kind} events? ([\d, ]+?)(?: and ([1-9]\d*) more)?: .*", row)
            assert said_of is not None
            named, more_of = said_of.groups()
            listed = [int(number) for number in named.split(", ")]
            assert listed == [number + 1_000 * (at % 6) for number in numbers[: len(listed)]]
            assert len(listed) + int(more_of or 0) == many
            assert row.startswith(f"{kind} events ") == (many > 1)
    assert rows["logs"] == ([f"logs {1 + many} compared"] if many else [])
    draws, records = (word if many + plus != 1 else word[:-1] for word, plus in (("draws", 0), ("records", 4)))
    assert f"dice {many} {draws} recomputed, {many + 3} with a witness" in lines
    assert f"records {many + 4} {records} replayed" in lines
    wrong = [line for line in lines if "is wrong in way" in line]
    assert [line.partition(" event ")[2] for line in wrong] == [
        f"{n} is wrong in way {n}." for n in numbers[: len(wrong)]
    ]
    more = re.search(r"and ([1-9]\d*) more problem", said)
    assert (more is not None) == ("more problem" in said)
    assert len(wrong) + int(more[1] if more else 0) == many
    verdict = f"This log is not correct: {many} problem{'s' if many > 1 else ''}."
    assert lines[-1] == (verdict if many else "Everything that you can see is correct.")


@pytest.mark.parametrize("old", [0, 1, 3])
@pytest.mark.parametrize("left_out", [0, 1, 2])
def test_each_figure_of_a_log_of_rolls(old: int, left_out: int) -> None:
    """Records are replayed, wrong or old, and each is counted once."""
    for wrong in (0, 1, 25):
        records = 30 + old
        problems = [LineProblem(line, f"line {line} is wrong.") for line in range(wrong)]
        found = Replayed(records, problems, old, left_out, {"seed": 2, "system": records - 2})
        said = " ".join(draw(found.report(), Screen()).split())
        assert f"A log of {records} rolls" in said
        assert f"records {records - wrong - old} records replayed" in said
        assert (f"old {old} record{'s' * (old > 1)} of an earlier rule" in said) == bool(old)
        assert (f"left out {left_out} line{'s' * (left_out > 1)} only partly written" in said) == bool(left_out)
        assert f"seed 2 rolls system {records - 2} rolls" in said
        assert ("Every record is correct." in said) == (not wrong)
        assert ("not correct" in said) == bool(wrong)
