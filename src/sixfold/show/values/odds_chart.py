"""The chart of odds."""

from sixfold.base.number_distribution import NumberDistribution
from sixfold.base.wording import as_decimal, minus
from sixfold.show.report.chances import percent
from sixfold.show.report.chart import BarChart, Chart, Charted, Histogram, Named, Plot, reaching
from sixfold.solving.odds import Odds


def chart_of(odds: Odds) -> Chart:
    """The distribution of the game's main number, and the chance of at least each value."""
    named = [(words, bounds.low, percent(bounds)) for words, bounds in odds.told()]
    untold = {event.words for event in odds.check.rule.events if not event.told}
    facts = [f"{words} {figure}" for words, _, figure in named if words not in untold][:4]
    field = odds.check.rule.charted(odds.numbers)
    number = odds.numbers.get(field)
    if number is not None:
        facts.append(minus(f"{field.replace('_', ' ')} {as_decimal(number.mean, 2)} on average"))
    plots: tuple[Plot, ...] = (BarChart(tuple(Named(*each) for each in named)),)
    if number is not None and len(number.ways) > 1:
        drawn = charted(odds, field)
        plots = (Histogram(drawn), reaching([""], [drawn]))
    return Chart(odds.text, " · ".join(facts), plots)


def charted(odds: Odds, field: str) -> Charted:
    """The distribution of an integer field, and how often the check succeeds (or hits) with each value."""
    drawn = Charted(field, odds.numbers[field])
    good = odds.check.rule.success
    if good is None or good.name not in odds.fields or not 0 < odds.event_bounds[good.name].low < 1:
        return drawn
    side = odds.fields.index(good.name)
    ways = odds.ways_with(field, lambda values: values[side] is True)
    return drawn._replace(good=NumberDistribution(ways, odds.solution.scale), sides=(good.words, good.otherwise))
