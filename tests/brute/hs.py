"""`hs` again, clause by clause, over dice that lie face up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tests.brute.faces import Truth, every_hand, gather

Said = Mapping[str, int | str | bool]


def check(dice: int, cuts: int = 0, overcut: str = "lowest") -> Truth:
    """H1 to H6: throw the pool and cut it; with nothing left throw without dice, or by house rule fumble."""
    if cuts and cuts >= dice and overcut == "fumble":
        return gather([({"highest": 0, "result": "fumble", "twist": False}, Fraction(1))])
    said: list[tuple[Said, Fraction]] = []
    for faces, ways in every_hand(dice):
        left = cut(faces, cuts)
        meanings = [(read_highest(left), Fraction(1))] if left else without_dice()
        said += [(meaning, Fraction(ways, 6**dice) * chance) for meaning, chance in meanings]
    return gather(said)


def basic(dice: int) -> Truth:
    """H9: throw the pool, read the highest; nothing is cut, and nothing is a twist."""
    return gather(({**dict(outcome), "twist": False}, chance) for outcome, chance in check(dice).items())


def cut(faces: Iterable[int], cuts: int) -> list[int]:
    """H4: each cut takes the highest die that is still there."""
    left = list(faces)
    for _ in range(cuts):
        if left:
            left.remove(max(left))
    return left


def read_highest(left: list[int]) -> Said:
    """H1 and H2."""
    highest = max(left)
    if highest == 6:
        result = "triumph"
    elif highest in (4, 5):
        result = "struggle"
    else:
        result = "fumble"
    return {"highest": highest, "result": result, "twist": has_pair(left)}


def without_dice() -> list[tuple[Said, Fraction]]:
    """H5: 2d6, of which the lowest is read; it is never a Triumph."""
    said: list[tuple[Said, Fraction]] = []
    for faces, ways in every_hand(2):
        result = "struggle" if min(faces) in (4, 5, 6) else "fumble"
        said.append(({"highest": min(faces), "result": result, "twist": has_pair(faces)}, Fraction(ways, 36)))
    return said


def has_pair(faces: Iterable[int]) -> bool:
    """H2: two or more dice show the same number."""
    shown = list(faces)
    return any(shown.count(face) >= 2 for face in shown)
