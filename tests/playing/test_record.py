"""Records: values that survive whatever carries them, also a change of their rule."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

import sixfold
from sixfold import Record, study
from sixfold.base.bounds import TEXT_LENGTH
from sixfold.errors import NotationError, RecordError, RuleError, StudyError
from sixfold.playing.standing import account, standing
from sixfold.rules.folds import highest, total
from sixfold.rules.rule import Rule, System
from sixfold.rules.table import Table, Values


def first(table: Table) -> Values:
    """The rule as it was: two dice, added up."""
    thrown = table.read(table.roll(2, "dice"), total())
    return {"total": thrown}


def second(table: Table) -> Values:
    """The rule as it is: two dice, the higher one."""
    thrown = table.read(table.roll(2, "dice"), highest(1))
    table.tell("X1", "the higher one counts")
    return {"total": thrown, "doubled": False}


def game(play: Any, revision: int) -> dict[str, System]:
    """A game of one rule, at a revision."""
    rule = Rule(
        name="dice",
        title="two dice",
        play=play,
        example="own",
        announce=lambda outcome, options: f"{outcome['total']} points",
        explain=lambda options: [],
        revision=revision,
    )
    return {"own": System(rule, name="own", title="an own game")}


OLD, NEW = game(first, 1), game(second, 2)
WRITTEN = sixfold.roll("own", faces=[6, 5], systems=OLD).to_json()


def test_a_record_says_its_revision_only_where_it_is_not_the_first() -> None:
    """The promised shape has one key more, from the second revision of a rule on."""
    assert "revision" not in WRITTEN
    record = sixfold.roll("own", faces=[6, 5], systems=NEW)
    assert record.to_json()["revision"] == 2
    assert record.current
    assert Record.from_json(record.to_json(), NEW) == record


def test_a_record_of_an_older_rule_reads_as_it_was_written() -> None:
    """It keeps its outcome and its words, and says that its rule has changed."""
    record = Record.from_json(WRITTEN, NEW)
    assert not record.current
    assert (record.outcome.total, record.announcement, record.revision) == (11, "11 points", 1)
    assert record.to_json() == {**WRITTEN, "options": {}}
    assert Record.from_json(record.to_json(), NEW) == record
    assert record != sixfold.roll("own", faces=[6, 5], systems=NEW)
    assert "revision 1 of its rule, which is now at revision 2" in " ".join(record.to("text").split())


def test_a_record_of_a_later_rule_reads_too() -> None:
    """A program that is older than a record does not judge it either."""
    later = sixfold.roll("own", faces=[6, 5], systems=NEW).to_json()
    record = Record.from_json(later, OLD)
    assert not record.current
    assert (record.revision, record.outcome.doubled) == (2, False)


def test_an_older_record_is_not_held_against_todays_odds() -> None:
    """It has no chance and no luck, and an evening leaves it out and says so."""
    record = Record.from_json(WRITTEN, NEW)
    with pytest.raises(StudyError, match="revision 1"):
        standing(record)
    assert account(record)["chance"] is None
    assert "revision 1" in account(record)["why_no_chance"]
    today = [sixfold.roll("own", faces=[at, 5], systems=NEW) for at in (1, 2, 6)]
    evening = study.evening([*today, record], event="total >= 5", systems=NEW)
    assert (evening.records, evening.left_out) == (3, 1)


@pytest.mark.parametrize(
    "changes",
    [
        {"revision": 0},
        {"revision": 1.5},
        {"revision": None},
        {"revision": 10**30},
        {"announcement": ""},
        {"throws": [{**WRITTEN["throws"][0], "faces": [7, 5]}]},
        {"throws": [{**WRITTEN["throws"][0], "faces": [-1, 5]}]},
        {"throws": [{**WRITTEN["throws"][0], "sides": 0}]},
        {"throws": [{**WRITTEN["throws"][0], "sides": 10**9}]},
        {"throws": [{**WRITTEN["throws"][0], "kept": [True]}]},
    ],
)
def test_an_older_record_that_cannot_be_is_refused(changes: Any) -> None:
    """What is not played again is at least looked at."""
    with pytest.raises(RecordError):
        Record.from_json({**WRITTEN, **changes}, NEW)


@pytest.mark.parametrize(
    "record",
    [
        sixfold.roll("ten superior 1", seed="x"),
        sixfold.roll("odgs vs 15 +5 advantage 1 combat", faces=[6, 6, 2, 1], choices=[1, 0]),
        sixfold.roll("wild 3D", faces=[3, 4, 6, 6, 3]),
    ],
)
def test_records_survive_whatever_carries_them(record: Record) -> None:
    """Pickling, copying and JSON give the same record, with its trail where memory is copied."""
    for again in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
        assert again == record
        assert hash(again) == hash(record)
        assert again.trail == record.trail
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


@pytest.mark.parametrize("dice", [400, 499, 500, 600])
def test_whatever_is_rolled_can_be_read_back(dice: int) -> None:
    """A check whose canonical text would be too long to read is refused; any other has a record that reads."""
    text = "dice " + "+".join(["d6"] * dice)
    try:
        record = sixfold.roll(text, seed="x")
    except NotationError as error:
        refused = error.code
        record = None
    else:
        refused = ""
    canonical = len("dice ") + 4 * dice - 1
    assert refused == ("notation/too-long" if canonical > TEXT_LENGTH else "")
    assert record is None or Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("outcome", [{}, {5: 3}, {"total": 1.5}, {"total": 10**40}, {"total": None}])
def test_an_outcome_has_names_and_plain_values(outcome: Any) -> None:
    """A rule that returns anything else makes no record."""
    with pytest.raises(RuleError) as refused:
        sixfold.roll("own", systems=game(lambda table: outcome, 1))
    assert refused.value.code == "rule/outcome"
