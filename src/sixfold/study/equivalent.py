"""What a check of one game is in another."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Annotated

from msgspec import Meta, Struct

from sixfold.checks.check import Check
from sixfold.report.blocks import Note
from sixfold.report.chances import as_decimal, percent
from sixfold.report.tables import Block, Column, Columns, Report, Row
from sixfold.report.tidy import FIGURE, Tidy, figure
from sixfold.rules.message import figures, minus
from sixfold.rules.rule import System
from sixfold.shapes.parts import Decimal, Exact, Text
from sixfold.solving.events import Event, default_event, in_words
from sixfold.study.budget import Budget
from sixfold.study.document import Document
from sixfold.study.nearest import Search, Tried
from sixfold.study.places import places_in
from sixfold.systems import SYSTEMS

MOST_NAMED = 8
"""Equal checks that are named; of more it is said how many there are."""

NEAREST = 3
"""Checks shown on either side."""


class Near(Struct, frozen=True):
    """A check there, and its chance."""

    text: Text
    exact: Exact
    decimal: Decimal
    also: Annotated[tuple[str, ...], Meta(description="Other checks with exactly the same chance.")]


class Equivalents(Document, frozen=True):
    """The nearest checks of another game."""

    text: Text
    event: Annotated[str, Meta(description="The event of this check.")]
    exact: Exact
    decimal: Decimal
    searched: Annotated[str, Meta(description="The check in the other game, with its open places.")]
    other_event: Annotated[str, Meta(description="The event in the other game.")]
    nearest: Near
    same: Annotated[tuple[Near, ...], Meta(description="Checks with exactly the same chance.")]
    below: Annotated[tuple[Near, ...], Meta(description="Checks with a lower chance, nearest first.")]
    above: Annotated[tuple[Near, ...], Meta(description="Checks with a higher chance, nearest first.")]
    tried: Annotated[int, Meta(description="How many checks were solved.")]
    end: Annotated[
        str,
        Meta(
            description="The end of the range, if the search stopped there before it had both sides; otherwise empty."
        ),
    ]

    def tidy(self) -> Tidy:
        """A line for each check of the other game that is near, and one for the asked check."""
        near = [("above", each) for each in self.above] + [("same", each) for each in self.same]
        near += [("below", each) for each in self.below]
        lines = [("asked", self.text, *figure(self.exact), None)]
        lines += [(which, n.text, *figure(n.exact), float(n.exact - self.exact)) for which, n in near]
        return Tidy(("kind", "check", *FIGURE, "difference"), tuple(lines))

    def report(self) -> Report:
        """The nearest checks, best chance first, with the asked one between them."""
        asked = Row((self.text, percent(self.exact), ""), ("title", "title"), "=")
        columns = (Column(), Column(align="right"), Column(style="quiet"))
        same = tuple(map(self._row, self.same[:MOST_NAMED]))
        below = tuple(map(self._row, self.below))
        table = Columns(columns, (*map(self._row, reversed(self.above)), asked, *same, *below))
        blocks: list[Block] = [table]
        if len(self.same) > MOST_NAMED:
            words = f"{len(self.same) - MOST_NAMED:,} more are the same, “{self.same[-1].text}” among them."
            blocks.append(Note(words, indent=2))
        if self.end:
            blocks.append(Note(self.end, indent=2))
        return tuple(blocks)

    def _row(self, near: Near) -> Row:
        gap = near.exact - self.exact
        nearest = abs(gap) == abs(self.nearest.exact - self.exact)
        cells = (near.text, percent(near.exact), _points(gap))
        if not nearest or not near.also:
            return Row(cells, mark="*" if nearest else "")
        more = len(near.also) - MOST_NAMED
        named = ", ".join(near.also[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
        return Row(cells, mark="*", notes=(f"as good: {named}",))


def _points(gap: Fraction) -> str:
    """How far apart two chances are: `+4.39 points`, `the same`."""
    if not gap:
        return "the same"
    digits = next(digits for digits in count(2) if abs(gap) * 10 ** (digits + 2) >= 1)
    return minus(f"{'+' if gap > 0 else ''}{as_decimal(gap * 100, digits)} points")


def equivalent(
    check: str | Check,
    within: str,
    *,
    event: str | None = None,
    other_event: str | None = None,
    ranges: Sequence[str | Iterable[int]] = (),
    systems: Mapping[str, System] = SYSTEMS,
) -> Equivalents:
    """Find the checks of another game whose chance of success comes closest to that of a check.

    `within` is the other game with everything that is fixed there, as in `wild vs 15`; its dice and modifiers vary. A
    `?` in it (`wild ?D vs 15`) varies that number instead, through its range of `ranges`. `event` and `other_event`
    replace success (or a hit) on either side.

    Raises NotationError, StudyError or BoundsError for what cannot be read, is not an event, or is too much.

    >>> equivalent("ten +3", "wild vs 15").nearest.text
    'wild 6D+2 vs 15'
    """
    budget = Budget(systems)
    asked = default_event(budget.solve(check)) if event is None else Event.read(event)
    # What it is held against is followed as far as throws are followed at all.
    odds, bounds = budget.settled(check, asked.bounds, lambda bounds: None)
    chance = bounds.low
    opening, places = places_in(within, ranges, systems)
    search = Search(opening, places, bounds, None if other_event is None else Event.read(other_event), budget)
    found = search.run()
    near = _by_chance(found)
    near.sort(key=lambda each: abs(each.exact - chance))
    below = tuple([each for each in near if each.exact < chance][:NEAREST])
    above = tuple([each for each in near if each.exact > chance][:NEAREST])
    same = tuple(_near(tried.text, chance) for tried in found if tried.chance == chance)
    return Equivalents(
        odds.text,
        in_words(odds, asked.text),
        chance,
        float(chance),
        opening.text,
        search.words,
        min((*same, *below, *above), key=lambda each: abs(each.exact - chance)),
        same,
        below,
        above,
        len(found),
        _at_the_end(search, bool(ranges)),
    )


def _by_chance(found: Sequence[Tried]) -> list[Near]:
    """Each chance once, with the simplest check that has it, and the others."""
    texts: dict[Fraction, list[str]] = {}
    for tried in found:
        texts.setdefault(tried.chance, []).append(tried.text)
    return [_near(first, chance, *others) for chance, (first, *others) in texts.items()]


def _near(text: str, chance: Fraction, *also: str) -> Near:
    return Near(text, chance, float(chance), also)


def _at_the_end(search: Search, limited: bool) -> str:
    """What is to be said where the search ended without passing the chance."""
    end = search.end()
    if end is None:
        return ""
    nearest = search.nearest()
    higher = "higher" if nearest[0].chance < search.chance else "lower"
    if limited:
        return f"The nearest is at the end of its range; a check beyond it may come {higher}."
    return f"None comes {higher}: only {figures(end.low)} to {figures(end.high)} are possible there."
