"""Why a throw came out so: the words under its hands, where it stands, what a chart shows of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sixfold import SYSTEMS, Record, odds, roll
from sixfold.playing.preview import spread
from sixfold.rules.rule import System
from sixfold.show.values.record import hands
from sixfold.study.questions.luck import in_short, why


@pytest.mark.parametrize(
    ("check", "faces", "said"),
    [
        ("ten superior 1", [6, 6, 5, 2, 4, 3], ["highest 3: 17", "critical: 7"]),
        ("ten extended threshold 1", [6, 5, 4], ["highest 3: 15"]),
        ("wild 3D", [4, 2, 5], ["dice: 6", "wild: 5"]),
        ("skew percentile", [3, 7], ["tens: 3", "units: 7"]),
        ("dice 2d6", [3, 4], ["total 7"]),
        ("odgs vs 12", [3, 4, 5], ["total 12"]),
    ],
)
def test_hands_are_told_in_few_words(check: str, faces: list[int], said: list[str]) -> None:
    """What counts of each hand is said under it; a sum beside other hands begins with its name."""
    record = roll(check, faces=faces)
    assert hands(record) == said


def test_a_throw_is_told_in_short() -> None:
    """The chance of this or better, as exact as ever and as it is said at a table; or why there is none."""
    good, no_order, chosen = in_short(
        [
            roll("ten superior 1", faces=[6, 6, 5, 2, 4, 3]),
            roll("skew percentile", faces=[3, 7]),
            roll("odgs vs 15 +5 advantage 1", faces=[6, 6, 2, 1], choices=[2]),
        ]
    )
    assert good["chance"]["exact"] == "1855/46656"
    assert good["standing"]["one_in"] == "about 1 in 25"
    assert [clause["clause"] for clause in good["clauses"]] == ["T3"]
    assert no_order["chance"] is None
    assert "no result is better" in no_order["why_no_chance"]
    assert chosen["chance"] is None
    assert "standing" not in chosen


def test_the_half_that_says_something_is_said() -> None:
    """A failure is told by “this or worse”; where nearly all rolls come out alike, by that."""
    checks = {
        "hs 3d": [1, 2, 3],
        "ten": [1, 1, 2, 6, 6],
        "odgs vs 25": [1, 2, 4],
        "hs 0d": [1, 2],
        "wild 3D": [6, 5, 5],
    }
    said = in_short([roll(check, faces=faces) for check, faces in checks.items()])
    halves = {"better": "chance", "worse": "worse", "same": "same"}
    for one in said:
        assert one["standing"]["half"] in halves
        assert one["standing"]["decimal"] <= 0.5 or one["standing"]["half"] == "same"
    assert [one["standing"]["half"] for one in said] == ["worse", "worse", "worse", "same", "better"]


def test_what_costs_too_much_has_no_chance() -> None:
    """Where the odds would cost too much, the hands are told all the same, and the rest of the log with them."""
    faces = [1] * 400
    dear = roll("dice 100d100kh50+100d100kh50+100d100kh50+100d100kh50", faces=faces)
    told, plain = in_short([dear, roll("ten", faces=[1, 2, 3])])
    assert told["chance"] is None
    assert told["why_no_chance"]
    assert len(told["hands"]) == 4
    assert plain["chance"]["exact"] == "103/108"


@pytest.mark.parametrize(
    "record",
    [
        roll("ten superior 1", faces=[6, 3, 2, 4]),
        roll("hs 2d", faces=[5, 5]),
        roll("odgs vs 12", faces=[4, 4, 2]),
    ],
    ids=lambda record: record.text,
)
def test_the_spread_is_counted(record: Record) -> None:
    """Each bar, and what of it is this or better, as counting every hand gives it."""
    solved = odds(record.check)
    found = spread(record, solved)
    assert found is not None
    order = record.check.rule.order(record.outcome)
    assert order is not None
    mine = order(dict(record.outcome))
    chances: dict[int, Fraction] = {}
    reached: dict[int, Fraction] = {}
    for outcome, chance in solved:
        value = int(outcome[found.field])
        chances[value] = chances.get(value, Fraction(0)) + chance
        reached[value] = reached.get(value, Fraction(0)) + chance * (order(dict(outcome)) >= mine)
    assert {bar.value: bar.chance for bar in found.bars} == chances
    assert {bar.value: bar.reached for bar in found.bars} == reached
    assert found.here == record.outcome[found.field]


def test_the_spread_against_all_hands() -> None:
    """A total of dice: the bars are what counting every throw by hand gives."""
    found = spread(roll("dice 3d6", faces=[5, 5, 3]), odds("dice 3d6"))
    assert found is not None
    hands_ = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    for bar in found.bars:
        assert bar.chance == Fraction(hands_.count(bar.value), 216)
        assert bar.reached == (bar.chance if bar.value >= 13 else 0)


def test_long_charts_lose_their_tails() -> None:
    """DRAWN_BARS: of more values than a chart draws, the rarest at both ends are left out."""
    found = spread(roll("dice 30d100", faces=[50] * 30), odds("dice 30d100"))
    assert found is not None
    assert len(found.bars) == 1500
    assert found.bars[0].value < 1500 < found.bars[-1].value


def test_why_has_every_line() -> None:
    """Every throw with its dice, the clauses between, modifiers, and the outcome last."""
    told = why(roll("ten +4 superior 1", faces=[6, 6, 5, 2, 4, 3]))
    assert [line["label"] for line in told["lines"]] == ["test", "critical", "", "modifiers", "outcome"]
    assert told["lines"][0]["faces"] == [[6, True], [6, True], [5, True], [2, False]]
    assert told["spread"]["here"] == 18
    assert told["spread"]["words"] == "margin"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_every_example_can_be_told(system: System) -> None:
    """Each rule of each game: its example is thrown and told, with as many words as hands."""
    for rule in system.rules:
        record = roll(rule.example, seed="told")
        told = why(record)
        assert len(told["hands"]) == len(record.throws)
        assert all(told["hands"])
