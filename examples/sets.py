"""`match`: ten-sided dice; the widest set of equal dice counts, and then the highest."""

from typing import Annotated

from sixfold.rules import System, Table, Values, sets

Dice = Annotated[int, range(1, 11), "the number of dice"]


def match(table: Table, dice: Dice) -> Values:
    """A roll for equal dice.

    M1: Roll {dice}d10. Dice that show the same are a set; without a set you fail.
    M2: The number of dice in your widest set is how fast you are, the face how well you do.
    """
    best = table.read(table.roll(dice, "pool", 10), sets(2, most=1))
    width, height = best[0] if best else (0, 0)
    return {"width": width, "height": height, "success": width > 0}


SYSTEM = System(match, name="match")
