"""The course of what takes time: how often it has ended so after each roll or round, and how often it goes on."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.report.blocks import Heading
from sixfold.report.chances import percent
from sixfold.report.tables import Column, Columns, Row
from sixfold.rules.rule import Rule
from sixfold.shapes.fraction import chance_json

ROWS = 24
"""Rows that are shown; of a longer course every second or third, and so on."""

ENDED = Fraction(9_999, 10_000)
"""How much must have ended where the shown rows stop."""

MOST_JSON_POINTS = 1_000
"""Points of a course in one JSON document, at most."""


class Point(NamedTuple):
    """How it stands after so many rolls or rounds: the chance of each ending so far, and that it goes on."""

    at: int
    endings: tuple[Fraction, ...]
    going: Fraction


class Course(NamedTuple):
    """The counted unit (rolls, rounds), the endings by name and in the game's words, and the chances at each count.

    Every chance of an ending is exact, or too low by no more than the odds leave unresolved; what goes on is too high
    by that.
    """

    number: str
    endings: tuple[str, ...]
    words: tuple[str, ...]
    ways: tuple[tuple[int, tuple[int, ...]], ...]
    """The counts, each with the ways of every ending so far."""
    scale: int

    @property
    def points(self) -> tuple[Point, ...]:
        """A point for each count."""
        return tuple(map(self._point, self.ways))

    def _point(self, counted: tuple[int, tuple[int, ...]]) -> Point:
        at, ways = counted
        endings = tuple([Fraction(number, self.scale) for number in ways])
        return Point(at, endings, Fraction(self.scale - sum(ways), self.scale))

    def shown(self) -> Sequence[Point]:
        """The points that are shown: from the first ending on, until nearly all has ended."""
        enough = ENDED * self.scale
        last = next((at for at, (_, ways) in enumerate(self.ways) if sum(ways) >= enough), len(self.ways) - 1)
        some = self.ways[: last + 1]
        every = -(-len(some) // ROWS)
        return [self._point(counted) for counted in some[(len(some) - 1) % every :: every]]

    def blocks(self) -> tuple[Heading, Columns]:
        """The course as a table."""
        heads = (self.number, *self.words, "goes on")
        columns = tuple(Column(head, "right") for head in heads)
        cells = [(str(point.at), *map(percent, (*point.endings, point.going))) for point in self.shown()]
        rows = [Row(cell, styles=("strong",)) for cell in cells]
        return Heading(f"finished after N {self.number}", "", 2), Columns(columns, tuple(rows))

    @property
    def size(self) -> int:
        """How many chances it has as plain data."""
        return min(len(self.ways), MOST_JSON_POINTS) * (len(self.endings) + 1)

    def to_json(self) -> dict[str, Any]:
        """The course as plain data."""
        points = []
        for at, chances, going in map(self._point, self.ways[:MOST_JSON_POINTS]):
            endings = dict(zip(self.endings, map(chance_json, chances), strict=True))
            points.append({"at": at, "endings": endings, "going": chance_json(going)})
        return {"number": self.number, "points": points}


def course_of(rule: Rule, fields: Sequence[str], rows: Mapping[tuple[Any, ...], int], scale: int) -> Course | None:
    """The course that outcomes tell, where their rule says which number is time; None where it does not.

    What it ends as is the named value of an outcome, or else whether it succeeds.
    """
    if rule.time not in fields or not rows:
        return None
    time, success = fields.index(rule.time), rule.success
    first = next(iter(rows))
    named = next((at for at, value in enumerate(first) if isinstance(value, str)), None)
    if named is None and (success is None or success.name not in fields):
        return None
    at = fields.index(success.name) if named is None and success is not None else named
    assert at is not None
    found: dict[int, dict[Any, int]] = {}
    for values, ways in rows.items():
        counts = found.setdefault(values[time], {})
        counts[values[at]] = counts.get(values[at], 0) + ways
    kinds = {ending for counts in found.values() for ending in counts}
    endings = _endings(rule, fields[at], kinds)
    so_far = dict.fromkeys([ending for ending, _, _ in endings], 0)
    counted = []
    for count in range(min(found), max(found) + 1):
        for ending, ways in found.get(count, {}).items():
            so_far[ending] += ways
        counted.append((count, tuple(so_far.values())))
    _, names, words = zip(*endings, strict=True)
    return Course(rule.time, names, words, tuple(counted), scale)


def _endings(rule: Rule, field: str, kinds: set[Any]) -> list[tuple[Any, str, str]]:
    """The endings in the game's order, each with its name and the game's words for it."""
    if all(isinstance(kind, str) for kind in kinds):
        told = [event.name.partition("=")[2] for event in rule.events if event.name.startswith(f"{field}=")]
        order = [*[name for name in told if name in kinds], *sorted(kinds - set(told))]
        return [(name, f"{field}={name}", rule.phrases.get(f"{field}={name}", name)) for name in order]
    event = rule.success
    assert event is not None
    both = ((True, field, event.words), (False, f"not {field}", event.otherwise))
    return [ending for ending in both if ending[0] in kinds]
