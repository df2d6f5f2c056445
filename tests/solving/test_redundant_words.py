"""Words that change none of the odds are named where a check is explained."""

from __future__ import annotations

import pytest

from sixfold import parse
from sixfold.solving import redundant_words
from tests.console import run


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("opposed (odgs vs 3 +20) (odgs vs 3)", ["“+20” in “odgs vs 3 +20”"]),
        ("opposed (odgs vs 12 +2) (odgs vs 9) by sum", ["“+2” in “odgs vs 12 +2”"]),
        ("opposed (odgs vs 12 +2) (odgs vs 9)", []),
        ("odgs vs 15 void=effort literal advantage 1", ["“void=effort”"]),
        ("ten chaos=kept", ["“chaos=kept”"]),
        ("ten superior 1 chaos=kept", []),
        ("hs 3d 2 cuts basic", ["“2 cuts”"]),
        ("long (odgs vs 15 +2 keep=sum) 3 times", ["“keep=sum” in “odgs vs 15 +2 keep=sum”"]),
        ("ten +2 [Rope] -2 [Rain]", []),
        ("ten attack +4 damage 2d6 size +1", []),
        ("dice 4d6kh3", []),
        ("opposed (skew vs 14) (skew +2) by total", ["“vs 14” in “skew vs 14”", "“by total”"]),
    ],
)
def test_words_that_change_no_odds(text: str, words: list[str]) -> None:
    """Each word of a check, or of a check inside it, without which the odds are the same, and no other."""
    found = redundant_words.idle_words(parse(text))
    assert found == [f"{word} changes none of the odds." for word in words]
    assert all(sentence in run("explain", text).out.replace("\n", " ") for sentence in found)
    clauses = run("explain", text, "--json").json["clauses"]
    assert [each["text"] for each in clauses if each["clause"] == "odds"] == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("opposed (odgs vs 3 +20) (odgs vs 3)", True),
        ("opposed (odgs vs 12 +2) (odgs vs 9)", False),
        ("opposed (skew vs 14) (skew +2) by total", False),
        ("long (odgs vs 3 +20 keep=sum) 3 times", True),
        ("opposed (wild 2D+1 vs 9) (odgs vs 3 +20)", True),
        ("opposed (odgs vs 3 +20) (odgs vs 15 +5 advantage 1)", True),
    ],
)
def test_odds_name_a_modifier_that_counts_for_nothing(text: str, said: bool) -> None:
    """Beside odds stands each modifier of a check inside another one that changes nothing, and no other word."""
    for options in ((), ("--tolerance", "1 %"), *([("--aim", "success")] if "advantage" in text else [])):
        assert ("changes none of the odds" in run("odds", text, *options).out) is said


def test_much_work_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the odds take more work than is allowed for it, nothing is said."""
    monkeypatch.setattr(redundant_words, "IDLE_WORK", 10)
    assert redundant_words.idle_words(parse("ten chaos=kept")) == []
