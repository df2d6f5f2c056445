"""What makes a throw better, rule by rule: each kind of outcome against each other kind, as docs/odds.md says it.

The orders are written from the rule book, best first; kinds that stand together are equally good.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import pytest

from sixfold import parse, roll
from sixfold.systems import SYSTEMS
from tests.pages import ROOT


class Kind(NamedTuple):
    """A kind of outcome: its name, dice that give it, and what the outcome shows for it."""

    name: str
    faces: list[int]
    shows: dict[str, Any]


def kind(name: str, faces: str, **shows: Any) -> Kind:
    """A kind of outcome from its dice, written as they fell."""
    return Kind(name, [int(face) for face in faces.replace(" ", "")], shows)


ORDERS: dict[str, list[list[Kind]]] = {
    "ten +1": [
        [kind("critical success and chaos", "666 111", quality="critical", margin=12, chaos=True)],
        [kind("critical success, smaller", "664 1", quality="critical", margin=8)],
        [
            kind("plain success", "456", quality="plain", margin=6, chaos=False),
            kind("the same with chaos", "555", quality="plain", margin=6, chaos=True),
        ],
        [kind("Success of One", "235", margin=1, success=True)],
        [
            kind("Success of Zero", "234", margin=0, success=True),
            kind("the same with chaos", "333", margin=0, chaos=True),
        ],
        [kind("Failure of One", "233", margin=-1, success=False)],
        [kind("failure with chaos", "222", margin=-3, chaos=True)],
        [kind("blunder", "113 1", margin=-5, quality="blunder")],
        [kind("blunder and chaos", "111 666", margin=-24, quality="blunder", chaos=True)],
    ],
    "ten +11": [
        [kind("critical", "664 1", margin=18, quality="critical", success=True)],
        [kind("plain success", "124", margin=8, quality="plain", success=True)],
        [kind("blunder that succeeds", "113 1", margin=5, quality="blunder", success=True)],
        [kind("blunder that fails", "111 666", margin=-14, quality="blunder", success=False)],
    ],
    "ten attack +2 damage 1d6": [
        [kind("much damage", "444 66", hit=True, damage=12, quality="plain")],
        [kind("critical hit that rolled low", "664 1 1115", hit=True, damage=8, quality="critical")],
        [kind("hit for six, margin two", "433 6", hit=True, damage=6, margin=2)],
        [kind("hit for one, margin one", "432 1", hit=True, damage=1, margin=1)],
        [
            kind("hit for one, margin zero", "233 1", hit=True, damage=1, margin=0),
            kind("the same with other dice", "134 1", hit=True, damage=1, margin=0),
        ],
        [
            kind("miss by two", "123", hit=False, margin=-2),
            kind("the same with chaos", "222", hit=False, margin=-2, chaos=True),
        ],
        [kind("blunder", "112 11", hit=False, margin=-6, quality="blunder")],
    ],
    "ten attack damage 0d6": [
        [kind("hit with a die for its margin", "654 1", hit=True, margin=5, damage=1)],
        [kind("hit without a die, margin two", "543", hit=True, margin=2, damage=0)],
        [kind("hit without a die, margin zero", "442", hit=True, margin=0, damage=0)],
        [kind("miss by one", "441", hit=False, margin=-1, damage=0)],
    ],
    "ten extended threshold 2": [
        [kind("perfect success", "444 444", result="perfect success", failures=0)],
        [
            kind("success with a failure", "444 123 444", result="success", failures=1),
            kind("the same the other way round", "123 444 444", result="success", failures=1),
        ],
        [
            kind("failure with a success", "444 123 123", result="failure", successes=1),
            kind("the same the other way round", "123 444 123", result="failure", successes=1),
        ],
        [kind("total failure", "123 123", result="total failure", successes=0)],
    ],
    "ten extended threshold 4 count=degrees": [
        [kind("perfect success at once", "455", result="perfect success", rolls=1)],
        [kind("perfect success in two rolls", "444 444", result="perfect success", rolls=2)],
        [kind("success, one failed degree, two rolls", "234 455", result="success", failures=1, rolls=2)],
        [
            kind("success, one failed degree, three rolls", "432 444 444", result="success", successes=4, rolls=3),
            kind("the same with a degree too many", "444 432 445", result="success", successes=5, rolls=3),
        ],
        [kind("success, three failed degrees", "223 455", result="success", failures=3, rolls=2)],
        [kind("failure three quarters of the way", "445 123", result="failure", successes=3)],
        [
            kind("failure half of the way", "444 123", result="failure", successes=2, rolls=2),
            kind("the same in more rolls", "443 443 123", result="failure", successes=2, rolls=3),
        ],
        [kind("failure with a Success of Zero", "433 123", result="failure", successes=0)],
        [
            kind("total failure", "123", result="total failure", rolls=1),
            kind("total failure in more rolls", "234 123", result="total failure", rolls=2),
        ],
    ],
    "ten chaos": [
        [kind("good chaos", "666", modifier=4)],
        [kind("a little good", "444", modifier=1, total=12), kind("a point more", "445", modifier=1, total=13)],
        [kind("nothing", "334", modifier=0, total=10), kind("nothing, a point more", "335", modifier=0, total=11)],
        [kind("a little bad", "333", modifier=-1)],
        [kind("bad chaos", "111", modifier=-4)],
    ],
    "skew vs 10": [
        [kind("open-ended up", "666 444", success=True, total=20, natural=18)],
        [kind("open-ended up for nothing", "666 111", success=True, total=18, natural=18)],
        [
            kind("success", "443", success=True, total=11),
        ],
        [kind("equal fails", "334", success=False, total=10)],
        [
            kind("open-ended down", "111 444", success=False, total=3, natural=3),
        ],
        [kind("open-ended down, further", "111 112", success=False, total=-3)],
    ],
    "skew +2": [
        [kind("high", "555", total=17)],
        [kind("middling", "344", total=13), kind("the same with other dice", "155", total=13)],
        [kind("low", "112", total=6)],
    ],
    "skew pool 4d6": [
        [kind("high", "6666", total=24)],
        [kind("middling", "3344", total=14), kind("the same with other dice", "1166", total=14)],
        [kind("low", "1111", total=4)],
    ],
    "skew initiative +3": [
        [kind("open-ended up", "666 555", total=26)],
        [kind("acts first", "456", total=18)],
        [kind("acts later", "234", total=12), kind("at the same time", "333", total=12)],
        [kind("open-ended down", "111 333", total=5)],
    ],
    "wild 3D vs 12": [
        [kind("critical success", "66 663", success=True, critical_success=True, total=27)],
        [kind("critical success, less than a plain one", "66 1166 4", critical_success=True, total=16)],
        [kind("critical success and critical botch", "11 6661 3", critical_success=True, critical_botch=True)],
        [kind("success", "66 5", success=True, critical_success=False, total=17)],
        [
            kind("success, a point less", "65 5", success=True, total=16),
            kind("the same with other dice", "66 4", success=True, total=16),
        ],
        [kind("equal succeeds", "44 4", success=True, total=12)],
        [kind("success with a critical botch", "11 1664", success=True, critical_botch=True, total=12)],
        [kind("critical success that fails", "66 116 2", success=False, critical_success=True, total=6)],
        [kind("failure", "34 2", success=False, total=9)],
        [kind("failure with nothing", "34 115", success=False, total=0, excess=0)],
        [kind("failure with a critical botch", "11 661 3", success=False, critical_botch=True, total=11)],
        [kind("nothing with a critical botch", "11 11 2", critical_botch=True, excess=0, total=0)],
        [
            kind("excess and a critical botch", "34 111 5", critical_botch=True, excess=1, total=0),
            kind("more excess is no worse", "34 1111 5", critical_botch=True, excess=2, total=0),
        ],
    ],
    "wild 2D+1": [
        [kind("critical success", "6 66 2", critical_success=True, total=21)],
        [kind("high total", "5 65", critical_success=False, total=17)],
        [kind("low total", "1 164", total=6)],
        [kind("nothing but the code's own", "3 14", total=1, excess=0)],
        [kind("something unpleasant", "3 11 4", total=1, excess=1, critical_botch=False)],
        [kind("critical botch", "1 11 64", total=1, excess=0, critical_botch=True)],
        [kind("critical botch and something unpleasant", "1 11 4", total=1, excess=1, critical_botch=True)],
    ],
    "wild attack 3D vs 12": [
        [kind("critical hit", "66 663", hit=True, critical_hit=True, total=27)],
        [kind("critical hit, less than a plain one", "66 1166 4", critical_hit=True, total=16)],
        [kind("critical hit and critical botch", "11 6661 3", critical_hit=True, critical_botch=True)],
        [kind("plain hit", "55 65", hit=True, critical_hit=False, total=21)],
        [kind("barest hit", "44 4", hit=True, total=12)],
        [kind("hit with a critical botch", "11 1664", hit=True, critical_botch=True)],
        [kind("miss", "34 2", hit=False, total=9)],
        [
            kind("critical success that misses", "66 116 2", critical_success=True, critical_hit=False, total=6),
            kind("miss with the same total", "22 2", critical_success=False, total=6),
        ],
        [kind("miss with nothing", "34 115", hit=False, total=0, excess=0)],
        [kind("miss with a critical botch", "11 661 3", critical_botch=True, total=11)],
        [kind("excess and a critical botch", "34 111 5", critical_botch=True, excess=1)],
    ],
    "wild attack 3D": [
        [kind("critical success", "66 1166 4", critical_success=True, total=16)],
        [kind("more, but plain", "66 5", critical_success=False, total=17)],
        [kind("less", "34 2", total=9)],
        [kind("critical botch", "11 661 3", critical_botch=True, total=11)],
    ],
    "wild initiative 1D+5": [
        [kind("first", "65", total=16, lost_round=False)],
        [kind("later", "4", total=9, lost_round=False)],
        [kind("something unpleasant", "14", total=5, excess=1, lost_round=False)],
        [
            kind("lost round", "114", total=5, excess=2, lost_round=True),
            kind("lost all the same", "1114", total=5, excess=3, lost_round=True),
        ],
    ],
    "wild initiative 2D": [
        [kind("first", "35", total=8)],
        [kind("nothing", "314", total=0, excess=0)],
        [kind("nothing, and something unpleasant", "3114", total=0, excess=1)],
        [kind("lost round", "31114", total=0, excess=2, lost_round=True)],
    ],
    "hs 3 ranks 1 cut": [
        [kind("triumph", "663", result="triumph")],
        [
            kind("struggle with a five", "653", result="struggle", highest=5, twist=False),
            kind("struggle with a four", "654", result="struggle", highest=5, twist=False),
            kind("struggle with a twist", "644", result="struggle", highest=4, twist=True),
        ],
        [
            kind("fumble", "321", result="fumble", highest=2, twist=False),
            kind("fumble with a twist", "333", result="fumble", highest=3, twist=True),
            kind("fumble with a one", "311", result="fumble", highest=1, twist=True),
        ],
    ],
    "hs 2d 1 cut": [
        [kind("triumph", "66", result="triumph")],
        [kind("struggle", "64", result="struggle", highest=4), kind("struggle", "65", highest=5)],
        [kind("fumble", "61", result="fumble", highest=1), kind("fumble", "63", highest=3)],
    ],
    "hs 0d": [
        [
            kind("a six is a struggle", "66", result="struggle", highest=6, twist=True),
            kind("struggle", "54", result="struggle", highest=4, twist=False),
        ],
        [kind("fumble", "36", result="fumble"), kind("fumble with a twist", "11", result="fumble", twist=True)],
    ],
    "odgs vs 15 +5": [
        [kind("triple sixes", "666", success=True, party_points=3)],
        [kind("triple fives", "555", success=True, inspiration=10)],
        [kind("triple twos", "222", success=True, inspiration=4, total=11)],
        [kind("success and double", "553", success=True, pattern="double", sum=13)],
        [kind("success and double, lower", "551", success=True, pattern="double", sum=11)],
        [kind("success", "651", success=True, pattern="none", sum=12)],
        [kind("barest success", "631", success=True, sum=10), kind("the same with other dice", "532", sum=10)],
        [kind("failure and double", "332", success=False, pattern="double", sum=8)],
        [kind("failure and double, lower", "112", success=False, pattern="double", sum=4)],
        [kind("failure", "431", success=False, pattern="none", sum=8)],
        [kind("failure, lower", "321", success=False, pattern="none", sum=6)],
        [kind("triple ones", "111", success=False, pattern="triple")],
    ],
    "odgs vs 30": [
        [kind("triple fives", "555", success=True, inspiration=10)],
        [kind("triple twos", "222", success=True, inspiration=4)],
        [kind("triple sixes fail by their sum", "666", success=False, party_points=3)],
        [kind("failure and double", "665", success=False, inspiration=1)],
        [kind("failure", "654", success=False, inspiration=0)],
        [kind("triple ones", "111", success=False)],
    ],
    "odgs vs 15 +5 combat": [
        [kind("critical hit", "666", critical_hit=True, success=True)],
        [kind("triple fives hit", "555", hit=True, damage_bonus=8, adrenaline=5)],
        [kind("triple twos hit", "222", hit=True, damage_bonus=3, adrenaline=2, sum=6)],
        [kind("double with more effort", "226", hit=True, success=True, adrenaline=3, sum=10)],
        [kind("double with less effort", "553", hit=True, success=True, adrenaline=2, sum=13)],
        [kind("double with the same and a lower sum", "443", hit=True, success=True, adrenaline=2, sum=11)],
        [kind("hit", "651", hit=True, success=True, pattern="none", sum=12)],
        [kind("barest hit", "631", hit=True, success=True, sum=10)],
        [kind("double as a hit", "332", hit=True, success=False, adrenaline=0)],
        [kind("double as a hit, lower", "112", hit=True, success=False)],
        [kind("miss", "431", hit=False, sum=8)],
        [kind("miss, lower", "321", hit=False, sum=6)],
        [kind("fumble", "111", fumble=True)],
    ],
    "odgs vs 30 combat": [
        [kind("critical hit that fails by its sum", "666", critical_hit=True, success=False)],
        [kind("triple fives", "555", hit=True, success=True, damage_bonus=8)],
        [kind("triple twos", "222", hit=True, success=True, damage_bonus=3)],
        [kind("double as a hit", "665", hit=True, success=False)],
        [kind("miss", "654", hit=False)],
        [kind("fumble", "111", fumble=True)],
    ],
    "odgs vs 15 +5 combat double=effort": [
        [kind("critical hit", "666", critical_hit=True)],
        [kind("double with effort", "661", hit=True, adrenaline=1)],
        [kind("hit", "631", hit=True, adrenaline=0)],
        [kind("miss with effort", "332", hit=False, adrenaline=1, sum=8)],
        [kind("miss with effort, lower", "331", hit=False, adrenaline=1, sum=7)],
        [kind("miss", "431", hit=False, adrenaline=0, sum=8)],
        [kind("fumble", "111", fumble=True)],
    ],
    "odgs vs 15 +5 combat disadvantage 2": [
        [kind("critical hit", "666 66", critical_hit=True)],
        [kind("triple that brings nothing", "444 66", hit=True, damage_bonus=0, adrenaline=0, sum=12)],
        [
            kind("double that brings nothing", "442 66", hit=True, pattern="double", adrenaline=0, sum=10),
            kind("neither", "541 66", hit=True, pattern="none", sum=10),
        ],
        [
            kind("triple that misses", "333 66", hit=False, pattern="triple", sum=9),
            kind("neither misses", "432 66", hit=False, pattern="none", sum=9),
        ],
        [kind("double misses", "332 66", hit=False, pattern="double", sum=8)],
        [kind("fumble", "111 66", fumble=True)],
    ],
    "odgs voluntary score 9": [
        [kind("triple fives", "555", success=True, inspiration=10, sum=15)],
        [kind("triple twos", "222", success=True, inspiration=4, sum=6)],
        [kind("success and double, low", "112", success=True, pattern="double", sum=4)],
        [kind("success and double", "225", success=True, pattern="double", sum=9)],
        [kind("success, low", "123", success=True, pattern="none", sum=6)],
        [kind("success", "234", success=True, pattern="none", sum=9)],
        [kind("triple sixes fail by their sum", "666", success=False, party_points=3)],
        [kind("failure and double", "442", success=False, inspiration=1, sum=10)],
        [kind("failure and double, high", "665", success=False, inspiration=1, sum=17)],
        [kind("failure", "451", success=False, pattern="none", sum=10)],
        [kind("failure, high", "456", success=False, pattern="none", sum=15)],
        [kind("triple ones", "111", success=False)],
    ],
    "odgs voluntary score 9 combat": [
        [kind("critical hit", "666", critical_hit=True, success=False)],
        [kind("triple fives", "555", damage_bonus=8, adrenaline=5)],
        [kind("triple twos", "222", damage_bonus=3, adrenaline=2)],
        [kind("double with more effort", "225", hit=True, success=True, adrenaline=3, sum=9)],
        [kind("double with less effort", "112", hit=True, success=True, adrenaline=1, sum=4)],
        [kind("hit, low", "123", hit=True, pattern="none", sum=6)],
        [kind("hit", "234", hit=True, pattern="none", sum=9)],
        [kind("double as a hit", "446", hit=True, success=False, sum=14)],
        [kind("double as a hit, high", "665", hit=True, success=False, sum=17)],
        [kind("miss", "456", hit=False)],
        [kind("fumble", "111", fumble=True)],
    ],
    "odgs voluntary score 9 disadvantage 3": [
        [kind("success", "333211", success=True, pattern="triple", inspiration=0, sum=9)],
        [kind("triple sixes", "666111", success=False, party_points=3)],
        [kind("failure", "541111", success=False, inspiration=0, sum=10)],
        [kind("failure and void double", "661111", success=False, inspiration=0, sum=13)],
        [kind("triple ones", "111111", success=False, sum=3)],
    ],
    "odgs obstacle vs 15 +2 score 14": [
        [kind("triple twos", "222", success=True, pattern="triple")],
        [kind("success and double", "551", success=True, pattern="double")],
        [kind("success", "631", success=True, pattern="none"), kind("low", "321", success=True, pattern="none")],
        [kind("triple sixes", "666", success=False, party_points=3)],
        [kind("failure and double", "665", success=False, pattern="double")],
        [kind("failure", "654", success=False, pattern="none")],
        [kind("triple ones", "111", success=False)],
    ],
    "odgs opposed +5 vs 14 target +1": [
        [kind("triple sixes", "666", success=True, party_points=3)],
        [kind("success and double", "551", success=True, pattern="double")],
        [kind("success", "631", success=True, pattern="none")],
        [kind("failure and double", "332", success=False, pattern="double")],
        [kind("failure", "431", success=False, pattern="none")],
        [kind("triple ones", "111", success=False)],
    ],
    "odgs opposed +5 vs 14 target +30 combat": [
        [kind("critical hit", "666", critical_hit=True, success=False)],
        [kind("triple twos", "222", hit=True, success=True)],
        [kind("double as a hit", "665", hit=True, success=False)],
        [kind("miss", "654", hit=False)],
        [kind("fumble", "111", fumble=True)],
    ],
    "odgs attack vs 15 +5 damage 2d6": [
        [kind("critical hit", "666 11", critical_hit=True, damage=20)],
        [kind("triple that adds much", "555 66", hit=True, damage=20)],
        [kind("triple that adds little", "222 44", hit=True, damage=11)],
        [kind("hit with a strong blow", "631 56", hit=True, pattern="none", damage=11)],
        [kind("double as a hit", "221 56", hit=True, success=False, damage=11)],
        [kind("miss", "431", hit=False, damage=0)],
        [kind("fumble", "111", fumble=True)],
    ],
    "skew evening 2 tasks vs 10 good 1": [
        [kind("two", "6541 654", successes=2, luck_left=0)],
        [kind("one", "6541 123", successes=1, luck_left=0)],
        [kind("none", "2212 123", successes=0, luck_left=0)],
    ],
    "odgs effort 2 saves vs 10 +5": [
        [kind("much", "555 551", effort=11, party_points=0)],
        [kind("one, and points for everyone", "666 551", effort=1, party_points=3)],
        [kind("one", "654 551", effort=1, party_points=0)],
        [kind("none", "654 654", effort=0)],
    ],
    "long 2 times (ten +1)": [
        [kind("two", "345 345", successes=2)],
        [kind("one", "345 314", successes=1), kind("the other", "314 345", successes=1)],
        [kind("none", "314 314", success=False)],
    ],
    "long opposed (ten +2) (ten)": [
        [kind("far ahead", "456 432", result="first", lead=8)],
        [kind("ahead", "444 445", result="first", lead=1), kind("the same lower", "432 433", lead=1)],
        [kind("a tie", "432 443", result="tie", lead=0)],
        [kind("behind", "432 455", result="second", lead=-3)],
    ],
    "long duel (ten +2) (ten) health 1 damage 1": [
        [kind("at once", "456", result="first", rounds=1), kind("later", "222 222 456", result="first", rounds=2)],
        [kind("fallen", "222 456", result="second", rounds=1)],
    ],
    "long duel (ten +2) (ten) health 2 damage 1 begins both rounds 1": [
        [kind("a blow", "456 222", result="undecided", first_left=2)],
        [kind("none", "222 222", result="undecided"), kind("one each", "456 456", result="undecided")],
        [kind("a blow taken", "222 456", result="undecided", first_left=1)],
    ],
    "dice 2d6": [
        [kind("high", "66", total=12)],
        [kind("middling", "34", total=7), kind("the same with other dice", "16", total=7)],
        [kind("low", "11", total=2)],
    ],
}
"""Every rule with an order, by a check of it."""

WITHOUT = {"skew percentile"}
"""Rules that call nothing better."""


def ranked(text: str) -> list[tuple[int, Kind, Any]]:
    """Every kind of a check with its place in the expected order, and its worth in the rule's own."""
    better = parse(text).rule.order(roll(text, seed="any").outcome)
    assert better is not None
    return [
        (place, kind, better(dict(roll(text, faces=kind.faces).outcome)))
        for place, equals in enumerate(ORDERS[text])
        for kind in equals
    ]


@pytest.mark.parametrize("text", ORDERS)
def test_every_kind_against_every_other(text: str) -> None:
    """T2, T7, T10, T12, K1, K8, K11, W7, W9, W10, W11, H1, H2, O7, O9 to O13: what the book calls better."""
    for (place, one, worth), (other_place, other, other_worth) in product(ranked(text), repeat=2):
        expected = (place < other_place) - (place > other_place)
        assert (worth > other_worth) - (worth < other_worth) == expected, f"{one.name} and {other.name}"


@pytest.mark.parametrize("text", ORDERS)
def test_every_kind_is_what_it_says(text: str) -> None:
    """The dice of each example give the kind of outcome that its name promises."""
    for kind in [kind for equals in ORDERS[text] for kind in equals]:
        outcome = roll(text, faces=kind.faces).outcome
        assert {name: outcome[name] for name in kind.shows} == kind.shows, kind.name


def test_every_rule_has_an_order_or_says_that_it_has_none() -> None:
    """A rule without a table above, or without a line on the page, fails here."""
    rules = {f"{system.name} {rule.name}": rule for system in SYSTEMS.values() for rule in system.rules}
    ordered = {f"{check.system} {check.rule.name}" for check in map(parse, ORDERS)}
    assert ordered == {name for name, rule in rules.items() if rule.better is not None}
    assert {name for name, rule in rules.items() if rule.better is None} == WITHOUT
    page = (ROOT / "docs" / "odds.md").read_text("utf-8").partition("| rule | better is |")[2].partition("### ")[0]
    lines = [line.split("|")[1].strip().strip("`") for line in page.splitlines() if line.startswith("| `")]
    assert lines == list(rules)
