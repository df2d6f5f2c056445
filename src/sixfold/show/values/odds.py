"""Odds as a report, a chart and lines for programs; and their document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sixfold.base.bounds import FRACTION_DIGITS, JSON_DIGITS
from sixfold.base.number_distribution import NumberDistribution
from sixfold.base.shapes.fraction import chance_json, exact
from sixfold.base.wording import as_decimal, minus
from sixfold.errors import OddsError, RecordError
from sixfold.rules.check import Check
from sixfold.rules.interval import Interval, Unknown
from sixfold.rules.rule import System
from sixfold.show.report.bar_tables import named_bars, reaches, value_bars
from sixfold.show.report.blocks import SPACE, Heading, Paragraph
from sixfold.show.report.chances import as_bound, at_most_too_low
from sixfold.show.report.tables import FIGURE, Block, Report, Tidy, figure
from sixfold.show.values import course as courses
from sixfold.show.values.check import unsaid
from sixfold.solving.odds import Odds
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.show.report.chart import Chart


def report(odds: Odds) -> Report:
    """The chance of each result in the words of the game, then the distribution of the main number."""
    blocks: list[Block] = [Heading(odds.text, unsaid(odds.check))]
    named = [*odds.asked, *odds.told()]
    if named:
        blocks += [SPACE, named_bars(named)]
    field = odds.check.rule.charted(odds.numbers)
    number = odds.numbers.get(field)
    if number is not None:
        spread = minus(f"mean {as_decimal(number.mean, 3)}, standard deviation {number.sd:.3f}")
        bars = value_bars(number, odds.whole)
        blocks += [SPACE, Heading(field, spread, 2), bars]
        if len(bars.rows) < len(number.ways):
            every = "use --all to list all"
            blocks.append(Paragraph(f"{len(number.ways):,} values; {every}.", indent=2))
    course = odds.course
    if course is not None and len(course.ways) > 1:
        blocks += [SPACE, *courses.report(course)]
    if odds.unresolved:
        blocks += [SPACE, Paragraph(_endless(odds, number))]
    if any(isinstance(value, Check) for _, value in odds.check.settings):
        # Here, since most checks have no other checks inside.
        from sixfold.solving.redundant_words import idle_modifiers

        blocks += [block for sentence in idle_modifiers(odds) for block in (SPACE, Paragraph(sentence))]
    return tuple(blocks)


def _endless(odds: Odds, number: NumberDistribution | None) -> str:
    """The note below odds of a check whose rerolls can be endless."""
    named = [*odds.event_bounds.items(), *odds.asked]
    rough = [bounds.unresolved for _, bounds in named if not bounds.exact]
    of_known = ""
    if number is not None and number.unresolved:
        rough += [] if number.exact else [number.unresolved]
        part = as_bound(number.unresolved)
        of_known = minus(f" Mean and standard deviation ignore results that together have a chance of {part}.")
    if not rough:
        return f"Rerolls can be endless, but the chances are exact.{of_known}"
    exact_ones = [name for name, bounds in odds.event_bounds.items() if bounds.exact]
    but = f" (exact: {', '.join(exact_ones)})" if exact_ones else ""
    return f"{at_most_too_low(max(rough))}{but}, because rerolls can be endless.{of_known}"


def chart(odds: Odds) -> Chart:
    """The distribution of the game's main number, and the chance of at least each value."""
    from sixfold.show.values.odds_chart import chart_of  # here, since most odds are read as text

    return chart_of(odds)


def tidy(odds: Odds) -> Tidy:
    """A line for each event and each value of each number, with the chances of at least and at most it."""
    events = [*odds.asked, *odds.event_bounds.items()]
    lines = [(odds.text, "event", name, None, *figure(bounds), None, None) for name, bounds in events]
    for name, number in odds.numbers.items():
        for value in number.ways:
            chance, least, most = reaches(number, value, value)
            lines.append((odds.text, "number", name, value, *figure(chance), float(least.low), float(most.low)))
    return Tidy(("check", "kind", "name", "value", *FIGURE, "at_least", "at_most"), tuple(lines))


def encode(odds: Odds) -> dict[str, Any]:
    """The odds as plain data, in the shape that is promised to programs.

    Raises OddsError (odds/too-large) if all fractions together would have more than 12 million digits, or one of them
    more than 100,000.
    """
    digits = odds.solution.scale.bit_length() * 3 // 10
    size = len(odds) + len(odds.partial) + 1
    if digits > FRACTION_DIGITS or digits * 4 * size > JSON_DIGITS:
        raise OddsError(
            "odds/too-large",
            f"These odds have {len(odds):,} outcomes with fractions of up to {digits:,} digits; "
            "that is too much for one document. Ask for fewer dice or sides, or a lower threshold.",
        )
    partial = [
        {"outcome": {name: part_json(value) for name, value in outcome.items()}, "exact": exact(chance)}
        for outcome, chance in odds.partial
    ]
    numbers = {
        name: {
            "mean": float(number.mean),
            "sd": number.sd,
            "unresolved": exact(number.unresolved),
            "pmf": {str(value): exact(chance) for value, chance in number.pmf.items()},
        }
        for name, number in odds.numbers.items()
    }
    course = odds.course
    if course is not None and digits * 4 * (size + courses.size(course)) > JSON_DIGITS:
        course = None  # it follows from the outcomes
    return {
        **odds.check.to_json(),
        "unresolved": exact(odds.unresolved),
        "events": {name: bounds.to_json() for name, bounds in odds.event_bounds.items()},
        "numbers": numbers,
        "outcomes": [{"outcome": outcome.as_dict(), **chance_json(chance)} for outcome, chance in odds],
        **({"partial": partial} if partial else {}),
        **({"course": courses.encode(course)} if course is not None else {}),
        **({"asked": {text: bounds.to_json() for text, bounds in odds.asked}} if odds.asked else {}),
        **({"whole": True} if odds.whole else {}),
    }


def part_json(value: Any) -> Any:
    """A value: a number of which only bounds are known as these, and null for what is not known.

    `endless` says that the number passes every bound with some chance, `far` what a yes or no is once it has.

    >>> from sixfold.rules.interval import UNKNOWN
    >>> part_json(Interval(103, None)), part_json(UNKNOWN), part_json(18)
    ({'least': 103, 'most': None}, None, 18)
    """
    if type(value) is Interval:
        return {"least": value.low, "most": value.high, **({"endless": True} if value.endless else {})}
    if type(value) is Unknown:
        return None if value.far is None else {"far": value.far}
    return value


def decode(data: Any, systems: Mapping[str, System] = SYSTEMS) -> Odds:
    """The odds that plain data describes. Raises RecordError (record/malformed) if the data is not odds."""
    from sixfold.show.values.decoding import read  # here, since most odds are not read from a document

    odds, play = read(data, systems)
    if play is not None:
        raise RecordError("record/malformed", "These are odds of best play: BestOdds.from_json reads them.")
    return odds
