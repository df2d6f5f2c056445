"""Odds held against throws, with a bound that holds for any number of them.

How often something came in n throws, if its chance is p, strays to a share x or farther with a probability of at most
2·exp(−n·D(x, p)), where D is the relative entropy of the two (Chernoff). Nothing is assumed about n or p, and a game
whose odds are right fails by chance less than once in a billion examinations, however many figures are compared.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import exp, inf, log
from typing import NamedTuple

FALSE_ALARM = 1e-9
"""The probability that right odds are found wrong, over everything that is compared in one examination."""


class Strayed(NamedTuple):
    """Something that came too often or too rarely: its odds (0 to 1), how often it came, and how likely that was."""

    name: str
    chance: Fraction
    came: int
    likely: float


def divergence(share: float, chance: float) -> float:
    """The relative entropy of two chances (0 to 1), in nats.

    >>> divergence(0.5, 0.5), divergence(0.5, 0.0)
    (0.0, inf)
    """
    if (share > 0 and chance <= 0) or (share < 1 and chance >= 1):
        return inf
    yes = share * log(share / chance) if share else 0.0
    no = (1 - share) * log((1 - share) / (1 - chance)) if share < 1 else 0.0
    return max(0.0, yes + no)


def likely(came: int, throws: int, low: Fraction, high: Fraction) -> float:
    """A bound of the probability that something strays so far, whose chance is between two bounds.

    >>> likely(500, 1000, Fraction(1, 2), Fraction(1, 2)), likely(1, 1000, Fraction(0), Fraction(0))
    (1.0, 0.0)
    """
    share = Fraction(came, throws)
    if low <= share <= high:
        return 1.0
    nearest = low if share < low else high
    return min(1.0, 2 * exp(-throws * divergence(float(share), float(nearest))))


def strayed(counts: Iterable[tuple[str, Fraction, Fraction, int]], throws: int) -> Strayed | None:
    """The count that strays farthest, if one does; each has a name, bounds of its chance, and how often it came."""
    compared = list(counts) if throws else []
    strays = [Strayed(name, low, came, likely(came, throws, low, high)) for name, low, high, came in compared]
    worst = min(strays, key=lambda each: each.likely, default=None)
    return worst if worst is not None and worst.likely * len(strays) < FALSE_ALARM else None
