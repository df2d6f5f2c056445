"""The reader that solves: every way in which a rule can go, counted exactly.

A rule is run with all answers at once: what it reads stands for every value, side by side. Where it must know more
(an `if`, the size of a hand) the answers are parted; the first part is followed, the others are kept for later runs,
which replay the decisions up to there. What is followed is exact; what a chain of throws without a longest run
leaves out is the difference between one and the sum of all paths, so nothing can be lost without being counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.bounds import WORK
from sixfold.counting import Work
from sixfold.rules.table import Play
from sixfold.solving.context import Context, Wider
from sixfold.solving.entries import count
from sixfold.solving.joint import Entries
from sixfold.solving.outcomes import gathered, total
from sixfold.solving.paths import all_paths

TOLERANCE = Fraction(1, 10**12)
"""Probability that may be left out in all, where throws can go on for ever."""


FEW = 2_000
"""Outcomes up to which an answer is a plain dict; a larger one stays packed, and is unpacked while it is read."""


class Solution(NamedTuple):
    """All outcomes of a rule: rows of values in the order of `fields`, each with its ways out of `scale`."""

    fields: tuple[str, ...]
    rows: Mapping[tuple[Any, ...], int]
    scale: int

    @property
    def complete(self) -> bool:
        """Whether nothing at all was left out."""
        return total(self.rows) == self.scale

    @property
    def unresolved(self) -> Fraction:
        """The probability that was not followed, exactly."""
        return Fraction(self.scale - total(self.rows), self.scale)


def solve(rule: Play, tolerance: Fraction = TOLERANCE, work: int = WORK, /, **options: Any) -> Solution:
    """Every outcome of a rule with its exact ways.

    `tolerance` (probability, above 0 to below 1) bounds what may be left out where throws can go on for ever;
    rules whose throws end are solved to the last fraction whatever it is.
    Raises OddsError (odds/too-large) when the answer would cost more than `work` (about 1e7 a second).


    >>> from sixfold.rules.table import EACH_FACE
    >>> def coin(table):
    ...     (face,) = table.read(table.roll(1, "coin"), EACH_FACE)
    ...     return {"heads": face >= 4}
    >>> solve(coin).rows
    {(True,): 3, (False,): 3}
    """
    share, allowed = tolerance, Work(work)
    context = Context(share, allowed)
    while True:
        try:
            fields, entries, scale = all_paths(context, rule, options)
        except Wider:
            continue
        # A large answer takes the place of what was kept to find it.
        context.close()
        solution = Solution(fields, _rows(entries, scale, context.width, allowed), scale)
        followed = total(solution.rows)
        if followed == solution.scale or (context.endless and 0 <= solution.unresolved <= tolerance):
            return solution
        if followed > solution.scale or not context.endless:
            raise AssertionError(f"{followed} of {solution.scale} ways were counted: please report this rule")
        share /= 8
        context = Context(share, allowed)


def lowest_terms(scale: int) -> int:
    """The work of bringing one fraction of this scale to its lowest terms, as all of them are in the end."""
    return int((scale.bit_length() // 30) ** 2 // 100)


def _rows(entries: Entries, scale: int, width: int, work: Work) -> Mapping[tuple[Any, ...], int]:
    work.charge(count(entries, width) * (8 + lowest_terms(scale)))
    return gathered(entries, width, FEW)
