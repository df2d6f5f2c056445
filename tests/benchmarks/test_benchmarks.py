"""The benchmarks compare equal work: on small sizes every library gives the answer that Sixfold gives."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("icepool")
pytest.importorskip("dyce")

from benchmarks import games, ours, own, own_games, settle
from benchmarks.answer import Answer, difference
from benchmarks.exact import _expected, without_rolls
from benchmarks.long import COMPARED
from benchmarks.measured import exponent, geometric_mean
from benchmarks.report import pages
from benchmarks.rows import named, rows
from benchmarks.targets import targets

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from benchmarks import games_with_icepool, own_games_with_icepool, with_dyce, with_icepool

SMALL = [
    ("ten", (0,)),
    ("ten", (2,)),
    ("skew", (3,)),
    ("keep", (4, 2)),
    ("hs", (3, 2)),
    ("hs", (5, 3)),
    ("odgs", (3,)),
    ("odgs", (5,)),
    ("wild", (2,)),
    ("wild", (3,)),
    ("wild", (5,)),
    ("extended", (3, False)),
    ("extended", (3, True)),
]

SMALL_HAND = 10
"""Dice of the rows that are worked through here; `make bench` compares them all."""


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize("library", [with_icepool, with_dyce], ids=["icepool", "dyce"])
@pytest.mark.parametrize(("kind", "arguments"), SMALL)
def test_every_library_does_the_same_work(library: Any, kind: Any, arguments: Any) -> None:
    """The answers are equal, outcome by outcome."""
    mine = ours.answer(getattr(ours, kind)(*arguments))
    theirs = library.answer(getattr(library, kind)(*arguments))
    assert None is difference(mine, theirs)


@pytest.mark.filterwarnings("ignore::Warning")
@pytest.mark.parametrize("game", own.GAMES)
def test_icepool_plays_the_same_rules_of_ones_own(game: str) -> None:
    """Rules of one's own have the chance that icepool finds, to the last fraction.

    A duel of raises, three dice a side, is little enough work only if a state that is met again is solved once.
    """
    small = {"zombies": (2,), "sorcerer": (2, 1)}.get(game, ())
    assert getattr(own_games, game)(*small) == getattr(own_games_with_icepool, game)(*small)


@pytest.mark.parametrize(("kind", "size"), COMPARED.items())
def test_icepool_plays_the_same_games(kind: str, size: int) -> None:
    """Games that go on have the same outcomes, to the last fraction."""
    mine = games.answer(getattr(games, kind)(size))
    theirs = games_with_icepool.answer(getattr(games_with_icepool, kind)(size))
    assert mine.missing == theirs.missing == 0
    assert None is difference(mine, theirs)


@pytest.mark.parametrize("degrees", [False, True])
def test_icepools_elimination_does_the_same_work(degrees: Any) -> None:
    """So does the second way of icepool, without the number of rolls where it cannot count them."""
    mine = ours.answer(ours.extended(3, degrees))
    theirs = with_icepool.answer(with_icepool.eliminated(3, degrees))
    assert None is difference(without_rolls(mine) if degrees else mine, theirs)


@pytest.mark.parametrize(
    "row", [row for row in rows() if row.text and row.size <= SMALL_HAND], ids=lambda row: row.name
)
def test_a_rows_text_is_its_work(row: Any) -> None:
    """The text of a row asks for what its function solves."""
    import sixfold

    assert ours.answer(sixfold.odds(row.text).solution) == ours.answer(getattr(ours, row.kind)(*row.arguments))


def test_a_difference_is_seen() -> None:
    """One way more or less is a difference; where something was cut, only more than that is."""
    exact = Answer({(1,): 1, (2,): 3}, 4)
    assert difference(exact, Answer({(1,): 2, (2,): 6}, 8)) is None
    assert difference(exact, Answer({(1,): 3, (2,): 5}, 8)) is not None
    assert difference(exact, Answer({(1,): 1, (2,): 2}, 4)) is None
    assert difference(exact, Answer({(2,): 1, (1,): 2}, 4)) is not None
    assert difference(exact, Answer({(1,): 5}, 4)) is not None


def test_chains_are_whole() -> None:
    """Every chain of a wild die is counted, the cut ones too."""
    assert sum(settle.chains(5).values()) == 6**settle.CHAIN


def test_rows_are_found_by_name() -> None:
    """Names are unique."""
    assert all(named(row.name) == row for row in rows())


def test_growth_is_a_power() -> None:
    """The exponent of a cube is 3, and work is expected to go on as it grew."""
    assert abs(exponent([10, 20, 40], [1.0, 8.0, 64.0]) - 3) < 1e-9
    assert abs(_expected([(10, 1.0), (20, 8.0)], 40) - 64) < 1e-9
    assert abs(geometric_mean([1, 100]) - 10) < 1e-9


def test_the_last_results_make_the_pages() -> None:
    """The pages in the docs are those that the results give."""
    written = Path(__file__).parents[2] / "benchmarks" / "results" / "latest.json"
    results = json.loads(written.read_text())
    found = targets(results)
    assert [target._asdict() for target in found] == results["targets"]
    docs = Path(__file__).parents[2] / "docs" / "maintaining" / "benchmarks"
    for name, text in pages(results, found).items():
        assert (docs / name).read_text("utf-8") == text
