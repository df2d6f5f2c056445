"""Every form in which a rule may return its outcome has names, and is put together again from its values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

import sixfold
from sixfold.errors import RuleError
from sixfold.rules import System, Table, highest, total
from sixfold.rules.outcome import LARGEST, Outcome, checked_value, form_of, select_fields, values_of, wanted_of


class Luck(Enum):
    """Named by words, and by a number."""

    GOOD = "good luck"
    BAD = 1


class Acted(NamedTuple):
    margin: int
    luck: Luck


@dataclass(frozen=True)
class Thrown:
    sum: int
    hit: bool


@dataclass(frozen=True)
class Counted:
    sums: int


OUTCOMES: list[tuple[Any, dict[str, Any]]] = [
    (7, {"total": 7}),
    (Counted(3), {"sums": 3}),
    (True, {"success": True}),
    ("hit", {"result": "hit"}),
    (Luck.GOOD, {"result": Luck.GOOD}),
    ((7,), {"total": 7}),
    ((True, 7, "hit"), {"success": True, "total": 7, "result": "hit"}),
    ((7, 8, True, False), {"total": 7, "second": 8, "success": True, "fourth": False}),
    ((True, "a", "b"), {"success": True, "result": "a", "third": "b"}),
    (Acted(3, Luck.BAD), {"margin": 3, "luck": Luck.BAD}),
    (Thrown(3, True), {"sum": 3, "hit": True}),
    ({"how": "well", "much": 5}, {"how": "well", "much": 5}),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "values"), OUTCOMES, ids=lambda each: type(each).__name__)
def test_values_have_names_and_are_the_outcome_again(outcome: Any, values: dict[str, Any]) -> None:
    """An outcome is taken apart into named values, put together again, and is the same thrown and solved."""
    assert values_of(outcome) == values
    assert [*values_of(outcome)] == [*values]
    again = form_of(outcome, tuple(values)).of([*values.values()])
    assert (again, type(again)) == (outcome, type(outcome))
    for name, value in values.items():
        assert wanted_of(values, (name,)) == [value] == [select_fields(outcome, name)]
    assert select_fields(outcome, tuple(values)) == tuple(values.values())
    assert select_fields(outcome, None) is outcome
    plain = {name: checked_value(name, value) for name, value in values.items()}
    games = {"light": System(lambda table: outcome, name="light")}
    assert dict(sixfold.roll("light", systems=games).outcome) == plain
    (chance,) = sixfold.odds("light", systems=games)
    assert dict(chance.outcome) == plain
    assert chance.exact == 1


def test_names_of_another_path_are_kept() -> None:
    """Values without a name have those that they had on another path, where they are as many."""
    assert values_of(7, ("success",)) == {"success": 7}
    assert values_of((7, True), ("a", "b")) == {"a": 7, "b": True}
    assert values_of((7, True), ("a",)) == {"total": 7, "success": True}
    assert values_of(7, ("a", "b")) == {"total": 7}


@pytest.mark.parametrize("outcome", [(), (1,) * 11, {}, {"": 1}, {" ": 1}, {1: 1}, None, 1.5, [1], object(), total()])
def test_what_is_no_outcome(outcome: Any) -> None:
    """Nothing, too much, and what has no names is refused."""
    with pytest.raises(RuleError):
        values_of(outcome)


class Seven:
    """A number that is none of Python."""

    def __index__(self) -> int:
        return 7


def test_what_is_no_value() -> None:
    """A number is below the limit on either side; anything but numbers, names and yes or no is refused."""
    assert values_of((1,) * 10)["tenth"] == 1
    assert [checked_value("x", value) for value in (LARGEST - 1, 1 - LARGEST)] == [LARGEST - 1, 1 - LARGEST]
    assert (checked_value("x", Luck.GOOD), checked_value("x", Luck.BAD)) == ("good luck", "bad")
    for wrong in (LARGEST, -LARGEST, 1.5, None, [1], (1, 2), highest(1)):
        with pytest.raises(RuleError):
            checked_value("x", wrong)
    with pytest.raises(RuleError, match=r"Write int\(\.\.\.\) around it"):
        checked_value("x", Seven())  # as a number of numpy
    with pytest.raises(RuleError, match=r"no “totl”; it has total, hit\. Did you mean “total”"):
        wanted_of({"total": 7, "hit": True}, ("totl",))


def test_an_outcome_is_a_value() -> None:
    """It reads by name and as attributes, equals any mapping with the same values, and does not change."""
    outcome: Any = Outcome({"total": 7, "hit": True})
    assert (outcome.total, outcome["hit"], len(outcome), [*outcome]) == (7, True, 2, ["total", "hit"])
    assert outcome == {"hit": True, "total": 7} == Outcome.of(("total", "hit"), (7, True))
    assert repr(outcome) == "Outcome(total=7, hit=True)"
    wrong: Any = [1]
    copy = outcome.as_dict()
    copy["total"] = 8
    assert outcome.total == 7
    with pytest.raises(AttributeError, match="no totl; it has total, hit"):
        _ = outcome.totl
    with pytest.raises(RuleError):
        Outcome(wrong)


def both(table: Table) -> Any:
    return {"x": table.read(table.roll(1), total())} if table.read(table.roll(1), total()) > 3 else {"y": 1}


def kinds(table: Table) -> Any:
    return {"x": 5 if table.read(table.roll(1), total()) > 3 else "five"}


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (both, "returns y for some dice and x for others|returns x for some dice and y for others"),
        (kinds, "as a name|as a number"),
    ],
)
def test_outcomes_are_alike_on_every_path(play: Any, sentence: str) -> None:
    """Other names or other kinds of values for other dice are refused where the rule is solved."""
    with pytest.raises(RuleError, match=sentence):
        sixfold.odds("light", systems={"light": System(play, name="light")})
