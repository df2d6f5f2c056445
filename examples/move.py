"""`move`: two dice and an attribute, with three results."""

from typing import Annotated, Literal

from sixfold.rules import Event, Rule, System, Table, Values, highest, lowest

Lean = Annotated[Literal["none", "advantage", "disadvantage"], "a third die"]


def move(table: Table, modifier: int = 0, lean: Lean = "none") -> Values:
    """A move.

    M1: Roll 2d6 and add your attribute. With advantage roll 3d6 and keep the higher two, with disadvantage the lower.
    M2: From 10 on it is a full success, from 7 on one at a cost, below that the GM makes a move.
    """
    hand = table.roll(2 if lean == "none" else 3, "move")
    total = table.read(hand, lowest(2) if lean == "disadvantage" else highest(2)) + modifier
    return {"total": total, "result": "full" if total >= 10 else "partial" if total >= 7 else "miss"}


SYSTEM = System(
    Rule(
        move,
        events=(
            Event("result=full", "Full success", "success"),
            Event("result=partial", "Success at a cost"),
            Event("result=miss", "Miss"),
        ),
    ),
)
