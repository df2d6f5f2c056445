"""`signs`: dice with symbols of your own against dice with symbols that cancel them."""

from typing import Annotated

from sixfold.rules import Die, System, Table, Values, count

GOOD = Die.of((), "hit", "hit", ("hit", "hit"), "luck", ("hit", "luck"))
BAD = Die.of((), "miss", "miss", "woe", "woe", ("miss", "woe"))


def signs(
    table: Table,
    skill: Annotated[int, range(1, 11), "your dice"],
    trouble: Annotated[int, range(11), "the dice against you"] = 0,
) -> Values:
    """A task with good and bad dice.

    G1: Roll {skill} good dice and {trouble} bad ones. A miss cancels a hit, and a woe cancels luck.
    G2: One hit left is a success; luck or woe that is left tells how it comes about.
    """
    hand = table.roll([GOOD] * skill + [BAD] * trouble, "signs")
    hits, luck = table.read(hand, count("hit", less="miss"), count("luck", less="woe"))
    return {"hits": hits, "luck": luck, "success": hits >= 1}


SYSTEM = System(signs, name="signs")
