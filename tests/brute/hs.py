"""`hs` again, clause by clause, over dice that lie face up."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tests.brute.faces import Truth, every_hand, gather

Said = Mapping[str, int | str | bool]


def has_pair(faces: list[int]) -> bool:
    """H2: two or more dice show the same number."""
    return len(set(faces)) < len(faces)


def read_highest(faces: tuple[int, ...], cuts: int) -> Said:
    """H1, H2 and H4: cut the highest dice, then read the highest that is left."""
    left = sorted(faces)[: len(faces) - cuts]
    highest = left[-1]
    result = {6: "triumph", 5: "struggle", 4: "struggle"}.get(highest, "fumble")
    return {"highest": highest, "result": result, "twist": has_pair(left)}


def read_lowest(faces: tuple[int, ...]) -> Said:
    """H5: no dice at all: two dice, the lowest, never a Triumph."""
    lowest = min(faces)
    return {"highest": lowest, "result": "struggle" if lowest >= 4 else "fumble", "twist": has_pair(list(faces))}


def check(dice: int, cuts: int = 0, basic: bool = False, overcut: str = "lowest") -> Truth:
    """H5, H6 and H9: which of the two readings it is."""
    if basic:
        cuts = 0
    if cuts >= dice and cuts and overcut == "fumble":
        return gather([({"highest": 0, "result": "fumble", "twist": False}, Fraction(1))])
    if cuts >= dice:
        said = [(read_lowest(faces), Fraction(ways, 36)) for faces, ways in every_hand(2)]
    else:
        said = [(read_highest(faces, cuts), Fraction(ways, 6**dice)) for faces, ways in every_hand(dice)]
    if basic:
        said = [({**outcome, "twist": False}, chance) for outcome, chance in said]
    return gather(said)
