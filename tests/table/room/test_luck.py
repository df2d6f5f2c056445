"""The luck of an evening, as each person may see it."""

from __future__ import annotations

from sixfold.table.room.commands import Correct
from sixfold.table.room.luck import evening
from tests.table.room.table import seated


def test_rolls_are_counted_by_what_became_of_them() -> None:
    """Each person's rolls that one may see: how many, how many of them typed, how many taken back."""
    table, _, ada, bo, _ = seated()
    table.throw(ada, "ten +4", faces=[6, 5, 4])
    table.throw(ada, "ten +2", faces=[4, 3, 4])
    table.throw(ada, "skew")
    back = table.throw(ada, "hs 2d")
    table.throw(bo, "ten", visible="self")
    table.do(Correct(ada, back["number"], withdraw=True))
    counted = {
        person: [
            {name: one[name] for name in ("name", "records", "typed", "taken_back")}
            for one in evening(table.events, table.person(person))["people"]
        ]
        for person in (ada, bo)
    }
    hers = {"name": "Ada", "records": 3, "typed": 2, "taken_back": 1}
    assert counted[ada] == [hers]
    assert counted[bo] == [hers, {"name": "Bo", "records": 1, "typed": 0, "taken_back": 0}]
    (shown,) = evening(table.events, table.person(ada))["people"]
    assert shown["person"] == ada
    assert len(shown["ranks"]) == 3
    assert shown["luck"]["records"] == 3
