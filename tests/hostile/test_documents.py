"""JSON that is nearly right: every value of a document in turn is another one, missing, or there too often."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import sixfold
from sixfold import Advice, Check, Odds, Record
from sixfold.study.questions.own_events import with_events
from tests.effort import THOROUGH
from tests.hostile.limits import refusal

RANDOM = 300 * THOROUGH
"""Documents with several faults at once, for each kind."""

VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 7, 10**6, 10**400, 1.5, float("nan"), float("inf"), "", "ten", "1/0", "3/2", "-1/2",
    "1e9999999", "1e-9999999", "0/1", "01/2", "\ud800", "\x00", "\u202e", "x" * 3000, "9" * 5000, [], [None], [[]],
    [1, 2, 3], {}, {"value": 1}, {"exact": "1"},
]  # fmt: skip

DOCUMENTS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "check": (sixfold.parse("odgs vs 15 +2 [Rope] advantage 1").to_json(), Check.from_json),
    "record": (sixfold.roll("ten superior 1", faces=[6, 6, 5, 1, 2, 3]).to_json(), Record.from_json),
    "chosen": (
        sixfold.roll("odgs vs 9 advantage 1", faces=[6, 5, 4, 4], choices=[2]).to_json(),
        Record.from_json,
    ),
    "odds": (with_events(sixfold.odds("hs 3d"), "highest > 4", "twist", whole=True).to_json(), Odds.from_json),
    "advice": (sixfold.advise("odgs vs 16 +2 combat", faces=[4, 4, 3], aim="hit").to_json(), Advice.from_json),
    "endless odds": (sixfold.odds("wild 1D vs 5", tolerance="0.5").to_json(), Odds.from_json),
}


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value; of many that are alike, to the first and the last: the others are read as they are."""
    if path:
        yield path
    if isinstance(data, dict | list):
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        alike = isinstance(data, list) or path[-1:] == ("pmf",)
        for key in dict.fromkeys([*keys[:1], *keys[-1:]]) if alike else keys:
            yield from places(data[key], (*path, key))


def changed(data: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy in which something was done where a path ends; the rest is what it was."""
    copied = inner = copy.copy(data)
    for key in path[:-1]:
        inner[key] = copy.copy(inner[key])
        inner = inner[key]
    change(inner, path[-1])
    return copied


def without(inner: Any, key: Any) -> None:
    """Take it away."""
    del inner[key]


def twice(inner: Any, key: Any) -> None:
    """Have it a second time."""
    if isinstance(inner, list):
        inner.append(inner[key])
    else:
        inner[f"{key}s"] = inner[key]


def put(value: Any) -> Callable[[Any, Any], None]:
    """Put something else there."""

    def change(inner: Any, key: Any) -> None:
        inner[key] = value

    return change


@pytest.mark.parametrize("name", DOCUMENTS)
def test_one_value_is_another(name: str) -> None:
    """Each value of the document is replaced by each kind of wrong one, taken away and doubled."""
    data, read = DOCUMENTS[name]
    for path in places(data):
        for change in (without, twice, *map(put, VALUES)):
            document = changed(data, path, change)
            refusal(partial(read, document))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_several_values_are_others(name: str) -> None:
    """Faults together, drawn from a seed."""
    data, read = DOCUMENTS[name]
    dice = random.Random(f"hostile {name}")
    paths = sorted(places(data), key=len, reverse=True)
    for _ in range(RANDOM):
        document = copy.deepcopy(data)
        for path in sorted(dice.sample(paths, 3), key=len, reverse=True):
            inner = document
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = dice.choice(VALUES)
        refusal(partial(read, document))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_read_is_what_was_written(name: str) -> None:
    """Without a fault the document gives itself again, also through a text."""
    data, read = DOCUMENTS[name]
    assert read(json.loads(json.dumps(data))).to_json() == data


@pytest.mark.parametrize(
    "wrong", ["3/2", "1e9999999", "-1/2", "1/0", "0.5", "nan", "", "1/2/3", " 1/2", "2/4", None, 0.5]
)
def test_chances_of_odds_are_fractions(wrong: Any) -> None:
    """What is no fraction in lowest terms, or no chance, is refused where it stands."""
    data = copy.deepcopy(DOCUMENTS["odds"][0])
    data["outcomes"][0]["exact"] = wrong
    error = refusal(lambda: Odds.from_json(data))
    assert error is not None
    assert error.code.startswith("record/")


def test_rows_stand_once_and_fit_their_text() -> None:
    """Doubled rows, and rows of another check, are no odds of this one."""
    data = copy.deepcopy(DOCUMENTS["odds"][0])
    data["outcomes"].append(data["outcomes"][0])
    assert refusal(lambda: Odds.from_json(data)) is not None
    other = {**DOCUMENTS["odds"][0], "text": "ten"}
    assert refusal(lambda: Odds.from_json(other)) is not None
