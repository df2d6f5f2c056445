"""Check texts: the contract's words, short forms, and the one canonical form of each."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import sixfold
from sixfold import SYSTEMS, parse
from sixfold.rules.rule import Rule

RULES = [rule for system in SYSTEMS.values() for rule in system.rules]


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("ten", "ten"),
        ("ten test", "ten"),
        ("TEN +4 SUPERIOR 1", "ten +4 superior 1"),
        ("ten sup 1", "ten superior 1"),
        ("ten 1 superior", "ten superior 1"),
        ("ten sup", "ten superior 1"),
        ("ten superior 1 inferior 1", "ten"),
        ("ten superior 1 inferior 2", "ten inferior 1"),
        ("ten +4 -3 +1", "ten +2"),
        ("ten hard", "ten -3 [hard]"),
        ("ten \u22123", "ten -3"),
        ("ten chaos=kept", "ten chaos=kept"),
        ("ten chaos=all", "ten"),
        ("ten chaos", "ten chaos"),
        ("ten extended count=degrees threshold 3", "ten extended threshold 3 count=degrees"),
        ("ten attack size -1 damage 2d6", "ten attack damage 2d6 size -1"),
        ("ten attack damage d6", "ten attack damage 1d6"),
        ("skew 2 high", "skew 2 high"),
        ("skew high 2 vs 14", "skew 2 high vs 14"),
        ("skew good 2 bad 1", "skew good 1"),
        ("skew 1 high -1", "skew 1 high -1"),
        ("skew -1 high 2", "skew 2 high -1"),
        ("ten superior 1 -2", "ten -2 superior 1"),
        ("skew pool 5d6 1 low", "skew pool 5d6 1 low"),
        ("wild 3D+1", "wild 3D+1"),
        ("wild 3d + 1 vs 15", "wild 3D+1 vs 15"),
        ("wild 3D+1 [Strength]", "wild 3D +1 [Strength]"),
        ("hs 3 ranks 2 edges 1 cut", "hs 3 ranks 2 edges 1 cut"),
        ("hs 4d", "hs 4d"),
        ("hs 4d6", "hs 4d"),
        ("odgs vs 15 +5", "odgs vs 15 +5"),
        ("odgs +2 [Strength] vs 15 +3 [Heavy  Lifting]", "odgs vs 15 +2 [Strength] +3 [Heavy Lifting]"),
        ("odgs vs 15 adv 2 dis 1", "odgs vs 15 advantage 1"),
        ("odgs voluntary score 14 combat", "odgs voluntary score 14 combat"),
        ("dice 4D6 KH3 + 2", "dice 4d6kh3+2"),
        ("dice 4d6k3", "dice 4d6kh3"),
        ("dice d%", "dice 1d100"),
        ("dice 5d6 (2 high)", "dice 5d6 (2 high)"),
        ("dice 2d6 \u00d7 3 \u00f7 2", "dice 2d6*3//2"),
        ("dice 1-(2-3)", "dice 1-2+3"),
    ],
)
def test_canonical_texts(said: str, canonical: str) -> None:
    """Each text has one canonical form."""
    assert canonical == parse(said).text


@pytest.mark.parametrize(
    "words",
    [
        ("ten", ["+4", "superior 1", "chaos=kept"]),
        ("ten attack", ["chaos=kept", "damage 2d6", "size +1", "hard"]),
        ("skew", ["2 high", "good 1", "vs 14", "reroll=once"]),
        ("wild", ["cancelled=zero", "3D", "vs 15", "third=code"]),
        ("hs", ["overcut=fumble", "3 ranks", "1 cut"]),
        ("odgs", ["vs 15", "keep=sum", "combat", "adv 1"]),
    ],
    ids=lambda words: words[0],
)
def test_words_come_in_any_order(words: tuple[str, list[str]]) -> None:
    """The words of a check may stand in any order, a house rule first too."""
    head, rest = words
    assert len({parse(" ".join([head, *order])) for order in permutations(rest)}) == 1


def test_house_rules_are_listed_once() -> None:
    """The house rules of the rule book are those that the rules declare."""
    declared = {house for system in SYSTEMS.values() for rule in system.rules for house in rule.house_rules}
    assert declared == {"chaos=kept", "count=degrees", "reroll=once", "cancelled=zero", "third=code", "overcut=fumble",
                        "lost=wild", "literal", "keep=sum", "void=effort", "worst=avoid", "double=effort"}  # fmt: skip


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.system}-{rule.name}")
def test_house_rules_are_words(rule: Rule) -> None:
    """Each house rule is a word that its rule knows and keeps, and that no other rule does."""
    for house in {house for other in RULES for house in other.house_rules}:
        text = f"{rule.example} {house}"
        if house in rule.house_rules:
            assert house in parse(text).text.split()
        elif rule.phrase is None:
            with pytest.raises(sixfold.SixfoldError):
                parse(text)


def test_circumstances_cancel_before_the_bound() -> None:
    """T5: Superior and Inferior cancel one for one first; only what is left is held against the bound."""
    assert parse("ten superior 97").text == "ten superior 97"
    assert parse("ten superior 98 inferior 1").text == "ten superior 97"
    assert parse("ten inferior 60 superior 100 inferior 40").text == "ten"
    with pytest.raises(sixfold.SixfoldError, match="“superior” must be from 0 to 97"):
        parse("ten superior 50 superior 48")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"system": "ten", "modifier": 4, "skew": -1}, "ten +4 inferior 1"),
        ({"system": "ten", "rule": "extended", "threshold": 3}, "ten extended threshold 3"),
        ({"system": "hs", "ranks": 2, "cuts": 1}, "hs 2 ranks 1 cut"),
        ({"system": "dice", "expression": "2d6+1"}, "dice 2d6+1"),
        ({"system": "odgs", "vs": 9, "modifiers": [{"value": 2, "label": "Wit"}]}, "odgs vs 9 +2 [Wit]"),
        ({"system": "wild", "rule": "attack", "dice": 3, "vs": 9, "third": "code"}, "wild attack 3D vs 9 third=code"),
    ],
)
def test_checks_from_options(options: dict[str, Any], text: str) -> None:
    """A program may give options instead of words."""
    assert parse(text) == sixfold.check(**options)
