"""`odgs` again, clause by clause, over dice that lie face up.

Which dice count is found as at a table: all ways to take three dice lie there, and each sentence of the book throws
some of them out. What they mean is asked clause by clause, each on its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

from tests.brute.faces import Key, Truth, every_hand, key, weighed

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


# -- the dice ------------------------------------------------------------------------------------------------


def extra_dice(asked: Asked) -> int:
    """O5: advantage and disadvantage have cancelled; up to three dice more are thrown, whichever is left."""
    return min(abs(asked.advantage), 3)


def chosen(asked: Asked, faces: Three) -> Three:
    """O5 to O7 and O14: the three dice that count."""
    choices = list({tuple(sorted(three)) for three in combinations(faces, 3)})
    if asked.advantage < 0:
        choices = worst(asked, choices)
    elif asked.advantage > 0 and asked.literal:
        choices = highest(choices)
    elif asked.keep == "sum":
        choices = best_sum(asked, choices)
    else:
        choices = best(asked, choices)
    meanings = {repr(settled(asked, three)) for three in choices}
    assert len(meanings) == 1, f"the book leaves open which of {choices} count"
    return choices[0]


def best(asked: Asked, choices: list[Three]) -> list[Three]:
    """O7, keep=success: each thing that is wanted, in the order in which it is wanted."""
    choices = those(choices, lambda three: not triple_ones(three))
    choices = those(choices, lambda three: succeeds(asked, three))
    choices = those(choices, is_triple) if any(map(is_triple, choices)) else those(choices, is_double)
    return better(asked, choices)


def best_sum(asked: Asked, choices: list[Three]) -> list[Three]:
    """O7, keep=sum: the best sum, but no triple ones on a voluntary save while there is another choice."""
    if asked.voluntary and not asked.literal:
        choices = those(choices, lambda three: not triple_ones(three))
    return better(asked, choices)


def worst(asked: Asked, choices: list[Three]) -> list[Three]:
    """O5 and O6: the worst three; O14, worst=avoid: triple ones, else rather without a pair, else without a triple."""
    if asked.worst == "avoid" and any(map(triple_ones, choices)):
        return [(1, 1, 1)]
    if asked.worst == "avoid":
        choices = those(choices, lambda three: not is_triple(three))
        choices = those(choices, lambda three: not is_double(three))
    return highest(choices) if low_is_good(asked) else lowest(choices)


def those(choices: list[Three], wanted: Callable[[Three], bool]) -> list[Three]:
    """The choices of the kind that is wanted, or all where there are none of it."""
    return list(filter(wanted, choices)) or choices


def low_is_good(asked: Asked) -> bool:
    """O6: for a voluntary save low is good; literal keeps the highest with advantage, the lowest without, for both."""
    return asked.voluntary and not asked.literal


def better(asked: Asked, choices: list[Three]) -> list[Three]:
    """O6: those of the better sum."""
    return lowest(choices) if low_is_good(asked) else highest(choices)


def highest(choices: list[Three]) -> list[Three]:
    most = max(sum(three) for three in choices)
    return [three for three in choices if sum(three) == most]


def lowest(choices: list[Three]) -> list[Three]:
    least = min(sum(three) for three in choices)
    return [three for three in choices if sum(three) == least]


# -- what three dice show (O8) -------------------------------------------------------------------------------


def is_triple(three: Three) -> bool:
    return len(set(three)) == 1


def is_double(three: Three) -> bool:
    return len(set(three)) == 2


def triple_ones(three: Three) -> bool:
    return sorted(three) == [1, 1, 1]


def triple_sixes(three: Three) -> bool:
    return sorted(three) == [6, 6, 6]


def triple_2_to_5(three: Three) -> bool:
    return is_triple(three) and not triple_ones(three) and not triple_sixes(three)


def face(three: Three) -> int:
    """The face that shows twice or thrice; 0 where none does."""
    return next((shown for shown in range(1, 7) if list(three).count(shown) >= 2), 0)


def third_die(three: Three) -> int:
    """The die beside a double."""
    return next(shown for shown in range(1, 7) if list(three).count(shown) == 1)


# -- what they mean ------------------------------------------------------------------------------------------


def half_rounded_up(number: int) -> int:
    return number // 2 + number % 2


def by_sum(asked: Asked, three: Three) -> bool:
    """O1: the total meets or exceeds the save score; O2: the dice are at or below the own score."""
    if asked.voluntary:
        return sum(three) <= asked.score
    return sum(three) + asked.modifier >= asked.score


def doubles_and_triples_are_void(asked: Asked) -> bool:
    """O13: at disadvantage 2 or 3."""
    return asked.advantage <= -2


def succeeds(asked: Asked, three: Three) -> bool:
    """O12: triple ones never; O10 and O13: triples 2 to 5 always, if not void; everything else by its sum."""
    if triple_ones(three):
        return False
    if triple_2_to_5(three) and not doubles_and_triples_are_void(asked):
        return True
    if triple_2_to_5(three) and asked.void == "effort":
        return True
    return by_sum(asked, three)


def works(asked: Asked, three: Three) -> bool:
    """Whether the dice are a double or a triple 2 to 5 that brings what O9 or O10 say."""
    return (is_double(three) or triple_2_to_5(three)) and not doubles_and_triples_are_void(asked)


def taken_as_hit(asked: Asked, three: Three) -> bool:
    """O9: in combat, exactly when the check misses otherwise, and never with double=effort."""
    misses = not succeeds(asked, three)
    return asked.combat and is_double(three) and works(asked, three) and misses and asked.double == "hit"


def adrenaline(asked: Asked, three: Three) -> int:
    """O9 and O10, in combat: half the third die of a double that is not taken as a hit; one die of a triple."""
    if not asked.combat or not works(asked, three) or taken_as_hit(asked, three):
        return 0
    return half_rounded_up(third_die(three)) if is_double(three) else face(three)


def inspiration(asked: Asked, three: Three) -> int:
    """O9 and O10, outside combat: 1 for a double, twice one die for a triple."""
    if asked.combat or not works(asked, three):
        return 0
    return 1 if is_double(three) else 2 * face(three)


def damage_bonus(asked: Asked, three: Three) -> int:
    """O10 and O11, in combat: half the sum for a triple, 18 for triple six."""
    if asked.combat and triple_sixes(three):
        return 18
    return half_rounded_up(sum(three)) if asked.combat and is_triple(three) and works(asked, three) else 0


def settled(asked: Asked, three: Three) -> dict[str, Any]:
    """Everything that three dice mean."""
    critical_hit = asked.combat and triple_sixes(three)
    return {
        "sum": sum(three),
        "total": sum(three) if asked.voluntary else sum(three) + asked.modifier,
        "success": succeeds(asked, three),
        "pattern": "triple" if is_triple(three) else "double" if is_double(three) else "none",
        "face": face(three),
        "adrenaline": adrenaline(asked, three),
        "inspiration": inspiration(asked, three),
        "party_points": 3 if triple_sixes(three) and not asked.combat else 0,
        "hit": critical_hit or taken_as_hit(asked, three) or (asked.combat and succeeds(asked, three)),
        "damage_bonus": damage_bonus(asked, three),
        "critical_hit": critical_hit,
        "fumble": asked.combat and triple_ones(three),
    }


def save(asked: Asked) -> Truth:
    """Every outcome with its chance."""
    dice, came = 3 + extra_dice(asked), Counter[Key]()
    for faces, ways in every_hand(dice):
        came[key(settled(asked, chosen(asked, faces)))] += ways
    return weighed(came, 6**dice)
