"""Everything that could happen in a check, each with its exact chance."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby, product
from math import lcm
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

from sixfold.arguments import function
from sixfold.bounds import FRACTION_DIGITS, JSON_DIGITS, WORK
from sixfold.checks.check import Check
from sixfold.errors import NoSuchNameError, OddsError, RecordError
from sixfold.printable import shown
from sixfold.report.display import Shown
from sixfold.rules.interval import Interval, Undecided, Unknown
from sixfold.rules.outcome import Outcome
from sixfold.rules.rule import System
from sixfold.rules.wording import did_you_mean, listed, minus, nearest
from sixfold.shapes.fraction import chance_json, exact
from sixfold.solving.joint import VAGUE, key_of
from sixfold.solving.number import Bounds, Number, NumberTail
from sixfold.solving.outcomes import marginal
from sixfold.solving.solver import TOLERANCE, Solution, solve
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.report.chart import Chart, Distribution
    from sixfold.report.tables import Block, Report, Tidy
    from sixfold.solving.duration import Course

Asked = Sequence[tuple[str, Bounds]]
"""Further events, each in words, with its chance."""

NUMBER_BITS = 1_000
"""The length of a number of an outcome, which its mean and deviation can still be told of."""

MOST_UNKNOWN = 6
"""Unknown answers of yes or no up to which every combination of them is tried."""


_ways = itemgetter(1)


class Chance(NamedTuple):
    """One outcome and its probability (0 to 1, exact)."""

    outcome: Outcome
    exact: Fraction


class _Named(dict[str, Any]):
    """Values by name; a name that is not there is told with the one that was probably meant."""

    def __init__(self, which: str, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self._which = which

    def __missing__(self, name: object) -> NoReturn:
        guess = nearest(str(name), self)
        known = f"it has {listed(list(self))}" if self else "it has none"
        raise NoSuchNameError(f"{self._which} “{shown(name)}”; {known}.{did_you_mean(guess)}", guess)


class Odds(Shown):
    """The exact odds of a check: immutable, compared by value.

    >>> from sixfold import odds
    >>> answer = odds("ten superior 1")
    >>> answer.events["quality=critical"]
    Fraction(169, 1296)
    >>> answer.p(lambda outcome: outcome.margin >= 3 and not outcome.chaos)
    Fraction(97, 216)
    """

    check: Check
    asked: Asked = ()
    whole = False

    def __init__(self, check: Check, solution: Solution) -> None:
        self.__dict__.update(check=check, _solved=solution)

    def asking(self, asked: Asked, whole: bool) -> Self:
        """Return the same odds with further events; `whole` has their report list every value of a number."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, asked=tuple(asked), whole=whole)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("odds cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return Odds, (self.check, self.solution), {"asked": self.asked, "whole": self.whole}

    @cached_property
    def solution(self) -> Solution:
        """The solution behind these odds: each outcome with its ways, and those that are known in part."""
        solved: Solution = self.__dict__["_solved"].finished()
        self.__dict__["_solved"] = solved  # what was kept to find the rest is needed no more
        return solved

    @property
    def text(self) -> str:
        """The canonical text of the check."""
        return self.check.text

    @property
    def unresolved(self) -> Fraction:
        """The total chance of outcomes that are unknown or known only in part; 0 if rolls always end."""
        return self.solution.unresolved

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields of an outcome."""
        return self.solution.fields

    def __iter__(self) -> Iterator[Chance]:
        """Every outcome with its chance, likeliest first."""
        scale, fields = self.solution.scale, self.fields
        for number, alike in groupby(sorted(self.solution.rows.items(), key=_ways, reverse=True), _ways):
            exact = Fraction(number, scale)
            rows = [values for values, _ in alike]
            for values in sorted(rows, key=str) if len(rows) > 1 else rows:
                yield Chance(Outcome.of(fields, values), exact)

    def __len__(self) -> int:
        return len(self.solution.rows)

    @property
    def outcomes(self) -> tuple[Chance, ...]:
        """Every outcome with its chance, likeliest first."""
        return tuple(self)

    @property
    def partial(self) -> tuple[Chance, ...]:
        """The outcomes that are known only in part, each with its chance. Some of their numbers are an Interval.

        >>> from sixfold import odds
        >>> odds("dice 1d6!").partial[0].outcome
        Outcome(total=Interval(103, None))
        """
        fields, scale = self.fields, self.solution.partial_scale
        return tuple(
            Chance(Outcome.of(fields, values), Fraction(ways, scale)) for values, ways in self.solution.partial
        )

    def p(self, event: str | Callable[[Outcome], object]) -> Fraction:
        """Return the exact chance (0 to 1) of an event: one of `events` by name, or a predicate of outcomes.

        If rolls can be endless, it may be a lower bound; `bounds` gives both bounds.
        Raises NoSuchNameError (odds/unknown) for a name that is not among `events`.

        >>> from sixfold import odds
        >>> odds("ten").p("success") == odds("ten").p(lambda outcome: outcome.margin >= 0) == Fraction(5, 8)
        True
        """
        return self.bounds(event).low

    def bounds(self, event: str | Callable[[Outcome], object]) -> Bounds:
        """The probability of an event, by name or as a predicate of outcomes: exact, or between two bounds.

        Outcomes that are known in part count where what is known of them is enough.
        Raises NoSuchNameError (odds/unknown) for a name that is not among `events`.

        >>> from sixfold import odds
        >>> odds("skew vs 10").bounds("success")
        Bounds(low=Fraction(1, 2), high=Fraction(1, 2))
        >>> odds("wild 1D").bounds(lambda outcome: outcome.net == 0).exact
        False
        """
        if isinstance(event, str):
            return self.event_bounds[event]
        fields, holds = self.fields, function(event, "What is asked of an outcome")
        rows = self.solution.rows.items()
        ways = sum(number for values, number in rows if holds(Outcome.of(fields, values)))
        return self.bounds_beyond(holds).plus(Fraction(ways, self.solution.scale))

    def bounds_beyond(self, predicate: Callable[[Outcome], object]) -> Bounds:
        """Return the share of the partly known outcomes in the probability of an event."""
        inside = possible = 0
        proved = set()
        for values, number in self.solution.partial:
            answer = self._holds(predicate, values)
            if answer is None:
                possible += number
                # Far out, an endless throw settles what it leaves open so far: some of these outcomes are there.
                proved.add(self._holds(predicate, [_far(value) for value in values]))
            elif answer:
                inside += number
        scale = self.solution.partial_scale
        return Bounds.of(Fraction(inside, scale), Fraction(possible, scale), True in proved, False in proved)

    def _holds(self, predicate: Callable[[Outcome], object], values: Sequence[Any]) -> bool | None:
        """Whether a predicate holds for an outcome that is known in part, whatever the rest of it is."""
        unknown = [
            at for at, value in enumerate(values) if type(value) is Unknown and self.fields[at] in self._yes_or_no
        ]
        if len(unknown) > MOST_UNKNOWN:
            return None
        answers = set()
        for guess in product((True, False), repeat=len(unknown)):
            row = list(values)
            for at, value in zip(unknown, guess, strict=True):
                row[at] = value
            try:
                answers.add(bool(predicate(Outcome.of(self.fields, row))))
            except Undecided:
                return None
        return answers.pop() if len(answers) == 1 else None

    @cached_property
    def _yes_or_no(self) -> set[str]:
        """The fields that are true or false."""
        return {name for name in self.event_bounds if name in self.fields}

    @cached_property
    def events(self) -> Mapping[str, Fraction]:
        """The chance (0 to 1) of each true/false field, by its name, and of each named value, as `field=value`.

        If rolls can be endless, a chance may be a lower bound; `bounds` gives both bounds.
        """
        events = {name: bounds.low for name, bounds in self.event_bounds.items()}
        return MappingProxyType(_Named(f"{self.text} has no event", events))

    @cached_property
    def event_bounds(self) -> Mapping[str, Bounds]:
        """The chance of each of `events`: exact, or between two bounds."""
        found: dict[str, Bounds] = {}
        named: dict[str, Fraction] = {}
        for at, field in enumerate(self.fields):
            ways, scale, tails = self._marginal(at)
            left = sum([tail.chance for tail in tails], Fraction(0))
            if all(type(value) is bool for value in ways):
                far = {values[at].far if type(values[at]) is Unknown else None for values, _ in self.solution.partial}
                found[field] = Bounds.of(Fraction(ways.get(True, 0), scale), left, True in far, False in far)
            elif all(isinstance(value, str) for value in ways):
                named[field] = left
                for value, number in sorted(ways.items(), key=lambda item: (-item[1], item[0])):
                    found[f"{field}={value}"] = Bounds.of(Fraction(number, scale), left)
        for field, values in self.check.rule.declared.items():
            for value in values if field in self.fields else ():
                found.setdefault(f"{field}={value}", Bounds.of(Fraction(0), named.get(field, Fraction(0))))
        return _Named(f"{self.text} has no event", found)

    @cached_property
    def numbers(self) -> Mapping[str, Number]:
        """The distribution of each whole-number field, by its name."""
        found: dict[str, Number] = {}
        for at, field in enumerate(self.fields):
            ways, scale, tails = self._marginal(at)
            if all(type(value) is int for value in ways):
                if any(value.bit_length() > NUMBER_BITS for value in ways):
                    digits = NUMBER_BITS * 30_103 // 100_000
                    message = f"“{field}” reaches numbers of more than {digits} digits: these have no mean."
                    raise OddsError("odds/too-large", message)
                found[field] = Number(ways, scale, tails)
        return MappingProxyType(_Named(f"{self.text} has no number", found))

    def _marginal(self, at: int) -> tuple[dict[Any, int], int, list[NumberTail]]:
        """The ways of each value of a field, and what they are out of; and what is left, where it is not known."""
        solution = self.solution
        ways, scale = marginal(solution.rows, at), solution.scale
        known = [(values[at], number) for values, number in solution.partial if type(values[at]) not in VAGUE]
        if known:
            factor = lcm(scale, solution.partial_scale) // scale
            ways, scale = {value: number * factor for value, number in ways.items()}, scale * factor
            for value, number in known:
                ways[value] = ways.get(value, 0) + number * (scale // solution.partial_scale)
        tails: dict[Any, int] = {}
        for values, number in solution.partial:
            value = values[at]
            if type(value) in VAGUE:
                bounds = (value.low, value.high, value.endless) if type(value) is Interval else (None, None, False)
                tails[bounds] = tails.get(bounds, 0) + number
        partial_scale = solution.partial_scale
        return (
            ways,
            scale,
            [NumberTail(low, high, Fraction(n, partial_scale), far) for (low, high, far), n in tails.items()],
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        ours, theirs = self.solution, other.solution
        return (
            self.text == other.text
            and ours.fields == theirs.fields
            and len(ours.rows) == len(theirs.rows)
            and all(ways * theirs.scale == theirs.rows.get(row, 0) * ours.scale for row, ways in ours.rows.items())
            and self._known_in_part() == other._known_in_part()
        )

    def _known_in_part(self) -> dict[Any, Fraction]:
        """The outcomes that are known in part, in a form that can be compared; what is not known at all is none."""
        scale = self.solution.partial_scale
        return {
            tuple(map(key_of, values)): Fraction(ways, scale)
            for values, ways in self.solution.partial
            if any(type(value) is not Unknown for value in values)
        }

    def __hash__(self) -> int:
        return hash((self.text, self.unresolved, len(self)))

    def __repr__(self) -> str:
        return f"Odds({self.text!r}, {len(self)} outcomes)"

    @property
    def course(self) -> "Course | None":
        """The chance of having finished after each roll or round; None if the rule counts none.

        >>> from sixfold import odds
        >>> course = odds("ten extended threshold 2 +1").course
        >>> [(point.at, round(float(point.going), 4)) for point in course.points]
        [(2, 0.3841), (3, 0.0)]
        """
        if not self.check.rule.time:
            return None
        from sixfold.solving.duration import course_of  # here, since few rules count time

        return course_of(self.check.rule, self.fields, self.solution.rows, self.solution.scale)

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

    def report(self) -> "Report":
        """Return the chance of each result in the words of the game, then the distribution of the main number."""
        from sixfold.report.bars import named_bars, value_bars  # here, since only people need it
        from sixfold.report.blocks import SPACE, Heading, Note
        from sixfold.report.chances import as_decimal

        blocks: list[Block] = [Heading(self.check.text, self.check.unsaid)]
        named = [*self.asked, *self.told()]
        if named:
            blocks += [SPACE, named_bars((words, bounds.low, bounds.unresolved) for words, bounds in named)]
        field = self.check.rule.charted(self.numbers)
        number = self.numbers.get(field)
        if number is not None:
            spread = minus(f"mean {as_decimal(number.mean, 3)}, standard deviation {number.sd:.3f}")
            bars = value_bars(number.ways, number.scale, number.tails, self.whole)
            blocks += [SPACE, Heading(field, spread, 2), bars]
            if len(bars.rows) < len(number.ways):
                every = "on the command line, --all lists every one (in Python, whole=True)"
                blocks.append(Note(f"{len(number.ways):,} values; {every}.", indent=2))
        course = self.course
        if course is not None and len(course.ways) > 1:
            blocks += [SPACE, *course.blocks()]
        if self.solution.unresolved:
            blocks += [SPACE, Note(self._endless(number))]
        return tuple(blocks)

    def _endless(self, number: Number | None) -> str:
        """Return the note below odds of a check whose rerolls can be endless."""
        from sixfold.report.chances import as_bound, at_most_too_low

        named = [*self.event_bounds.items(), *self.asked]
        rough = [bounds.unresolved for _, bounds in named if not bounds.exact]
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

    def chart(self) -> "Chart":
        """Return a chart: the distribution of the game's main number, and the chance of at least each value."""
        from sixfold.report.chances import as_decimal, percent
        from sixfold.report.chart import Chances, Chart, Histogram, Named, Plot, reaching

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
            plots = (Histogram(drawn), reaching([""], [drawn]))
        return Chart(self.check.text, " · ".join(facts), plots)

    def distribution(self, field: str) -> "Distribution":
        """Return the distribution of an integer field, and how often the check succeeds (or hits) with each value."""
        from sixfold.report.chart import Distribution

        number = self.numbers[field]
        good = self.check.rule.success
        if good is None or good.name not in self.solution.fields or not 0 < self.event_bounds[good.name].low < 1:
            return Distribution(field, tuple(number.ways.items()), number.scale)
        side = self.solution.fields.index(good.name)
        ways = tuple(self.ways_with(field, lambda values: values[side] is True).items())
        sides = (good.words, good.otherwise)
        return Distribution(field, tuple(number.ways.items()), number.scale, ways, self.solution.scale, sides)

    def ways_with(self, field: str, holds: Callable[[Sequence[Any]], bool]) -> dict[int, int]:
        """Return the ways of each value of an integer field, of the outcomes whose values hold something alone."""
        at, ways = self.fields.index(field), dict.fromkeys(self.numbers[field].ways, 0)
        for values, count in self.solution.rows.items():
            if holds(values):
                ways[values[at]] += count
        return ways

    def tidy(self) -> "Tidy":
        """Return a row for each event and each value of each number, with the chances of at least and at most it."""
        from sixfold.report.bars import reaches  # here, since only programs need it
        from sixfold.report.tables import FIGURE, Tidy, figure

        text = self.check.text
        events = [*self.asked, *self.event_bounds.items()]
        lines = [(text, "event", name, None, *figure(b.low, b.unresolved), None, None) for name, b in events]
        for name, number in self.numbers.items():
            left, runs = number.unresolved, [(value, value) for value in number.ways]
            for (value, _), chance, least, most in reaches(number.ways, number.scale, runs, number.tails):
                lines.append((text, "number", name, value, *figure(chance, left), float(least[0]), float(most[0])))
        return Tidy(("check", "kind", "name", "value", *FIGURE, "at_least", "at_most"), tuple(lines))

    def to_json(self) -> dict[str, Any]:
        """Return the odds as plain data, in the shape that is promised to programs.

        Raises OddsError (odds/too-large) if all fractions together would have more than 12 million digits, or one of
        them more than 100,000.
        """
        digits = self.solution.scale.bit_length() * 3 // 10
        size = len(self) + len(self.solution.partial) + 1
        if digits > FRACTION_DIGITS or digits * 4 * size > JSON_DIGITS:
            raise OddsError(
                "odds/too-large",
                f"These odds have {len(self):,} outcomes with fractions of up to {digits:,} digits; "
                "that is too much for one document. Ask for fewer dice or sides, or a lower threshold.",
            )
        from sixfold.solving.from_json import part_json  # here, since only programs need it

        partial = [
            {"outcome": {name: part_json(value) for name, value in outcome.items()}, "exact": exact(chance)}
            for outcome, chance in self.partial
        ]
        numbers = {
            name: {
                "mean": float(number.mean),
                "sd": number.sd,
                "unresolved": exact(number.unresolved),
                "pmf": {str(value): exact(chance) for value, chance in number.pmf.items()},
            }
            for name, number in self.numbers.items()
        }
        course = self.course
        if course is not None and digits * 4 * (size + course.size) > JSON_DIGITS:
            course = None  # it follows from the outcomes
        return {
            **self.check.to_json(),
            "unresolved": exact(self.unresolved),
            "events": {name: bounds.to_json() for name, bounds in self.event_bounds.items()},
            "numbers": numbers,
            "outcomes": [{"outcome": outcome.as_dict(), **chance_json(chance)} for outcome, chance in self],
            **({"partial": partial} if partial else {}),
            **({"course": course.to_json()} if course is not None else {}),
            **({"asked": {text: bounds.to_json() for text, bounds in self.asked}} if self.asked else {}),
        }

    @classmethod
    def from_json(cls, data: Any, systems: Mapping[str, System] = SYSTEMS) -> "Odds":
        """Return the odds that plain data describes. Raises RecordError (record/malformed) if the data is not odds."""
        from sixfold.solving.from_json import read  # here, since only reading needs it

        check, solution, play = read(data, systems)
        if play is not None:
            raise RecordError("record/malformed", "These are odds of best play: BestOdds.from_json reads them.")
        return cls(check, solution)


def _far(value: Any) -> Any:
    """Return the bounds of a value if all endless rolls are far out."""
    if type(value) is Interval:
        return value.beyond_all()
    return value.far if type(value) is Unknown and value.far is not None else value


def solve_check(check: Check, tolerance: Fraction = TOLERANCE, work: int = WORK) -> Odds:
    """Return the exact odds of a check; `tolerance` (a probability) bounds what endless rolls may leave out.

    Raises OddsError (odds/too-large) if the answer costs more than `work` (about 1e7 units a second).
    """
    return Odds(check, solve(check.rule.play, tolerance, work, **check.arguments))
