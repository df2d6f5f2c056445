"""`odgs` again, clause by clause, over dice that lie face up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from tests.brute.faces import Truth, every_hand, gather

Three = tuple[int, ...]


class Asked(NamedTuple):
    """A save, or a voluntary save, with its house rules."""

    voluntary: bool
    score: int
    modifier: int = 0
    advantage: int = 0
    combat: bool = False
    literal: bool = False
    keep: str = "success"
    void: str = "all"
    worst: str = "sum"
    double: str = "hit"

    @property
    def lean(self) -> int:
        """O5: advantage and disadvantage have cancelled; then three is the most."""
        return max(-3, min(3, self.advantage))

    @property
    def is_void(self) -> bool:
        """O13: disadvantage 2 or 3."""
        return self.lean in (-2, -3)


def pattern(three: Three) -> tuple[str, int, int]:
    """O8: what the three dice that count show: its name, its face, and the third die."""
    (face, times), *rest = Counter(three).most_common()
    if times == 3:
        return "triple", face, face
    if times == 2:
        return "double", face, rest[0][0]
    return "none", 0, 0


def by_sum(asked: Asked, three: Three) -> bool:
    """O1 and O2."""
    return sum(three) <= asked.score if asked.voluntary else sum(three) + asked.modifier >= asked.score


def succeeds(asked: Asked, three: Three) -> bool:
    """O10 to O13: by the sum, but for triples."""
    name, face, _ = pattern(three)
    if name == "triple" and face == 1:
        return False
    if name == "triple" and 2 <= face <= 5 and (not asked.is_void or asked.void == "effort"):
        return True
    return by_sum(asked, three)


def worth(three: Three, low: bool) -> int:
    """O6: the better sum, high or low, as a number that is larger for better."""
    return -sum(three) if low else sum(three)


def chosen(asked: Asked, faces: Three) -> list[Three]:
    """O5 to O7 and O14: the dice that count. More than one choice where they are equally good."""
    choices = sorted({tuple(sorted(three)) for three in combinations(faces, 3)})
    low = asked.voluntary and not asked.literal
    order = {"none": 0, "double": 1, "triple": 2}
    rank: Callable[[Three], Any]
    if asked.lean < 0 and asked.worst == "avoid":

        def rank(three: Three) -> Any:
            return (three == (1, 1, 1), -order[pattern(three)[0]], -worth(three, low))

    elif asked.lean < 0:

        def rank(three: Three) -> Any:
            return -worth(three, low)

    elif asked.literal:

        def rank(three: Three) -> Any:
            return sum(three)

    elif asked.keep == "sum":

        def rank(three: Three) -> Any:
            return (not (low and three == (1, 1, 1)), worth(three, low))

    else:

        def rank(three: Three) -> Any:
            return (three != (1, 1, 1), succeeds(asked, three), order[pattern(three)[0]], worth(three, low))

    best = max(map(rank, choices))
    return [three for three in choices if rank(three) == best]


def settled(asked: Asked, three: Three) -> dict[str, Any]:
    """O8 to O13: what three dice mean."""
    name, face, third = pattern(three)
    success = succeeds(asked, three)
    said: dict[str, Any] = {
        "sum": sum(three),
        "total": sum(three) + (0 if asked.voluntary else asked.modifier),
        "success": success,
        "pattern": name,
        "face": face,
        "adrenaline": 0,
        "inspiration": 0,
        "party_points": 0,
        "hit": asked.combat and success,
        "damage_bonus": 0,
        "critical_hit": False,
        "fumble": False,
    }
    if name == "triple" and face == 1:
        said["fumble"] = asked.combat
    elif name == "triple" and face == 6 and asked.combat:
        said.update(hit=True, critical_hit=True, damage_bonus=18)
    elif name == "triple" and face == 6:
        said["party_points"] = 3
    elif asked.is_void:
        pass
    elif name == "triple" and asked.combat:
        said.update(hit=True, adrenaline=face, damage_bonus=(sum(three) + 1) // 2)
    elif name == "triple":
        said["inspiration"] = 2 * face
    elif name == "double" and asked.combat:
        if success or asked.double == "effort":
            said["adrenaline"] = (third + 1) // 2
        else:
            said["hit"] = True
    elif name == "double":
        said["inspiration"] = 1
    return said


def tied(asked: Asked) -> bool:
    """Whether some hand leaves a choice between dice of the same rank that mean different things."""
    hands = every_hand(3 + abs(asked.lean))
    return any(len({repr(settled(asked, t)) for t in chosen(asked, faces)}) > 1 for faces, _ in hands)


def save(asked: Asked) -> Truth:
    """Every outcome with its chance."""
    dice = 3 + abs(asked.lean)
    return gather(
        (settled(asked, chosen(asked, faces)[0]), Fraction(ways, 6**dice)) for faces, ways in every_hand(dice)
    )
