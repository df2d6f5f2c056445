"""Checks in parentheses inside a check: read, written, completed, refused at their place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import sixfold
from sixfold import SYSTEMS, SixfoldError, parse, roll
from sixfold.base.bounds import CHECKS_INSIDE
from sixfold.checks.completing import completions
from sixfold.playing.record import Record
from sixfold.rules import Check, System, Table
from sixfold.solving.odds import Odds, solve_check


def twice(table: Table, check: Check, other: Check | None = None) -> Any:
    """A check, or two of them, that must both succeed."""
    first = table.play(check, "success")
    return first and table.play(other or check, "success")


def harder(table: Table, check: Check, second: Check) -> Any:
    """The margins of two checks, the first of them made two points harder."""
    return table.play(check, "margin", modifier=-2) + table.play(second, "margin")


GAMES: Mapping[str, System] = {**SYSTEMS, "own": System(twice, harder, name="own")}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("OWN (TEN SUP 1 +4)", "own (ten +4 superior 1)"),
        ("own other (skew vs 12), (wild 3D+1 vs 15)", "own (wild 3D+1 vs 15) other (skew vs 12)"),
        ("own(own (ten) other (ten)) other(dice 5d6 (2 high))",
         "own (own (ten) other (ten)) other (dice 5d6 (2 high))"),
        ("own (ten +2 [Rope (old)] -1)", "own (ten -1 +2 [Rope (old)])"),
        ("own harder (ten +1) (ten +2)", "own harder (ten +1) (ten +2)"),
    ],
)  # fmt: skip
def test_texts(text: str, canonical: str) -> None:
    """A check inside has its canonical text, whatever stands in it, and reads back to the same."""
    check = parse(text, GAMES)
    assert str(check) == canonical
    assert parse(str(check), GAMES) == check
    again = sixfold.check(check.system, check.rule.name, systems=GAMES, **check.options)
    assert again == check


def test_options() -> None:
    """In JSON a check inside is its text; in Python it may be given as one."""
    check = parse("own (ten +1) other (ten)", GAMES)
    assert check.options == {"check": "ten +1", "other": "ten"}
    assert sixfold.check("own", check=parse("ten +1"), other="ten", systems=GAMES) == check


@pytest.mark.parametrize(
    ("text", "column", "part"),
    [
        ("own (ten +4 supe 1)", 13, "Did you mean"),
        ("own (ten", 5, "is missing"),
        ("own ()", 6, "no check here"),
        ("own (tan)", 6, "Did you mean “ten”"),
        ("own (duels (ten) (ten))", 6, "Did you mean “duel”"),
        ("own (wild)", 10, "needs ND"),
        ("own (ten) (ten)", 11, "one more"),
        ("own (ten +1001)", 10, "1,000"),
        ("own (hs 2 ranks 3d)", 17, "not both"),
        ("own", 4, "needs (CHECK)"),
        ("ten (ten)", 5, "no check in parentheses"),
        ("own other", 5, ""),
    ],
)
def test_slips(text: str, column: int, part: str) -> None:
    """What is wrong inside has its place in the whole text."""
    with pytest.raises(SixfoldError) as caught:
        parse(text, GAMES)
    assert part in caught.value.message
    assert (caught.value.text, caught.value.column) == (text, column)


def test_depth() -> None:
    """So many stand inside each other, and one more is refused with the bound."""
    text = "ten"
    for _ in range(CHECKS_INSIDE):
        text = f"own ({text})"
    assert str(parse(text, GAMES)) == text
    with pytest.raises(SixfoldError, match=str(CHECKS_INSIDE)):
        parse(f"own ({text})", GAMES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("own (ten +4 sup", ["superior"]),
        ("own (s", ["skew"]),
        ("own (ten) oth", ["other"]),
        ("due", ["duel"]),
        ("own (hs 3", ["3 ranks", "3 edges", "3d", "3 cuts"]),
    ],
)
def test_completion(text: str, words: list[str]) -> None:
    """What may come next is that of the innermost check that is open."""
    found = completions(text, len(text), GAMES)
    assert [each["word"] for each in found] == words
    assert all(text[each["start"] : each["end"]] in ("sup", "s", "oth", "due", "3") for each in found)


def test_played() -> None:
    """A check inside is played with its own options, but for those that the rule gives; records and odds read back."""
    record = roll("own harder (ten +4) (ten)", faces=[4, 4, 4, 3, 3, 4], systems=GAMES)
    assert record.outcome.total == 12 - 2 - 10 + 0
    assert Record.from_json(record.to_json(), GAMES) == record
    odds = solve_check(parse("own (ten +4) other (ten)", GAMES))
    assert odds.events["success"] == sixfold.odds("ten +4").events["success"] * sixfold.odds("ten").events["success"]
    assert Odds.from_json(odds.to_json(), GAMES) == odds


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("duel (ten attack -1000 damage 1d6) (ten attack -1000 damage 1d6) health 9", "rule/endless", "rounds 5"),
        ("duel (ten attack damage 1d6) (ten attack damage 1d6) health 5 damage 2", "rule/forbidden", "no effect"),
        ("duel (ten) (ten) health 5", "notation/missing", "damage N"),
        ("duel (ten +2) (ten) health 5 damage 2 counter", "rule/forbidden", "counter"),
        ("long (wild 4D) 3 times", "rule/forbidden", "say vs N"),
        ("opposed (ten) (ten) by sum", "rule/forbidden", "no sum"),
        ("opposed (skew percentile) (skew percentile)", "rule/forbidden", "by total"),
        ("opposed (wild 4D) (skew)", "rule/forbidden", "by total"),
        ("wild attack 3D vs (hs 1d)", "rule/forbidden", "total"),
    ],
)
def test_long_play_refuses_in_words(text: str, code: str, part: str) -> None:
    """What cannot be counted, compared or ended is told to players, not to authors."""
    with pytest.raises(SixfoldError, match=part) as caught:
        sixfold.odds(text)
    assert caught.value.code == code
    assert ".py" not in caught.value.message


def test_plain_dice_inside() -> None:
    """Plain dice need no game's name inside, and a slip in them keeps its place."""
    assert str(parse("opposed (3d6) (d20) by total")) == "long opposed (dice 3d6) (dice 1d20) by total"
    with pytest.raises(SixfoldError) as caught:
        parse("opposed (3d6q) (d20) by total")
    assert caught.value.column == 13
