"""Errors that lead on: each says what to type instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import sixfold
from tests.console import run

GAME = """from sixfold.rules import Die, System, Table, total


def roll(table: Table) -> int:
    return table.read(table.roll(1, die=20), total())


SYSTEM = System(roll)
"""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--game {folder}/d20.py odds d", "“d” is too short for a game; give it a name: System(…, name="),
        ("odds ten -o {folder}", "is a folder. Name a file in it, as in “{folder}/odds.csv”"),
        (
            "audit {folder}/empty.claims",
            "empty.claims has no claims. A claim begins with a line like “check: ten”",
        ),
        ("table hs 3 ranks 1 cut --rows cuts=0..2", "“cuts” is in the check “hs 3 ranks 1 cut” and in the table"),
        ("{folder}/duel.py", "To use a game of your own: sixfold --game {folder}/duel.py CHECK"),
        ("duel.py", "To use a game of your own: sixfold --game duel.py CHECK"),
        (f"{'far/' * 50}duel.py", f"sixfold --game {'far/' * 50}duel.py CHECK"),
        (f"{'far/' * 500}duel.py", "To use a game of your own: sixfold --game FILE CHECK"),
        ("site {folder}/d20.py", "{folder}/d20.py cannot be written: file exists."),
        ("roll 1d6kh2", "Of 1 die, kh can take from 0 to 1."),
    ],
)
def test_what_is_refused_says_what_to_type(words: str, sentence: str, tmp_path: Path) -> None:
    """A sentence on standard error, with status 2."""
    (tmp_path / "d20.py").write_text(GAME, "utf-8")
    (tmp_path / "empty.claims").write_text("# nothing yet\n", "utf-8")
    ran = run(*words.format(folder=tmp_path).split())
    assert (ran.status, ran.out) == (2, "")
    assert sentence.format(folder=tmp_path) in " ".join(ran.err.split())


def test_numbers_of_a_book_may_be_small_letters() -> None:
    """The Roman number of a word counts in any case."""
    assert sixfold.parse("ten superior ii") == sixfold.parse("ten Superior II") == sixfold.parse("ten superior 2")


def test_four_times_blessed_is_four_good_luck_dice() -> None:
    """A book's “times” may be between a number and its word, also where a word of the rule is for a number of times."""
    assert sixfold.parse("skew four times blessed vs 12") == sixfold.parse("skew good 4 vs 12")
    assert sixfold.parse("attempts (ten) three times") == sixfold.parse("long (ten) 3 times")


def test_a_record_leads_to_its_outcome() -> None:
    """A field of the outcome that is looked for in the record is named with its place."""
    record = sixfold.roll("ten", faces=[3, 3, 4])
    with pytest.raises(AttributeError, match=r"record\.outcome\.total"):
        record.total  # noqa: B018
    with pytest.raises(AttributeError, match=r"A record has no “number”$"):
        record.number  # noqa: B018
