"""What rules are charged while they are solved: `charged.txt` holds the work, and the bytes that were kept and freed.

Odds are the same whatever they cost, so no other test notices that some work is charged twice or not at all.
`python -m tests.golden` writes the file again; read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sixfold
from sixfold.errors import OddsError
from sixfold.solving import solver
from sixfold.solving.best import play
from sixfold.solving.odds import solve_check
from sixfold.solving.solver import Solution, solve
from tests.effort import Charged
from tests.solving import (
    test_again,
    test_against,
    test_best,
    test_joint_hands,
    test_late,
    test_pools,
    test_refusals,
    test_repeat,
)

FILE = Path(__file__).with_suffix(".txt")

WIDE = Fraction(1, 10**4)
"""The tolerance of games and dice without an end."""

CHECKS = (
    "ten chaos", "ten extended threshold 4 +1", "skew pool 4d6 2 low", "skew evening 3 tasks vs 12 good 2 reroll=once",
    "wild 4D+1 vs 12", "hs 3 ranks 2 edges 1 cut", "hs 0d", "odgs vs 15 +5 combat",
    "odgs voluntary score 11 advantage 1", "odgs effort 3 saves vs 15 +5 combat",
    "dice 3d6!kh2", "dice 10d100*3d6", "long (ten +2) 3 times",
    "long opposed (skew vs 12 reroll=once) (odgs vs 14)", "long opposed (dice 100d6) (dice 90d6) by total",
    "long duel (ten attack +2 damage 1d6) (ten attack damage 1d6) health 6 8 rounds 3",
    "long duel (ten +2) (hs 2 ranks) health 2 damage 1 begins both rounds 4",
)  # fmt: skip
"""Checks of the games, with all that is beyond the throws that are followed."""

MANY = ("20d6", "100d6", "10d100", "exploding", "mixed", "tokens")
"""Hands of many dice or cards."""


def counted(most: int | None, step: Any, start: Any, until: Any) -> Solution:
    """A game with its number of steps."""
    return solve(test_repeat.final(step, start, until, most=most, counted=True), WIDE)


def checked(text: str) -> Solution:
    """A check of a game, and what is known beyond the throws that are followed."""
    return solve_check(sixfold.parse(text), WIDE).solution


def tallied() -> Solution:
    """Steps that do not hang on their state."""
    return solve(test_repeat.final(test_repeat.tallied, (0, 0), lambda state: state[1] == 1), WIDE)


def asked_of(fold: str, hand: str) -> Solution:
    """Folds that are asked of many dice or cards; some of them are refused."""
    roll, faces = test_refusals.HANDS[hand]
    folds = test_refusals.FOLDS[fold](faces)
    return solve(lambda table: test_refusals.answers(table, roll(table), folds), Fraction(1, 100), 50_000)


def cases() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Rules of the other tests, each with its group before its name, and how they are solved."""
    for text in CHECKS:
        yield f"checks: {text}", partial(checked, text)
    for name, pool in test_pools.RULES.items():
        yield f"pools: {name}", partial(solve, pool)
    for game in test_repeat.GAMES:
        yield f"games: {game[0].__name__}", partial(solve, test_repeat.final(*game))
        yield f"endless: {game[0].__name__}", partial(counted, None, *game)
        yield f"limited: {game[0].__name__}", partial(counted, 5, *game)
    for begun in test_repeat.BEGUN:
        yield f"games: {begun[0].__name__} that begins anywhere", partial(solve, test_repeat.begun(*begun))
    yield "endless: tallied", tallied
    for best, name in test_best.GAMES:
        yield f"best: {name} of {best.__name__}", partial(test_best.best, best, name)
    for goal in (2, 3):
        yield f"best: pig for two to {goal}", partial(test_against.best, test_against.pig(goal))
    for rule in (*test_again.RULES, *test_again.CUPS):
        yield f"again: {rule.__name__}", partial(solve, rule)
    for late in test_late.LATE:
        yield f"late: {late.__name__}", partial(solve, late)
    for seed in range(8):
        yield f"together: {seed}", partial(solve, test_joint_hands.made_up(seed))
    for fold, hand in product(("total", "rest", "scores"), MANY):
        yield f"folds: {fold} of {hand}", partial(asked_of, fold, hand)


GROUPS = ("checks", "pools", "games", "endless", "limited", "best", "again", "late", "together", "folds")


def charges(group: str = "") -> Iterator[str]:
    """A line for each rule of a group, or of all: its work, which its solution tells, and the bytes kept and freed."""
    for name, ask in cases():
        if name.startswith(group):
            allowed: list[Charged] = []
            begin: Any = partial(allowance, allowed)
            found: Any = None
            with patch.object(solver, "Work", begin), patch.object(play, "Work", begin), suppress(OddsError):
                found = ask()
            assert found is None or getattr(found, "solution", found).work == sum(one.work for one in allowed), name
            yield "  ".join([name, *[f"{one.work} {one.kept} {one.freed}" for one in allowed]])


def allowance(allowed: list[Charged], left: int) -> Charged:
    """Work that a solver begins with, which is also put into a list."""
    allowed.append(Charged(left))
    return allowed[-1]
