"""What may stand where a check is being typed, and what was meant by a slip."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold import SYSTEMS, parse
from sixfold.checks.completing import completions
from sixfold.errors import TextError
from tests.checks_to_try import TEXTS


def offered(typed: str, after: str = "") -> list[str]:
    """The words that are offered at the end of what is typed, each of which goes on with what is there."""
    found = completions(typed + after, len(typed), SYSTEMS)
    for each in found:
        assert each["start"] <= len(typed) <= each["end"]
        assert each["word"].lower().startswith(typed[each["start"] :].lower())
    return [each["word"] for each in found]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", [*SYSTEMS, "attempts", "opposed", "duel"]),
        ("te", ["ten"]),
        ("TEN SUP", ["superior"]),
        ("ten att", ["attack"]),
        ("ten +4 att", []),
        ("ten superior 1 i", ["inferior"]),
        ("hs 2 ranks 1 r", []),
        ("hs 3", ["3 ranks", "3 edges", "3d", "3 cuts"]),
        ("hs 5", ["5d"]),
        ("wild 3", ["3D"]),
        ("skew pool 5d", ["5d6"]),
        ("ten chaos=", ["chaos=all", "chaos=kept"]),
        ("ten +2 [har", []),
        ("ten superior", []),
        ("dice 4d", []),
        ("dice 4d6k", ["kh", "kl"]),
        ("4d6", []),
        ("4d6>", [">="]),
        ("{2d6, 1d8", ["}kh", "}kl"]),
        ("{2d6, 1d8}K", ["kh", "kl"]),
        ("{2d6,", []),
        ("dice 2*(", []),
        ("long (4d6k", ["kh", "kl"]),
        ("dice (", []),
        ("ten (", []),
        ("nothing ", []),
        ("odgs opposed t", ["tn", "target"]),
    ],
)
def test_words_that_fit(typed: str, words: list[str]) -> None:
    """A game, a rule, then the words of the rule that are not said yet; a number begins those that it may begin."""
    assert offered(typed) == words


def test_nothing_typed_offers_each_word_once() -> None:
    """Where no letter is typed yet each word is offered in its usual spelling only."""
    assert offered("ten superior 1 ")[-3:] == ["superior", "inferior", "chaos=kept"]


def test_the_word_at_the_cursor_is_replaced() -> None:
    """A completion takes the place of the whole word in which the cursor stands."""
    (only,) = completions("ten supxx 1", 7, SYSTEMS)
    assert (only["start"], only["end"], only["form"]) == (4, 9, "superior N")


@given(TEXTS, st.integers(0, 60))
def test_every_beginning_is_answered(text: str, cursor: int) -> None:
    """At every place of every text there is an answer, and each word goes on with what is typed."""
    offered(text[:cursor], text[cursor:])


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("ten superiour 1", "ten superior 1"),
        ("ten superiour 1 hrad", "ten superior 1 hrad"),
        ("tenn +4 sup 1", "ten +4 sup 1"),
        ("wild 3 W vs 15", "wild 3D vs 15"),
        ("odgs 15 +2", "odgs vs 15 +2"),
        ("odgs vs 15 +2 Heavy Lifting", "odgs vs 15 +2 [Heavy Lifting]"),
        ("ten +3 damage 2d6", "ten attack +3 damage 2d6"),
        ("ten 3d6", "ten"),
        ("ten 4d6", "dice 4d6"),
        ("skew 80 percent", "skew percentile"),
        ("ten chaos=kpt", "ten chaos=kept"),
        ("ten zzz", None),
        ("hs", None),
        ("opposed (4d) (wild 3D)", "opposed (wild 4d) (wild 3D)"),
        ("opposed (wild 3D) (4d)", "opposed (wild 3D) (wild 4d)"),
        ("long (4d) 3 times", None),
    ],
)
def test_a_slip_is_mended(slip: str, meant: str | None) -> None:
    """The guess stands where the slip was, and nothing else that was said is lost."""
    with pytest.raises(TextError) as caught:
        parse(slip)
    assert caught.value.mended == meant
