"""`five`: five dice and three rolls, for one line of the score sheet."""

from typing import Literal

from sixfold.rules import Event, Rule, System, Table, Values, groups, longest_run, total

Line = Literal["yahtzee", "full", "four", "small", "large", "chance"]


def five(table: Table, line: Line = "yahtzee") -> Values:
    """One turn for one line.

    F1: Roll five dice. Twice you may reroll any of them.
    F2: Points for the line {line}: yahtzee 50, full house 25, small and large straight 30 and 40; four alike and
    chance give the sum of your dice.
    """
    hand = table.roll(5, "first")
    for label in ("second", "third"):
        hand = table.rethrow(hand, (), label, "Which dice do you reroll?", among=range(1, 7))
    kinds, run, sum_ = table.read(hand, groups(), longest_run(), total())
    points = {
        "yahtzee": 50 * (kinds == (5,)),
        "full": 25 * (kinds == (3, 2)),
        "four": sum_ * (kinds[0] >= 4),
        "small": 30 * (run >= 4),
        "large": 40 * (run == 5),
        "chance": sum_,
    }[line]
    return {"points": points, "success": points > 0}


SYSTEM = System(
    Rule(five, example="five full", events=(Event("success", "Scored", "success", otherwise="Nothing"),)),
)
