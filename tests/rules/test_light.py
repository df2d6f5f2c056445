"""A game that is a function and a line: what its author does not say is taken from what he wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pytest

import sixfold
from sixfold.authoring.load import load_game
from sixfold.checks.check import parse
from sixfold.errors import RuleError, TextError
from sixfold.playing.standing import standing
from sixfold.rules import Amount, Event, Rule, System, Table, at_least, highest, total
from sixfold.rules.check import Check
from sixfold.rules.words.word import Word


class Weapon(Enum):
    """What is fought with."""

    SWORD = "sword"
    LONG_AXE = 2


def parry(
    table: Table,
    vs: int,
    modifier: int = 0,
    dice: Annotated[int, range(1, 11), "how many dice"] = 2,
    careful: bool = False,
    weapon: Weapon = Weapon.SWORD,
    trait: Literal[4, 6, 8] = 6,
    pace: Literal["slow", "fast"] | None = None,
    save_score: int | None = None,
) -> int:
    """The higher of some dice against an attack.

    P1: Throw {dice} dice; the higher and the modifiers count against {vs}.
    P2: With care, nothing
    else happens.

    >>> 1 + 1
    2
    """
    assert type(weapon) is Weapon
    assert trait in (4, 6, 8)
    return table.read(table.roll(dice, "parry", trait), highest(1)) + modifier


DUEL = {"duel": System(parry, name="duel")}


def words(play: Callable[..., Any]) -> dict[str, Word]:
    return {word.name: word for word in Rule(play).words}


def light(play: Callable[..., Any], text: str = "light") -> Check:
    return parse(text, {"light": System(play, name="light")})


def test_words_of_a_signature() -> None:
    """Numbers, flags, choices and the modifier are words, with the bounds and meanings of their annotations."""
    found = words(parry)
    kinds = [word.kind for word in found.values()]
    assert kinds == ["amount", "modifier", "amount", "flag", "choice", "choice", "choice", "amount"]
    assert Rule(parry).needs == ("vs",)
    assert (found["vs"].least, found["vs"].most) == (0, 1000)
    assert (found["dice"].least, found["dice"].most, found["dice"].default, found["dice"].help) == (
        1,
        10,
        2,
        "how many dice",
    )
    assert found["weapon"].choices == ("sword", "long axe")


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("duel vs 5", "duel vs 5"),
        ("duel +2 vs 5 careful dice 3", "duel vs 5 +2 dice 3 careful"),
        ("duel vs 5 long axe", "duel vs 5 weapon long axe"),
        ("duel weapon sword vs 5", "duel vs 5"),
        ("duel vs 5 trait d8", "duel vs 5 trait 8"),
        ("duel fast vs 5", "duel vs 5 pace fast"),
        ("duel pace=slow vs 5", "duel vs 5 pace slow"),
        ("duel vs 5 save score 14", "duel vs 5 save score 14"),
        ("DUEL PARRY VS 5", "duel vs 5"),
    ],
)
def test_texts(said: str, canonical: str) -> None:
    """Words of a signature are said in any order; what is written reads as the same check."""
    check = parse(said, DUEL)
    assert check.text == canonical
    assert parse(check.text, DUEL) == check
    assert sixfold.check("duel", systems=DUEL, **check.options) == check


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("duel", "duel parry needs vs N, as in “duel vs 7”."),
        ("duel vs 1001", "“vs” must be from 0 to 1,000."),
        ("duel vs 5 trait 5", "“trait” can be 4 or 6 or 8."),
        ("duel vs 5 pace quick", "“pace” can be slow or fast."),
        ("duel vs 5 weapon bow", "“weapon” can be sword or long axe."),
        ("duel vs 5 save score", "After “save score” comes a number"),
        ("duel vs 5 sword weapon sword", "is repeated"),
        ("duel vs 5 swrd", "Did you mean “sword”?"),
    ],
)
def test_slips_in_texts(said: str, sentence: str) -> None:
    """What cannot be meant is told as in any other game."""
    with pytest.raises(TextError) as caught:
        parse(said, DUEL)
    assert sentence in caught.value.message


def test_title_and_explanation_of_a_docstring() -> None:
    """The first sentence is the title; numbered lines are clauses, with the options in their places."""
    check = parse("duel vs 5 dice 3", DUEL)
    assert check.rule.title == "The higher of some dice against an attack"
    assert [(clause.number, clause.text) for clause in check.explain()] == [
        ("P1", "Throw 3 dice; the higher and the modifiers count against 5."),
        ("P2", "With care, nothing else happens."),
    ]
    assert light(lambda table: 7).explain()[0].text == "lambda"


class Ending(Enum):
    """How it ends."""

    WIN = "win"
    CLOSE_CALL = 1


class Named(NamedTuple):
    """An outcome with names."""

    margin: int
    hit: bool


@dataclass
class LazyReport:
    """An outcome with names."""

    margin: int
    ending: Ending


OUTCOMES: list[tuple[Callable[[int], Any], dict[str, Any], str]] = [
    (lambda n: n, {"total": 6}, "A total of 6"),
    (lambda n: n >= 3, {"success": True}, "Success"),
    (lambda n: n >= 9, {"success": False}, "Failure"),
    (lambda n: "draw", {"result": "draw"}, "Draw"),
    (lambda n: Ending.WIN, {"result": "win"}, "Win"),
    (lambda n: Ending.CLOSE_CALL, {"result": "close call"}, "Close call"),
    (lambda n: (n, n > 3), {"total": 6, "success": True}, "Success: total 6"),
    (lambda n: (n, n > 3, n > 4), {"total": 6, "success": True, "third": True}, "Success: total 6, third"),
    (lambda n: Named(n - 6, True), {"margin": 0, "hit": True}, "Margin 0: hit"),
    (lambda n: LazyReport(n, Ending.WIN), {"margin": 6, "ending": "win"}, "Margin 6: win"),
    (lambda n: {"hits": n, "ending": Ending.WIN}, {"hits": 6, "ending": "win"}, "Hits 6: win"),
]  # fmt: skip


@pytest.mark.parametrize(("gives", "outcome", "announcement"), OUTCOMES)
def test_outcomes(gives: Callable[[int], Any], outcome: dict[str, Any], announcement: str) -> None:
    """Whatever a rule returns has names, is announced, is solved alike, and has a number for a chart or a name."""
    check = light(lambda table: gives(table.read(table.roll(1), total())))
    record = sixfold.roll(check, faces=[6])
    odds = sixfold.odds(check)
    assert dict(record.outcome) == outcome
    assert record.announcement == announcement
    assert odds.fields == tuple(outcome)
    assert sum(chance.exact for chance in odds) == 1
    assert len(odds.report()) >= 3


def test_what_is_better_when_nobody_says() -> None:
    """A success is better than a failure, then the number counts; names alone stand in no order."""
    both = light(lambda table: ((n := table.read(table.roll(1), total())), n == 1))
    assert standing(sixfold.roll(both, faces=[1])).this_or_better.low == Fraction(1, 6)
    assert standing(sixfold.roll(both, faces=[6])).this_or_better.low == Fraction(2, 6)
    named = sixfold.roll(light(lambda table: "draw"))
    assert named.check.rule.order(named.outcome) is None


def test_an_outcome_inside_another() -> None:
    """A rule that returns plain values is played by others like any other."""

    def coin(table: Table) -> bool:
        return table.read(table.roll(1), at_least(6, 1))

    def twice(table: Table) -> Any:
        first = table.play(coin, "success")
        (second,) = table.play(coin, ("success",))
        return {"first": first, "second": second}

    assert sixfold.odds(light(twice)).p(lambda outcome: outcome.first and outcome.second) == Fraction(1, 36)


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (lambda: 7, "must take the table first, and each option by its name"),
        (lambda table, careful=True: 7, "“careful” is true by default"),
        (lambda table, name="x": 7, "“name” of lambda is str, which a check cannot say"),
        (lambda table, seen=[]: 7, "“seen” of lambda is list, which a check cannot say"),
        (lambda table, modifier=2: 7, "“modifier” is 2 by default in the function, but 0 where it is not said"),
        (lambda table, d6=2: 7, "“d6” cannot be said in a check, whose words are of letters"),
        (lambda table, vs=5000: 7, "“vs” can be from 0 to 1,000: it cannot be 5,000 by default."),
    ],
)
def test_signatures_that_cannot_be_words(play: Callable[..., Any], sentence: str) -> None:
    """What cannot be said in a check is told where the game is made."""
    with pytest.raises(RuleError) as caught:
        System(play)
    assert caught.value.code == "rule/declared"
    assert sentence in caught.value.message


def test_the_place_of_what_cannot_be_declared(tmp_path: Path) -> None:
    """What is wrong with a game in a file is told with the line on which it is declared."""
    path = tmp_path / "light.py"
    path.write_text("from sixfold.rules import System\n\nSYSTEM = System(lambda table, vs=1.5: 7)\n", "utf-8")
    with pytest.raises(RuleError, match=r"^light\.py, line 3: “vs” of lambda is float"):
        load_game(path)
    with pytest.raises(RuleError, match="“Hh1” cannot name a game"):
        System(lambda table: 7, name="Hh1")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"needs": ("v",)}, "needs “v”, but its options are vs, modifier"),
        ({"needs_one": ("modifer",)}, "Did you mean “modifier”?"),
        ({"words": (Amount(name="against"),)}, "has a word for “against”; its options are vs, modifier."),
        ({"words": (Amount(name="vs", words=("vs",), default=4),)}, "“vs” is 5 by default in the function, but 4"),
    ],
)
def test_words_that_do_not_fit(said: dict[str, Any], sentence: str) -> None:
    """Needs and words that are none of the function's are told with what it has."""

    def dodge(table: Table, vs: int = 5, modifier: int = 0) -> int:
        return vs

    with pytest.raises(RuleError) as caught:
        Rule(dodge, **said)
    assert sentence in caught.value.message


def test_a_default_is_that_of_the_function() -> None:
    """A word without a default of its own takes the function's, and never hands over nothing in its place."""

    def dodge(table: Table, vs: int = 5) -> bool:
        return vs == 5

    rule = Rule(dodge, words=(Amount(name="vs", words=("vs",)),))
    assert sixfold.roll(parse("light", {"light": System(rule, name="light")})).outcome.success is True


def test_what_the_author_says_counts() -> None:
    """Events, an announcement, an order and a chart that are said take the place of those that are derived."""
    rule = Rule(
        lambda table: {"total": 3, "harm": 2, "hit": True},
        name="blow",
        title="a blow",
        example="light",
        events=(Event("hit", "A hit", "success", otherwise="A miss"),),
        announce=lambda outcome, options: f"{outcome['harm']} harm",
        better=None,
        chart="harm",
    )
    check = parse("light", {"light": System(rule, name="light", title="blows")})
    assert sixfold.roll(check).announcement == "2 harm"
    assert sixfold.odds(check).in_words() == [("A hit", Fraction(1))]
    assert check.rule.charted(["total", "harm"]) == "harm"
    assert check.rule.order({"total": 3}) is None
