"""The odds that are looked at before a roll: each figure is that of the odds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from sixfold import SYSTEMS, odds, roll
from sixfold.base.bounds import DRAWN_BARS
from sixfold.playing.preview import Bar, outlook, spread, without_tails
from sixfold.playing.standing import standing
from sixfold.rules import Event, Rule, System, total
from sixfold.show.report.chances import percent, short_fraction

RULES = [rule for system in SYSTEMS.values() for rule in system.rules]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.system}-{rule.name}")
def test_each_figure_is_that_of_the_odds(rule: Rule) -> None:
    """Success is told, and what can happen and says something; chances, means and bars are those of the odds."""
    found = odds(rule.example)
    shown = outlook(found)
    events = {event["name"]: event for event in shown["events"]}
    possible = {event.name: event for event in rule.events if found.events.get(event.name)}
    assert {name for name, event in possible.items() if event.sign} <= events.keys()
    assert rule.success is None or (rule.success.name in events) == (rule.success.name in found.events)
    for left_out in possible.keys() - events.keys():  # it is neither of the values that have a mark
        field = left_out.partition("=")[0]
        assert sum(name.startswith(f"{field}=") for name in events) == 2
    for name, event in events.items():
        bounds = found.bounds(name)
        assert (event["chance"], event["unresolved"]) == (float(bounds.low), float(bounds.unresolved))
        assert (event["figure"], event.get("exact", "")) == (percent(bounds), short_fraction(bounds))
    assert shown["numbers"] == list(found.numbers)
    if shown["spread"] is not None:
        assert shown["spread"]["words"] == rule.called(shown["spread"]["field"])
        number = found.numbers[shown["spread"]["field"]]
        assert (shown["mean"], shown["sd"]) == (float(number.mean), number.sd)
        bars = {bar["value"]: Fraction(bar["chance"]) for bar in shown["spread"]["bars"]}
        assert bars == {value: Fraction(float(number.pmf[value])) for value in bars}
        assert all(bar["good"] <= bar["chance"] for bar in shown["spread"]["bars"])
        good = float(found.events[rule.success.name]) if rule.success and rule.success.name in found.events else None
        assert sum(bar["good"] for bar in shown["spread"]["bars"]) == pytest.approx(
            sum(bars.values()) if good is None else good
        )
        assert found.ways_with(shown["spread"]["field"], lambda values: True) == number.ways
        assert not any(found.ways_with(shown["spread"]["field"], lambda values: False).values())


def test_names_without_marks_are_told() -> None:
    """If no value of a field has a mark, all possible ones are told; otherwise only those with a mark."""
    end, mid = Event("how=end", "End"), Event("how=mid", "Middle")
    never = end._replace(name=f"how={'no'}", words="Never")

    def told(*events: Event) -> list[str]:
        rule = Rule(lambda table: {"how": "end" if table.read(table.roll(1), total()) > 3 else "mid"}, events=events)
        found = odds("light", systems={"light": System(rule, name="light")})
        return [event["words"] for event in outlook(found)["events"]]

    assert told(end, never) == ["End"]
    assert told(end._replace(mark="failure"), mid) == ["End"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.system}-{rule.name}")
def test_a_throw_is_on_its_chart(rule: Rule) -> None:
    """The bar of a throw is the value of its number, and the bars reach as much as is this good or better."""
    record, found = roll(rule.example, seed="here"), odds(rule.example)
    shown = spread(record, found)
    if shown is not None and not found.unresolved:
        assert shown.here == record.outcome[shown.field]
        ordered = rule.order(record.outcome) is not None
        reached = sum(bar.reached for bar in shown.bars)
        assert reached == (standing(record).this_or_better.low if ordered else 0)


def test_far_tails_are_not_drawn() -> None:
    """Of many values the likelier ones are drawn, side by side."""
    pmf = odds("dice 100d20").numbers["total"].pmf
    drawn = without_tails([Bar(value, chance, chance) for value, chance in pmf.items()])
    first, last = drawn[0].value, drawn[-1].value
    assert [bar.value for bar in drawn] == list(range(first, last + 1))
    assert len(drawn) == DRAWN_BARS
    assert max(chance for value, chance in pmf.items() if not first <= value <= last) <= min(
        bar.chance for bar in drawn
    )


def test_the_rarer_end_is_left_out() -> None:
    """Of any bars, the rarer one of both ends goes, the last where they are alike, until all can be drawn."""
    rng = Random(7)
    for more in (1, 2, 50):
        bars = [Bar(n, Fraction(rng.randint(1, 9), 10_000), Fraction(0)) for n in range(DRAWN_BARS + more)]
        left = tuple(bars)
        while len(left) > DRAWN_BARS:
            left = left[1:] if left[0].chance < left[-1].chance else left[:-1]
        assert without_tails(bars) == left
