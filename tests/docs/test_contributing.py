"""The game that CONTRIBUTING shows how to write works, and its map has every room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.console import run
from tests.pages import ROOT, files_of
from tests.test_walls import LAYERS

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


@pytest.fixture
def fence(tmp_path: Path) -> str:
    """The file of the game, copied from the page."""
    (code,) = (block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "SYSTEM = System(" in block)
    path = tmp_path / "fence.py"
    path.write_text(code, "utf-8")
    return str(path)


def test_it_rolls(fence: str) -> None:
    """Dice typed in are read, and announced in the game's own words."""
    parried = run("--game", fence, "roll", "fence", "vs", "5", "+1", "--faces", "4,4", "--json").json
    assert parried["announcement"] == "Parried: total 5, riposte"
    assert parried["outcome"] == {"total": 5, "success": True, "riposte": True}
    assert (
        run("--game", fence, "roll", "fence", "vs", "5", "--faces", "4,1", "--json").json["announcement"]
        == "Hit: total 4"
    )


def test_it_has_exact_odds(fence: str) -> None:
    """The higher of two dice is five or more in 20 of 36 throws."""
    events = run("--game", fence, "odds", "fence", "vs", "5", "--json").json["events"]
    assert {name: chance["exact"] for name, chance in events.items()} == {"success": "5/9", "riposte": "1/6"}


@pytest.mark.parametrize("command", ["explain", "roll", "odds", "compare"])
def test_every_command_has_it(fence: str, command: str) -> None:
    """The game of the page is like any other to the commands."""
    ran = run("--game", fence, command, "fence vs 5 +1", *(["fence vs 5"] if command == "compare" else []))
    assert ran.status == 0, ran.err
    assert "fence vs 5" in ran.out


def test_its_command_is_the_one_on_the_page(fence: str) -> None:
    """The line that the page gives to try it is a line that works."""
    (line,) = re.findall(r"`sixfold (--game fence\.py [^`]*)`", PAGE)
    ran = run(*[fence if word == "fence.py" else word for word in line.split()])
    assert ran.status == 0, ran.err
    assert "5/9" in ran.out


def test_its_instrument_is_kept_on_a_table(tmp_path: Path) -> None:
    """The instrument of the page follows the rolls of the game, forgets what is taken back, and is used."""
    (code,) = files_of(ROOT / "docs" / "own-games" / "instruments.md")
    game = tmp_path / "fence.py"
    game.write_text(code, "utf-8")
    lines = "fence vs 5 << 6 1\nfence vs 5 << 5 1\n/undo\n/streak reset\nfence vs 5 << 1 1\n"
    ran = run("--game", str(game), "play", str(tmp_path / "fence.sixfold"), stdin=lines)
    assert ran.err == ""
    assert "Parried in a row: Player: Parried 2." in ran.out
    assert ran.out.count("Parried in a row: Player: Parried 1.") == 2
    assert "streak: reset." in ran.out


def test_the_map_has_every_room_from_the_ground_up() -> None:
    """The table of the rooms is in the order of the walls, and leaves no room out."""
    rows = PAGE.partition("## The map")[2].partition("Beside it")[0].splitlines()
    drawn = [tuple(re.findall(r"`([^`]+)`", row.split("|")[1])) for row in rows if row.startswith("| `")]
    assert drawn == [tuple(map(place, rooms)) for rooms in LAYERS]


def test_a_name_stands_in_the_file_that_the_page_says() -> None:
    """What the page looks for in a file, as `preferred` in `rules/picks.py`, is there."""
    said = re.findall(r"((?:`[\w.…]+`(?:, | and )?)+) in `([\w/]+\.(?:py|js))`", PAGE)
    assert len(said) > 20
    for names, file in said:
        found = [root / file for root in (ROOT, ROOT / "src" / "sixfold") if (root / file).exists()]
        text = found[0].read_text("utf-8") if found else ""
        for name in re.findall(r"`(?:\w+\.)*(\w+)…?`", names):
            assert re.search(rf"\b{name}", text), f"{name} is not in {file}"


def place(module: str) -> str:
    """Where a module lies: a folder or a file."""
    name = module.removeprefix("sixfold.").replace(".", "/")
    return f"{name}/" if (ROOT / "src" / "sixfold" / name).is_dir() else f"{name}.py"
