"""What a book leaves to the people at the table is said by `explain`, and what can be checked of it is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sixfold import advise, odds, parse, roll
from sixfold.errors import RuleError, SixfoldError


@pytest.mark.parametrize(
    ("check", "clause", "words"),
    [
        ("hs 3d", "H7", "No risk, no check"),
        ("hs 0d 1 cut overcut=fumble", "H8", "one check in three has cuts"),
        (
            "odgs vs 15",
            "O15",
            "Stamina, Focus or Resolve, and ends with the session",
        ),
        ("odgs vs 15 combat", "O15", "Adrenaline Effort can be spent as Stamina, Focus or Resolve"),
        ("odgs obstacle vs 15", "O16", "With the skill for it"),
        ("odgs obstacle vs 15 score 14", "O16", "a voluntary save against 14; or a save against 15"),
        ("ten", "T7", "high is good for the roller, low is bad"),
        ("wild 3D", "W7", "something unpleasant happens, and the game master (GM) says what"),
        ("wild initiative 3D", "W9", "Two or more excess botches lose the round"),
        ("wild initiative 3D lost=wild", "W9", "one excess botch loses the round"),
        ("skew initiative", "K11", "flurries: units of action that cannot be divided, but can be interrupted"),
        ("skew advanced rank 1", "K11", "field rank 1 is enough"),
    ],
)
def test_explain_tells_what_happens_at_the_table(check: str, clause: str, words: str) -> None:
    """H7, H8, O15, O16, T7, W7, W9 and K11 stand in the explanation of a check that they bear on."""
    assert any(said.number == clause and words in said.text for said in parse(check).explain())


def test_an_advanced_skill_needs_a_rank() -> None:
    """K11: a task with an advanced skill is refused without a rank in its field, wherever it is typed."""
    with pytest.raises(RuleError) as caught:
        parse("skew +2 [Surgery] vs 14 advanced")
    assert (caught.value.code, caught.value.column) == ("rule/field-required", 25)
    assert parse("skew +2 [Surgery] vs 14 advanced rank 2").text == "skew +2 [Surgery] vs 14 advanced rank 2"
    assert odds("skew vs 10 advanced rank 1").events["success"] == Fraction(1, 2)
    with pytest.raises(SixfoldError, match="needs no field"):
        parse("skew vs 14 rank 1")


def test_an_obstacle_is_a_save_or_a_voluntary_save() -> None:
    """O16: without the skill it is a save, with it a voluntary save, or a save if the player prefers that."""
    for score in ("", " score 14"):
        played = odds(f"odgs obstacle vs 15 +5{score}").events
        assert played == odds("odgs voluntary score 14" if score else "odgs vs 15 +5").events
    chosen = advise("odgs obstacle vs 15 +5 score 8")
    assert [option.best for option in chosen.options] == [False, True]
    saved = roll("odgs obstacle vs 15 +5 score 14", faces=[6, 5, 4], choices=[1])
    assert (saved.outcome["total"], saved.outcome["success"]) == (20, True)
    assert roll("odgs obstacle vs 15 +5 score 14", faces=[6, 5, 4]).outcome["success"] is False


def test_when_a_round_is_lost() -> None:
    """W9: two excess botches lose the round; under `lost=wild` one does, as the wild die is botched as well."""
    for botches, lost, lost_with_wild in ((1, False, False), (2, False, True), (3, True, True)):
        faces = [3, *[1] * botches, 4]
        assert roll("wild initiative 2D", faces=faces).outcome["lost_round"] is lost
        assert roll("wild initiative 2D lost=wild", faces=faces).outcome["lost_round"] is lost_with_wild
