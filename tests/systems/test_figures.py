"""The figures that the rule book gives to check a reading by, and its worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import sixfold


def chance(text: str, event: str) -> Fraction:
    return sixfold.odds(text).events[event]


def outcome(text: str, *faces: int) -> Mapping[str, Any]:
    return sixfold.roll(text, faces=faces).outcome


@pytest.mark.parametrize(
    ("modifier", "figure"),
    [(9, "841/864"), (6, "23/24"), (3, "49/54"), (0, "5/8"), (-3, "7/27"), (-6, "5/108"), (-9, "1/27")],
)
def test_ten_success(modifier: int, figure: str) -> None:
    """T1, T2 and T8: success at each tier."""
    assert Fraction(figure) == chance(f"ten {modifier:+d}", "success")


@pytest.mark.parametrize(("skew", "figure"), [(0, "1/36"), (1, "7/72"), (2, "23/108"), (3, "119/324")])
def test_ten_chaos(skew: int, figure: str) -> None:
    """T6: chaos grows with Superior and with Inferior alike."""
    assert Fraction(figure) == chance(f"ten superior {skew}", "chaos") == chance(f"ten inferior {skew}", "chaos")


@pytest.mark.parametrize(
    ("skew", "critical", "blunder"), [(1, "169/1296", "5/432"), (2, "607/2592", "7/2592"), (3, None, "7/11664")]
)
def test_ten_qualities(skew: int, critical: str | None, blunder: str) -> None:
    """T3 and T4: criticals and blunders of the kept three; Inferior is the mirror."""
    assert Fraction(blunder) == chance(f"ten superior {skew}", "quality=blunder")
    assert Fraction(blunder) == chance(f"ten inferior {skew}", "quality=critical")
    if critical is not None:
        assert Fraction(critical) == chance(f"ten superior {skew}", "quality=critical")
        assert Fraction(critical) == chance(f"ten inferior {skew}", "quality=blunder")


@pytest.mark.parametrize(
    ("lean", "figure"),
    [
        ("3 low", "1117/15552"), ("2 low", "34/243"), ("1 low", "349/1296"), ("", "1/2"), ("1 high", "947/1296"),
        ("2 high", "209/243"), ("3 high", "14435/15552"),
    ],
)  # fmt: skip
def test_skew_above_ten(lean: str, figure: str) -> None:
    """K5: a total above 10, from three low to three high."""
    odds = sixfold.odds(f"skew {lean} vs 10")
    assert odds.events["success"] <= Fraction(figure) <= odds.events["success"] + odds.unresolved


def test_wild_net() -> None:
    """W3: net zero is exactly 1/√2 and net below zero 1/2 − √2/4, within what is unresolved."""
    odds = sixfold.odds("wild 3D")
    zero, below = odds.p(lambda o: o.net == 0), odds.p(lambda o: o.net < 0)
    # Compared by squares, since √2 is no fraction: zero² <= 1/2 <= (zero + unresolved)².
    assert zero**2 <= Fraction(1, 2) <= (zero + odds.unresolved) ** 2
    assert (2 - 4 * (below + odds.unresolved)) ** 2 <= 2 <= (2 - 4 * below) ** 2
    assert float(zero) == pytest.approx(1 / sqrt(2), abs=1e-11)


@pytest.mark.parametrize(("dice", "mean"), [(1, 4.048097), (3, 10.329642), (8, 27.573193)])
def test_wild_means(dice: int, mean: float) -> None:
    """W4 to W6: mean totals."""
    assert round(float(sixfold.odds(f"wild {dice}D").numbers["total"].mean), 6) == mean


@pytest.mark.parametrize(("dice", "figure"), [(3, 0.022123), (8, 0.131988)])
def test_wild_criticals(dice: int, figure: float) -> None:
    """W10: critical successes."""
    assert round(float(chance(f"wild {dice}D", "critical_success")), 6) == figure


def test_hs() -> None:
    """H1, H2 and H5: six dice, and none."""
    six, none = sixfold.odds("hs 6d").events, sixfold.odds("hs 0d").events
    assert six == {
        "result=triumph": Fraction(31031, 46656),
        "result=struggle": Fraction(931, 2916),
        "result=fumble": Fraction(1, 64),
        "twist": Fraction(319, 324),
    }
    assert none == {
        "result=triumph": 0,
        "result=struggle": Fraction(1, 4),
        "result=fumble": Fraction(3, 4),
        "twist": Fraction(1, 6),
    }


@pytest.mark.parametrize(("modifier", "figure"), [("+5", "137/216"), ("+3", "83/216"), ("-1", "7/108")])
def test_odgs_saves(modifier: str, figure: str) -> None:
    """O1 and O10: saves against 15."""
    assert Fraction(figure) == chance(f"odgs save vs 15 {modifier}", "success")


def test_odgs_hits() -> None:
    """O9: in combat a double counts as a hit when the save misses."""
    assert Fraction(173, 216) == chance("odgs save vs 15 +5 combat", "hit")
    assert Fraction(137, 216) == chance("odgs save vs 15 +5 combat double=effort", "hit")


def test_odgs_longer_play_counts_hits() -> None:
    """O9: in combat an attempt counts, and a blow strikes, if it hits; outside combat if the save is met."""
    assert 1 - Fraction(43, 216) ** 2 == chance("long (odgs save vs 15 +5 combat) 2 times", "success")
    assert 1 - Fraction(79, 216) ** 2 == chance("long (odgs save vs 15 +5) 2 times", "success")
    blow = "duel (odgs save vs 15 +5 combat) (odgs save vs 15 combat) health 1 damage 1 rounds 1"
    assert Fraction(173, 216) == chance(blow, "result=first")


@pytest.mark.parametrize(
    ("faces", "announced"), [((4, 4, 4), "Two"), ((3, 3, 3), "One"), ((1, 2, 4), "Three"), ((6, 3, 1), "Zero")]
)
def test_ten_announcements(faces: tuple[int, ...], announced: str) -> None:
    """T2: a total of 12 is a Success of Two, 9 a Failure of One, 7 a Failure of Three, 10 a Success of Zero."""
    side = "Success" if sum(faces) >= 10 else "Failure"
    assert f"{side} of {announced}" == sixfold.roll("ten", faces=faces).announcement.removesuffix(", and chaos strikes")


def test_ten_superior_and_inferior() -> None:
    """T4: Superior 1 on 6, 3, 2, 4 keeps 13; Inferior 1 on the same dice keeps 9."""
    assert outcome("ten superior 1", 6, 3, 2, 4)["natural"] == 13
    assert outcome("ten inferior 1", 6, 3, 2, 4)["natural"] == 9


def test_ten_extended_at_plus_one() -> None:
    """T14: threshold 10 at skill +4 with a −3 penalty is made at +1."""
    assert sixfold.parse("ten extended threshold 10 +4 -3").options["modifier"] == 1


def test_ten_extra_dice() -> None:
    """T3: a critical adds, a blunder subtracts, and success is judged after them."""
    assert outcome("ten", 6, 6, 5, 1, 6)["total"] == 24
    assert outcome("ten", 6, 6, 6, 1, 1, 1)["total"] == 21
    blunder = outcome("ten +9", 1, 2, 1, 6, 5)
    assert (blunder["total"], blunder["success"], blunder["quality"]) == (2, False, "blunder")
    assert outcome("ten", 1, 1, 1, 6, 6, 6)["total"] == -15


@pytest.mark.parametrize(("faces", "modifier"), [((6, 6, 6), 4), ((3, 3, 4), 0), ((3, 3, 3), -1), ((1, 1, 1), -4)])
def test_ten_chaos_strikes(faces: tuple[int, ...], modifier: int) -> None:
    """T7: halved and rounded down, also below zero."""
    assert outcome("ten chaos", *faces)["modifier"] == modifier


def test_ten_attack() -> None:
    """T9 and T10: base dice, size, and a die for each full three of margin."""
    hit = outcome("ten attack +2 damage 2d6 size +1", 5, 5, 4, 1, 2, 3, 4, 5)
    assert (hit["margin"], hit["dice"], hit["damage"]) == (6, 5, 15)
    assert outcome("ten attack damage 1d6 size -4", 6, 3, 2)["damage"] == 0
    assert outcome("ten attack damage 5d6", 1, 2, 3)["damage"] == 0


@pytest.mark.parametrize(
    ("faces", "total"),
    [
        ((6, 6, 6, 5, 5, 5), 23), ((6, 6, 6, 1, 1, 1), 18), ((6, 6, 6, 6, 6, 6, 4, 4, 4), 28),
        ((1, 1, 1, 2, 2, 2), -1), ((1, 1, 1, 6, 6, 6), 3), ((1, 1, 1, 1, 1, 1, 3, 3, 3), -5),
    ],
)  # fmt: skip
def test_skew_open_ended(faces: tuple[int, ...], total: int) -> None:
    """K2 to K4: up from 18, down from 3, all the way in the same direction."""
    assert outcome("skew", *faces)["total"] == total


def test_skew_once() -> None:
    """K4: the house rule reroll=once stops after one."""
    assert outcome("skew reroll=once", 6, 6, 6, 6, 6, 6)["total"] == 26


def test_skew_equal_fails() -> None:
    """K1: more than the difficulty succeeds; equal fails."""
    assert outcome("skew vs 12", 4, 4, 4)["success"] is False
    assert outcome("skew vs 11", 4, 4, 4)["success"] is True


def test_skew_percentile() -> None:
    """K10: tens first, 00 is 100."""
    assert [outcome("skew percentile", *f)["total"] for f in ((0, 0), (0, 1), (4, 2), (9, 9))] == [100, 1, 42, 99]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((3, 4, 1, 2), {"total": 3, "net": -1}),
        ((3, 4, 1, 5), {"total": 3, "net": -1}),
        ((3, 6, 1, 1, 3), {"total": 0, "net": -2, "excess": 0}),
        ((3, 6, 6, 6, 3), {"total": 24, "critical_success": True}),
        ((3, 4, 1, 1, 6, 5), {"net": -1, "total": 3}),
        ((3, 4, 6, 6, 1, 5), {"net": 1, "total": 18}),
        ((3, 4, 6, 1, 4), {"net": 0, "total": 11}),
        ((3, 4, 1, 6, 4), {"net": 0, "total": 11}),
        ((3, 4, 1, 1, 1, 2), {"net": -3, "total": 0, "excess": 1}),
    ],
)
def test_wild_examples(faces: tuple[int, ...], said: dict[str, Any]) -> None:
    """W3 to W7 and W10: the worked examples of the wild die."""
    found = outcome("wild 3D", *faces)
    assert said == {name: found[name] for name in said}


def test_wild_house_rules() -> None:
    """W6, W8 and W10: cancelled=zero, m after a complete botch, third=code."""
    assert outcome("wild 3D cancelled=zero", 3, 4, 6, 1, 4)["total"] == 7
    assert outcome("wild 3D+1", 3, 4, 1, 1, 2)["total"] == 1
    cancelled = (6, 2, 6, 6, 1, 1, 1, 1, 6, 6, 5)
    assert outcome("wild 3D", *cancelled)["critical_success"] is True
    ten_thrown = (6, 2, 2, 2, 2, 2, 2, 2, 6, 6, 5)
    assert outcome("wild 9D", *ten_thrown)["critical_success"] is False
    assert outcome("wild 9D third=code", *ten_thrown)["critical_success"] is True


def test_wild_ties_go_to_the_roller() -> None:
    """W11: equal or more succeeds; a critical hit needs a hit as well."""
    assert outcome("wild 2D vs 7", 3, 4)["success"] is True
    assert outcome("wild 2D vs 8", 3, 4)["success"] is False
    miss = outcome("wild attack 3D vs 99", 3, 6, 6, 6, 3)
    assert (miss["critical_success"], miss["critical_hit"], miss["hit"]) == (True, False, False)


def test_wild_initiative() -> None:
    """W9: one botch too many is survived, two lose the round."""
    assert outcome("wild initiative 2D", 3, 1, 1, 4)["lost_round"] is False
    assert outcome("wild initiative 2D", 3, 1, 1, 1, 4)["lost_round"] is True


@pytest.mark.parametrize(
    ("text", "faces", "said"),
    [
        ("hs 3d", (6, 1, 2), ("triumph", False)),
        ("hs 3d", (5, 1, 1), ("struggle", True)),
        ("hs 3d", (3, 1, 2), ("fumble", False)),
        ("hs 3d 1 cut", (6, 6, 2), ("triumph", False)),
        ("hs 3d 2 cuts", (6, 6, 2), ("fumble", False)),
        ("hs 0d", (6, 6), ("struggle", True)),
        ("hs 2d 2 cuts", (6, 4), ("struggle", False)),
        ("hs 2d 2 cuts overcut=fumble", (), ("fumble", False)),
        ("hs 3d 2 cuts basic", (6, 6, 2), ("triumph", False)),
    ],
)
def test_hs_examples(text: str, faces: tuple[int, ...], said: tuple[str, bool]) -> None:
    """H1, H2, H4, H5, H6 and H9 on dice that lie there."""
    found = outcome(text, *faces)
    assert said == (found["result"], found["twist"])


@pytest.mark.parametrize("text", ["hs 4 ranks", "hs 4 edges", "hs 7d", "hs 3d 4 cuts"])
def test_hs_limits_are_named(text: str) -> None:
    """H3: more ranks, edges, dice or cuts than allowed is refused with the limit named."""
    with pytest.raises(sixfold.SixfoldError, match=r"from 0 to [36]"):
        sixfold.parse(text)


def test_odgs_examples() -> None:
    """O1 and O2: Strength 2 with Heavy Lifting 3 against 15 rolls 3d6+5; a voluntary score of 14."""
    assert outcome("odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]", 5, 4, 1)["total"] == 15
    assert outcome("odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]", 5, 4, 1)["success"] is True
    assert outcome("odgs voluntary score 14", 6, 5, 3)["success"] is True
    assert outcome("odgs voluntary score 14", 6, 5, 4)["success"] is False


def test_odgs_who_is_good_at_it() -> None:
    """O3 and O16: the same dice are a save with modifiers for one, a voluntary save for another."""
    dice = (5, 4, 3)
    assert outcome("odgs save vs 15 +2 [Agility]", *dice)["success"] is False
    assert outcome("odgs save vs 15 +1 [Body]", *dice)["success"] is False
    assert outcome("odgs save vs 15 +3 [Archetype]", *dice)["success"] is True
    assert outcome("odgs voluntary score 12", *dice)["success"] is True


@pytest.mark.parametrize(
    ("text", "faces", "said"),
    [
        ("odgs vs 15 combat", (4, 4, 5), {"adrenaline": 0, "hit": True, "success": False}),
        ("odgs vs 13 combat", (4, 4, 5), {"adrenaline": 3, "hit": True, "success": True}),
        ("odgs vs 15 combat double=effort", (4, 4, 5), {"adrenaline": 3, "hit": False}),
        ("odgs vs 15", (4, 4, 5), {"inspiration": 1, "success": False, "hit": False}),
        ("odgs vs 25 combat", (3, 3, 3), {"success": True, "hit": True, "adrenaline": 3, "damage_bonus": 5}),
        ("odgs vs 25", (3, 3, 3), {"success": True, "inspiration": 6}),
        ("odgs vs 25 combat", (6, 6, 6), {"success": False, "critical_hit": True, "hit": True, "damage_bonus": 18}),
        ("odgs vs 25", (6, 6, 6), {"success": False, "party_points": 3}),
        ("odgs voluntary score 14", (6, 6, 6), {"success": False, "party_points": 3}),
        ("odgs vs 3 combat", (1, 1, 1), {"success": False, "fumble": True, "hit": False}),
        ("odgs vs 3", (1, 1, 1), {"success": False, "fumble": False}),
        ("odgs voluntary score 14", (1, 1, 1), {"success": False}),
        ("odgs vs 25 disadvantage 2", (3, 3, 3, 5, 6), {"success": False, "inspiration": 0, "pattern": "triple"}),
        ("odgs vs 25 disadvantage 2 void=effort", (3, 3, 3, 5, 6), {"success": True, "inspiration": 0}),
        ("odgs vs 10 disadvantage 1", (2, 2, 3, 6), {"sum": 7}),
        ("odgs vs 10 disadvantage 1 worst=avoid", (2, 2, 3, 6), {"sum": 11, "pattern": "none"}),
        ("odgs vs 9 advantage 1", (4, 4, 5, 6), {"pattern": "double", "sum": 14}),
        ("odgs vs 9 advantage 1 keep=sum", (4, 4, 5, 6), {"pattern": "none", "sum": 15}),
        ("odgs voluntary score 9 advantage 1", (1, 1, 1, 2), {"sum": 4, "success": True}),
        ("odgs voluntary score 9 advantage 1 literal", (1, 2, 5, 6), {"sum": 13, "success": False}),
        ("odgs voluntary score 9 disadvantage 1 literal", (1, 2, 5, 6), {"sum": 8, "success": True}),
        ("odgs opposed vs 12 target +2 +1", (6, 5, 2), {"total": 14, "success": True}),
    ],
)
def test_odgs_patterns(text: str, faces: tuple[int, ...], said: dict[str, Any]) -> None:
    """O4 to O14 on dice that lie there."""
    found = outcome(text, *faces)
    assert said == {name: found[name] for name in said}
