"""Every example is short, typed, told, and sound."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import sixfold
from sixfold.authoring.testing import examine
from sixfold.authoring.testing.expectimax import expectimax
from sixfold.rules.texts import clauses_of
from sixfold.solving.events import Event
from tests.examined import examine_little
from tests.examples.asked import FILES, games, odds_of

PAGE = Path(__file__).parents[2] / "docs" / "own-games" / "examples.md"

SEARCHED = 50_000
"""Plays of one check that are gone through."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_each_example_is_short_and_rolls(file: Path) -> None:
    """Each example is no longer than fifty lines, says its clauses, and its examples of checks roll."""
    (system,) = games(file.stem).values()
    assert len(file.read_text("utf-8").splitlines()) <= 50
    for rule in system.rules:
        assert sixfold.roll(rule.example, seed="x", systems={system.name: system}).outcome
        assert len(clauses_of(rule.play.__doc__, rule.name, {})) >= 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_each_example_is_sound(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit finds no difference between the ways in which an example is played, and nothing that never varies."""
    examine_little(monkeypatch)
    (system,) = games(file.stem).values()
    found = examine(system, throws=30)
    assert found.sound, str(found)
    assert not [remark for remark in found.remarks if "what was tried" in remark.sentence]


@pytest.mark.parametrize(
    ("file", "text", "faces"),
    [
        ("push", "push dice 2", (3, 6)),
        ("step", "step 3d4 d6 vs 7", (4, 2, 1, 5)),
    ],
)
def test_best_play_is_that_of_every_choice(file: str, text: str, faces: tuple[int, ...]) -> None:
    """For every event and number, best play and the advice for dice that lie there are those of trying every choice."""
    check, odds = sixfold.parse(text, games(file)), odds_of(file, text)
    for name in (*odds.events, *odds.numbers):
        event = Event.read(name).of_rule(check.rule, odds.fields) if name in odds.events else None
        for sign in (1, -1) if event is None else (1,):
            aim = name if sign == 1 else f"-{name}"

            def worth(outcome: Any, event: Any = event, name: str = name, sign: int = sign) -> int:
                return sign * int(outcome[name]) if event is None else int(event.holds(outcome))

            assert odds_of(file, text, aim=aim).best.low == expectimax(check, worth, SEARCHED)
            advice = sixfold.advise(text, faces=faces, aim=aim, systems=games(file))
            assert [option.value.low for option in advice.options] == [
                expectimax(check, worth, SEARCHED, faces, (at,)) for at in range(len(advice.options))
            ]


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
