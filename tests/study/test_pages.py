"""The designers' pages say what the program does."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from tests.pages import ROOT, current
from tests.study.pages import EVENING, FOLDER, IMAGES, NOTEBOOK, evening, notebook, pages


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands in the pages name files as seen from the root of the project."""
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_outputs_in_the_pages_are_current(page: Path) -> None:
    """Every output is what its command prints now; `python -m tests.study.pages` writes them anew."""
    assert current(page) == page.read_text("utf-8")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_python_in_the_pages_runs(page: Path) -> None:
    """Every example in Python gives what the page says."""
    from fractions import Fraction

    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8", globs={"Fraction": Fraction})
    assert failures == 0


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to a file of the project has its file."""
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_records_of_the_page_on_luck_are_current() -> None:
    """The evening that the page reckons is the one that its seed throws."""
    assert evening() == EVENING.read_text("utf-8")


def test_the_notebook_is_current() -> None:
    """Every cell shows what it gives now."""
    assert json.loads(notebook()) == json.loads(NOTEBOOK.read_text("utf-8"))


def test_the_images_are_there() -> None:
    """Each image of the pages is a drawing."""
    assert all((FOLDER / "images" / name).read_text("utf-8").startswith("<svg") for name in IMAGES)


def test_the_example_claims_are_those_of_the_page() -> None:
    """The file that the page shows is the file that it audits."""
    assert (FOLDER / "example.claims").read_text("utf-8") in (FOLDER / "audit.md").read_text("utf-8")
