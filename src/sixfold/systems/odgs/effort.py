"""The ledger of effort in `odgs`, with everybody's effort and when it expires (clauses O9 to O12, O15).

A ledger is a value: every change gives a new ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sixfold.base.arguments import name, one_of, several, whole, wrong
from sixfold.base.bounds import EFFORT, PARTY
from sixfold.errors import BoundsError, RuleError


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


POINTS_FOR_A_SUCCESS = 3
"""Inspiration Points given up for an automatic success: what one triple six gave (O11)."""

Holdings = Mapping[tuple[str, Effort], int]
NOTHING: Final[Mapping[Any, int]] = MappingProxyType({})


class PartyEffort(NamedTuple):
    """Effort held, effort maintained, and Inspiration Points, by character.

    Raises BoundsError for amounts below 0 or past 10,000, RuleError (rule/not-enough) when more is spent than
    there is.

    >>> ledger = PartyEffort().gain("Ada", Effort.ADRENALINE, 2).gain("Ada", Effort.STAMINA, 1)
    >>> ledger = ledger.spend("Ada", Effort.STAMINA, 2)
    >>> ledger.held("Ada", Effort.ADRENALINE), ledger.held("Ada", Effort.STAMINA)
    (0, 1)
    """

    holdings: Holdings = NOTHING
    maintained: Holdings = NOTHING
    points: Mapping[str, int] = NOTHING

    def held(self, character: str, kind: Effort) -> int:
        """The effort of one kind that a character has."""
        return self.holdings.get((name(character, "A character"), one_of(kind, "The kind", Effort, "an Effort")), 0)

    def spendable(self, character: str, kind: Effort) -> int:
        """The effort that a character can spend as Stamina, Focus or Resolve, temporary effort included."""
        return sum(self.held(character, each) for each in _sources(kind))

    def gain(self, character: str, kind: Effort, amount: int) -> PartyEffort:
        """The ledger after a gain of 0 to 10,000."""
        return self._with_holding(character, kind, self.held(character, kind) + _amount(amount))

    def spend(self, character: str, kind: Effort, amount: int) -> PartyEffort:
        """The ledger after effort was spent as `kind`: what expires soonest goes first."""
        if _amount(amount) > self.spendable(character, kind):
            raise RuleError(
                "rule/not-enough",
                f"{character} has {self.spendable(character, kind)} to spend as {kind.value}, not {amount}.",
            )
        ledger = self
        for source in _sources(kind):
            part = min(amount, ledger.held(character, source))
            ledger = ledger._with_holding(character, source, ledger.held(character, source) - part)
            amount -= part
        return ledger

    def maintain(self, character: str, kind: Effort, amount: int) -> PartyEffort:
        """The ledger after effort was spent on something that goes on: it can be lost (O12) or released."""
        ledger = self.spend(character, kind, amount)
        kept = {**ledger.maintained, (character, kind): ledger.maintained.get((character, kind), 0) + amount}
        return ledger._replace(maintained=MappingProxyType(kept))

    def lose_maintained(self, character: str) -> PartyEffort:
        """The ledger after triple ones: what the character maintained is gone (O12)."""
        name(character, "A character")
        kept = {key: amount for key, amount in self.maintained.items() if key[0] != character}
        return self._replace(maintained=MappingProxyType(kept))

    def give_points(self, party: Iterable[str], amount: int) -> PartyEffort:
        """The ledger after every member of the party gained Inspiration Points (O11)."""
        points = dict(self.points)
        for character in several(party, "The party", PARTY):
            points[character] = points.get(name(character, "A character"), 0) + _amount(amount)
            if points[character] > EFFORT:
                raise BoundsError(f"Nobody has more than {EFFORT:,} Inspiration Points.")
        return self._replace(points=MappingProxyType(points))

    def buy_success(self, character: str) -> PartyEffort:
        """The ledger after Inspiration Points were given up for an automatic success (O11)."""
        have = self.points.get(name(character, "A character"), 0)
        if have < POINTS_FOR_A_SUCCESS:
            raise RuleError(
                "rule/not-enough",
                f"An automatic success costs {POINTS_FOR_A_SUCCESS} Inspiration Points; {character} has {have}.",
            )
        points = {**self.points, character: have - POINTS_FOR_A_SUCCESS}
        return self._replace(points=MappingProxyType(points))

    def end_combat(self) -> PartyEffort:
        """The ledger after a combat: Adrenaline is gone."""
        return self._without(Effort.ADRENALINE)

    def end_session(self) -> PartyEffort:
        """The ledger after a session: Adrenaline and Inspiration Effort are gone, Inspiration Points stay."""
        return self._without(Effort.ADRENALINE, Effort.INSPIRATION)

    def after(self, character: str, outcome: Mapping[str, Any], party: Iterable[str] = ()) -> PartyEffort:
        """The ledger after the outcome of a save: the effort and points it gave, and what triple ones took."""
        if not isinstance(outcome, Mapping):
            raise wrong(outcome, "The outcome", "the outcome of a save")
        for value in ("adrenaline", "pattern", "face"):  # an attack has no others
            if value not in outcome:
                raise RuleError("rule/unknown", f"This is not the outcome of a save: it has no {value}.")
        ledger = self.gain(character, Effort.ADRENALINE, outcome["adrenaline"])
        ledger = ledger.gain(character, Effort.INSPIRATION, outcome.get("inspiration", 0))
        if outcome.get("party_points"):
            others = [each for each in several(party, "The party", PARTY) if each != character]
            ledger = ledger.give_points([character, *others], outcome["party_points"])
        if outcome["pattern"] == "triple" and outcome["face"] == 1:
            ledger = ledger.lose_maintained(character)
        return ledger

    def _with_holding(self, character: str, kind: Effort, amount: int) -> PartyEffort:
        if amount > EFFORT:
            raise BoundsError(f"Nobody has more than {EFFORT:,} {kind.value}.")
        return self._replace(holdings=MappingProxyType({**self.holdings, (character, kind): amount}))

    def _without(self, *kinds: Effort) -> PartyEffort:
        kept = {key: amount for key, amount in self.holdings.items() if key[1] not in kinds}
        return self._replace(holdings=MappingProxyType(kept))


def _sources(kind: Effort) -> tuple[Effort, ...]:
    if one_of(kind, "The kind", Effort, "an Effort").temporary:
        return (kind,)
    return (Effort.ADRENALINE, Effort.INSPIRATION, kind)


def _amount(amount: int) -> int:
    return whole(amount, "An amount of effort", 0, EFFORT)
