"""The inverse question: which number gives at least that chance?"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from math import prod
from typing import Annotated

from msgspec import UNSET, Meta

from sixfold.base.arguments import one_of
from sixfold.base.bounds import SCORE, STUDY_CHECKS, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance, Exact, Text
from sixfold.base.wording import figures
from sixfold.base.written_chances import read_chance
from sixfold.errors import BoundsError, SixfoldError, StudyError
from sixfold.rules.rule import Systems
from sixfold.show.document import Document
from sixfold.show.report.blocks import Heading, Paragraph
from sixfold.show.report.chances import percent, short_fraction
from sixfold.show.report.tables import FIGURE, Column, Columns, Definition, Entries, Report, Row, Tidy, figure
from sixfold.solving.events import Event
from sixfold.study.assumed import Aim, with_best_play
from sixfold.study.budget import Budget
from sixfold.study.open_places import Candidates, Opening, Search, Tried, crossing, not_solved, read_ranges
from sixfold.systems import SYSTEMS

DENSE = 250
"""Size of a number, either way, up to which every number of an open place is tried."""

CHEAP, REST = Fraction(1, 4), Fraction(19, 20)
"""Parts of the work of the question, up to which every number near zero is tried, and every other one in the end."""

TOGETHER = range(-10, 16)
"""The numbers tried in each of several open places without a range, if they fit."""


class Filled(Chance, frozen=True, kw_only=True):
    """Numbers for the open places, and the chance that they give."""

    values: tuple[int, ...]
    text: Text
    asked: Annotated[str, Meta(description="The check with these numbers in it, even if the canonical text omits one.")]

    @property
    def percent(self) -> str:
        """The chance as a percentage."""
        return percent(self.bounds)

    @property
    def fraction(self) -> str:
        """The chance as a fraction, if that is exact and short."""
        return short_fraction(self.bounds)

    @property
    def figure(self) -> str:
        """The chance as a percentage and as a fraction."""
        return f"{self.percent} ({self.fraction})" if self.fraction and self.exact.denominator > 1 else self.percent


class Needed(Document, frozen=True):
    """The numbers for the open places of a check that give at least (or at most) a chance."""

    text: Annotated[str, Meta(description="The check with its open places.")]
    event: str
    chance: Exact
    at_most: Annotated[bool, Meta(description="Whether the chance is a maximum instead of a minimum.")]
    ranges: Annotated[tuple[tuple[int, int], ...], Meta(description="The numbers to try for each open place.")]
    falling: Annotated[tuple[bool, ...], Meta(description="Whether the chance falls as the number of a place rises.")]
    answers: tuple[Filled, ...]
    runs: Annotated[tuple[tuple[Filled, Filled], ...], Meta(description="The ends of each run of numbers that work.")]
    best: Annotated[Filled, Meta(description="The nearest check if no number works.")]
    reason: Annotated[str, Meta(description="The reason why there is no answer; empty if there is one.")]
    tried: Annotated[int, Meta(description="How many checks were solved.")]
    complete: Annotated[bool, Meta(description="Whether every number was tried.")]
    dear: Annotated[tuple[tuple[int, ...], ...], Meta(description="Numbers whose checks are too expensive to solve.")]
    undecided: Annotated[
        tuple[str, ...], Meta(description="Checks that may have exactly the chance, and count as having it.")
    ]
    aim: Aim = UNSET

    def tidy(self) -> Tidy:
        """A line for each answer; where there is none, one for the check that comes nearest."""
        places = tuple(f"number {at + 1}" if at else "number" for at in range(len(self.ranges)))
        rows = [("answer", answer) for answer in self.answers] or [("nearest", self.best)]
        lines = tuple((kind, answer.asked, *answer.values, *figure(answer.bounds)) for kind, answer in rows)
        return Tidy(("kind", "check", *places, *FIGURE), lines)

    def report(self) -> Report:
        """The answers, and how far each run of them goes."""
        bound = "at most" if self.at_most else "at least"
        heading = Heading(f"{self.text}   {self.event}: {bound} {_wanted(self.chance)}")
        (low, high), *others = self.ranges
        every = not others and self.tried + len(self.dear) > high - low
        unsolved = not_solved(self.text, self.dear, every)
        if not self.answers:
            left_out = [Paragraph(sentence, indent=2) for sentence in unsolved]
            none = Entries((Definition("none", self.reason),), style="bad")
            return heading, none, *left_out, *with_best_play(self.aim)
        columns = (Column(style="good"), Column(align="right"), Column(style="quiet"))
        rows = tuple(Row((answer.asked, answer.percent, answer.fraction)) for answer in self.answers)
        words = self._run_words() + unsolved
        if not self.complete and not self.dear:
            words.append(f"{self.tried:,} numbers were tried; the others follow from these.")
        if self.undecided:
            words.append(f"“{self.undecided[0]}” may have exactly this chance, and counts as having it.")
        notes = [Paragraph(sentence, indent=2) for sentence in words]
        return (heading, Columns(columns, rows), *notes, *with_best_play(self.aim))

    def _run_words(self) -> list[str]:
        if len(self.ranges) != 1 or not self.runs:
            return []
        low, high = self.ranges[0]
        words = []
        all_fit = not self.complete or self.tried > high - low
        every = "every number" if all_fit else "every possible number"
        for first, last in self.runs:
            start, end = first.values[0], last.values[0]
            if start == end:
                alone = "of the numbers solved, only" if self.dear else "only"
                words.append(
                    f"{alone} {figures(start)} works" if low < high else f"{figures(low)} is the only number tried"
                )
            elif (start, end) == (low, high):
                words.append(f"{every} from {figures(low)} to {figures(high)} works")
            elif end == high:
                words.append(f"and {every} up to {figures(high)}")
            elif start == low:
                words.append(f"and {every} down to {figures(low)}")
            else:
                words.append(f"{every} from {figures(start)} to {figures(end)}")
        return words


def need(
    check: str,
    chance: str | float | Fraction,
    *,
    event: str | None = None,
    at_most: bool = False,
    aim: str | None = None,
    ranges: Sequence[str | Iterable[int]] = (),
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Needed:
    """Find the numbers for the `?` in a check (one to three of them) that give at least this chance.

    `chance` is `75%`, `3/4`, `0.75`, `1 in 8` or a number from 0 to 1. `event` replaces success (or a hit). With
    `at_most`, the chance must not be higher. With an `aim` (an event or a number, as in `odds`) the player plays best
    for it; an event that is aimed at is the one that is asked for, unless you give another. `ranges` limits each `?`
    in turn; there may be 10,000 checks in all. `work` bounds the cost of one check, as in `odds`, and thereby of all.

    Raises StudyError for what cannot be read, and BoundsError for too many checks.

    >>> print(need("ten +? superior 1", "90%", ranges=["-10..10"]))
    ten +? superior 1   Success: at least 90.00 %
      ten +2 superior 1  94.29 %  611/648
      and every number up to 10
    """
    wanted = read_chance(chance)
    one_of(at_most, "“At most”", bool, "true or false")
    opening = Opening.read(check)
    if not opening.holes:
        raise StudyError("study/open", "Leave a number of the check open: write ? for it, as in “ten +?”.", check)
    goal = None if event is None else Event.read(event)
    search = _Needs(opening, wanted, goal, at_most, Budget(systems, aim, work))
    limits = read_ranges(ranges, len(opening.holes))
    return search.answer(opening.candidates(limits, TOGETHER, systems), bool(limits))


class _Needs(Search):
    """Tries numbers in the open places of one check, each combination once."""

    def __init__(self, opening: Opening, wanted: Fraction, event: Event | None, at_most: bool, budget: Budget) -> None:
        super().__init__(opening, event, budget, self._fits)
        self.wanted = wanted
        self.at_most = at_most

    def answer(self, candidates: list[Candidates], limited: bool) -> Needed:
        if len(candidates) == 1 and not limited:
            spans = [candidates[0].span]
            complete = self.searched(lambda: self._wide(spans[0]))
            values = [tuple(sorted(value for (value,) in self.tried))]
        else:
            values = [tuple(sorted(place.values)) for place in candidates]
            spans = [range(numbers[0], numbers[-1] + 1) for numbers in values]
            if prod(map(len, values)) > STUDY_CHECKS:
                raise BoundsError(f"These ranges make more than {STUDY_CHECKS:,} checks.", self.opening.text, 1)
            complete = self.searched(lambda: self.every(values))
        if not self.tried:
            self._refuse(tuple(numbers[0] for numbers in values))
        return self._needed(values, tuple((span[0], span[-1]) for span in spans), complete)

    def _refuse(self, first: tuple[int, ...]) -> None:
        """No number of the ranges makes a check: say why the first does not."""
        error = self.opening.tried(first, self.budget.systems)
        if isinstance(error, SixfoldError):
            reason = f"No number of the range fits: {error.message}"
            raise StudyError("study/open", reason, self.opening.text, self.opening.holes[0].end)

    def _try(self, *values: int) -> bool:
        """Whether the numbers give the chance; what makes no check does not."""
        tried = self.find(values)
        return tried is not None and self._fits(tried.bounds) is not False

    def _fits(self, bounds: Bounds) -> bool | None:
        """Whether it is enough: None where what is unresolved would decide it."""
        if self.at_most:
            more = bounds.exceeds(self.wanted)
            return None if more is None else not more
        return bounds.reaches(self.wanted)

    # -- one wide open place -------------------------------------------------------------------------------

    def _wide(self, span: range) -> bool:
        """Try a single open place over all that fits it; whether every number was tried.

        Numbers are tried from zero outwards, each one until that has become dear, then at growing distances.
        """
        for value in sorted(span, key=abs):
            if abs(value) > DENSE or self.budget.spent > CHEAP:
                size = abs(value)
                break
            self._try(value)
        else:
            return True
        if not self.tried and self.dear:
            return False  # what is nearest to zero is too much work already
        far = [size + 2**doubled - 1 for doubled in range(SCORE.bit_length())]
        for value in (span[0], span[-1], *(side * size for size in far for side in (-1, 1))):
            if value in span:
                self._try(value)
        if not self.tried:
            return False  # all are too much work
        self._refine()
        if not self._fitting():
            self._climb()
        if self._fitting() or self.budget.spent > REST or len(span) > STUDY_CHECKS // 2:
            return False
        for value in sorted(span, key=abs):
            if self.budget.spent > REST:
                return False
            self._try(value)
        return True

    def _refine(self) -> None:
        """Between neighbours of which one fits and one does not, find where that changes."""
        known = sorted((value, self._try(value)) for (value,) in self.tried)
        for (left, fits), (right, other) in pairwise(known):
            if fits != other:
                crossing(*((left, right) if fits else (right, left)), self._try)

    def _climb(self) -> None:
        """Nothing fits yet: look closer around the best, as long as that gets better, then at its neighbours."""
        while True:
            best = self._best().values[0]
            known = sorted(value for (value,) in self.asked)
            at = known.index(best)
            near = [*known[max(at - 1, 0) : at], *known[at + 1 : at + 2]]
            fresh = [(best + neighbour) // 2 for neighbour in near if abs(best - neighbour) > 1]
            if not fresh:
                return None
            if any(self._try(value) for value in fresh):
                return self._refine()

    def _fitting(self) -> list[tuple[int, ...]]:
        """The numbers that give the chance, or may."""
        return [values for values, tried in self.tried.items() if self._fits(tried.bounds) is not False]

    def _best(self) -> Tried:
        side: Callable[..., Tried] = min if self.at_most else max
        return side(self.tried.values(), key=lambda tried: tried.bounds.low)

    # -- the answer ----------------------------------------------------------------------------------------

    def _answer(self, values: tuple[int, ...]) -> Filled:
        _, check, bounds = self.tried[values]
        return Filled.of(bounds, values=values, text=check.text, asked=self.opening.asked(values, check))

    def _needed(self, places: list[tuple[int, ...]], ranges: tuple[tuple[int, int], ...], complete: bool) -> Needed:
        fitting = self._fitting()
        falling = tuple(self._falls(fitting, numbers, at) for at, numbers in enumerate(places))
        complete = complete and not self.dear
        runs: list[tuple[Filled, Filled]] = []
        if len(places) == 1:
            (numbers,) = places
            known = sorted([*self.tried, *self.dear])  # what was not solved ends a run
            groups = [list(run) for fits, run in groupby(known, set(fitting).__contains__) if fits]
            runs = [(self._answer(run[0]), self._answer(run[-1])) for run in groups]
            # The end of a run beyond which it is no longer so; of two such ends the least number.
            least = [
                last if first.values[0] == numbers[0] and (falling[0] or last.values[0] != numbers[-1]) else first
                for first, last in runs
            ]
        else:
            least = [self._answer(values) for values in sorted(_least(fitting, falling))]
        best = self._answer(self._best().values)
        undecided = tuple(
            self.opening.asked(tried.values, tried.check)
            for tried in self.tried.values()
            if self._fits(tried.bounds) is None
        )
        return Needed(
            self.opening.text, self.name, self.wanted, self.at_most, ranges, falling, tuple(least), tuple(runs),
            best, "" if least else self._reason(ranges, best, complete), len(self.tried), complete,
            tuple(sorted(self.dear)), undecided, self.budget.aimed(),
        )  # fmt: skip

    def _reason(self, ranges: tuple[tuple[int, int], ...], best: Filled, complete: bool) -> str:
        """The reason why there is no answer."""
        spans = " and ".join(f"{figures(low)} to {figures(high)}" for low, high in ranges)
        which = "No number" if complete else f"None of the {len(self.tried):,} numbers tried"
        if not self.at_most and not best.bounds.high:
            return f"{which} from {spans} works: “{self.name}” never happens there."
        side = "least" if self.at_most else "most"
        return f"{which} from {spans} works: the {side} is {best.figure}, with “{best.asked}”."

    def _falls(self, fitting: list[tuple[int, ...]], numbers: tuple[int, ...], at: int) -> bool:
        """Whether small numbers in an open place fit rather than great ones: then the greatest are the answers.

        If all fit, or none, the chances at the ends say which way it goes.
        """
        fit, every = ([values[at] for values in known] for known in (fitting, self.tried))
        above = sum(fit) * len(every) - sum(every) * len(fit)
        if above:
            return above < 0
        low, high = (
            sum((tried.bounds.low for values, tried in self.tried.items() if values[at] == end), Fraction(0))
            for end in (numbers[0], numbers[-1])
        )
        return low < high if self.at_most else low > high


def _least(fitting: list[tuple[int, ...]], falling: tuple[bool, ...]) -> list[tuple[int, ...]]:
    """Those of which no other is as good in every place and better in one."""

    def turned(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(-v if falls else v for v, falls in zip(values, falling, strict=True))

    least: list[tuple[int, ...]] = []
    for values in sorted(fitting, key=turned):
        mine = turned(values)
        if not any(all(a <= b for a, b in zip(turned(other), mine, strict=True)) for other in least):
            least.append(values)
    return least


def _wanted(chance: Fraction) -> str:
    """A chance that was asked for: as a percentage, or exactly where a percentage would only say that it is rare."""
    shown = percent(Bounds.exactly(chance))
    return str(chance) if shown[0] in "<>" else shown
