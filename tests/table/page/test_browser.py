"""Where the browser for the page is found, and how it is said that there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.table.page.browser import NAMES, PLACES, PLAYWRIGHTS, WITHOUT, browser

ROOT = Path(__file__).parents[3]


def program(path: Path) -> str:
    """An empty file that may be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o755)
    return str(path)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser; the folder of all that is on it."""
    for name in ("CHROME", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setitem(PLACES, "linux", (str(tmp_path / "opt" / "chrome"),))
    assert browser("linux") is None
    return tmp_path


def test_the_one_that_is_named_is_meant(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CHROME is a path or a name; it goes before all others, and is not replaced by another one when it is wrong."""
    program(nowhere / "bin" / "chromium")
    other = program(nowhere / "bin" / "brave")
    for said in (other, "brave"):
        monkeypatch.setenv("CHROME", said)
        assert browser("linux") == other
    monkeypatch.setenv("CHROME", "not-there")
    assert browser("linux") is None


@pytest.mark.parametrize("name", NAMES)
def test_names_are_looked_for(nowhere: Path, name: str) -> None:
    """Chromium, Chrome and Edge are commands of several names."""
    assert browser("linux") is None
    assert program(nowhere / "bin" / name) == browser("linux")


def test_usual_places_come_before_playwrights_own(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Playwright's own the newest that is there is taken, in its usual folder or in the one that it was told."""
    kept = nowhere / "home" / ".cache" / "ms-playwright"
    program(kept / "chromium-1100" / "chrome-linux" / "chrome")
    newer = program(kept / "chromium-1200" / "chrome-linux64" / "chrome")
    assert browser("linux") == newer
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(nowhere / "elsewhere"))
    assert browser("linux") is None
    other = program(nowhere / "elsewhere" / "chromium-1" / "chrome-linux" / "chrome")
    assert browser("linux") == other
    assert program(nowhere / "opt" / "chrome") == browser("linux")


def test_every_system_has_its_places() -> None:
    """Linux, macOS and Windows are known, with Chrome and Edge each."""
    assert PLACES.keys() == PLAYWRIGHTS.keys() == {"linux", "darwin", "win32"}
    for places in PLACES.values():
        assert any("edge" in place.lower() for place in places)
        assert any("chrom" in place.lower() for place in places)


def test_without_one_it_is_said_once() -> None:
    """The tests that need a browser are left out, and one line says how to get one."""
    files = ["tests/table/page/test_table.py", "tests/table/page/test_proof.py"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *files],
        cwd=ROOT, capture_output=True, text=True, check=True, env={**os.environ, "CHROME": "not-there"},
    )  # fmt: skip
    assert ran.stdout.count(WITHOUT) == 1
    assert " left out. " in ran.stdout
    found = subprocess.run(
        [sys.executable, "-m", "tests.table.page.browser"],
        cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "CHROME": "not-there"},
    )  # fmt: skip
    assert (found.returncode, found.stdout) == (1, f"{WITHOUT}\n")
