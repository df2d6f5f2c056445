"""The checks of another game that come nearest to the chance of a check."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import count, product
from math import prod
from typing import Annotated

from msgspec import Meta

from sixfold.base.bounds import OPEN_PLACES, STUDY_CHECKS, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance, Decimal, Exact, Text, Unresolved
from sixfold.base.wording import as_decimal, figures, minus
from sixfold.checks.check import parse
from sixfold.checks.head import read_head, with_words
from sixfold.checks.read_words import said_in
from sixfold.errors import BoundsError, NotationError, StudyError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.show.document import Document
from sixfold.show.report.blocks import Paragraph
from sixfold.show.report.chances import percent
from sixfold.show.report.tables import FIGURE, Block, Column, Columns, Report, Row, Tidy, figure
from sixfold.solving.events import Event, in_words
from sixfold.study.budget import Budget
from sixfold.study.open_places import Candidates, Opening, Search, Tried, not_solved, reach, read_ranges
from sixfold.systems import SYSTEMS

MOST_NAMED = 8
"""Equal checks that are named; of more it is said how many there are."""

NEAREST = 3
"""Checks shown on either side: so many numbers are tried beside an end, and beside the one where a chance is passed."""

CODES = range(13)
"""Numbers of dice that are tried."""

ADDS = range(3)
"""Modifiers tried beside an open number of dice: +3 is worth one more die."""

ALONE = range(-15, 16)
"""Modifiers that are tried where nothing else is open."""

SCORES = range(1, 41)
"""Scores that are tried where the game needs one and none is said."""

TRIED = {"die code": CODES, "amount": SCORES, "modifier": ALONE}
"""The numbers tried for each kind of word."""


class Near(Chance, frozen=True, kw_only=True):
    """A check there, and its chance."""

    text: Text
    also: Annotated[tuple[str, ...], Meta(description="Other checks with exactly the same chance.")]


class Equivalents(Document, frozen=True):
    """The nearest checks of another game."""

    text: Text
    event: Annotated[str, Meta(description="The event of this check.")]
    exact: Exact
    decimal: Decimal
    unresolved: Unresolved
    searched: Annotated[str, Meta(description="The check in the other game, with its open places.")]
    other_event: Annotated[str, Meta(description="The event in the other game.")]
    nearest: Near
    same: Annotated[tuple[Near, ...], Meta(description="Checks with exactly the same chance.")]
    below: Annotated[tuple[Near, ...], Meta(description="Checks with a lower chance, nearest first.")]
    above: Annotated[tuple[Near, ...], Meta(description="Checks with a higher chance, nearest first.")]
    tried: Annotated[int, Meta(description="How many checks were solved.")]
    dear: Annotated[tuple[tuple[int, ...], ...], Meta(description="Numbers whose checks are too expensive to solve.")]
    end: Annotated[
        str,
        Meta(
            description="The end of the range, if the search stopped there before it had both sides; otherwise empty."
        ),
    ]

    @property
    def bounds(self) -> Bounds:
        """The chance of this check."""
        return Bounds.of(self.exact, self.unresolved)

    def tidy(self) -> Tidy:
        """A line for each check of the other game that is near, and one for the asked check."""
        near = [("above", each) for each in self.above] + [("same", each) for each in self.same]
        near += [("below", each) for each in self.below]
        lines = [("asked", self.text, *figure(self.bounds), None)]
        lines += [(which, n.text, *figure(n.bounds), float(n.exact - self.exact)) for which, n in near]
        return Tidy(("kind", "check", *FIGURE, "difference"), tuple(lines))

    def report(self) -> Report:
        """The nearest checks, best chance first, with the asked one between them."""
        own = Row((self.text, percent(self.bounds), ""), ("title", "title"), "=")
        columns = (Column(), Column(align="right"), Column(style="quiet"))
        same = tuple(map(self._row, self.same[:MOST_NAMED]))
        below = tuple(map(self._row, self.below))
        table = Columns(columns, (*map(self._row, reversed(self.above)), own, *same, *below))
        blocks: list[Block] = [table]
        if len(self.same) > MOST_NAMED:
            words = f"{len(self.same) - MOST_NAMED:,} more are the same, “{self.same[-1].text}” among them."
            blocks.append(Paragraph(words, indent=2))
        if self.end:
            blocks.append(Paragraph(self.end, indent=2))
        blocks += [Paragraph(sentence, indent=2) for sentence in not_solved(self.searched, self.dear, every=False)]
        return tuple(blocks)

    def _row(self, near: Near) -> Row:
        gap = near.exact - self.exact
        nearest = abs(gap) == abs(self.nearest.exact - self.exact)
        cells = (near.text, percent(near.bounds), _points(gap))
        if not nearest or not near.also:
            return Row(cells, mark="*" if nearest else "")
        more = len(near.also) - MOST_NAMED
        named = ", ".join(near.also[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
        return Row(cells, mark="*", notes=(f"as good: {named}",))


def _points(gap: Fraction) -> str:
    """The distance of two chances in words: `+4.39 points`, `the same`."""
    if not gap:
        return "the same"
    digits = next(digits for digits in count(2) if abs(gap) * 10 ** (digits + 2) >= 1)
    return minus(f"{'+' if gap > 0 else ''}{as_decimal(gap * 100, digits)} points")


def candidates_in(
    within: str, ranges: Sequence[str | Iterable[int]], systems: Systems
) -> tuple[Opening, list[Candidates]]:
    """The text of a game with its open numbers: those that are left open (?), or its dice and modifiers.

    A number with a range of its own is tried through that, and no further.
    Raises StudyError (study/open, study/range) where nothing can be searched.
    """
    opening = Opening.read(within)
    if not opening.holes:
        if read_ranges(ranges, OPEN_PLACES):
            raise StudyError("study/range", "A range needs an open place (?), as in “wild ?D vs 15”.", within, 1)
        return _opened(within, systems)
    return opening, opening.candidates(read_ranges(ranges, len(opening.holes)), ALONE, systems)


def _opened(within: str, systems: Systems) -> tuple[Opening, list[Candidates]]:
    """A game's text with its dice and modifiers open, as far as they are not said."""
    head = read_head(within, systems)
    missing: NotationError | None = None
    try:
        parse(within, systems)
    except NotationError as error:
        if error.code != "notation/missing":
            raise
        missing = error  # unless it is what is left open
    named = said_in(within, head)
    forms: list[str] = []
    tried: list[range] = []
    for word in head.rule.words:
        span = TRIED.get(word.kind)
        if span is None or word.name in named:
            continue
        # Damage and the like is beside the point: what is asked for there is a number of dice to roll.
        beside = word.spellings if span == CODES else word.name not in head.rule.needs if span == SCORES else False
        if not beside and not (span == ALONE and SCORES in tried):
            forms.append(word.open_form)
            tried.append(span)
    if not tried:
        nothing = "There is nothing to search here; leave a number open (?)."
        raise missing or StudyError("study/open", nothing, within, 1)
    opening = Opening.read(with_words(within, " ".join(forms), systems))
    return opening, [
        Candidates.of(ADDS, ADDS) if CODES in tried and span == ALONE else Candidates.of(limits, span)
        for span, limits in zip(tried, opening.spans(systems), strict=True)
    ]


class _Nearest(Search):
    """Tries numbers in the open places of a text until the chance that is looked for lies between two of them.

    First every number of each place is tried. As long as the nearest check lies at an end of a place, numbers beyond
    that end are tried, at growing distances; where the chance is passed, every number around that. Those around an end
    are tried as well where the nearest check lies beside it. The search ends at the last number that a place can have.
    """

    option = "other_event"

    def __init__(
        self, opening: Opening, candidates: Sequence[Candidates], goal: Bounds, event: Event | None, budget: Budget
    ) -> None:
        super().__init__(opening, event, budget, self._apart)
        size = prod(len(place.values) for place in candidates)
        if size > STUDY_CHECKS:
            raise BoundsError(f"At most {STUDY_CHECKS:,} checks are searched; these are {size:,}.")
        self.goal = Bounds(goal.low, goal.high)
        self.chance = goal.low
        self.candidates = candidates

    def run(self) -> list[Tried]:
        """Every check that was tried, the simplest first: that of the smallest numbers."""
        self.searched(self._every)
        if not self.tried:
            raise StudyError("study/open", "These ranges make no check.", self.opening.text, 1)
        simplest = sorted(self.tried.values(), key=lambda tried: (sum(map(abs, tried.values)), tried.values))
        # Several numbers may make one check, as +1 +2 and +3 do.
        return list({tried.check.text: tried for tried in reversed(simplest)}.values())[::-1]

    def _every(self) -> bool:
        """Try every combination, then what lies beyond the ends of each place."""
        self.every(place.values for place in self.candidates)
        for at in range(len(self.candidates) if self.tried else 0):
            for least in (True, False):
                self._extend(at, least)
        return True

    def of(self, tried: Tried) -> Bounds:
        """The chance of a check: what may be the very same, as far as it was followed, is the same."""
        return self.goal if self._apart(tried.bounds) is None else Bounds(tried.bounds.low, tried.bounds.high)

    def nearest(self) -> list[Tried]:
        """The nearest checks of all: one, or several that are as near."""
        gaps = {values: abs(self.of(tried).low - self.chance) for values, tried in self.tried.items()}
        least = min(gaps.values())
        return [self.tried[values] for values, gap in gaps.items() if gap == least]

    def end(self, limited: bool) -> str:
        """The sentence for a search that an end of a place stopped before the chance was passed; else nothing."""
        chances = [self.of(tried).low for tried in self.tried.values()]
        near = self.nearest() if not min(chances) <= self.chance <= max(chances) else []
        higher = "higher" if max(chances) < self.chance else "lower"
        for at, (_, span) in enumerate(self.candidates):
            if any(one.values[at] in (span[0], span[-1]) for one in near):
                if limited:
                    return f"The nearest is at the end of its range; a check beyond it may be {higher}."
                ends = f"{figures(span[0])} to {figures(span[-1])}"
                return f"No check there is {higher}: its number can only be {ends}."
        return ""

    def _apart(self, bounds: Bounds) -> bool | None:
        """Whether a chance differs from the one that is looked for; None where that is not known."""
        if self.goal.low <= bounds.high and bounds.low <= self.goal.high:
            return False if self.goal.exact and bounds.exact else None
        return True

    # -- beyond the ends -----------------------------------------------------------------------------------

    def _extend(self, at: int, least: bool) -> None:
        """Try what lies beyond the least or the greatest number of a place, where the nearest check lies beside it."""
        values, span = self.candidates[at]
        limit, end = (span[0], min(values)) if least else (span[-1], max(values))
        beside = {tried.values[at]: tried for tried in self.nearest() if abs(tried.values[at] - end) < NEAREST}
        if not beside or end == limit:
            return
        around = {end}
        if end in beside and (nearest := self.of(beside[end])) != self.goal:
            below = nearest.low < self.chance
            around.add(reach(end, limit, lambda value: not self._passed(at, value, below)))
        for value in {value + by for value in around for by in range(-NEAREST, NEAREST + 1)}.intersection(span):
            self.every(self._others(at, value))

    def _passed(self, at: int, value: int, below: bool) -> bool:
        """Whether the chance that is looked for is reached with this number in a place."""
        tries = (tried for values in product(*self._others(at, value)) if (tried := self.find(values)) is not None)
        return any(self.of(tried).low >= self.chance if below else self.of(tried).low <= self.chance for tried in tries)

    def _others(self, at: int, value: int) -> list[tuple[int, ...]]:
        """The combinations with a number in one place: every number in each other place."""
        return [(value,) if index == at else place.values for index, place in enumerate(self.candidates)]


def equivalent(
    check: str | Check,
    within: str,
    *,
    event: str | None = None,
    other_event: str | None = None,
    ranges: Sequence[str | Iterable[int]] = (),
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Equivalents:
    """Find the checks of another game whose chance of success comes closest to that of a check.

    `within` is the other game with everything that is fixed there, as in `wild vs 15`; its dice and modifiers vary. A
    `?` in it (`wild ?D vs 15`) varies that number instead, through its range of `ranges`. `event` and `other_event`
    replace success (or a hit) on either side. `work` bounds the cost of one check, as in `odds`, and thereby of all.

    Raises NotationError, StudyError or BoundsError for what cannot be read, is not an event, or is too much.

    >>> equivalent("ten +3", "wild vs 15").nearest.text
    'wild 6D+2 vs 15'
    """
    budget = Budget(systems, work=work)
    odds = budget.solve(check)
    goal = budget.goal(odds, None if event is None else Event.read(event))
    # What it is held against is followed as far as throws are followed at all.
    odds, bounds = budget.settled(odds, lambda odds: budget.bounds(goal, odds), lambda bounds: None)
    chance = bounds.low
    opening, candidates = candidates_in(within, ranges, systems)
    search = _Nearest(opening, candidates, bounds, None if other_event is None else Event.read(other_event), budget)
    equals = search.run()
    texts: dict[Bounds, list[str]] = {}
    for tried in equals:
        texts.setdefault(search.of(tried), []).append(tried.check.text)
    near = [Near.of(each, text=first, also=tuple(others)) for each, (first, *others) in texts.items()]
    near.sort(key=lambda each: abs(each.exact - chance))
    below = tuple([each for each in near if each.exact < chance][:NEAREST])
    above = tuple([each for each in near if each.exact > chance][:NEAREST])
    same = tuple(Near.of(bounds, text=text, also=()) for text in texts.get(search.goal, ()))
    nearest = min((*same, *below, *above), key=lambda each: abs(each.exact - chance))
    return Equivalents(
        odds.text, in_words(odds, goal.text), chance, float(chance), bounds.unresolved, opening.text, search.name,
        nearest, same, below, above, len(equals), tuple(sorted(search.dear)), search.end(bool(ranges)),
    )  # fmt: skip
