"""Outcomes that stay packed are the same mapping as a plain dict of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import sixfold
from sixfold.errors import NoSuchNameError
from sixfold.rules.folds import highest, total, without_highest
from sixfold.rules.table import Table, Values
from sixfold.solving import solver as solved
from sixfold.solving.counting.packed import IDENTITY, Affine, pack
from sixfold.solving.joint_distribution import Entry
from sixfold.solving.outcomes import Outcomes, gathered, marginal
from sixfold.solving.outcomes import total as whole
from sixfold.systems.ten import rules as ten
from sixfold.systems.wild import rules as wild

WIDTH = 64
LOW = {1: 4, 3: 5}
HIGH = {3: 1, 4: 9}

ENTRIES: list[Entry] = [
    ((IDENTITY, Affine(1, 2), "a"), 1, pack(LOW, WIDTH)),
    ((IDENTITY, Affine(1, 2), "b"), 1, pack(HIGH, WIDTH)),
    ((IDENTITY, 5, "a"), 1, pack(HIGH, WIDTH)),
    ((Affine(2, -1), True, "b"), 1, pack(LOW, WIDTH)),
    ((1, 3, "a"), 7, None),
    ((9, 3, "a"), 8, None),
    ((1, 3, "c"), 6, None),
    ((1, 3, "c"), 2, None),
]
"""Patterns that meet: (3, 5, "a") is packed twice, and (1, 3, "a") is plain as well."""

EXPECTED = {
    (1, 3, "a"): 4 + 7, (3, 5, "a"): 5 + 1, (3, 5, "b"): 1, (4, 6, "b"): 9, (4, 5, "a"): 9,
    (1, True, "b"): 4, (5, True, "b"): 5, (9, 3, "a"): 8, (1, 3, "c"): 8,
}  # fmt: skip


def same(packed: Any, plain: dict[Any, int]) -> None:
    """Every way to look at the mapping."""
    assert dict(packed.items()) == plain
    assert sorted(map(str, packed)) == sorted(map(str, plain))
    assert sorted(packed.values()) == sorted(plain.values())
    assert len(packed) == len(plain)
    assert packed == plain
    assert whole(packed) == sum(plain.values())
    for at in range(len(next(iter(plain)))):
        every: Counter[Any] = Counter()
        for row, ways in plain.items():
            every[row[at]] += ways
        assert marginal(packed, at) == every
    for row, ways in plain.items():
        assert packed[row] == ways
        assert row in packed
        missing = (*row[:-1], "nowhere")
        assert packed.get(missing) is None
        with pytest.raises(KeyError):
            packed[missing]


def test_patterns_that_meet() -> None:
    """An outcome that several entries stand for is one outcome; entries of one pattern stay packed, and do not meet."""
    same(gathered(ENTRIES, WIDTH, 0), EXPECTED)
    for small, kind in ((0, Outcomes), (100, dict)):
        found = gathered(ENTRIES[:2], WIDTH, small)
        assert isinstance(found, kind)
        same(found, {(1, 3, "a"): 4, (3, 5, "a"): 5, (3, 5, "b"): 1, (4, 6, "b"): 9})


def two_hands(table: Table) -> Values:
    high, rest = table.read(table.roll(4, "dice"), highest(1), without_highest(1))
    other = table.read(table.roll(2, "others"), total())
    return {"high": high, "sum": high + rest + other, "rest": rest, "more": other > 7}


RULES: list[tuple[Callable[..., Values], dict[str, Any]]] = [
    (ten.test, {"skew": 2}),
    (ten.extended, {"threshold": 3, "count": "degrees"}),
    (wild.attack, {"dice": 4, "vs": 12}),
    (two_hands, {}),
]


@pytest.mark.parametrize(("rule", "options"), RULES, ids=[rule.__name__ for rule, _ in RULES])
def test_answers_of_rules(
    rule: Callable[..., Values], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule's answer is the same packed and unpacked."""
    monkeypatch.setattr(solved, "MOST_PLAIN", 10**9)
    plain = solved.solve(rule, **options)
    monkeypatch.setattr(solved, "MOST_PLAIN", 0)
    packed = solved.solve(rule, **options)
    assert isinstance(plain.rows, dict)
    assert isinstance(packed.rows, Outcomes) == (rule in (ten.extended, wild.attack))  # which have one pattern
    same(packed.rows, plain.rows)
    assert (packed.fields, packed.scale) == (plain.fields, plain.scale)
    assert packed.unresolved == plain.unresolved


def test_what_is_no_outcome() -> None:
    """A pattern contains its own numbers, and none of those between them."""
    low, pattern = {1: 2, 3: 4}, (IDENTITY, Affine(2, -1), None)
    packed = Outcomes({(*pattern[:2], "a"): pack(low, WIDTH)}, pattern, WIDTH)
    assert (1, 1, "a") in packed
    assert (3, 5, "a") in packed
    for missing in ((2, 3, "a"), (1, 2, "a"), (0, -1, "a"), (1, 1, "b"), ("a", 1, "a"), (1, 1)):
        assert missing not in packed


def test_names_that_odds_do_not_have() -> None:
    """A name that is not there is told with those that are, and with the one that was probably meant."""
    odds = sixfold.odds("dice 2d6")
    with pytest.raises(NoSuchNameError, match=r"“totl”; it has total\. Did you mean “total”"):
        odds.numbers["totl"]
    with pytest.raises(NoSuchNameError, match="“success”; it has none"):
        odds.events["success"]
