"""Every example is short, typed, told, and sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sixfold
from sixfold.rules.texts import clauses_of
from sixfold.testing import sound
from tests.examples.asked import FILES, games

PAGE = Path(__file__).parents[2] / "docs" / "own-games" / "examples.md"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_each_example_is_short_and_rolls(file: Path) -> None:
    """Each example is no longer than fifty lines, says its clauses, and its examples of checks roll."""
    (system,) = games(file.stem).values()
    assert len(file.read_text("utf-8").splitlines()) <= 50
    for rule in system.rules:
        assert sixfold.roll(rule.example, seed="x", systems={system.name: system}).outcome
        assert len(clauses_of(rule.play.__doc__, rule.name, {})) >= 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_each_example_is_sound(file: Path) -> None:
    """The kit finds no difference between the ways in which an example is played."""
    (system,) = games(file.stem).values()
    sound(system, throws=30)


def test_the_page_of_examples_has_each_with_what_to_type() -> None:
    """Each example has a row in the documentation, and each check in that row rolls."""
    rows = re.findall(r"^\| \[`(\w+)`\]\(.*/(\w+)\.py\) \|.*?\| (`.*?) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(file for _, file, _ in rows) == [file.stem for file in FILES]
    for name, file, typed in rows:
        for text in re.findall("`(.+?)`", typed):
            assert sixfold.parse(text, games(file)).system == name


def test_there_are_twenty() -> None:
    """Twenty families, each under a name of its own."""
    assert len(FILES) == 20
    assert len({name for file in FILES for name in games(file.stem)}) == 20
