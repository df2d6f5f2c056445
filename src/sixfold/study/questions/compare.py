"""Checks side by side, of one game or of several."""

from contextlib import suppress
from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, Struct

from sixfold.base.bounds import STUDY_CHECKS, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance, Decimal, Text, Unresolved
from sixfold.base.wording import minus
from sixfold.errors import BoundsError, NotationError, StudyError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.show.document import Document
from sixfold.show.report.chances import one_in, percent
from sixfold.show.report.chart import BarChart, Chart, Histogram, Named, Plot, apart, reaching
from sixfold.show.report.tables import FIGURE, Cell, Column, Columns, Report, Row, Tidy, figure
from sixfold.show.values.odds_chart import charted
from sixfold.solving.events import Event, in_words
from sixfold.solving.odds import Odds
from sixfold.study.assumed import Aim, lower_bounds, with_best_play
from sixfold.study.budget import Budget
from sixfold.systems import SYSTEMS

SPREAD = (Fraction(1, 10), Fraction(9, 10))
"""The middle of a distribution: from the first of these chances to the second."""


NOTHING = Bounds.exactly(Fraction(0))

NUMBER_HEADS = ("mean", "sd", "likeliest", "four in five")

NAMED = 5
"""So many names are told of checks of which none has a success."""


class Mean(Struct, frozen=True):
    """A mean."""

    exact: Annotated[Fraction, Meta(description="A fraction in lowest terms, as text; it may be below zero.")]
    decimal: Decimal


class Likeliest(Chance, frozen=True, kw_only=True):
    """The value that comes most often, and its chance."""

    value: int


class ComparedNumber(Struct, frozen=True):
    """The number that the game looks at."""

    field: str
    mean: Mean
    sd: Annotated[float, Meta(description="The standard deviation.")]
    likeliest: Likeliest
    tenths: Annotated[tuple[int, int], Meta(description="Four of five results are between these.")]


class Compared(Struct, frozen=True):
    """One of the checks."""

    text: Text
    system: str
    event: Annotated[str, Meta(description="The event that is compared, in the words of the game.")]
    chance: Chance | None
    criticals: dict[str, Chance]
    number: ComparedNumber | None
    events: dict[str, Chance]
    unresolved: Unresolved
    _odds: Odds
    _bounds: Bounds | None
    _name: str

    @property
    def shown(self) -> str:
        """The chance of its event as a percentage; how rare it is where a percentage does not tell."""
        if self._bounds is None:
            return "–"
        text = percent(self._bounds)
        return f"{text} ({one_in(self._bounds)})" if text.startswith("<") and self._bounds.low else text

    @property
    def _order(self) -> tuple[bool, Fraction, bool, Fraction]:
        """The sorting key, likeliest event first; of two with the same lower bound, the one that may be likelier."""
        low, high, above, _ = self._bounds or NOTHING
        return self._bounds is None, -low, not above, -high


class Comparison(Document, frozen=True):
    """Checks side by side, the likeliest success first."""

    checks: tuple[Compared, ...]
    aim: Aim = UNSET

    @property
    def events(self) -> tuple[str, ...]:
        """The events that are compared, in words: one, or those of several games."""
        return tuple(dict.fromkeys(line.event for line in self.checks if line.event))

    def tidy(self) -> Tidy:
        """A line for each check: the chance of its event, and its number."""
        lines = []
        for line in self.checks:
            cells: tuple[Cell, ...] = ("", *(None,) * 5)
            if (number := line.number) is not None:
                cells = (number.field, number.mean.decimal, number.sd, number.likeliest.value, *number.tenths)
            lines.append((line.text, line._name, *figure(line._bounds), *cells))
        names = ("check", "event", *FIGURE, "number", "mean", "sd", "likeliest", "tenth", "nine_tenths")
        return Tidy(names, tuple(lines))

    def report(self) -> Report:
        """A row for each check, with its chance as a bar."""
        lone = len(self.events) == 1
        several = len({line.number.field if line.number else "" for line in self.checks}) > 1
        named = None
        if not self.events:
            # Without a success, the names of the results stand beside each other.
            named = tuple(dict.fromkeys(name for line in self.checks for name, _ in line._odds.in_words()))[:NAMED]
        numbers = NUMBER_HEADS if any(line.number is not None for line in self.checks) or not named else ()
        columns = (
            Column("check", style="title"),
            *(Column(name, "right") for name in named or ()),
            *((Column(self.events[0] if lone else "chance of", "right"), Column("critical")) if named is None else ()),
            *(Column(head, "right") for head in numbers),
        )
        rows = tuple(
            Row(
                (line.text, *_chances(line, named, lone), *(_number(line, several) if numbers else ())),
                share=None if line.chance is None else line.chance.decimal,
            )
            for line in self.checks
        )
        unresolved = max((_unresolved(line) for line in self.checks), default=Fraction(0))
        return (Columns(columns, rows, indent=0), *lower_bounds(unresolved), *with_best_play(self.aim))

    def chart(self) -> Chart:
        """Their chances beside each other, and under them what they roll."""
        lone = len(self.events) == 1
        names = apart(line.text for line in self.checks)
        rules = dict.fromkeys(line._odds.check.rule for line in self.checks)
        systems = dict.fromkeys(line._odds.check.system for line in self.checks)
        chances = tuple(
            Named(name, line.chance.exact, line.shown if lone else f"{line.event} {line.shown}")
            for name, line in zip(names, self.checks, strict=True)
            if line.chance is not None
        )
        plots: list[Plot] = []
        if chances:
            plots.append(BarChart(chances, f"chance of {self.events[0].lower()}" if lone else "chance", True))
        numbers = {
            name: charted(line._odds, line.number.field)
            for name, line in zip(names, self.checks, strict=True)
            if line.number is not None
        }
        if len(systems) == 1 and len({number.name for number in numbers.values()}) == 1:
            plots.append(reaching(tuple(numbers), tuple(numbers.values())))
        else:
            plots += [Histogram(number, name, at) for at, (name, number) in enumerate(numbers.items())]
        return Chart(
            f"{self.events[0] if lone else 'How often each result comes'}, side by side",
            next(iter(rules)).title if len(rules) == 1 else ", ".join(systems),
            tuple(plots),
        )


def _unresolved(line: Compared) -> Fraction:
    """The maximum error of a line."""
    if line.chance is None:
        return line.unresolved
    return max((bounds.unresolved for bounds in line._odds.event_bounds.values()), default=Fraction(0))


def _chances(line: Compared, named: tuple[str, ...] | None, lone: bool) -> tuple[str, ...]:
    """The chances of a line: of each name, or of its event and its criticals.

    A line without a success has its first event beside those that have one.
    """
    events = {words: percent(bounds) for words, bounds in line._odds.told()}
    if named is not None:
        return tuple(events.get(name, "–") for name in named)
    critical = ", ".join(_critical(name, events[name]) for name in line.criticals) or "–"
    if line.chance is not None:
        return (line.shown if lone else f"{line.event} {line.shown}", critical)
    return (" ".join(next(iter(events.items()), ("–",))), critical)


def _number(line: Compared, with_field: bool) -> tuple[str, ...]:
    """The cells for the number of a line."""
    number = line.number
    if number is None:
        return ("–",) * len(NUMBER_HEADS)
    low, high = number.tenths
    return (
        minus(f"{f'{number.field} ' if with_field else ''}{float(number.mean.exact):.2f}"),
        f"{number.sd:.2f}",
        minus(f"{number.likeliest.value} ({percent(number.likeliest.bounds)})"),
        minus(f"{low} to {high}"),
    )


def compare(
    *checks: str | Check,
    event: str | None = None,
    aim: str | None = None,
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Comparison:
    """Compare 1 or more checks, the likeliest success (or `event`) first.

    With an `aim`, an event or the name of a number as in `odds`, the player of each check plays best for it; an event
    that is aimed at is the one that is compared, unless you give another. `work` bounds the cost of one check, as in
    `odds`, and thereby of all.

    Raises NotationError for a text that is not a check, StudyError (study/event) for an event that one of them does not
    have, and BoundsError for too many checks.

    >>> [line.text for line in compare("ten +3", "wild 3D vs 15", "ten +3 superior 1").checks]
    ['ten +3 superior 1', 'ten +3', 'wild 3D vs 15']
    """
    if not checks:
        raise NotationError("notation/empty", "Name the checks to compare, each in quotes: 'ten +3' 'wild 3D vs 10'.")
    if len(checks) > STUDY_CHECKS:
        raise BoundsError(f"At most {STUDY_CHECKS:,} checks are compared.")
    goal = None if event is None else Event.read(event)
    budget = Budget(systems, aim, work)
    lines = [_line(odds, goal, budget) for odds in map(budget.solve, checks)]
    return Comparison(tuple(sorted(lines, key=lambda line: line._order)), budget.aimed())


def _line(odds: Odds, wanted: Event | None, budget: Budget) -> Compared:
    """One check in a comparison."""
    event = None
    with suppress(StudyError):
        event = budget.goal(odds, wanted)
    bounds = None if event is None else budget.bounds(event, odds)
    criticals = {
        critical.words: Chance.of(odds.event_bounds[critical.name])
        for critical in odds.check.rule.events
        if critical.role == "critical"
        if critical.name in odds.events and odds.event_bounds[critical.name].high
    }
    words, name = ("", "") if event is None else (in_words(odds, event.text), event.text)
    chance = None if bounds is None else Chance.of(bounds)
    events = {each: Chance.of(chance) for each, chance in odds.event_bounds.items()}
    number = _number_of(odds)
    return Compared(
        odds.text, odds.check.system, words, chance, criticals, number, events, odds.unresolved, odds, bounds, name
    )


def _number_of(odds: Odds) -> ComparedNumber | None:
    """The main number of a check."""
    field = odds.check.rule.charted(odds.numbers)
    number = odds.numbers.get(field)
    if number is None:
        return None
    value, _ = max(number.pmf.items(), key=lambda item: (item[1], -item[0]))
    return ComparedNumber(
        field,
        Mean(number.mean, float(number.mean)),
        number.sd,
        Likeliest.of(number.between(value, value), value=value),
        (number.quantile(SPREAD[0]), number.quantile(SPREAD[1])),
    )


def _critical(name: str, shown: str) -> str:
    """`4.630 %`, with the name where it says more than that it is critical."""
    short = name.lower().replace("critical", "").strip()
    return f"{short} {shown}".strip()
