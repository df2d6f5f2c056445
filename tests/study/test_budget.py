"""The checks of one question share its work: it is answered in part, or refused, before it takes too much."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from msgspec import UNSET

from sixfold.base.bounds import WORK
from sixfold.checks.check import parse
from sixfold.errors import BoundsError, OddsError
from sixfold.study import compare, equivalent, need, table
from sixfold.study.budget import SHARE, Budget
from tests.console import run
from tests.effort import THOROUGH
from tests.study.expensive import ALLOWED, SAID

REFUSED = {"odds/too-large", "bounds/exceeded", "rule/endless", "rule/forbidden", "study/event", "study/open"}
REFUSED |= {"study/luck", "notation/unexpected", "notation/missing"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of memory for a process")
def test_expensive_questions_are_answered_or_refused_in_their_work() -> None:
    """All checks of a question take its work, here half that of an answer, and at most that of two more: in 1 GB."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.study.expensive", "budget", str(2 * THOROUGH)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    said = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(said) == len(SAID) + 2 * THOROUGH
    assert {came for *_, came, _ in said} <= {"answered", *REFUSED}
    assert [each for each in said if each[-1] > ALLOWED + 2 * WORK] == []


def test_one_dear_number_leaves_work_for_the_others() -> None:
    """A number whose check is too much takes a part of the work that is left; what is not solved is said."""
    found = need("dice ?d1000kh4", "50%", event="total >= 2000", ranges=[[60, 61, 62, 4]], work=WORK // 4)
    assert [answer.values for answer in found.answers] == [(4,)]
    assert found.dear == ((60,), (61,), (62,))
    for numbers, dear in (([60, 4], ((60,),)), ([4], ())):
        near = equivalent("ten", "dice ?d1000kh4", other_event="total >= 2000", ranges=[numbers], work=WORK // 40)
        assert (near.nearest.text, near.dear) == ("dice 4d1000kh4", dear)
        assert ("takes too much work: some checks, such as “dice 60d1000kh4”" in str(near)) == bool(dear)


def test_what_was_refused_is_refused_again_without_more_work() -> None:
    """The same refusal comes each time that a check is asked for once."""
    budget = Budget(work=WORK // 100)
    said = []
    for _ in range(2):
        with pytest.raises(OddsError) as refused:
            budget.once(parse("dice 100d100kh50+100d100kh50"))
        said.append((refused.value.message, budget.asked, budget.left))
    assert said[0] == said[1]


def test_a_search_that_ends_early_answers_with_what_it_found() -> None:
    """What was solved is told, and that not everything was; with more work, everything is."""
    part, every = (
        need("wild ?D+? vs 30", "50%", ranges=["8..10", "-2..5"], work=work) for work in (WORK // 15, 10 * WORK)
    )
    assert 0 < part.tried < 3 * 8
    assert (part.complete, bool(part.dear), bool(part.answers)) == (False, True, True)
    assert "Not solved, since it takes too much work: some checks, such as “wild " in str(part)
    assert (every.complete, every.tried, every.dear) == (True, 3 * 8, ())


def test_work_is_counted_and_not_timed() -> None:
    """A table past its work has the rows that it had work for, every time the same, and says the way to the others."""
    part, again = (table("wild ?D vs ?", "?=5..8", "?=15..20", work=WORK // 60) for _ in range(2))
    every = table("wild ?D vs ?", "?=5..8", "?=15..20")
    assert (part, every.left, len(every.cells)) == (again, UNSET, 4)
    assert 0 < len(part.cells) < 4
    assert part.cells == every.cells[: len(part.cells)]
    assert part.left is not UNSET and (*part.rows.values, *part.left) == every.rows.values
    assert "would be too much work: allow more (on the command line --patient" in str(part)
    with pytest.raises(BoundsError, match=r"all the work that one question may.*--patient"):
        table("wild 5D vs ?", "?=15..20", work=1_000)
    assert run("table", "wild ?D vs 15", "--rows", "?=1..3", "--patient").status == 0


def test_a_check_that_the_question_has_no_work_for_is_refused_with_the_question() -> None:
    """Of two checks that are nearly too much each, the second is refused: not as a check, but as a part of this."""
    text, work = "opposed (dice 40d100) (dice 40d100) by total", 5_000_000
    compare(text, work=work)
    with pytest.raises(BoundsError, match="After 16 checks this question"):
        compare(*[text] * 18, work=work)
    with pytest.raises(OddsError, match="This is about"):
        compare("opposed (dice 100d100) (dice 100d100) by total", work=work // 2)


def test_what_a_refused_check_costs() -> None:
    """It takes what it was allowed to: all that one check may, or its share of what is left."""
    work = WORK // 16
    budget = Budget(work=work)
    for share in (SHARE, SHARE, SHARE, 1):
        before = budget.left
        with pytest.raises(OddsError):
            budget.solve("dice 3d1000*3d1000*3d1000", share=share)
        assert before - budget.left == pytest.approx(min(work, before // share), rel=0.01)


def test_what_designers_ask_fits_into_the_work_of_a_question() -> None:
    """Which bonus wins a duel, and the odds of ten pools against each difficulty, are answered to the end."""
    # a third of the work, for two thirds of the health
    found = need("duel (ten attack +? damage 2d6) (ten attack +2 damage 2d6) health 20", "75%", work=WORK // 3)
    assert (found.dear, [answer.values for answer in found.answers]) == ((), [(4,)])
    # a fifth of the work, for each fifth difficulty
    assert len(table("wild ?D vs ?", "?=1..10", "?=5..30..5", work=WORK // 5).cells) == 10
