"""How odds show themselves: as text, as a chart, and as lines for programs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sixfold.checks.check import Check
from sixfold.report.shown import Shown
from sixfold.rules.message import minus

if TYPE_CHECKING:
    from sixfold.report.chart import Chart, Distribution
    from sixfold.report.report import Block, Report
    from sixfold.report.tidy import Tidy
    from sixfold.solving.bounded import Bounds
    from sixfold.solving.course import Course
    from sixfold.solving.number import Number
    from sixfold.solving.solver import Solution

Asked = Sequence[tuple[str, "Bounds"]]
"""Further events, each in words, with its chance."""


class Telling(Shown):
    """The report and the chart of odds: the events in the words of the game, and the number that matters most."""

    __slots__ = ()

    check: Check

    @property
    @abstractmethod
    def solution(self) -> Solution:
        """Return the solution."""

    @property
    @abstractmethod
    def numbers(self) -> Mapping[str, Number]:
        """Return the distribution of each integer field."""

    @property
    @abstractmethod
    def event_bounds(self) -> Mapping[str, Bounds]:
        """Return the chance of each event: exact, or between two bounds."""

    @property
    @abstractmethod
    def course(self) -> Course | None:
        """Return the chance of having finished after each roll or round."""

    def told(self) -> list[tuple[str, Bounds]]:
        """Return the events in the words and order of the game, success first. Impossible ones are left out."""
        words, success = self.check.rule.phrases, self.check.rule.success
        order = [name for name in words if name in self.event_bounds]
        order += [name for name in self.event_bounds if name not in words]
        return [
            (words.get(name, name.partition("=")[2] or name.replace("_", " ")), bounds)
            for name in order
            if (bounds := self.event_bounds[name]).high or (success is not None and name == success.name)
        ]

    def in_words(self) -> list[tuple[str, Fraction]]:
        """Return the events in the words of the game, each with its chance or a lower bound of it."""
        return [(words, bounds.low) for words, bounds in self.told()]

    def report(self, asked: Asked = (), whole: bool = False) -> Report:
        """Return the chance of each result in the words of the game, then the distribution of the main number.

        The events in `asked` come first. `whole` lists every value, even if there are many.
        """
        from sixfold.report.bars import named_bars, value_bars  # here, since only people need it
        from sixfold.report.blocks import SPACE, Heading, Note
        from sixfold.report.chances import as_decimal

        blocks: list[Block] = [Heading(self.check.text)]
        named = [*asked, *self.told()]
        if named:
            blocks += [SPACE, named_bars((words, bounds.low, bounds.unresolved) for words, bounds in named)]
        field = self.check.rule.charted(self.numbers)
        number = self.numbers.get(field)
        if number is not None:
            spread = minus(f"mean {as_decimal(number.mean, 3)}, standard deviation {number.sd:.3f}")
            bars = value_bars(number.ways, number.scale, number.tails, whole)
            blocks += [SPACE, Heading(field, spread, 2), bars]
            if len(bars.bars) < len(number.ways):
                blocks.append(
                    Note(f"{len(number.ways):,} values; --all (in Python, whole=True) lists every one.", indent=2)
                )
        course = self.course
        if course is not None and len(course.ways) > 1:
            blocks += [SPACE, *course.blocks()]
        if self.solution.unresolved:
            blocks += [SPACE, Note(self._endless(number, [bounds for _, bounds in asked]))]
        return tuple(blocks)

    def _endless(self, number: Number | None, asked: Sequence[Bounds]) -> str:
        """Return the note below odds of a check whose rerolls can be endless."""
        from sixfold.report.chances import as_bound, at_most_too_low

        rough = [bounds.unresolved for bounds in (*self.event_bounds.values(), *asked) if not bounds.exact]
        of_known = ""
        if number is not None and number.unresolved:
            rough += [] if number.exact else [number.unresolved]
            part = as_bound(number.unresolved)
            of_known = minus(f" Mean and standard deviation leave out results with a total chance of {part}.")
        if not rough:
            return f"Rerolls can be endless, but the chances are exact.{of_known}"
        exact_ones = [name for name, bounds in self.event_bounds.items() if bounds.exact]
        but = f" (exact: {', '.join(exact_ones)})" if exact_ones else ""
        return f"{at_most_too_low(max(rough))}{but}, because rerolls can be endless.{of_known}"

    def chart(self) -> Chart:
        """Return a chart: the distribution of the game's main number, and the chance of at least each value."""
        from sixfold.report.chances import as_decimal, percent
        from sixfold.report.chart import Chances, Chart, Histogram, Named, Plot, Reach

        named = [
            (words, bounds.low, percent(bounds.low, unresolved=bounds.unresolved)) for words, bounds in self.told()
        ]
        untold = {event.words for event in self.check.rule.events if not event.told}
        facts = [f"{words} {figure}" for words, _, figure in named if words not in untold][:4]
        field = self.check.rule.charted(self.numbers)
        number = self.numbers.get(field)
        if number is not None:
            facts.append(minus(f"{field.replace('_', ' ')} {as_decimal(number.mean, 2)} on average"))
        plots: tuple[Plot, ...] = (Chances(tuple(Named(*each) for each in named)),)
        if number is not None and len(number.ways) > 1:
            drawn = self.distribution(field)
            plots = (Histogram(drawn), Reach(drawn))
        return Chart(self.check.text, " · ".join(facts), plots)

    def distribution(self, field: str) -> Distribution:
        """Return the distribution of an integer field, and how often the check succeeds (or hits) with each value."""
        from sixfold.report.chart import Distribution

        chances = tuple(self.numbers[field].pmf.items())
        good = self.check.rule.success
        if good is None or good.name not in self.solution.fields or not 0 < self.event_bounds[good.name].low < 1:
            return Distribution(field, chances)
        at, side = self.solution.fields.index(field), self.solution.fields.index(good.name)
        ways = {value: 0 for value, _ in chances}
        for values, count in self.solution.rows.items():
            if values[side] is True:
                ways[values[at]] += count
        parts = tuple(Fraction(ways[value], self.solution.scale) for value, _ in chances)
        return Distribution(field, chances, parts, (good.words, good.otherwise))

    def tidy(self, asked: Asked = ()) -> Tidy:
        """Return a row for each event and each value of each number, with the chances of at least and at most it."""
        from sixfold.report.bars import reaches  # here, since only programs need it
        from sixfold.report.tidy import FIGURE, Tidy, figure

        text = self.check.text
        events = [*asked, *self.event_bounds.items()]
        lines = [(text, "event", name, None, *figure(b.low, b.unresolved), None, None) for name, b in events]
        for name, number in self.numbers.items():
            left, runs = number.unresolved, [(value, value) for value in number.ways]
            for (value, _), chance, least, most in reaches(number.ways, number.scale, runs, number.tails):
                lines.append((text, "number", name, value, *figure(chance, left), float(least), float(most)))
        return Tidy(("check", "kind", "name", "value", *FIGURE, "at_least", "at_most"), tuple(lines))
