"""The course of what takes time: a table, and its part of the document of odds."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sixfold.show.report.blocks import Heading
from sixfold.show.report.chances import percent
from sixfold.show.report.tables import Column, Columns, Row
from sixfold.solving.course import Course, Point

ROWS = 24
"""Rows that are shown; of a longer course every second or third, and so on."""

ENDED = Fraction(9_999, 10_000)
"""How much must have ended where the shown rows stop."""

MOST_JSON_POINTS = 1_000
"""Points of a course in one JSON document, at most."""


def report(course: Course) -> tuple[Heading, Columns]:
    """The course as a table."""
    heads = (course.number, *course.words, "goes on")
    columns = tuple(Column(head, "right") for head in heads)
    cells = [(str(point.at), *map(percent, (*point.endings, point.going))) for point in _shown(course)]
    rows = [Row(cell, styles=("strong",)) for cell in cells]
    return Heading(f"finished after N {course.number}", "", 2), Columns(columns, tuple(rows))


def _shown(course: Course) -> Sequence[Point]:
    """The points that are shown: from the first ending on, until nearly all has ended."""
    enough, every_count = ENDED * course.scale, course.ways
    last = next((at for at, (_, ways) in enumerate(every_count) if sum(ways) >= enough), len(every_count) - 1)
    some = every_count[: last + 1]
    every = -(-len(some) // ROWS)
    return [course.point(counted) for counted in some[(len(some) - 1) % every :: every]]


def size(course: Course) -> int:
    """How many chances it has as plain data."""
    return min(len(course.ways), MOST_JSON_POINTS) * (len(course.endings) + 1)


def encode(course: Course) -> dict[str, Any]:
    """The course as plain data."""
    points = []
    for at, chances, going in map(course.point, course.ways[:MOST_JSON_POINTS]):
        endings = {name: chance.to_json() for name, chance in zip(course.endings, chances, strict=True)}
        points.append({"at": at, "endings": endings, "going": going.to_json()})
    return {"number": course.number, "points": points}
