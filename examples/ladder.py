"""`ladder`: a number is a step, and a step is a set of exploding dice."""

from typing import Annotated

from sixfold.rules import Die, Rule, System, Table, Values, clamp, total

DICE = {4: [6], 5: [8], 6: [10], 7: [12], 8: [6, 6], 9: [8, 6], 10: [8, 8], 11: [10, 8], 12: [10, 10], 13: [12, 10]}


def ladder(
    table: Table,
    step: Annotated[int, range(4, 14), "the step of your skill"],
    vs: Annotated[int, range(1, 41), "the difficulty"] = 7,
    karma: Annotated[bool, "one more d6"] = False,
) -> Values:
    """A test of a step.

    L1: Roll the dice of step {step}. A die with its highest face adds another roll. Add up all dice.
    L2: The sum must reach {vs}. Each 5 more are one success more.
    """
    dice = DICE[step] + [6] * karma
    sum_ = table.read(table.roll([Die(sides, explode=sides) for sides in dice], "step"), total())
    return {"total": sum_, "success": sum_ >= vs, "successes": clamp((sum_ - vs + 5) // 5, 0, 6)}


SYSTEM = System(Rule(ladder, chart="successes"))
