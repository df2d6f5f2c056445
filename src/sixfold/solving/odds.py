"""Everything that could happen in a check, each with its exact chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.bounds import FRACTION_DIGITS, JSON_DIGITS, WORK
from sixfold.checks.check import Check
from sixfold.errors import OddsError, UsageError
from sixfold.given import fraction, function, whole
from sixfold.report.shown import Shown
from sixfold.rules.message import minus
from sixfold.rules.outcome import Outcome
from sixfold.rules.rule import System
from sixfold.shapes.fraction import chance_json, exact
from sixfold.solving.outcomes import marginal
from sixfold.solving.solver import TOLERANCE, Solution, solve
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.report.chart import Chart, Distribution
    from sixfold.report.report import Block, Report

VERSION = 1


class Chance(NamedTuple):
    """One outcome and its probability (0 to 1, exact)."""

    outcome: Outcome
    exact: Fraction


class Number:
    """The distribution of an integer field: value -> probability (0 to 1, exact).

    Where something is left unresolved, every probability is a lower bound; mean and standard deviation are
    those of what was followed.
    """

    __slots__ = ("_ways", "pmf", "scale")

    def __init__(self, ways: Mapping[int, int], scale: int) -> None:
        self._ways = dict(sorted(ways.items()))
        self.scale = scale
        self.pmf: Mapping[int, Fraction] = {v: Fraction(n, scale) for v, n in self._ways.items()}

    @property
    def mean(self) -> Fraction:
        """The mean, exact."""
        whole = sum(self._ways.values())
        return Fraction(sum(v * n for v, n in self._ways.items()), whole)

    @property
    def variance(self) -> Fraction:
        """The variance, exact."""
        whole = sum(self._ways.values())
        squares = Fraction(sum(v * v * n for v, n in self._ways.items()), whole)
        return squares - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation, the nearest double of the exact variance's root."""
        return math.sqrt(self.variance)

    def at_least(self, value: int) -> Fraction:
        """The probability of this value or more (0 to 1, exact)."""
        least = whole(value, "The value")
        return Fraction(sum(n for v, n in self._ways.items() if v >= least), self.scale)

    def quantile(self, chance: Fraction | float | str) -> int:
        """The least value that is not exceeded with at least this chance (above 0, to 1).

        Raises OddsError (odds/unknown) for a chance outside of that, or one that lies in what is unresolved.
        """
        try:
            wanted = fraction(chance, "The chance")
        except UsageError:
            wanted = Fraction(0)
        if not 0 < wanted <= 1:
            raise OddsError("odds/unknown", "A quantile needs a chance above 0 and up to 1.")
        reached = 0
        for value, number in self._ways.items():
            reached += number
            if reached >= wanted * self.scale:
                return value
        raise OddsError("odds/unknown", "That quantile lies in the part that is unresolved.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.pmf == other.pmf

    def __hash__(self) -> int:
        return hash(tuple(self.pmf.items()))

    def __repr__(self) -> str:
        return f"Number(mean={float(self.mean):.6g}, sd={self.sd:.6g}, values={len(self.pmf)})"


class Odds(Shown):
    """The exact odds of a check: immutable, compared by value.

    >>> from sixfold import odds
    >>> answer = odds("ten superior 1")
    >>> answer.events["quality=critical"]
    Fraction(169, 1296)
    >>> answer.p(lambda outcome: outcome.margin >= 3 and not outcome.chaos)
    Fraction(97, 216)
    """

    __slots__ = ("_events", "_numbers", "check", "solution")

    check: Check
    solution: Solution
    _events: Mapping[str, Fraction]
    _numbers: Mapping[str, Number]

    def __init__(self, check: Check, solution: Solution) -> None:
        keep = partial(object.__setattr__, self)
        keep("check", check)
        keep("solution", solution)
        keep("_events", None)
        keep("_numbers", None)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("odds cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return Odds, (self.check, self.solution)

    @property
    def text(self) -> str:
        """The canonical text of the check."""
        return self.check.text

    @property
    def unresolved(self) -> Fraction:
        """An upper bound of the probability that was not followed to its end; 0 when nothing was left out."""
        return self.solution.unresolved

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of an outcome's values."""
        return self.solution.fields

    def __iter__(self) -> Iterator[Chance]:
        """Every outcome with its chance, likeliest first."""
        scale, fields = self.solution.scale, self.fields
        rows = sorted(self.solution.rows.items(), key=lambda row: (-row[1], str(row[0])))
        for values, number in rows:
            yield Chance(Outcome(dict(zip(fields, values, strict=True))), Fraction(number, scale))

    def __len__(self) -> int:
        return len(self.solution.rows)

    @property
    def outcomes(self) -> tuple[Chance, ...]:
        """Every outcome with its chance, likeliest first."""
        return tuple(self)

    def p(self, predicate: Callable[[Outcome], object]) -> Fraction:
        """The probability (0 to 1, exact) that an outcome satisfies the predicate."""
        fields, holds = self.fields, function(predicate, "What is asked of an outcome")
        ways = sum(
            number
            for values, number in self.solution.rows.items()
            if holds(Outcome(dict(zip(fields, values, strict=True))))
        )
        return Fraction(ways, self.solution.scale)

    @property
    def events(self) -> Mapping[str, Fraction]:
        """The probability (0 to 1, exact) of each yes-or-no field, and of each `field=value` of a named one."""
        if self._events is None:
            object.__setattr__(self, "_events", MappingProxyType(self._gather_events()))
        return self._events

    def _gather_events(self) -> dict[str, Fraction]:
        ways: dict[str, int] = {}
        rows = self.solution.rows
        for at, field in enumerate(self.fields):
            by_value = marginal(rows, at)
            if all(type(value) is bool for value in by_value):
                ways[field] = by_value.get(True, 0)
            elif all(isinstance(value, str) for value in by_value):
                for value, number in sorted(by_value.items(), key=lambda item: (-item[1], item[0])):
                    ways[f"{field}={value}"] = number
        for event in self.check.rule.events:
            field, _, value = event.name.partition("=")
            if value and field in self.fields:
                ways.setdefault(event.name, 0)
        return {name: Fraction(number, self.solution.scale) for name, number in ways.items()}

    @property
    def numbers(self) -> Mapping[str, Number]:
        """The distribution of each integer field."""
        if self._numbers is None:
            rows, scale = self.solution.rows, self.solution.scale
            found: dict[str, Number] = {}
            for at, field in enumerate(self.fields):
                by_value = marginal(rows, at)
                if all(type(value) is int for value in by_value):
                    found[field] = Number(by_value, scale)
            object.__setattr__(self, "_numbers", MappingProxyType(found))
        return self._numbers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        return (
            self.text == other.text
            and self.unresolved == other.unresolved
            and dict(self.outcomes) == dict(other.outcomes)
        )

    def __hash__(self) -> int:
        return hash((self.text, self.unresolved, len(self)))

    def __repr__(self) -> str:
        return f"Odds({self.text!r}, {len(self)} outcomes)"

    def in_words(self) -> list[tuple[str, Fraction]]:
        """The events in the game's words and order, success first; what cannot happen is left out."""
        words, success = self.check.rule.phrases, self.check.rule.success
        order = [name for name in words if name in self.events]
        order += [name for name in self.events if name not in words]
        return [
            (words.get(name, name.partition("=")[2] or name.replace("_", " ")), chance)
            for name in order
            if (chance := self.events[name]) or (success is not None and name == success.name)
        ]

    def report(self) -> Report:
        """How often each result comes, in the words of the game; then the number that matters most, value by value."""
        from sixfold.report.bars import named_bars, value_bars  # here, since only people need it
        from sixfold.report.blocks import SPACE, Heading, Note
        from sixfold.report.chances import at_most_too_low

        blocks: list[Block] = [Heading(self.text)]
        named = self.in_words()
        if named:
            blocks += [SPACE, named_bars(named)]
        field = self.check.rule.chart
        number = self.numbers.get(field)
        if number is not None:
            spread = minus(f"mean {float(number.mean):.3f}, standard deviation {number.sd:.3f}")
            blocks += [SPACE, Heading(field, spread, 2), value_bars(number.pmf)]
        if self.unresolved:
            blocks += [SPACE, Note(f"{at_most_too_low(self.unresolved)}: throws can go on for ever.")]
        return tuple(blocks)

    def chart(self) -> Chart:
        """The distribution that the check's game looks at, and under it the chance of at least each value."""
        from sixfold.report.chances import as_percent
        from sixfold.report.chart import Chances, Chart, Histogram, Named, Plot, Reach

        named = self.in_words()
        untold = {event.words for event in self.check.rule.events if not event.told}
        facts = [f"{name} {as_percent(chance)}" for name, chance in named if name not in untold][:4]
        field = self.check.rule.chart
        number = self.numbers.get(field)
        if number is not None:
            facts.append(minus(f"{field.replace('_', ' ')} {float(number.mean):.2f} on average"))
        plots: tuple[Plot, ...] = (Chances(tuple(Named(name, c, as_percent(c)) for name, c in named)),)
        if number is not None and len(number.pmf) > 1:
            drawn = self.distribution(field)
            plots = (Histogram(drawn), Reach(drawn))
        return Chart(self.text, " · ".join(facts), plots)

    def distribution(self, field: str) -> Distribution:
        """An integer field value by value, and how often the check succeeds (or hits) with each."""
        from sixfold.report.chart import Distribution

        chances = tuple(self.numbers[field].pmf.items())
        good = self.check.rule.success
        if good is None or not 0 < self.events.get(good.name, 0) < 1:
            return Distribution(field, chances)
        at, side = self.fields.index(field), self.fields.index(good.name)
        ways = {value: 0 for value, _ in chances}
        for values, count in self.solution.rows.items():
            if values[side] is True:
                ways[values[at]] += count
        parts = tuple(Fraction(ways[value], self.solution.scale) for value, _ in chances)
        return Distribution(field, chances, parts, (good.words, good.otherwise))

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data, in the shape promised to programs.

        Raises OddsError (odds/too-large) when the fractions would have more than 12 million digits, or one of them
        more than 100,000.
        """
        digits = self.solution.scale.bit_length() * 3 // 10
        if digits > FRACTION_DIGITS or digits * 4 * (len(self) + 1) > JSON_DIGITS:
            raise OddsError(
                "odds/too-large",
                f"These odds have {len(self):,} outcomes with fractions of up to {digits:,} digits; "
                "that is too much for one document. Ask for fewer dice or sides, or a lower threshold.",
            )
        return {
            "version": VERSION,
            "text": self.text,
            "system": self.check.system,
            "rule": self.check.rule.name,
            "options": self.check.options,
            "unresolved": exact(self.unresolved),
            "events": {name: chance_json(chance) for name, chance in self.events.items()},
            "numbers": {
                name: {
                    "mean": float(number.mean),
                    "sd": number.sd,
                    "pmf": {str(value): exact(chance) for value, chance in number.pmf.items()},
                }
                for name, number in self.numbers.items()
            },
            "outcomes": [{"outcome": dict(chance.outcome), **chance_json(chance.exact)} for chance in self],
        }

    @classmethod
    def from_json(cls, data: Any, systems: Mapping[str, System] = SYSTEMS) -> Odds:
        """The odds that plain data holds. Raises RecordError (record/malformed) when it holds none."""
        from sixfold.solving.reading import read  # here, since only reading needs it

        return cls(*read(data, systems))


def solve_check(check: Check, tolerance: Fraction = TOLERANCE, work: int = WORK) -> Odds:
    """The exact odds of a check; `tolerance` (probability) bounds what endless throws may leave out.

    Raises OddsError (odds/too-large) when the answer would cost more than `work` (about 1e7 a second).
    """
    return Odds(check, solve(check.rule.play, tolerance, work, **check.arguments))
