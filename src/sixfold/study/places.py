"""What is searched in another game: the numbers that are open in its text, and how far each may go."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sixfold.bounds import OPEN_PLACES
from sixfold.checks.check import parse
from sixfold.checks.head import read_head
from sixfold.errors import SixfoldError, StudyError
from sixfold.rules.rule import Rule, System
from sixfold.study.openings import Opening
from sixfold.study.ranges import read_ranges

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


class Place(NamedTuple):
    """An open number: the values that are tried first, and the least and the greatest that may be tried at all."""

    values: tuple[int, ...]
    low: int
    high: int


def places_in(
    within: str, ranges: Sequence[str | Iterable[int]], systems: Mapping[str, System]
) -> tuple[Opening, list[Place]]:
    """The text of a game with its open numbers: those that are left open (?), or its dice and modifiers.

    A number with a range of its own is tried through that, and no further.
    Raises StudyError (study/open, study/range) where nothing can be searched.
    """
    opening = Opening.read(within)
    if not opening.holes:
        if read_ranges(ranges, OPEN_PLACES):
            raise StudyError("study/range", "A range needs an open place (?), as in “wild ?D vs 15”.", within, 1)
        return _opened(within, systems)
    given = read_ranges(ranges, len(opening.holes))
    places = []
    for at, (low, high) in enumerate(opening.spans(systems)):
        if at < len(given):
            places.append(Place(given[at], min(given[at]), max(given[at])))
        else:
            first, last = max(low, ALONE[0]), min(high, ALONE[1])
            places.append(Place(tuple(range(first, last + 1)) or (low,), low, high))
    return opening, places


def _opened(within: str, systems: Mapping[str, System]) -> tuple[Opening, list[Place]]:
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
        raise StudyError("study/open", "There is nothing to search here; leave a number open (?).", within, 1)
    coded = any(span == CODES for span, _ in axes)
    opening = Opening.read(text)
    places = []
    for (span, _), (low, high) in zip(axes, opening.spans(systems), strict=True):
        if coded and span == ALONE:
            places.append(Place(tuple(range(ADDS[0], ADDS[1] + 1)), *ADDS))
        else:
            places.append(Place(tuple(range(max(low, span[0]), min(high, span[1]) + 1)), low, high))
    return opening, places


def _said(within: str, rule: Rule, systems: Mapping[str, System]) -> set[str]:
    """The options that a text says already; what its rule needs and it lacks is put in to find out."""
    needed = [word for word in rule.words if word.name in (*rule.needs, *rule.needs_one) and word.least is not None]
    for many in range(len(needed) + 1):
        for lacking in combinations(needed, many):
            try:
                check = parse(" ".join([within, *(word.spell(max(word.least or 0, 1)) for word in lacking)]), systems)
            except SixfoldError:
                continue
            defaults = {word.name: word.default for word in rule.words}
            put_in = {word.name for word in lacking}
            return {name for name, value in check.settings if name not in put_in and value != defaults.get(name)}
    parse(within, systems)
    return set()
