"""`bond`: the dice of two attributes are added up, and doubles are special."""

from typing import Annotated

from sixfold.rules import DicePool, Table, Values, highest, lowest

Pool = Annotated[list[int], DicePool(sides=(6, 8, 10, 12), at_least=2, at_most=2), "the dice of your two attributes"]


def bond(table: Table, dice: Pool, vs: Annotated[int, range(2, 25)] = 10, modifier: int = 0) -> Values:
    """A check of two attributes.

    B1: Roll the dice of two attributes; their sum plus modifiers must reach {vs}. The higher one is your high roll.
    B2: A double of 6 or more is a critical success, and a double 1 is a fumble, whatever the sum.
    """
    high, low = table.read(table.roll(dice, "attributes"), highest(1), lowest(1))
    critical, fumble = high == low and low >= 6, high == 1
    success = critical or (high + low + modifier >= vs and not fumble)
    return {"success": success, "high": high, "critical": critical, "fumble": fumble}
