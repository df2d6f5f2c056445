"""`twenty`: a twenty-sided die and a bonus against a number, and the damage of a hit."""

from typing import Annotated, Literal

from sixfold.rules import Event, Rule, System, Table, Values, highest, lowest, total

Lean = Annotated[Literal["none", "advantage", "disadvantage"], "the better or the worse of two rolls"]


def attack(
    table: Table,
    vs: Annotated[int, range(1, 41), "the armour of the target"],
    modifier: int = 0,
    lean: Lean = "none",
    dice: Annotated[int, range(7), "damage dice"] = 1,
    sides: Annotated[Literal[4, 6, 8, 10, 12], "sides of the damage dice"] = 8,
) -> Values:
    """An attack.

    T1: Roll d20 and add your bonus; it must reach {vs}. A natural 20 always hits, and a natural 1 never does.
    T2: With advantage the higher of two dice counts, with disadvantage the lower.
    T3: A hit deals {dice}d{sides}; a natural 20 rolls twice as many dice.
    """
    hand = table.roll(1 if lean == "none" else 2, "attack", 20)
    natural = table.read(hand, lowest(1) if lean == "disadvantage" else highest(1))
    hit = natural == 20 or (natural > 1 and natural + modifier >= vs)
    thrown = (2 * dice if natural == 20 else dice) if hit else 0
    return {
        "success": hit,
        "critical": natural == 20,
        "damage": table.read(table.roll(thrown, "damage", sides), total()),
    }


SYSTEM = System(
    Rule(
        attack,
        example="twenty vs 15 +5 advantage",
        events=(Event("success", "Hit", "success", otherwise="Miss"), Event("critical", "Critical hit", "critical")),
        harm="damage",
    ),
)
