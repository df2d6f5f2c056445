"""How the number that a chart shows is spread, and how much of it is as good as a roll or better."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.bounds import DRAWN_BARS
from sixfold.playing.record import Record
from sixfold.playing.standing import beyond_the_odds
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
        bars = [{"value": bar.value, "chance": float(bar.chance), "reached": float(bar.reached)} for bar in self.bars]
        return {**self._asdict(), "bars": bars}


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
    here = record.outcome.get(rule.charted(odds.numbers))

    def as_good(values: Sequence[Any]) -> bool:
        return order is not None and order(dict(zip(odds.fields, values, strict=True))) >= mine

    return spread_of(odds, as_good, here if type(here) is int else None)


def spread_of(odds: Odds, counts: Callable[[Sequence[Any]], bool], here: int | None = None) -> Spread | None:
    """How the number that the chart of a rule shows is spread, and how much of each value counts as reached.

    `counts` is asked of the values of each outcome. None where the rule has no such number. What endless throws leave
    unresolved is in no bar, nor are the far tails of more than 1,500 values.
    """
    field = odds.check.rule.charted(odds.numbers)
    if not field:
        return None
    at = odds.fields.index(field)
    ways: dict[int, list[int]] = {}
    for values, many in odds.solution.rows.items():
        if type(values[at]) is int:
            entry = ways.setdefault(values[at], [0, 0])
            entry[0] += many
            entry[1] += many if counts(values) else 0
    scale = odds.solution.scale
    bars = [Bar(value, Fraction(all_, scale), Fraction(good, scale)) for value, (all_, good) in sorted(ways.items())]
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
