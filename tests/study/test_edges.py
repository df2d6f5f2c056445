"""Questions whose answer lies exactly on an edge, where throws can go on for ever: no lower bound is taken for it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sixfold import odds
from sixfold.errors import BoundsError
from sixfold.solving.events import Event
from sixfold.study import audit, compare, equivalent, evening, need, parse_claims, table


@pytest.mark.parametrize(
    ("check", "event", "chance"),
    [
        ("skew vs 10", "success", "1/2"),
        ("skew vs 10", "not success", "1/2"),
        ("skew vs 10", "total > 10", "1/2"),
        ("skew vs 10", "total <= 10", "1/2"),
        ("skew vs 10", "success or total >= 5000", "1/2"),
        ("skew vs 10", "total >= 5000 or success", "1/2"),
        ("skew vs 10", "not (not success and natural < 99)", "1/2"),
        ("skew vs 10", "total + modifier >= 11", "1/2"),
        ("skew vs 10", "natural = 18", "1/216"),
        ("skew 2 high vs 10", "success", "209/243"),
        ("dice 1d8!", "total >= 8", "1/8"),
        ("dice 1d6!", "total >= 6", "1/6"),
        ("dice 1d6!", "total < 6", "5/6"),
        ("dice 1d6!", "3 <= total <= 5", "1/2"),
        ("skew initiative", "total >= 11", "1/2"),
    ],
)
def test_what_the_endless_part_cannot_change_is_exact(check: str, event: str, chance: str) -> None:
    """The event has its exact fraction, however it is said."""
    bounds = Event.read(event).bounds(odds(check))
    assert (bounds.low, bounds.exact) == (Fraction(chance), True)


@pytest.mark.parametrize(
    ("check", "event", "tolerance"),
    [("wild 1D", "net = 0", "0.01"), ("wild 2D", "total = 7", "0.01"), ("wild 3D", "critical_success", "0.1"),
     ("skew", "total = 30", "0.01"), ("dice 1d6!", "total = 31", "0.1")],
)  # fmt: skip
def test_what_it_can_change_lies_between_its_bounds(check: str, event: str, tolerance: str) -> None:
    """What is followed further lies between the bounds of what was followed less far."""
    coarse = Event.read(event).bounds(odds(check, tolerance=tolerance))
    fine = Event.read(event).bounds(odds(check, tolerance="1e-30"))
    assert coarse.low <= fine.low <= fine.high <= coarse.high


@pytest.mark.parametrize(
    ("text", "chance", "event", "at_most", "span", "answer"),
    [
        ("skew vs ?", "50%", None, False, "5..15", 10),
        ("skew vs ?", "50%", None, True, "5..15", 10),
        ("skew vs ?", "5/8", None, False, "5..15", 9),
        ("skew vs ?", "3/8", None, True, "5..15", 11),
        ("skew 2 high vs ?", "209/243", None, False, "5..15", 10),
        ("skew 2 high vs ?", "209/243", None, True, "5..15", 10),
        ("skew 3 low vs ?", "1117/15552", None, False, "5..15", 10),
        ("dice ?d6!", "1 in 6", "total >= 6", False, "1..3", 1),
        ("dice ?d6!", "1 in 6", "total >= 6", True, "1..3", 1),
        ("dice 1d?!", "1 in 8", "total >= 8", True, "6..9", 8),
        ("skew +? vs 12", "1/2", None, False, "-5..5", 2),
        ("skew +? vs 12", "1/2", None, True, "-5..5", 2),
    ],
)
def test_need_answers_with_the_number_on_the_edge(
    text: str, chance: str, event: str | None, at_most: bool, span: str, answer: int
) -> None:
    """Exactly the chance is enough, at least and at most."""
    found = need(text, chance, event=event, at_most=at_most, ranges=[span])
    assert [each.values for each in found.answers] == [(answer,)]
    assert (found.answers[0].exact, found.undecided) == (found.chance, ())


def test_what_stays_undecided_counts_as_equal_and_is_said() -> None:
    """A chance that is exact to the last fraction that is followed, and no further, is taken for the edge."""
    near = Event.read("net = 0").bounds(odds("wild 1D", tolerance="1e-60"))
    edge = (near.low + near.high) / 2
    for at_most in (False, True):
        found = need("wild ?D", edge, event="net = 0", at_most=at_most, ranges=["1..1"])
        assert [each.text for each in found.answers] == ["wild 1D"]
        assert found.undecided == ("wild 1D",)
        assert "counts as having it" in str(found)


@pytest.mark.parametrize(
    ("check", "event", "printed", "verdict"),
    [
        ("skew vs 10", "success", "at least 50 %", "upheld"),
        ("skew vs 10", "success", "at most 50 %", "upheld"),
        ("skew vs 10", "success", "exactly 50 %", "upheld"),
        ("skew vs 10", "success", "1/2", "upheld"),
        ("skew vs 10", "success", "more than 50 %", "wrong"),
        ("skew vs 10", "success", "below 50 %", "wrong"),
        ("skew 2 high vs 10", "success", "209/243", "upheld"),
        ("dice 1d8!", "total >= 8", "13 %", "upheld"),
        ("dice 1d8!", "total >= 8", "12 %", "cut"),
        ("dice 1d8!", "total >= 8", "12.5 %", "upheld"),
        ("dice 1d8!", "total >= 8", "exactly 12.5 %", "upheld"),
        ("dice 1d8!", "total >= 8", "1 in 8", "upheld"),
        ("dice 1d6!", "total >= 6", "at most one in six", "upheld"),
        ("dice 1d6!", "total >= 6", "at least one in six", "upheld"),
        ("wild 1D", "net = 0", "70.7 %", "upheld"),
        ("wild 1D", "net = 0", "70.71067811865475 %", "upheld"),
        ("wild 1D", "net = 0", "at least 70.72 %", "wrong"),
    ],
)
def test_an_audit_on_the_edge(check: str, event: str, printed: str, verdict: str) -> None:
    """What is exact is judged as exact, what is irrational as far as it takes; advice is never the printed figure."""
    (found,) = audit(parse_claims(f"check: {check}\nevent: {event}\nprinted: {printed}")).claims
    assert (found.verdict, found.undecided) == (verdict, False)
    assert verdict == "upheld" or found.right != printed


def test_a_table_rounds_what_is_exact_as_it_is() -> None:
    """An eighth is 13 % without digits, not the 12 % of its lower bound."""
    grid = table("dice 1d?!", "?=8..8", event="total >= 8", digits=0)
    assert (grid.entry(0, 0), grid.cells[0][0].unresolved) == ("13 %", Fraction(0))
    assert table("skew", "vs=10..10", exact=True).entry(0, 0) == "1/2"
    assert "Means ignore results that together have a chance of" in str(table("wild 1D", "vs=1..2", event="mean net"))


@pytest.mark.parametrize("within", ["skew vs ?", "skew +? vs 12", "skew vs 30"])
def test_an_equal_check_is_the_same_and_not_almost(within: str) -> None:
    """Half is half in either game."""
    found = equivalent("ten -1", within)
    assert [near.exact for near in found.same] == [Fraction(1, 2)]
    assert "the same" in str(found)


def test_checks_on_the_edge_stand_side_by_side() -> None:
    """Both halves show the same percentage and the same fraction."""
    assert {line.chance and line.chance.exact for line in compare("skew vs 10", "ten -1").checks} == {Fraction(1, 2)}


def test_an_evening_of_what_is_exact_has_nothing_unresolved() -> None:
    """Only what the endless part can change is a bound."""
    from sixfold import rolls

    assert evening(rolls("skew vs 10", 5, seed="a")).unresolved == 0
    assert evening(rolls("wild 3D vs 12", 5, seed="a")).at_least.exact > 0


def test_an_event_that_would_compare_too_often_is_refused_before_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the bound it is counted, one comparison past it refused; of one field its values are compared."""
    solved = odds("ten +2")
    two = Event.read("margin >= 3 and natural = 12")
    chance = two.chance(solved)
    monkeypatch.setattr("sixfold.solving.events.EVENT_WORK", 2 * len(solved))
    assert two.chance(solved) == chance
    monkeypatch.setattr("sixfold.solving.events.EVENT_WORK", 2 * len(solved) - 1)
    with pytest.raises(BoundsError, match="comparisons"):
        two.chance(solved)
    one = Event.read("margin >= 3 or margin = -3")
    monkeypatch.setattr("sixfold.solving.events.EVENT_WORK", 2 * len(solved.numbers["margin"].pmf))
    assert one.chance(solved) > chance
    monkeypatch.setattr("sixfold.solving.events.EVENT_WORK", 2 * len(solved.numbers["margin"].pmf) - 1)
    with pytest.raises(BoundsError, match="comparisons"):
        one.chance(solved)
