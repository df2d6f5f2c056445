"""What holds for every check: laws, tried on checks that hypothesis makes up."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sixfold
from sixfold import Check, Outcome, Record, SixfoldError, parse, replay
from sixfold.errors import ChoiceNeeded, OddsError
from sixfold.study.questions.own_events import with_events
from sixfold.systems import SYSTEMS
from tests.checks_to_try import CHECKS_OF_ONES_OWN, GAMES, TEXTS
from tests.effort import THOROUGH, calls

PIECES = (
    *("ten", "skew", "wild", "hs", "odgs", "dice", "extended", "attack", "superior", "inferior", "3D+1", "4d6", "vs"),
    *(
        "15",
        "+4",
        "-3",
        "[a]",
        "[",
        "]",
        "(",
        ")",
        "!",
        "kh3",
        "r1",
        ">=",
        "//",
        "*",
        "chaos=kept",
        "keep=no",
        "=",
        ",",
    ),
    *(
        ".",
        "99999999999",
        "0",
        "combat",
        "literal",
        "pool",
        "percentile",
        "damage",
        "size",
        "2",
        "",
        "\u2212",
        "\u0663",
    ),
)
JUNK = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)


@given(TEXTS)
def test_reading_and_writing_agree(text: str) -> None:
    """`parse(str(check)) == check` for every check, and the canonical text is its own."""
    check = parse(text)

    assert check == parse(str(check))
    assert str(check) == str(parse(str(check)))


@given(TEXTS)
def test_case_does_not_matter(text: str) -> None:
    """A check said in capitals is the same check, apart from its labels."""
    if "[" not in text:
        assert parse(text) == parse(text.upper()) == parse(f"  {text.swapcase()}  ")


@given(TEXTS)
def test_options_make_the_same_check(text: str) -> None:
    """The options of JSON are enough to make the check again."""
    check = parse(text)

    assert check == sixfold.check(check.system, check.rule.name, **check.options)


@given(TEXTS)
def test_checks_are_values(text: str) -> None:
    """Checks compare and hash by value, survive pickling, and print as the text that makes them."""
    check = parse(text)

    assert check == pickle.loads(pickle.dumps(check))
    assert hash(check) == hash(parse(text))
    assert repr(check) == f"parse({check.text!r})"


@given(JUNK)
@settings(max_examples=80 * THOROUGH)
@example("ten \ud800")
@example("dice " + "(" * 60)
def test_junk_is_refused_in_words(text: str) -> None:
    """Whatever is typed, nothing but a SixfoldError comes of it, with a message and a code, for little work."""

    def read() -> None:
        try:
            assert parse(parse(text).text) == parse(text)
        except SixfoldError as error:
            refused: Any = error
            assert refused.message
            assert "/" in refused.code
            assert refused.column is None or 1 <= refused.column <= len(text) + 1

    assert calls(read) < 10_000 + 1_000 * len(text)


def play(text: str, seed: str) -> Record:
    return sixfold.roll(text, seed=seed)


@given(TEXTS, st.text(max_size=6))
def test_records_play_again(text: str, seed: str) -> None:
    """The dice of a record give its outcome."""
    record = play(text, seed)

    assert record.outcome == replay(record.check, record.faces).outcome
    assert record.outcome == sixfold.roll(record.check, faces=record.faces).outcome


@given(TEXTS, st.text(max_size=6))
@settings(max_examples=25 * THOROUGH)
def test_seeds_reproduce(text: str, seed: str) -> None:
    """A seed gives the same throws again, and says so."""
    assert play(text, seed) == play(text, seed)
    assert play(text, seed).source == f"seed:{seed}"


@given(TEXTS, st.integers(0, 10**6))
@settings(max_examples=80 * THOROUGH)
def test_what_is_thrown_can_happen(text: str, seed: int) -> None:
    """Every outcome that is thrown has a chance above zero in the odds."""
    record = play(text, str(seed))
    odds = sixfold.odds(text)

    assert odds.p(lambda outcome: outcome == record.outcome) > 0 or odds.unresolved > 0
    assert set(record.outcome) == set(odds.fields)


def shows(name: str, value: int, outcome: Outcome) -> bool:
    return bool(outcome[name] == value)


@given(TEXTS)
@settings(max_examples=25 * THOROUGH)
def test_odds_are_whole(text: str) -> None:
    """All chances and what is unresolved make exactly one; every figure follows from the outcomes."""
    odds = sixfold.odds(text)

    assert sum(chance.exact for chance in odds) + odds.unresolved == 1
    assert all(chance.exact > 0 for chance in odds)
    assert len({chance.outcome for chance in odds}) == len(odds)
    for name, number in odds.numbers.items():
        for value in (number.quantile("0.5"), max(number.pmf)):
            assert number.pmf[value] == odds.p(partial(shows, name, value))
        assert sum(number.pmf.values()) == 1 - number.unresolved


def results(check: Check, tolerance: str, seed: str) -> Iterator[Any]:
    """Every kind of result of a check: its record, odds, odds of events, those of best play, and advice."""
    decisions: list[ChoiceNeeded] = []

    def choose(asked: ChoiceNeeded) -> int:
        decisions.append(asked)
        return asked.default

    yield check
    yield sixfold.roll(check, seed=seed, choose=choose)
    plain = sixfold.odds(check, tolerance=tolerance)
    yield plain
    events = [f"{name} >= {max(number.pmf)} or {name} < 0" for name, number in plain.numbers.items()]
    events += [re.sub("=(.*)", r'="\1"', name) for name in plain.events]
    yield with_events(plain, *events, whole=True)
    for aim in (events[0], next(iter(plain.numbers), events[-1])) if decisions else ():
        with suppress(OddsError):  # endless, or too much for a test
            yield with_events(sixfold.odds(check, aim=aim, tolerance=tolerance, work=10**6), *events)
            for open_ in decisions:
                yield sixfold.advise(check, faces=open_.faces, choices=open_.choices, aim=aim, work=10**6)


def parts(value: Any) -> dict[str, Any]:
    """Each part of a result, also those that do not make it another value; those with scales are told as text."""
    names = [name for name in dir(value) if name not in ("solution", "partial", "course")]
    return {name: part for name in names if not callable(part := getattr(value, name))}


@given(TEXTS.map(parse) | CHECKS_OF_ONES_OWN, st.sampled_from(["1e-12", "1/20"]), st.text(max_size=6))
@settings(max_examples=60 * THOROUGH)
def test_results_are_what_their_documents_say(check: Check, tolerance: str, seed: str) -> None:
    """Each kind of result turns to JSON and back without loss, and says the same in words and in JSON again."""
    for result in results(check, tolerance, seed):
        document = json.dumps(result.to_json())
        again = type(result).from_json(json.loads(document), GAMES)

        assert str(again) == str(result)
        assert json.dumps(again.to_json()) == document
        assert parts(again) == parts(result)
        assert again == result


@given(st.integers(1, 8), st.integers(-5, 5), st.integers(0, 10**6), st.sampled_from(["", "cancelled=zero"]))
@settings(max_examples=200 * THOROUGH)
def test_a_wild_total_is_what_is_kept(dice: int, modifier: int, seed: int, house: str) -> None:
    """W4, W5 and W8: the dice that the record marks as kept add up to the total before the modifier."""
    record = play(f"wild {dice}D{modifier:+d} {house}", str(seed))

    assert kept_sum(record) + modifier == record.outcome.total


@given(st.integers(-5, 5), st.integers(0, 10**6))
def test_a_natural_is_what_is_kept(skew: int, seed: int) -> None:
    """T4: the kept dice of the first throw add up to the natural."""
    record = play(f"ten {'superior' if skew > 0 else 'inferior'} {abs(skew)}", str(seed))
    first = record.throws[0]

    assert sum(f for f, kept in zip(first.faces, first.kept, strict=True) if kept) == record.outcome.natural
    assert sum(first.kept) == 3


def kept_sum(record: Record) -> int:
    return sum(face for throw in record.throws for face, kept in zip(throw.faces, throw.kept, strict=True) if kept)


@pytest.mark.parametrize(
    "text", ["4d6kh3+0d6", "5d6!", "3d6!kl1", "4d6r<3", "6d6ro1dh2", "3d4ro1!", "2d6 (2 low)", "9d6dl4+d20"]
)
def test_a_plain_total_is_what_is_kept(text: str) -> None:
    """Plain dice, exploding and rerolled ones too: what counts adds up to the total."""
    for seed in range(60):
        record = play(f"dice {text}", str(seed))
        assert kept_sum(record) == record.outcome.total


def test_every_rule_has_an_example_that_plays() -> None:
    """Each rule's example is a sound check of that rule, which rolls, solves and explains itself."""
    for system in SYSTEMS.values():
        for rule in system.rules:
            check = parse(rule.example)
            assert (check.system, check.rule.name) == (system.name, rule.name)
            assert sixfold.roll(check).announcement
            assert sum(c.exact for c in sixfold.odds(check)) + sixfold.odds(check).unresolved == 1
            assert all(clause.text for clause in check.explain())


@given(TEXTS)
def test_explanations_quote_the_rule_book(text: str) -> None:
    """Every clause that explains a check belongs to its game's letter, or to that of a check inside a longer one."""
    letters = {"ten": "T", "skew": "K", "wild": "W", "hs": "H", "odgs": "O", "dice": "dice", "long": "long"}
    check = parse(text)
    inside = check.arguments.values() if check.system == "long" else ()
    said = {letters[each.system] for each in (check, *inside) if isinstance(each, Check)}
    for clause in check.explain():
        assert clause.text.strip()
        assert clause.number.rstrip("0123456789") in said


def test_values_do_not_change() -> None:
    """An outcome, a record and odds are immutable."""
    record: Any = sixfold.roll("ten", seed="x")
    odds: Any = sixfold.odds("ten")
    with pytest.raises(AttributeError):
        record.outcome.total = 3
    with pytest.raises(AttributeError):
        del record.outcome.total
    with pytest.raises(AttributeError):
        record.source = "typed"
    with pytest.raises(TypeError):
        record.outcome["total"] = 3
    with pytest.raises(AttributeError):
        odds.text = "skew"
    assert pickle.loads(pickle.dumps(record.outcome)) == record.outcome == Outcome(dict(record.outcome))


def test_choices_are_kept_and_played_again() -> None:
    """O5: the player's choice of dice is kept in the record, which plays it again."""
    taken: Iterator[int] = count()

    def choose(asked: ChoiceNeeded) -> int:
        assert "which three" in asked.label.lower()
        assert next(taken) == 0
        return asked.options.index("5 4 1")

    record = sixfold.roll("odgs vs 15 +5 advantage 2", faces=[6, 6, 5, 4, 1], choose=choose)
    data = record.to_json()

    assert record.outcome.sum == 10
    assert data["throws"][0]["kept"] == [False, False, True, True, True]
    assert data["choices"] == [next(iter(record.choices))]
    assert record == Record.from_json(json.loads(json.dumps(data)))


def test_odds_answer_questions() -> None:
    """Predicates, events, means, quantiles and tails are exact fractions."""
    odds = sixfold.odds("dice 2d6")
    total = odds.numbers["total"]

    assert odds.p(lambda outcome: outcome.total >= 10) == Fraction(1, 6) == total.at_least(10)
    assert (total.mean, total.variance) == (Fraction(7), Fraction(35, 6))
    assert (total.quantile(Fraction(1, 36)), total.quantile("0.5"), total.quantile(1)) == (2, 7, 12)
    assert total.sd == pytest.approx(35**0.5 / 6**0.5)


def test_odds_show_themselves() -> None:
    """Odds print as a table with bars, and as HTML in a notebook, with nothing of a label read as markup."""
    odds = sixfold.odds("odgs vs 15 +5 [<b>Strength</b>]")

    assert "Success" in str(odds)
    assert "137/216" in str(odds)
    assert "<b>Strength" not in odds._repr_html_()
    assert "&lt;b&gt;Strength" in odds._repr_html_()
    assert "63.43 %" in odds._repr_html_()


def test_odds_cannot_be_changed() -> None:
    """Odds are kept for the next who asks, so nobody can change them; copies are equal."""
    odds: Any = sixfold.odds("wild 20D")
    with pytest.raises(AttributeError):
        odds.check = sixfold.parse("ten")
    with pytest.raises(TypeError):
        odds.events["critical_success"] = Fraction(1)
    assert pickle.loads(pickle.dumps(odds)) == odds
