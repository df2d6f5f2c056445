"""`ace`: a trait die and a wild die, both of which explode, and bennies that buy another try."""

from typing import Annotated, Literal

from sixfold.rules import Die, Event, Rule, System, Table, Values, at_least, highest

Target = Annotated[int, range(2, 21), "the target number"]


def trait(
    table: Table,
    die: Annotated[Literal[4, 6, 8, 10, 12], "the die of your trait"],
    vs: Target = 4,
    modifier: int = 0,
    bennies: Annotated[int, range(4), "the bennies that you would spend"] = 0,
) -> Values:
    """A test of a trait.

    A1: Roll your trait's d{die} and a d6. A die with its highest face adds another roll; the better die counts.
    A2: The result must reach {vs}; 4 more is a raise. Two ones are a critical failure, which is final.
    A3: After a failure you may spend a benny and roll again. The better result counts.
    """
    dice = [Die(die, explode=die), Die(6, explode=6)]
    total, ones = table.read(table.roll(dice, "trait"), highest(1), at_least(1, 2))
    for _ in range(bennies):
        if ones or total + modifier >= vs or table.choose("Spend a benny?", ("no", "yes"), 1) == "no":
            break
        again, ones = table.read(table.roll(dice, "benny"), highest(1), at_least(1, 2))
        total = max(total, again)
    success = not ones and total + modifier >= vs
    return {"success": success, "raise": success and total + modifier >= vs + 4, "critical": ones}


SYSTEM = System(Rule(trait, example="ace die 8 vs 4", events=(Event("critical", "Critical failure"),)))
