"""The search for the checks that come nearest to a chance."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from sixfold.bounds import STUDY_CHECKS
from sixfold.errors import BoundsError, OddsError, SixfoldError, StudyError
from sixfold.solving.bounded import Bounds
from sixfold.solving.events import Event, default_event, in_words
from sixfold.solving.odds import Odds
from sixfold.study.budget import Budget
from sixfold.study.openings import Opening
from sixfold.study.places import Place

NEIGHBOURS = 3
"""Numbers beside a crossing that are tried too."""


class Tried(NamedTuple):
    """Numbers in the open places, the check that they make, and its chance."""

    values: tuple[int, ...]
    text: str
    chance: Fraction


class Search:
    """Tries numbers in the open places of a text until the chance that is looked for lies between two of them.

    First every number of each place is tried. As long as the nearest check lies at an end of a place, numbers beyond
    that end are tried, at growing distances; where the chance is passed, every number around that. What does not end
    there ends at the last number that the place can have.
    """

    def __init__(
        self, opening: Opening, places: Sequence[Place], asked: Bounds, event: Event | None, budget: Budget
    ) -> None:
        size = prod(len(place.values) for place in places)
        if size > STUDY_CHECKS:
            raise BoundsError(f"At most {STUDY_CHECKS:,} checks are searched; these are {size:,}.")
        self.opening = opening
        self.asked = asked
        self.chance = asked.low
        self.event = event
        self.words = ""
        self.places = list(places)
        self.budget = budget
        self.tried: dict[tuple[int, ...], Tried | None] = {}

    def run(self) -> list[Tried]:
        """Every check that was tried, the simplest first: that of the smallest numbers."""
        for values in product(*(place.values for place in self.places)):
            self._try(values)
        if not any(self.tried.values()):
            raise StudyError("study/open", "These ranges make no check.", self.opening.text, 1)
        for at in range(len(self.places)):
            for direction in (-1, 1):
                self._extend(at, direction)
        simplest = sorted(self._found(), key=lambda tried: (sum(map(abs, tried.values)), tried.values))
        # Several numbers may make one check, as +1 +2 and +3 do.
        return list({tried.text: tried for tried in reversed(simplest)}.values())[::-1]

    def nearest(self) -> list[Tried]:
        """The nearest checks of all: one, or several that are as near."""
        gap = min(abs(tried.chance - self.chance) for tried in self._found())
        return [tried for tried in self._found() if abs(tried.chance - self.chance) == gap]

    def end(self) -> Place | None:
        """The place whose end stopped the search, if the chance was not passed there."""
        sides = {tried.chance >= self.chance for tried in self._found()} | {
            tried.chance > self.chance for tried in self._found()
        }
        if len(sides) > 1:
            return None
        for at, place in enumerate(self.places):
            if any(tried.values[at] in (place.low, place.high) for tried in self.nearest()):
                return place
        return None

    def _found(self) -> list[Tried]:
        return [tried for tried in self.tried.values() if tried is not None]

    def _try(self, values: tuple[int, ...]) -> Tried | None:
        """The check of these numbers with its chance; none where they make no check, or one too expensive to solve."""
        if values not in self.tried:
            self.tried[values] = self._solve(values)
        return self.tried[values]

    def _solve(self, values: tuple[int, ...]) -> Tried | None:
        try:
            check = self.opening.check(values, self.budget.systems)
        except SixfoldError:
            return None
        try:
            odds, bounds = self.budget.settled(check, self._bounds, self._apart)
        except OddsError:
            if not self.words:
                raise
            return None
        self.words = self.words or in_words(odds, str(self.event))
        # What may be the very same chance, as far as it was followed, is the same.
        same = self._apart(bounds) is None
        return Tried(values, check.text, self.chance if same else bounds.low)

    def _bounds(self, odds: Odds) -> Bounds:
        if self.event is None:
            self.event = default_event(odds)
        return self.event.bounds(odds)

    def _apart(self, bounds: Bounds) -> bool | None:
        """Whether a chance differs from the one that is looked for; None where that is not known."""
        if self.asked.low <= bounds.high and bounds.low <= self.asked.high:
            return False if self.asked.exact and bounds.exact else None
        return True

    # -- beyond the ends -----------------------------------------------------------------------------------

    def _extend(self, at: int, direction: int) -> None:
        """Go on beyond an end of a place as long as the nearest check lies there."""
        place = self.places[at]
        limit = place.low if direction < 0 else place.high
        end = min(place.values) if direction < 0 else max(place.values)
        nearest = [tried for tried in self.nearest() if tried.values[at] == end]
        if not nearest or end == limit or nearest[0].chance == self.chance:
            return
        below = nearest[0].chance < self.chance
        last, step = end, 1
        while last != limit:
            beyond = min(last + step, limit) if direction > 0 else max(last - step, limit)
            if self._passed(at, beyond, below):
                self._around(at, last, beyond, below)
                return
            last, step = beyond, step * 2

    def _passed(self, at: int, value: int, below: bool) -> bool:
        """Whether the chance that is looked for is reached with this number in a place."""
        found = (tried for values in product(*self._others(at, value)) if (tried := self._try(values)) is not None)
        return any(tried.chance >= self.chance if below else tried.chance <= self.chance for tried in found)

    def _others(self, at: int, value: int) -> list[tuple[int, ...]]:
        """What is tried with a number in one place: every number in each other place."""
        return [(value,) if other == at else place.values for other, place in enumerate(self.places)]

    def _around(self, at: int, short: int, passed: int, below: bool) -> None:
        """Find where between two numbers the chance is passed, and try every number around that."""
        while abs(passed - short) > 1:
            middle = (short + passed) // 2
            if self._passed(at, middle, below):
                passed = middle
            else:
                short = middle
        place = self.places[at]
        for value in range(passed - NEIGHBOURS, passed + NEIGHBOURS + 1):
            if place.low <= value <= place.high:
                for values in product(*self._others(at, value)):
                    self._try(values)
