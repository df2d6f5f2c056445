"""`step`: traits are dice of different sizes; two count, and another one says how large the effect is."""

from typing import Annotated

from sixfold.rules import DicePool, Table, Values

Pool = Annotated[list[int], DicePool(sides=(4, 6, 8, 10, 12)), "the dice of your traits"]
Target = Annotated[int, range(1, 25), "the difficulty"]


def act(table: Table, dice: Pool, vs: Target = 10) -> Values:
    """An action with a pool of traits.

    S1: Roll the dice of your traits; two of them must reach {vs}.
    S2: The size of a third die is the effect.
    """
    picked = table.pick(table.roll(dice, "traits"), 3, lambda three: (sum(three[:2]), three[-1].sides), "Which dice?")
    total = sum(picked[:2])
    return {"total": total, "success": total >= vs, "effect": picked[2].sides if len(picked) > 2 else 4}
