"""What a library answered, as plain data: outcomes and their ways."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from benchmarks.settle import CUTS, Row


class Answer(NamedTuple):
    """Rows with their ways out of `scale`; what is missing to `scale` was not followed to its end."""

    rows: dict[Row, int]
    scale: int

    @classmethod
    def of(cls, rows: Mapping[Row, int], scale: int) -> Answer:
        """An answer without the rows that never happen and without what was cut."""
        return cls({row: ways for row, ways in rows.items() if ways and row not in CUTS}, scale)

    @classmethod
    def of_fractions(cls, chances: Mapping[Row, Fraction]) -> Answer:
        scale = lcm(*(chance.denominator for chance in chances.values()))
        return cls.of({row: int(chance * scale) for row, chance in chances.items()}, scale)

    @property
    def missing(self) -> Fraction:
        """The probability that was not followed, exactly."""
        return 1 - Fraction(sum(self.rows.values()), self.scale)


def difference(ours: Answer, theirs: Answer) -> str | None:
    """How two answers differ, or None when they are equal to the last fraction.

    Where something was left out on either side, both are lower bounds of one truth: then no two outcomes together
    may be further apart than what was left out.
    """
    missing = ours.missing + theirs.missing
    if missing < 0:
        return f"more than everything: {float(missing)}"
    apart = 0
    for row in ours.rows.keys() | theirs.rows.keys():
        gap = ours.rows.get(row, 0) * theirs.scale - theirs.rows.get(row, 0) * ours.scale
        if gap and not missing:
            return f"{row}: {ours.rows.get(row, 0)}/{ours.scale} here, {theirs.rows.get(row, 0)}/{theirs.scale} there"
        apart += abs(gap)
    if Fraction(apart, ours.scale * theirs.scale) > missing:
        return f"further apart than the {float(missing):.1e} that was left out"
    return None
