"""The bulk reader: its table gives every outcome its chance, and what it draws has that distribution."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

import sixfold
from sixfold.solving.sampling import PIECE, WORD, Sampler

TEXTS = ["hs 3d", "ten superior 1", "skew pool 5d6", "dice 1d6", "hs 1d basic", "wild 3D"]


def chances(sampler: Sampler) -> list[Fraction]:
    """The part of all words that gives each row, counted from the table itself."""
    words = [0] * len(sampler._limits)
    for column, (limit, alias) in enumerate(zip(sampler._limits, sampler._alias, strict=True)):
        start, end = column << sampler._coin, (column + 1) << sampler._coin
        assert start <= limit <= end
        words[column] += limit - start
        words[alias] += end - limit
    assert not any(words[len(sampler.rows) :])
    return [Fraction(number, 1 << WORD) for number in words[: len(sampler.rows)]]


@pytest.mark.parametrize("text", TEXTS)
def test_the_table_is_the_odds(text: str) -> None:
    """Every outcome has its share of the words, and any event is right to within 2**-40."""
    solution = sixfold.odds(text).solution
    followed = sum(solution.rows.values())
    found = chances(Sampler(solution, seed=1))
    assert sum(found) == 1
    differences = [
        abs(chance - Fraction(number, followed)) for chance, number in zip(found, solution.rows.values(), strict=True)
    ]
    assert sum(differences) <= Fraction(1, 2**40)


@pytest.mark.parametrize("numbers", ["numpy", "plain"])
@pytest.mark.parametrize("text", TEXTS)
def test_what_is_drawn(text: str, numbers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many draws have the distribution of the odds: chi square within five standard deviations."""
    if numbers == "plain":
        monkeypatch.setitem(sys.modules, "numpy", None)
    else:
        pytest.importorskip("numpy")
    solution = sixfold.odds(text).solution
    count = 3 * PIECE + 17
    tally = Sampler(solution, seed=20).tally(count)
    assert sum(tally.values()) == count
    followed = sum(solution.rows.values())
    frequent = {
        row: count * number / followed for row, number in solution.rows.items() if count * number > 20 * followed
    }
    square = sum((tally.get(row, 0) - expected) ** 2 / expected for row, expected in frequent.items())
    assert square <= len(frequent) + 5 * (2 * len(frequent)) ** 0.5


@pytest.mark.parametrize("numbers", ["numpy", "plain"])
def test_a_seed_repeats_its_draws(numbers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed draws the same outcomes, another seed others, and no seed never the same twice."""
    if numbers == "plain":
        monkeypatch.setitem(sys.modules, "numpy", None)
    solution = sixfold.odds("ten superior 1").solution

    def drawn(seed: int | None) -> list[int]:
        return list(Sampler(solution, seed).indices(200))

    assert drawn(5) == drawn(5)
    assert drawn(5) != drawn(6)
    assert drawn(None) != drawn(None)


def test_seed_zero_is_a_seed() -> None:
    """Zero repeats its draws like any other seed."""
    solution = sixfold.odds("ten superior 1").solution
    assert list(Sampler(solution, 0).indices(50)) == list(Sampler(solution, 0).indices(50))


def test_an_outcome_is_the_row_of_its_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """One outcome is the one that its index names."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    solution = sixfold.odds("skew pool 5d6").solution
    (index,) = Sampler(solution, 3).indices(1)
    assert tuple(Sampler(solution, 3).outcome().values()) == tuple(solution.rows)[index]


def test_a_tally_of_few_draws() -> None:
    """Outcomes that did not come up are no trouble."""
    assert sum(Sampler(sixfold.odds("wild 3D").solution, 1).tally(1).values()) == 1
