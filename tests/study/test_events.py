"""Events, chances and ranges as texts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixfold import odds, roll
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.written_chances import read_chance
from sixfold.errors import BoundsError, SixfoldError, StudyError
from sixfold.rules import Event, Rule, System, Table, total
from sixfold.show.report.chances import percent
from sixfold.solving.events import Event as ReadEvent
from sixfold.study.open_places import read_range
from sixfold.study.questions.grid import table
from sixfold.study.questions.luck import evening


@pytest.mark.parametrize(
    ("check", "text", "predicate"),
    [
        ("ten superior 1", "margin>=3 and not chaos", lambda o: o.margin >= 3 and not o.chaos),
        ("ten +2", "natural + modifier >= 10", lambda o: o.natural + 2 >= 10),
        ("ten +2", "quality = critical or quality=blunder", lambda o: o.quality != "plain"),
        ("ten +2", "quality != plain", lambda o: o.quality != "plain"),
        ("ten +2", "-3 <= margin <= 3", lambda o: -3 <= o.margin <= 3),
        ("ten +2", "not (success or chaos) and margin < -2", lambda o: not (o.success or o.chaos) and o.margin < -2),
        ("ten extended threshold 3", "result=perfect success", lambda o: o.result == "perfect success"),
        ("ten extended threshold 3", "successes > failures", lambda o: o.successes > o.failures),
        ("ten extended threshold 3", "rolls ≤ 4", lambda o: o.rolls <= 4),
        ("wild 3D vs 10", "NET = 0 AND success", lambda o: o.net == 0 and o.success),
        ("odgs vs 15 +5 combat", "hit and pattern=double", lambda o: o.hit and o.pattern == "double"),
    ],
)  # fmt: skip
def test_an_event_is_what_its_predicate_is(check: str, text: str, predicate: Callable[[Any], bool]) -> None:
    """Each text counts exactly the outcomes that a plain Python predicate counts."""
    answer = odds(check)
    assert answer.p(predicate) == ReadEvent.read(text).chance(answer)


@pytest.mark.parametrize(
    ("sign", "holds"),
    [("=", eq), ("==", eq), ("!=", ne), ("≠", ne), (">=", ge), ("≥", ge), ("<=", le), ("≤", le), (">", gt), ("<", lt)],
)
def test_every_sign_compares(sign: str, holds: Callable[[int, int], bool]) -> None:
    """Each sign of a comparison means what it means in mathematics, also where it is met exactly."""
    answer = odds("dice 2d6")
    for number in (2, 7, 12):
        chance = sum(row.exact for row in answer if holds(row.outcome["total"], number))
        assert ReadEvent.read(f"total {sign} {number}").chance(answer) == chance


@pytest.mark.parametrize("check", ["dice 2d6", "skew task", "wild 3D", "ten chaos", "skew initiative"])
def test_a_check_without_success_says_so(check: str) -> None:
    """A role that no event has in this check is no event of it."""
    with pytest.raises(StudyError, match="“success” is not an event"):
        ReadEvent.read("not success").chance(odds(check))


@pytest.mark.parametrize(
    ("text", "column", "part"),
    [
        ("succes", 1, "success"),
        ("quality=criticl", 9, "critical"),
        ("quality", 1, "not an event"),
        ("quality>3", 1, "one of these"),
        ("margin", 1, "margin >= 0"),
        ("success and", 12, "missing"),
        ("(success", 9, "not closed"),
        ("success) ", 8, "end here"),
        ("success & chaos", 9, "does not belong"),
        ("margin >= ", 11, "missing"),
        ("margin + 3", 11, "compared"),
        ("quality = - critical", 1, "one of these"),
        ("-quality=critical", 2, "not an event"),
        ("not -success", 13, "compared"),
        ("chaos and −success or chaos", 20, "compared"),
        ("ordinary", 1, "not an event"),
        ("", 1, "missing"),
        ("success >= 1", 1, "is true or false"),
        ("(" * 60 + "success" + ")" * 60, 51, "50"),
        ("not " * 60 + "success", 201, "50"),
    ],
)
def test_a_bad_event_is_named_with_its_place(text: str, column: int, part: str) -> None:
    """Each mistake is one error with its column, and the events that there are."""
    with pytest.raises(StudyError) as caught:
        ReadEvent.read(text).chance(odds("ten"))
    assert ("study/event", column, True) == (caught.value.code, caught.value.column, part in caught.value.message)


@pytest.mark.parametrize(
    "text",
    ["margn", "margin", "critcal", "chas", "margn >= 3", "margin >= totl", "qualty=critical", "margin > modifer"],
)
def test_what_is_guessed_of_an_event_can_be_asked(text: str) -> None:
    """With the guess in place of the slip, the event is one of the check."""
    with pytest.raises(StudyError) as caught:
        ReadEvent.read(text).chance(odds("ten"))
    error = caught.value
    assert error.guess and error.column
    before, slip = text[: error.column - 1], text[error.column - 1 :].partition(" ")[0].partition("=")[0]
    assert ReadEvent.read(before + error.guess + text[len(before + slip) :]).chance(odds("ten")) < 1


@given(st.text(max_size=600))
def test_any_text_is_an_event_or_a_clear_error(text: str) -> None:
    """No text crashes the reading of events."""
    with suppress(SixfoldError):
        ReadEvent.read(text).chance(odds("ten"))


@given(st.text(max_size=150))
def test_any_text_is_a_chance_or_a_clear_error(text: str) -> None:
    """No text crashes the reading of chances."""
    with suppress(SixfoldError):
        assert 0 <= read_chance(text) <= 1


@given(st.text(alphabet="0123456789.,-+ …−x", max_size=60))
def test_any_text_is_a_range_or_a_clear_error(text: str) -> None:
    """No text crashes the reading of ranges."""
    with suppress(SixfoldError):
        assert read_range(text)


def fight(table: Table) -> dict[str, Any]:
    total_ = table.read(table.roll(2), total())
    return {"result": "perfect" if total_ == 12 else "strong" if total_ >= 10 else "weak", "pips": total_}


NAMED = (Event("result=strong", "Strong", "success"), Event("result=perfect", "Perfect", "critical"))
ROLES = System(Rule(fight, events=(*NAMED, Event("result=weak", "Weak", "critical"))), name="duel")


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("success", Fraction(5, 36)),
        ("  success  and pips < 12", Fraction(5, 36)),
        ("not success and not critical", Fraction(0)),
        ("critical or success", Fraction(1)),
        ("result=strong", Fraction(5, 36)),
    ],
)
def test_a_role_stands_for_the_events_that_have_it(text: str, chance: Fraction) -> None:
    """A game whose results have names is asked for its success as every other game is, in odds, evenings and aims."""
    found = odds("duel", systems={"duel": ROLES})
    assert ReadEvent.read(text).chance(found) == chance
    record = roll("duel", faces=(5, 5), systems={"duel": ROLES})
    assert evening([record], event="success", systems={"duel": ROLES}).observed == 1
    with pytest.raises(StudyError, match="“ordinary” is not an event"):
        ReadEvent.read("ordinary").chance(found)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("75%", "3/4"), ("62.5 %", "5/8"), ("3/4", "3/4"), ("0.75", "3/4"), (".5", "1/2"), ("1 in 8", "1/8"),
        ("one in eight", "1/8"), ("three in a thousand", "3/1000"), ("1", "1"), ("2,5 %", "1/40"),
        ("1 out of 1,000", "1/1000"),
        ("two thirds", "2/3"), ("half", "1/2"), ("a quarter", "1/4"), ("75 percent", "3/4"), ("3 chances in 4", "3/4"),
        ("twenty-five in a hundred", "1/4"), ("5 ‰", "1/200"), ("one in two hundred and sixteen", "1/216"),
        ("a third", "1/3"), ("an eighth", "1/8"), ("one in a hundred", "1/100"),
    ],
)  # fmt: skip
def test_chances_are_read_as_people_write_them(text: str, value: str) -> None:
    """Percentages, fractions, decimals, odds, in figures and in words."""
    assert Fraction(value) == read_chance(text)


@pytest.mark.parametrize("text", ["75", "101%", "-5%", "1 in 0", "3/0", "five", "", "%", "1e3", "9" * 90, "1 in", "x%"])
def test_what_is_no_chance_is_refused(text: str) -> None:
    """Anything else gives one clear error, whose guess, if it has one, is a chance."""
    with pytest.raises(StudyError) as caught:
        read_chance(text)
    guess = caught.value.guess
    assert (guess is not None) == (text == "75")
    assert guess is None or 0 <= read_chance(guess) <= 1


@pytest.mark.parametrize(
    "bad", [10**5000, -(10**5000), Fraction(10**5000, 3), None, [1], "9" * 200, "\x1b[2J"], ids=lambda _: "bad"
)
def test_what_is_huge_or_no_chance_at_all_is_one_sentence(bad: Any) -> None:
    """A number of 5,000 digits, or another kind of thing, costs nothing and is named in a few characters."""
    with pytest.raises(StudyError) as caught:
        read_chance(bad)
    assert len(caught.value.message) < 200
    assert caught.value.message.isprintable()


def test_a_float_means_the_decimal_that_it_shows() -> None:
    """0.1 is a tenth, not its nearest double; numbers out of range and non-numbers are refused."""
    assert Fraction(1, 10) == read_chance(0.1)
    for bad in (1.5, -0.1, float("nan"), float("inf")):
        with pytest.raises(StudyError):
            read_chance(bad)


@pytest.mark.parametrize("text", ["0..20000", "1..", "..", "1..5..0", "a", "", "1,,2", "99999", "0..10001"])
def test_bad_ranges_are_refused(text: str) -> None:
    """No range, too many values, or values out of bounds."""
    with pytest.raises((StudyError, BoundsError)):
        read_range(text)


def test_percentages_never_show_what_is_not() -> None:
    """A chance that is neither 0 nor 1 is never printed as 0 % or 100 %."""
    shown = [percent(Bounds.exactly(Fraction(n, 10**6)), 1) for n in (0, 1, 499, 500, 999_499, 999_501, 10**6)]
    assert shown == ["0 %", "< 0.1 %", "< 0.1 %", "0.1 %", "99.9 %", "> 99.9 %", "100 %"]


def hurt(table: Table, pain: int = 3, joy: int = 2) -> dict[str, Any]:
    """Its options have the names of its results, so a word of an event is both."""
    die = table.read(table.roll(1), total())
    return {"first": "pain" if die > pain else "joy", "second": "Joy" if die > joy else "pain", "die": die}


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("first=pain", Fraction(1, 2)),
        ('first="pain"', Fraction(1, 2)),
        ("not first=joy", Fraction(1, 2)),
        ("first != pain", Fraction(1, 2)),
        ("first=joy and second=joy", Fraction(1, 6)),
        ("first=second", Fraction(1, 6)),
        ("die > pain", Fraction(1, 2)),
        ('die > "pain"', Fraction(1, 2)),
        ('"die" > pain', Fraction(1, 2)),
        ("die=pain", Fraction(1, 6)),
        ("pain > joy", Fraction(1)),
    ],
)
def test_a_word_that_is_a_result_and_an_option_is_what_it_is_compared_with(text: str, chance: Fraction) -> None:
    """A text is compared with texts, a number with numbers, by odds and by best play."""
    games = {"hurt": System(hurt)}
    assert ReadEvent.read(text).chance(odds("hurt", systems=games)) == chance
    assert odds("hurt", systems=games).p(lambda o: ReadEvent.read(text).holds({**o, "pain": 3, "joy": 2})) == chance


@pytest.mark.parametrize("text", ["success = true", "margin >= 3 and chaos=no", "not (1 == success)"])
def test_a_yes_or_no_is_not_compared(text: str) -> None:
    """An event that is compared with a yes or no is written by itself."""
    name = "chaos" if "chaos" in text else "success"
    with pytest.raises(StudyError, match=f"write “{name}”, or “not {name}”") as caught:
        ReadEvent.read(text).bounds(odds("ten"))
    assert caught.value.column == text.index(name) + 1


def test_a_mean_is_no_event() -> None:
    """What shows means says so, where an event is asked for; as an aim it is that of its number."""
    for mean in ("mean sum", " Mean of sum "):
        with pytest.raises(StudyError, match="compare the number, as in “sum >= 3”"):
            ReadEvent.read(mean)
        assert odds("odgs vs 15 combat", aim=mean) == odds("odgs vs 15 combat", aim="sum")
        assert table("odgs vs 15", "modifier=0..1", event=mean).cells[0][0].exact == Fraction(21, 2)
