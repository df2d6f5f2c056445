"""Everything that could happen in a check, each with its exact chance."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby, islice
from math import lcm
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from sixfold.base.arguments import function
from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.base.mappings import added_up
from sixfold.base.number_distribution import NumberDistribution, NumberTail
from sixfold.base.printable import shown
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import did_you_mean, listed, nearest
from sixfold.errors import NoSuchNameError
from sixfold.rules.check import Check
from sixfold.rules.functions import ReturnedBy
from sixfold.rules.interval import Interval, Undecided, Unknown
from sixfold.rules.outcome import Outcome, checked_value
from sixfold.rules.value import Value, placed
from sixfold.show.display import Presented
from sixfold.solving.joint_distribution import VAGUE, key_of
from sixfold.solving.outcomes import marginal
from sixfold.solving.solver import Solution, solve

if TYPE_CHECKING:
    from sixfold.solving.course import Course

Asked = Sequence[tuple[str, Bounds]]
"""Further events, each in words, with its chance."""

MOST_UNKNOWN = 6
"""Answers about an outcome that are not known, up to which every combination of them is tried."""

ASKED_WORK = 5_000
"""Work of one of several checks beside that of solving it, such as reading its text."""

OUTCOME_WORK = 10
"""Work of one outcome of one of several checks, for its share in their numbers and chances."""

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


class _BothAnswers:
    """Answers what is not known about an outcome, both ways by turns: first as given, then yes; each no waits."""

    def __init__(self, answers: tuple[bool, ...], waiting: list[tuple[bool, ...]]) -> None:
        self._answers, self._waiting = answers, waiting
        self._used = 0

    def guess(self, far: bool | None) -> bool:
        """The next answer. Raises Undecided for more than a few."""
        if self._used == len(self._answers):
            if self._used == MOST_UNKNOWN:
                raise Undecided
            self._waiting.append((*self._answers, False))
            self._answers = (*self._answers, True)
        self._used += 1
        return self._answers[self._used - 1]


class Odds(Presented, Value):
    """The exact odds of a check: immutable, compared by value.

    >>> from sixfold import odds
    >>> answer = odds("ten superior 1")
    >>> answer.events["quality=critical"]
    Fraction(169, 1296)
    >>> answer.p(lambda outcome: outcome.margin >= 3 and not outcome.chaos)
    Fraction(97, 216)
    """

    _presenter = "odds"

    check: Check = placed(kw_only=False)
    solution: Solution = placed(kw_only=False)
    """Each outcome with its ways, and those that are known in part."""
    asked: Asked = ()
    """Further events, with their chances."""
    whole: bool = False
    """Whether their report lists every value of a number."""

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
        waiting: list[tuple[bool, ...]] = [()]
        answers = set()
        while waiting:
            guesses = _BothAnswers(waiting.pop(), waiting)
            row = [self._open(guesses, field, value) for field, value in zip(self.fields, values, strict=True)]
            try:
                answers.add(bool(predicate(Outcome.of(self.fields, row))))
            except Undecided:
                return None
            if len(answers) > 1:
                return None
        return answers.pop()

    def _open(self, guesses: _BothAnswers, field: str, value: Any) -> Any:
        """A value of an outcome, about which may be asked what is not known of it."""
        if type(value) is Unknown:
            return guesses.guess(value.far) if field in self._yes_or_no else Unknown(value.far, _undecided)
        return value.on(guesses) if type(value) is Interval else value

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
        bounds: dict[str, Bounds] = {}
        named: dict[str, Fraction] = {}
        for at, (field, (ways, scale, tails)) in enumerate(zip(self.fields, self._marginals, strict=True)):
            left = sum([tail.chance for tail in tails], Fraction(0))
            if all(type(value) is bool for value in ways):
                far = {values[at].far if type(values[at]) is Unknown else None for values, _ in self.solution.partial}
                bounds[field] = Bounds.of(Fraction(ways.get(True, 0), scale), left, True in far, False in far)
            elif all(isinstance(value, str) for value in ways):
                named[field] = left
                for value, number in sorted(ways.items(), key=lambda item: (-item[1], item[0])):
                    bounds[f"{field}={value}"] = Bounds.of(Fraction(number, scale), left)
        for field, values in self.check.rule.declared.items():
            for value in values if field in self.fields else ():
                bounds.setdefault(f"{field}={value}", Bounds.of(Fraction(0), named.get(field, Fraction(0))))
        for field in named:
            if "" not in self.check.rule.declared.get(field, ()):
                bounds.pop(f"{field}=", None)  # an empty text says nothing, but where an event has words for it
        return _Named(f"{self.text} has no event", bounds)

    @cached_property
    def numbers(self) -> Mapping[str, NumberDistribution]:
        """The distribution of each whole-number field, by its name."""
        numbers: dict[str, NumberDistribution] = {}
        for field, (ways, scale, tails) in zip(self.fields, self._marginals, strict=True):
            if all(type(value) is int for value in ways):
                with ReturnedBy(self.check.rule.play):
                    checked_value(field, max(ways, key=abs))
                numbers[field] = NumberDistribution(ways, scale, tails)
        return MappingProxyType(_Named(f"{self.text} has no number", numbers))

    @cached_property
    def _marginals(self) -> tuple[tuple[dict[Any, int], int, list[NumberTail]], ...]:
        """Of each field its marginal distribution: events and numbers both read it."""
        return tuple([self._marginal(at) for at in range(len(self.fields))])

    def _marginal(self, at: int) -> tuple[dict[Any, int], int, list[NumberTail]]:
        """The ways of each value of a field, and what they are out of; and what is left, where it is not known."""
        solution = self.solution
        ways, scale = marginal(solution.rows, at), solution.scale
        known = [(values[at], number) for values, number in solution.partial if type(values[at]) not in VAGUE]
        if known:
            factor = lcm(scale, solution.partial_scale) // scale
            scale *= factor
            more = [(value, number * (scale // solution.partial_scale)) for value, number in known]
            ways = added_up([*[(value, number * factor) for value, number in ways.items()], *more])
        vague = [(values[at], number) for values, number in solution.partial if type(values[at]) in VAGUE]
        tails: dict[Any, int] = added_up(
            ((value.low, value.high, value.endless) if type(value) is Interval else (None, None, False), number)
            for value, number in vague
        )
        partial_scale = solution.partial_scale
        return (
            ways,
            scale,
            [NumberTail(low, high, Fraction(n, partial_scale), far) for (low, high, far), n in tails.items()],
        )

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.text == other.text and self.alike(other)

    def alike(self, other: "Odds") -> bool:
        """Whether two checks have the same outcomes with the same chances."""
        ours, theirs = self.solution, other.solution
        return (
            ours.fields == theirs.fields
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
        >>> [(point.at, round(float(point.going.low), 4)) for point in course.points]
        [(2, 0.3841), (3, 0.0)]
        """
        if not self.check.rule.time:
            return None
        from sixfold.solving.course import course_of  # here, since few rules count time

        return course_of(self.check.rule, self.fields, self.solution.rows, self.solution.scale, self.unresolved)

    def told(self) -> list[tuple[str, Bounds]]:
        """Return the events in the words and order of the game, success first. Impossible ones are left out."""
        rule = self.check.rule
        words, success = rule.phrases, rule.success
        order = [name for name in words if name in self.event_bounds]
        order += [name for name in self.event_bounds if name not in words]
        parts = {name: name.partition("=") for name in order}
        return [
            (words.get(name) or (rule.with_field(field, value) if sign else name.replace("_", " ")), bounds)
            for name, (field, sign, value) in parts.items()
            if (bounds := self.event_bounds[name]).high or (success is not None and name == success.name)
        ]

    def in_words(self) -> list[tuple[str, Fraction]]:
        """Return the events in the words of the game, each with its chance or a lower bound of it."""
        return [(words, bounds.low) for words, bounds in self.told()]

    def ways_with(self, field: str, holds: Callable[[Sequence[Any]], bool]) -> dict[int, int]:
        """Return the ways of each value of an integer field, of the outcomes whose values hold something alone."""
        at, ways = self.fields.index(field), dict.fromkeys(self.numbers[field].ways, 0)
        for values, count in self.solution.rows.items():
            if holds(values):
                ways[values[at]] += count
        return ways


def _undecided() -> NoReturn:
    """More is asked of a name than is known."""
    raise Undecided


def _far(value: Any) -> Any:
    """Return the bounds of a value if all endless rolls are far out."""
    if type(value) is Interval:
        return value.beyond_all()
    return value.far if type(value) is Unknown and value.far is not None else value


def solve_check(check: Check, tolerance: Fraction = TOLERANCE, work: int = WORK, backwards: bool = False) -> Odds:
    """Return the exact odds of a check; `tolerance` (a probability) bounds what endless rolls may leave out.

    With `backwards` they are found in another order. Raises OddsError (odds/too-large) if the answer costs more than
    `work` (about 1e7 units a second).
    """
    return odds_of(check, solve(check.rule.play, tolerance, work, backwards, **check.arguments))


def odds_of(check: Check, solution: Solution) -> Odds:
    """Return the odds of a solved check. Raises RuleError if an event of its rule is not true or false."""
    for values in islice(solution.rows, 1):  # a value is of the same kind for all dice
        check.rule.check_events(dict(zip(solution.fields, values, strict=True)))
    for at, field in enumerate(solution.fields):
        if field in check.rule.promised:
            check.rule.check_names(field, {values[at] for values in solution.rows})
    return Odds(check, solution)
