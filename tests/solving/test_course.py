"""The course of what takes time, against its outcomes one by one."""

from __future__ import annotations

import pytest

import sixfold
from sixfold.rules import Rule, System, total


@pytest.mark.parametrize(
    "text",
    [
        "ten extended threshold 3 +1",
        "long (ten +2) 3 times stop",
        "long (ten +20) 3 times stop",
        "long duel (ten attack +2 damage 1d6) (ten attack damage 1d6) health 6 8 rounds 3",
    ],
)
def test_each_chance_is_that_of_the_outcomes_so_far(text: str) -> None:
    """After each count, every ending has the chance of the outcomes that came by then; none is left out."""
    odds = sixfold.odds(text)
    course, events = odds.course, odds.check.rule.events
    assert course is not None
    fields = [(name.removeprefix("not "), not name.startswith("not ")) for name in course.endings]
    order = [next(at for at, event in enumerate(events) if event.name == name) for name, _ in fields]
    assert order == sorted(order)
    words = [events[at].words if comes else events[at].otherwise for at, (_, comes) in zip(order, fields, strict=True)]
    assert list(course.words) == words
    first = min(chance.outcome[course.number] for chance in odds)
    for at, point in enumerate(course.points, first):
        past = [chance for chance in odds if chance.outcome[course.number] <= at]
        found = []
        for name, comes in fields:
            event = next(event for event in events if event.name == name)
            found.append(sum(chance.exact for chance in past if event.came(chance.outcome) is comes))
        assert point.at == at
        assert [bounds.low for bounds in point.endings] == found
        assert point.going.high == 1 - sum(found)
        assert point.going.high - point.going.low == odds.unresolved
        assert all(bounds.unresolved == odds.unresolved for bounds in point.endings)
    assert sum(found) == 1 - odds.unresolved


def test_what_has_no_course() -> None:
    """A rule without a number of time has none, nor has one whose outcomes are neither named nor a success."""
    assert sixfold.odds("ten").course is None
    rule = Rule(lambda table: {"rolls": table.read(table.roll(1), total())}, name="wait", time="rolls")
    assert sixfold.odds("light", systems={"light": System(rule, name="light")}).course is None
