"""What is better where the author of a game says nothing: what his events say, then his number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sixfold.rules import Event, Rule, Table

EVENTS = (
    Event("result=critical", "Critical", "critical"),
    Event("result=full", "Full success", "success"),
    Event("result=partial", "Partial success", mark="partial"),
    Event("result=failure", "Failure", mark="failure"),
    Event("result=disaster", "Disaster", mark="blunder"),
)


def heist(table: Table) -> Mapping[str, Any]:
    """A rule whose outcomes have names and a number."""
    raise NotImplementedError


@pytest.mark.parametrize("number", [False, True])
def test_names_are_better_by_their_events(number: bool) -> None:
    """A critical over a success over the rest over a failure over a blunder; then the number."""
    names = [event.name.partition("=")[2] for event in EVENTS]
    outcomes = [{"result": name, **({"progress": at} if number else {})} for name in names for at in (3, 1)]
    order = Rule(heist, events=EVENTS).order(outcomes[0])
    assert order is not None
    worths = [order(outcome) for outcome in outcomes]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == (10 if number else 5)


def test_without_events_the_number_is_all() -> None:
    """Names of which nothing is said are not better or worse."""
    order = Rule(heist).order({"result": "full", "progress": 1})
    assert order is not None
    assert order({"result": "full", "progress": 1}) < order({"result": "failure", "progress": 2})
