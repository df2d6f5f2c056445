"""Memory is work: what is kept is charged before it is made, and values that lie far apart are not packed densely."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sixfold import odds, roll
from sixfold.base.bounds import MEMORY, PACKED_BITS, PACKED_VALUES, STANDING_WORK, TOLERANCE, WORK
from sixfold.errors import OddsError
from sixfold.playing.standing import account, standing
from sixfold.rules import Table, highest, lowest, of_a_kind, showing, total
from sixfold.rules.dice import Die
from sixfold.rules.folds import Fold, ask
from sixfold.solving.counting.packed import add, coefficients, pack
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.odds import solve_check
from sixfold.solving.solver import solve
from tests.effort import THOROUGH

FAR = Die.of(1, 10**6, -(10**9))
"""A die whose faces lie far apart."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of memory for a process")
def test_expensive_checks_are_answered_or_refused_in_a_gigabyte() -> None:
    """Every made-up check has its odds or is refused with a sentence, and is rolled, in one process with 1 GB."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.solving.expensive", "memory", str(10 * THOROUGH)],
        capture_output=True,
        text=True,
        check=False,
    )
    *lines, peak = ran.stdout.splitlines()
    assert (ran.returncode, ran.stderr) == (0, "")
    said = [json.loads(line) for line in lines]
    assert len(said) == 6 + 10 * THOROUGH
    assert {answer for _, answer, _ in said} <= {"odds", "odds/too-large", "bounds/exceeded", "rule/endless"}
    assert "odds" in {answer for _, answer, _ in said}
    assert json.loads(peak) < 2 * MEMORY


def test_the_difference_of_two_sums_is_one_number() -> None:
    """Opposed sums are solved as their difference: 40d100 against 40d100 is 80d100 with its middle at 0."""
    lead = odds("opposed (dice 40d100) (dice 40d100) by total").numbers["lead"]
    assert lead.pmf == {value - 40 * 101: chance for value, chance in odds("80d100").numbers["total"].pmf.items()}


@pytest.mark.parametrize(
    "text", ["d6*10000*1000+d6", "3d6*10000+2d20*100", "d6*10000*1000+2d6-d4*10000", "(d6+1)*(d6*10000*1000+d4)"]
)
def test_values_far_apart_are_each_there(text: str) -> None:
    """Sums with gaps between them are those of an enumeration."""
    python = text.replace("2d20", "(a+b)").replace("3d6", "(c+d+e)").replace("2d6", "(c+d)")
    faces = {"a": 20, "b": 20, "c": 6, "d": 6, "e": 6, "f": 6, "g": 6, "h": 4}
    python = python.replace("d6", "f", 1).replace("d6", "g").replace("d4", "h")
    used = [name for name in faces if name in python]
    code = compile(python, "text", "eval")
    came = Counter(
        eval(code, dict(zip(used, thrown, strict=True)))
        for thrown in product(*[range(1, faces[name] + 1) for name in used])
    )
    assert odds(text).numbers["total"].pmf == {
        value: Fraction(ways, came.total()) for value, ways in sorted(came.items())
    }


@pytest.mark.parametrize(
    "folds",
    [
        (total(),),
        (highest(2),),
        (lowest(2),),
        (highest(1),),
        (highest(2), showing(">=", 3)),
        (of_a_kind(2), lowest(2)),
        (highest(2), lowest(1)),
    ],
)
def test_faces_far_apart_are_counted_one_by_one(folds: Sequence[Fold[Any]]) -> None:
    """A hand of dice whose faces lie far apart answers as every single hand does."""

    def far(table: Table) -> dict[str, Any]:
        answers = table.read(table.roll(3, "far", FAR), *folds)
        answers = answers if len(folds) > 1 else (answers,)
        return {f"answer{at}": answer for at, answer in enumerate(answers)}

    hands = [tuple(sorted(hand, reverse=True)) for hand in product(FAR.faces, repeat=3)]
    came = Counter(tuple([ask(hand, fold)[0] for fold in folds]) for hand in hands)
    solution = solve(far)
    assert {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()} == {
        row: Fraction(ways, 27) for row, ways in came.items()
    }


def test_many_dice_with_faces_far_apart() -> None:
    """A hundred of them have as many sums as they can have, and no more room is taken than these need."""
    solution = solve(lambda table: {"sum": table.read(table.roll(100, "far", Die.of(1, 10**9)), lowest(27))})
    assert len(solution.rows) == 28


@pytest.mark.parametrize(
    "make",
    [
        lambda: add((0, 1), (PACKED_BITS, 1), 8),
        lambda: pack({0: 1, PACKED_BITS: 1}, 8),
        lambda: coefficients((0, 1 << (8 * PACKED_VALUES)), 8),
        lambda: Work().adding(PACKED_BITS + 1),
        lambda: Work(1 << 60).multiplying(PACKED_BITS, PACKED_BITS),
        lambda: Work().keep(MEMORY + 1),
    ],
)
def test_no_large_number_is_made(make: Callable[[], object]) -> None:
    """Every number is refused past its bound before it is made."""
    with pytest.raises(OddsError, match="more memory") as caught:
        make()
    assert caught.value.code == "odds/too-large"


def test_what_is_kept_no_more_is_free_again() -> None:
    """A thousand paths, each of which takes up much for a while, take no more than the largest of them."""

    def paths(table: Table) -> dict[str, Any]:
        chosen = int(table.read(table.roll(1, "which", Die(1000)), total()))
        first, second = (table.read(table.roll(10, name, Die(10)), total()) for name in ("first", "second"))
        return {"above": first > second + chosen - 500}

    solution = solve(paths, TOLERANCE, 100 * WORK)
    assert not solution.unresolved


FULL = """
import resource
from sixfold import odds
from sixfold.errors import OddsError
_, most = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (300_000_000, most))
try:
    odds("10d1000*10d1000", work=10**9)
except OddsError as refused:
    print(refused.code, refused.message.partition(".")[0], refused.__context__)
print(odds("7d8+d13").unresolved)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of memory for a process")
def test_memory_that_is_not_there_is_a_refusal() -> None:
    """Where the machine has less memory than is allowed, that is told like too much work, and the next one goes on."""
    ran = subprocess.run([sys.executable, "-c", FULL], capture_output=True, text=True, check=True)
    sentence = "The exact odds of this check would take more memory than one evaluation may"
    assert ran.stdout.splitlines() == [f"odds/too-large {sentence} None", "0"]


def test_a_roll_waits_for_no_more_than_a_moment() -> None:
    """A roll whose odds take more work than a moment is there without them; who asks for the odds has them."""
    text = "60d100kh20"
    with pytest.raises(OddsError):
        solve_check(roll(text, seed="x").check, TOLERANCE, STANDING_WORK)
    record = roll(text, seed="x")
    with pytest.raises(OddsError):
        standing(record)
    said = account(record)
    assert (said["chance"], "more" in said["why_no_chance"]) == (None, True)
    assert standing(record, odds(text)).this_or_better.low > 0
