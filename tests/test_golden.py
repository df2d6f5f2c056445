"""The golden files hold what Sixfold says today; `python -m tests.golden` writes them again."""

from __future__ import annotations

from pathlib import Path

import pytest

from sixfold.systems import SYSTEMS
from tests.golden import HERE, ODDS, PLAYS, answer, explained, odds_text, transcript

PLAYED = sorted(PLAYS.glob("*.txt"))


@pytest.mark.parametrize("name", ODDS)
def test_odds(name: str) -> None:
    """The exact odds of this check are those of its file."""
    assert (HERE / "odds" / f"{name}.txt").read_text(encoding="utf-8") == odds_text(ODDS[name])


def test_no_odds_are_forgotten() -> None:
    """Every file of odds belongs to a check."""
    assert {path.stem for path in (HERE / "odds").glob("*.txt")} == set(ODDS)


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_plays(path: Path) -> None:
    """Played again with the same dice, the transcript says the same words."""
    told = path.read_text(encoding="utf-8")
    assert told == transcript(told)


def test_explanations() -> None:
    """Each check that is tried is explained by the clauses of the file, and a throw of it has the words there."""
    assert (HERE / "explained.txt").read_text(encoding="utf-8") == explained()


def player_lines() -> list[str]:
    return [
        line.removeprefix("> ")
        for path in PLAYED
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("> ")
    ]


def test_every_rule_is_played() -> None:
    """Each rule of each game, and each of its house rules, is in some transcript."""
    lines = player_lines()
    for system in SYSTEMS.values():
        for at, rule in enumerate(system.rules):
            own = [
                line
                for line in lines
                if line.split()[0] == system.name
                and (rule.name in line.split() or (at == 0 and not {r.name for r in system.rules} & set(line.split())))
            ]
            assert own, f"no transcript plays {system.name} {rule.name}"
    for house in ("chaos=kept", "count=degrees", "reroll=once", "cancelled=zero", "third=code", "overcut=fumble",
                  "literal", "keep=sum", "void=effort", "worst=avoid", "double=effort"):  # fmt: skip
        assert any(house in line.split() for line in lines), f"no transcript plays {house}"


def test_an_answer_can_fail() -> None:
    """A player's line that cannot be played is answered with its error."""
    assert answer("> ten << 6 6 6").startswith("dice/needed: ")
