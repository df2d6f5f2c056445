"""Throws that can go on for ever are never certain and never impossible, and every question knows it."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

from sixfold import advise, odds
from sixfold.solving.events import Event
from sixfold.solving.odds import Odds
from sixfold.study import audit, need, parse_claims
from tests.console import run

THREE = dict.fromkeys(range(3, 19), 0)
for first in range(1, 7):
    for second in range(1, 7):
        for third in range(1, 7):
            THREE[first + second + third] += 1


def exploded(least: int) -> Fraction:
    """The chance that one exploding die comes to so much or more, from the book alone."""
    if least <= 1:
        return Fraction(1)
    sixes, rest = divmod(least - 1, 6)
    return Fraction(1, 6) ** sixes * Fraction(6 - rest, 6)


def skewed(least: int) -> Fraction:
    """The chance that open-ended 3d6 come to so much or more, from the book alone (K2 to K4)."""
    found = Fraction(sum(ways for total, ways in THREE.items() if 3 < total < 18 and total >= least), 216)
    again = Fraction(1, 216)
    length = 0
    while 18 + 8 * length < least:
        enough = sum(
            ways for last, ways in THREE.items() if last != 18 and 18 + 8 * length + max(0, last - 10) >= least
        )
        found += again ** (length + 1) * Fraction(enough, 216)
        length += 1
    found += again ** (length + 1)
    length = 0
    while 3 - 7 * length >= least:
        enough = sum(ways for last, ways in THREE.items() if last != 3 and 3 - 7 * length - max(0, 10 - last) >= least)
        found += again ** (length + 1) * Fraction(enough, 216)
        length += 1
    return found


TWINS = (("dice 1d6!", exploded), ("skew", skewed))


def questions() -> list[tuple[str, str, Fraction, Fraction]]:
    """Forty questions: a check, an event, its true chance, and the chance that it is held against."""
    random, found = Random("endless"), []
    for at in range(40):
        check, twin = TWINS[at % 2]
        bound = random.choice([-400, -300, -186, -60, -20, 1, 7, 10, 13, 40, 110, 186, 300, 1000, 5000])
        turned = at % 3 == 0
        true = 1 - twin(bound) if turned else twin(bound)
        event = f"total {'<' if turned else '>='} {bound}"
        other = random.choice([Fraction(1, 2), Fraction(1, 6), Fraction(5, 8)])
        found += [(check, event, true, asked) for asked in (Fraction(0), Fraction(1), true, other)]
    return found


@pytest.mark.parametrize(("check", "event", "true", "asked"), questions())
def test_the_chance_is_held_against_any_other(check: str, event: str, true: Fraction, asked: Fraction) -> None:
    """Whether the chance reaches and exceeds another is right or open, and never open at 0 and 1."""
    bounds = Event.read(event).bounds(odds(check))
    answers = (bounds.reaches(asked), bounds.exceeds(asked))
    expected = (true >= asked, true > asked)
    assert all(answer in (right, None) for answer, right in zip(answers, expected, strict=True))
    if asked in (0, 1):
        assert answers == expected


@pytest.mark.parametrize(
    ("check", "event"),
    [("dice 1d6!", "total = 1 or total >= 1000"), ("dice 1d6!", "not (total = 1 or total >= 1000)"),
     ("dice 3d6!kl2", "total >= 1000"), ("dice 20-1d6!", "total <= -1000"), ("dice 2d6!kl1", "total < 5000"),
     ("skew vs 300", "success"), ("skew vs 300", "not success"), ("skew vs -186", "success"),
     ("skew good 2 vs 9000", "total > 9000 or natural = 4"), ("skew initiative", "total >= 9999")],
)  # fmt: skip
def test_what_is_left_open_is_neither_all_nor_nothing_of_it(check: str, event: str) -> None:
    """The chance lies strictly inside of its bounds on the side that endless throws lead to."""
    bounds = Event.read(event).bounds(odds(check))
    assert not bounds.exact
    assert bounds.above or bounds.below
    assert bounds.exceeds(Fraction(0))
    assert bounds.reaches(Fraction(1)) is False


@pytest.mark.parametrize(
    ("text", "ranges", "chance", "event", "at_most", "answers"),
    [
        ("skew vs ?", [], "100%", None, False, []),
        ("skew vs ?", ["-99..99"], "0%", None, True, []),
        ("skew vs ?", ["-99..99"], "0%", None, False, ["skew vs 99"]),
        ("skew vs ?", [], "100%", None, True, ["skew vs -10000"]),
        ("dice ?d6!", ["0..9"], "0", "total >= 100", True, ["dice 0d6!"]),
        ("dice ?d6!", ["0..9"], "100%", "total < 100", False, ["dice 0d6!"]),
    ],
)
def test_need_at_zero_and_one(
    text: str, ranges: list[str], chance: str, event: str | None, at_most: bool, answers: list[str]
) -> None:
    """No number makes endless throws certain or impossible; numbers without such throws do."""
    found = need(text, chance, event=event, at_most=at_most, ranges=ranges)
    assert [answer.asked for answer in found.answers] == answers
    assert not found.undecided


@pytest.mark.parametrize(
    ("check", "printed", "right"),
    [
        ("skew vs 300", "above 0 %", "upheld"),
        ("skew vs 300", "exactly 0 %", "below 0.01 %"),
        ("skew vs 300", "at most 0 %", "at most 1 %"),
        ("skew vs 300", "below 0.01 %", "upheld"),
        ("skew vs -186", "exactly 100 %", "above 99.99 %"),
        ("skew vs -186", "at least 100 %", "at least 99 %"),
        ("skew vs -186", "less than 100 %", "upheld"),
        ("skew vs 10", "exactly 50 %", "upheld"),
        ("skew vs 10", "above 50 %", "above 49 %"),
        ("wild 2D vs 2", "above 0 %", "upheld"),
    ],
)
def test_audit_at_the_edges(check: str, printed: str, right: str) -> None:
    """A printed figure of endless throws is right or wrong, and what to print instead is right."""
    verdict = right if right == "upheld" else "wrong"
    (found,) = audit(parse_claims(f"check: {check}\nprinted: {printed}")).claims
    assert (found.verdict, found.undecided) == (verdict, False)
    if verdict == "wrong":
        assert found.right == right
        (mended,) = audit(parse_claims(f"check: {check}\nprinted: {found.right}")).claims
        assert mended.verdict == "upheld"


@pytest.mark.parametrize("command", ["odds 'skew vs 300'", "compare 'skew vs 300'", "odds 'skew vs -186'"])
def test_no_figure_is_impossible_or_certain(command: str) -> None:
    """Nothing endless is shown as 0 % or 100 %."""
    verb, check = command.split(" ", 1)
    said = run(verb, check.strip("'")).out
    assert "< 0.01 %" in said or "> 99.99 %" in said
    assert " 0 %" not in said and " 100 %" not in said


@pytest.mark.parametrize("check", ["skew vs 300", "dice 2d6!", "dice 3d6!kl2", "skew initiative", "wild 2D vs 3"])
def test_json_keeps_what_is_proved(check: str) -> None:
    """Odds that were written and read know as much about what is endless."""
    solved = odds(check)
    again = Odds.from_json(json.loads(json.dumps(solved.to_json())))
    assert again == solved
    assert again.event_bounds == solved.event_bounds
    event = Event.read("total >= 500")
    assert event.bounds(again) == event.bounds(solved)


def test_a_tie_within_the_bound_is_not_a_best_choice() -> None:
    """Of two options with the same chance neither loses, and both are as good as the other."""
    found = advise("skew evening 2 tasks vs 12 good 1", aim="successes >= 1")
    assert [(option.best, option.loses) for option in found.options] == [(True, Fraction(0)), (True, Fraction(0))]
    assert found.best.usual


@pytest.mark.parametrize(
    ("check", "event", "true"),
    [
        ("wild 2D vs 0", "success", Fraction(1)),
        ("wild 1D vs 0", "success", Fraction(1)),
        ("wild 3D+1 vs 1", "success", Fraction(1)),
        ("wild attack 3D vs 0 damage 2D", "hit", Fraction(1)),
        ("wild 4D-2 vs -1", "total < -2", Fraction(0)),
        ("attempts (skew vs 10) 1 time", "success", Fraction(1, 2)),
        ("attempts (skew vs 10) 3 times", "successes = 2", Fraction(3, 8)),
        ("attempts (wild 2D vs 0) 3 times", "successes = 3", Fraction(1)),
        # Each hits with 5/8: the first wins at once, or after as many misses of both as there are.
        ("duel (ten) (ten) health 1 damage 1", "result=first", Fraction(8, 11)),
        ("duel (ten) (ten) health 1 damage 1", "result=second", Fraction(3, 11)),
        ("duel (ten) (ten) health 1 damage 1", "result=undecided", Fraction(0)),
        ("duel (skew vs 10) (skew vs 10) health 1 damage 1", "result=first", Fraction(2, 3)),
    ],
)
def test_what_endless_rolls_cannot_change_is_exact(check: str, event: str, true: Fraction) -> None:
    """Exactly zero, exactly one and exact fractions are known as such, also beside endless rolls and rounds."""
    assert Event.read(event).bounds(odds(check)) == (true, true, False, False)


@pytest.mark.parametrize(
    ("check", "event"),
    [
        ("wild 3D vs 1000", "success"), ("wild 3D vs 1000", "not success"), ("wild 3D", "net <= -500"),
        ("wild 3D", "excess >= 100"), ("wild 1D", "total >= 5000"),
        ("duel (ten) (ten) health 1 damage 1", "rounds >= 100000"), ("wild 4D vs 1000", "success or net < -2000"),
    ],
)  # fmt: skip
def test_what_endless_rolls_can_reach_is_proved(check: str, event: str) -> None:
    """A chance that only ever longer chains or games reach is above zero, and its opposite below one."""
    bounds = Event.read(event).bounds(odds(check))
    assert bounds.exceeds(Fraction(0))
    assert bounds.reaches(Fraction(1)) is False


def test_a_number_knows_where_it_is_open() -> None:
    """The chance of values up to a bound is below one, and beyond any bound above zero."""
    total = odds("skew").numbers["total"]
    assert total.between(10**9, None).exceeds(Fraction(0))
    assert total.between(-(10**9), 10**9).reaches(Fraction(1)) is False
