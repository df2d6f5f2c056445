"""The character side: K11 of `skew`, and the effort of O9 to O15."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sixfold
from sixfold.errors import BoundsError, RuleError
from sixfold.systems.odgs.effort import Effort, Ledger
from sixfold.systems.skew.characters import Attribute, Character, Field, Rote, Skill

SURGERY = Skill("Surgery", 2, field="Medicine")


def test_an_advanced_skill_needs_its_field() -> None:
    """K11: an advanced skill without a rank in its field is refused, by name; rank 0 is no rank."""
    with pytest.raises(RuleError, match="Surgery is an advanced skill: it needs at least one rank in Medicine"):
        Character("Mira").learn(SURGERY)
    with pytest.raises(RuleError):
        Character("Mira", fields=(Field("Medicine", 0),), skills=(SURGERY,))
    with pytest.raises(RuleError):
        Character("Mira", fields=(Field("History", 3),), skills=(SURGERY,))


def test_the_field_may_not_be_forgotten_afterwards() -> None:
    """K11: neither can the field be lost while the skill is kept."""
    surgeon = Character("Mira").study(Field("Medicine", 1)).learn(SURGERY)
    with pytest.raises(RuleError):
        surgeon.study(Field("Medicine", 0))


def test_basic_skills_need_no_field() -> None:
    """K11: a basic skill can be learned by anybody."""
    climber = Character("Mira").learn(Skill("Climbing", 1))
    assert climber.skills == (Skill("Climbing", 1),)
    assert not climber.skills[0].advanced


def test_characters_are_values() -> None:
    """K11: learning gives a new character; of two of one name the newer counts."""
    mira: Any = Character("Mira", attributes=(Attribute("Wit", 3),), learning_rate=2)
    learned = mira.study(Field("Medicine", 1)).study(Field("Medicine", 3)).learn(SURGERY).memorise(Rote("Suture"))

    assert mira == Character("Mira", attributes=(Attribute("Wit", 3),), learning_rate=2)
    assert learned.rank("Medicine") == 3
    assert learned.rank("History") == 0
    assert learned.rotes == (Rote("Suture"),)
    with pytest.raises(AttributeError):
        mira.name = "Ada"


def test_what_was_known_stays_known() -> None:
    """K11: learning, studying and memorising leave everything of another name as it was."""
    mira = Character("Mira").study(Field("Medicine", 1)).study(Field("History", 2))
    mira = mira.learn(SURGERY).learn(Skill("Climbing", 1)).memorise(Rote("Suture")).memorise(Rote("Splint"))

    assert {known.name for known in mira.fields} == {"Medicine", "History"}
    assert {skill.name for skill in mira.skills} == {"Surgery", "Climbing"}
    assert {rote.name for rote in mira.rotes} == {"Suture", "Splint"}


def test_a_task_is_one_use_of_a_skill() -> None:
    """K11 and K1: a task's text can be rolled, with the skill's level and the attribute as labelled adjustments."""
    mira = Character("Mira", attributes=(Attribute("Wit", -1),), fields=(Field("Medicine", 1),), skills=(SURGERY,))
    text = mira.task("Surgery", "Wit", vs=14)

    assert sixfold.parse(text).options["modifier"] == 1
    assert sixfold.roll(text, faces=[5, 4, 5]).outcome.success is True
    assert sixfold.roll(text, faces=[5, 4, 4]).outcome.success is False
    for skill, attribute in (("Cooking", None), ("Surgery", "Grace")):
        with pytest.raises(RuleError) as caught:
            mira.task(skill, attribute)
        assert caught.value.code == "rule/unknown"


@pytest.mark.parametrize("name", ["Knots [and ropes]", "a]b", "[", "two\nlines", "\x1b[2J"])
def test_any_name_makes_a_text_that_can_be_read(name: str) -> None:
    """K11: whatever a skill is called, its task can be rolled, or the name is refused."""
    try:
        text = Character("Mira", skills=(Skill(name, 1),)).task(name)
    except sixfold.SixfoldError:
        return
    assert sixfold.parse(text).options["modifier"] == 1


def test_names_and_numbers_are_bounded() -> None:
    """K11: no empty name, no rank or level below zero."""
    wrongs: tuple[Callable[[], Character], ...] = (
        lambda: Character(""),
        lambda: Character("Mira", fields=(Field("Medicine", -1),)),
        lambda: Character("Mira", skills=(Skill("Climbing", -1),)),
        lambda: Character("Mira", rotes=(Rote(""),)),
    )
    for wrong in wrongs:
        with pytest.raises(BoundsError):
            wrong()


def test_temporary_effort_is_spent_as_any() -> None:
    """O15: Adrenaline and Inspiration can be spent as Stamina, Focus or Resolve, what expires soonest first."""
    ledger = (
        Ledger().gain("Mira", Effort.ADRENALINE, 1).gain("Mira", Effort.INSPIRATION, 2).gain("Mira", Effort.FOCUS, 3)
    )

    assert [ledger.spendable("Mira", kind) for kind in (Effort.STAMINA, Effort.FOCUS, Effort.RESOLVE)] == [3, 6, 3]
    spent = ledger.spend("Mira", Effort.FOCUS, 4)
    assert [spent.held("Mira", kind) for kind in Effort] == [0, 2, 0, 0, 0]
    assert ledger.held("Mira", Effort.ADRENALINE) == 1
    assert ledger.spendable("Ada", Effort.FOCUS) == 0


def test_permanent_effort_is_its_own_kind_only() -> None:
    """O15: Stamina is no Focus, and temporary effort is not made of permanent one."""
    ledger = Ledger().gain("Mira", Effort.STAMINA, 5)
    for kind in (Effort.FOCUS, Effort.ADRENALINE):
        with pytest.raises(RuleError) as caught:
            ledger.spend("Mira", kind, 1)
        assert caught.value.code == "rule/not-enough"


def test_what_expires_when() -> None:
    """O15: Adrenaline ends with the combat, Inspiration with the session, Inspiration Points with neither."""
    ledger = Ledger().give_points(["Mira"], 3)
    for kind in Effort:
        ledger = ledger.gain("Mira", kind, 1)

    assert [ledger.end_combat().held("Mira", kind) for kind in Effort] == [1, 1, 1, 0, 1]
    assert [ledger.end_session().held("Mira", kind) for kind in Effort] == [1, 1, 1, 0, 0]
    assert ledger.end_session().points["Mira"] == 3


def after(text: str, *faces: int, ledger: Ledger | None = None) -> Ledger:
    return (ledger or Ledger()).after("Mira", sixfold.roll(text, faces=faces).outcome, ["Mira", "Ada"])


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
    ledger = Ledger()
    for name in ("Mira", "Ada"):
        ledger = ledger.gain(name, Effort.FOCUS, 3).maintain(name, Effort.FOCUS, 2)
    lost = after("odgs vs 9", 1, 1, 1, ledger=ledger)

    assert dict(ledger.maintained) == {("Mira", Effort.FOCUS): 2, ("Ada", Effort.FOCUS): 2}
    assert dict(lost.maintained) == {("Ada", Effort.FOCUS): 2}
    assert lost.held("Mira", Effort.FOCUS) == 1
    assert after("odgs vs 9", 2, 2, 1, ledger=ledger).maintained == ledger.maintained


def test_points_are_bounded_like_effort() -> None:
    """O15: nobody has more than the bound of anything, points included."""
    ledger = Ledger().give_points(["Mira"], 10_000)
    with pytest.raises(BoundsError):
        ledger.give_points(["Mira"], 1)
    with pytest.raises(BoundsError):
        Ledger().gain("Mira", Effort.FOCUS, -1)
