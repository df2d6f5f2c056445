"""Records, checks and odds from data that someone else wrote: refused in a sentence, at once, or read whole."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixfold
from sixfold import Check, Odds, Record, parse
from sixfold.base.bounds import DICE_IN_AN_EVALUATION, FRACTION_DIGITS
from sixfold.base.shapes.fraction import exact, read_exact
from sixfold.errors import RecordError, SixfoldError
from sixfold.solving.solver import Solution
from tests.effort import THOROUGH, calls

RECORD = sixfold.roll("odgs vs 15 +5 advantage 1 combat", faces=[6, 6, 2, 1], choices=[1, 0]).to_json()
ODDS = sixfold.odds("hs 1d").to_json()
KINDS = (Record.from_json, Odds.from_json, Check.from_json)


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    found: Any = []
    for _ in range(depth):
        found = [found]
    return found


THINGS: list[Any] = [
    None, True, 0, -1, 10**5_000, 1.5, float("nan"), float("inf"), "", "x" * 100_000, "\ud800", b"ten", [], {}, [[]],
    {"": None}, {1: 2}, object(), nested(10_000), "1e9999999", "1/0", "0/1", "1/2", "-1", "3/2", " 1", "1\n", "٣",
    "9" * 5_000, "9" * 300_000, "1/" + "9" * 300_000,
]  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    found = [path] if path else []
    if isinstance(data, dict):
        for name, value in data.items():
            found += places(value, (*path, name))
    elif isinstance(data, list):
        for at, value in enumerate(data[:2]):
            found += places(value, (*path, at))
    return found


def with_(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with something else in one place."""
    changed = copy.deepcopy(data)
    inside = changed
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return changed


def attempt(read: Callable[[Any], Any], data: Any) -> tuple[Any, str]:
    """What is read, or the sentence of the error; either is little work."""
    found: list[tuple[Any, str]] = []

    def reading() -> None:
        try:
            found.append((read(data), ""))
        except RecordError as error:
            found.append((None, error.message))

    assert calls(reading) < 100_000
    return found[0]


@pytest.mark.parametrize(("read", "data"), [(Record.from_json, RECORD), (Odds.from_json, ODDS)])
def test_anything_in_any_place(read: Callable[[Any], Any], data: Any) -> None:
    """Whatever stands in whatever place, the document is read as what it says or refused, for little work."""
    whole = read(data)
    tried = 0
    for path in places(data):
        for thing in THINGS:
            tried += 1
            found, refused = attempt(read, with_(data, path, thing))
            assert found in (None, whole) or path[0] == "source" or path[2:3] == ("outcome",)
            assert "\n" not in refused
            assert not {"`", "$", "Expected"} & {*refused, *refused.split()}, "the words of msgspec"
            assert len(refused) < 1_000
    assert tried > 500


def lie(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}er" if isinstance(value, str) else type(value)()


@pytest.mark.parametrize(
    ("read", "data"), [(Record.from_json, RECORD), (Check.from_json, parse(RECORD["text"]).to_json())]
)
def test_nothing_is_read_that_contradicts_the_rest(read: Callable[[Any], Any], data: Any) -> None:
    """A lie in any one place is refused, also in what follows from the rest, such as an option."""
    for path in places(data):
        if path in (("announcement",), ("options",)):
            continue  # it is announced anew, and options may be left out
        told = data
        for step in path:
            told = told[step]
        with pytest.raises(SixfoldError):
            read(with_(data, path, lie(told)))


@pytest.mark.parametrize("read", KINDS)
def test_other_things_are_no_documents(read: Callable[[Any], Any]) -> None:
    """Anything at all that is no document is refused."""
    for thing in THINGS:
        with pytest.raises(RecordError):
            read(thing)


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
NAMES = st.text() | st.sampled_from(sorted({*RECORD, *ODDS}))


@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)))
@settings(max_examples=150 * THOROUGH)
def test_random_data(data: Any) -> None:
    """Random JSON is refused as what it is."""
    for read in KINDS:
        with pytest.raises(SixfoldError):
            read(data)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"unresolved": "1/2"}, "add up"),
        ({"unresolved": "1e-9"}, "not a fraction"),
        ({"text": "ten"}, "its “system” contradicts the rest"),
        ({"text": "ten", "system": "ten", "rule": "test", "options": parse("ten").options}, "not those of “ten”"),
        ({"options": {"modifier": 7}}, "its “options” contradicts the rest"),
        ({"text": "chess"}, "not odds of a check"),
        ({"outcomes": []}, "not odds"),
        ({"outcomes": ODDS["outcomes"] * 2}, "twice"),
        ({"outcomes": ODDS["outcomes"][:2]}, "add up"),
        ({"outcomes": [{**ODDS["outcomes"][0], "exact": "1"}, {**ODDS["outcomes"][1], "exact": "0"}]}, "without a"),
        ({"outcomes": [{**row, "exact": "3/2"} for row in ODDS["outcomes"]]}, "add up"),
        ({"outcomes": [*ODDS["outcomes"][:-1], {"outcome": {"result": "fumble"}, "exact": "1/6"}]}, "different names"),
        ({"outcomes": [{**ODDS["outcomes"][0], "outcome": {"highest": None}}]}, "not odds"),
        ({"outcomes": [{**ODDS["outcomes"][0], "outcome": {"highest": 1.0}}]}, "not odds"),
    ],
)
def test_odds_that_cannot_be(changes: Any, sentence: str) -> None:
    """Chances that are none, that do not add up, that stand twice or belong to another game are refused."""
    with pytest.raises(RecordError, match=sentence):
        Odds.from_json({**ODDS, **changes})


def test_denominators_without_anything_in_common() -> None:
    """Coprime denominators whose common one no odds could have are refused: to multiply them out would not end."""
    rows = [
        {"outcome": {"highest": at, "result": "x", "twist": False}, "exact": f"1/{10**3000 + at}"} for at in range(3000)
    ]
    with pytest.raises(RecordError):
        Odds.from_json({**ODDS, "outcomes": rows, "unresolved": "0"})


@pytest.mark.parametrize("digits", [4_299, 4_301, 20_000, FRACTION_DIGITS - 1])
def test_long_fractions_go_both_ways(digits: int) -> None:
    """Fractions of more digits than Python writes by itself are written and read in JSON."""
    share = Fraction(10**digits - 3, 10**digits)
    assert Fraction(*read_exact(exact(share))) == share
    if digits > FRACTION_DIGITS // 2:
        return
    scale = 6**digits
    rows = {("triumph", 6, False): scale // 6 + 1, ("fumble", 1, False): scale - scale // 6 - 1}
    odds = Odds(parse("hs 1d"), Solution(("result", "highest", "twist"), rows, scale))
    again = Odds.from_json(json.loads(json.dumps(odds.to_json())))
    assert again == odds
    assert len(exact(again.events["result=triumph"])) > digits


def test_the_length_of_a_fraction() -> None:
    """At the bound it is read; one digit more is refused."""
    assert read_exact("9" * FRACTION_DIGITS + "/" + "9" * FRACTION_DIGITS)[0] % 10 == 9
    with pytest.raises(RecordError):
        read_exact("9" * (FRACTION_DIGITS + 1) + "/" + "9" * FRACTION_DIGITS)


def test_records_of_too_many_dice() -> None:
    """More dice than one evaluation throws are refused as such."""
    throw = RECORD["throws"][0]
    for throws in ([throw] * (DICE_IN_AN_EVALUATION + 1), [{**throw, "faces": [6] * (DICE_IN_AN_EVALUATION + 1)}]):
        with pytest.raises(RecordError, match="not a record"):
            Record.from_json({**RECORD, "throws": throws})


def test_keys_that_are_not_known_are_passed_over() -> None:
    """What a later version or a log keeper adds does not keep a record from being read."""
    assert Record.from_json({**RECORD, "player": "Mira", "at": 3.5}) == Record.from_json(RECORD)
    assert Odds.from_json({**ODDS, "note": None}) == Odds.from_json(ODDS)
