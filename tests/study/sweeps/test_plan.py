"""Which checks a sweep has, and in which chunks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sixfold.errors import SixfoldError
from sixfold.study.sweeps.plan import CHUNK, Plan
from sixfold.study.sweeps.sweep_file import planned, read_plan
from tests.effort import calls
from tests.study.sweeps.games import duel


def texts(plan: Plan) -> list[str]:
    return [case.text for case in plan.cases()]


def test_every_combination_is_a_check() -> None:
    """The last range in the text goes fastest, and a number brings its own sign."""
    plan = planned({"checks": ["ten +{mod} superior {sup}", "hs {d}d"],
                    "ranges": {"mod": "-1..1", "sup": [1, 2], "d": "0,3"}})  # fmt: skip
    assert texts(plan) == [
        "ten -1 superior 1", "ten -1 superior 2", "ten +0 superior 1", "ten +0 superior 2", "ten +1 superior 1",
        "ten +1 superior 2", "hs 0d", "hs 3d",
    ]  # fmt: skip
    assert plan.total == len(plan.numbers) == 8


def test_ranges_go_through_words_and_house_rules_and_parentheses() -> None:
    """A range holds words as well as numbers, and stands inside parentheses too."""
    plan = planned({"checks": ["ten {tier} chaos={chaos}", "dice 3d6 ({n} high)"],
                    "ranges": {"tier": ["", "hard"], "chaos": "all, kept", "n": "1..2"}})  # fmt: skip
    assert texts(plan) == ["ten chaos=all", "ten chaos=kept", "ten hard chaos=all", "ten hard chaos=kept",
                           "dice 3d6 (1 high)", "dice 3d6 (2 high)"]  # fmt: skip


def test_conditions_leave_checks_out() -> None:
    """A condition is about ranges; it holds for the checks that have them."""
    plan = planned({"checks": ["ten +{a} superior {b}", "ten +{a}"], "ranges": {"a": "0..3", "b": "0..3"},
                    "where": ["a + b = 3"]})  # fmt: skip
    assert texts(plan) == ["ten +0 superior 3", "ten +1 superior 2", "ten +2 superior 1", "ten +3 superior 0",
                           "ten +0", "ten +1", "ten +2", "ten +3"]  # fmt: skip
    assert plan.total == 8
    named = {"checks": ["ten chaos={c} +{a}"], "ranges": {"a": "0..1", "c": "all,kept"}, "where": ["c=kept or a=1"]}
    assert texts(planned(named)) == ["ten chaos=all +1", "ten chaos=kept +0", "ten chaos=kept +1"]


def test_millions_of_checks_are_two_numbers_a_chunk() -> None:
    """Ten million checks take no more work to plan than their chunks, and any of them is made from its number."""
    plan = planned({"checks": ["ten +{a} [{c}] superior {b}"],
                    "ranges": {"a": "-500..499", "b": "0..9", "c": "1..1000"}})  # fmt: skip
    assert plan.total == 10_000_000
    chunks = plan.chunks(200)
    assert sum(map(len, chunks)) == plan.total
    assert calls(lambda: plan.chunks(200)) < 20 * plan.total // CHUNK
    (case,) = plan.cases(range(9_999_999, 10_000_000))
    assert case.text == "ten +499 [1000] superior 9"


def test_two_begin_in_different_places() -> None:
    """Every check is in one chunk, of which each worker has some; a salt decides their order."""
    plan = planned({"checks": ["ten +{a} superior {b}"], "ranges": {"a": "-500..499", "b": "0..3"}})
    one, other = (plan.chunks(4, salt) for salt in "ab")
    assert [chunk[0] for chunk in one] != [chunk[0] for chunk in other]
    for chunks in (one, other):
        assert sorted(number for chunk in chunks for number in chunk) == list(plan.numbers)
        assert len(chunks) == 80
    assert len(plan.chunks(100_000)) == plan.total


SWEEP: dict[str, Any] = {"checks": ["ten +{mod}"], "ranges": {"mod": "0..2"}}


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"checks": ["ten +{mode}"]}, "study/sweep", "“{mode}” has no range. Give it one under [ranges]. Did you mean"),
        ({"ranges": {"mod": "1..x"}}, "study/range", "is not a range"),
        ({"checks": ["tenn +{mod}"]}, "notation/unexpected", "tenn"),
        ({"where": ["mod ="]}, "study/event", "missing here"),
        ({"keep": ["success and"]}, "study/event", "missing here"),
        ({"ranges": {"mod": "0..9999", "b": "0..9999"}, "checks": ["ten +{mod} [{b}]", "ten +{b}"]},
         "bounds/exceeded", "at most 100,000,000 checks; this one would have 100,010,000"),
        ({"seconds": 0}, "bounds/exceeded", "seconds: "),
        ({"games": ["no-such.py"]}, "usage/unexpected", "No such file"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_with_its_code(change: dict[str, Any], code: str, said: str) -> None:
    """A sweep is refused with the code of its mistake, before anything is solved."""
    with pytest.raises(SixfoldError) as refused:
        planned({**SWEEP, **change})
    assert (refused.value.code, said in refused.value.message) == (code, True), refused.value.message


def test_a_file_is_read_and_its_games_stand_beside_it(tmp_path: Path) -> None:
    """Games of one's own are named from the folder of the file; their content tells their results apart."""
    duel(tmp_path)
    file = tmp_path / "a.toml"
    file.write_text('checks = ["duel vs {vs}", "ten"]\ngames = ["duel.py"]\n[ranges]\nvs = "1..3"\n', "utf-8")
    before = read_plan(str(file), {})
    duel(tmp_path, "best += 1")
    after = read_plan(str(file), {})
    assert before.scope("duel vs 1") != after.scope("duel vs 1")
    assert before.scope("ten") == after.scope("ten")


def test_a_file_that_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    """The line and the column of what is wrong are named."""
    file = tmp_path / "a.toml"
    file.write_text('checks = ["ten"\nranges = 3\n', "utf-8")
    with pytest.raises(SixfoldError) as refused:
        read_plan(str(file), {})
    assert refused.value.code == "usage/config"
    assert "line 2" in refused.value.message
