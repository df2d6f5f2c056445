"""Checks of a game of one's own: they are values like any other, in every process."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sixfold
from sixfold.authoring.load import load_game, with_games
from sixfold.checks.check import read_check
from sixfold.checks.head import begins_check
from sixfold.errors import NotationError, RuleError
from sixfold.rules import folds, highest
from sixfold.rules.rule import Rule, System
from sixfold.rules.table import Table, Values
from sixfold.systems import SYSTEMS
from tests.docs.test_contributing import PAGE


def flip(table: Table) -> Values:
    """A die, unread."""
    return {"total": table.roll(1, "coin").size}


def game(name: str, rule: str = "flip") -> System:
    return System(Rule(flip, name=rule), name=name)


COIN = game("coin")


@pytest.fixture
def fence(tmp_path: Path) -> Path:
    """The game of CONTRIBUTING in a file of its own."""
    path = tmp_path / "fence.py"
    path.write_text(next(part for part in PAGE.split("```python\n") if "SYSTEM = System(" in part).split("```")[0])
    return path


def test_in_a_module() -> None:
    """A game that a module has under any name is found again there."""
    check = sixfold.parse("coin", {"coin": COIN})
    again = pickle.loads(pickle.dumps(check))
    assert again == check
    assert again.rule is COIN.rules[0]
    assert pickle.loads(pickle.dumps(COIN)) is COIN


def test_in_a_file(fence: Path) -> None:
    """Checks, records and odds of a game out of a file survive pickling."""
    systems = with_games([fence])
    check = sixfold.parse("fence vs 5 +1", systems)
    record, odds = sixfold.roll(check, seed="tavern"), sixfold.odds(check)

    assert pickle.loads(pickle.dumps(check)) == check
    assert pickle.loads(pickle.dumps(record)) == record
    assert pickle.loads(pickle.dumps(odds)) == odds
    assert load_game(fence) is systems["fence"]


def test_in_another_process(fence: Path) -> None:
    """Another process finds the game again by its file."""
    odds = sixfold.odds(sixfold.parse("fence vs 5", with_games([fence])))
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer).check.text)"
    done = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(odds), capture_output=True, check=True)
    assert done.stdout.decode().strip() == "fence vs 5"


def test_a_game_that_changed(fence: Path) -> None:
    """A file that has changed is read again."""
    before = load_game(fence)
    fence.write_text(fence.read_text().replace("the higher of two dice", "a fence"))
    assert (before.title, load_game(fence).title) == ("the higher of two dice", "a fence")


@pytest.mark.parametrize("lost", [game("nowhere"), game("coin", "toss")], ids=["game", "rule"])
def test_a_game_that_is_nowhere(lost: System) -> None:
    """What would not be found again is refused when it is pickled: a game that no module has, a rule that is gone."""
    with pytest.raises(RuleError) as caught:
        pickle.dumps(lost.rules[0])
    assert caught.value.code == "rule/lost"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('OPTS = {"x": random.randint(0, 3)}', "line 3: “random” is used while slip.py is loaded"),
        ('OPTS = {"x": int(time.time()) // 60}', "line 3: “time” is used while slip.py is loaded"),
        ('OPTS = {"x": len(Path(__file__).read_text())}', "line 3: “pathlib” is used while slip.py is loaded"),
        ('OPTS = {"x": hash("storm") % 2}', "line 3: “hash” is used while slip.py is loaded"),
        ('X = next(iter(time.time_ns, 0)); OPTS = {"x": X % 6}', "line 3: “X” changes each time the file is loaded"),
    ],
)
def test_chance_when_a_file_is_loaded(tmp_path: Path, line: str, sentence: str) -> None:
    """Chance, a clock or a file behind any kind of value of a module is named with its line."""
    file = tmp_path / "slip.py"
    file.write_text(
        f"import random, time; from pathlib import Path\nfrom sixfold.rules import System, total\n{line}\n"
        'def parry(table): return table.read(table.roll(2), total()) + OPTS["x"]\n'
        'SYSTEM = System(parry, name="parry")\n'
    )
    with pytest.raises(RuleError, match=sentence):
        load_game(file)


@pytest.mark.parametrize(
    ("lines", "line", "name"),
    [
        ("import builtins\nbuiltins.max = min", 3, "builtins.max"),
        ("import sixfold.rules.folds as f\nf.total = f.highest", 3, "sixfold.rules.folds.total"),
        ("def roll(*of): return 7\nTable.roll = roll", 3, "Table.roll"),
        ("setattr(Table, 'read', print)", 1, "Table.read"),
        ("del Table.draw", 2, "Table.draw"),
    ],
)
def test_what_is_not_of_the_file_stays_as_it_is(tmp_path: Path, lines: str, line: int, name: str) -> None:
    """A file that replaces a function of Python or of Sixfold is refused with its line, and all is set back."""
    before = max, Table.roll, Table.read, Table.draw, folds.total
    file = tmp_path / "slip.py"
    file.write_text(f"from sixfold.rules import Table, total\n{lines}\ndef go(table: Table): return 1\n")
    with pytest.raises(RuleError, match=re.escape(f"line {line}: “{name}” is changed while slip.py is loaded")):
        load_game(file)
    assert (max, Table.roll, Table.read, Table.draw, folds.total) == before


@pytest.mark.parametrize(
    ("asked", "instead"),
    [
        ("n is SIX", "n == SIX"),
        ("hit is False", "not hit"),
        ("hit is not True", "not hit"),
        ("type(n) is int", "isinstance(n, int)"),
        ("type(n) == int", "isinstance(n, int)"),
    ],
)
def test_comparisons_by_identity(tmp_path: Path, asked: str, instead: str) -> None:
    """A comparison by identity is refused with its line, and with what to write; `is None` and an Enum are not."""
    file = tmp_path / "slip.py"
    source = (
        "from enum import Enum\nfrom sixfold.rules import System, highest\nSIX = 6\n"
        "class Stance(Enum):\n    BOLD = 1\n    CALM = 2\n"
        "def parry(table, stance: Stance = Stance.CALM, vs: int = 3):\n    n = table.read(table.roll(1), highest(1))\n"
        "    hit = n >= vs\n    return {{'total': n, 'it': {0}}}\nSYSTEM = System(parry, name='parry')\n"
    )
    file.write_text(source.format("stance is Stance.BOLD and vs is not None"))
    assert load_game(file).name == "parry"
    file.write_text(source.format(asked))
    with pytest.raises(RuleError, match="line 10") as caught:
        load_game(file)
    assert f"write “{instead}”" in caught.value.message


def test_numbers_that_hold_by_default_are_in_the_heading() -> None:
    """Odds say which numbers a text leaves out, unless they are 0; so does no check that says them all."""

    def rings(table: Table, dice: int = 8, keep: int = 5, tn: int = 0) -> Values:
        return {"total": table.read(table.roll(dice), highest(keep)) - tn}

    games = {"rings": System(Rule(rings), name="rings")}
    first = [sixfold.odds(text, systems=games).to("text").splitlines()[0] for text in ("rings tn 30", "rings keep 3")]
    assert first == ["rings tn 30   by default dice 8, keep 5", "rings keep 3   by default dice 8"]
    assert sixfold.odds("rings dice 2 keep 1", systems=games).to("text").splitlines()[0] == "rings dice 2 keep 1"


def test_an_option_that_was_meant() -> None:
    """An option that a rule does not have is guessed."""
    with pytest.raises(NotationError, match="Did you mean “modifier”"):
        sixfold.check("ten", modifer=3)


@pytest.mark.parametrize("name", ["lord", "word", "hold", "world", "wood", "dd", "df"])
def test_a_game_may_be_named_like_dice(name: str) -> None:
    """A game that is named with the letters of plain dice is that game, also in parentheses."""
    systems = {**SYSTEMS, name: game(name)}
    assert read_check(name, systems).system == read_check(f"“{name}”", systems).system == name
    assert f"({name})" in read_check(f"opposed ({name}) (d6) by total", systems).text
    assert read_check("-d6 + 4", systems).system == "dice"
    assert begins_check(f"{name} 3", systems)


@pytest.mark.parametrize("word", ["lord", "word", "hold", "world", "dw", "kh", "old", "+4", "3"])
def test_a_word_is_no_dice(word: str) -> None:
    """A word of the letters that plain dice have is none of them, and neither is a number alone."""
    with pytest.raises(NotationError, match="is not a game"):
        read_check(word)
