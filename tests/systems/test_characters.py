"""The effort of `odgs`: O9 to O15."""

from __future__ import annotations

import pytest

import sixfold
from sixfold.errors import BoundsError, RuleError
from sixfold.systems.odgs.effort import Effort, PartyEffort


def test_temporary_effort_is_spent_as_any() -> None:
    """O15: Adrenaline and Inspiration can be spent as Stamina, Focus or Resolve, what expires soonest first."""
    ledger = (
        PartyEffort()
        .gain("Mira", Effort.ADRENALINE, 1)
        .gain("Mira", Effort.INSPIRATION, 2)
        .gain("Mira", Effort.FOCUS, 3)
    )

    assert [ledger.spendable("Mira", kind) for kind in (Effort.STAMINA, Effort.FOCUS, Effort.RESOLVE)] == [3, 6, 3]
    spent = ledger.spend("Mira", Effort.FOCUS, 4)
    assert [spent.held("Mira", kind) for kind in Effort] == [0, 2, 0, 0, 0]
    assert ledger.held("Mira", Effort.ADRENALINE) == 1
    assert ledger.spendable("Ada", Effort.FOCUS) == 0


def test_permanent_effort_is_its_own_kind_only() -> None:
    """O15: Stamina is no Focus, and temporary effort is not made of permanent one."""
    ledger = PartyEffort().gain("Mira", Effort.STAMINA, 5)
    for kind in (Effort.FOCUS, Effort.ADRENALINE):
        with pytest.raises(RuleError) as caught:
            ledger.spend("Mira", kind, 1)
        assert caught.value.code == "rule/not-enough"


def test_what_expires_when() -> None:
    """O15: Adrenaline ends with the combat, Inspiration with the session, Inspiration Points with neither."""
    ledger = PartyEffort().give_points(["Mira"], 3)
    for kind in Effort:
        ledger = ledger.gain("Mira", kind, 1)

    assert [ledger.end_combat().held("Mira", kind) for kind in Effort] == [1, 1, 1, 0, 1]
    assert [ledger.end_session().held("Mira", kind) for kind in Effort] == [1, 1, 1, 0, 0]
    assert ledger.end_session().points["Mira"] == 3


def after(text: str, *faces: int, ledger: PartyEffort | None = None) -> PartyEffort:
    return (ledger or PartyEffort()).after("Mira", sixfold.roll(text, faces=faces).outcome, ["Mira", "Ada"])


def test_what_saves_bring() -> None:
    """O9 to O11: the ledger takes what an outcome gives."""
    assert after("odgs vs 9 combat", 4, 4, 5).held("Mira", Effort.ADRENALINE) == 3
    assert after("odgs vs 9", 4, 4, 5).held("Mira", Effort.INSPIRATION) == 1
    assert after("odgs vs 9", 3, 3, 3).held("Mira", Effort.INSPIRATION) == 6
    assert after("odgs vs 9 combat", 3, 3, 3).held("Ada", Effort.ADRENALINE) == 0
    party = after("odgs vs 9", 6, 6, 6)
    assert dict(party.points) == {"Mira": 3, "Ada": 3}
    assert party.held("Mira", Effort.INSPIRATION) == 0


def test_points_buy_a_success() -> None:
    """O11: Inspiration Points are given up for an automatic success."""
    party = after("odgs vs 9", 6, 6, 6).buy_success("Mira")
    assert dict(party.points) == {"Mira": 0, "Ada": 3}
    with pytest.raises(RuleError):
        party.buy_success("Mira")


def test_triple_ones_lose_maintained_effort() -> None:
    """O12: maintained effort is lost with triple ones, and only of the one who threw them."""
    ledger = PartyEffort()
    for name in ("Mira", "Ada"):
        ledger = ledger.gain(name, Effort.FOCUS, 3).maintain(name, Effort.FOCUS, 2)
    lost = after("odgs vs 9", 1, 1, 1, ledger=ledger)

    assert dict(ledger.maintained) == {("Mira", Effort.FOCUS): 2, ("Ada", Effort.FOCUS): 2}
    assert dict(lost.maintained) == {("Ada", Effort.FOCUS): 2}
    assert lost.held("Mira", Effort.FOCUS) == 1
    assert after("odgs vs 9", 2, 2, 1, ledger=ledger).maintained == ledger.maintained


def test_points_are_bounded_like_effort() -> None:
    """O15: nobody has more than the bound of anything, points included."""
    ledger = PartyEffort().give_points(["Mira"], 10_000)
    with pytest.raises(BoundsError):
        ledger.give_points(["Mira"], 1)
    with pytest.raises(BoundsError):
        PartyEffort().gain("Mira", Effort.FOCUS, -1)
