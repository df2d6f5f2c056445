"""`push`: a pool of dice counts sixes, and dice without a result may be rolled once more."""

from typing import Annotated

from sixfold.rules import Table, Values, showing

Dice = Annotated[int, range(1, 21), "the number of dice"]


def push(table: Table, dice: Dice) -> Values:
    """A roll that may be pushed.

    P1: Roll {dice}d6; each 6 is a success.
    P2: You may push: reroll any dice that show 2 to 5. Ones after that hurt.
    """
    hand = table.rethrow(table.roll(dice, "pool"), among=range(2, 6), label="push", ask="Which dice do you push?")
    sixes, ones = table.read(hand, showing("=", 6), showing("=", 1))
    return {"sixes": sixes, "ones": ones, "success": sixes >= 1}
