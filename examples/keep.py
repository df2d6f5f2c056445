"""`keep`: roll ten-sided dice that explode, and keep some of them."""

from typing import Annotated

from sixfold.rules import Die, Table, Values, highest

TEN = Die(10, explode={10})


def keep(
    table: Table,
    dice: Annotated[int, range(1, 11), "the dice that you roll"],
    kept: Annotated[int, range(1, 11), "the dice that you keep"],
    vs: Annotated[int, range(1, 61), "the target number"] = 15,
) -> Values:
    """Roll and keep.

    R1: Roll {dice}d10; each 10 adds another roll. Keep the highest {kept}.
    R2: Their sum must reach {vs}.
    """
    total = table.read(table.roll(dice, "dice", TEN), highest(kept))
    return {"total": total, "success": total >= vs}
