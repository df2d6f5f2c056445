"""A game of one's own from a file: what it can do, and a sentence for each way in which it can fail."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sixfold import SYSTEMS
from sixfold.authoring.load import load_game
from sixfold.base import bounds
from sixfold.errors import UsageError
from tests.console import run

GAME = """
from sixfold.rules import Rule, System, highest


def parry(table):
    {fails}
    best = table.read(table.roll(2, "parry"), highest(1))
    return {{"total": best}}


SYSTEM = System(
    Rule(parry, announce=lambda outcome, options: f"A {{outcome['total']}}"),
    name="duel", title="the higher of two dice",
)
"""


def game(folder: Path, fails: str = "pass", name: str = "duel.py") -> str:
    path = folder / name
    path.write_text(GAME.format(fails=fails), "utf-8")
    return str(path)


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    """--game stands anywhere before --, once for each game, and its words are there as those of the others."""
    file = game(tmp_path)
    for words in (("--game", file, "roll", "duel"), ("roll", "duel", f"--game={file}"), ("--game", file, "duel")):
        assert run(*words, "--seed", "a", "--json").json["text"] == "duel"
    assert "the higher of two dice" in run("--game", file, "games", "duel").out
    assert "duel" in run("complete", "--game", file, "roll", "du").out.split()


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "x = 1\n",
            "game.py defines no game: it needs a line like SYSTEM = System(parry), with the functions that are "
            "rules. A file with one function of a table needs none.",
        ),
        ("def\n", "game.py is not Python: invalid syntax in line 1."),
        ("import sys\nsys.exit(3)\n", "The game in game.py fails in line 2: SystemExit: 3."),
        ("\n1 / 0\n", "The game in game.py fails in line 2: ZeroDivisionError: division by zero."),
        ("import nonsense_that_is_not_there\n", "The game in game.py fails in line 1: ModuleNotFoundError"),
        ("raise KeyboardInterrupt.__base__('stop')\n", "The game in game.py fails in line 1: BaseException: stop."),
        ("x = '\0'\n", "game.py is not Python: "),
        (f"x = {'-' * 3000}1\n", "game.py is nested too deeply."),
        ("x = '\ud800'\n", "game.py cannot be read: "),
        ("#" * (bounds.GAME_LENGTH + 1), "game.py is too long: at most 1,000,000 bytes are read."),
    ],
)
def test_a_file_that_is_no_game(tmp_path: Path, source: str, sentence: str) -> None:
    """A file that fails, or holds no game, is one sentence with its place, and status 2."""
    path = tmp_path / "game.py"
    path.write_bytes(source.encode("utf-8", "surrogatepass"))
    ran = run("--game", str(path), "roll", "ten")
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err
    assert run("--game", str(path), "roll", "ten", "--json").error["message"] in ran.err.replace("\n", " ")


def test_a_game_as_long_as_may_be(tmp_path: Path) -> None:
    """A file of exactly the length that is read is read."""
    path = Path(game(tmp_path))
    path.write_text(path.read_text("utf-8").ljust(bounds.GAME_LENGTH, "\n"), "utf-8")
    assert run("--game", str(path), "roll", "duel").status == 0


def test_a_game_is_one_file(tmp_path: Path) -> None:
    """A game that imports a file or a folder beside it hears that it goes to a table alone."""
    (tmp_path / "helper.py").write_text("BONUS = 1\n", "utf-8")
    (tmp_path / "parts").mkdir()
    for line, alone in (("import helper", True), ("from parts.one import it", True), ("import nowhere", False)):
        path = Path(game(tmp_path))
        path.write_text(f"{line}\n{path.read_text('utf-8')}", "utf-8")
        told = run("--game", str(path), "roll", "duel").err
        assert "fails in line 1: ModuleNotFoundError" in told
        assert ("A game is one file, which goes to a table alone" in told) is alone


def test_what_is_no_file(tmp_path: Path) -> None:
    """A folder, a pipe, a name that is too long and no file at all are told apart, and none is waited for."""
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    for path, sentence in (
        (str(tmp_path), "is not a file."),
        (str(pipe), "is not a file."),
        (str(tmp_path / "none.py"), "No such file: “"),
        ("x" * 300, "No such file: “xxx"),
    ):
        ran = run("--game", path, "roll", "ten")
        assert (ran.status, ran.out) == (2, "")
        assert sentence in ran.err
    assert "--game needs a file" in run("roll", "ten", "--game").err


@pytest.mark.parametrize("command", ["roll", "odds"])
@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        ("raise RuntimeError('no parry')", "The game in duel.py fails in line 6: RuntimeError: no parry."),
        ("raise SystemExit", "The game in duel.py fails in line 6: SystemExit."),
        ("open('/no/such/file')", "duel.py, line 6: “parry” uses “open”"),
        ("parry(table)", "duel.py, line 6: A function here calls itself without end"),
        ("highst(2)", "NameError: name 'highst' is not defined. Did you mean “highest”?"),
        ("table.roll(2, lable='x')", "got an unexpected keyword argument 'lable'. Did you mean “label”?"),
        (
            "System(parry, titel='x')",
            "System.__init__() got an unexpected keyword argument 'titel'. Did you mean “title”?",
        ),
        ("Rule(parry, titel='x')", "gives Sixfold what it cannot use: Rule has no titel. Did you mean “title”?"),
    ],
)
def test_a_rule_that_fails(tmp_path: Path, command: str, fails: str, sentence: str) -> None:
    """A rule of one's own that fails while it is thrown or solved is told with its line."""
    ran = run("--game", game(tmp_path, fails), command, "duel")
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err


@pytest.mark.parametrize("name", ["ten", "dice", "df", "dfoo", "help"])
def test_a_name_that_no_check_can_say(tmp_path: Path, name: str) -> None:
    """A game cannot take the name of another, of plain dice, or of what a command does when it is asked for help."""
    path = Path(game(tmp_path))
    path.write_text(path.read_text("utf-8").replace('"duel"', f'"{name}"'), "utf-8")
    for words in (("--game", str(path), "roll", name), ("test", str(path))):
        assert f"“{name}” cannot name a game here" in run(*words).err


def test_games_are_listed_in_other_formats(tmp_path: Path) -> None:
    """`games --format` and `--output` have every rule with its words and an example."""
    lines = run("games", "--format", "markdown").out.splitlines()
    assert [line.partition(" (")[0] for line in lines if line.startswith("#")] == [
        head
        for system in SYSTEMS.values()
        for head in (f"## {system.name}", *(f"### {system.name} {rule.name}" for rule in system.rules))
    ]
    page = tmp_path / "games.html"
    assert run("games", "ten", "hs", "--output", str(page)).status == 0
    assert all(
        f"{rule.system} {rule.name}" in page.read_text() for rule in (*SYSTEMS["ten"].rules, *SYSTEMS["hs"].rules)
    )


ONLY = """
from typing import Literal
from sixfold.rules import Table, highest, of_a_kind


def _better(table: Table) -> int:
    return table.read(table.roll(2, "parry"), highest(1))


def parry(table: Table, vs: int = 5) -> dict[str, bool]:
    best = _better(table)
    return {"hit": best >= vs, "critical": best == 6, "odd": best % 2 == 1}
"""


def test_a_file_with_one_function_of_a_table_is_a_game(tmp_path: Path) -> None:
    """No `SYSTEM` is needed, and the fields are events with their roles: a hit succeeds, and a critical is one."""
    file = tmp_path / "duel.py"
    file.write_text(ONLY, "utf-8")
    system = load_game(file)
    assert system.name == "duel"
    assert [(event.name, event.role, event.otherwise) for event in system.rules[0].events] == [
        ("hit", "success", "Miss"),
        ("critical", "critical", "Failure"),
    ]
    assert run("--game", str(file), "odds", "duel", "--event", "success", "--json").status == 0
    assert "\nMiss\n" in run("--game", str(file), "roll", "duel", "--faces", "3,4").out


def test_a_file_with_several_functions_of_a_table_says_which_are_rules(tmp_path: Path) -> None:
    """The error names them."""
    file = tmp_path / "duel.py"
    dodge = "\n\ndef dodge(table: Table) -> int:\n    return table.read(table.roll(1), highest(1))\n"
    file.write_text(ONLY.replace("_better", "better") + dodge, "utf-8")
    with pytest.raises(UsageError, match="that are rules; of a table are better, parry, dodge"):
        load_game(file)
