"""The pages that grow a game of one's own: every step is a game that is sound, and typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sixfold.authoring.load import load_game
from sixfold.authoring.testing import examine
from tests.examined import examine_little
from tests.pages import ROOT, files_of

FOLDER = ROOT / "docs" / "own-games"
STEPS = files_of(FOLDER / "README.md") + files_of(FOLDER / "growing.md")


@pytest.mark.parametrize("step", STEPS, ids=range(1, len(STEPS) + 1))
def test_every_step_is_sound(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file of the page is a whole game that passes the kit without a remark, under the name of its file."""
    examine_little(monkeypatch)
    path = tmp_path / "fence.py"
    path.write_text(step, "utf-8")
    game = load_game(path)
    assert game.name == "fence"
    found = examine(game, throws=50)
    assert (found.faults, found.remarks, found.sound) == ((), (), True)


def test_the_first_step_is_three_lines() -> None:
    """The smallest game is an import and a function."""
    assert len([line for line in STEPS[0].splitlines()[1:] if line.strip()]) == 3
    assert len(STEPS) >= 4


def test_every_step_is_typed(tmp_path: Path) -> None:
    """The strictest type checker has nothing to say about a game that is written like those of the page."""
    files = []
    for at, step in enumerate(STEPS, start=1):
        files.append(tmp_path / f"step{at}.py")
        files[-1].write_text(step, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, files)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
