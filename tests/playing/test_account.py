"""The account of a record: how likely this or better was, and the clauses that did something."""

from __future__ import annotations

import pytest

import sixfold
from sixfold.playing.standing import account


def test_an_account_has_the_record_its_chance_and_its_clauses() -> None:
    """T3: the chance is that of this or better, and the clause is told after its throw."""
    record = sixfold.roll("ten", faces=[6, 6, 6, 1, 2, 3])
    told = account(record)

    assert {name: told[name] for name in record.to_json()} == record.to_json()
    margin = sixfold.odds("ten").numbers["margin"]
    assert told["chance"] == {
        "exact": str(margin.at_least(14)),
        "decimal": float(margin.at_least(14)),
        "unresolved": "0",
    }
    assert told["clauses"] == [
        {"clause": "T3", "text": "a natural 18 is a critical: the extra dice add 6", "after": 2},
    ]
    assert sixfold.Record.from_json(told) == record


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (sixfold.roll("skew percentile", faces=[1, 2]), "no result is better"),
        (sixfold.roll("odgs vs 15 +5 advantage 1", faces=[6, 6, 2, 1], choices=[2]), "other choices"),
        (sixfold.roll("dice 50d1000*50d1000", seed="x"), "more work"),
    ],
)
def test_where_there_is_no_chance_the_account_says_why(record: sixfold.Record, why: str) -> None:
    """No order, a choice against the policy, odds that cost too much: one sentence each."""
    told = account(record)
    assert told["chance"] is None
    assert why in told["why_no_chance"]
