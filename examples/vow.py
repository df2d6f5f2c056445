"""`vow`: one die and an attribute against two challenge dice."""

from typing import Annotated

from sixfold.rules import Event, Rule, System, Table, Values, total

Stat = Annotated[int, range(8), "the attribute and all bonuses"]


def vow(table: Table, stat: Stat = 2) -> Values:
    """A move against the odds.

    V1: Roll d6 and add {stat}, up to 10 in all. It counts against each of two d10, and must be higher.
    V2: Higher than both is a strong hit, higher than one a weak hit, else a miss. Equal d10 are a match.
    """
    score = min(10, table.read(table.roll(1, "action"), total()) + stat)
    one, other = (table.read(table.roll(1, "challenge", 10), total()) for _ in range(2))
    beaten = (score > one) + (score > other)
    return {"hits": beaten, "success": beaten == 2, "weak": beaten == 1, "match": one == other}


SYSTEM = System(Rule(vow, events=(Event("success", "Strong hit", "success"), Event("weak", "Weak hit"))))
