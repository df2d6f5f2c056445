"""How lucky: one result, and many."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from sixfold import odds, roll, rolls
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance
from sixfold.errors import BoundsError, StudyError
from sixfold.study import evening, luck
from tests.console import command, run
from tests.study.brute import binomial_tail, ten, ten_succeeds


@pytest.mark.parametrize("faces", [[6, 3, 2, 4], [6, 6, 6, 1, 1, 2, 3], [1, 1, 2, 1, 4, 4], [1, 4, 4, 2]])
def test_this_or_better_is_that_of_brute_force(faces: list[int]) -> None:
    """Better, equal and worse margins of `ten superior 1`, counted over every fall of the dice."""
    found = luck("ten superior 1", faces=faces)
    reached = int(found.record.outcome["total"])
    rows = ten(1)
    assert sum(c for (_, t, _, _), c in rows.items() if t > reached) == found.better.exact
    assert sum((c for (_, t, _, _), c in rows.items() if t == reached), Fraction(0)) == found.equal.exact
    assert found.better.exact + found.equal.exact + found.worse.exact == 1


def test_low_is_good_where_the_game_says_so() -> None:
    """On a voluntary save a low sum is the better one."""
    assert (
        luck("odgs voluntary score 12", faces=[2, 3, 4]).better.exact
        < luck("odgs voluntary score 12", faces=[2, 3, 6]).better.exact
    )


def test_why_it_came_out_so_is_told() -> None:
    """The dice that counted, and what the extra dice did."""
    text = str(luck("ten superior 1", faces=[6, 6, 5, 2, 4, 3]))
    assert all(part in text for part in ("(2)", "critical", "T3"))


def test_a_game_without_better_and_worse_says_so() -> None:
    """No result of a percentile is better than another."""
    with pytest.raises(StudyError, match="better"):
        luck("skew percentile", faces=[4, 2])


def test_an_evening_is_reckoned_exactly() -> None:
    """So many successes or more, against going through every combination of them."""
    records = list(rolls("ten +1", 9, seed="hearth"))
    found = evening(records)
    came = sum(record.outcome.success for record in records)
    chance = ten_succeeds(1)
    assert (came, 9 * chance) == (found.observed, found.expected.exact)
    assert binomial_tail(9, chance, came) == found.at_least.exact
    assert 1 - binomial_tail(9, chance, came + 1) == found.at_most.exact


def test_an_event_of_ones_own_is_counted() -> None:
    """An event that is named is counted in place of the success, with its own chance in each check."""
    records = [*rolls("ten +1", 9, seed="hearth"), *rolls("ten +4", 5, seed="hearth")]
    found = evening(records, event="margin >= 3")
    came = sum(record.outcome.margin >= 3 for record in records)
    chances = [odds(text).p(lambda outcome: outcome.margin >= 3) for text in ("ten +1", "ten +4")]
    assert (found.event, found.observed) == ("margin >= 3", came)
    assert found.expected.exact == 9 * chances[0] + 5 * chances[1]


def test_different_checks_are_reckoned_together() -> None:
    """Three different chances: every combination of them, by hand."""
    records = [roll(f"ten {modifier:+d}", seed=str(modifier)) for modifier in (-3, 0, 6)]
    chances = [ten_succeeds(modifier) for modifier in (-3, 0, 6)]
    came = sum(record.outcome.success for record in records)
    total = Fraction(0)
    for bits in range(8):
        part = Fraction(1)
        for at, chance in enumerate(chances):
            part *= chance if bits >> at & 1 else 1 - chance
        total += part if bits.bit_count() >= came else 0
    assert total == evening(records).at_least.exact


def test_what_is_cut_off_of_a_long_evening_is_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the exact work, the chance is a lower bound with a stated rest, and the exact one lies between."""
    records = list(rolls("ten +1", 60, seed="long"))
    exactly = evening(records)
    monkeypatch.setattr(import_module("sixfold.study.questions.luck"), "EXACT_BITS", 0)
    near = evening(records)
    assert 0 < near.unresolved < Fraction(1, 10**60)
    for low, sure in ((near.at_least.exact, exactly.at_least.exact), (near.at_most.exact, exactly.at_most.exact)):
        assert low <= sure <= low + near.unresolved


def test_the_mean_share_of_every_result_is_a_half() -> None:
    """Over all results of a check, weighted by their chance, half of all others are worse: luck is fair."""
    rows = ten(0)
    totals: dict[int, Fraction] = {}
    for (_, total, _, _), chance in rows.items():
        totals[total] = totals.get(total, Fraction(0)) + chance
    shares = {t: sum((c for o, c in totals.items() if o < t), Fraction(0)) + c / 2 for t, c in totals.items()}
    assert Fraction(1, 2) == sum(shares[t] * c for t, c in totals.items())
    (record,) = [roll("ten", faces=[4, 4, 5])]
    assert Chance.of(Bounds.exactly(shares[13])) == evening([record]).share


def test_too_many_and_none_are_refused() -> None:
    """More than 5,000 records, and no record at all."""
    with pytest.raises(BoundsError, match="5,000"):
        evening(rolls("ten", 5_001, seed="x"))
    with pytest.raises(StudyError):
        evening([])


def test_the_command_reads_what_roll_writes(tmp_path: Path) -> None:
    """A record, a list of records, from a file and from standard input."""
    one, many = tmp_path / "one.json", tmp_path / "many.json"
    one.write_text(run("roll", "ten superior 1", "--faces", "6,3,2,4", "--json").out)
    many.write_text(run("roll", "ten +3", "--times", "20", "--seed", "a", "--json").out)
    assert run("luck", str(one), "--json").json["this_or_better"]["exact"] == "79/162"
    assert run("luck", "ten superior 1", "--faces", "6,3,2,4", "--json").json["equal"]["exact"] == "43/324"
    assert run("luck", str(many), "--json").json["records"] == 20
    assert command("luck", "-", "--json", stdin=many.read_bytes()).json["records"] == 20


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "study/luck"),
        ("[" * 100_000, "study/luck"),
        ('{"version": 1, "records": 3}', "record/malformed"),
        ('{"version": 1, "records": [{}]}', "record/malformed"),
        ('{"version": 1, "records": []}', "study/luck"),
        ("[]", "study/luck"),
        ('"ten"', "record/malformed"),
    ],
)
def test_files_that_hold_no_records_are_refused(tmp_path: Path, content: str, code: str) -> None:
    """Each gets one error with its code, and no traceback."""
    path = tmp_path / "x.json"
    path.write_text(content)
    ran = run("luck", str(path), "--json")
    assert (2, code) == (ran.status, ran.error["code"])


def test_a_record_whose_dice_do_not_give_its_outcome_is_refused(tmp_path: Path) -> None:
    """A record that was tampered with has no luck."""
    data = roll("ten", faces=[4, 4, 4]).to_json()
    data["outcome"]["margin"] = 99
    path = tmp_path / "x.json"
    path.write_text(json.dumps(data))
    assert run("luck", str(path), "--json").error["code"] == "record/mismatch"


def test_questions_without_dice_are_refused() -> None:
    """Neither a file nor faces, or too few faces."""
    assert (
        run("luck").status, run("luck", "ten").status, run("luck", "ten", "--faces", "1,1,1").status,
    ) == (2, 2, 3)  # fmt: skip
