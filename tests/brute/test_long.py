"""Longer play against its twins, fraction by fraction."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import sixfold
from sixfold.base.shapes.fraction import Bounds
from tests.brute import long, odgs, skew, ten, wild
from tests.brute.faces import agree, agree_within
from tests.brute.long import marginal
from tests.brute.odgs import Asked

TEN = {modifier: marginal(ten.attack(modifier, 0, 1), lambda o: o["damage"]) for modifier in (0, 2)}


def success(modifier: int) -> Fraction:
    return marginal(ten.test(modifier), lambda o: o["success"])[True]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_attempts(times: int) -> None:
    """T2: how many of several tests succeed, and which is the first."""
    agree(f"long (ten +2) {times} times", long.attempts(success(2), times))
    agree(f"long (ten +2) {times} times stop", long.until_success(success(2), times))


def test_opposed() -> None:
    """T2, K1 and H1: the better result is ahead; of two games a success over a failure."""
    margins = {modifier: marginal(ten.test(modifier), lambda o: o["margin"]) for modifier in (2, 4)}
    agree("long opposed (ten +4) (ten +2)", long.opposed(margins[4], margins[2], lead=True))
    tasks = marginal(skew.task(0, vs=12, once=True), lambda o: o["success"])
    truth = long.opposed(tasks, marginal(ten.test(2), lambda o: o["success"]), lead=False)
    agree("long opposed (skew vs 12 reroll=once) (ten +2)", truth)


def test_opposed_wild() -> None:
    """W11: the higher total is ahead, and ties go to the roller, who is the first."""
    two, one = (marginal(wild.roll("roll", dice, depth=20), lambda o: o["total"]) for dice in (2, 1))
    agree_within("long opposed (wild 2D) (wild 1D)", long.opposed(two, one, lead=True, ties="first"))


@pytest.mark.parametrize("begins", ["first", "second", "both"])
@pytest.mark.parametrize("health", [(4, 6), (1, 9)])
def test_ten_duel(begins: str, health: tuple[int, int]) -> None:
    """T9 and T10: two attacks with their damage, in turns and at once, for some rounds."""
    text = f"(ten attack +2 damage 1d6) (ten attack damage 1d6) health {health[0]} {health[1]} begins {begins} rounds 3"
    agree(f"long duel {text}", long.duel(TEN[2], TEN[0], health, begins, 3))


def test_endless_duel() -> None:
    """T10: a duel without a last round, within what either leaves out."""
    truth = long.duel(TEN[2], TEN[0], (3, 4), "first", 8)
    cut = sum(chance for key, chance in truth.items() if dict(key)["rounds"] == 8)
    odds = sixfold.odds("duel (ten attack +2 damage 1d6) (ten attack damage 1d6) health 3 4")
    for result in ("first", "second"):
        known = sum(chance for key, chance in truth.items() if dict(key)["result"] == result)
        assert known - cut <= odds.bounds(f"result={result}").high
        assert odds.bounds(f"result={result}").low <= known + cut
    assert 0 < odds.unresolved < Fraction(1, 10**12)


def test_wild_duel() -> None:
    """W11: attacks with a code of damage, ties to the roller."""
    hit = marginal(wild.roll("attack", 2, 0, 7, depth=20), lambda o: o["hit"])[True]
    harms = marginal(wild.roll("roll", 1, 0, depth=20), lambda o: o["total"])
    blow = {harm: hit * chance for harm, chance in harms.items()}
    blow[0] = blow.get(0, Fraction(0)) + 1 - hit
    truth = long.duel(blow, blow, (4, 3), "both", 2)
    odds = sixfold.odds(
        "duel (wild attack 2D vs 7 damage 1D) (wild attack 2D vs 7 damage 1D) health 4 3 begins both rounds 2"
    )
    known: dict[Any, Fraction] = {}
    for key, chance in truth.items():
        known[dict(key)["result"]] = known.get(dict(key)["result"], Fraction(0)) + chance
    for result, chance in known.items():
        assert abs(odds.events[f"result={result}"] - chance) < Fraction(1, 10**9)


@cache
def blow(modifier: int) -> dict[tuple[int, bool], Fraction]:
    """O9 to O12: what one attack with 1d6 does, and whether it is a fumble."""
    found: dict[tuple[int, bool], Fraction] = {}
    for key, chance in odgs.save(Asked(False, 13, modifier, 0, True)).items():
        saved = dict(key)
        for face in range(1, 7):
            at = (face + saved["damage_bonus"] if saved["hit"] else 0, saved["fumble"])
            found[at] = found.get(at, Fraction(0)) + chance / 6
    return found


def test_odgs_duel() -> None:
    """O12: after a fumble the other strikes once out of turn, and attacks on the Vulnerable gain until he acts."""
    found: dict[str, Fraction] = {}

    def go(left: tuple[int, int], turn: int, exposed: bool, blows: int, chance: Fraction) -> None:
        if min(left) <= 0 or blows == 4:
            name = "first" if left[1] <= 0 < left[0] else "second" if left[0] <= 0 < left[1] else "undecided"
            found[name] = found.get(name, Fraction(0)) + chance
            return
        for (harm, fumble), part in blow(3 if exposed else 1).items():
            hit = list(left)
            hit[1 - turn] -= harm
            if not fumble:
                go((hit[0], hit[1]), 1 - turn, False, blows + 1, chance * part)
                continue
            for (back, _), beside in blow(3).items():
                after = list(hit)
                after[turn] -= back
                go((after[0], after[1]), 1 - turn, True, blows + 1, chance * part * beside)

    go((3, 4), 0, False, 0, Fraction(1))
    attack = "(odgs attack vs 13 +1 damage 1d6)"
    odds = sixfold.odds(f"duel {attack} {attack} health 3 4 vulnerable +2 counter rounds 2")
    assert {name: odds.events[f"result={name}"] for name in found} == found


def chance_of_task(spent: int) -> Fraction:
    return marginal(skew.task(1, 0, spent, 13, once=True), lambda o: o["success"])[True]


@pytest.mark.parametrize(("spend", "each"), [("one", 1), ("most", 3)])
def test_evening(spend: str, each: int) -> None:
    """K8 and K9: luck dice are spent before each task by what is said, at most thrice blessed."""
    text = f"skew evening 4 tasks vs 13 +1 good 5 spend {spend} reroll=once"
    agree(text, long.evening(chance_of_task, 4, 5, 3, each))


def test_best_evening() -> None:
    """K8 and K9: the best way to spend luck dice is the best of all ways."""
    for wanted in (1, 2, 3):
        odds = sixfold.odds("skew evening 3 tasks vs 13 +1 good 4 reroll=once", aim=f"successes >= {wanted}")
        assert odds.best.low == odds.best.high == long.best_evening(chance_of_task, 3, 4, 3, wanted)


@pytest.mark.parametrize("combat", [False, True])
def test_effort(combat: bool) -> None:
    """O9 to O11 and O15: the effort of several saves adds up, Adrenaline in a combat and Inspiration in a session."""
    saved = odgs.save(Asked(False, 15, 4, 0, combat))
    each = marginal(saved, lambda o: (o["adrenaline"] + o["inspiration"], o["party_points"]))
    truth = long.added(each, 3)
    if combat:
        truth = {tuple(part for part in key if part[0] != "party_points"): chance for key, chance in truth.items()}
    agree(f"odgs effort 3 saves vs 15 +4{' combat' * combat}", truth)


def test_course() -> None:
    """T11 to T14: how an extended test stands after each roll, rolled out face by face."""
    win = success(1)
    states = {(0, 0): Fraction(1)}
    ended = dict.fromkeys(("perfect success", "success", "failure", "total failure"), Fraction(0))
    course = sixfold.odds("ten extended threshold 3 +1").course
    assert course is not None
    points = {point.at: point for point in course.points}
    for roll in range(1, 6):
        following: dict[tuple[int, int], Fraction] = {}
        for (good, bad), chance in states.items():
            for at, part in (((good + 1, bad), win), ((good, bad + 1), 1 - win)):
                following[at] = following.get(at, Fraction(0)) + chance * part
        states = {at: chance for at, chance in following.items() if max(at) < 3}
        for (good, bad), chance in following.items():
            if max(good, bad) == 3:
                ended[ten.result(good, bad, 3, good > 0)] += chance
        if roll >= 3:
            told = dict(zip(course.endings, points[roll].endings, strict=True))
            assert told == {f"result={name}": Bounds.exactly(chance) for name, chance in ended.items()}
            assert points[roll].going == Bounds.exactly(sum(states.values(), Fraction(0)))
    assert set(points) == {3, 4, 5}


def test_combat_saves_hit() -> None:
    """O9 and O11: in a duel and in attempts a save in combat counts when it hits, not only when it succeeds."""
    hit = marginal(odgs.save(Asked(False, 15, 5, 0, True)), lambda o: o["hit"])[True]
    odds = sixfold.odds("duel (odgs vs 15 +5 combat) (ten) damage 1 health 1 rounds 1")
    assert odds.events["result=first"] == hit
    assert sixfold.odds("attempts (odgs vs 15 +5 combat) 1 time").events["success"] == hit
