"""A preview of the odds of a check: a few chances and one chart, for people who are still typing it."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.base.bounds import DRAWN_BARS
from sixfold.playing.record import Record
from sixfold.playing.standing import beyond_the_odds
from sixfold.rules.rule import Event
from sixfold.show.report.chances import percent, short_fraction
from sixfold.solving.odds import Odds


class Bar(NamedTuple):
    """One value of the number that a chart shows: its chance, and how much of that is as good as a throw or better."""

    value: int
    chance: Fraction
    reached: Fraction


class Spread(NamedTuple):
    """The number that the chart of a rule shows: how likely each value is, and which of them a throw has (`here`)."""

    field: str
    words: str
    here: int | None
    bars: tuple[Bar, ...]

    def to_json(self) -> dict[str, Any]:
        """The spread as plain data; in doubles, since it is drawn."""
        return {**self._asdict(), "bars": self.drawn("reached")}

    def drawn(self, reached: str) -> list[dict[str, Any]]:
        """Its bars as plain data, with a name for how much of each is reached."""
        return [{"value": bar.value, "chance": float(bar.chance), reached: float(bar.reached)} for bar in self.bars]


def spread(record: Record, odds: Odds) -> Spread | None:
    """How the number that the chart of a rule shows is spread, and what of it is this throw or better.

    None where the rule has no such number. Where no result is better than another, nothing counts as reached. What
    endless throws leave unresolved is in no bar, nor are the far tails of more than 1,500 values.

    >>> from sixfold import odds, roll
    >>> found = spread(roll("dice 1d4", faces=[3]), odds("dice 1d4"))
    >>> [(bar.value, str(bar.reached)) for bar in found.bars]
    [(1, '0'), (2, '0'), (3, '1/4'), (4, '1/4')]
    """
    rule = record.check.rule
    order = None if beyond_the_odds(record) else rule.order(record.outcome)
    mine = order(record.outcome.as_dict()) if order else None

    def as_good(values: Sequence[Any]) -> bool:
        return order is not None and order(dict(zip(odds.fields, values, strict=True))) >= mine

    return spread_of(odds, as_good, record.outcome.get(rule.charted(odds.numbers)))


def spread_of(odds: Odds, counts: Callable[[Sequence[Any]], bool], here: int | None = None) -> Spread | None:
    """How the number that the chart of a rule shows is spread, and how much of each value counts as reached.

    `counts` is asked of the values of each outcome. None where the rule has no such number. What endless throws leave
    unresolved is in no bar, nor are the far tails of more than 1,500 values.
    """
    field = odds.check.rule.charted(odds.numbers)
    if not field:
        return None
    good, scale = odds.ways_with(field, counts), odds.solution.scale
    bars = [Bar(value, chance, Fraction(good[value], scale)) for value, chance in odds.numbers[field].pmf.items()]
    return Spread(field, odds.check.rule.called(field), here, without_tails(bars))


def without_tails(bars: list[Bar]) -> tuple[Bar, ...]:
    """Bars that can be drawn: of more than 1,500 the likelier ones, side by side."""
    first, last = 0, len(bars)
    while last - first > DRAWN_BARS:
        if bars[first].chance < bars[last - 1].chance:
            first += 1
        else:
            last -= 1
    return tuple(bars[first:last])


def outlook(odds: Odds) -> dict[str, Any]:
    """The odds of a check as far as they are looked at before it is thrown, as plain data.

    `events` are those of the game that can happen, and success, in its order, with their words and marks; `spread` is
    the number that its chart shows, with how much of each value succeeds; both in doubles, since they are drawn. The
    documents of `odds` have them exactly. `numbers` are the names of all that it gives.

    >>> from sixfold import odds
    >>> found = outlook(odds("ten +4 superior 1"))
    >>> [(event["words"], event["exact"]) for event in found["events"]]
    [('Success', '427/432'), ('Critical', '169/1296'), ('Blunder', '5/432'), ('Chaos', '7/72')]
    >>> found["spread"]["bars"][0]
    {'value': -21, 'chance': 3.5722450845907635e-06, 'good': 0.0}
    """
    check, rule = odds.check, odds.check.rule
    number = odds.numbers.get(rule.charted(odds.numbers))
    name, _, wanted = rule.success.name.partition("=") if rule.success else ("", "", "")
    success = odds.fields.index(name) if name in odds.fields else None
    spread = spread_of(odds, lambda values: success is None or values[success] == (wanted or True))
    return {
        "version": 1,
        "text": check.text,
        "system": check.system,
        "rule": rule.name,
        "unresolved": float(odds.unresolved),
        "events": [_event(odds, event) for event in _worth_telling(odds, rule.events)],
        "mean": None if number is None else float(number.mean),
        "sd": None if number is None else number.sd,
        "spread": spread and {"field": spread.field, "words": spread.words, "bars": spread.drawn("good")},
        "numbers": list(odds.numbers),
    }


def _worth_telling(odds: Odds, events: Iterable[Event]) -> list[Event]:
    """Those that can happen, and success; the value that is neither of the marked ones says nothing."""
    marked = {event.name.partition("=")[0] for event in events if event.sign}
    return [
        event
        for event in events
        if event.name in odds.events and (odds.bounds(event.name).high or event is odds.check.rule.success)
        if event.sign or event.name.partition("=")[0] not in marked
    ]


def _event(odds: Odds, event: Event) -> dict[str, Any]:
    bounds = odds.bounds(event.name)
    document: dict[str, Any] = {"name": event.name, "words": event.words, "mark": event.sign}
    document |= {"chance": float(bounds.low), "unresolved": float(bounds.unresolved)}
    document["figure"] = percent(bounds)
    if fraction := short_fraction(bounds):
        document["exact"] = fraction
    return document
