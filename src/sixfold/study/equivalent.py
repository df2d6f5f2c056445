"""What a check of one game is in another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

from sixfold.bounds import STUDY_CHECKS
from sixfold.checks.check import Check, parse
from sixfold.checks.head import read_head
from sixfold.errors import BoundsError, SixfoldError, StudyError
from sixfold.report.chances import percent
from sixfold.report.report import Report
from sixfold.report.shown import Shown
from sixfold.report.tables import Column, Columns, Row
from sixfold.rules.message import minus
from sixfold.rules.rule import Rule, System
from sixfold.shapes.fraction import exact
from sixfold.solving.odds import VERSION
from sixfold.study.budget import Budget
from sixfold.study.events import Event, default_event, in_words
from sixfold.study.openings import Opening
from sixfold.study.ranges import read_range
from sixfold.systems import SYSTEMS

NEAREST = 3
"""Checks shown on either side."""

CODES = (0, 12)
"""Numbers of dice that are tried."""

ADDS = (0, 2)
"""What is added to dice of which the number is open: with three more there is another die."""

ALONE = (-15, 15)
"""Modifiers that are tried where nothing else is open."""

SCORES = (1, 40)
"""Scores that are tried where the game needs one and none is said."""


TRIED = {"die code": CODES, "amount": SCORES, "modifier": ALONE}
"""What is tried for each kind of word."""


class Near(NamedTuple):
    """A check of the other game, and its chance (0 to 1, exact)."""

    text: str
    chance: Fraction

    def to_json(self) -> dict[str, Any]:
        """The check as plain data."""
        return {"text": self.text, "exact": exact(self.chance), "decimal": float(self.chance)}


class _Equivalents(NamedTuple):
    text: str
    event: str
    chance: Fraction
    searched: str
    other_event: str
    same: tuple[Near, ...]
    below: tuple[Near, ...]
    above: tuple[Near, ...]
    tried: int


class Equivalents(Shown, _Equivalents):
    """The nearest checks of another game: `below` and `above` (nearest first), and `same` where one is equal."""

    __slots__ = ()

    @property
    def nearest(self) -> Near:
        """The nearest of all."""
        every = (*self.same, *self.below, *self.above)
        return min(every, key=lambda near: abs(near.chance - self.chance))

    def to_json(self) -> dict[str, Any]:
        """The whole as plain data."""
        return {
            "version": VERSION,
            "text": self.text,
            "event": self.event,
            "exact": exact(self.chance),
            "decimal": float(self.chance),
            "searched": self.searched,
            "other_event": self.other_event,
            "nearest": self.nearest.to_json(),
            "same": [near.to_json() for near in self.same],
            "below": [near.to_json() for near in self.below],
            "above": [near.to_json() for near in self.above],
            "tried": self.tried,
        }

    def report(self) -> Report:
        """The nearest checks, best chance first, with the asked one between them."""
        asked = Row((self.text, percent(self.chance), ""), ("title", "title"), "=")
        columns = (Column(), Column(align="right"), Column(style="quiet"))
        below = (*self.same, *self.below)
        return (Columns(columns, (*map(self._row, reversed(self.above)), asked, *map(self._row, below))),)

    def _row(self, near: Near) -> Row:
        gap = near.chance - self.chance
        points = minus(f"{float(gap * 100):+.2f} points") if gap else "the same"
        return Row((near.text, percent(near.chance), points), mark="*" if near == self.nearest else "")


def equivalent(
    check: str | Check,
    within: str,
    *,
    event: str | None = None,
    other_event: str | None = None,
    ranges: Sequence[str | Iterable[int]] = (),
    systems: Mapping[str, System] = SYSTEMS,
) -> Equivalents:
    """The checks of another game that come nearest to a check in their chance of success.

    `within` is the other game with what is fixed there: `wild vs 15`; its dice and modifiers are searched. With open
    places (`wild ?D vs 15`) those are searched instead, each through its range of `ranges`. `event` and
    `other_event` replace success (or a hit) on either side.

    >>> equivalent("ten +3", "wild vs 15").nearest.text
    'wild 6D+2 vs 15'
    """
    budget = Budget(systems)
    odds = budget.solve(check)
    asked = default_event(odds) if event is None else Event.read(event)
    chance = asked.chance(odds)
    opening = Opening.read(within)
    if opening.holes:
        given = [read_range(r) if isinstance(r, str) else tuple(r) for r in ranges]
        spans = opening.spans(systems)
        axes = [
            given[at] if at < len(given) else tuple(range(max(low, ALONE[0]), min(high, ALONE[1]) + 1))
            for at, (low, high) in enumerate(spans)
        ]
    elif ranges:
        raise StudyError("study/range", "A range is for an open place (?), as in “wild ?D vs 15”.", within, 1)
    else:
        opening, axes = _opened(within, systems)
    if prod(map(len, axes)) > STUDY_CHECKS:
        raise BoundsError(f"At most {STUDY_CHECKS:,} checks are searched; these are {prod(map(len, axes)):,}.")
    found, other = _search(opening, axes, None if other_event is None else Event.read(other_event), budget)
    below = sorted((near for near in found if near.chance < chance), key=lambda near: -near.chance)
    above = sorted((near for near in found if near.chance > chance), key=lambda near: near.chance)
    same = [near for near in found if near.chance == chance]
    return Equivalents(
        odds.text,
        in_words(odds, asked.text),
        chance,
        opening.text,
        other,
        tuple(same[:NEAREST]),
        tuple(below[:NEAREST]),
        tuple(above[:NEAREST]),
        len(found),
    )


def _search(
    opening: Opening, axes: Sequence[Sequence[int]], event: Event | None, budget: Budget
) -> tuple[list[Near], str]:
    """Every check of the ranges; of several with the same chance the simplest."""
    simplest: dict[Fraction, Near] = {}
    words = ""
    # The simplest first: the smallest numbers.
    for values in sorted(product(*axes), key=lambda values: (sum(map(abs, values)), values)):
        try:
            check = opening.check(values, budget.systems)
        except SixfoldError:
            continue
        odds = budget.solve(check)
        if event is None:
            event = default_event(odds)
        words = words or in_words(odds, event.text)
        chance = event.chance(odds)
        simplest.setdefault(chance, Near(check.text, chance))
    if not simplest:
        raise StudyError("study/open", "These ranges make no check.", opening.text, 1)
    return list(simplest.values()), words


def _opened(within: str, systems: Mapping[str, System]) -> tuple[Opening, list[tuple[int, ...]]]:
    """A game's text with its dice and modifiers open, as far as they are not said."""
    rule = read_head(within, systems).rule
    said = _said(within, rule, systems)
    text = within
    axes: list[tuple[tuple[int, int], str]] = []
    for word in rule.words:
        span = TRIED.get(word.kind)
        if span is None or word.name in said:
            continue
        # Damage and the like is beside the point: what is asked for there is a number of dice to roll.
        beside = word.spellings if span == CODES else word.name not in rule.needs if span == SCORES else False
        if not beside and not (span == ALONE and any(other == SCORES for other, _ in axes)):
            text = f"{text} {word.open_form}"
            axes.append((span, word.name))
    if not axes:
        raise StudyError("study/open", "Nothing is left to search here; leave a number open (?).", within, 1)
    coded = any(span == CODES for span, _ in axes)
    spans = [ADDS if coded and span == ALONE else span for span, _ in axes]
    return Opening.read(text), [tuple(range(low, high + 1)) for low, high in spans]


def _said(within: str, rule: Rule, systems: Mapping[str, System]) -> set[str]:
    """The options that a text says already; what its rule needs and it lacks is put in to find out."""
    needed = [word for word in rule.words if word.name in rule.needs and word.low is not None]
    for many in range(len(needed) + 1):
        for lacking in combinations(needed, many):
            try:
                check = parse(" ".join([within, *(word.write(max(word.low or 0, 1)) for word in lacking)]), systems)
            except SixfoldError:
                continue
            defaults = {word.name: word.default for word in rule.words}
            put_in = {word.name for word in lacking}
            return {name for name, value in check.settings if name not in put_in and value != defaults.get(name)}
    parse(within, systems)
    return set()
