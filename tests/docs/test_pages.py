"""The documentation says what the program does."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.pages import ROOT, current, pages


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_outputs_in_the_pages_are_current(page: Path) -> None:
    """Every output in a page is what its command prints now; `python -m tests.pages` writes them anew."""
    assert current(page) == page.read_text("utf-8")


@pytest.mark.parametrize("page", [*sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name)
def test_python_in_the_pages_runs(page: Path) -> None:
    """Every example in Python gives what the page says."""
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failures == 0
