"""What a check is in another game, against trying everything."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from sixfold import odds
from sixfold.errors import SixfoldError
from sixfold.study import equivalent
from sixfold.study.questions.equivalent import MOST_NAMED, NEAREST
from tests.console import run
from tests.study.brute import save_succeeds, ten_succeeds


@cache
def success(text: str) -> Fraction:
    """The chance of success of a check."""
    return odds(text).events["success"]


@pytest.mark.parametrize("asked", [-9, -3, 0, 3, 9])
@pytest.mark.parametrize("vs", [3, 12, 25, 40, 200])
def test_the_nearest_modifier_is_found_wherever_it_lies(asked: int, vs: int) -> None:
    """Over every modifier that could matter, none comes nearer than the one that is shown, nor than its neighbours."""
    found = equivalent(f"ten {asked:+d}", f"odgs vs {vs}")
    wanted = ten_succeeds(asked)
    chances = [save_succeeds(vs, modifier) for modifier in range(vs - 30, vs + 10)]
    assert abs(found.nearest.exact - wanted) == min(abs(chance - wanted) for chance in chances)
    above = sorted({chance for chance in chances if chance > wanted})[:NEAREST]
    below = sorted({chance for chance in chances if chance < wanted}, reverse=True)[:NEAREST]
    assert ([near.exact for near in found.above], [near.exact for near in found.below]) == (above, below)


def test_the_nearest_die_code_is_found_beyond_twelve_dice() -> None:
    """Also where more dice are needed than are tried at first."""
    found = equivalent("ten +3", "wild vs 37")
    codes = [success(f"wild {dice}D+{more} vs 37") for dice in range(10, 19) for more in range(3)]
    wanted = ten_succeeds(3)
    assert abs(found.nearest.exact - wanted) == min(abs(chance - wanted) for chance in codes)
    assert found.end == ""


@pytest.mark.parametrize(
    "within", ["skew vs 30", "skew vs -20", "skew vs ?", "skew 2 high vs 45", "odgs", "ten superior 2"]
)
def test_the_chance_lies_between_two_that_are_shown(within: str) -> None:
    """Where the other game comes higher and lower, both sides are shown, or one that is the same."""
    found = equivalent("ten +1", within)
    assert found.same or (found.above and found.below)
    assert found.end == ""
    chances = [near.exact for near in (*reversed(found.above), *found.same, *found.below)]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("asked", "within", "higher"),
    [("ten superior 20", "hs", True), ("hs 0d 1 cut", "hs 4d ? cuts", False), ("dice 1d2", "odgs vs 10", True)],
)
def test_where_the_other_game_ends_it_is_said(asked: str, within: str, higher: bool) -> None:
    """A chance that no number reaches is answered with the nearest, and with what all was tried."""
    event = {"hs": "result=triumph", "di": "total>=1"}.get(asked[:2])
    other = "result=triumph" if within.startswith("hs") else None
    found = equivalent(asked, within, event=event, other_event=other)
    assert f"No check there is {'higher' if higher else 'lower'}" in found.end
    assert found.end in str(found)
    assert found.to_json()["end"] == found.end


@pytest.mark.parametrize(
    ("within", "said"),
    [
        ("long duel", "long duel needs (CHECK)"),  # this was a TypeError
        ("skew +0 vs 14", "There is nothing to search here"),
        ("odgs vs 15 +2 -2", "There is nothing to search here"),
        ("odgs vs fifteenth", "After “vs” comes a number"),
    ],
)
def test_what_is_said_is_fixed(within: str, said: str) -> None:
    """A number that is there stays what it is, also where it is the usual one; what is missing is named."""
    with pytest.raises(SixfoldError) as refused:
        equivalent("ten", within)
    assert refused.value.message.startswith(said)


def test_a_range_of_ones_own_is_kept_and_its_end_is_said() -> None:
    """Nothing beyond a range is tried; that the nearest lies at its end is said."""
    found = equivalent("ten", "odgs vs ? +4", ranges=["20..25"])
    assert (found.nearest.text, found.tried) == ("odgs vs 20 +4", 6)
    assert "end of its range" in found.end


def test_every_check_with_the_same_chance_is_named() -> None:
    """Equal answers are all there; where they are many, some are named and the others counted."""
    one = equivalent("ten +3", "ten +? +?", ranges=["0..3", "0..3"])
    assert ([near.text for near in one.same], one.tried) == (["ten +3"], 7)
    none = equivalent("odgs vs 200", "odgs vs ? +5", ranges=["30..60"])
    assert [near.text for near in none.same] == [f"odgs vs {score} +5" for score in range(30, 61) if score >= 30]
    text = str(none)
    assert sum(line.endswith("the same") for line in text.splitlines()) == MOST_NAMED
    assert f"{31 - MOST_NAMED} more are the same" in text


@pytest.mark.parametrize(
    ("within", "kinds"),
    [("ten +? superior ?", {"asked", "same", "above"}), ("odgs vs ? +4", {"asked", "above", "below"})],
)
def test_the_table_has_every_check_that_is_shown(within: str, kinds: set[str]) -> None:
    """For programs there is a line for the asked check and each one near, with its chance and the difference."""
    found = equivalent("ten", within, ranges=["0..25", "0..1"][: within.count("?")])
    near = [("above", found.above), ("same", found.same), ("below", found.below)]
    lines = found.tidy().lines
    assert [line[:2] for line in lines] == [
        ("asked", found.text), *[(kind, one.text) for kind, several in near for one in several],
    ]  # fmt: skip
    assert {line[0] for line in lines} == kinds
    differences = [(line[0], line[-1]) for line in lines if isinstance(line[-1], float)]
    assert all((more > 0, more < 0) == (kind == "above", kind == "below") for kind, more in differences)


def test_checks_that_are_as_near_are_all_starred() -> None:
    """One a point above and one a point below, or two with one chance: neither is left out."""
    found = equivalent("dice 1d4", "dice ?d6", event="total<=2", other_event="total<=3 or total=99", ranges=["1..2"])
    assert found.nearest.text == "dice 1d6"
    both = equivalent("dice 1d4", "dice d?", event="total<=1", other_event="total<=1", ranges=["3,6"])
    assert str(both).count("*") == 2


def test_the_command_says_what_the_function_finds() -> None:
    """Two that stopped at an edge before."""
    assert "* odgs vs 25 +20  98.15 %  +0.81 points" in run("equivalent", "ten +9", "--in", "odgs", "--vs", "25").out
    skew = run("equivalent", "ten", "--in", "skew", "--vs", "30").out
    assert "* skew +21 vs 30  62.50 %" in skew


@pytest.mark.parametrize("most", [0, 8, 9])
def test_checks_that_are_as_near_are_named_or_counted(most: int) -> None:
    """Beside the nearest check some that are as near are named, and it is said how many more there are."""
    found = equivalent("ten +3", "odgs vs ? +?", ranges=["4..20", f"0..{most}"])
    also = found.nearest.also
    assert len(also) == most
    named = ", ".join(also[:MOST_NAMED])
    rest = f" and {most - MOST_NAMED} more" if most > MOST_NAMED else ""
    assert (f"as good: {named}{rest}\n" in f"{found}\n") == bool(also)
