"""The ledger of effort in `odgs`, with everybody's effort and when it expires (clauses O9 to O12, O15).

A ledger is a value: every change gives a new ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sixfold.bounds import EFFORT


class Effort(Enum):
    """The kinds of effort. The last two are temporary and can be spent as any of the first three."""

    STAMINA = "Stamina"
    FOCUS = "Focus"
    RESOLVE = "Resolve"
    ADRENALINE = "Adrenaline"
    INSPIRATION = "Inspiration"

    @property
    def temporary(self) -> bool:
        """Whether it ends by itself: Adrenaline with the combat, Inspiration with the session."""
        return self in (Effort.ADRENALINE, Effort.INSPIRATION)

    @property
    def sources(self) -> tuple[Effort, ...]:
        """The kinds that can be spent as this one; what expires soonest goes first."""
        return (self,) if self.temporary else (Effort.ADRENALINE, Effort.INSPIRATION, self)


POINTS_FOR_A_SUCCESS = 3
"""Inspiration Points given up for an automatic success: what one triple six gave (O11)."""

Holdings = Mapping[tuple[str, Effort], int]
NOTHING: Final[Mapping[Any, int]] = MappingProxyType({})


class Ledger(NamedTuple):
    """Effort held, effort maintained, and Inspiration Points, by character.

    Nobody gets more than 10,000 of anything, or spends more than there is.

    >>> ledger = Ledger().gain("Ada", Effort.ADRENALINE, 2).gain("Ada", Effort.STAMINA, 1)
    >>> ledger = ledger.spend("Ada", Effort.STAMINA, 2)
    >>> ledger.held("Ada", Effort.ADRENALINE), ledger.held("Ada", Effort.STAMINA)
    (0, 1)
    """

    holdings: Holdings = NOTHING
    maintained: Holdings = NOTHING
    points: Mapping[str, int] = NOTHING

    def held(self, character: str, kind: Effort) -> int:
        """The effort of one kind that a character has."""
        return self.holdings.get((character, kind), 0)

    def spendable(self, character: str, kind: Effort) -> int:
        """The effort that a character can spend as Stamina, Focus or Resolve, temporary effort included."""
        return sum(self.held(character, each) for each in kind.sources)

    def gain(self, character: str, kind: Effort, amount: int) -> Ledger:
        """The ledger after a gain."""
        return self._replace(holdings=_more(self.holdings, (character, kind), amount))

    def spend(self, character: str, kind: Effort, amount: int) -> Ledger:
        """The ledger after effort was spent as `kind`: what expires soonest goes first."""
        holdings = dict(self.holdings)
        for source in kind.sources:
            held = self.held(character, source)
            holdings[character, source] = held - min(amount, held)
            amount -= min(amount, held)
        return self._replace(holdings=holdings)

    def maintain(self, character: str, kind: Effort, amount: int) -> Ledger:
        """The ledger after effort was spent on something that goes on: it can be lost (O12) or released."""
        amount = min(amount, self.spendable(character, kind))
        kept = {**self.maintained, (character, kind): self.maintained.get((character, kind), 0) + amount}
        return self.spend(character, kind, amount)._replace(maintained=kept)

    def give_points(self, party: Iterable[str], amount: int) -> Ledger:
        """The ledger after every member of the party gained Inspiration Points (O11)."""
        points = self.points
        for character in party:
            points = _more(points, character, amount)
        return self._replace(points=points)

    def buy_success(self, character: str) -> Ledger:
        """The ledger after Inspiration Points were given up for an automatic success (O11)."""
        left = self.points.get(character, 0) - POINTS_FOR_A_SUCCESS
        return self if left < 0 else self._replace(points={**self.points, character: left})

    def without(self, *kinds: Effort) -> Ledger:
        """The ledger after kinds of effort have ended (O15)."""
        return self._replace(holdings={key: held for key, held in self.holdings.items() if key[1] not in kinds})

    def after(self, character: str, outcome: Mapping[str, Any], party: Iterable[str] = ()) -> Ledger:
        """The ledger after the outcome of a save: the effort and points it gave, and what triple ones took."""
        ledger = self.gain(character, Effort.ADRENALINE, outcome["adrenaline"])
        ledger = ledger.gain(character, Effort.INSPIRATION, outcome.get("inspiration", 0))
        if outcome.get("party_points"):
            ledger = ledger.give_points(dict.fromkeys([character, *party]), outcome["party_points"])
        if outcome["pattern"] == "triple" and outcome["face"] == 1:
            kept = {key: amount for key, amount in ledger.maintained.items() if key[0] != character}
            return ledger._replace(maintained=kept)
        return ledger


def _more(held: Mapping[Any, int], key: object, amount: int) -> Mapping[Any, int]:
    return {**held, key: min(EFFORT, held.get(key, 0) + amount)}
