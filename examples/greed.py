"""`greed`: set dice aside that score, and roll the others again or stop."""

from typing import Annotated

from sixfold.rules import Fold, Table, Values


class Scored(Fold[tuple[int, int]]):
    """The points of a roll, and how many of its dice give them."""

    def start(self, size: int) -> tuple[int, int]:
        return (0, 0)

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
        triple = (1000 if face == 1 else 100 * face) if count >= 3 else 0
        single = {1: 100, 5: 50}.get(face, 0)
        scored = count if single else 3 if triple else 0
        return (state[0] + triple + single * (count - 3 if triple else count), state[1] + scored)

    def end(self, state: tuple[int, int]) -> tuple[int, int]:
        return state


def greed(table: Table, enough: Annotated[int, range(50, 2001), "points at which you stop"] = 300) -> Values:
    """One turn.

    G1: Roll six dice. A 1 gives 100 points, a 5 gives 50, three alike 100 times their face, three 1s give 1000.
    G2: Put those aside. Roll the others, all six if none is left, or stop. A roll without points loses all.
    """

    def throw(table: Table, state: tuple[int, int, bool]) -> tuple[int, int, bool]:
        points, dice, _ = state
        if points and table.choose("Roll again?", ("stop", "roll"), int(points < enough)) == "stop":
            return points, dice, True
        more, used = table.read(table.roll(dice, "dice"), Scored())
        return (points + more, dice - used or 6, False) if more else (0, dice, True)

    points, *_ = table.repeat(throw, (0, 6, False), lambda state: state[2] or state[0] >= 2000)
    return {"points": points}
