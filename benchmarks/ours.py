"""The work done by Sixfold: its own rules, solved by its public functions."""

from __future__ import annotations

from typing import Any

import sixfold
from benchmarks.answer import Answer
from sixfold.base.bounds import PATIENT_WORK, TOLERANCE
from sixfold.solving import solver as solved
from sixfold.solving.solver import Solution
from sixfold.systems.hs import rules as hs_system
from sixfold.systems.odgs import rules as odgs_system
from sixfold.systems.skew import rules as skew_system
from sixfold.systems.ten import rules as ten_system
from sixfold.systems.wild import rules as wild_system

odds = sixfold.odds


def solve(*arguments: Any, **options: Any) -> Solution:
    """Every outcome with its ways, each of them looked at: a large answer is unpacked only while it is read."""
    solution = solved.solve(*arguments, **options)
    for _ in solution.rows.items():
        pass
    return solution


def ten(extra: int) -> Solution:
    return solve(ten_system.test, skew=extra)


def skew(high: int) -> Solution:
    return solve(skew_system.task, skew=high)


def keep(dice: int, kept: int) -> Solution:
    return solve(skew_system.pool, dice=kept, skew=dice - kept)


def hs(dice: int, cuts: int) -> Solution:
    return solve(hs_system.check, dice=dice, cuts=cuts)


def odgs(dice: int) -> Solution:
    """A save against 15 at +5. The game stops at six dice; with more, its rule is a rule of one's own."""
    if dice <= 3 + odgs_system.MOST_ADVANTAGE:
        return solve(odgs_system.save, vs=15, modifier=5, advantage=dice - 3)
    return solve(_save, dice=dice)


def _save(table: Any, dice: int) -> dict[str, Any]:
    """The save with any number of dice."""
    aim = odgs_system.Aim(15, 5, False, False, "all")
    three = table.pick(table.roll(dice, "save"), 3, odgs_system.by_success(aim), "Which three dice count?")
    return odgs_system.settle(table, three, aim, False, "hit")


def wild(dice: int) -> Solution:
    return solve(wild_system.roll, dice=dice)


def extended(threshold: int, degrees: bool) -> Solution:
    """With the work of a patient question: a long test by degrees has half a million outcomes."""
    count = "degrees" if degrees else "rolls"
    return solve(ten_system.extended, TOLERANCE, PATIENT_WORK, threshold=threshold, count=count)


def answer(result: Solution) -> Answer:
    """The rows of a result and their ways."""
    return Answer.of(result.rows, result.scale)
