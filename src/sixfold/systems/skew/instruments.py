"""The instruments of `skew`, luck dice (K8) and initiative, and what its characters have (K11)."""

from collections.abc import Mapping
from types import MappingProxyType

from sixfold.base.bounds import DICE_IN_A_HAND, SCORE
from sixfold.base.wording import counted
from sixfold.errors import RuleError
from sixfold.rules.instrument import GM, Command, Data, Did, Field, Instrument, People, Person, Thrown, named
from sixfold.rules.panel import Acts, Button, Column, Figure, Form, Ledger, Roll, Row, hint, panel
from sixfold.rules.traits import Trait
from sixfold.rules.turns import Initiative
from sixfold.systems.skew.rules import MOST_SKEW

Held = Mapping[str, int]
"""Luck dice by person: good ones above zero, bad ones below."""

WHO = Field("person", "person", "who gets them")
KIND = Field("kind", "choice", "good or bad", choices=("good", "bad"), default="good")
DICE = Field("dice", "number", "how many", 1, DICE_IN_A_HAND, default=1)


def _dice(number: int) -> str:
    kind = "good" if number > 0 else "bad"
    return counted(abs(number), f"{kind} luck die", f"{kind} luck dice")


class Luck(Instrument[Held]):
    """Luck dice are given, annihilate each other one for one, and are spent by throwing with them (K8, K9)."""

    name = "luck"
    title = "Luck dice"
    commands = (
        Command("give", "give somebody luck dice; good and bad ones cancel each other", (WHO, KIND, DICE), GM,
            did="gave", told="gives {person} {dice} {kind} luck"),
        Command("spend", "spend a luck die without a roll", (DICE,), did="spent",
            told="spends {dice} luck without a roll"),
    )  # fmt: skip

    def start(self) -> Held:
        return MappingProxyType({})

    def follow(self, state: Held, happening: Thrown | Did) -> Held:
        person = happening.person
        if isinstance(happening, Thrown):
            luck = int(happening.options.get("luck", 0))
            return _having(state, person, _spent(state.get(person, 0), luck)) if luck else state
        values = happening.values
        if happening.name == "gave":
            gain = values["dice"] if values["kind"] == "good" else -values["dice"]
            dice = state.get(values["person"], 0) + gain
            return _having(state, values["person"], max(-DICE_IN_A_HAND, min(DICE_IN_A_HAND, dice)))
        dice = state.get(person, 0)
        return _having(state, person, _spent(dice, values["dice"] if dice > 0 else -values["dice"]))

    def refuse(self, state: Held, command: str, values: Data, who: Person, people: People) -> None:
        dice = state.get(who.id, 0)
        if command == "spend" and abs(dice) < values["dice"]:
            has = _dice(dice) if dice else "no luck dice"
            raise RuleError("rule/not-enough", f"{who.name} has {has}, not {values['dice']} to spend.")

    def view(self, state: Held, who: Person | None, people: People) -> Data:
        luck = {person: dice for person, dice in state.items() if dice}
        return {
            "held": {person: {"good": max(0, dice), "bad": max(0, -dice)} for person, dice in luck.items()},
            "has": {person: {_dice(dice).partition(" ")[2]: abs(dice)} for person, dice in luck.items()},
            "blocks": panel(
                _mine(luck.get(who.id, 0)) if who else None,
                Acts(_spending(luck[who.id])) if who and who.id in luck else None,
                Ledger(
                    "Luck dice",
                    (Column("Good"), Column("Bad")),
                    tuple(Row(named(person, people), (max(0, dice), max(0, -dice))) for person, dice in luck.items()),
                )
                if set(luck) - {who.id if who else ""}
                else None,
                hint("The GM gives luck dice. Good and bad ones cancel each other.", unless=luck),
                Acts((Form("Give luck dice", "give"),)),
            ),
        }


def _mine(dice: int) -> Figure | None:
    """The effect of one's own luck on the next task (K8, K9)."""
    if not dice:
        return None
    at_once = min(abs(dice), MOST_SKEW)
    return Figure(_dice(dice).capitalize(), f"Rolled with a task: {at_once} {'high' if dice > 0 else 'low'} skew.")


def _spending(dice: int) -> tuple[Roll | Button, ...]:
    """A task with all the luck that bears on it, with one die of it, or a die that is spent without a throw."""
    kind = "good" if dice > 0 else "bad"
    numbers = dict.fromkeys((min(abs(dice), MOST_SKEW), 1))
    rolls = [Roll(f"Roll with {number}", f"skew task {kind} {number}") for number in numbers]
    return (*rolls, Button("Spend one", "spend", {"dice": 1}, sure="Spend a luck die without a roll?"))


def _spent(luck: int, dice: int) -> int:
    """The luck left after dice of one kind were used: the other kind stays, and it never falls below zero."""
    if luck > 0 and dice > 0:
        return max(0, luck - dice)
    if luck < 0 and dice < 0:
        return min(0, luck - dice)
    return luck


def _having(state: Held, person: str, dice: int) -> Held:
    return MappingProxyType({**state, person: dice})


INSTRUMENTS = (Luck(), Initiative("skew initiative"))

TRAITS = (
    Trait("attributes", "a general ability", "task modifier", many=True),
    Trait("fields", "a field of knowledge, with its rank", many=True, low=1, high=SCORE),
    Trait("skills", "a skill; an advanced one goes with a field in which you have a rank", "task modifier", many=True,
        joins=("fields", "attributes")),
    Trait("rotes", "a memorised procedure", many=True, low=1, high=1),
    Trait("learning_rate", "how fast you learn"),
)  # fmt: skip
"""The character side (K11)."""
