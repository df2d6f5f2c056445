"""Designers' questions under best play: every figure is the one that `odds` gives for the same aim."""

from __future__ import annotations

import pytest

from sixfold import odds
from sixfold.errors import OddsError
from sixfold.study import compare, need, sweep, table
from tests.console import run

CHECK = "odgs vs 15 +5 combat double=effort"


def test_a_comparison_under_best_play() -> None:
    """What is aimed at is compared; a check without decisions keeps its chance."""
    found = compare(CHECK, "odgs vs 15 +5 combat double=hit", "odgs vs 15 +5", aim="hit")
    by_text = {line.text: line.chance for line in found.checks}
    played, usual = odds(CHECK, aim="hit"), odds(CHECK)
    chance = by_text[usual.text]
    assert chance is not None
    assert chance.exact == played.events["hit"] > usual.events["hit"]
    assert (found.aim, found.to_json()["aim"]) == ("hit", "hit")
    assert "All figures assume best play for “hit”." in str(found)


def test_a_need_under_best_play() -> None:
    """The number is that at which best play has the chance, which the policy of the book does not."""
    text = "odgs vs 15 +? combat double=effort"
    found, usual = (need(text, "2/3", event="hit", ranges=["0..12"], aim=aim) for aim in ("hit", None))
    (best,) = found.answers
    assert best.exact == odds(best.text, aim="hit").events["hit"]
    assert best.values[0] < usual.answers[0].values[0]
    assert odds(best.text).events["hit"] < found.chance


@pytest.mark.parametrize(("aim", "shown"), [("hit", "hit"), ("-total", "mean total")])
def test_a_table_under_best_play(aim: str, shown: str) -> None:
    """The cells show what is aimed at: the chance of an event, or the mean of a number."""
    grid = table("odgs vs 15 combat double=effort advantage 1", "modifier=0..4..4", aim=aim)
    assert (grid.event, grid.aim) == ((shown,), aim)
    for (cell,), modifier in zip(grid.cells, (0, 4), strict=True):
        best = odds(f"odgs vs 15 combat double=effort advantage 1 {modifier:+d}", aim=aim)
        assert cell.exact == (best.events["hit"] if aim == "hit" else best.numbers["total"].mean)


@pytest.mark.parametrize(("aim", "meant"), [("mean total", "total"), ("-mean total", "-total")])
def test_the_mean_of_a_number_is_the_number_as_an_aim(aim: str, meant: str) -> None:
    """With “mean”, as figures are written, an aim is that without it: in odds, and in each question of designers."""
    assert odds(CHECK, aim=aim) == odds(CHECK, aim=meant)
    assert compare(CHECK, aim=aim) == compare(CHECK, aim=meant)
    needed = [need("odgs vs 15 +? combat", "2/3", ranges=["0..12"], aim=each) for each in (aim, meant)]
    grids = [table("odgs vs 15 combat", "modifier=0..4..4", aim=each) for each in (aim, meant)]
    assert (needed[0], grids[0]) == (needed[1], grids[1])
    said = {"checks": [CHECK], "keep": ["mean total"]}
    (row,), expected = (list(sweep({**said, "aim": each}, workers=1).rows()) for each in (aim, meant))
    assert [row] == expected
    assert row["error"] == ""


def test_an_aim_where_nobody_decides_is_refused() -> None:
    """It is the error of `odds --aim`, unless one of several checks has a decision."""
    for asked in (lambda: compare("ten", aim="success"), lambda: table("ten", "modifier=0..1", aim="success"),
                  lambda: need("ten +?", "1/2", ranges=["0..1"], aim="success")):  # fmt: skip
        with pytest.raises(OddsError) as refused:
            asked()
        assert refused.value.code == "odds/no-choice"


def test_without_an_aim_nothing_says_so() -> None:
    """Neither the report nor the document has an aim that was not given."""
    assert "aim" not in table("ten", "modifier=0..1").to_json()
    assert "best play" not in run("compare", "ten", "hs 2d").out


def test_the_commands_take_an_aim() -> None:
    """`--aim` at the command line is `aim` in Python."""
    assert run("compare", CHECK, "--aim", "hit", "--json").json == compare(CHECK, aim="hit").to_json()


def test_odds_of_best_play_are_no_odds_of_usual_play() -> None:
    """They are unequal even where the player changes nothing, and equal ones share a hash."""
    text = "odgs vs 15 advantage 1"
    best, usual = odds(text, aim="success"), odds(text)
    assert best.events == usual.events
    assert best != usual and usual != best
    assert {best, usual, odds(text, aim="success"), odds(text)} == {best, usual}
