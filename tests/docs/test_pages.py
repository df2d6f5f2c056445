"""The documentation says what the program does."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from sixfold.systems import SYSTEMS
from tests.console import run
from tests.pages import PAGE_BOUNDS, ROOT, current, named, page_bounds, pages

BARE = re.compile(r"^```\n(.*?)^```", re.DOTALL | re.MULTILINE)
EXAMPLES = [
    command
    for page in sorted((ROOT / "docs" / "maintaining" / "decisions").glob("*.md"))
    for block in BARE.findall(page.read_text("utf-8"))
    for command in block.splitlines()
]


@pytest.mark.parametrize("page", pages(), ids=named)
def test_outputs_in_the_pages_are_current(page: Path) -> None:
    """Every output in a page is what its command prints now; `python -m tests.pages` writes them anew."""
    assert current(page) == page.read_text("utf-8")


@pytest.mark.parametrize("page", pages()[1:], ids=named)
def test_python_in_the_pages_runs(page: Path) -> None:
    """Every example in Python gives what the page says."""
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failures == 0


@pytest.mark.parametrize("command", EXAMPLES)
def test_examples_of_decisions_run(command: str) -> None:
    """A decision ends with a command that shows it, and the command works."""
    name, *words = shlex.split(command)
    ran = run(*words, stdin="\n" * 9)
    assert (name, ran.status) == ("sixfold", 0), ran.err


def test_the_readme_lists_every_game_by_its_sentence() -> None:
    """A player finds their game in the README by the sentence that help and the page show, and tries it as it says."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| `([^`]+)` \|$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert [(name, title) for name, title, _ in rows] == [(name, game.title) for name, game in SYSTEMS.items()]
    for _, _, command in rows:
        assert run(*shlex.split(command)[1:]).status == 0, command


def test_the_page_keeps_the_same_bounds() -> None:
    """The page in the browser has the same bounds as the rest of Sixfold."""
    assert PAGE_BOUNDS.read_text("utf-8") == page_bounds(), "python -m tests.pages writes it"
