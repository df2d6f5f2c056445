"""Attacks that throw damage against their twins: what hits by the clauses, and damage dice face by face."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.brute import odgs, wild
from tests.brute.faces import Truth, agree, agree_within, gather, sums
from tests.brute.odgs import Asked
from tests.brute.wild import rolls

KEPT = ("sum", "total", "success", "pattern", "face", "adrenaline", "hit", "critical_hit", "fumble")


@pytest.mark.parametrize("advantage", [-2, 0, 1])
@pytest.mark.parametrize(("double", "plus", "dice"), [("hit", 3, 2), ("effort", 0, 1), ("hit", 0, 0)])
def test_odgs(advantage: int, double: str, plus: int, dice: int) -> None:
    """O9 to O12: a hit throws its damage, a triple adds half its sum, triple sixes add 18."""
    chances = []
    for outcome, chance in odgs.save(Asked(False, 15, 4, advantage, True, double=double)).items():
        saved = dict(outcome)
        kept = {field: saved[field] for field in KEPT}
        thrown = sums(dice) if saved["hit"] else {0: 1}
        for total, ways in thrown.items():
            damage = total + plus + saved["damage_bonus"] if saved["hit"] else 0
            chances.append(({**kept, "damage": damage}, chance * Fraction(ways, sum(thrown.values()))))
    side = f"{'dis' * (advantage < 0)}advantage {abs(advantage)}"
    agree(f"odgs attack vs 15 +4 damage {dice}d6 plus {plus} {side} double={double}", gather(chances))


DEPTH = 22


def wild_attack(dice: int, defence: int, damage: int, plus: int) -> Truth:
    """W11: every roll of the attacker against every roll of the defender, and every roll of the damage."""
    chances = []
    for (total, _, excess, critical, botch), chance in rolls(dice, "last", "thrown", DEPTH):
        for (against, *_), theirs in rolls(defence, "last", "thrown", DEPTH):
            hit = total >= against
            said = {"hit": hit, "critical_hit": hit and critical, "critical_botch": botch, "excess": excess}
            chances.append((said, chance * theirs))
    gathered = []
    harms: dict[int, Fraction] = {}
    for (total, *_), chance in rolls(damage, "last", "thrown", DEPTH):
        harms[total + plus] = harms.get(total + plus, Fraction(0)) + chance
    for key, chance in gather(chances).items():
        said = dict(key)
        for harm, part in harms.items() if said["hit"] else [(0, Fraction(1))]:
            gathered.append(({**said, "damage": harm}, chance * part))
    return gather(gathered)


def test_wild() -> None:
    """W11: an attack against the defender's total, ties to the roller, with the damage that a hit throws."""
    agree_within("wild attack 2D vs (wild 1D) damage 1D plus 2", wild_attack(2, 1, 1, 2))


def test_wild_against_a_number() -> None:
    """W11: the same against a number."""
    chances = []
    for key, chance in wild.roll("attack", 2, 1, 8, depth=20).items():
        said = dict(key)
        kept = {field: said[field] for field in ("excess", "critical_botch", "hit", "critical_hit")}
        thrown = rolls(1, "last", "thrown", 20) if said["hit"] else (((0,), Fraction(1)),)
        chances += [({**kept, "damage": at[0]}, chance * part) for at, part in thrown]
    agree_within("wild attack 2D+1 vs 8 damage 1D", gather(chances))
