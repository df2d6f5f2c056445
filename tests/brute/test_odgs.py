"""`odgs` against its twin, fraction by fraction."""

from __future__ import annotations

from itertools import product

import pytest

from tests.brute import odgs
from tests.brute.faces import agree
from tests.brute.odgs import Asked

ADVANTAGES = (-3, -2, -1, 0, 1, 2, 3)
COMBAT = (False, True)


def lean(advantage: int) -> str:
    return f"{'advantage' if advantage > 0 else 'disadvantage'} {abs(advantage)}" if advantage else ""


def text(asked: Asked) -> str:
    """The check that asks for this."""
    head = f"odgs voluntary score {asked.score}" if asked.voluntary else f"odgs save vs {asked.score}"
    words = [head, "" if asked.voluntary else f"{asked.modifier:+d}", lean(asked.advantage)]
    words += ["combat" * asked.combat, "literal" * asked.literal]
    words += [f"keep={asked.keep} void={asked.void} worst={asked.worst} double={asked.double}"]
    return " ".join(filter(None, words))


def compare(asked: Asked) -> None:
    agree(text(asked), odgs.save(asked))


@pytest.mark.parametrize("advantage", ADVANTAGES)
@pytest.mark.parametrize("combat", COMBAT)
def test_saves(advantage: int, combat: bool) -> None:
    """O1, O3, O5 and O8 to O13: saves under the defaults."""
    for score, modifier in ((15, 5), (12, 0), (15, -1), (25, 3), (18, 0), (3, 0), (30, 0)):
        compare(Asked(False, score, modifier, advantage, combat))


@pytest.mark.parametrize("advantage", ADVANTAGES)
@pytest.mark.parametrize("combat", COMBAT)
def test_voluntary_saves(advantage: int, combat: bool) -> None:
    """O2 and O6: at or below the own score, low is good."""
    for score in (3, 5, 9, 12, 14, 18):
        compare(Asked(True, score, 0, advantage, combat))


@pytest.mark.parametrize("voluntary", [False, True])
@pytest.mark.parametrize("combat", COMBAT)
@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("keep", ["success", "sum"])
def test_house_rules_of_advantage(voluntary: bool, combat: bool, literal: bool, keep: str) -> None:
    """O6 and O7: literal, keep=sum, and double=effort of O9, with advantage and without."""
    for advantage, double in product((-1, 0, 1, 3), ("hit", "effort")):
        compare(Asked(voluntary, 12, 1 - voluntary, advantage, combat, literal, keep, double=double))


@pytest.mark.parametrize("voluntary", [False, True])
@pytest.mark.parametrize("combat", COMBAT)
@pytest.mark.parametrize("void", ["all", "effort"])
@pytest.mark.parametrize("worst", ["sum", "avoid"])
def test_house_rules_of_disadvantage(voluntary: bool, combat: bool, void: str, worst: str) -> None:
    """O13 and O14: void=effort and worst=avoid, with and without literal."""
    for advantage, literal in product((-3, -2, -1, 0), (False, True)):
        compare(Asked(voluntary, 11, 0, advantage, combat, literal, "success", void, worst))


def test_advantages_cancel_before_the_cap() -> None:
    """O5: five advantages and four disadvantages leave one, and six count as three."""
    agree("odgs vs 14 +2 advantage 5 disadvantage 4", odgs.save(Asked(False, 14, 2, 1)))
    agree("odgs vs 14 +2 advantage 6", odgs.save(Asked(False, 14, 2, 6)))
    agree("odgs vs 14 +2 disadvantage 6", odgs.save(Asked(False, 14, 2, -6)))


def test_opposed() -> None:
    """O4: the score to meet is the target's own and a modifier."""
    agree("odgs opposed vs 12 target +2 +4 combat", odgs.save(Asked(False, 14, 4, 0, True)))
    agree("odgs opposed vs 12 target -3 adv 1", odgs.save(Asked(False, 9, 0, 1)))


@pytest.mark.parametrize("advantage", ADVANTAGES)
@pytest.mark.parametrize("worst", ["sum", "avoid"])
def test_no_choice_is_left_open(advantage: int, worst: str) -> None:
    """O7: no hand has two best choices that mean different things, or the twin would say so; policies decide all."""
    for voluntary, score, combat in product((False, True), range(4, 18, 3), COMBAT):
        odgs.save(Asked(voluntary, score, 0, advantage, combat, worst=worst))
