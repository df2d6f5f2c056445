"""`night`: ten-sided dice count successes, and high faces add another roll."""

from typing import Annotated, Literal

from sixfold.rules import Die, Event, Rule, System, Table, Values, count


def faces(again: int) -> Die:
    """A ten-sided die that shows a success from 8 on, and from `again` on adds another roll."""
    signs = [("success",) * (face >= 8) + ("again",) * (face >= again) for face in range(1, 11)]
    return Die.of(*signs, explode="again")


def night(
    table: Table,
    dice: Annotated[int, range(26), "your dice; with 0 it is a chance die"],
    again: Annotated[Literal[8, 9, 10], "the face from which on a die adds another roll"] = 10,
) -> Values:
    """An action.

    N1: Roll {dice}d10. Each 8 or more is a success, and each {again} or more adds another roll.
    N2: One success is enough; five are exceptional. Without any dice, roll one that only succeeds with 10.
    """
    if dice == 0:
        successes = table.read(table.roll(1, "chance", Die.of(*[()] * 9, "success")), count("success"))
    else:
        successes = table.read(table.roll(dice, "pool", faces(again)), count("success"))
    return {"successes": successes, "success": successes >= 1, "exceptional": successes >= 5}


SYSTEM = System(
    Rule(night, example="night dice 6 again 9", events=(Event("exceptional", "Exceptional success", "critical"),))
)
