"""`street`: a pool of six-sided dice counts hits, and too many ones are a glitch."""

from typing import Annotated

from sixfold.rules import Die, Event, Rule, System, Table, Values, count


def street(
    table: Table,
    dice: Annotated[int, range(1, 31), "your dice"],
    vs: Annotated[int, range(1, 11), "the hits that you need"] = 2,
    edge: Annotated[bool, "each six adds another roll"] = False,
) -> Values:
    """A test with a pool.

    S1: Roll {dice}d6. Each 5 or 6 is a hit, and you need {vs}.
    S2: If half of the dice or more show 1, it is a glitch; without a hit it is a critical one.
    """
    die = Die.of("one", (), (), (), "hit", ("hit", "six"), explode="six" if edge else ())
    hits, ones = table.read(table.roll(dice, "pool", die), count("hit"), count("one"))
    glitch = 2 * ones >= dice
    return {"hits": hits, "success": hits >= vs, "glitch": glitch, "critical": glitch and hits == 0}


SYSTEM = System(Rule(street, example="street dice 9 vs 3", events=(Event("critical", "Critical glitch"),)))
