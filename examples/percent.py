"""`percent`: roll at most your skill on a hundred; doubles are special."""

from typing import Annotated

from sixfold.rules import D10, Rule, System, Table, Values, total


def percent(
    table: Table,
    skill: Annotated[int, range(1, 100), "your skill in percent"],
    bonus: Annotated[int, range(3), "more dice for the tens, of which the lowest counts"] = 0,
) -> Values:
    """A test of a skill.

    P1: Roll two ten-sided dice, tens and units; 00 is 100. You succeed with {skill} or less.
    P2: Equal digits make a success critical, and a failure a fumble.
    P3: A bonus die is one more die for the tens; the best result counts.
    """
    units = table.read(table.roll(1, "units", D10), total())
    tens = table.pick(table.roll(1 + bonus, "tens", D10), 1, lambda one: -(10 * one[0] + units or 100))[0]
    rolled = 10 * tens + units or 100
    success, double = rolled <= skill, tens == units
    return {"rolled": rolled, "success": success, "critical": success and double, "fumble": double and not success}


SYSTEM = System(
    Rule(percent, better=lambda outcome: (outcome["critical"], outcome["success"], -outcome["fumble"])),
)
