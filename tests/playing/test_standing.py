"""Where a throw stands among all that could have come."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from sixfold import odds, parse, roll, rolls
from sixfold.base.shapes.fraction import Bounds
from sixfold.checks.check import make
from sixfold.errors import ChoiceNeeded, StudyError
from sixfold.playing.record import Record, roll_check
from sixfold.playing.standing import chosen_otherwise, compared, standing
from sixfold.rules.check import Check
from sixfold.rules.folds import total
from sixfold.rules.rule import Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.typed_faces import TypedDice
from sixfold.solving.odds import Odds, solve_check
from sixfold.study import evening
from tests.console import run


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("wild initiative 3D", "3,4,1,1,1,1,3"),
        ("wild initiative 1D+5", "1,1,4"),
        ("wild 3D", "3,4,1,1,1,1,3"),
        ("wild 3D vs 12", "3,4,1,1,1,1,3"),
        ("ten", "1,1,1,6,6,6"),
        ("hs 1d", "1"),
        ("odgs vs 15 combat", "1,1,1"),
    ],
)
def test_the_worst_there_is_is_always_reached(tmp_path: Path, text: str, faces: str) -> None:
    """What nothing is worse than comes always, and `roll` and `luck` print one figure for it."""
    rolled = run("roll", text, "--faces", faces)
    file = tmp_path / "throw.json"
    file.write_text(run("roll", text, "--faces", faces, "--json").out)
    assert rolled.out.splitlines()[-1] == "This or better: always (100 %)"
    assert run("luck", str(file), "--json").json["this_or_better"] == {"exact": "1", "decimal": 1.0, "unresolved": "0"}
    assert run("luck", text, "--faces", faces, "--json").json["this_or_better"]["exact"] == "1"


def test_a_kept_round_is_better_than_a_lost_one() -> None:
    """W9: the chance of a kept round and a lost one with the same total, by the chance of the wild die's chain."""
    kept, lost = (standing(roll("wild initiative 1D+5", faces=f)) for f in ([1, 4], [1, 1, 4]))
    assert abs(lost.better.low - kept.this_or_better.low) < Fraction(1, 10**11)
    assert abs(lost.equal.low - odds("wild initiative 1D+5").events["lost_round"]) < Fraction(1, 10**11)


def test_a_throw_beyond_what_was_followed_is_looked_for_further() -> None:
    """K3, K4: nine open-ended throws down are rarer than the usual tolerance; their chance is known all the same."""
    record = roll("skew", faces=[1, 1, 1] * 9 + [3, 3, 4])
    assert record.outcome.total < min(odds("skew").numbers["total"].pmf)
    stands = standing(record)
    assert Fraction(5, 8 * 216**9) == stands.exactly.low
    assert 0 < stands.worse.low <= stands.worse.high < Fraction(1, 10**20)
    assert stands.this_or_better.high < 1


def test_bounds_hold() -> None:
    """Better, equal, worse and what is unresolved are everything."""
    for text, faces in (("skew", [6, 6, 6, 4, 4, 4]), ("wild 3D", [3, 4, 6, 6, 2]), ("ten", [3, 3, 4])):
        stands = standing(roll(text, faces=faces))
        every = Bounds.total((stands.better, stands.equal, stands.worse))
        assert every.low <= 1 <= every.high
        assert stands.exactly.low <= stands.equal.low
        assert stands.exactly.high <= stands.equal.high


def wandering(table: Table) -> Values:
    """A total without an end."""
    sixes, last = table.again(1, "die", (6,))
    return {"total": 6 * sixes[0] + last}


def ordered(order: Callable[[int], int]) -> Check:
    """A check whose results are ordered by their totals."""
    rule = Rule(wandering, example="far", better=lambda outcome: order(outcome["total"]))
    return parse("far", {"far": System(rule, name="far", title="far")})


@pytest.mark.parametrize(
    "check",
    [
        *("wild 2D vs 5", "wild initiative 1D+5", "dice 2d6!", "skew vs 14", "skew initiative"),
        ordered(lambda total: total > 3),
    ],
)
def test_finer_odds_say_the_same(check: str | Check) -> None:
    """Bounds on the rolls that are better, as good and worse: those of coarse odds contain those of fine ones."""
    check = parse(check) if isinstance(check, str) else check
    coarse, fine = (solve_check(check, tolerance) for tolerance in (Fraction(1, 20), Fraction(1, 10**12)))
    for record in rolls(check, 4, seed="standing"):
        for wide, narrow in zip(compared(record, coarse), compared(record, fine), strict=True):
            assert wide.low <= narrow.low
            assert narrow.high <= wide.high


@pytest.mark.parametrize(
    ("side", "comes", "faces", "order"),
    [
        ("better", True, [6, 5], lambda total: total if total < 12 else 50 * (total % 2)),
        ("worse", True, [6, 5], lambda total: -total if total < 12 else -50 * (total % 2)),
        ("equal", True, [6, 6, 5], lambda total: 3 * total % 11),
        ("better", False, [6, 6, 5], lambda total: min(total, 15)),
        ("worse", False, [6, 6, 5], lambda total: max(-total, -15)),
    ],
)
def test_what_was_not_followed_is_looked_for_further(
    side: str, comes: bool, faces: list[int], order: Callable[[int], int]
) -> None:
    """Each side of a roll that can come has a chance, whichever of them the odds at hand know nothing of."""
    record = roll(ordered(order), faces=faces)
    at_hand = solve_check(record.check, Fraction(1, 6))
    sides = ("better", "equal", "worse")
    assert [name for name in sides if not getattr(compared(record, at_hand), name).low] == [side]
    further = standing(record, at_hand)
    assert [name for name in sides if not getattr(further, name).low] == ([] if comes else [side])
    assert all(chance.unresolved < Fraction(1, 10**6) for chance in further)


@pytest.mark.parametrize(
    ("check", "faces", "tolerance"), [("ten", [1, 1, 1, 6, 6, 6], 0), ("wild 2D vs 5", [3, 2], Fraction(1, 20))]
)
def test_what_is_known_is_not_solved_again(check: str, faces: list[int], tolerance: Fraction) -> None:
    """Odds that are exact, or that know each side of a roll, are enough, however rare or impossible a side is."""
    record = roll(check, faces=faces)
    at_hand = solve_check(record.check, tolerance)

    def again(check: Check, tolerance: Fraction) -> Odds:
        raise AssertionError(check)

    assert standing(record, at_hand, again) == compared(record, at_hand)


def highest(asked: ChoiceNeeded) -> int:
    """A player who takes the last of the options."""
    return len(asked.options) - 1


def cautious(table: Table) -> Values:
    """A game of one's own, whose policy never takes the risk."""
    sure = table.read(table.roll(1, "sure"), total())
    if table.choose("Take the risk?", ("no", "yes"), 0) == 1:
        risky = table.read(table.roll(2, "risk"), total())
        return {"total": sure + risky}
    return {"total": sure}


def own_game() -> Record:
    """18 points in that game, as a player who took the risk came to them."""
    rule = Rule(
        system="own",
        name="risk",
        title="a risk",
        play=cautious,
        words=(),
        example="own",
        announce=lambda outcome, options: f"{outcome['total']} points",
        explain=lambda options: [],
    )
    return roll_check(make(rule, {}), TypedDice([6, 6, 6]), "typed", [1])


def test_the_odds_of_a_policy_say_nothing_about_other_choices() -> None:
    """O7: 18 points that the policy never comes to are not “never”: no figure is said of them."""
    record = own_game()
    assert record.outcome.total == 18
    assert chosen_otherwise(record)
    with pytest.raises(StudyError, match="other choices"):
        standing(record)


def test_who_chooses_as_the_policy_does_is_told_the_chance() -> None:
    """O7, O9: the same choices, the same figure."""
    words = ("roll", "odgs vs 15 +5 advantage 1 combat", "--faces", "6,6,2,1")
    asked = run(*words, "--choose", stdin="\n\n")
    assert asked.out.splitlines()[-1] == run(*words).out.splitlines()[-1]
    assert "This or better: " in asked.out
    otherwise = run(*words, "--choose", stdin="3\n")
    assert "This or better" not in otherwise.out
    assert "other choices than yours" in otherwise.out.splitlines()[-1]


def test_an_evening_leaves_them_out_and_says_so(tmp_path: Path) -> None:
    """A throw of other choices is neither lucky nor unlucky; it is counted apart."""
    text = "odgs vs 15 +5 advantage 1"
    plain = [roll(text, seed=str(at)) for at in range(20)]
    chosen = roll(text, faces=[6, 6, 2, 1], choose=highest)
    together, without = evening([*plain, chosen]), evening(plain)
    assert (together.left_out, without.left_out) == (1, 0)
    assert replace(together, left_out=0) == without
    file = tmp_path / "evening.json"
    file.write_text(json.dumps({"version": 1, "records": [r.to_json() for r in (*plain, chosen)]}))
    assert "1 record, whose player chose differently" in run("luck", str(file)).out
    assert run("luck", str(file), "--json").json["left_out"] == 1
