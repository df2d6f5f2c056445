"""Checks side by side, of one game or of several."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.bounds import STUDY_CHECKS
from sixfold.checks.check import Check
from sixfold.errors import BoundsError, NotationError, StudyError
from sixfold.report.blocks import SPACE, Note
from sixfold.report.chances import at_most_too_low, one_in, percent
from sixfold.report.report import Block, Report
from sixfold.report.shown import Shown
from sixfold.report.tables import Column, Columns, Row
from sixfold.report.tidy import FIGURE, Tidy, figure
from sixfold.rules.message import minus
from sixfold.rules.rule import System
from sixfold.shapes.fraction import chance_json, exact
from sixfold.solving.events import Event, default_event, in_words
from sixfold.solving.number import Number
from sixfold.solving.odds import VERSION, Odds
from sixfold.study.budget import Budget
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.report.chart import Chart

SPREAD = (Fraction(1, 10), Fraction(9, 10))
"""The middle of a distribution: from the first of these chances to the second."""


NUMBER_HEADS = ("mean", "sd", "likeliest", "four in five")

NAMED = 5
"""So many names are told of checks of which none has a success."""


class Compared(NamedTuple):
    """One check of a comparison.

    `chance` is that of the event that is compared (nothing where the check has none), `criticals` the chance of each
    critical by its name, `number` the distribution that its game looks at, called `field`. The chance can be higher
    by what is `left`.
    """

    odds: Odds
    event: str
    chance: Fraction | None
    criticals: tuple[tuple[str, Fraction], ...]
    field: str
    number: Number | None
    left: Fraction = Fraction(0)

    @property
    def text(self) -> str:
        """The canonical text of the check."""
        return self.odds.text

    @property
    def likeliest(self) -> tuple[int, Fraction] | None:
        """The likeliest value of the number (the least of several) and its chance."""
        if self.number is None:
            return None
        value = max(self.number.pmf, key=lambda v: (self.number.pmf[v] if self.number else 0, -v))
        return value, self.number.pmf[value]

    @property
    def shown(self) -> str:
        """The chance of its event as a percentage; how rare it is where a percentage does not tell."""
        if self.chance is None:
            return "–"
        said = percent(self.chance, unresolved=self.left)
        return f"{said} ({one_in(self.chance)})" if said.startswith("<") and self.chance else said

    @property
    def share(self) -> float | None:
        """The chance of its event, as a bar shows it."""
        return None if self.chance is None else float(self.chance)

    @property
    def unresolved(self) -> Fraction:
        """How much higher the chance of its event, or that of another one, can be at most."""
        if self.chance is None:
            return self.odds.unresolved
        return max((self.odds.bounds(name).unresolved for name in self.odds.events), default=Fraction(0))

    @property
    def middle(self) -> tuple[int, int] | None:
        """Between which values four results of five lie: the first and the last tenth of the number."""
        if self.number is None:
            return None
        return self.number.quantile(SPREAD[0]), self.number.quantile(SPREAD[1])

    def to_json(self) -> dict[str, Any]:
        """The line as plain data."""
        number: dict[str, Any] | None = None
        if self.number is not None and self.likeliest is not None and self.middle is not None:
            value, chance = self.likeliest
            number = {
                "field": self.field,
                "mean": {"exact": exact(self.number.mean), "decimal": float(self.number.mean)},
                "sd": self.number.sd,
                "likeliest": {"value": value, **chance_json(chance)},
                "tenths": list(self.middle),
            }
        return {
            "text": self.text,
            "system": self.odds.check.system,
            "event": self.event,
            "chance": None if self.chance is None else chance_json(self.chance),
            "criticals": {name: chance_json(chance) for name, chance in self.criticals},
            "number": number,
            "events": {name: chance_json(chance) for name, chance in self.odds.events.items()},
            "unresolved": exact(self.odds.unresolved),
        }


class _Comparison(NamedTuple):
    lines: tuple[Compared, ...]


class Comparison(Shown, _Comparison):
    """Checks side by side, the likeliest success first."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {"version": VERSION, "checks": [line.to_json() for line in self.lines]}

    @property
    def events(self) -> tuple[str, ...]:
        """The events that are compared, in words: one, or those of several games."""
        return tuple(dict.fromkeys(line.event for line in self.lines if line.event))

    def tidy(self) -> Tidy:
        """A line for each check: the chance of its event, and its number."""
        lines = []
        for line in self.lines:
            number, (low, high) = line.number, line.middle or (None, None)
            mean, sd = (None, None) if number is None else (float(number.mean), number.sd)
            likeliest = None if line.likeliest is None else line.likeliest[0]
            chance = figure(line.chance, line.left)
            lines.append((line.text, line.event, *chance, line.field, mean, sd, likeliest, low, high))
        names = ("check", "event", *FIGURE, "number", "mean", "sd", "likeliest", "tenth", "nine_tenths")
        return Tidy(names, tuple(lines))

    def report(self) -> Report:
        """A row for each check, with its chance as a bar."""
        lone = len(self.events) == 1
        several = len({line.field for line in self.lines}) > 1
        named = None if self.events else self._named()
        numbers = NUMBER_HEADS if any(line.number is not None for line in self.lines) or not named else ()
        columns = (
            Column("check", style="title"),
            *(Column(name, "right") for name in named or ()),
            *((Column(self.events[0] if lone else "chance of", "right"), Column("critical")) if named is None else ()),
            *(Column(head, "right") for head in numbers),
        )
        rows = tuple(
            Row(
                (line.text, *_chances(line, named, lone), *(_number(line, several) if numbers else ())),
                share=line.share,
            )
            for line in self.lines
        )
        blocks: list[Block] = [Columns(columns, rows, indent=0)]
        unresolved = max((line.unresolved for line in self.lines), default=Fraction(0))
        if unresolved:
            blocks += [SPACE, Note(f"{at_most_too_low(unresolved)}.")]
        return tuple(blocks)

    def _named(self) -> tuple[str, ...]:
        """What the checks can come to, where none of them has a success."""
        return tuple(dict.fromkeys(name for line in self.lines for name, _ in line.odds.in_words()))[:NAMED]

    def chart(self) -> "Chart":
        """Their chances beside each other, and under them what they roll."""
        from sixfold.report.chart import Chances, Chart, Named, Plot, Together, apart  # here, for charts alone

        lone = len(self.events) == 1
        names = apart(line.text for line in self.lines)
        rules = dict.fromkeys(line.odds.check.rule for line in self.lines)
        systems = dict.fromkeys(line.odds.check.system for line in self.lines)
        chances = tuple(
            Named(name, line.chance, line.shown if lone else f"{line.event} {line.shown}")
            for name, line in zip(names, self.lines, strict=True)
            if line.chance is not None
        )
        plots: list[Plot] = []
        if chances:
            plots.append(Chances(chances, f"chance of {self.events[0].lower()}" if lone else "chance", True))
        numbers = tuple(
            (name, line.odds.distribution(line.field))
            for name, line in zip(names, self.lines, strict=True)
            if line.number is not None
        )
        if numbers:
            alike = len(systems) == 1 and len({number.name for _, number in numbers}) == 1
            plots.append(Together(numbers, alike))
        return Chart(
            f"{self.events[0] if lone else 'How often each result comes'}, side by side",
            next(iter(rules)).title if len(rules) == 1 else ", ".join(systems),
            tuple(plots),
        )


def _chances(line: Compared, named: tuple[str, ...] | None, lone: bool) -> tuple[str, ...]:
    """The chances of a line: of each name, or of its event and its criticals.

    A line without a success has its first event beside those that have one.
    """
    events = {words: percent(bounds.low, unresolved=bounds.unresolved) for words, bounds in line.odds.told()}
    if named is not None:
        return tuple(events.get(name, "–") for name in named)
    critical = ", ".join(_critical(name, c) for name, c in line.criticals) or "–"
    if line.chance is not None:
        return (line.shown if lone else f"{line.event} {line.shown}", critical)
    return (" ".join(next(iter(events.items()), ("–",))), critical)


def _number(line: Compared, with_field: bool) -> tuple[str, ...]:
    """What the number of a line is like."""
    if line.number is None or line.likeliest is None or line.middle is None:
        return ("–",) * len(NUMBER_HEADS)
    value, often = line.likeliest
    low, high = line.middle
    return (
        minus(f"{f'{line.field} ' if with_field else ''}{float(line.number.mean):.2f}"),
        f"{line.number.sd:.2f}",
        minus(f"{value} ({percent(often)})"),
        minus(f"{low} to {high}"),
    )


def compare(*checks: str | Check, event: str | None = None, systems: Mapping[str, System] = SYSTEMS) -> Comparison:
    """Compare 1 or more checks, the likeliest success (or `event`) first.

    Raises NotationError for a text that is not a check, StudyError (study/event) for an event that one of them does not
    have, and BoundsError for too many checks.

    >>> [line.text for line in compare("ten +3", "wild 3D vs 15", "ten +3 superior 1").lines]
    ['ten +3 superior 1', 'ten +3', 'wild 3D vs 15']
    """
    if not checks:
        raise NotationError("notation/empty", "Name the checks to compare, each in quotes: 'ten +3' 'wild 3D vs 10'.")
    if len(checks) > STUDY_CHECKS:
        raise BoundsError(f"At most {STUDY_CHECKS:,} checks are compared.")
    asked = None if event is None else Event.read(event)
    budget = Budget(systems)
    lines = [compared(budget.solve(check), asked) for check in checks]
    lines.sort(key=lambda line: (line.chance is None, -(line.chance or 0)))
    return Comparison(tuple(lines))


def compared(odds: Odds, event: Event | None = None) -> Compared:
    """One check as it stands in a comparison."""
    if event is None:
        try:
            event = default_event(odds)
        except StudyError:
            event = None
    criticals = tuple(
        (critical.words, odds.events[critical.name])
        for critical in odds.check.rule.criticals
        if odds.events.get(critical.name)
    )
    field = odds.check.rule.charted(odds.numbers)
    bounds = None if event is None else event.bounds(odds)
    return Compared(
        odds,
        "" if event is None else in_words(odds, event.text),
        None if bounds is None else bounds.low,
        criticals,
        field,
        odds.numbers.get(field),
        Fraction(0) if bounds is None else bounds.unresolved,
    )


def _critical(name: str, chance: Fraction) -> str:
    """`4.630 %`, with the name where it says more than that it is critical."""
    short = name.lower().replace("critical", "").strip()
    return f"{short} {percent(chance)}".strip()
