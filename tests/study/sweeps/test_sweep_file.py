"""What the file of a sweep may say: whatever is changed in a good one, it is meant, or refused with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.json import encode

from sixfold.base import bounds
from sixfold.errors import BoundsError, SixfoldError, StudyError
from sixfold.study.sweeps import sweep_file
from sixfold.study.sweeps.figures import SolvedFigure
from sixfold.study.sweeps.sweep_file import TRIALS_LOST, _lacking, planned
from sixfold.study.sweeps.worker import SolvedRow
from tests.effort import calls
from tests.study.sweeps.games import duel

GOOD: dict[str, Any] = {
    "checks": {"ten": "ten +{skill} superior {dice} {tier}", "wild": "wild {pool}D vs {target}"},
    "keep": {
        "success": "success", "blunder": {"ten": "quality=blunder"}, "margin": {"ten": "mean margin"},
        "all": {"ten": "distribution total"},
    },
    "where": ["dice <= 1 or tier != hard"],
    "aim": "success",
    "seconds": 30,
    "ranges": {"skill": "-1..1", "dice": "0..2", "tier": ["", "hard"], "pool": "2..3", "target": [10, 15]},
    "questions": {
        "fair": {"find": "options", "check": "ten", "every": ["skill"],
                 "require": ["success between 20 % and 99 %", "success rises with skill", "margin never below -3"]},
        "book": {"find": "change", "check": "ten", "figure": "success", "over": "tier", "printed": {"hard": "49 %"},
                 "now": {"skill": 0, "dice": 0}},
        "near": {"find": "fit", "check": ["wild"], "to": "ten", "one": ["target"]},
        "step": {"find": "worth", "check": "ten", "figure": "margin", "range": "skill"},
        "heat": {"find": "map", "check": "ten", "figure": "success", "rows": "skill", "columns": "dice",
                 "at": {"tier": "hard"}},
    },
}  # fmt: skip

MEANT = {"keep.blunder key", "keep.all key", *(f"questions.{name} key" for name in GOOD["questions"]),
         "seconds 1.5", "questions {}", "questions.book.now {}", "questions.heat.at {}"}  # fmt: skip
"""Changes that are meant as they are: names that nobody refers to, and what may be left out."""

Path = tuple[str | int, ...]


def nodes(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in a file, with what is there."""
    if path:
        yield path, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from nodes(value, (*path, key))


def changed(data: Any, path: Path, value: Any, key: str | None = None) -> Any:
    """The same with another value at a place, or with another name for it."""
    if not path:
        return value
    first, *rest = path
    if isinstance(data, list):
        return [changed(old, tuple(rest), value) if at == first else old for at, old in enumerate(data)]
    return {
        (key if key is not None and not rest and name == first else name): changed(old, tuple(rest), value, key)
        if name == first
        else old
        for name, old in data.items()
    }


def misspelt(text: str) -> Iterator[str]:
    """A text with one of its words misspelt."""
    words = text.split()
    for at, word in enumerate(words):
        letters = [place for place, letter in enumerate(word) if letter.isalpha()]
        if letters:
            last = letters[-1]
            yield " ".join([*words[:at], f"{word[:last]}qx{word[last + 1 :]}", *words[at + 1 :]])


def bad() -> Iterator[tuple[str, str, Any]]:
    """Files with one mistake: its place, what it is, and the file."""
    for path, value in nodes(GOOD):
        place = ".".join(map(str, path))
        wrongs: tuple[Any, ...] = (1.5, {}, "no such thing")
        for wrong in wrongs:
            yield place, str(wrong), changed(GOOD, path, wrong)
        if isinstance(path[-1], str):
            yield place, "key", changed(GOOD, path, value, f"{path[-1][:-1]}q")
        if isinstance(value, str):
            for text in misspelt(value):
                yield place, text, changed(GOOD, path, text)


def refusal(data: Any) -> str | None:
    """The sentence with which a file is refused; None if it is not."""
    try:
        planned(data)
    except SixfoldError as error:
        return error.message
    return None


def test_every_mistake_in_a_file_is_found_before_anything_is_solved() -> None:
    """One wrong name, number or kind of thing in a good file is refused, with its place before the sentence."""
    planned(GOOD)
    accepted, files = set(), list(bad())
    for place, what, data in files:
        sentence = refusal(data)
        if sentence is None:
            accepted.add(f"{place} {what}")
            continue
        # Another name for a range or a check is found where the old one is used.
        begin, top = sentence.partition(":")[0], place.split(".")[0]
        moved = what == "key" or top in ("checks", "ranges", "keep")
        assert begin == "The sweep" or begin.split(".")[0] in (GOOD if moved else [top]), (place, what, sentence)
    assert (len(files) > 300, accepted) == (True, MEANT)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"keep": ["success", "success"]}, "keep: “success” is there twice."),
        ({"checks": {"ten": "ten +{error}"}, "ranges": {"error": "1..2"}}, "ranges.error: its column would"),
        ({"checks": {"hs": "hs {value}d"}, "ranges": {"value": "0..2"}, "keep": ["distribution highest"]},
         "ranges.value: its column would be “value”, but every row of a distribution has that column."),
        ({"where": ["dice < 1", "dice > 1", "target > 14", "target < 12"]}, "where: no check is left."),
        ({"keep": ["distribution total"], "checks": ["ten"], "questions": {"q": {"find": "worth", "range": "a"}}},
         "questions.q: Of “ten” no figure is kept that a question can be about."),
        ({"checks": ["dice {2d6, 1d8}kh1"]}, "names no range. Braces of the check itself are written twice"),
        ({"keep": {"m": {"ten": "quantil margin"}}}, "Did you mean “quantile 0.9 margin”?"),
    ],
)  # fmt: skip
def test_a_sentence_for_what_clashes(change: dict[str, Any], sentence: str) -> None:
    """What is wrong only together with something else is refused in a sentence that names both."""
    data = {**GOOD, "questions": {}, "where": [], "aim": None, **change}
    if "checks" in change and "ranges" not in change:
        data |= {"ranges": {}, "keep": change.get("keep", ["success"])}
    if "checks" in change and "keep" not in change:
        data |= {"keep": ["success"]}
    with pytest.raises(SixfoldError) as refused:
        planned(data)
    assert sentence in refused.value.message


@pytest.mark.parametrize("seconds_at_bound", [bounds.SWEEP_LEAST_SECONDS, bounds.SWEEP_MOST_SECONDS])
def test_seconds_and_parts_have_bounds(seconds_at_bound: float) -> None:
    """Seconds for one check, and parts, are taken at their bounds and refused beyond them."""
    data = {"checks": ["ten"]}
    assert planned({**data, "seconds": seconds_at_bound}).job.seconds == seconds_at_bound
    assert planned(data, part=f"1/{bounds.SWEEP_PARTS}").part == (1, bounds.SWEEP_PARTS)
    for seconds in (0, 0.099, bounds.SWEEP_MOST_SECONDS + 1, float("nan")):
        with pytest.raises(BoundsError, match=r"seconds: this must be a number from 0\.1 to 86,400, not"):
            planned({**data, "seconds": seconds})
    with pytest.raises(StudyError, match="at most 100,000"):
        planned(data, part=f"1/{bounds.SWEEP_PARTS + 1}")


def test_braces_of_a_check_are_written_twice() -> None:
    """A brace that is no range is escaped, as in Python."""
    plan = planned({"checks": ["dice {{2d6, {n}d8}}kh{k}"], "ranges": {"n": "1..2", "k": "1"}, "keep": ["mean total"]})
    assert [case.text for case in plan.cases()] == ["dice {2d6, 1d8}kh1", "dice {2d6, 2d8}kh1"]


def test_a_condition_on_an_empty_word() -> None:
    """A condition tests for the empty word with nothing between quotation marks."""
    data = {"checks": ["ten +{m} {tier}"], "ranges": {"m": "1..2", "tier": ["", "hard"]}}
    for sign, expected in (("=", ["ten +1", "ten +2"]), ("!=", ["ten +1 hard", "ten +2 hard"])):
        plan = planned({**data, "where": [f'tier {sign} ""']})
        assert [case.text for case in plan.cases()] == expected


def test_a_part_is_every_so_many_th_check() -> None:
    """All parts together have each check once, and another part is refused."""
    data = {"checks": ["ten +{m}", "hs {d}d"], "ranges": {"m": "-3..9", "d": "0..6"}}
    whole = [case.text for case in planned(data).cases()]
    parts = [[case.text for case in planned(data, part=f"{n}/7").cases()] for n in range(1, 8)]
    assert sorted(text for part in parts for text in part) == sorted(whole)
    assert {len(part) for part in parts} == {2, 3}
    for wrong in ("0/7", "8/7", "1", "1/2/3", "a/b", "-1/2"):
        with pytest.raises(StudyError, match="is no part of a sweep"):
            planned(data, part=wrong)


def test_a_game_that_hangs_is_tried_in_a_process(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of a game of one's own are found too, and one of its checks that never ends is no trouble."""
    monkeypatch.setattr(sweep_file, "TRIAL_SECONDS", 0.3)
    game = duel(tmp_path, "sum(iter(int, 1))")
    data = {"checks": ["duel vs {vs}"], "ranges": {"vs": "13..15"}, "games": [str(game)]}
    with pytest.raises(StudyError, match=r"keep\.parried: .parried. is not an event of duel parry"):
        planned({**data, "keep": ["parried"]})


def test_reading_a_file_takes_little_of_what_solving_takes() -> None:
    """A thousand more checks of a pattern take no more work to be looked at."""
    few, many = (
        {"checks": ["ten +{a} superior {b}"], "ranges": {"a": f"0..{far}", "b": "0..9"}} for far in (99, 9_999)
    )
    assert calls(lambda: planned(many)) < 2 * calls(lambda: planned(few))


@given(st.lists(st.sampled_from(["lost", "refused", {"a"}, {"a", "b"}, {"b", "c"}])))
def test_a_figure_is_lacking_that_no_rolled_check_has(trials: list[str | set[str]]) -> None:
    """In any order of checks that are rolled, refused or end their process; too many of these tell nothing."""
    rolled = [trial for trial in trials if isinstance(trial, set)]
    rows = [
        SolvedRow("" if trial == "lost" else "ten", error="no such check")
        if isinstance(trial, str)
        else SolvedRow("ten", Raw(encode({text: SolvedFigure(error=f"no {text}" * (text in trial)) for text in "abc"})))
        for trial in trials
    ]
    known = bool(rolled) and trials.count("lost") <= TRIALS_LOST
    expected = set.intersection(*rolled) if known else set()
    assert _lacking(rows, "abc") == {text: f"no {text}" for text in expected}
