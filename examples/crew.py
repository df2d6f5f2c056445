"""`crew`: a few dice, of which only the highest counts."""

from typing import Annotated

from sixfold.rules import Event, Rule, System, Table, Values, highest, lowest, showing

Dice = Annotated[int, range(8), "your dice; with 0 the lower of two counts"]


def crew(table: Table, dice: Dice) -> Values:
    """An action.

    C1: Roll {dice}d6; the highest one counts. With no dice, roll two and take the lower one.
    C2: A 6 is a full success, 4 or 5 one at a price, less is a failure. Two 6s are a critical success.
    """
    if dice == 0:
        best, sixes = table.read(table.roll(2, "action"), lowest(1)), 0
    else:
        best, sixes = table.read(table.roll(dice, "action"), highest(1), showing("=", 6))
    if sixes >= 2:
        return {"result": "critical"}
    return {"result": "full" if best == 6 else "partial" if best >= 4 else "failure"}


SYSTEM = System(
    Rule(
        crew,
        events=(
            Event("result=critical", "Critical success", "critical"),
            Event("result=full", "Full success", "success"),
            Event("result=partial", "Success at a price"),
            Event("result=failure", "Failure"),
        ),
    ),
)
