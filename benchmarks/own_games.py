"""Well-known games as their players would write them as rules of their own: `python -m benchmarks.own_games craps`.

Each function solves one game and returns the chance that it asks for. `own_games_with_icepool` has the same games.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import combinations
from typing import Any

from sixfold.api import odds
from sixfold.rules import Fold, System, Table, each_face, highest, lowest, showing, successes, total


def _chance(rule: Any, aim: str | None = None) -> Fraction:
    """The chance of success in a rule, under best play if there is an aim."""
    return odds("game", systems={"game": System(rule, name="game")}, aim=aim).events["success"]


def momentum() -> Fraction:
    """A die and a stat against two ten-sided dice; a player may burn momentum in place of the score."""

    def move(table: Table, stat: int = 2, momentum: int = 7) -> dict[str, Any]:
        score = table.read(table.roll(1, "action"), total()) + stat
        low, high = table.read(table.roll(2, "challenge", 10), lowest(1), highest(1))
        hits = (score > low) + (score > high)
        burnt = (momentum > low) + (momentum > high)
        if burnt > hits and table.choose("Burn momentum?", ("keep", "burn"), 1) == "burn":
            hits = burnt
        return {"success": hits == 2, "hits": hits, "match": low == high}

    return _chance(move, "success")


def blades() -> Fraction:
    """A clock of eight segments filled by action rolls, before four bad results."""

    def action(table: Table, state: tuple[int, int]) -> tuple[int, int]:
        filled, bad = state
        hand = table.roll(3, "action")
        best, sixes = table.read(hand, highest(1), showing("=", 6))
        if sixes >= 2:
            return filled + 3, bad
        if best == 6:
            return filled + 2, bad
        return (filled + 1, bad + 1) if best >= 4 else (filled, bad + 1)

    def score(table: Table) -> dict[str, Any]:
        filled, _ = table.repeat(action, (0, 0), lambda state: state[0] >= 8 or state[1] >= 4)
        return {"success": filled >= 8}

    return _chance(score)


def columns() -> Fraction:
    """Can't Stop: four dice in two pairs, and whether any pair moves one of three columns."""

    def throw(table: Table) -> dict[str, Any]:
        counts = table.read(table.roll(4, "dice"), *each_face())
        moves = False
        for column in (6, 7, 8):
            for one in range(1, 7):
                other = column - one
                if one < other <= 6 and counts[one - 1] >= 1 and counts[other - 1] >= 1:
                    moves = True
                if one == other and counts[one - 1] >= 2:
                    moves = True
        return {"success": moves}

    return _chance(throw)


def craps() -> Fraction:
    """The pass line."""

    def shooter(table: Table) -> dict[str, Any]:
        point = table.read(table.roll(2, "come out"), total())
        if point in (7, 11):
            return {"success": True}
        if point in (2, 3, 12):
            return {"success": False}
        last = table.repeat(
            lambda table, _: table.read(table.roll(2, "dice"), total()), 0, lambda thrown: thrown in (7, point)
        )
        return {"success": last == point}

    return _chance(shooter)


def exalted() -> Fraction:
    """Ten-sided dice, 7 and more are successes and 10 are two; those above a defence become damage dice."""

    def attack(table: Table, dice: int = 12, defence: int = 5, damage: int = 8, hardness: int = 4) -> dict[str, Any]:
        hits = table.read(table.roll(dice, "attack", 10), successes(7, twice=10)) - defence
        if hits < 0:
            return {"success": False, "harm": 0}
        harm = table.read(table.roll(damage + hits, "damage", 10), successes(7))
        return {"success": harm >= hardness, "harm": harm}

    return _chance(attack)


class Higher(Fold[int]):
    """1 where the first hand has the highest die that the other one lacks, -1 where the other has it."""

    answers = int

    def start(self, size: Any) -> int:
        return 0

    def step(self, state: int, face: Any, count: Any) -> int:
        mine, theirs = count
        return state or (mine > theirs) - (mine < theirs)

    def end(self, state: int) -> int:
        return state

    def rest(self, state: int, left: Any) -> bool | None:
        return False if state else None


def sorcerer(mine: int = 8, theirs: int = 8) -> Fraction:
    """The higher die wins; of equal ones on both sides the next is looked at."""

    def conflict(table: Table) -> dict[str, Any]:
        hands = table.roll(mine, "mine", 10), table.roll(theirs, "theirs", 10)
        return {"success": table.read(hands, Higher()) > 0}

    return _chance(conflict)


def raises(dice: int = 3) -> Fraction:
    """Dogs in the Vineyard: two dice raise, the other side needs dice that reach them, and who cannot gives."""

    def turn(table: Table, state: Any) -> Any:
        hand, other, raised, mine, _ = state
        faces = sorted(map(int, hand), reverse=True)
        ways = [way for count in range(1, dice + 1) for way in sorted(set(combinations(faces, count)))]
        ways = [way for way in ways if (sum(way) >= raised if raised else len(way) == 2)]
        names = ["give", *[" ".join(map(str, way)) for way in ways]]
        at = int(table.choose("Which dice?", names, min(1, len(ways)), against=not mine))
        if not at:
            return hand, other, 0, mine, -1 if mine else 1
        for face in ways[at - 1]:
            faces.remove(face)
        return (tuple(faces), other, 0, mine, 0) if raised else (other, tuple(faces), sum(ways[at - 1]), not mine, 0)

    def conflict(table: Table) -> dict[str, Any]:
        mine, theirs = (table.pick(table.roll(dice, side), dice, sum) for side in ("mine", "theirs"))
        *_, won = table.repeat(turn, (mine, theirs, 0, True, 0), lambda state: state[4] != 0)
        return {"success": won > 0}

    return _chance(conflict, "success")


def zombies(most: int = 5) -> Fraction:
    """Three dice out of a cup of thirteen, feet thrown again, for so many throws or until three shots."""
    from benchmarks.games import zombies as solved  # here, since only this game is written there

    solution = solved(most)
    shot = solution.fields.index("shot")
    return Fraction(sum(ways for row, ways in solution.rows.items() if row[shot]), solution.scale)


if __name__ == "__main__":
    print(globals()[sys.argv[1]]())
